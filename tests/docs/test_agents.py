"""Custom agents in the terminal, the arena and the room; the examples of the page play."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.helpers import OUTSIDE, typed
from support.rooms import Person, bot, serving
from tableronde import bots
from tableronde.cli import main
from tableronde.play import arena
from tableronde.shelf import find

ROOT = Path(__file__).parents[2]
AGENTS = ROOT / "docs" / "examples" / "agents"
FIRST = f"{AGENTS / 'first.py'}:Agent"


@pytest.fixture(autouse=True)
def _no_guests() -> None:
    bots.guests.clear()


def test_the_page_shows_the_code_as_it_is() -> None:
    code = (AGENTS / "first.py").read_text()
    page = (ROOT / "docs" / "tutorials" / "first-bot.md").read_text()
    block = page.split("```python\n")[1].split("```")[0]
    assert block in code
    assert len([line for line in block.splitlines() if line]) == 10


@pytest.mark.parametrize("game", ["four-circles", "cirkis", "cirkle-duo", "kaplan", str(OUTSIDE / "ford"), str(OUTSIDE / "mistigri")])
@pytest.mark.parametrize("agent", ["first", "learned"])
def test_an_agent_plays_any_game(game: str, agent: str) -> None:
    box = find(game)
    seats = min(box.game_type.players)
    options = {"max_plies": 60} if box.slug == "four-circles" else {}
    tally = arena.match(box, [f"{AGENTS / agent}.py:Agent", *["random"] * (seats - 1)], 1, options=options)
    assert tally.games == 1


def test_ten_lines_beat_chance() -> None:
    tally = arena.match(find(str(OUTSIDE / "ford")), [FIRST, "random"], 30)
    assert tally.share(0) > 0.6


def test_a_kernel_search_beats_a_child() -> None:
    tally = arena.match(find("four-circles"), [f"{AGENTS / 'searching.py'}:Agent", "child"], 10, seconds=0.05)
    assert tally.share(0) >= 0.8  # it wins 99 of 100 games; without thinking time it would win six of ten


def test_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    typed(monkeypatch, "0,0")
    assert main(["play", "four-circles", "--bot", FIRST, "--lang", "en", "--no-colour", "--seed", "1"]) == 0
    record = json.loads((tmp_path / "tableronde" / "four-circles.json").read_text())
    assert [actor for actor, _ in record["events"]] == ["0", "1"]


def test_in_the_arena_with_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", str(OUTSIDE / "ford"), FIRST, "random", "--games", "4", "--processes", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"][0]["games"] == 4


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nobody", "has no bot 'nobody'; it has random, greedy, search, .*or your own as FILE.py:CLASS"),
        ("missing.py:Agent", "there is no file missing.py"),
        ("no.such.module:Agent", "there is no module"),
        (f"{AGENTS / 'first.py'}:Nobody", "has no bot 'Nobody'"),
    ],
)
def test_an_invalid_agent_is_reported(name: str, sentence: str) -> None:
    with pytest.raises(LookupError, match=sentence):
        bots.find(find("four-circles"), name)


def test_a_guest_needs_a_plain_name() -> None:
    with pytest.raises(LookupError, match="lowercase letters"):
        bots.invite("../mine", FIRST)
    with pytest.raises(LookupError, match="there is no file"):
        bots.invite("mine", "missing.py:Agent")
    assert not bots.guests


def test_a_game_without_levels_is_played_by_general_levels_and_by_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    box = find(str(OUTSIDE / "ford"))
    assert not box.bots
    monkeypatch.setitem(bots.guests, "mine", FIRST)
    assert bots.suggested(box) == ["easy", "medium", "hard", "mine"]


def test_in_the_room_as_a_level(tmp_path: Path) -> None:
    """The room offers it, a worker thinks for it, and no request can name a file."""
    marked = tmp_path / "marked.py"
    marked.write_text(
        "from tableronde.bots import Bot\n\nclass Agent(Bot):\n    def choose(self, view, heard, legal):\n        return legal[-1]\n"
    )
    with serving(tmp_path / "data", "--bot", f"mine={marked}:Agent") as server, Person(server.base) as ana:
        table = ana.open("four-circles", bot("mine"), bot("mine"), options={"max_plies": 6}, pace="now")
        with ana.at(table["id"], feed="facts") as line:
            line.until(lambda message: (message.get("table") or {}).get("status") == "over")
        record = ana.web.get(f"{table['url']}/record.json").json()
        assert [action for _, action in record["events"]] == ["4,3", "4,2", "4,1", "4,0", "3,3", "3,2"]
        assert ana.web.get("/new/four-circles.json").json()["suggested"] == [*find("four-circles").bots, "mine"]
        unknown = {"game": "four-circles", "seats": [bot("m.py:Agent"), bot("mine")]}
        assert "there is no bot 'm.py:Agent'" in ana.web.post("/tables", json=unknown).text


def in_javascript(game: str, options: str, *more: str) -> Any:
    deno = Path(sys.executable).parent / "deno"
    command = [str(deno), "run", "--allow-run", "--no-lock", "--quiet", str(AGENTS / "engine.js"), game, options]
    engine = [sys.executable, "-m", "tableronde", "engine", *more]
    return json.loads(subprocess.run([*command, *engine], capture_output=True, text=True, timeout=300, check=True).stdout)


def test_in_javascript_over_the_engine() -> None:
    result = in_javascript("four-circles", '{"max_plies": 100}')
    text = "A draw: the agreed number of moves has been played (house rule)."
    assert result == {"game": "four-circles", "over": True, "winners": [0, 1], "text": text}  # its seed is fixed


@pytest.mark.parametrize(("slug", "place"), [("pebbles", "pebbles.py"), ("ford", OUTSIDE / "ford"), ("mistigri", OUTSIDE / "mistigri")])
def test_in_javascript_a_game_of_a_stranger(slug: str, place: str | Path) -> None:
    """Their facts name no winners; the answers do."""
    result = in_javascript(slug, "{}", "--game", str(AGENTS.parent / place))
    assert result["over"] is True
    assert result["text"]
