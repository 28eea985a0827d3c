"""`tableronde serve`: the room, with every knob a program may want to turn."""

import argparse
import os
import sys
from pathlib import Path

from tableronde import bots
from tableronde.arguments import whole
from tableronde.home import data_home
from tableronde.room.bus import address as bus_address
from tableronde.room.limits import Limits
from tableronde.room.room import KEEP
from tableronde.room.store.opening import address
from tableronde.room.web.serve import Plan, run


def make_parser() -> argparse.ArgumentParser:
    """All that can be chosen."""
    parser = argparse.ArgumentParser(prog="tableronde serve", description="Serve the game room.")
    parser.add_argument("--host", help="listen to this address instead of this machine alone; 0.0.0.0 for the home network")
    parser.add_argument("--port", type=whole(0, 65_535), default=8000, help="0 takes a free one")
    parser.add_argument("--data", type=Path, default=data_home(), help="where tables are kept")
    parser.add_argument(
        "--store",
        type=address,
        default=os.environ.get("TABLERONDE_STORE", ""),
        metavar="URL",
        help="keep them in PostgreSQL instead, postgresql://USER@HOST/DATABASE ($TABLERONDE_STORE)",
    )
    parser.add_argument(
        "--bus",
        type=bus_address,
        default=os.environ.get("TABLERONDE_BUS", ""),
        metavar="URL",
        help="be one of many nodes, which talk over NATS: nats://HOST:4222, several with commas between them ($TABLERONDE_BUS)",
    )
    parser.add_argument("--share-port", action="store_true", help="let other nodes on this machine listen on the same port")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--workers", type=whole(1, 1_000), default=None, help="processes in which bots think")
    parser.add_argument("--game", action="append", default=[], help="put one more game on the shelf: its file, folder or module")
    parser.add_argument("--bot", action="append", default=[], metavar="NAME=FILE:CLASS", help="offer a bot of your own as a level")
    parser.add_argument("--name", action="append", default=[], help="a name under which the room may be called, behind a proxy")
    parser.add_argument(
        "--proxy", action="append", default=[], metavar="ADDRESS", help="a proxy before the room, believed about where requests come from"
    )
    parser.add_argument(
        "--keep", type=days, default=KEEP, metavar="DAYS", help=f"forget tables nobody came to for so long ({KEEP}; 0: never)"
    )
    parser.add_argument("--metrics-port", type=whole(0, 65_535), metavar="N", help="tell the room's numbers there, on this machine alone")
    parser.add_argument("--metrics-token", default="", metavar="TOKEN", help="tell them at /metrics too, to who sends Bearer TOKEN")
    parser.add_argument("--limit", action="append", default=[], metavar="NAME=NUMBER", help=f"one of {', '.join(Limits.names())}")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and serve until told to stop."""
    parser = make_parser()
    chosen = parser.parse_args(arguments)
    try:
        limits = Limits.parse(chosen.limit)
        for text in chosen.bot:
            name, _, place = text.partition("=")
            bots.invite(name, place)
    except (ValueError, LookupError) as error:
        parser.error(str(error))
    if chosen.bus and not chosen.store:
        parser.error("nodes that talk over a bus share a store: --bus needs --store")
    plan = Plan(
        chosen.host,
        chosen.port,
        chosen.data,
        not chosen.no_browser,
        limits,
        chosen.workers,
        chosen.game,
        chosen.name,
        chosen.keep,
        chosen.proxy,
        chosen.metrics_token,
        chosen.metrics_port,
        chosen.store,
        chosen.bus,
        chosen.share_port,
    )
    return run(plan)


def days(text: str) -> int:
    """A number of days; argparse's error if it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise argparse.ArgumentTypeError(f"a whole number of days, 0 for ever, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
