"""The blocks that flow over pages, as the template reads them."""

from collections.abc import Iterable, Sequence

from tableronde.game import Json

Runs = str | Sequence[Json]  # plain text, or pieces of it in bold, italics, code


def title(text: str) -> Json:
    """The name of what follows, large and in the middle."""
    return {"kind": "title", "text": text}


def heading(runs: Runs, level: int = 2) -> Json:
    """A heading; level 1 is the largest."""
    return {"kind": "heading", "runs": runs, "level": level}


def text(runs: Runs, small: bool = False) -> Json:
    """A paragraph."""
    return {"kind": "small" if small else "text", "runs": runs}


def listed(items: Iterable[Runs], ordered: bool = False) -> Json:
    """A list without sub-items."""
    return {"kind": "list", "items": [{"runs": item, "pieces": []} for item in items], "ordered": ordered}


def table(rows: Sequence[Sequence[Runs]], shares: Sequence[float] = ()) -> Json:
    """A table whose first row is its head; its columns take these shares of the page, or as much as they need."""
    return {"kind": "table", "rows": rows, **({"columns": list(shares)} if shares else {})}


def picture(file: str, width: float, height: float) -> Json:
    """A picture of a size, in the middle."""
    return {"kind": "picture", "file": file, "width": width, "height": height}


def columns(count: int, blocks: Sequence[Json]) -> Json:
    """Blocks in columns."""
    return {"kind": "columns", "count": count, "blocks": blocks}


def run(text: str, bold: bool = False, italic: bool = False, code: bool = False) -> Json:
    """A piece of text."""
    return {"text": text, "bold": bold, "italic": italic, "code": code}
