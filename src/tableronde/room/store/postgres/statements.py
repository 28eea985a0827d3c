"""What is written, as SQL for PostgreSQL: a few statements over columns of values, so that the server works through all rows in one go."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tableronde.room.store import FIRST, Write
from tableronde.room.store.postgres.connecting import Db
from tableronde.room.store.statements import FORGOTTEN, GRAVE, TODAY

NOW: Final = "extract(epoch FROM clock_timestamp())::float8"


def alive(node: str) -> str:
    """Whether a node lives, by the server's clock; not if that was set back to before the node last said so."""
    return f"({node}.until > {NOW} AND {node}.until <= {NOW} + {node}.seconds + 1)"


def _rows(*kinds: str) -> str:
    return f"unnest({', '.join(f'%s::{kind}[]' for kind in kinds)})"


_OPEN: Final = f"INSERT INTO tables(id, game, host, opened) SELECT * FROM {_rows('text', 'text', 'text', 'float8')}"
_KEEP: Final = f"INSERT INTO keepers SELECT *, {FIRST} FROM {_rows('text', 'text')}"
_CUT: Final = f"DELETE FROM events USING {_rows('text', 'int')} AS cut(id, seq) WHERE events.id = cut.id AND events.seq >= cut.seq"
_EVENTS: Final = f"INSERT INTO events SELECT * FROM {_rows('text', 'int', 'text', 'text', 'float8', 'text')}"
_DOCS: Final = f"INSERT INTO docs SELECT * FROM {_rows('text', 'text', 'text')} ON CONFLICT (id, name) DO UPDATE SET value = EXCLUDED.value"
_HOLDERS: Final = f"INSERT INTO holders SELECT * FROM {_rows('text', 'text')} ON CONFLICT DO NOTHING"
_SEEN: Final = (  # a table that is not there, or no longer, is not made by looking at it
    f"INSERT INTO docs SELECT id, 'seen', at FROM {_rows('text', 'text')} AS looked(id, at) JOIN tables USING (id) "
    "ON CONFLICT (id, name) DO UPDATE SET value = EXCLUDED.value"
)
_CAME: Final = f"UPDATE tables SET day = {TODAY} FROM {_rows('text')} AS came(id) WHERE tables.id = came.id AND day < {TODAY}"
_META: Final = f"INSERT INTO meta SELECT * FROM {_rows('text', 'float8')} ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value"
_FORGET: Final = (  # one that somebody comes to at this very moment is locked, and then looked at again: its day is another
    f"UPDATE tables SET forgotten = {TODAY} WHERE forgotten IS NULL AND day < {TODAY} - %(keep)s "
    f"AND id IN (SELECT id FROM tables AS old WHERE forgotten IS NULL AND day < {TODAY} - %(keep)s "
    f"AND NOT EXISTS (SELECT 1 FROM keepers JOIN nodes USING (node) WHERE keepers.id = old.id AND {alive('nodes')}) "
    f"ORDER BY day LIMIT {FORGOTTEN})"
)
_PARTS: Final = ("events", "docs", "holders", "keepers")  # of a table, beside its own row
_LEAVE: Final = f"""
WITH gone AS (SELECT id FROM tables WHERE forgotten < {TODAY} - {GRAVE} ORDER BY forgotten, id LIMIT {FORGOTTEN} FOR UPDATE),
{", ".join(f"{name}_gone AS (DELETE FROM {name} USING gone WHERE {name}.id = gone.id)" for name in _PARTS)}
DELETE FROM tables USING gone WHERE tables.id = gone.id
"""  # in one go: what is brought back meanwhile is brought back whole
FENCES: Final = "SELECT id, fence FROM keepers WHERE id = ANY(%s) ORDER BY id FOR SHARE"


def put(db: Db, writes: Sequence[Write]) -> None:
    """All of it, in a transaction that was begun."""
    for statement, rows in _statements(writes):
        db.execute(statement, [list(column) for column in zip(*rows, strict=True)])
    for write in writes:
        if write.forget is not None:
            _forget(db, write.forget)


def _forget(db: Db, keep: int) -> None:
    """Some tables nobody comes to are forgotten; of those forgotten long ago nothing is left."""
    db.execute(_FORGET, {"keep": keep})
    db.execute(_LEAVE)


def _latest(rows: Iterable[tuple[Any, ...]], key: int) -> list[tuple[Any, ...]]:
    """Of rows with the same key the last, since one statement changes a row once only; in order, so that nobody waits for each other."""
    return sorted({row[:key]: row for row in rows}.values())


def _statements(writes: Sequence[Write]) -> list[tuple[str, list[tuple[Any, ...]]]]:
    opened = [(write.table, *write.opened) for write in writes if write.opened]
    kept = [(write.table, write.keeper) for write in writes if write.opened and write.keeper]
    cuts = [(write.table, write.cut) for write in writes if write.cut is not None]
    events = [(write.table, *row) for write in writes for row in write.events]
    docs = [(write.table, name, value) for write in writes for name, value in write.docs.items()]
    holders = [(guest, write.table) for write in writes for guest in write.holders]
    seen = [(write.table, str(write.seen)) for write in writes if write.seen is not None]
    came = [(write.table,) for write in writes if write.opened or write.events or write.seen is not None]
    meta = [pair for write in writes for pair in write.meta.items()]
    every: Sequence[tuple[str, list[tuple[Any, ...]]]] = (
        (_OPEN, [*opened]),
        (_KEEP, [*kept]),
        (_CUT, [*cuts]),
        (_EVENTS, [*events]),
        (_DOCS, _latest(docs, 2)),
        (_HOLDERS, _latest(holders, 2)),
        (_SEEN, _latest(seen, 1)),
        (_CAME, _latest(came, 1)),
        (_META, _latest(meta, 1)),
    )
    return [(statement, rows) for statement, rows in every if rows]
