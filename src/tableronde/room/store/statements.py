"""Writes as SQL: one statement over one JSON text, which SQLite processes from the first row to the disk.

A statement is a transaction of its own: all of it is stored, or nothing. And there is only one, because before each statement the
writer's thread waits until the event loop lets it continue.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from tableronde.room.saved.saved import SEEN
from tableronde.room.store import Write

FENCED: Final = "the operator has changed the table"  # the error of a write whose fence is too old
MAX_FORGOTTEN: Final = 50  # tables forgotten in one commit, so that other writes wait only briefly
GRAVE_DAYS: Final = 30  # days for which a forgotten table can be restored
TODAY: Final = "coalesce((SELECT value FROM meta WHERE name = 'days'), 0)"
# Rows of every kind are inserted into one view, whose columns a to f mean for each kind:
#
#   kind    a            b         c        d        e     f
#   fence   table        fence
#   open    table        game      host     opened
#   cut     table        seq
#   event   table        seq       actor    action   at    clock
#   doc     table        name      value
#   holder  guest        table
#   seen    table        time
#   came    table
#   meta    name         value
#   forget  days
_COLUMNS: Final = "abcdef"
_GONE: Final = f"(SELECT id FROM tables WHERE forgotten < {TODAY} - {GRAVE_DAYS} ORDER BY id LIMIT {MAX_FORGOTTEN})"
_FENCE: Final = "coalesce((SELECT CAST(value AS INTEGER) FROM docs WHERE id = '' AND name = 'fence ' || NEW.a), 0)"
_KINDS: Final = {  # how a row is stored
    "fence": f"SELECT RAISE(ABORT, '{FENCED}') WHERE {_FENCE} <> NEW.b",
    "open": "INSERT INTO tables(id, game, host, opened) VALUES (NEW.a, NEW.b, NEW.c, NEW.d)",
    "cut": "DELETE FROM events WHERE id = NEW.a AND seq >= NEW.b",
    "event": "INSERT INTO events VALUES (NEW.a, NEW.b, NEW.c, NEW.d, NEW.e, NEW.f)",
    "doc": "INSERT OR REPLACE INTO docs VALUES (NEW.a, NEW.b, NEW.c)",
    "holder": "INSERT OR IGNORE INTO holders VALUES (NEW.a, NEW.b)",
    "seen": f"INSERT OR REPLACE INTO docs SELECT id, '{SEEN}', NEW.b FROM tables WHERE id = NEW.a",  # a visit does not create a table
    "came": f"UPDATE tables SET day = {TODAY} WHERE id = NEW.a AND day < {TODAY}",
    "meta": "INSERT OR REPLACE INTO meta VALUES (NEW.a, NEW.b)",
    "forget": (
        f"UPDATE tables SET forgotten = {TODAY} WHERE id IN "
        f"(SELECT id FROM tables WHERE forgotten IS NULL AND day < {TODAY} - NEW.a ORDER BY day LIMIT {MAX_FORGOTTEN}); "
        + "; ".join(f"DELETE FROM {name} WHERE id IN {_GONE}" for name in ("events", "docs", "holders", "tables"))
    ),
}
_VALUES: Final = ", ".join(f"json_extract(value, '$[{i}]')" for i in range(1 + len(_COLUMNS)))
_WRITE: Final = f"INSERT INTO written SELECT {_VALUES} FROM json_each(?)"


def prepare(db: sqlite3.Connection) -> None:
    """Prepare a connection: a view that holds nothing, with a trigger that stores each kind of row."""
    db.execute(f"CREATE TEMP VIEW written AS SELECT 0 AS kind, {', '.join(f'0 AS {column}' for column in _COLUMNS)}")
    for kind, action in _KINDS.items():
        db.execute(f"CREATE TEMP TRIGGER written_{kind} INSTEAD OF INSERT ON written WHEN NEW.kind = '{kind}' BEGIN {action}; END")


def transact(db: sqlite3.Connection, writes: Sequence[Write], came: Iterable[str]) -> None:
    """Write all of it or nothing, and mark the tables in `came` as visited today, on a prepared connection."""
    rows: list[tuple[Any, ...]] = [
        *(("fence", write.table, write.fence) for write in writes if write.is_fenced),
        *(("open", write.table, *write.opened) for write in writes if write.opened),
        *(("cut", write.table, write.cut) for write in writes if write.cut is not None),
        *(("event", write.table, *row) for write in writes for row in write.events),
        *(("doc", write.table, name, value) for write in writes for name, value in write.docs.items()),
        *(("holder", guest, write.table) for write in writes for guest in write.holders),
        *(("seen", write.table, write.seen) for write in writes if write.seen is not None),
        *(("came", table) for table in came),
        *(("meta", name, value) for write in writes for name, value in write.meta.items()),
        *(("forget", write.forget) for write in writes if write.forget is not None),
    ]
    db.execute(_WRITE, (msgspec.json.encode(rows).decode(),))
