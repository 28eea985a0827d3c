"""Records: written and read back, and a clear error for everything that is broken."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableronde.record import BrokenRecord, Record, compact
from tableronde.shelf import find
from tableronde.table import Table

BOX = find("four-circles")


def some_table(events: int = 20) -> Table:
    rng, table = Random(1), Table(BOX, 2, {"first": 1})
    for _ in range(events):
        [(actor, actions)] = table.legal().items()
        table.play(actor, rng.choice(actions))
    return table


RECORD = some_table().record()


def test_text_and_back() -> None:
    again = Record.parse(RECORD.text())
    assert again == RECORD
    assert again.digest == RECORD.digest
    assert Table.replay(BOX, again).state == some_table().state


def test_the_text_has_one_event_a_line() -> None:
    assert sum(line.strip().startswith('["') for line in RECORD.text().splitlines()) == 20


def test_an_empty_record_too() -> None:
    record = Table(BOX, 2).record()
    assert Record.parse(record.text()) == record


def test_the_digest_tells_records_apart() -> None:
    assert some_table(19).record().digest != RECORD.digest


def test_a_record_written_by_hand_needs_no_digest() -> None:
    value = RECORD.json()
    del value["digest"]
    del value["notes"]
    assert Record.read(value) == RECORD


def changed(**changes: Any) -> dict[str, Any]:
    value = {**RECORD.json(), **changes}
    if "digest" not in changes:
        del value["digest"]
    return {key: item for key, item in value.items() if item is not ...}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (None, "must be a JSON object"),
        ([], "must be a JSON object"),
        ({}, "not a Table Ronde record"),
        ({"format": "pgn"}, "its format is 'pgn'"),
        (changed(game=...), "has no 'game'"),
        (changed(events=...), "has no 'events'"),
        (changed(game=5), "'game' must be text"),
        (changed(edition=True), "'edition' must be a whole number"),
        (changed(players="2"), "'players' must be a whole number"),
        (changed(options=[]), "'options' must be an object"),
        (changed(setup=None), "'setup' must be an object"),
        (changed(events={}), "'events' must be a list"),
        (changed(events=[["0", "2,1"], ["0"]]), "event 2 must be"),
        (changed(events=[["0", 7]]), "event 1 must be"),
        (changed(events=[["x", "2,1"]]), "event 1: an actor is"),
        (changed(events=[[0, "2,1"]]), "event 1: an actor is"),
        (changed(colour="red"), "no key 'colour'"),
        (changed(digest="0" * 64), "digest does not match"),
        ({**RECORD.json(), "events": RECORD.json()["events"][:-1]}, "digest does not match"),
    ],
)
def test_broken_records_are_named(value: Any, sentence: str) -> None:
    with pytest.raises(BrokenRecord, match=sentence):
        Record.read(value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "ends at line 1"),
        ("not json", "not JSON at line 1, column 1"),
        (RECORD.text()[:-200], "ends at line"),
        ("[" * 100_000, "nested too deeply|breaks off"),
        ('{"format": NaN}', "NaN is not a JSON value"),
        ("9" * 5000, "not JSON"),
    ],
)
def test_broken_text_is_named(text: str, sentence: str) -> None:
    with pytest.raises(BrokenRecord, match=sentence):
        Record.parse(text)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (changed(game="chess"), "a record of chess, not of four-circles"),
        (changed(edition=99), "edition 99 of four-circles; these rules are edition 1"),
        (changed(players=3), "cannot be set up: four-circles is for 2 players"),
        (changed(options={"speed": 1}), "cannot be set up: there is no option"),
        (changed(setup={"tiles": []}), "cannot be set up"),
        (changed(events=[["1", "9,9"]]), r"event 1 \(1: 9,9\) is not legal: There is no tile"),
        (changed(events=[["0", "0,0"]]), "event 1 .* is not legal"),
    ],
)
def test_records_that_do_not_replay_are_named(value: Any, sentence: str) -> None:
    with pytest.raises(BrokenRecord, match=sentence):
        Table.replay(BOX, Record.read(value))


@given(st.integers(0, len(RECORD.text()) - 1), st.characters(min_codepoint=32, max_codepoint=126))
def test_no_single_change_goes_unnoticed(place: int, letter: str) -> None:
    """A changed character gives an error or the same record (spaces between values mean nothing)."""
    text = RECORD.text()
    damaged = text[:place] + letter + text[place + 1 :]
    try:
        record = Record.parse(damaged)
    except BrokenRecord:
        return
    assert record == RECORD


def test_compact_json_is_canonical() -> None:
    assert compact({"b": [1, "é"], "a": None}) == '{"a":null,"b":[1,"\\u00e9"]}'
    assert json.loads(RECORD.text())["digest"] == RECORD.digest
