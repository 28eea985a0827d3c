"""Two outside games, started from another working directory, through every interface.

One is open, on a board that is not square; the other has private hands and sealed choices. Both use only what the documents for
authors describe.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from support.helpers import OUTSIDE
from support.rooms import PATIENCE, Line, Message, Person, Server, bot, serving
from tableronde import bots
from tableronde.bots import RandomBot
from tableronde.cli import main
from tableronde.play import arena
from tableronde.play.terminal.screen import Leave, Screen
from tableronde.play.terminal.terminal_game import TerminalGame
from tableronde.record import Record
from tableronde.shelf import find
from tableronde.table import Table

OPEN, PRIVATE = OUTSIDE / "ford", OUTSIDE / "mistigri"
GAMES = {path.name: path for path in (OPEN, PRIVATE)}
SEATS = {"ford": 2, "mistigri": 3}
LAST = """

from dataclasses import replace as _replace
from tableronde.bots import RandomBot as _RandomBot


class Last(_RandomBot):
    def choose(self, view, heard, legal):
        print("a bot of mine is thinking")
        return legal[-1]


BOX = _replace(BOX, bots={"last": Last})
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a working directory unrelated to the games and this repository."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest, elsewhere: Path) -> str:
    """Return a game as it is typed: the relative path of its folder."""
    return os.path.relpath(GAMES[request.param], elsewhere)


def slug(game: str) -> str:
    return Path(game).name


def finished(game: str) -> Table:
    """Play a complete game between random bots."""
    box = find(game)
    table = Table(box, SEATS[box.slug], rng=Random(3))
    arena.play(table, [RandomBot(box, table.game, seat, Random(seat)) for seat in range(table.game.seats)], Random(5))
    return table


