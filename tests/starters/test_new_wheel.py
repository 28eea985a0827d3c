"""A new game as a wheel beside ours in an empty environment: pages, lesson, print, room, and the plugin of pytest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.rooms import Person, Server, serving
from support.wheels import Home, build, wheelhouse
from tableronde.cli import main

__all__ = ["wheelhouse"]
NAME = "hidden-hand"


@pytest.fixture(scope="module")
def home(wheelhouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Return an environment with both wheels, and what room, printing and tests need."""
    folder = tmp_path_factory.mktemp("new-wheel")
    assert main(["new", NAME, str(folder / "sources"), "--kind", "cards"]) == 0
    build(folder / "sources", folder)
    made = Home(folder, *wheelhouse.glob("*.whl"), *folder.glob("*.whl"))
    made.lend("requirements.lock", "requirements-later.lock", "requirements-dev.lock")
    return made


@pytest.fixture(scope="module")
def server(home: Home) -> Iterator[Server]:
    with serving(home.folder / "room", python=home.bin / "python") as running:
        yield running


def test_it_is_on_the_shelf_and_sound(home: Home) -> None:
    assert "checked closely: no fault" in home.run("tableronde", "check", NAME, "--games", "1")


def test_its_lesson_is_played_and_it_is_printed(home: Home) -> None:
    assert "The second wins" in home.run("tableronde", "learn", NAME, "--lang", "en", keys="quit\n")
    home.run("tableronde", "print", NAME, "--out", str(home.folder / "all.pdf"))
    assert (home.folder / "all.pdf").read_bytes().startswith(b"%PDF")


def test_the_room_shows_its_rules_with_figures(server: Server) -> None:
    with Person(server.base) as ana:
        rules = ana.web.get(f"/rules/{NAME}?lang=en", headers={"Accept": "text/html"}).text
        assert 'id="R3"' in rules
        assert "<figure" in rules


def test_the_plugin_is_found_by_pytest_itself(home: Home) -> None:
    (home.folder / "nothing").mkdir()
    options = ("-p", "no:cacheprovider", f"--tableronde={NAME}", "--tableronde-games=1", "-k", "pages")
    told = home.run("python", "-m", "pytest", str(home.folder / "nothing"), *options)
    assert "2 passed" in told


def test_our_wheel_brings_the_starting_games(home: Home) -> None:
    home.run("tableronde", "new", "ice-floes", str(home.folder / "ice-floes"))
    assert (home.folder / "ice-floes" / ".github" / "workflows" / "check.yml").is_file()
    assert "no fault" in home.run("tableronde", "check", str(home.folder / "ice-floes"), "--games", "1")
