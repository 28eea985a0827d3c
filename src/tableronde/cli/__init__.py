"""The command line: a line for each command. Each has its own module, whose `main` reads the remaining arguments."""

import argparse
import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from tableronde import __version__
from tableronde.plugins.loader import describe_error

UNIX: Final = ("fcntl", "resource", "termios")  # standard modules that are missing on Windows


class Command(NamedTuple):
    """A command: its help text, its module, and the extra it needs."""

    help: str
    module: str
    extra: str = ""


COMMANDS: Final = {
    "serve": Command("open the game room in the browser", "tableronde.room.__main__", "room"),
    "play": Command("play in the terminal", "tableronde.cli.play"),
    "learn": Command("learn a game in the terminal, step by step", "tableronde.cli.learn"),
    "engine": Command("speak the JSON-lines protocol on standard input and output", "tableronde.cli.engine"),
    "replay": Command("show a recorded game move by move", "tableronde.cli.replay"),
    "review": Command("show the costliest mistakes of a recorded game", "tableronde.cli.review"),
    "new": Command("start a game of your own: a small working package", "tableronde.cli.new"),
    "dev": Command("see every seat of a game, and follow each save", "tableronde.dev.command", "room"),
    "check": Command("run the conformance kit on a game", "tableronde.cli.check"),
    "games": Command("list the games, their variants, options and bots", "tableronde.cli.games"),
    "example": Command("copy an example that comes with the package", "tableronde.cli.example"),
    "install": Command("install a game from a package and look whether it is sound", "tableronde.cli.install"),
    "uninstall": Command("uninstall the package that brought a game", "tableronde.cli.uninstall"),
    "arena": Command("let bots play against each other", "tableronde.cli.arena"),
    "puzzles": Command("solve a game's puzzles in the terminal, make them, prove them", "tableronde.cli.puzzles"),
    "openings": Command("let the strongest bot evaluate every first action of an open game for two", "tableronde.cli.openings"),
    "print": Command("print a game, its rules or a recorded game (PDF)", "tableronde.cli.printing"),
    "workers": Command("think for rooms on other machines", "tableronde.room.workers.command", "room,cluster"),
    "cluster": Command("run a room of several nodes on this machine to try it out", "tableronde.room.cluster.command", "room,cluster"),
    "store": Command("maintain the room's store", "tableronde.room.store.command", "room"),
    "admin": Command("run the community of a room: tables, guests, bans, messages", "tableronde.room.administration.command", "room"),
    "config": Command("check or show the configuration of the room", "tableronde.cli.config", "room"),
    "bench": Command("measure how fast a game's kernel plays", "tableronde.cli.bench"),
    "research": Command("turn records into data for machine learning", "tableronde.research.command"),
}
OLD_NAMES: Final = {"minds": "workers"}  # still accepted, but not listed


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 on success, 1 if something was found wrong, 2 on a usage error."""
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    except (ValueError, LookupError, OSError) as error:
        print(f"tableronde: {_sentence(error)}", file=sys.stderr)
        return 2
    except Exception as error:  # an error in a game's code or in ours: TABLERONDE_TRACEBACK=1 shows the traceback
        if os.environ.get("TABLERONDE_TRACEBACK"):
            raise
        print(f"tableronde: {describe_error(error)} (set TABLERONDE_TRACEBACK=1 to see the traceback)", file=sys.stderr)
        return 2


def _run(arguments: list[str]) -> int:
    match arguments:
        case [name, *rest] if OLD_NAMES.get(name, name) in COMMANDS:
            return _command(COMMANDS[OLD_NAMES.get(name, name)], rest)
        case [name, *rest] if not name.startswith("-"):
            return _game_command(name, rest)
    _parser().parse_args(arguments)  # prints the help or the usage error
    return 0


def _command(command: Command, arguments: list[str]) -> int:
    """Run a built-in command; no other command is loaded."""
    if command.extra and (missing := next((name for name in UNIX if find_spec(name) is None), "")):
        raise LookupError(f"this command runs on Linux and macOS only (there is no module {missing} here)")
    try:
        module = import_module(command.module)
    except ImportError as error:
        if not command.extra:
            raise
        raise LookupError(f"this command needs another package ({error.name}): pip install 'tableronde[{command.extra}]'") from None
    return int(module.main(arguments))


def _game_command(name: str, arguments: list[str]) -> int:
    """Run a game's own command: tableronde GAME NAME …"""
    from tableronde.shelf import Shelf

    shelf = Shelf.installed()
    if name not in shelf and not Path(name).exists():
        raise LookupError(f"there is no command {name!r}; there are {', '.join(COMMANDS)}, and the games' own: tableronde GAME NAME")
    box = shelf.find(name)
    commands = box.commands
    if not arguments or arguments[0] not in commands:
        raise LookupError(f"{box.slug} has these commands: {', '.join(commands) or 'none'}")
    return commands[arguments[0]](arguments[1:])


def _parser() -> argparse.ArgumentParser:
    """Create the parser of calls that name no known command."""
    parser = argparse.ArgumentParser("tableronde", description="A game room and an engine for board games.")
    parser.add_argument("--version", action="version", version=f"tableronde {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.help, add_help=False)
    for name in OLD_NAMES:
        commands.add_parser(name, add_help=False)  # without help text it is not listed
    return parser


def _sentence(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error.args[0]) if error.args else type(error).__name__
