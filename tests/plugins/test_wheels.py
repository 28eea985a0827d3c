"""A game of a stranger and this package, installed as wheels in an empty environment: nothing of a game's folder is lost."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.helpers import OUTSIDE
from support.rooms import Person, Server, serving
from support.wheels import ROOT, Home, build, wheelhouse

__all__ = ["wheelhouse"]
GUIDE = (ROOT / "docs" / "guides" / "share-a-game.md").read_text(encoding="utf-8")
PUZZLES = Path(__file__).with_name("ford-puzzles.json")
GAMES = ("ford", "four-circles")
QUIT = "quit\n"


def as_in_the_guide(folder: Path) -> None:
    """Write the project of the guide with the Ford as its game."""
    [project] = re.findall(r"```toml\n(\[build-system\].*?)```", GUIDE, re.DOTALL)
    without = "\n".join(line for line in project.splitlines() if not line.startswith("abalone ="))
    (folder / "pyproject.toml").write_text(without.replace("pebbles", "ford"), encoding="utf-8")
    (folder / "README.md").write_text("# My games\n", encoding="utf-8")
    (folder / "my_games").mkdir()
    (folder / "my_games" / "__init__.py").write_text("", encoding="utf-8")
    shutil.copytree(OUTSIDE / "ford", folder / "my_games" / "ford", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PUZZLES, folder / "my_games" / "ford" / "puzzles.json")


@pytest.fixture(scope="module")
def home(wheelhouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Return an environment with both wheels, and what room and printing need."""
    folder = tmp_path_factory.mktemp("wheels")
    (folder / "sources").mkdir()
    as_in_the_guide(folder / "sources")
    build(folder / "sources", folder)
    made = Home(folder, *wheelhouse.glob("*.whl"), *folder.glob("*.whl"))
    made.lend("requirements.lock", "requirements-later.lock")
    return made


@pytest.fixture(scope="module")
def server(home: Home) -> Iterator[Server]:
    with serving(home.folder / "room", python=home.bin / "python") as running:
        yield running


def test_both_are_on_the_shelf_and_come_from_wheels(home: Home) -> None:
    games = json.loads(home.run("tableronde", "games", "--json"))
    assert [each["game"] for each in games][-1] == "ford"
    places = home.run("python", "-c", "import tableronde, my_games.ford as game; print(tableronde.__file__, game.__file__)")
    assert all(Path(place).is_relative_to(home.folder / "venv") for place in places.split())


def test_the_game_keeps_every_promise_where_it_is_installed(home: Home) -> None:
    """Among them its rules pages in both languages, the figures they show, its lessons and the proofs of its puzzles."""
    assert "checked closely: no fault" in home.run("tableronde", "check", "ford", "--games", "1")


@pytest.mark.parametrize("game", GAMES)
def test_lessons_and_puzzles_are_played_in_the_terminal(game: str, home: Home) -> None:
    shown = home.run("tableronde", "learn", game, "--lang", "en", keys=QUIT)
    assert "has no lessons" not in shown
    assert len(shown.splitlines()) > 10
    assert "The puzzle of the day" in home.run("tableronde", "puzzles", game, "--lang", "en", keys=QUIT)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_printed_with_rules_and_puzzles(game: str, home: Home) -> None:
    for part in ("kit", "rules", "puzzles"):
        out = home.folder / f"{game}-{part}.pdf"
        home.run("tableronde", "print", game, "--part", part, "--out", str(out))
        assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("game", GAMES)
def test_the_room_shows_its_pages(game: str, server: Server) -> None:
    with Person(server.base) as ana:
        rules = ana.web.get(f"/rules/{game}?lang=en", headers={"Accept": "text/html"}).text
        assert 'id="R1"' in rules
        assert "<figure" in rules
        assert ana.web.get(f"/learn/{game}").status_code == 200
        assert ana.web.get(f"/puzzles/{game}").status_code == 200
        table = ana.open(game, {"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"})
        assert "<svg" in ana.web.get(f"{table['url']}.svg").text
