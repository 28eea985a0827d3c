"""Programs as bots: what they are told, what they may answer, and what happens where they fail."""

import json
import shlex
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.helpers import OUTSIDE, typed
from support.rooms import ME, Person, bot, serving
from support.toys import POST
from tableronde import bots
from tableronde.bots import program
from tableronde.bots.bot import Bot
from tableronde.bots.program import ProgramBot
from tableronde.box import Box
from tableronde.cli import main
from tableronde.play import arena
from tableronde.play.engine import Engine
from tableronde.shelf import find
from tableronde.table import Table

AGENTS = Path(__file__).parents[2] / "docs" / "examples" / "agents"
DENO = Path(sys.executable).parent / "deno"
PYTHON_EXAMPLE = shlex.join([sys.executable, str(AGENTS / "program.py")])
JAVASCRIPT_EXAMPLE = shlex.join([str(DENO), "run", "--no-lock", "--quiet", str(AGENTS / "program.js")])
FRAME = """
import json, os, sys, time
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"]}
    if request["op"] == "choose":
%s
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture(autouse=True)
def _stopped(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Wait briefly for programs, stop them afterwards, and forget guests."""
    monkeypatch.setattr(program, "GRACE", 0.4)
    bots.guests.clear()
    yield
    program.stop_all()


def written(folder: Path, choose: str, name: str = "bot.py") -> str:
    """Write a program that answers with what these lines make of `answer`; return the name of its bot."""
    path = folder / name
    path.write_text(FRAME % "\n".join(f"        {line}" for line in choose.splitlines()), encoding="utf-8")
    return f"cmd:{shlex.join([sys.executable, str(path)])}"


def made(box: Box, name: str, seat: int = 0, seconds: float = 0.2) -> tuple[Table, Bot]:
    table = Table(box, max(2, min(box.game_type.players)), rng=Random(1))
    found = bots.find(box, name)(box, table.game, seat, Random(1))
    found.seconds = seconds
    return table, found


def chosen(table: Table, player: Bot, seat: int = 0) -> str | None:
    return player.choose(table.view(seat), table.heard(seat), table.legal()[seat])


# What it is told


def test_it_is_told_of_the_game_once_and_of_its_seats_view_each_time(tmp_path: Path) -> None:
    log = tmp_path / "log"
    name = written(tmp_path, f"answer['action'] = request['legal'][-1]\nopen({str(log)!r}, 'a').write(line)")
    name = name.replace("bot.py", "bot.py --flag 'two words'")
    table, player = made(find("kaplan"), name)
    for _ in range(2):
        table.play(*arena.roll(table, Random(1))) if "chance" in table.legal() else None
    assert 0 in table.legal()
    action = chosen(table, player)
    told = json.loads(log.read_text())
    assert told["view"] == table.facts(0)
    assert told["heard"] == [[str(event.actor), event.action] for event in table.heard(0)]
    assert told["legal"] == list(table.legal()[0])
    assert told["seconds"] == player.seconds
    assert (action, player.fault) == (table.legal()[0][-1], "") or "*" in told["legal"][-1]


def test_new_names_game_options_and_seat(tmp_path: Path) -> None:
    log = tmp_path / "log"
    path = tmp_path / "first.py"
    path.write_text(
        f"import sys, json\nfor line in sys.stdin:\n    open({str(log)!r}, 'a').write(line)\n"
        "    request = json.loads(line)\n    print(json.dumps({'action': request.get('legal', [''])[0]}), flush=True)\n"
    )
    box = find("four-circles")
    table, player = made(box, f"cmd:{sys.executable} {path}")
    assert chosen(table, player) == chosen(table, player) == table.legal()[0][0]
    again = bots.find(box, f"cmd:{sys.executable} {path}")(box, table.game, 0, Random(2))
    chosen(table, again)
    requests = [json.loads(line) for line in log.read_text().splitlines()]
    assert [request["op"] for request in requests] == ["new", "choose", "choose", "new", "choose"]
    new = requests[0]
    assert (new["protocol"], new["game"], new["edition"], new["players"], new["seat"]) == (1, "four-circles", 1, 2, 0)
    assert new["options"]["max_plies"] == table.game.options.max_plies
    assert requests[3]["seed"] != new["seed"], "another game"


