"""Copies of a store file in its own version: kept before a migration, and read by maintenance without changing the original."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tableronde.room.store.private_files import open_private
from tableronde.room.store.schema import VERSION, read_version

TABLES = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('tables', 'events', 'docs')"


def is_store(db: sqlite3.Connection) -> bool:
    """Return whether a database holds a store of any version."""
    [found] = db.execute(TABLES).fetchone()
    return int(found) == 3


def copy_file(db: sqlite3.Connection, target: Path) -> None:
    """Copy a database as it is now into a new file that others cannot read, also while somebody writes to it."""
    os.close(open_private(target, os.O_RDWR | os.O_EXCL))
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute("PRAGMA synchronous=FULL")
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def keep_older(db: sqlite3.Connection, path: Path) -> Path | None:
    """Before a store is migrated, keep a copy of it beside it, unless there is one; return the file, or None if nothing is migrated."""
    version = read_version(db)
    if version >= VERSION or not is_store(db):
        return None
    kept = path.with_name(f"{path.name}.version-{version}")
    if not kept.exists():
        part = kept.with_name(f"{kept.name}.part")
        part.unlink(missing_ok=True)
        copy_file(db, part)
        part.rename(kept)
    return kept