@pytest.fixture
def record(game: str, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(finished(game).record().text(), encoding="utf-8")
    return path


# The command line


def test_check(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", game, "--games", "1"]) == 0, capsys.readouterr().out


def test_games(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", game]) == 0
    assert capsys.readouterr().out.startswith(f"{slug(game)}: ")
    assert main(["games", "--game", game]) == 0
    shown = capsys.readouterr().out
    assert [line for line in shown.splitlines() if not line.startswith(" ")][-1].startswith(f"{slug(game)}: ")
    assert len(shown.splitlines()) > 20, "it stands beside the others, not in their place"


@pytest.mark.parametrize("processes", ["1", "2"])
def test_arena(game: str, processes: str, capsys: pytest.CaptureFixture[str]) -> None:
    levels = ["greedy", *["random"] * (SEATS[slug(game)] - 1)]
    assert main(["arena", game, *levels, "--games", "4", "--processes", processes, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"][0]["games"] == 4


def test_replay_and_record(game: str, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "end.svg"
    assert main(["replay", str(record), "--game", game, "--lang", "en", "--svg", str(picture)]) == 0
    told = re.findall(r"^ +(\d+)  .", capsys.readouterr().out, re.MULTILINE)
    assert len(told) == len(json.loads(record.read_text())["events"])
    ElementTree.parse(picture)
    assert main(["replay", str(record)]) == 2
    assert f"there is no game '{slug(game)}'" in capsys.readouterr().err


def test_review(game: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), "--game", game, "--bot", "greedy", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "Move " in shown
    assert "Better (" in shown


def test_bench_says_that_there_is_no_kernel(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "kernel", game]) == 2
    assert f"{slug(game)} has no kernel" in capsys.readouterr().err


def test_the_engine(game: str) -> None:
    table = finished(game)
    requests = [
        {"op": "games"},
        {"op": "new", "game": slug(game), "players": SEATS[slug(game)], "seed": 1},
        {"op": "legal"},
        {"op": "best", "level": "greedy"},
        {"op": "why", "actor": "0", "action": "nonsense"},
        {"op": "load", "record": table.record().json()},
        {"op": "record"},
        {"op": "new", "game": game, "players": 2},
    ]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    command = [sys.executable, "-P", "-m", "tableronde", "engine", "--game", game]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    games, new, legal, best, why, loaded, kept, by_path = map(json.loads, run.stdout.splitlines())
    assert [each["game"] for each in games["games"]][-1] == slug(game)
    assert new["ok"]
    assert best["action"] in legal["legal"][best["actor"]]
    assert why["text"]
    assert loaded["facts"] == table.facts()
    assert kept["record"] == table.record().json()
    assert not by_path["ok"], "no request can make the engine run a file"
    assert "game must be one of four-circles, " in by_path["error"]


# The terminal


class Typist:
    """Several people at one keyboard: each answer is a number, and what the screen showed is recorded by seat."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.page, self.pages, self.left = rng, [""], list[str](), 60

    def write(self, text: str) -> None:
        self.page.append(text)

    def read(self, prompt: str) -> str:
        if "Hand the keyboard" in prompt:
            self.pages.append("\n".join(self.page))
            self.page = [prompt]
            return ""
        self.left -= 1
        if not self.left:
            raise EOFError
        return str(self.rng.randint(1, 3))


def sat_down(path: Path, seats: int) -> tuple[TerminalGame, Typist]:
    box, typist = find(str(path)), Typist(Random(2))
    table = Table(box, seats, rng=Random(13))
    screen = Screen(typist.read, typist.write, "en", coloured=False, columns=60, lines=24)
    session = TerminalGame(table, {}, screen, Random(1), lambda seat: RandomBot(box, table.game, seat, Random(3)))
    with suppress(EOFError, Leave):
        session.run()
    return session, typist


def test_in_the_terminal_several_people_play_the_open_game() -> None:
    session, typist = sat_down(OPEN, 2)
    assert session.table.plies > 5
    assert not typist.pages, "there is nothing to hide"


def test_in_the_terminal_no_seat_sees_anothers_hand_or_sealed_choice() -> None:
    session, typist = sat_down(PRIVATE, 3)
    table = session.table
    assert table.plies > 6, "all have given two cards, and play has begun"
    assert len(typist.pages) > 3
    assert table.state.first == 0, "the player who gives last is not the first to see the result"
    looked = [int(found[1]) - 1 for page in typist.pages[1:] if (found := re.search(r"Hand the keyboard to Player (\d)", page))]
    assert set(looked[:3]) == {0, 1, 2}
    name = sys.modules[f"{table.box.game_type.__module__.rpartition('.')[0]}.cards"].name
    for seat, page in zip(looked[:3], typist.pages[1:4], strict=True):
        given = {action.split()[1] for actor, action in table.events[:6] if actor != seat}
        hidden = {card for other in range(3) if other != seat for card in table.at(0).state.hands[other]} | given
        seen = [card for card in hidden if re.search(rf"\b{card}\b|\b{re.escape(name(card).en)}\b", page)]
        assert not seen, f"seat {seat} was shown {seen}"
        assert any(card in page for card in table.at(0).state.hands[seat]), "one's own cards are there"


def test_in_the_terminal_against_bots_and_back_again(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is saved, and the command to continue it works from any directory."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    answers = iter(["1", "1", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))
    assert main(["play", game, "--players", str(SEATS[slug(game)]), "--bot", "random", "--lang", "en"]) == 0
    found = re.search(r"To resume it: tableronde (play .*)", capsys.readouterr().out)
    assert found is not None
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    assert main([*found[1].split(), "--bot", "random", "--lang", "en"]) == 0


# The room


@pytest.fixture(scope="module")
def lent(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Make copies of the two games with a bot that always takes its last legal action, and prints to stdout."""
    folder = tmp_path_factory.mktemp("strangers")
    for name, path in GAMES.items():
        shutil.copytree(path, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        init = folder / name / "__init__.py"
        init.write_text(init.read_text(encoding="utf-8") + LAST, encoding="utf-8")
    return {name: folder / name for name in GAMES}


@pytest.fixture(scope="module")
def server(lent: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    more = [argument for path in lent.values() for argument in ("--game", os.path.relpath(path))]
    with serving(tmp_path_factory.mktemp("room") / "data", "--workers", "2", *more) as running:
        yield running


@pytest.fixture
def ana(server: Server) -> Iterator[Person]:
    with Person(server.base) as person:
        yield person


@pytest.fixture(params=list(GAMES))
def served(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def counted(ana: Person, name: str) -> int:
    found = re.search(rf"^tableronde_{name} (\d+)", ana.numbers(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def played_out(ana: Person, table: Message) -> Table:
    """Return the game of bots once it is over."""
    with ana.at(table["id"], feed="facts") as line:
        line.until("outcome")
    kept = ana.web.get(f"/t/{table['id']}/record.json").json()
    return Table.replay(find(str(GAMES[kept["game"]])), Record.read(kept))


def play(line: Line, most: int, choose: Callable[[list[str]], str]) -> None:
    """Let seat 0 act whenever it can, up to `most` times or until the game is over."""
    message, ref = line.hear(), 0
    while "outcome" not in message and ref < most:
        if 0 in message.get("turn", {}).get("to_act", []) and message.get("legal"):
            ref += 1
            message = line.act(choose(message["legal"]["0"]), 0, ref)
        else:
            message = line.hear()


def test_the_room_offers_both_beside_the_others(ana: Person) -> None:
    assert [game["game"] for game in ana.web.get("/index.json").json()["games"]][-2:] == list(GAMES)
    assert len(ana.web.get("/index.json").json()["games"]) == 7


def test_a_bot_of_the_games_own_answers_and_no_other(ana: Person, served: str) -> None:
    """Every action of every bot is the one this level would choose: none was played at random."""
    table = played_out(ana, ana.open(served, *[bot("last")] * SEATS[served]))
    assert table.plies > 5
    for ply, (actor, action) in enumerate(table.events):
        assert action == table.at(ply).legal()[actor][-1]
    assert (counted(ana, "workers_lost"), counted(ana, "bots_failed")) == (0, 0)


@pytest.mark.parametrize("level", list(bots.ANY_GAME))
def test_every_level_plays_in_the_room(ana: Person, served: str, level: str) -> None:
    table = ana.open(served, {"kind": "me", "name": "Ana"}, *[bot(level)] * (SEATS[served] - 1))
    with ana.at(table["id"], feed="facts") as line:
        play(line, 3, lambda legal: legal[0])
    assert (counted(ana, "workers_lost"), counted(ana, "bots_failed")) == (0, 0)


def test_hints(ana: Person, served: str) -> None:
    table = ana.open(served, {"kind": "me", "name": "Ana"}, *[bot("random")] * (SEATS[served] - 1))
    with ana.at(table["id"]) as line:
        line.until(lambda m: m.get("turn", {}).get("yours"))
        hint = line.asked("hint", "hint", step=3, seat=0)
        assert hint["text"]
        assert hint["action"]
        assert line.act(hint["action"], 0)["ok"] == 1


def test_review_replay_and_record_in_the_room(ana: Person, served: str) -> None:
    id, data = next((id, data) for id, data in _played_at_random(ana, served) if data["moments"])
    assert data["choices"] > 2
    for moment in data["moments"]:
        ElementTree.fromstring(ana.web.get(moment["picture"]).text)
    last = ana.web.get(f"/replay/{id}.json?ply=3").json()
    assert last["ply"] == 3
    assert last["scene"]["areas"]
    assert ana.web.get(f"/t/{id}/record.json").json()["game"] == served


def _played_at_random(ana: Person, game: str) -> Iterator[tuple[str, Any]]:
    """Yield some games and their reviews: with random cards one game in thirty may have no slip, but not five in a row."""
    rng = Random(7)
    for _ in range(5):
        table = ana.open(game, {"kind": "me", "name": "Ana"}, *[bot("random")] * (SEATS[game] - 1))
        with ana.at(table["id"], feed="facts") as line:
            play(line, 1000, rng.choice)
        yield table["id"], _reviewed(ana, f"/review/{table['id']}.json?seat=0&lang=en")


def _reviewed(ana: Person, address: str) -> Any:
    end = time.monotonic() + 3 * PATIENCE
    while time.monotonic() < end:
        answer = ana.web.get(address)
        if answer.status_code == 200:
            return answer.json()
        time.sleep(0.1)
    raise TimeoutError(address)


def test_rules_page_cover_and_looks(ana: Person, served: str) -> None:
    for language in ("fr", "en"):
        page = ana.web.get(f"/rules/{served}?lang={language}", headers={"Accept": "text/html"})
        assert page.status_code == 200
        assert find(str(GAMES[served])).rulebook(language)
        assert "<h1>" in page.text
    ElementTree.fromstring(ana.web.get(f"/cover/{served}.svg").text)
    assert ana.web.get(f"/looks/{served}.json").status_code == 200
    assert ana.web.get(f"/new/{served}").status_code == 200


def test_the_room_draws_a_curtain_before_private_hands(ana: Person) -> None:
    """Three people at one screen: before the page says which seat is looking, no card is sent."""
    table = ana.open("mistigri", *[{"kind": "here", "name": f"P{seat}"} for seat in range(3)])
    with ana.at(table["id"]) as line:
        first = line.hear()
        assert first["table"]["private"]
        assert first["scene"]["seat"] is None
        assert first["choices"]["offers"] == []
        own = line.asked("look", "choices", seat=1)
        assert own["seat"] == 1
        assert own["offers"]