def test_it_may_say_its_share_of_the_win(tmp_path: Path) -> None:
    table, player = made(find("four-circles"), written(tmp_path, "answer.update(action=request['legal'][0], value=0.75)"))
    chosen(table, player)
    assert player.value == 0.75


def test_it_fills_in_an_open_action_and_may_stay_silent(tmp_path: Path) -> None:
    table, player = made(POST, written(tmp_path, "answer['action'] = 'name rose' if request['seconds'] < 1 else None"))
    assert (chosen(table, player), player.fault) == ("name ROSE", "")
    player.seconds = 1
    assert (chosen(table, player), player.fault) == (None, "")


# Where it fails: the turn is played at random, and the fault is named

FAILURES = {
    "time.sleep(9)": r"did not answer within 0\.6 s",
    "print('', flush=True)": "answered no JSON: ''",
    "print('[1]', flush=True)": r"answered no JSON object: \[1\]",
    "sys.exit(1)": "it ended",
    "answer['id'] = 7": "it answered another request",
    "pass": "answered without an action",
    "answer['action'] = 'nonsense'": "chose 'nonsense', which is not legal",
    "answer['action'] = 5": "chose 5, which is not legal",
    "answer['action'] = {'very': 'long ' * 100}": "…, which is not legal",
    "answer['action'] = 'x' * 1_000_000": "more than 1000000 bytes",
    "os.close(1); time.sleep(9)": "it ended",
}


@pytest.mark.parametrize("lines", FAILURES)
def test_a_program_that_fails_forfeits_its_turn(lines: str, tmp_path: Path) -> None:
    """The next turn is its own again."""
    once = f"flag = {str(tmp_path / 'failed')!r}\nif not os.path.exists(flag):\n    open(flag, 'w').close()\n    "
    good = "\nelse:\n    answer['action'] = request['legal'][-1]"
    table, player = made(find("four-circles"), written(tmp_path, once + lines.replace("; ", "\n    ") + good))
    assert isinstance(player, ProgramBot)
    legal = table.legal()[0]
    assert chosen(table, player) in legal
    with pytest.raises(AssertionError, match=FAILURES[lines]):
        raise AssertionError(player.fault)
    assert sum(player.faults.values()) == 1
    player.seconds = 5
    assert (chosen(table, player), player.fault) == (legal[-1], "")


def test_a_silent_program_is_asked_three_times_a_game_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "GRACE", 0.05)
    box = find("four-circles")
    name = written(tmp_path, "time.sleep(9)")
    table, player = made(box, name, seconds=0.01)
    reasons = [chosen(table, player) and player.fault for _ in range(5)]
    assert [reason[:6] for reason in reasons if reason] == ["it did", "it did", "it did", "it fai", "it fai"]
    assert reasons[-1] == "it failed too often and is not asked again in this game"
    again = bots.find(box, name)(box, table.game, 0, Random(9))
    again.seconds = 0.01
    chosen(table, again)
    assert again.fault.startswith("it did"), "in the next game it is asked again"


def test_a_program_that_does_not_start_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "STARTING", 0.1)
    table, player = made(find("four-circles"), f"cmd:{sys.executable} -c 'import time; time.sleep(9)'")
    faults = [chosen(table, player) and player.fault for _ in range(2)]
    assert faults == ["it did not answer within 0.1 s", "it failed too often and is not asked again in this game"]


def test_programs_that_are_no_longer_needed_are_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MOST", 2)
    made_processes = []
    for i in range(3):
        table, player = made(find("four-circles"), written(tmp_path, "answer['action'] = request['legal'][0]", f"bot{i}.py"))
        chosen(table, player)
        made_processes.append(list(program._programs.values())[-1]._process)
    first, second, third = made_processes
    assert first is not None
    assert first.poll() is not None
    program.stop_all()
    assert [process.poll() is not None for process in (second, third) if process] == [True, True]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("cmd:", "is named as cmd:PROGRAM ARGUMENTS"),
        ("cmd:./missing --flag", "there is no program './missing'"),
        ("cmd:'half", "is not a command: No closing quotation"),
        (f"cmd:{AGENTS}", "there is no program"),
    ],
)
def test_a_program_that_is_not_there_is_reported(name: str, sentence: str) -> None:
    with pytest.raises(LookupError, match=sentence):
        bots.find(find("four-circles"), name)


