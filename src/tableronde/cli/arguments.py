"""Arguments shared by several commands, and what they stand for: shelf, options, screen, bots, saved games."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from tableronde import bots
from tableronde.bots.bot import Bot
from tableronde.box import Box
from tableronde.game import Seat
from tableronde.options import options_of
from tableronde.play.terminal.screen import Screen
from tableronde.record import Record
from tableronde.shelf import Shelf
from tableronde.table import Table
from tableronde.text import LANGUAGES, Language
from tableronde.theme import THEMES

A_GAME: Final = "a game on the shelf, or a module, file or folder with a BOX"


def shelf_argument(parser: ArgumentParser) -> None:
    """Add --game."""
    parser.add_argument(
        "--game",
        dest="more",
        action="append",
        default=[],
        metavar="PLACE",
        help="add a game to the shelf: its file, folder or module",
    )


def shelf(arguments: Namespace) -> Shelf:
    """Return the games installed and those added on the command line."""
    return Shelf.installed(*getattr(arguments, "more", ()))


def options_arguments(parser: ArgumentParser) -> None:
    """Add --variant and --option."""
    parser.add_argument("--variant", help="a named set of options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="one option (may be repeated)")


def options(box: Box, arguments: Namespace) -> dict[str, Any]:
    """Combine the options of a variant with those given one by one."""
    chosen: dict[str, Any] = {}
    if arguments.variant:
        chosen.update(box.variant_options(arguments.variant))
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    for text in arguments.option:
        name, _, value = text.partition("=")
        if name not in known:
            raise LookupError(f"{box.slug} has no option {name!r}; it has {', '.join(known) or 'none'}")
        chosen[name] = known[name].parse(value)
    return chosen


def language_argument(parser: ArgumentParser) -> None:
    """Add --lang."""
    parser.add_argument("--lang", choices=LANGUAGES, default=language(os.environ), help="the language (default: that of your locale)")


def language(environment: Mapping[str, str]) -> Language:
    """Return the language of the locale: French, or English for all others."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "fr" if next((name for name in names if name), "").startswith("fr") else "en"


def screen_arguments(parser: ArgumentParser) -> None:
    """Add --lang, --theme and --no-colour."""
    language_argument(parser)
    parser.add_argument("--theme", choices=("dark", "light", "safe", "print"), default="dark", help="colours (default: dark)")
    parser.add_argument("--no-colour", action="store_true", help="plain characters only")


def screen(arguments: Namespace) -> Screen:
    """Return the terminal screen with the language, theme and colours chosen."""
    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb" and not arguments.no_colour
    return Screen(input, print, arguments.lang, THEMES[arguments.theme], coloured)


def resumed(path: Path, games: Shelf, game: str | None = None) -> Table:
    """Load the table of a record; its game is found on the shelf unless one is named."""
    record = Record.parse(path.read_text(encoding="utf-8", errors="replace"))
    return Table.replay(games.find(game) if game else games.box(record.game), record)


def bot(table: Table, seat: Seat, level: str, seconds: float, rng: Random) -> Bot:
    """Create a bot of that level for the table."""
    found = bots.find(table.box, level)(table.box, table.game, seat, Random(rng.random()))
    found.seconds = seconds
    return found
