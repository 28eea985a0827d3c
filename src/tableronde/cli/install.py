"""tableronde install, tableronde uninstall: games as packages, by pip, in the environment of this command.

Installing ends with a look at the shelf: a package whose games cannot be loaded is taken off again.
"""

import importlib
import importlib.util
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path
from typing import Final

from tableronde.cli.example import catalogue
from tableronde.plugins.loader import Fault
from tableronde.shelf import GROUP, HOUSE, Shelf, load

SAYS_NO_MORE: Final = ("--quiet", "--disable-pip-version-check")


def parser(name: str = "install") -> ArgumentParser:
    """Create the parser of the arguments of both commands."""
    parser = ArgumentParser(f"tableronde {name}")
    if name == "uninstall":
        parser.add_argument("name", metavar="NAME", help="a game on the shelf, or the package that brought it")
        return parser
    parser.add_argument("name", nargs="?", metavar="NAME", help="a game of the catalogue, or what pip takes: a package, a file, a folder")
    parser.add_argument("--upgrade", action="store_true", help="install the latest version over an older one")
    parser.add_argument("--index-url", metavar="URL", help="the package index to ask")
    parser.add_argument("--find-links", metavar="PLACE", help="a folder or page with wheels")
    return parser


def main(arguments: list[str]) -> int:
    """Install a package of games, or list the catalogue."""
    chosen = parser().parse_args(arguments)
    if chosen.name is None:
        return _list_catalogue()
    before = {each.name: each.version for each in _packages_with_games()}
    if chosen.name in Shelf.installed() and not chosen.upgrade:
        raise LookupError(f"{chosen.name} is on the shelf already; add --upgrade to look for a later version")
    extra = ["--upgrade"] if chosen.upgrade else []
    extra += [word for option in ("index_url", "find_links") if (value := getattr(chosen, option)) for word in (_flag(option), value)]
    _pip("install", *extra, _package_of(chosen.name))
    _forget_what_was_there()
    return _look_at_the_shelf(chosen.name, before)


def uninstall(arguments: list[str]) -> int:
    """Uninstall the package that brought a game."""
    name = parser("uninstall").parse_args(arguments).name
    found = next((each for each in _packages_with_games() if name in (each.name, *_games(each))), None)
    if found is None:
        raise LookupError(f"no installed package has a game {name!r}; the shelf holds {Shelf.installed()}")
    if found.name == HOUSE:
        raise LookupError(f"{name} comes with Table Ronde itself: pip uninstall {HOUSE}")
    package, games = found.name, sorted(_games(found))  # its metadata goes with it
    _pip("uninstall", "--yes", package)
    print(f"{package} is gone, and with it {', '.join(games)}")
    return 0


def _list_catalogue() -> int:
    shelf = Shelf.installed()
    for game, package in catalogue()["games"].items():
        print(f"{game}: in the package {package}, {'on your shelf' if game in shelf else 'not installed'}")
    return 0


def _package_of(name: str) -> str:
    """Return what pip is to install for a name."""
    package: str = catalogue()["games"].get(name, name)
    if package.startswith("-"):
        raise LookupError(f"{package!r} is not the name of a package")
    return str(Path(package).resolve()) if Path(package).exists() else package


def _flag(option: str) -> str:
    return f"--{option.replace('_', '-')}"


def _pip(command: str, *arguments: str) -> None:
    """Run pip for this environment, or uv where there is no pip; ValueError with its last line if it fails."""
    said = subprocess.run([*_installer(command), *arguments], capture_output=True, text=True, check=False)
    if said.returncode:
        lines = [line for line in (said.stderr or said.stdout).splitlines() if line.strip()]
        why = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "it said nothing")
        raise ValueError(f"pip could not {command} it: {why.strip()}")


def _installer(command: str) -> list[str]:
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", command, *SAYS_NO_MORE]
    if uv := shutil.which("uv"):
        return [uv, "pip", command, "--quiet", "--python", sys.executable]
    raise LookupError("there is neither pip nor uv here: python -m ensurepip brings pip")


def _forget_what_was_there() -> None:
    """Let this process see what was installed a moment ago."""
    importlib.invalidate_caches()


def _packages_with_games() -> Iterator[Distribution]:
    yield from (each for each in distributions() if _games(each))


def _games(package: Distribution) -> dict[str, str]:
    """Return the places of a package's games by slug."""
    return {entry.name: entry.value for entry in package.entry_points if entry.group == GROUP}


def _look_at_the_shelf(name: str, before: dict[str, str]) -> int:
    """Load every game that has come."""
    come = [each for each in _packages_with_games() if before.get(each.name) != each.version]
    if not come and (same := _already(name)):
        print(f"{same.name} {same.version} was there already, with {', '.join(sorted(_games(same)))}")
        return 0
    if not come:
        raise LookupError(f'{name} is installed but brings no game: its pyproject.toml needs [project.entry-points."{GROUP}"]')
    for package in come:
        _prove(package, is_new=package.name not in before)
        print(f"{package.name} {package.version} brings {', '.join(sorted(_games(package)))}: tableronde play {min(_games(package))}")
    return 0


def _prove(package: Distribution, is_new: bool) -> None:
    """Load the games of a package; Fault if one is not sound. A new package is then uninstalled again."""
    fault = next((fault for slug, place in _games(package).items() if (fault := _fault(slug, place))), "")
    name, version = package.name, package.version
    if fault and is_new:
        _pip("uninstall", "--yes", name)
        raise Fault(f"{name} {version} was taken off again: {fault}")
    if fault:
        raise Fault(f"{name} {version} is not sound: {fault}")


def _already(name: str) -> Distribution | None:
    try:
        found = distribution(re.split(r"[\[<>=!~ ]", _package_of(name))[0])
    except (PackageNotFoundError, ValueError):
        return None
    return found if _games(found) else None


def _fault(slug: str, place: str) -> str:
    """Return what is wrong with a game, or nothing."""
    try:
        box = load(place)
    except LookupError as error:
        return str(error.args[0])
    if box.slug != slug:
        return f"its entry point is called {slug}, but its game is {box.slug}"
    return "" if Shelf.installed().place(slug) == place else f"another game is called {slug}; ours keep their names"
