"""`tableronde print`: a game, or a game that was played, as a file."""

from argparse import Namespace
from pathlib import Path

from tableronde.box import Box
from tableronde.kit import Wish
from tableronde.printing.build import game_document, record_document
from tableronde.printing.press import Document
from tableronde.table import Table


def print_game(box: Box, arguments: Namespace) -> int:
    """Write a part of a game on paper, or all of it."""
    return _write(game_document(box, wish_of(arguments), arguments.part), arguments.out or Path(f"{box.slug}.pdf"))


def print_record(table: Table, arguments: Namespace) -> int:
    """Write a game that was played: pictures, moves in words, the result."""
    return _write(record_document(table, wish_of(arguments), arguments.every), arguments.out or Path(f"{table.game.slug}-game.pdf"))


def wish_of(arguments: Namespace) -> Wish:
    """What the command line asks for."""
    return Wish(arguments.paper, arguments.lang, arguments.ink, arguments.clearance, arguments.address or "")


def _write(document: Document, path: Path) -> int:
    """OSError, which becomes a sentence, where nothing can be written."""
    made = document.pdf()
    path.write_bytes(made)
    print(f"{path}: {len(made) / 1000:.0f} kB")
    return 0
