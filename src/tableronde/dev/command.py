"""`tableronde dev`: write a game and see every seat of it; each save is shown at once."""

import asyncio
import contextlib
import socket
import sys
import threading
import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

import uvicorn

from tableronde.cli.arguments import A_GAME, language_argument
from tableronde.cli.bounded_numbers import seats, seed, whole
from tableronde.cli.data_home import data_home
from tableronde.dev.dev_app import build
from tableronde.dev.dev_session import DevSession
from tableronde.plugins import projects
from tableronde.shelf import Shelf

LOOPBACK: Final = "127.0.0.1"
PORT: Final = 8001


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde dev")
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("--players", type=seats, help="seats of the first game (default: the fewest the game allows)")
    parser.add_argument("--seed", type=seed, help="the first game is dealt the same every time")
    parser.add_argument("--port", type=whole(0, 65535), default=PORT, help=f"port of the page; 0 takes a free one (default: {PORT})")
    parser.add_argument("--no-browser", action="store_true", help="print the address, and open no browser")
    language_argument(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Serve the page until Ctrl-C."""
    chosen = parser().parse_args(arguments)
    place, watched = find_place(chosen.game)
    with _listening(chosen.port) as listener:
        address = f"http://localhost:{listener.getsockname()[1]}/"
        print(f"{watched}: {address}", flush=True)
        if not chosen.no_browser:
            threading.Timer(0.5, webbrowser.open, (address,)).start()
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(place, watched, chosen, listener))
    return 0


def find_place(name: str) -> tuple[str, Path]:
    """Return by which place any process loads a game, and what to watch; LookupError with a sentence if there is neither.

    The game itself may be broken: the page says so.
    """
    path = Path(name)
    if path.exists():
        whole = path.resolve()
        if whole.is_dir() and not (whole / "__init__.py").is_file():
            whole = projects.game_of(whole) or whole
        if whole.is_dir() and not (whole / "__init__.py").is_file():
            raise LookupError(f"{name} holds no game: the folder has no __init__.py, and no pyproject.toml that names one")
        return str(whole), whole
    shelf = Shelf.installed()
    box = shelf.find(name)
    module = sys.modules[box.rules.__module__.rpartition(".")[0] or box.rules.__module__]
    return shelf.place(box.slug), Path(str(module.__file__)).parent


def _listening(port: int) -> socket.socket:
    """Return a socket on the port, or on a free one if it is taken."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
    except OSError:
        listener.bind((LOOPBACK, 0))
    listener.listen()
    return listener


async def _serve(place: str, watched: Path, chosen: Namespace, listener: socket.socket) -> None:
    wishes = {"players": chosen.players, "seed": chosen.seed, "language": chosen.lang}
    session = DevSession(place, watched, data_home() / "dev", {key: value for key, value in wishes.items() if value is not None})
    config = uvicorn.Config(build(session), log_level="warning", access_log=False, timeout_graceful_shutdown=1)
    await uvicorn.Server(config).serve(sockets=[listener])
