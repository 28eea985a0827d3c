"""tableronde new: a small working game as a package, to change into one's own."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde.shelf import Shelf
from tableronde.starters.new_game import KINDS, check_name, create


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde new")
    parser.add_argument("name", help="the name of the game: small letters, digits and hyphens, such as night-market")
    parser.add_argument("folder", nargs="?", type=Path, help="where to write it (default: a folder of that name)")
    parser.add_argument("--kind", choices=KINDS, default="board", help="the game to start from (default: board)")
    return parser


def main(arguments: list[str]) -> int:
    """Write the project and print what to do next."""
    chosen = parser().parse_args(arguments)
    check_name(chosen.name, frozenset(Shelf.installed()))
    folder = chosen.folder or Path(chosen.name)
    written = create(chosen.name, chosen.kind, folder)
    print(f"{chosen.name}: {len(written)} files in {folder}")
    print("Next:")
    for command, why in (
        (f"cd {folder}", ""),
        ("tableronde dev .", "see every seat, and follow each save"),
        ("tableronde check .", "are the rules consistent?"),
        ("pip install -e '.[test]' && pytest", "its tests, and every promise as a test"),
    ):
        print(f"    {command:36}{f'# {why}' if why else ''}".rstrip())
    return 0
