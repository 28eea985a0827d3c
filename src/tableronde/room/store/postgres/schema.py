"""The version of a PostgreSQL store, and how an older one becomes a newer one."""

from typing import Final

from tableronde.room.store.postgres.connecting import Db
from tableronde.room.store.schema import COLUMNS, MIGRATIONS, SHARED, VERSION, must_be_known, must_fit

_TURN: Final = "SELECT pg_advisory_xact_lock(hashtext('tableronde migration'))"  # nodes that start together migrate one after the other
_COLUMNS: Final = """
SELECT table_name, array_agg(column_name::text ORDER BY ordinal_position)
FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY table_name
"""
_VERSION: Final = "INSERT INTO meta VALUES ('version', %s) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value"


def version_of(db: Db) -> int:
    """The version of a store; 0 for a new one."""
    if "meta" not in _columns(db):
        return 0
    [found] = db.execute("SELECT value FROM meta WHERE name = 'version'").fetchone() or [0]
    return int(found)


def migrate(db: Db, where: object) -> None:
    """Bring a store to the version of today, all the way or not at all; StoreTrouble if it is of no kind known here."""
    with db.transaction():
        db.execute("SET LOCAL lock_timeout = '60s'")
        db.execute(_TURN)
        found = version_of(db)
        must_be_known(found, where)
        for migration in MIGRATIONS[found:]:
            for statement in filter(str.strip, migration.postgres.split(";")):
                db.execute(statement)
        must_fit(_columns(db), {**COLUMNS, **SHARED}, where)
        if found < VERSION:
            db.execute(_VERSION, (VERSION,))


def _columns(db: Db) -> dict[str, list[str]]:
    return dict(db.execute(_COLUMNS).fetchall())
