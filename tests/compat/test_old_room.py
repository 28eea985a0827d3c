"""The room of f8d6ab2 itself: it opens tables of all five games and is killed; this room opens its store and plays on.

The older version comes from the repository's history; where that is missing, as in a shallow copy, the tests are skipped. What this
room has written in the end is replayed by the older rules: both give the same game.
"""

import io
import json
import os
import signal
import subprocess
import sys
import tarfile
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from support.rooms import ME, OPEN, Message, Person, bot, serving
from tableronde.cli import main
from tableronde.game import Json

OLD = "f8d6ab2"
ROOT = Path(__file__).parents[2]
GAMES: dict[str, Json] = {
    "four-circles": {"max_plies": 40},
    "cirkis": {},
    "karta-doppio": {},
    "cirkle-duo": {"max_turns": 40},
    "kaplan": {},
}
LIMITS = ("--workers", "1", "--limit", "messages_per_second=100000", "--limit", "message_burst=100000")
MOVES = 4  # of a person, before the room is killed
REPLAY = """
import json, sys
from tableronde.record import Record
from tableronde.shelf import find
from tableronde.table import Table
for line in sys.stdin:
    record = Record.read(json.loads(line))
    table = Table.replay(find(record.game), record)
    print(json.dumps([[list(event) for event in table.record().json()["events"]], list(table.outcome.winners)]))
"""


class Tables(NamedTuple):
    """What the older room left behind: three tables of each game, and what it said of them."""

    data: Path
    cookies: dict[str, str]
    finished: dict[str, Message]
    running: dict[str, Message]
    waiting: dict[str, Message]
    records: dict[str, bytes]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The package as it was."""
    made = subprocess.run(["git", "archive", OLD, "src"], cwd=ROOT, capture_output=True, check=False)
    if made.returncode:
        pytest.skip(f"{OLD} is not in the history of this copy")
    folder = tmp_path_factory.mktemp(OLD)
    with tarfile.open(fileobj=io.BytesIO(made.stdout)) as packed:
        packed.extractall(folder, filter="data")
    return str(folder / "src")


@pytest.fixture(scope="module")
def tables(source: str, tmp_path_factory: pytest.TempPathFactory) -> Tables:
    data, rng = tmp_path_factory.mktemp("room") / "data", Random(OLD)
    with serving(data, *LIMITS, before=("env", f"PYTHONPATH={source}")) as server, Person(server.base) as ana:
        finished, running, waiting = (
            {game: open_table(ana, game, other) for game in GAMES} for other in (bot("random"), bot("random"), OPEN)
        )
        for table in finished.values():
            play(ana, table, rng)
        for table in running.values():
            play(ana, table, rng, MOVES)
        records = {game: ana.web.get(f"/t/{table['id']}/record.json").content for game, table in finished.items()}
        cookies = dict(ana.web.cookies)
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    return Tables(data, cookies, finished, running, waiting, records)


def open_table(person: Person, game: str, other: Message) -> Message:
    return person.open(game, ME, other, pace="now", options=GAMES[game])


def is_asked(done: int, message: Message) -> bool:
    """Whether seat 0 is to act after what it did last, or the game is over."""
    return "outcome" in message or (bool(whole_actions(message)) and message["turn"]["ply"] > done)


def whole_actions(message: Message) -> list[str]:
    """What seat 0 may do, if the table waits for it; not what has to be completed by a word."""
    waits = 0 in message.get("turn", {}).get("to_act", ())
    return [action for action in message.get("legal", {}).get("0", ()) if waits and not action.endswith(" *")]


def has_gone_on(done: int, message: Message) -> bool:
    return bool(message.get("turn", {}).get("ply", 0) > done)


def play(person: Person, table: Message, rng: Random, most: int = 1000) -> Json:
    """Play seat 0 at random until the game is over, or for some moves."""
    with person.at(table["id"], feed="facts") as line:
        done = -1
        for ref in range(most):
            message = line.until(partial(is_asked, done))
            if "outcome" in message:
                return message["outcome"]
            done = message["turn"]["ply"]
            line.say("act", seat=0, ref=ref, action=rng.choice(whole_actions(message)))
        line.until(partial(has_gone_on, done))
    return None


@pytest.fixture(scope="module")
def played_on(tables: Tables) -> dict[str, Json]:
    """The records of the running tables, played to their end by this version; the finished and the waiting ones are as they were."""
    rng = Random(1)
    with serving(tables.data, *LIMITS) as server, Person(server.base) as ana:
        ana.web.cookies.update(tables.cookies)
        for game, table in tables.finished.items():
            assert ana.web.get(f"/t/{table['id']}/record.json").content == tables.records[game], game
        for table in tables.waiting.values():
            assert ana.web.get(f"/t/{table['id']}.json").json()["status"] == "waiting"
        for game, table in tables.running.items():
            assert play(ana, table, rng), game
        return {game: ana.web.get(f"/t/{table['id']}/record.json").json() for game, table in tables.running.items()}


def test_running_tables_of_all_games_go_on_to_their_end(played_on: dict[str, Json]) -> None:
    assert played_on.keys() == GAMES.keys()
    assert {record["edition"] for record in played_on.values()} == {1}
    assert played_on["kaplan"]["options"]["strict_words"] is False, "as the table was opened"


def test_the_older_rules_replay_what_was_played_on(played_on: dict[str, Json], source: str) -> None:
    lines = "\n".join(map(json.dumps, played_on.values()))
    environment = {**os.environ, "PYTHONPATH": source}
    done = subprocess.run([sys.executable, "-c", REPLAY], input=lines, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line, record in zip(done.stdout.splitlines(), played_on.values(), strict=True):
        assert json.loads(line) == [record["events"], record["notes"]["outcome"]["winners"]], record["game"]


def test_refold_finds_every_table_the_same(tables: Tables, played_on: dict[str, Json], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["store", "--data", str(tables.data), "refold"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "15 games played again: all the same"
