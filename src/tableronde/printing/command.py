"""The actions of `tableronde print`: write a game or a recorded game as PDF."""

from argparse import Namespace
from pathlib import Path

from tableronde.box import Box
from tableronde.kit import Wish
from tableronde.printing.build import game_document, record_document
from tableronde.printing.typst import Document
from tableronde.table import Table


def print_game(box: Box, arguments: Namespace) -> int:
    """Write one part of a game, or all of them."""
    return _write(game_document(box, wish_of(arguments), arguments.part), arguments.out or Path(f"{box.slug}.pdf"))


def print_record(table: Table, arguments: Namespace) -> int:
    """Write a recorded game: pictures, moves in words, the result."""
    return _write(record_document(table, wish_of(arguments), arguments.every), arguments.out or Path(f"{table.game.slug}-game.pdf"))


def wish_of(arguments: Namespace) -> Wish:
    """Read the print settings of the command line."""
    return Wish(arguments.paper, arguments.lang, arguments.ink, arguments.clearance, arguments.address or "")


def _write(document: Document, path: Path) -> int:
    """Write the PDF; OSError, which the command line reports, if that fails."""
    made = document.pdf()
    path.write_bytes(made)
    print(f"{path}: {len(made) / 1000:.0f} kB")
    return 0
