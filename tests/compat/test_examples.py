"""The examples and the strangers' games of f8d6ab2, byte for byte as they were, with the package of today."""

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from compat import current
from support.rooms import OPEN, Person
from tableronde import arena, bots, conform
from tableronde.bots import RandomBot
from tableronde.box import Box
from tableronde.cli import main
from tableronde.kernels import from_state, prove
from tableronde.record import Record
from tableronde.shelf import find
from tableronde.table import Table

THEN = Path(__file__).parent / "f8d6ab2"
EXAMPLES, OUTSIDE = THEN / "examples", THEN / "outside"
AGENTS = EXAMPLES / "agents"
GAMES = {"pebbles": EXAMPLES / "pebbles.py", "cascade": EXAMPLES / "cascade", "ford": OUTSIDE / "ford", "mistigri": OUTSIDE / "mistigri"}
DIGEST = "229b853baa9cc8a2dbecde9d4f37fc6b4430d6af604f3a9055837871bcf6200d"


def test_they_are_as_they_were() -> None:
    """Examples are changed in docs/. These copies stay, so that games written at that time are still tried."""
    whole = hashlib.sha256()
    for path in sorted(path for path in THEN.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        whole.update(path.relative_to(THEN).as_posix().encode() + b"\0" + path.read_bytes())
    assert whole.hexdigest() == DIGEST


@pytest.fixture(params=list(GAMES))
def box(request: pytest.FixtureRequest) -> Box:
    return find(str(GAMES[request.param]))


def players(box: Box) -> int:
    return max(2, min(box.game_type.players))


def finished(box: Box) -> Table:
    """A whole game between random bots."""
    table = Table(box, players(box), rng=Random(3))
    arena.play(table, [RandomBot(box, table.game, seat, Random(seat)) for seat in range(table.game.seats)], Random(5))
    return table


def test_a_game_is_played_drawn_and_replayed(box: Box) -> None:
    table = finished(box)
    assert table.outcome
    again = Table.replay(box, Record.parse(table.record().text()))
    assert again.state == table.state
    for seat in (None, 0):
        view = table.view(seat)
        scene = box.draw(view, seat, (), ())
        assert scene.areas
        assert json.dumps(scene.json("en"))
        assert json.dumps(table.game.facts(view))


def test_a_game_keeps_its_promises(box: Box) -> None:
    report = conform.check(box, [players(box)], games=1, enough=lambda report: bool(report.faults))
    assert [str(fault) for fault in report.faults] == []
    assert report.games


def test_the_command_check_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(GAMES["pebbles"]), "--games", "1", "--first"]) == 0, capsys.readouterr().out


def test_the_engine_plays_a_strangers_game(box: Box) -> None:
    table = finished(box)
    plays = [{"op": "play", "actor": str(actor), "action": action} for actor, action in table.events]
    new = {"op": "new", "game": box.slug, "players": table.game.seats, "setup": table.setup}
    lines = "".join(json.dumps(each) + "\n" for each in [new, *plays, {"op": "legal"}, {"op": "record"}])
    command = [sys.executable, "-m", "tableronde", "engine", "--game", str(GAMES[box.slug])]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer.get("error") for answer in answers if not answer["ok"]] == []
    assert answers[-2]["legal"] == {}
    assert answers[-1]["record"]["events"] == table.record().json()["events"]


def test_the_kernel_of_the_example_is_proved() -> None:
    box = find(str(GAMES["cascade"]))
    assert prove(box, games=3)
    table = Table(box, 2, rng=Random(1))
    assert from_state(box)(table.view(0), table.game.options).list_moves()


@pytest.mark.parametrize("game", ["four-circles", "kaplan", str(GAMES["ford"]), str(GAMES["mistigri"])])
@pytest.mark.parametrize("agent", ["first", "learned"])
def test_an_agent_plays(game: str, agent: str) -> None:
    box = find(game)
    options = {"max_plies": 30} if box.slug == "four-circles" else {}
    names = [f"{AGENTS / agent}.py:Agent", *["random"] * (min(box.game_type.players) - 1)]
    assert arena.match(box, names, 1, options=options).games == 1


@pytest.mark.parametrize("game", ["four-circles", str(GAMES["cascade"])])
def test_the_agent_that_searches_plays(game: str) -> None:
    box = find(game)
    options = {"max_plies": 20} if box.slug == "four-circles" else {}
    assert arena.match(box, [f"{AGENTS / 'searching.py'}:Agent", "random"], 1, options=options, seconds=0.02).games == 1


def test_an_agent_is_invited_as_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "guests", {})
    bots.invite("mine", f"{AGENTS / 'first.py'}:Agent")
    assert "mine" in bots.suggested(find(str(GAMES["ford"])))


def test_the_agent_in_javascript_plays_over_the_engine() -> None:
    deno = Path(sys.executable).parent / "deno"
    if not deno.exists():
        pytest.skip("no deno here")
    command = [str(deno), "run", "--allow-run", "--no-lock", "--quiet", str(AGENTS / "engine.js"), "four-circles", '{"max_plies": 12}']
    run = subprocess.run([*command, sys.executable, "-m", "tableronde", "engine"], capture_output=True, text=True, timeout=60, check=True)
    told = json.loads(run.stdout)
    assert (told["game"], told["over"]) == ("four-circles", True)


def test_the_learner_learns_and_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own program, a few lessons long."""
    pytest.importorskip("numpy")
    learner = run_example(EXAMPLES / "learner.py")
    told = StringIO()
    words = ["learner.py", "cirkis", "--seconds", "0.2", "--games", "8", "--against", "random", "--tests", "1"]
    monkeypatch.setattr(sys, "argv", words)
    with redirect_stdout(told):
        learner.main()
    assert "% against random" in told.getvalue()
    assert 0 <= learner.share_by_lot(learner.Learner("cirkis", 4).network, "cirkis", 4, steps=5 * 15) <= 1


def run_example(path: Path) -> ModuleType:
    """A file as a module, without what it does when it is run."""
    module = ModuleType(f"then_{path.stem}")
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    return module


@pytest.fixture(scope="module")
def ana(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    data = tmp_path_factory.mktemp("then") / "data"
    games = [word for path in (GAMES["ford"], GAMES["mistigri"]) for word in ("--game", str(path))]
    with current.serving(data, "--workers", "1", "--game", "four-circles", *games, told=False) as server, Person(server.base) as person:
        yield person


@pytest.mark.parametrize(("game", "options"), [("four-circles", {"max_plies": 12}), ("ford", {})])
def test_two_clients_play_to_the_end(ana: Person, game: str, options: dict[str, Any]) -> None:
    table = ana.open(game, OPEN, OPEN, options=options)
    command = [sys.executable, str(EXAMPLES / "bot_client.py")]
    programs = [subprocess.Popen([*command, ana.base + link], stdout=subprocess.PIPE, text=True) for link in table["seats"]]
    said = [program.communicate(timeout=60)[0] for program in programs]
    assert [program.returncode for program in programs] == [0, 0]
    assert ast.literal_eval(said[0]) == ana.web.get(f"{table['url']}.json?lang=fr").json()["outcome"]


@pytest.mark.parametrize("game", ["ford", "mistigri"])
def test_a_strangers_game_has_every_page_in_the_room(ana: Person, game: str) -> None:
    for kind in ("new", "rules", "print"):
        assert ana.web.get(f"/{kind}/{game}.json").json()["game"] == game
    assert ana.web.get(f"/cover/{game}.svg").status_code == 200
