"""Command-line arguments that name a store, for `tableronde serve` and `tableronde store`."""

import os
from argparse import ArgumentParser
from pathlib import Path

from tableronde.cli.data_home import data_home
from tableronde.room.store.open_store import parse_address


def add_store_arguments(parser: ArgumentParser, store_help: str) -> None:
    """Add --data and --store to a parser."""
    parser.add_argument("--data", type=Path, default=data_home(), help="folder of the tables")
    parser.add_argument(
        "--store",
        type=parse_address,
        default=os.environ.get("TABLERONDE_STORE", ""),
        metavar="URL",
        help=f"{store_help}, postgresql://USER@HOST/DATABASE ($TABLERONDE_STORE)",
    )
