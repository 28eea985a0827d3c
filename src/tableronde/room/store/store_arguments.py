"""Command-line arguments that name a store, for `tableronde serve` and `tableronde store`."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde.cli.configuration import add_config_argument
from tableronde.cli.data_home import data_home
from tableronde.room.store.open_store import parse_address


def add_store_arguments(parser: ArgumentParser, store_help: str) -> None:
    """Add --config, --data and --store to a parser."""
    add_config_argument(parser)
    parser.add_argument("--data", type=Path, default=data_home(), help="folder of the tables")
    parser.add_argument(
        "--store",
        type=parse_address,
        default="",
        metavar="URL",
        help=f"{store_help}, postgresql://USER@HOST/DATABASE ($TABLERONDE_STORE)",
    )
