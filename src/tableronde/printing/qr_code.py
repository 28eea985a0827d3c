"""A code to point a phone at: a sheet of paper leads back to the room. Only with an address somebody gave, never one of ours."""

from typing import Final

from tableronde.printing.drawing import Drawn, named
from tableronde.printing.paper import Box

QUIET: Final = 2  # white modules around the code


def drawn(link: str) -> Drawn:
    """The code of a link, as squares of black; LookupError with a sentence where segno is not installed."""
    try:
        import segno
    except ImportError:
        raise LookupError("for codes on the sheets the package segno is needed: pip install 'tableronde[print]'") from None
    rows = [list(row) for row in segno.make(link, error="m").matrix_iter(border=QUIET)]
    squares = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    size = len(rows)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"><path d="{squares}" fill="#000000"/></svg>'
    return Drawn(*named(svg), Box(0.0, 0.0, float(size), float(size)))
