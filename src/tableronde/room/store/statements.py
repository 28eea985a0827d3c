"""What is written, as SQL: one statement over one JSON text, which SQLite works through by itself from the first row to the disk.

A statement is a transaction of its own: all of it is kept, or nothing. And it is only one, since before each the writer's thread has
to wait until the event loop lets it go on.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from tableronde.room.store import Write

FORGOTTEN: Final = 50  # tables forgotten in one commit: others wait only briefly
GRAVE: Final = 30  # days for which a forgotten table can be brought back
TODAY: Final = "coalesce((SELECT value FROM meta WHERE name = 'days'), 0)"
_COLUMNS: Final = "abcdef"  # of a row, whatever is in it
_GONE: Final = f"(SELECT id FROM tables WHERE forgotten < {TODAY} - {GRAVE} ORDER BY id LIMIT {FORGOTTEN})"
_KINDS: Final = {  # how a row is put away
    "open": "INSERT INTO tables(id, game, host, opened) VALUES (NEW.a, NEW.b, NEW.c, NEW.d)",
    "cut": "DELETE FROM events WHERE id = NEW.a AND seq >= NEW.b",
    "event": "INSERT INTO events VALUES (NEW.a, NEW.b, NEW.c, NEW.d, NEW.e, NEW.f)",
    "doc": "INSERT OR REPLACE INTO docs VALUES (NEW.a, NEW.b, NEW.c)",
    "holder": "INSERT OR IGNORE INTO holders VALUES (NEW.a, NEW.b)",
    "seen": "INSERT OR REPLACE INTO docs SELECT id, 'seen', NEW.b FROM tables WHERE id = NEW.a",  # no table is made by looking at it
    "came": f"UPDATE tables SET day = {TODAY} WHERE id = NEW.a AND day < {TODAY}",
    "meta": "INSERT OR REPLACE INTO meta VALUES (NEW.a, NEW.b)",
    "forget": (
        f"UPDATE tables SET forgotten = {TODAY} WHERE id IN "
        f"(SELECT id FROM tables WHERE forgotten IS NULL AND day < {TODAY} - NEW.a ORDER BY day LIMIT {FORGOTTEN}); "
        + "; ".join(f"DELETE FROM {name} WHERE id IN {_GONE}" for name in ("events", "docs", "holders", "tables"))
    ),
}
_VALUES: Final = ", ".join(f"json_extract(value, '$[{i}]')" for i in range(1 + len(_COLUMNS)))
_WRITE: Final = f"INSERT INTO written SELECT {_VALUES} FROM json_each(?)"


def prepare(db: sqlite3.Connection) -> None:
    """Teach a connection how each kind of row is put away: a view that holds nothing, with a trigger for each kind."""
    db.execute(f"CREATE TEMP VIEW written AS SELECT 0 AS kind, {', '.join(f'0 AS {column}' for column in _COLUMNS)}")
    for kind, action in _KINDS.items():
        db.execute(f"CREATE TEMP TRIGGER written_{kind} INSTEAD OF INSERT ON written WHEN NEW.kind = '{kind}' BEGIN {action}; END")


def transact(db: sqlite3.Connection, writes: Sequence[Write], came: Iterable[str]) -> None:
    """Write all of it or nothing, and to which tables somebody has come today, on a connection that was prepared for it."""
    rows: list[tuple[Any, ...]] = [
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
