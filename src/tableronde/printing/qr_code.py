"""QR codes on sheets that lead to a room, at an address the user gives: there is no default one."""

from typing import Final

from tableronde.printing.components.component_drawing import DrawnComponent, named
from tableronde.printing.paper_sizes import Rectangle

QUIET: Final = 2  # white modules around the code


def drawn(link: str) -> DrawnComponent:
    """Draw the QR code of a link; LookupError with a sentence if segno is not installed."""
    try:
        import segno
    except ImportError:
        raise LookupError("QR codes need the package segno: pip install 'tableronde[print]'") from None
    rows = [list(row) for row in segno.make(link, error="m").matrix_iter(border=QUIET)]
    squares = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    size = len(rows)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"><path d="{squares}" fill="#000000"/></svg>'
    return DrawnComponent(*named(svg), Rectangle(0.0, 0.0, float(size), float(size)))
