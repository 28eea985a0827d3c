"""`tableronde research`: turn records into datasets."""

import argparse
from pathlib import Path

from tableronde.shelf import Shelf


def main(arguments: list[str]) -> int:
    """Run `research dataset FILE… --out FILE`."""
    parser = argparse.ArgumentParser("tableronde research", description="Turn records into data for machine learning.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    dataset = commands.add_parser("dataset", help="turn records into a Parquet file of positions, actions and values")
    dataset.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record (.json), or one on each line (.jsonl)")
    dataset.add_argument("--out", type=Path, default=Path("dataset.parquet"), help="the file to write (default: dataset.parquet)")
    dataset.add_argument("--game", dest="more", action="append", default=[], metavar="PLACE", help="add a game to the shelf")
    chosen = parser.parse_args(arguments)
    try:
        from tableronde.research.dataset import write

        count = write(chosen.files, chosen.out, Shelf.installed(*chosen.more))
    except ModuleNotFoundError as error:
        raise LookupError(f"datasets need another package ({error.name}): pip install 'tableronde[data]'") from None
    print(f"{chosen.out}: {count} choices")
    return 0
