"""From the wheel alone, in an empty environment: play, examples, and games that come and go with pip."""

import json
import shutil
from pathlib import Path

import pytest

from support.helpers import OUTSIDE
from support.wheels import ROOT, Home, build, wheelhouse

__all__ = ["wheelhouse"]
PROJECT = """
[build-system]
requires = ["setuptools>=80"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "1.0"
requires-python = ">=3.11"

{games}

[tool.setuptools]
packages = ["{module}"]

[tool.setuptools.package-data]
"*" = ["*.md", "*.toml"]
"""


def package(folder: Path, name: str, games: str) -> None:
    """Build a wheel of a package with the Ford in it."""
    module = name.replace("-", "_")
    sources = folder / f"sources-{name}"
    shutil.copytree(OUTSIDE / "ford", sources / module, ignore=shutil.ignore_patterns("__pycache__"))
    (sources / "pyproject.toml").write_text(PROJECT.format(name=name, module=module, games=games), encoding="utf-8")
    build(sources, folder / "index")


def entry(line: str) -> str:
    return f'[project.entry-points."tableronde.games"]\n{line}'


@pytest.fixture(scope="module")
def home(wheelhouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Return an environment with nothing but this package, and a folder `index` with packages of strangers."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "index").mkdir()
    package(folder, "ford-game", entry('ford = "ford_game:BOX"'))
    package(folder, "no-game", "")
    package(folder, "wrong-game", entry('gue = "wrong_game:NO_BOX"'))
    package(folder, "bold-game", entry('cirkis = "bold_game:BOX"'))
    return Home(folder, *wheelhouse.glob("*.whl"))


def games(home: Home) -> list[str]:
    return [each["game"] for each in json.loads(home.run("tableronde", "games", "--json"))]


def refused(home: Home, *words: str) -> str:
    """Run a command that is to fail; return its one sentence."""
    home.run("tableronde", *words, status=2)
    [line] = home.last_error.strip().splitlines()
    return line


def test_a_game_is_played_at_once(home: Home) -> None:
    assert "Free tile G7" in home.run("tableronde", "play", "four-circles", "--lang", "en", "--no-colour", keys="quit\n")


def test_an_example_is_copied_and_played(home: Home) -> None:
    said = home.run("tableronde", "example")
    assert {line.partition(":")[0] for line in said.splitlines()} >= {"pebbles", "cascade", "ford", "mistigri", "agents", "learner"}
    home.run("tableronde", "example", "pebbles", "mine")
    assert (home.folder / "mine" / "pebbles.py").read_text() == (ROOT / "docs" / "examples" / "pebbles.py").read_text()
    assert "exists already" in refused(home, "example", "pebbles", "mine")
    home.run("tableronde", "example", "ford", "mine")
    assert "no fault" in home.run("tableronde", "check", "mine/ford", "--games", "1")
    assert "there is no example 'chess'" in refused(home, "example", "chess")


def test_every_example_is_in_the_wheel_and_a_checkout_has_the_same(home: Home) -> None:
    listed = [line.partition(":")[0] for line in home.run("tableronde", "example").splitlines()]
    for name in listed:
        home.run("tableronde", "example", name, "all")
    assert len(list((home.folder / "all").iterdir())) == len(listed)
    assert not list((home.folder / "all").rglob("*.so"))


def test_a_game_comes_and_goes(home: Home) -> None:
    from_here = ("--find-links", "index")
    assert "brings ford: tableronde play ford" in home.run("tableronde", "install", "ford-game", *from_here, offline=True)
    assert games(home)[-1] == "ford"
    assert "on the shelf already" in refused(home, "install", "ford")
    assert "was there already, with ford" in home.run("tableronde", "install", "ford-game", *from_here, offline=True)
    assert home.run("tableronde", "uninstall", "ford") == "ford-game is gone, and with it ford\n"
    assert "ford" not in games(home)
    assert "no installed package has a game 'ford'" in refused(home, "uninstall", "ford")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("no-game", 'brings no game: its pyproject.toml needs [project.entry-points."tableronde.games"]'),
        ("wrong-game", "wrong-game 1.0 was taken off again: wrong_game:NO_BOX holds no game"),
        ("bold-game", "bold-game 1.0 was taken off again: its entry point is called cirkis, but its game is ford"),
        ("nobody-has-this", "pip could not install it:"),
        ("--target=/", "is not the name of a package"),
    ],
)
def test_what_is_not_sound_does_not_stay(name: str, why: str, home: Home) -> None:
    before = games(home)
    words = ("install", "--find-links", "index", *(["--"] if name.startswith("-") else []), name)
    home.run("tableronde", *words, status=2, offline=True)
    assert why in home.last_error
    assert games(home) == before


def test_our_own_games_stay(home: Home) -> None:
    assert "comes with Table Ronde itself" in refused(home, "uninstall", "cirkis")
    assert home.run("tableronde", "install").count("on your shelf") == 5
