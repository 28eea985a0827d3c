"""What a store looks like inside, version by version, and how an older one becomes a newer one."""

import sqlite3
from typing import Final

from tableronde.room.store import StoreTrouble

# Each takes a store one version further, and is never changed once it was published. The first also fits the stores of 0.1.0,
# which had these tables and no version.
MIGRATIONS: Final = (
    """
    CREATE TABLE IF NOT EXISTS tables(id TEXT PRIMARY KEY, game TEXT, host TEXT, opened REAL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS events(id TEXT, seq INTEGER, actor TEXT, action TEXT, at REAL, clock TEXT, PRIMARY KEY(id, seq))
    WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS holders(guest TEXT, id TEXT, PRIMARY KEY(guest, id)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS docs(id TEXT, name TEXT, value TEXT, PRIMARY KEY(id, name)) WITHOUT ROWID
    """,
    """
    CREATE TABLE meta(name TEXT PRIMARY KEY, value REAL) WITHOUT ROWID;
    ALTER TABLE tables ADD COLUMN day REAL NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN forgotten REAL
    """,
)
VERSION: Final = len(MIGRATIONS)
COLUMNS: Final = {
    "tables": ["id", "game", "host", "opened", "day", "forgotten"],
    "events": ["id", "seq", "actor", "action", "at", "clock"],
    "holders": ["guest", "id"],
    "docs": ["id", "name", "value"],
    "meta": ["name", "value"],
}


def version_of(db: sqlite3.Connection) -> int:
    """The version of a store; 0 for a new one, and for those of 0.1.0."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection, where: object) -> None:
    """Bring a store to the version of today, all the way or not at all; StoreTrouble if it is of no kind known here."""
    found = version_of(db)
    if found > VERSION:
        raise StoreTrouble(
            f"{where} was written by a newer Table Ronde (store version {found}, this one knows {VERSION}): use that one, or another folder"
        )
    if found < VERSION:
        db.execute("BEGIN EXCLUSIVE")
        try:
            for version in range(found, VERSION):
                for statement in MIGRATIONS[version].split(";"):
                    db.execute(statement)
            _must_fit(db, where)
            db.execute(f"PRAGMA user_version = {VERSION}")
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
    _must_fit(db, where)


def _must_fit(db: sqlite3.Connection, where: object) -> None:
    for table, columns in COLUMNS.items():
        found = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
        if found != columns:
            raise StoreTrouble(
                f"{where} is no store that Table Ronde has ever written (its table {table} has the columns "
                f"{', '.join(found) or 'none'}) and was left as it is: put back a copy, or use another folder"
            )
