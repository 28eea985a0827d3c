"""Blocks of text that flow over pages, as the Typst template reads them."""

from collections.abc import Iterable, Sequence

from tableronde.game import Json

Runs = str | Sequence[Json]  # plain text, or pieces in bold, italics, code


def title(text: str) -> Json:
    """Return a title, large and centred."""
    return {"kind": "title", "text": text}


def heading(runs: Runs, level: int = 2) -> Json:
    """Return a heading; level 1 is the largest."""
    return {"kind": "heading", "runs": runs, "level": level}


def text(runs: Runs, small: bool = False) -> Json:
    """Return a paragraph."""
    return {"kind": "small" if small else "text", "runs": runs}


def listed(items: Iterable[Runs], ordered: bool = False) -> Json:
    """Return a list without nested items."""
    return {"kind": "list", "items": [{"runs": item, "pieces": []} for item in items], "ordered": ordered}


def table(rows: Sequence[Sequence[Runs]], shares: Sequence[float] = ()) -> Json:
    """Return a table whose first row is its header; columns take these shares of the width, or as much as they need."""
    return {"kind": "table", "rows": rows, **({"columns": list(shares)} if shares else {})}


def picture(file: str, width: float, height: float) -> Json:
    """Return a centred picture of a size."""
    return {"kind": "picture", "file": file, "width": width, "height": height}


def columns(count: int, blocks: Sequence[Json]) -> Json:
    """Return blocks in columns."""
    return {"kind": "columns", "count": count, "blocks": blocks}


def run(text: str, bold: bool = False, italic: bool = False, code: bool = False) -> Json:
    """Return a piece of text."""
    return {"text": text, "bold": bold, "italic": italic, "code": code}
