"""Command-line arguments that name a bus, for `tableronde serve` and `tableronde workers`."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde.room.bus import MODES, parse_address


def add_bus_arguments(parser: ArgumentParser, bus_help: str) -> None:
    """Add --bus, --bus-password-file and --bus-seal to a parser. A password is never an argument, which everybody on a machine can read."""
    parser.add_argument(
        "--bus", type=parse_address, default="", metavar="URL", help=f"{bus_help}, several separated by commas ($TABLERONDE_BUS)"
    )
    parser.add_argument(
        "--bus-password-file",
        type=Path,
        metavar="FILE",
        help="file with the password of the user in that address ($TABLERONDE_BUS_PASSWORD, or $TABLERONDE_BUS_PASSWORD_FILE)",
    )
    parser.add_argument(
        "--bus-seal",
        choices=MODES,
        default="accept",
        help="seal messages on the bus: off; accept also unsealed ones, for an upgrade; require seals (accept)",
    )
