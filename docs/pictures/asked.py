"""Read the arguments of the picture scripts: a folder, and some of the names there are."""

import argparse
from collections.abc import Collection
from pathlib import Path


def asked(about: str, names: Collection[str]) -> tuple[Path, list[str]]:
    """Return the folder and the names chosen, by default all."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"take only these: {', '.join(names)}")
    given = parser.parse_args()
    if strange := sorted(set(given.names) - set(names)):
        parser.error(f"there is no {', '.join(strange)}")
    return given.folder, given.names
