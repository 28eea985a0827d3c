"""The arguments of `tableronde print`. Nothing here needs Typst or takes long to import."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from tableronde.cli.bounded_numbers import whole
from tableronde.kit import CLEARANCE, INKS, PAPERS

if TYPE_CHECKING:
    from tableronde.box import Box

PARTS: Final = ("kit", "summary", "rules", "sheets", "puzzles")
WIDEST: Final = 2.0  # in millimetres; with a wider gap pieces would fall through


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments to a parser."""
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="the size of the sheets (default: a4)")
    parser.add_argument("--ink", choices=INKS, default="colour", help="black prints patterns instead of colours (default: colour)")
    parser.add_argument("--part", choices=(*PARTS, "all"), default="all", help="the part of a game to print (default: all parts)")
    parser.add_argument(
        "--clearance",
        type=clearance,
        default=CLEARANCE,
        metavar="MM",
        help=f"gap around pieces that fit into others (default: {CLEARANCE})",
    )
    parser.add_argument("--every", type=whole(1, 1000), default=8, metavar="N", help="for a record: a picture every N moves (default: 8)")
    parser.add_argument(
        "--address", type=address, metavar="URL", help="address of a room, to which a QR code on each sheet leads (default: no code)"
    )
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="where to write the PDF (default: the game's name in the current folder)"
    )


def list_parts(box: "Box") -> list[str]:
    """List the parts a game has to print, in order."""
    has = {"rules": box.has_rulebook, "summary": box.has_rulebook, "puzzles": box.has_puzzles}
    return [part for part in PARTS if has.get(part, True)]


def clearance(text: str) -> float:
    """Read the gap around pieces, in millimetres."""
    try:
        value = float(text) if text.isascii() else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= WIDEST:  # refuses NaN as well
        raise ArgumentTypeError(f"expected a number of millimetres from 0 to {WIDEST:g}, not {text[:40]!r}")
    return value


def address(text: str) -> str:
    """Read the address of a room, without a slash at its end."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or not text.isascii() or " " in text:
        raise ArgumentTypeError(f"expected the address of a room, such as https://room.example, not {text[:60]!r}")
    return text.rstrip("/")
