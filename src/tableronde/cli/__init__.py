"""The command line. One line for each command; each lies in a module of its own, whose `main` reads the rest of the words."""

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from tableronde import __version__
from tableronde.outside import told


class Command(NamedTuple):
    """What a command is for, in which module it lies, and what has to be installed besides (an extra)."""

    help: str
    module: str
    extra: str = ""


COMMANDS: Final = {
    "serve": Command("open the game room in the browser", "tableronde.room.__main__", "room"),
    "play": Command("play in the terminal", "tableronde.cli.play"),
    "learn": Command("learn a game in the terminal, step by step", "tableronde.cli.learn"),
    "engine": Command("speak the JSON-lines protocol on standard input and output", "tableronde.cli.engine"),
    "replay": Command("tell a recorded game", "tableronde.cli.replay"),
    "review": Command("the moments of a recorded game where most was lost", "tableronde.cli.review"),
    "check": Command("run the conformance kit on a game", "tableronde.cli.check"),
    "games": Command("list the games, their variants, options and bots", "tableronde.cli.games"),
    "arena": Command("let bots play against each other", "tableronde.cli.arena"),
    "puzzles": Command("solve a game's puzzles in the terminal, make them, prove them", "tableronde.cli.puzzles"),
    "openings": Command("let the strongest bot judge every first action of an open game for two", "tableronde.cli.openings"),
    "print": Command("make a game, its rules or a recorded game on paper (PDF)", "tableronde.cli.paper"),
    "minds": Command("think for rooms on other machines", "tableronde.room.minds.command", "room,cluster"),
    "cluster": Command("try a room of several nodes out on this machine", "tableronde.room.cluster.command", "room,cluster"),
    "store": Command("look after what the room keeps", "tableronde.room.store.command", "room"),
    "bench": Command("measure how fast a game's kernel plays", "tableronde.bench"),
    "research": Command("turn records into data for programs that learn", "tableronde.research.command"),
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 if all went well, 1 if something was found wrong, 2 if the words were off."""
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    except (ValueError, LookupError, OSError) as error:
        print(f"tableronde: {_sentence(error)}", file=sys.stderr)
        return 2
    except Exception as error:  # a fault in a game's code, or in ours: who can mend it sets TABLERONDE_TRACEBACK
        if os.environ.get("TABLERONDE_TRACEBACK"):
            raise
        print(f"tableronde: {told(error)} (TABLERONDE_TRACEBACK=1 shows the way there)", file=sys.stderr)
        return 2


def _run(arguments: list[str]) -> int:
    match arguments:
        case [name, *rest] if name in COMMANDS:
            return _command(COMMANDS[name], rest)
        case [name, *rest] if not name.startswith("-"):
            return _game_command(name, rest)
    _parser().parse_args(arguments)  # which says what there is, or what is wrong
    return 0


def _command(command: Command, arguments: list[str]) -> int:
    """Run one of ours. Nothing of the others is loaded."""
    try:
        module = import_module(command.module)
    except ImportError as error:
        if not command.extra:
            raise
        raise LookupError(f"this needs more packages ({error.name}): pip install 'tableronde[{command.extra}]'") from None
    return int(module.main(arguments))


def _game_command(name: str, arguments: list[str]) -> int:
    """Run one of a game's own: tableronde GAME NAME …"""
    from tableronde.shelf import Shelf

    shelf = Shelf.installed()
    if name not in shelf and not Path(name).exists():
        raise LookupError(f"there is no command {name!r}; there are {', '.join(COMMANDS)}, and the games' own: tableronde GAME NAME")
    box = shelf.find(name)
    commands = box.commands
    if not arguments or arguments[0] not in commands:
        raise LookupError(f"{box.slug} has these commands of its own: {', '.join(commands) or 'none'}")
    return commands[arguments[0]](arguments[1:])


def _parser() -> argparse.ArgumentParser:
    """What can be said without naming a command."""
    parser = argparse.ArgumentParser("tableronde", description="A game room and an engine for board games.")
    parser.add_argument("--version", action="version", version=f"tableronde {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.help, add_help=False)
    return parser


def _sentence(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error.args[0]) if error.args else type(error).__name__
