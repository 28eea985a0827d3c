"""What is written, as SQL: a few statements over one JSON text each, so that SQLite works through all rows in one go."""

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from tableronde.room.store import Write

FORGOTTEN: Final = 50  # tables forgotten in one commit: others wait only briefly
GRAVE: Final = 30  # days for which a forgotten table can be brought back


def _rows(columns: int) -> str:
    """The rows of a JSON text [[…], […]] as SQLite sees them."""
    return "SELECT " + ", ".join(f"json_extract(value, '$[{i}]')" for i in range(columns)) + " FROM json_each(?)"


TODAY: Final = "coalesce((SELECT value FROM meta WHERE name = 'days'), 0)"
_OPEN: Final = f"INSERT INTO tables(id, game, host, opened) {_rows(4)}"
_CUT: Final = (
    f"WITH cut(id, seq) AS ({_rows(2)}) "
    "DELETE FROM events WHERE (id, seq) IN "
    "(SELECT events.id, events.seq FROM cut JOIN events ON events.id = cut.id AND events.seq >= cut.seq)"
)
_EVENTS: Final = f"INSERT INTO events {_rows(6)}"
_DOCS: Final = f"INSERT OR REPLACE INTO docs {_rows(3)}"
_HOLDERS: Final = f"INSERT OR IGNORE INTO holders {_rows(2)}"
_SEEN: Final = (  # a table that is not there, or no longer, is not made by looking at it
    f"WITH looked(id, at) AS ({_rows(2)}) "
    "INSERT OR REPLACE INTO docs SELECT looked.id, 'seen', looked.at FROM looked JOIN tables ON tables.id = looked.id"
)
_CAME: Final = f"UPDATE tables SET day = {TODAY} WHERE id IN (SELECT value FROM json_each(?)) AND day < {TODAY}"
_META: Final = f"INSERT OR REPLACE INTO meta {_rows(2)}"
_FORGET: Final = (
    f"UPDATE tables SET forgotten = {TODAY} WHERE id IN "
    f"(SELECT id FROM tables WHERE forgotten IS NULL AND day < {TODAY} - ? ORDER BY day LIMIT {FORGOTTEN})"
)
_GONE: Final = f"SELECT id FROM tables WHERE forgotten < {TODAY} - {GRAVE} LIMIT {FORGOTTEN}"


def transact(db: sqlite3.Connection, writes: Sequence[Write]) -> None:
    """Write all of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement, rows in _statements(writes):
            db.execute(statement, (_json(rows),))
        for write in writes:
            if write.forget is not None:
                _forget(db, write.forget)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _forget(db: sqlite3.Connection, keep: int) -> None:
    """Some tables nobody comes to are forgotten; of those forgotten long ago nothing is left."""
    db.execute(_FORGET, (keep,))
    ids = _json([id for (id,) in db.execute(_GONE)])
    for name in ("events", "docs", "holders", "tables"):
        db.execute(f"DELETE FROM {name} WHERE id IN (SELECT value FROM json_each(?))", (ids,))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _statements(writes: Sequence[Write]) -> list[tuple[str, list[Any]]]:
    opened = [(write.table, *write.opened) for write in writes if write.opened]
    cuts = [(write.table, write.cut) for write in writes if write.cut is not None]
    events = [(write.table, *row) for write in writes for row in write.events]
    docs = [(write.table, name, value) for write in writes for name, value in write.docs.items()]
    holders = [(guest, write.table) for write in writes for guest in write.holders]
    seen = [(write.table, write.seen) for write in writes if write.seen is not None]
    came = [write.table for write in writes if write.opened or write.events or write.seen is not None]
    meta = [pair for write in writes for pair in write.meta.items()]
    every = (
        (_OPEN, opened),
        (_CUT, cuts),
        (_EVENTS, events),
        (_DOCS, docs),
        (_HOLDERS, holders),
        (_SEEN, seen),
        (_CAME, came),
        (_META, meta),
    )
    return [(statement, rows) for statement, rows in every if rows]
