"""Writes as SQL for PostgreSQL: a few statements over columns of values, so that the server handles all rows at once."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from tableronde.room.saved.saved import SEEN
from tableronde.room.store import FIRST_FENCE, Write
from tableronde.room.store.postgres.connecting import Db
from tableronde.room.store.statements import GRAVE_DAYS, MAX_FORGOTTEN, TODAY

NOW: Final = "extract(epoch FROM clock_timestamp())::float8"


def is_alive_sql(node: str) -> str:
    """Return SQL that tells whether a node is alive by the server's clock; not if the clock was set back behind its last heartbeat."""
    return f"({node}.until > {NOW} AND {node}.until <= {NOW} + {node}.seconds + 1)"


def _unnest(*kinds: str) -> str:
    return f"unnest({', '.join(f'%s::{kind}[]' for kind in kinds)})"


_OPEN: Final = f"INSERT INTO tables(id, game, host, opened) SELECT * FROM {_unnest('text', 'text', 'text', 'float8')}"
_KEEP: Final = f"INSERT INTO keepers SELECT *, {FIRST_FENCE} FROM {_unnest('text', 'text')}"
_CUT: Final = f"DELETE FROM events USING {_unnest('text', 'int')} AS cut(id, seq) WHERE events.id = cut.id AND events.seq >= cut.seq"
_EVENTS: Final = f"INSERT INTO events SELECT * FROM {_unnest('text', 'int', 'text', 'text', 'float8', 'text')}"
_DOCS: Final = (
    f"INSERT INTO docs SELECT * FROM {_unnest('text', 'text', 'text')} ON CONFLICT (id, name) DO UPDATE SET value = EXCLUDED.value"
)
_HOLDERS: Final = f"INSERT INTO holders SELECT * FROM {_unnest('text', 'text')} ON CONFLICT DO NOTHING"
_SEEN: Final = (  # a visit does not create a table
    f"INSERT INTO docs SELECT id, '{SEEN}', at FROM {_unnest('text', 'text')} AS looked(id, at) JOIN tables USING (id) "
    "ON CONFLICT (id, name) DO UPDATE SET value = EXCLUDED.value"
)
_CAME: Final = f"UPDATE tables SET day = {TODAY} FROM {_unnest('text')} AS came(id) WHERE tables.id = came.id AND day < {TODAY}"
_META: Final = f"INSERT INTO meta SELECT * FROM {_unnest('text', 'float8')} ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value"
_FORGET: Final = (  # a table visited at this very moment is locked, and then checked again: its day has changed
    f"UPDATE tables SET forgotten = {TODAY} WHERE forgotten IS NULL AND day < {TODAY} - %(keep)s "
    f"AND id IN (SELECT id FROM tables AS old WHERE forgotten IS NULL AND day < {TODAY} - %(keep)s "
    f"AND NOT EXISTS (SELECT 1 FROM keepers JOIN nodes USING (node) WHERE keepers.id = old.id AND {is_alive_sql('nodes')}) "
    f"ORDER BY day LIMIT {MAX_FORGOTTEN})"
)
_PARTS: Final = ("events", "docs", "holders", "keepers")  # of a table, beside its own row
_LEAVE: Final = f"""
WITH gone AS (SELECT id FROM tables WHERE forgotten < {TODAY} - {GRAVE_DAYS} ORDER BY forgotten, id LIMIT {MAX_FORGOTTEN} FOR UPDATE),
{", ".join(f"{name}_gone AS (DELETE FROM {name} USING gone WHERE {name}.id = gone.id)" for name in _PARTS)}
DELETE FROM tables USING gone WHERE tables.id = gone.id
"""  # in one statement, so that a table restored meanwhile is restored completely
FENCES: Final = "SELECT id, fence FROM keepers WHERE id = ANY(%s) ORDER BY id FOR SHARE"


def write_all(db: Db, writes: Sequence[Write]) -> None:
    """Execute the writes in the current transaction."""
    for statement, rows in _list_statements(writes):
        db.execute(statement, [list(column) for column in zip(*rows, strict=True)])
    for write in writes:
        if write.forget is not None:
            _forget(db, write.forget)


def _forget(db: Db, keep: int) -> None:
    """Forget some tables that nobody visits, and delete those forgotten long ago."""
    db.execute(_FORGET, {"keep": keep})
    db.execute(_LEAVE)


def _keep_latest(rows: Iterable[tuple[Any, ...]], key: int) -> list[tuple[Any, ...]]:
    """Return the last of the rows with the same key, since a statement may change a row only once; sorted, to avoid deadlocks."""
    return sorted({row[:key]: row for row in rows}.values())


def _list_statements(writes: Sequence[Write]) -> list[tuple[str, list[tuple[Any, ...]]]]:
    opened = [(write.table, *write.opened) for write in writes if write.opened]
    kept = [(write.table, write.owner) for write in writes if write.opened and write.owner]
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
        (_DOCS, _keep_latest(docs, 2)),
        (_HOLDERS, _keep_latest(holders, 2)),
        (_SEEN, _keep_latest(seen, 1)),
        (_CAME, _keep_latest(came, 1)),
        (_META, _keep_latest(meta, 1)),
    )
    return [(statement, rows) for statement, rows in every if rows]
