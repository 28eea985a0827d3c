"""The engine protocol, string for string; no input of a client can end the process."""

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.helpers import SHELF, hashed, vectors
from tableronde import __version__
from tableronde.play import engine
from tableronde.play.engine import Engine, serve
from tableronde.play.outcomes import sentence
from tableronde.record import Record
from tableronde.shelf import Shelf, find
from tableronde.table import Table

PEBBLES = Path(__file__).parents[2] / "docs" / "examples" / "pebbles.py"


class Client:
    """A client of an engine in this process."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self.engine = Engine(shelf)

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


# Who has won, and whose turn it is

DRAWN = {"max_plies": 1}


@pytest.mark.parametrize("place", ["four-circles", str(PEBBLES)])
def test_the_answers_say_whose_turn_it_is_and_who_has_won(place: str) -> None:
    """Also for a game whose facts name no winners."""
    box = find(place)
    client = Client(Shelf.installed(str(PEBBLES)))
    options = {"max_plies": 60} if box.slug == "four-circles" else {}
    answer = client.ask("new", game=box.slug, players=2, options=options)
    while answer["outcome"] is None:
        assert answer["to_act"] == list(client.ask("legal")["legal"])
        actor = answer["to_act"][0]
        answer = client.ask("play", actor=actor, action=client.ask("legal")["legal"][actor][-1])
    assert answer["to_act"] == []
    table = Table.replay(box, Record.read(client.ask("record")["record"]))
    outcome = table.outcome
    assert outcome is not None
    text = answer["outcome"].pop("text")
    assert answer["outcome"] == outcome.json()
    assert text == sentence(outcome.winners, table.names, table.reason(outcome)).en
    assert client.ask("facts")["outcome"] == {**outcome.json(), "text": text}
    assert client.ask("facts", lang="fr")["outcome"]["text"] != text
    assert client.ask("undo")["outcome"] is None
    other = Client(Shelf.installed(str(PEBBLES)))
    assert other.ask("load", record=table.record().json())["outcome"]["text"] == text


def test_a_finished_record_names_its_result() -> None:
    client = four(options=DRAWN)
    assert "outcome" not in client.ask("record")["record"]["notes"]
    client.ask("play", actor="0", action="2,1")
    finished = client.ask("record")["record"]
    assert finished["notes"]["outcome"] == {"winners": [0, 1], "reason": "max_plies", "scores": []}
    client.ask("undo")
    assert "outcome" not in client.ask("record")["record"]["notes"]


def test_a_finished_record_of_before_keeps_its_bytes() -> None:
    client = four(options=DRAWN)
    client.ask("play", actor="0", action="2,1")
    before = replace(Record.read(client.ask("record")["record"]), notes={})
    client.ask("load", record=before.json())
    assert client.ask("record")["record"] == before.json()
    client.ask("undo")
    client.ask("play", actor="0", action="2,1")
    assert client.ask("record")["record"]["notes"]["outcome"]["winners"] == [0, 1]


# What a program may say


def test_hello_names_protocol_and_operations() -> None:
    client = Client()
    hello = client.ask("hello")
    assert (hello["protocol"], hello["version"], hello["strict"]) == (1, __version__, False)
    assert all("op must be one of" not in client.ask(op).get("error", "") for op in hello["ops"])


def test_unknown_keys_are_named_and_refused_only_when_asked_to() -> None:
    client = Client()
    told = client.ask("new", game="four-circles", players=2, varient="swap")
    assert (told["ok"], told["warnings"]) == (True, ["op new has no key 'varient'"])
    assert "warnings" not in client.ask("legal")
    assert client.ask("hello", strict=True)["strict"] is True
    refused = client.ask("play", actor="0", action="2,1", seat=0)
    assert (refused["ok"], refused["error"]) == (False, "op play has no key 'seat'")
    assert client.ask("facts")["facts"]["plies"] == 0
    assert "strict must be" in client.ask("hello", strict="yes")["error"]


def test_a_variant_stands_for_its_options() -> None:
    box = find("karta-doppio")
    variant = box.variants[-1]
    client = Client()
    assert client.ask("new", game=box.slug, variant=variant.name)["ok"]
    options = client.ask("record")["record"]["options"]
    assert {name: options[name] for name in variant.options} == dict(variant.options)
    [name, value] = next((name, value) for name, value in options.items() if name not in variant.options)
    assert client.ask("new", game=box.slug, variant=variant.name, options={name: value})["ok"]
    assert "has no variant 'nothing'; it has " in client.ask("new", game=box.slug, variant="nothing")["error"]
    assert "variant must be" in client.ask("new", game=box.slug, variant=5)["error"]
    assert "options must be" in client.ask("new", game=box.slug, variant=variant.name, options=[])["error"]


def test_the_number_of_players_may_be_left_out_where_there_is_one() -> None:
    assert len(Client().ask("new", game="four-circles")["facts"]["hand"]) == 2
    assert Client().ask("new", game="cirkis")["error"] == "op new needs 'players'"


def test_a_seat_hears_what_it_may() -> None:
    """A die is heard by all, a token that was laid face down by its owner alone."""
    vector = vectors("kaplan")[0]
    client = Client()
    client.ask("new", **{key: vector[key] for key in ("game", "players", "options", "setup")})
    played = [step["play"] for step in vector["steps"] if "play" in step]
    for actor, action in played:
        client.ask("play", actor=actor, action=action)
    table = Table.replay(find("kaplan"), Record.read(client.ask("record")["record"]))
    for seat in (None, 0, 1):
        heard = client.ask("heard", seat=seat)["heard"]
        assert heard == [[str(event.actor), event.action] for event in table.heard(seat)]
        assert client.ask("heard", seat=seat, since=9)["heard"] == heard[9:]
    assert client.ask("heard", seat=None)["heard"] != played
    assert "there is no seat 9" in client.ask("heard", seat=9)["error"]
    assert "since must be" in client.ask("heard", seat=0, since=-1)["error"]


def test_best_may_name_a_seat() -> None:
    client = four()
    assert client.ask("best", level="random", seat=0)["actor"] == "0"
    assert client.ask("best", level="random", seat=1)["error"] == "seat 1 has nothing to choose now"


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({}, "op must be one of"),
        ({"op": ["new"]}, "op must be one of"),
        ({"op": "new"}, "needs 'game'"),
        ({"op": "new", "game": "chess", "players": 2}, "game must be one of"),
        ({"op": "new", "game": ["four-circles"], "players": 2}, "game must be one of"),
        ({"op": "new", "game": "cirkis"}, "needs 'players'"),
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
KEYS = (
    "strict",
    "variant",
    "since",
    "game",
    "players",
    "options",
    "setup",
    "seed",
    "actor",
    "action",
    "seat",
    "record",
    "level",
    "seconds",
    "lang",
    "id",
)
REQUESTS = st.builds(
    lambda op, rest: {"op": op, **rest},
    st.sampled_from(list(Engine()._ops)) | JSON,
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
