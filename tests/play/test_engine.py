"""The engine protocol, string for string; no input of a client can end the process."""

import io
import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.helpers import SHELF, hashed, vectors
from tableronde.play import engine
from tableronde.play.engine import Engine, serve


class Client:
    """A client of an engine in this process."""

    def __init__(self) -> None:
        self.engine = Engine()

    def ask(self, op: str, **rest: Any) -> Any:
        line = json.dumps({"id": 7, "op": op, **rest}).encode() + b"\n"
        answer = json.loads(self.engine.answer(line))
        assert answer["id"] == 7
        return answer


def four(**rest: Any) -> Client:
    client = Client()
    assert client.ask("new", game="four-circles", players=2, **rest)["ok"]
    return client


def test_new_answers_with_setup_and_facts() -> None:
    answer = Client().ask("new", game="four-circles", players=2, options={}, setup={})
    assert answer["ok"] is True
    assert answer["setup"] == {}
    assert answer["facts"]["hand"] == [6, 6]


def test_legal_is_by_actor_and_sorted() -> None:
    legal = four().ask("legal")["legal"]
    assert list(legal) == ["0"]
    assert legal["0"] == sorted(legal["0"])


def test_play_answers_with_facts_or_the_rule() -> None:
    client = four()
    assert client.ask("play", actor="0", action="2,1")["facts"]["plies"] == 1
    refused = client.ask("play", actor="1", action="2,1")
    assert refused == {"id": 7, "ok": False, "error": "The tile H7 is already occupied.", "rule": "R3"}
    assert client.ask("facts")["facts"]["plies"] == 1
    assert client.ask("play", actor="0", action="3,1", lang="fr")["error"] == "C’est à Rouge de jouer."


def test_facts_view_and_undo() -> None:
    client = four()
    client.ask("play", actor="0", action="2,1")
    assert client.ask("view", seat=1)["view"] == client.ask("facts")["facts"]
    assert client.ask("view", seat=None)["ok"]
    assert client.ask("undo")["facts"]["plies"] == 0
    assert client.ask("undo") == {"id": 7, "ok": False, "error": "nothing has been played yet"}
    assert not client.ask("view", seat=2)["ok"]


def test_record_and_load() -> None:
    client = four(options={"first": 1})
    client.ask("play", actor="1", action="2,1")
    record = client.ask("record")["record"]
    other = Client()
    loaded = other.ask("load", record=record)
    assert loaded["facts"] == client.ask("facts")["facts"]
    broken = other.ask("load", record={**record, "events": [["1", "9,9"]], "digest": record["digest"]})
    assert "digest" in broken["error"]
    assert other.ask("facts")["facts"] == loaded["facts"]


def test_games_are_described() -> None:
    games = Client().ask("games")["games"]
    assert [game["game"] for game in games] == list(SHELF)
    assert {option["name"] for option in games[0]["options"]} == {"first", "max_plies", "swap"}


def test_why_gives_rule_and_text() -> None:
    client = four()
    assert client.ask("why", actor="0", action="pass") == {
        "id": 7,
        "ok": True,
        "rule": "R17",
        "text": "Put down a pawn: you may pass only when you cannot move at all.",
    }
    assert client.ask("why", actor="0", action="2,1")["rule"] is None


def test_best_is_a_legal_action() -> None:
    client = four()
    for level in ("random", "greedy", "search"):
        best = client.ask("best", level=level, seconds=0.05)
        assert best["action"] in client.ask("legal")["legal"]["0"]
    assert 0 <= best["value"] <= 1
    assert "level must be one of" in client.ask("best", level="genius")["error"]
    assert "seconds must be" in client.ask("best", seconds="long")["error"]


def test_the_same_seed_deals_the_same() -> None:
    one, other = (Client().ask("new", game="four-circles", players=2, seed=4) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({}, "op must be one of"),
        ({"op": ["new"]}, "op must be one of"),
        ({"op": "new"}, "needs 'game'"),
        ({"op": "new", "game": "chess", "players": 2}, "game must be one of"),
        ({"op": "new", "game": ["four-circles"], "players": 2}, "game must be one of"),
        ({"op": "new", "game": "four-circles"}, "needs 'players'"),
        ({"op": "new", "game": "four-circles", "players": 2.0}, "for 2 players"),
        ({"op": "new", "game": "four-circles", "players": [2]}, "for 2 players"),
        ({"op": "new", "game": "four-circles", "players": 2, "setup": []}, "setup must be an object"),
        ({"op": "new", "game": "four-circles", "players": 2, "setup": {}, "seed": 1}, "not both"),
        ({"op": "new", "game": "four-circles", "players": 2, "seed": "x"}, "seed must be"),
        ({"op": "new", "game": "four-circles", "players": 2, "options": 5}, "options must be"),
        ({"op": "legal"}, "there is no table yet"),
        ({"op": "play", "actor": "0", "action": "2,1"}, "there is no table yet"),
        ({"op": "load"}, "needs 'record'"),
        ({"op": "load", "record": 5}, "a record must be"),
    ],
)
def test_wrong_requests_get_a_sentence(request_: Any, sentence: str) -> None:
    answer = json.loads(Engine().answer(json.dumps({"id": "x", **request_}).encode()))
    assert answer["ok"] is False
    assert answer["id"] == "x"
    assert sentence in answer["error"]


