"""The version of a PostgreSQL store, and the migration of older ones."""

from typing import Final

from tableronde.room.store.postgres.connecting import Db
from tableronde.room.store.schema import COLUMNS, MIGRATIONS, SHARED, VERSION, check_columns, check_version

_TURN: Final = "SELECT pg_advisory_xact_lock(hashtext('tableronde migration'))"  # nodes that start together migrate one after the other
_COLUMNS: Final = """
SELECT table_name, array_agg(column_name::text ORDER BY ordinal_position)
FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY table_name
"""
_VERSION: Final = "INSERT INTO meta VALUES ('version', %s) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value"


def read_version(db: Db) -> int:
    """Return the version of a store; 0 for a new one."""
    if "meta" not in _list_columns(db):
        return 0
    [found] = db.execute("SELECT value FROM meta WHERE name = 'version'").fetchone() or [0]
    return int(found)


def migrate(db: Db, where: object) -> None:
    """Bring a store to the current version, completely or not at all; raise StoreTrouble if it is not a store."""
    with db.transaction():
        db.execute("SET LOCAL lock_timeout = '60s'")
        db.execute(_TURN)
        found = read_version(db)
        check_version(found, where)
        for migration in MIGRATIONS[found:]:
            for statement in filter(str.strip, migration.postgres.split(";")):
                db.execute(statement)
        check_columns(_list_columns(db), {**COLUMNS, **SHARED}, where)
        if found < VERSION:
            db.execute(_VERSION, (VERSION,))


def _list_columns(db: Db) -> dict[str, list[str]]:
    return dict(db.execute(_COLUMNS).fetchall())
