"""What can be said to `tableronde print`. Nothing here needs Typst, or takes long to load."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tableronde.arguments import whole
from tableronde.kit import CLEARANCE, INKS, PAPERS

PARTS: Final = ("kit", "summary", "rules", "sheets", "puzzles")
WIDEST: Final = 2.0  # in millimetres; more air and pieces would fall through


def arguments(parser: ArgumentParser) -> None:
    """Add them to a parser."""
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="the size of the sheets (a4)")
    parser.add_argument("--ink", choices=INKS, default="colour", help="black tells everything without colour (colour)")
    parser.add_argument("--part", choices=(*PARTS, "all"), default="all", help="what to print of a game (all there is)")
    parser.add_argument("--clearance", type=clearance, default=CLEARANCE, metavar="MM", help=f"air around pieces that fit ({CLEARANCE})")
    parser.add_argument("--every", type=whole(1, 1000), default=8, metavar="N", help="of a record: a picture every N moves (8)")
    parser.add_argument("--address", type=address, metavar="URL", help="of a room: a code on each sheet leads there (no code)")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="where to write the PDF (the game's name, here)")


def clearance(text: str) -> float:
    """How much air, in millimetres."""
    try:
        value = float(text) if text.isascii() else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= WIDEST:  # also what is no number
        raise ArgumentTypeError(f"a number of millimetres from 0 to {WIDEST:g}, not {text[:40]!r}")
    return value


def address(text: str) -> str:
    """Where a room is found, without a slash at its end."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or not text.isascii() or " " in text:
        raise ArgumentTypeError(f"the address of a room, as https://room.example, not {text[:60]!r}")
    return text.rstrip("/")
