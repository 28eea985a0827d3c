"""tableronde example: copy an example that comes with the package, to run and to change."""

import shutil
import tomllib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final, NamedTuple

PACKAGE: Final = Path(__file__).parents[1]
CHECKOUT: Final = PACKAGE.parents[1]
UNWANTED: Final = shutil.ignore_patterns("__pycache__", "*.so", "*.pyc")


class Example(NamedTuple):
    """An example: where a checkout has it, what it is, and a command that shows it."""

    source: str
    text: str
    command: str


def catalogue() -> dict[str, dict[str, Any]]:
    """Return the file that names examples and games."""
    return tomllib.loads((PACKAGE / "games" / "catalogue.toml").read_text(encoding="utf-8"))


def examples() -> dict[str, Example]:
    """Return the examples by name."""
    return {name: Example(each["source"], each["text"], each["try"]) for name, each in catalogue()["examples"].items()}


def find_example(name: str) -> Path:
    """Return the file or folder of an example; LookupError with a sentence if there is none."""
    known = examples()
    if name not in known:
        raise LookupError(f"there is no example {name!r}; there are {', '.join(known)}")
    source = Path(known[name].source)
    places = (PACKAGE / "examples" / source.name, CHECKOUT / source)  # installed, and in a checkout
    found = next((place for place in places if place.exists()), None)
    if found is None:
        raise LookupError(f"this copy of tableronde was built without its examples; {name} is {source} in the sources")
    return found


def copy_example(name: str, folder: Path) -> Path:
    """Copy an example into a folder; ValueError with a sentence if something with its name is there."""
    source = find_example(name)
    target = folder / source.name
    if target.exists():
        raise ValueError(f"{target} exists already; name another folder: tableronde example {name} FOLDER")
    folder.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=UNWANTED)
    else:
        shutil.copy(source, target)
    return target


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde example")
    parser.add_argument("name", nargs="?", metavar="NAME", help="the example; without it they are listed")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), metavar="FOLDER", help="where to copy it to; the current folder")
    return parser


def main(arguments: list[str]) -> int:
    """Copy an example, or list all."""
    chosen = parser().parse_args(arguments)
    if chosen.name is None:
        for name, each in examples().items():
            print(f"{name}: {each.text}")
        return 0
    target = copy_example(chosen.name, chosen.folder)
    print(f"{target} is yours now. In its folder, try: {examples()[chosen.name].command}")
    return 0
