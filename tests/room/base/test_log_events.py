"""The log's events: the list, the calls in the code and the page of the reference agree."""

import ast
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableronde.room.base import log_events
from tableronde.room.base.log_events import EVENTS, LIBRARY_MESSAGE, TABLE_OPENED, LogEvent

ROOT = Path(__file__).parents[3]
ROOM = ROOT / "src" / "tableronde" / "room"
SHELF = ROOT / "src" / "tableronde" / "shelf.py"
PAGE = (ROOT / "docs" / "reference" / "log.md").read_text(encoding="utf-8")
CONSTANTS = {name: value for name, value in vars(log_events).items() if isinstance(value, LogEvent)}
MODULES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in ROOM.rglob("*.py")}


def _logged() -> Iterator[tuple[LogEvent, set[str]]]:
    """Yield each call of an event's `log`, with the fields it writes."""
    for tree in MODULES.values():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="log")) if name in CONSTANTS:
                    yield CONSTANTS[name], {str(each.arg) for each in node.keywords} | ({"trace"} if node.args else set())


def _named() -> set[str]:
    """Return the constants that any other module of the room reads."""
    others = [tree for path, tree in MODULES.items() if path.name != "log_events.py"]
    return {node.id for tree in others for node in ast.walk(tree) if isinstance(node, ast.Name)} & set(CONSTANTS)


def test_every_event_has_a_unique_snake_case_code() -> None:
    assert {name: event.code.upper() for name, event in CONSTANTS.items()} == {name: name for name in CONSTANTS}
    assert list(EVENTS) == [event.code for event in CONSTANTS.values()]
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)+", code) for code in EVENTS)


def test_every_message_is_a_sentence() -> None:
    assert all(re.fullmatch(r"[A-Z].*\.", event.message) for event in EVENTS.values() if event is not LIBRARY_MESSAGE)


def test_every_declared_event_is_written_somewhere() -> None:
    elsewhere = {"GAME_LEFT_OUT"}  # written by the shelf, which is not part of the room
    assert _named() | elsewhere == set(CONSTANTS)


def test_every_call_writes_the_declared_fields() -> None:
    calls = list(_logged())
    assert len(calls) > 30
    for event, fields in calls:
        assert fields == set(event.fields), event.code


def test_the_shelf_writes_its_event_with_its_fields() -> None:
    written = [
        {ast.literal_eval(key): value for key, value in zip(node.keys, node.values, strict=True) if key is not None}
        for node in ast.walk(ast.parse(SHELF.read_text(encoding="utf-8")))
        if isinstance(node, ast.Dict) and any(isinstance(key, ast.Constant) and key.value == "event" for key in node.keys)
    ]
    assert len(written) == 2
    for keys in written:
        event = EVENTS[ast.literal_eval(keys.pop("event"))]
        assert set(keys) == set(event.fields)


def test_nothing_in_the_room_logs_past_the_list() -> None:
    """Two modules name a logger: the one that declares the events, and the one that configures them."""
    loggers = {
        path.name
        for path, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "getLogger"
    }
    assert loggers == {"log_events.py", "logs.py"}


def test_the_page_lists_every_event_with_level_and_fields() -> None:
    entries = re.findall(r"^### `(\w+)`\n\n(.*?)(?=\n\n#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    shown = {code: (_read_level(text), _read_fields(text)) for code, text in entries}
    declared = {code: (logging.getLevelName(event.level).lower(), event.fields) for code, event in EVENTS.items()}
    declared[LIBRARY_MESSAGE.code] = ("a", LIBRARY_MESSAGE.fields)  # "A message of …": libraries choose the level
    assert shown == declared


def _read_level(entry: str) -> str:
    return re.split(r"\W", entry)[0].lower()


def _read_fields(entry: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`(\w+)`", entry.split(". ")[0]))


def test_an_event_is_a_log_record(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    TABLE_OPENED.log(table="2636741d", game="cirkis", seats=3)
    [record] = caplog.records
    assert (record.levelname, record.getMessage(), vars(record)["event"]) == ("INFO", "A table was opened.", "table_opened")
    assert (vars(record)["table"], vars(record)["game"], vars(record)["seats"]) == ("2636741d", "cirkis", 3)
