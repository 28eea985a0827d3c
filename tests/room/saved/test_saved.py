"""The stored state of a table: read back as written, and written only where it changed."""

import json
import re
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest

from tableronde.room.saved.saved import (
    Chat,
    ChatLine,
    Docs,
    Ended,
    FormerHolder,
    Note,
    Saved,
    Turn,
    changed_documents,
    document_names,
    read_saved,
)
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.saved.settings import Clock, Settings
from tableronde.room.tables.load_session import new_session
from tableronde.room.tables.table_session import TableSession
from tableronde.shelf import find
from tableronde.table import Table

STORE_PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "store.md").read_text(encoding="utf-8")
LINE = ChatLine(None, "who", "Ana", "Bonjour", "Hello", 12.5, 3)
ROOM = Path(__file__).parents[3] / "src" / "tableronde" / "room"
OTHERS = [path for path in sorted(ROOM.rglob("*.py")) if path.name != "saved.py"]
ROOMS = 3  # lines of chat that are kept


def saved(**more: object) -> Saved:
    """Return the state of a table of Four Circles."""
    table = Table(find("four-circles"), 2, rng=Random(1))
    holders = [SeatHolder(0, "person", "Ana", guests=frozenset({"a"})), SeatHolder(1, "bot", level="child")]
    settings = Settings(clock=Clock("game", 90, "resign"), pace="calm", research=True)
    nowhere: object = None
    session: TableSession = new_session(table, settings, "a", holders, store=nowhere, encode=lambda value: b"")  # type: ignore[arg-type]
    return replace(session.saved, chat=Chat(ROOMS), **more)  # type: ignore[arg-type]


def stored(old: Saved | None, new: Saved) -> dict[str, object]:
    """Return the documents that a change writes, through JSON as in the store."""
    return {name: json.loads(json.dumps(value)) for name, value in changed_documents(old, new).items()}


CHANGES = {
    "note": Note(1, (0,)),
    "next": "another",
    "away": frozenset({"b", "a"}),
    "removed": frozenset({"c"}),
    "former": (FormerHolder(1, "Luc", frozenset({"l", "m"}), True, 7),),
    "over": Ended((0,), 99.0),
    "turn": Turn((1,), 4, 88),
    "moderated": "closed",
    "chat": Chat(ROOMS, (LINE,), 1),
    "notes": ({}, {"A1": "x"}),
    "seats": (SeatHolder(0), SeatHolder(1, "person", "Luc", guests=frozenset({"l"}))),
}


def test_every_field_is_tried() -> None:
    assert {field.name for field in fields(Saved)} == {*CHANGES, "header"}


@pytest.mark.parametrize("name", CHANGES)
def test_what_changed_is_written_and_read_back(name: str) -> None:
    old = saved()
    new = replace(old, **{name: CHANGES[name]})  # type: ignore[arg-type]
    docs: dict[str, object] = stored(None, old)
    written = stored(old, new)
    assert written
    assert read_saved({**docs, **written}, ROOMS) == new
    assert {name.split(" ")[0] for name in written} <= document_names()


def test_what_did_not_change_is_not_written() -> None:
    old = saved()
    assert stored(old, old) == {}
    assert set(stored(old, replace(old, turn=Turn((1,), 1, 2)))) == {"turn"}
    seats = (old.seats[0], replace(old.seats[1], level="expert"))
    assert set(stored(old, replace(old, seats=seats))) == {"seat 1"}


def test_a_new_table_is_written_whole() -> None:
    new = saved(removed=frozenset({"z"}))
    docs = stored(None, new)
    assert set(docs) == {"table", "seat 0", "seat 1", "over", "turn", "removed"}
    assert read_saved(docs, ROOMS) == new


def test_chat_is_kept_in_a_circle() -> None:
    """A line replaces the oldest, on disk as in memory."""
    now = saved()
    docs = stored(None, now)
    for i in range(5):
        after = replace(now, chat=now.chat.with_line(replace(LINE, at=float(i))))
        written = stored(now, after)
        assert set(written) == {f"chat {i % ROOMS}"}
        docs, now = {**docs, **written}, after
    assert [line.at for line in read_saved(docs, ROOMS).chat.lines] == [2.0, 3.0, 4.0]
    assert read_saved(docs, ROOMS).chat == now.chat
    fewer = read_saved(docs, 2).chat
    assert [line.at for line in fewer.lines] == [3.0, 4.0]
    assert fewer.said == 5


@pytest.mark.parametrize("over", [True, {"winners": [1], "at": 5}, {"winners": []}])
def test_tables_that_ended_before_more_was_stored_are_over(over: object) -> None:
    docs: Docs = {**stored(None, saved()), "over": over}
    assert read_saved(docs).over is not None


def test_an_older_table_without_turn_and_over_goes_on() -> None:
    docs = stored(None, saved())
    del docs["over"], docs["turn"]
    assert (read_saved(docs).over, read_saved(docs).turn) == (None, Turn())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("table", None),
        ("seat 1", {"seat": 1}),
        ("note", {"seat": "x", "winners": []}),
        ("former", [{"seat": 1}]),
        ("chat 0", {"seat": 0}),
        ("over", {"winners": ["x"]}),
        ("turn", {"to_act": 5}),
    ],
)
def test_damage_is_noticed(name: str, value: object) -> None:
    docs: dict[str, object] = {**stored(None, saved()), name: value}
    with pytest.raises((LookupError, TypeError, ValueError, AttributeError)):
        read_saved(docs)


def test_the_page_on_the_store_names_every_document() -> None:
    section = STORE_PAGE.partition("## Documents")[2].partition("\n## ")[0]
    rows = {line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| `")}
    for name in document_names():
        assert f"`{name}`" in rows or f"`{name} 0` …" in rows, name


def test_the_page_on_the_store_names_no_other_document() -> None:
    section = STORE_PAGE.partition("## Documents")[2].partition("\n## ")[0]
    rows = {re.sub(r"\W.*", "", line.split("`")[1]) for line in section.splitlines() if line.startswith("| `")}
    assert rows - {"keys", "policy", "audit", "erased", "fence"} == document_names()  # these belong to no table


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: str(path.relative_to(ROOM)))
def test_no_other_module_spells_the_name_of_a_document(path: Path) -> None:
    """Neither as a key of documents nor in SQL."""
    text, names = path.read_text(encoding="utf-8"), "|".join(sorted(document_names()))
    assert re.findall(rf"""docs(?:\[|\.get\()f?"(?:{names})\b""", text) == []
    if "store" in path.parts:
        assert re.findall(rf"(?<!type = )'(?:{names})(?: ?%| \d| |)'", text) == []


def test_every_value_holds_its_fields_in_the_same_order() -> None:
    """They are compared one by one."""
    names = [field.name for field in fields(Saved)]
    for value in (saved(), saved().with_status(None, Turn((1,), 4, 88)), replace(saved(), next="a")):
        assert list(vars(value)) == names
