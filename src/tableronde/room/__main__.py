"""`tableronde serve`: runs the room, with every option a program or an operator may set."""

import argparse
import re
import sys
from pathlib import Path

from tableronde import bots
from tableronde.bots.program import PREFIX, describe_program, find_program
from tableronde.cli.bounded_numbers import whole
from tableronde.cli.configuration import Reading, read_options
from tableronde.room.base.limits import Limits
from tableronde.room.bus.bus_arguments import add_bus_arguments
from tableronde.room.room import KEEP
from tableronde.room.store.store_arguments import add_store_arguments
from tableronde.room.web.server.addresses import parse_name, parse_proxy
from tableronde.room.web.server.serve import Plan, run


def make_parser() -> argparse.ArgumentParser:
    """Build the parser of all options."""
    parser = argparse.ArgumentParser(prog="tableronde serve", description="Serve the game room.")
    parser.add_argument("--host", help="listen on this address; 0.0.0.0 for the home network (default: this machine only)")
    parser.add_argument("--port", type=whole(0, 65_535), default=8000, help="listen on this port; 0 takes a free one (8000)")
    add_store_arguments(parser, "use a store in PostgreSQL instead")
    add_bus_arguments(parser, "run as one of many nodes, connected over NATS: nats://USER@HOST:4222")
    parser.add_argument("--share-port", action="store_true", help="let other nodes on this machine listen on the same port")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--workers", type=whole(1, 1_000), default=None, help="processes for bots (one less than there are cores)")
    parser.add_argument("--game", action="append", default=[], help="add a game to the shelf: its file, folder or module")
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=FILE:CLASS",
        help="offer your own bot as a level, also as NAME='cmd:PROGRAM …'",
    )
    parser.add_argument(
        "--name", type=parse_name, action="append", default=[], help="accept requests for this host name, for a room behind a proxy"
    )
    parser.add_argument(
        "--proxy",
        type=parse_proxy,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="trust this proxy, an address or a network such as 10.77.0.0/24, to say where requests come from",
    )
    parser.add_argument(
        "--keep", type=parse_days, default=KEEP, metavar="DAYS", help=f"forget tables not visited for this many days ({KEEP}; 0: never)"
    )
    parser.add_argument(
        "--contact",
        default="",
        metavar="ADDRESS",
        help="name this e-mail or web address on /about, for questions and the rights of authors ($TABLERONDE_CONTACT)",
    )
    parser.add_argument("--metrics-port", type=whole(0, 65_535), metavar="N", help="serve metrics on this port, to this machine only")
    parser.add_argument("--metrics-token", default="", metavar="TOKEN", help="serve /metrics to clients that send this bearer token")
    parser.add_argument(
        "--metrics-token-file", type=Path, metavar="FILE", help="file with that token, so that no list of processes shows it"
    )
    parser.add_argument(
        "--traces", default="", metavar="URL", help="send traces to this OpenTelemetry collector, http://127.0.0.1:4318/v1/traces"
    )
    parser.add_argument("--limit", action="append", default=[], metavar="NAME=NUMBER", help=f"set one of {', '.join(Limits.list_names())}")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Read the options and serve until told to stop."""
    return run(read_plan(arguments)[0])


def read_plan(arguments: list[str] | None = None) -> tuple[Plan, Reading]:
    """Read the options from everywhere, and where each came from; end the program with a sentence if one is wrong."""
    parser = make_parser()
    reading = read_options(parser, arguments)
    chosen = reading.values
    try:
        limits = Limits.parse(chosen.limit)
        for text in chosen.bot:
            bots.invite(*_read_bot(text))
    except (ValueError, LookupError) as error:
        parser.error(str(error))
    if chosen.bus and not chosen.store:
        parser.error("nodes on a bus share a store, so --bus needs --store")
    if chosen.bus and chosen.bus_password and "@" not in chosen.bus:
        parser.error("a password of the bus needs the name of its user: --bus nats://USER@HOST:4222")
    plan = Plan(
        host=chosen.host,
        port=chosen.port,
        data=chosen.data,
        opens_browser=not chosen.no_browser,
        limits=limits,
        workers=chosen.workers,
        games=chosen.game,
        names=chosen.name,
        keep_days=chosen.keep,
        proxies=chosen.proxy,
        contact=chosen.contact,
        metrics_token=chosen.metrics_token,
        metrics_port=chosen.metrics_port,
        store=chosen.store,
        bus=chosen.bus,
        bus_password=chosen.bus_password,
        bus_seal=chosen.bus_seal,
        shares_port=chosen.share_port,
        traces=chosen.traces,
    )
    return plan, reading


def _read_bot(text: str) -> tuple[str, str]:
    """Parse a bot to offer into its name and its place; a program without a name is called like its file."""
    if text.startswith(PREFIX):
        find_program(text)
        return re.sub("[^a-z0-9]+", "-", describe_program(text).lower()).strip("-"), text
    name, _, place = text.partition("=")
    return name, place


def parse_days(text: str) -> int:
    """Parse a number of days; raise argparse's error if it is not one."""
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise argparse.ArgumentTypeError(f"must be a whole number of days, or 0 for ever, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