# Where it is taken


@pytest.mark.parametrize("example", [PYTHON_EXAMPLE, JAVASCRIPT_EXAMPLE], ids=["python", "javascript"])
@pytest.mark.parametrize("game", ["four-circles", "kaplan", str(OUTSIDE / "mistigri")])
def test_the_examples_play_any_game(game: str, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "GRACE", 10.0)
    box = find(game)
    seats = min(box.game_type.players)
    options = {"max_plies": 30} if box.slug == "four-circles" else {}
    tally = arena.match(box, [f"cmd:{example}", *["random"] * (seats - 1)], 1, options=options)
    assert tally.faults[0] == {}


def test_the_arena_counts_what_was_forfeited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, records = written(tmp_path, "answer['action'] = 'nonsense'"), tmp_path / "records"
    arguments = ["arena", "four-circles", name, "random", "--games", "2", "--option", "max_plies=6", "--processes", "2"]
    assert main([*arguments, "--json", "--records", str(records)]) == 0
    mine, other = json.loads(capsys.readouterr().out)["matches"][0]["bots"]
    assert mine["forfeits"] == {"it chose 'nonsense', which is not legal": 6}
    assert other["forfeits"] == {}
    notes = [json.loads(line)["notes"]["bots"] for line in records.read_text().splitlines()]
    assert sorted(notes[0]) == [Path(sys.executable).stem, "random"]
    assert main(arguments) == 0
    assert "    forfeited 6 turns: it chose 'nonsense', which is not legal\n" in capsys.readouterr().out


def test_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    typed(monkeypatch, "0,0")
    name = written(tmp_path, "answer['action'] = 'nonsense'")
    assert main(["play", "four-circles", "--bot", name, "--lang", "en", "--no-colour", "--seed", "1"]) == 0
    assert "This bot played at random: it chose 'nonsense', which is not legal." in capsys.readouterr().out


def test_in_the_room(tmp_path: Path) -> None:
    """A worker asks the program; one that fails says so at the table; no request can name a program."""
    good = written(tmp_path, "answer['action'] = request['legal'][-1]", "good.py")
    broken = written(tmp_path, "sys.exit(1)", "broken.py")
    added = ("--bot", f"good={good}", "--bot", f"bad={broken}")
    with serving(tmp_path / "data", "--workers", "1", *added) as server, Person(server.base) as ana:
        table = ana.open("four-circles", bot("good"), bot("good"), options={"max_plies": 6}, pace="now")
        with ana.at(table["id"], feed="facts") as line:
            line.until(lambda message: (message.get("table") or {}).get("status") == "over")
        record = ana.web.get(f"{table['url']}/record.json").json()
        assert [action for _, action in record["events"]] == ["4,3", "4,2", "4,1", "4,0", "3,3", "3,2"]
        table = ana.open("four-circles", ME, bot("bad"), pace="now")
        with ana.at(table["id"], feed="facts") as line:
            line.hear()
            line.act("0,0", 0)
            assert "I played at random" in line.until("chat")["chat"]["text"]
        assert '"fault": "' in server.log.read_text()
        unknown = {"game": "four-circles", "seats": [bot("cmd:/bin/sh"), bot("good")]}
        assert "there is no bot 'cmd:" in ana.web.post("/tables", json=unknown).text
        assert "tableronde_workers_lost 0" in ana.numbers()


def test_no_request_to_the_engine_names_a_program(tmp_path: Path) -> None:
    marked = tmp_path / "marked"
    engine = Engine()
    engine.answer(b'{"op":"new","game":"four-circles"}')
    told = json.loads(engine.answer(json.dumps({"op": "best", "level": f"cmd:touch {marked}"}).encode()))
    assert not told["ok"]
    assert not marked.exists()


def test_a_program_without_a_name_is_called_like_its_file(tmp_path: Path) -> None:
    from tableronde.room.__main__ import _read_bot

    path = tmp_path / "My_Bot.py"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    assert _read_bot(f"cmd:{path} --x=1") == ("my-bot", f"cmd:{path} --x=1")
    assert _read_bot(f"mine=cmd:{path} --x=1") == ("mine", f"cmd:{path} --x=1")
