"""The pages of the reference name everything there is: every limit, option, metric, address, message and key."""

import dataclasses
import re
from dataclasses import fields
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from support.rooms import HERE, ME, Person
from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.live import messages
from tableronde.room.saved.settings import Clock, Order, SeatOrder
from tableronde.room.store.command import command_parser
from tableronde.room.store.schema import COLUMNS, SHARED
from tableronde.room.web.routes import routes

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
PAGE = "".join((REFERENCE / f"{name}.md").read_text(encoding="utf-8") for name in ("configuration", "http-api", "socket-api", "metrics"))
NAMED = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`+([^`]+)`+", PAGE))))


def test_every_limit_is_documented_with_its_default() -> None:
    rows = {
        name: default
        for names, default in re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ([\d, ]+) \|", PAGE, re.MULTILINE)
        for name, default in _paired(names, default)
    }
    assert rows == {name: getattr(Limits(), name) for name in Limits.list_names()}


def _paired(names: str, defaults: str) -> list[tuple[str, int]]:
    return list(zip(re.findall(r"\w+", names), map(int, defaults.split(", ")), strict=True))


def test_every_message_and_its_keys_are_documented() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|([^|]*)\| [^|]+ \|$", PAGE, re.MULTILINE))
    for message in messages.MESSAGES:
        assert message.do in rows
        assert all(f"`{field.name}`" in rows[message.do] for field in fields(message)), message.do


def test_every_key_of_an_order_is_documented() -> None:
    assert {field.name for field in dataclasses.fields(Order)} <= NAMED


@pytest.mark.parametrize("part", [Order, Clock, SeatOrder])
def test_every_value_that_an_order_may_choose_is_documented(part: type) -> None:
    section = PAGE.partition("## Opening a table")[2].partition("\n## ")[0]
    for name, hint in get_type_hints(part).items():
        if get_origin(hint) is Literal:
            assert [value for value in get_args(hint) if f'"{value}"' not in section] == [], name


def test_every_metric_is_documented() -> None:
    names = re.findall(r"^# TYPE (\w+)", Metrics().render({}), re.MULTILINE)
    assert set(names) <= NAMED


def test_every_address_is_documented() -> None:
    for path in routes():
        shown = re.sub(r"\{(\w+)(?::\w+)?\}", r"<\1>", path)
        assert shown.startswith("/static") or shown in PAGE, shown


def test_every_key_the_room_says_is_documented(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE, chat="free", clock={"seconds": 600})
    keys: set[str] = set()
    with ana.at(table["id"]) as line, ana.at(table["id"], feed="facts") as other:
        for speaker in (line, other):
            message = speaker.hear()
            keys |= {*message, *message["table"], *message["table"]["seats"][0], *message["turn"], *message["clock"]}
        keys |= set(line.act("0,0", 0)) | set(line.asked("hint", "hint", step=3))
        keys |= set(line.asked("chat", "chat", text="hi")) | set(line.asked("pick", "choices", picked=[]))
        line.say("undo")
        keys |= set(line.until("back"))
        line.say("resign", seat=0)
        keys |= {*(last := line.until("outcome")), *last["outcome"], *last["scene"]}
    assert keys <= NAMED, keys - NAMED


STORE = (REFERENCE / "store.md").read_text(encoding="utf-8").partition("## Tables")[2].partition("## Documents")[0]
COMMANDS = (REFERENCE / "command-line.md").read_text(encoding="utf-8")


def test_every_table_of_the_store_is_documented_with_its_columns() -> None:
    rows = {name: columns.split(", ") for name, columns in re.findall(r"^\| `(\w+)` \| ([a-z_, ]+) \|", STORE, re.MULTILINE)}
    assert rows == {**COLUMNS, **SHARED}


def test_every_command_of_the_store_is_documented() -> None:
    parser = command_parser()
    [commands] = [action.choices for action in parser._actions if isinstance(action.choices, dict)]
    assert set(commands) == set(re.findall(r"`tableronde store ([a-z][a-z-]+)", COMMANDS))
