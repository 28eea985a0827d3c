"""`strict_words` is true at new tables, wherever they are opened; a record or data file that does not name it is read as false (Q31)."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.games.kaplan import PERCHE
from support.rooms import Person, bot, serving
from tableronde.cli import main
from tableronde.game import Json
from tableronde.games.kaplan import BOX
from tableronde.learn import lessons
from tableronde.play.engine import Engine
from tableronde.puzzles import puzzle
from tableronde.record import Record
from tableronde.research import gymnasium, openspiel, pettingzoo
from tableronde.research.batch import Batch
from tableronde.table import Table


def of_environment(environment: Any) -> Any:
    """The options of an environment of either kind."""
    return environment.unwrapped.base_env.rules.options


NEW: Mapping[str, Callable[..., Any]] = {
    "a table": lambda **options: Table(BOX, 2, options).game.options,
    "PettingZoo": lambda **options: of_environment(pettingzoo.env("kaplan", 2, **options)),
    "Gymnasium": lambda **options: of_environment(gymnasium.env("kaplan", players=2, **options)),
    "OpenSpiel": lambda **options: openspiel.load("kaplan", 2, **options).rules.options,
    "a batch": lambda **options: Batch("kaplan", 2, 2, **options).rules.options,
}


@pytest.mark.parametrize("place", NEW)
def test_new_games_are_judged_to_the_letter_unless_asked_otherwise(place: str) -> None:
    assert NEW[place]().strict_words is True
    assert NEW[place](strict_words=False).strict_words is False


def ask(engine: Engine, op: str, **rest: Any) -> Any:
    return json.loads(engine.answer(json.dumps({"id": 1, "op": op, **rest}).encode() + b"\n"))


@pytest.mark.parametrize(("options", "verdict"), [({}, "number"), ({"strict_words": False}, "exact")])
def test_the_engine_begins_new_games_to_the_letter(options: Json, verdict: str) -> None:
    engine = Engine()
    assert ask(engine, "new", game="kaplan", players=2, options=options, setup=PERCHE)["ok"]
    assert ask(engine, "play", actor="0", action="kaplan PERCHES")["facts"]["announced"][0]["verdict"] == verdict
    assert ask(engine, "record")["record"]["options"]["strict_words"] is (verdict == "number")


def unnamed(record: Record) -> Any:
    """A record as JSON that does not name the option, with the digest of what it says."""
    options = {name: value for name, value in record.options.items() if name != "strict_words"}
    return replace(record, options=options, events=()).json()


def test_the_engine_loads_a_record_without_the_option_as_before() -> None:
    engine = Engine()
    assert ask(engine, "load", record=unnamed(Table(BOX, 2, {}, PERCHE).record()))["ok"]
    assert ask(engine, "play", actor="0", action="kaplan PERCHES")["facts"]["announced"][0]["verdict"] == "exact"


@pytest.mark.parametrize(
    ("typed", "strict"), [((), True), (("--option", "strict_words=false"), False), (("--variant", "forgiving"), False)]
)
def test_games_between_bots_are_judged_to_the_letter(typed: tuple[str, ...], strict: bool, tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    assert main(["arena", "kaplan", "random", "random", "--games", "1", "--records", str(kept), *typed]) == 0
    assert json.loads(kept.read_text(encoding="utf-8"))["options"]["strict_words"] is strict


def test_the_terminal_opens_tables_to_the_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_: object) -> str:
        raise EOFError

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("builtins.input", leave)
    assert main(["play", "kaplan", "--seed", "1", "--bot", "random"]) == 0
    [saved] = tmp_path.rglob("*.json")
    assert json.loads(saved.read_text(encoding="utf-8"))["options"]["strict_words"] is True


# The room


@pytest.fixture(scope="module")
def ana(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Provide somebody in a room."""
    with serving(tmp_path_factory.mktemp("room") / "data", "--workers", "1") as server, Person(server.base) as person:
        yield person


@pytest.mark.parametrize(("options", "strict"), [({}, True), ({"strict_words": False}, False)])
def test_a_room_opens_tables_to_the_letter(options: Json, strict: bool, ana: Person) -> None:
    table = ana.open("kaplan", bot("random"), bot("random"), pace="now", options=options)
    with ana.at(table["id"], feed="facts") as line:
        line.until("outcome")
    assert ana.web.get(f"/t/{table['id']}/record.json").json()["options"]["strict_words"] is strict


def test_the_form_for_a_new_table_is_told_the_default(ana: Person) -> None:
    data = ana.web.get("/new/kaplan.json").json()
    assert next(option["default"] for option in data["options"] if option["name"] == "strict_words") is True
    [link] = [each["otherwise"] for each in ana.web.get("/rules/kaplan/rulings.json").json()["rulings"] if each["id"] == "Q31"]
    assert link == "/new/kaplan?strict_words=false"


# Data files


def test_our_puzzles_and_lessons_teach_judging_to_the_letter() -> None:
    named = {each.position.options.get("strict_words") for each in puzzle.puzzles(BOX)}
    assert named == {True}
    tables = [step.table for lesson in lessons.lessons(BOX) for step in lesson.steps]
    assert {table.game.options.strict_words for table in tables} == {True}


def test_a_puzzle_that_does_not_name_the_option_is_read_as_before() -> None:
    first = puzzle.puzzles(BOX)[0].position
    assert Table.replay(BOX, Record.read(unnamed(first))).game.options.strict_words is False
