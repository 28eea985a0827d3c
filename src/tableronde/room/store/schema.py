"""The schema of a store, version by version, and the migration of older stores. Versions are the same for SQLite and PostgreSQL."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tableronde.room.store import StoreTrouble


class Migration(NamedTuple):
    """A step to the next version: statements for SQLite and for PostgreSQL."""

    sqlite: str
    postgres: str


# A published migration never changes. The first also fits the stores of 0.1.0, which had these tables and no version.
MIGRATIONS: Final = (
    Migration(
        """
        CREATE TABLE IF NOT EXISTS tables(id TEXT PRIMARY KEY, game TEXT, host TEXT, opened REAL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS events(id TEXT, seq INTEGER, actor TEXT, action TEXT, at REAL, clock TEXT, PRIMARY KEY(id, seq))
        WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS holders(guest TEXT, id TEXT, PRIMARY KEY(guest, id)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS docs(id TEXT, name TEXT, value TEXT, PRIMARY KEY(id, name)) WITHOUT ROWID
        """,
        """
        CREATE TABLE tables(id TEXT PRIMARY KEY, game TEXT, host TEXT, opened DOUBLE PRECISION);
        CREATE TABLE events(id TEXT, seq INTEGER, actor TEXT, action TEXT, at DOUBLE PRECISION, clock TEXT, PRIMARY KEY(id, seq));
        CREATE TABLE holders(guest TEXT, id TEXT, PRIMARY KEY(guest, id));
        CREATE TABLE docs(id TEXT, name TEXT, value TEXT, PRIMARY KEY(id, name))
        """,
    ),
    Migration(
        """
        CREATE TABLE meta(name TEXT PRIMARY KEY, value REAL) WITHOUT ROWID;
        ALTER TABLE tables ADD COLUMN day REAL NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN forgotten REAL
        """,
        """
        CREATE TABLE meta(name TEXT PRIMARY KEY, value DOUBLE PRECISION);
        ALTER TABLE tables ADD COLUMN day DOUBLE PRECISION NOT NULL DEFAULT 0;
        ALTER TABLE tables ADD COLUMN forgotten DOUBLE PRECISION
        """,
    ),
    Migration(  # the owners of tables on a shared store; a single node needs none
        "",
        """
        CREATE TABLE nodes(node TEXT PRIMARY KEY, until DOUBLE PRECISION NOT NULL, seconds DOUBLE PRECISION NOT NULL);
        CREATE TABLE keepers(id TEXT PRIMARY KEY, node TEXT NOT NULL, fence BIGINT NOT NULL);
        CREATE INDEX keepers_by_node ON keepers(node);
        CREATE TABLE writers(writer TEXT PRIMARY KEY, batch BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL) WITH (fillfactor = 10);
        CREATE UNLOGGED TABLE allowances(who TEXT PRIMARY KEY, left_over DOUBLE PRECISION NOT NULL, at DOUBLE PRECISION NOT NULL)
        """,
    ),
)
VERSION: Final = len(MIGRATIONS)
COLUMNS: Final = {
    "tables": ["id", "game", "host", "opened", "day", "forgotten"],
    "events": ["id", "seq", "actor", "action", "at", "clock"],
    "holders": ["guest", "id"],
    "docs": ["id", "name", "value"],
    "meta": ["name", "value"],
}
SHARED: Final = {
    "nodes": ["node", "until", "seconds"],
    "keepers": ["id", "node", "fence"],
    "writers": ["writer", "batch", "at"],
    "allowances": ["who", "left_over", "at"],
}


def read_version(db: sqlite3.Connection) -> int:
    """Return the version of a store; 0 for a new one and for those of 0.1.0."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection, where: object) -> None:
    """Bring a store to the current version, completely or not at all; raise StoreTrouble if it is not a store."""
    found = read_version(db)
    check_version(found, where)
    if found < VERSION:
        db.execute("BEGIN EXCLUSIVE")
        try:
            for migration in MIGRATIONS[found:]:
                for statement in filter(str.strip, migration.sqlite.split(";")):
                    db.execute(statement)
            check_columns(_list_columns(db), COLUMNS, where)
            db.execute(f"PRAGMA user_version = {VERSION}")
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
    check_columns(_list_columns(db), COLUMNS, where)


def check_version(version: int, where: object) -> None:
    """Raise StoreTrouble for a store of a newer version."""
    if version > VERSION:
        raise StoreTrouble(
            f"{where} was written by a newer Table Ronde (store version {version}, this one knows {VERSION}): use that, or another store"
        )


def check_columns(found: Mapping[str, Sequence[str]], wanted: Mapping[str, Sequence[str]], where: object) -> None:
    """Raise StoreTrouble for a store whose tables or columns differ from those expected."""
    for table, columns in wanted.items():
        if found.get(table) != columns:
            raise StoreTrouble(
                f"{where} was not written by any version of Table Ronde (its table {table} has the columns "
                f"{', '.join(found.get(table, ())) or 'none'}) and was left unchanged: restore a backup, or use another store"
            )


def _list_columns(db: sqlite3.Connection) -> dict[str, list[str]]:
    return {table: [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")] for table in COLUMNS}
