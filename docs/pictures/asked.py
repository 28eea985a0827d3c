"""What is asked for on the command line: a folder, and some of the names there are."""

import argparse
from collections.abc import Collection
from pathlib import Path


def asked(about: str, names: Collection[str]) -> tuple[Path, list[str]]:
    """The folder, and the names chosen; none means all."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(names)}")
    given = parser.parse_args()
    if strange := sorted(set(given.names) - set(names)):
        parser.error(f"there is no {', '.join(strange)}")
    return given.folder, given.names