@pytest.mark.parametrize("actor", [0, None, [], "00", "-1", "x", "9" * 5000, "²"])
def test_strange_actors(actor: Any) -> None:
    assert "an actor is" in four().ask("play", actor=actor, action="2,1")["error"]


def test_a_failed_new_keeps_the_old_table() -> None:
    client = four()
    client.ask("play", actor="0", action="2,1")
    assert not client.ask("new", game="four-circles", players=9)["ok"]
    assert client.ask("facts")["facts"]["plies"] == 1


@pytest.mark.parametrize("slug", SHELF)
def test_the_engine_plays_recorded_games(slug: str) -> None:
    """One complete recorded game of each, through the protocol only."""
    vector = min(vectors(slug), key=lambda vector: len(vector["steps"]))
    client = Client()
    answer = client.ask("new", **{key: vector[key] for key in ("game", "players", "options", "setup")})
    for step in vector["steps"]:
        assert hashed(answer["facts"]) == step["facts"]
        assert hashed(client.ask("legal")["legal"]) == step["legal"]
        if "play" in step:
            answer = client.ask("play", actor=step["play"][0], action=step["play"][1])


BAD_LINES = [
    b"",
    b"\n",
    b"{",
    b"null",
    b"[]",
    b'"new"',
    b"5",
    b"\xff\xfe\x00",
    b"{}" * 50,
    b'{"op": "new", "op": 5}',
    b'{"id": NaN, "op": "legal"}',
    b'{"id": 1e999, "op": "legal"}',
    b'{"id": "\\ud800", "op": "legal"}',
    b"[" * 200_000,
    b'{"id":' * 100_000,
    b"9" * 5_000,
    b'{"op": "load", "record": ' + b"[" * 500 + b"]" * 500 + b"}",
]


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_bad_line_gets_one_answer(line: bytes) -> None:
    answer = Engine().answer(line)
    assert answer.count(b"\n") == 1
    assert json.loads(answer)["ok"] is False


def answers(lines: bytes) -> list[Any]:
    target = io.BytesIO()
    serve(io.BytesIO(lines), target)
    return [json.loads(line) for line in target.getvalue().splitlines()]


def test_every_line_gets_an_answer_whatever_it_holds() -> None:
    got = answers(b"\n".join(line.replace(b"\n", b"") for line in BAD_LINES) + b'\n{"id": 5, "op": "games"}')
    assert len(got) == len(BAD_LINES) + 1
    assert [answer["ok"] for answer in got] == [False] * len(BAD_LINES) + [True]


def test_a_huge_line_gets_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LONGEST", 100)
    got = answers(b"x" * 1000 + b'\n{"id": 5, "op": "games"}\n' + b"y" * 950)
    assert [answer["ok"] for answer in got] == [False, True, False]
    assert "at most" in got[0]["error"]


@given(st.lists(st.binary(max_size=60).map(lambda line: line.replace(b"\n", b" ")), max_size=8))
def test_random_bytes(lines: list[bytes]) -> None:
    got = answers(b"".join(line + b"\n" for line in lines))
    assert len(got) == len(lines)
    assert not any(answer["ok"] for answer in got)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("game", "players", "options", "setup", "seed", "actor", "action", "seat", "record", "level", "seconds", "lang", "id")
REQUESTS = st.builds(
    lambda op, rest: {"op": op, **rest},
    st.sampled_from(["new", "legal", "play", "facts", "view", "undo", "record", "load", "games", "why", "best"]) | JSON,
    st.dictionaries(st.sampled_from(KEYS), JSON | st.sampled_from(["four-circles", "0", "1", "2,1", 2, {}, "random", 0]), max_size=6),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(REQUESTS, max_size=6))
def test_random_requests(requests: list[Any]) -> None:
    """Well-formed JSON of any shape gets one answer each, never an internal error, and the table still works."""
    client = four()
    for request in requests:
        answer = json.loads(client.engine.answer(json.dumps({"seconds": 0, **request}).encode()))
        assert answer["id"] == request.get("id")
        assert "internal error in the engine" not in answer.get("error", "")
    assert client.ask("legal")["ok"]


def test_the_process_speaks_until_its_input_ends() -> None:
    rng = Random(2)
    noise = b"".join(bytes(rng.choices(range(32, 127), k=30)) + b"\n" for _ in range(50))
    requests = noise + b'{"id":1,"op":"new","game":"four-circles","players":2}\n{"id":2,"op":"legal"}\n'
    run = subprocess.run([sys.executable, "-m", "tableronde", "engine"], input=requests, capture_output=True, check=True, timeout=60)
    lines = run.stdout.splitlines()
    assert len(lines) == 52
    assert json.loads(lines[-1])["legal"]["0"][0] == "0,0"
    assert run.stderr == b""
