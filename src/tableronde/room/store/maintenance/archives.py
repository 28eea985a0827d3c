"""Both kinds of store as archives, by folder or address."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tableronde.room.people.keyring import FILE as KEY_FILE
from tableronde.room.people.keyring import KeyringFile, KeyringPlace
from tableronde.room.store import StoreTrouble
from tableronde.room.store.maintenance.archive import Archive
from tableronde.room.store.open_store import FILE, SCHEMES, check_psycopg
from tableronde.room.store.private_files import make_private_folder
from tableronde.room.store.schema import VERSION, check_version, migrate, read_version
from tableronde.room.store.sqlite.lock import Lock
from tableronde.room.store.sqlite.older import copy_file, is_store
from tableronde.room.store.sqlite.store import explain, make_private

if TYPE_CHECKING:
    from tableronde.room.store.postgres.connecting import Db


class SqliteArchive(Archive):
    """The store of a single node."""

    def __init__(
        self, folder: Path, db: sqlite3.Connection, version: int = VERSION, scratch: TemporaryDirectory[str] | None = None
    ) -> None:
        self.folder, self.db, self.version, self._scratch = folder, db, version, scratch
        self.where, self.keyring = str(folder), KeyringFile(folder)
        db.execute("PRAGMA synchronous=FULL")

    def run(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run a statement."""
        return self.db.execute(statement, values)

    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of some rows."""
        self.db.executemany(statement, rows)

    def begin(self, reading: bool) -> None:
        """Begin a transaction; a snapshot begins with the first read."""
        self.db.execute("BEGIN" if reading else "BEGIN IMMEDIATE")
        self.db.execute("SELECT count(*) FROM meta").fetchone()

    def fence(self, table: str) -> None:
        """Raise the table's fence, which the room compares with each write."""
        self.run(
            "INSERT INTO docs VALUES ('', ?, '1') ON CONFLICT (id, name) DO UPDATE SET value = CAST(value AS INTEGER) + 1",
            (f"fence {table}",),
        )

    def find_faults(self) -> list[str]:
        """Return the faults that SQLite itself finds."""
        lines = [str(line) for (line,) in self.db.execute("PRAGMA integrity_check")]
        return [] if lines == ["ok"] else lines

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the lock of the folder."""
        lock = Lock(self.folder)
        try:
            yield
        finally:
            lock.release()

    def close(self) -> None:
        """Close the file, and remove the copy that was read instead of an older store."""
        self.db.close()
        if self._scratch is not None:
            self._scratch.cleanup()


class PostgresArchive(Archive):
    """The store of many nodes."""

    def __init__(self, url: str, db: "Db") -> None:
        from tableronde.room.store.postgres.connecting import hide_password

        self.db, self.where, self.keyring, self.version = db, hide_password(url), find_keyring(url), VERSION

    def run(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run a statement."""
        return self.db.execute(statement.replace("?", "%s"), values)

    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of some rows."""
        with self.db.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s"), rows)

    def begin(self, reading: bool) -> None:
        """Begin a snapshot or a transaction."""
        self.db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if reading else "BEGIN")

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Check that no node is alive."""
        from tableronde.room.store.postgres import leases

        living = leases.list_nodes(self.db)
        if living:
            raise StoreTrouble(f"{len(living)} nodes use {self.where}: close them first")
        yield

    def fence(self, table: str) -> None:
        """Take the table from its owner. This waits for a write in progress."""
        self.run(
            "INSERT INTO keepers VALUES (?, '', 1) ON CONFLICT (id) DO UPDATE SET node = '', fence = keepers.fence + 1",
            (table,),
        )

    def forget_allowances(self, guest: str) -> None:
        """Delete how many tables a guest may still open today."""
        self.run("DELETE FROM allowances WHERE who = ?", (f"tables of guest {guest}",))

    def delete_table(self, table: str) -> None:
        """Delete everything of a table, its owner too."""
        super().delete_table(table)
        self.run("DELETE FROM keepers WHERE id = ?", (table,))

    def put_keys(self, data: bytes) -> None:
        """Store the keys in the current transaction."""
        self.run("DELETE FROM docs WHERE id = '' AND name = 'keys'")
        self.run("INSERT INTO docs VALUES ('', 'keys', ?)", (data.decode(),))

    def close(self) -> None:
        """Close the connection."""
        self.db.close()


def open_archive(place: str, *, reading: bool = False) -> Archive:
    """Open an existing store; raise StoreTrouble if there is none, or one of another version.

    For `reading`, the store of a folder may be older: a copy of it is brought to this version and read instead.
    """
    return _connect_postgres(place) if place.startswith(SCHEMES) else _open_folder(Path(place), reading)


def make_archive(place: str) -> Archive:
    """Open an empty store, creating it if there is none; raise StoreTrouble if it contains tables."""
    archive = _connect_postgres(place, make=True) if place.startswith(SCHEMES) else _make_folder(Path(place))
    if archive.count():
        archive.close()
        raise StoreTrouble(f"{archive.where} contains tables already: only an empty store can be filled")
    return archive


def find_keyring(place: str) -> KeyringPlace:
    """Return the keyring of a store, even if the store is damaged."""
    if not place.startswith(SCHEMES):
        return KeyringFile(Path(place))
    check_psycopg()
    from tableronde.room.store.postgres.keyring import PostgresKeyring

    return PostgresKeyring(place)


def _open_folder(folder: Path, reading: bool) -> Archive:
    path = folder / FILE
    if not path.exists():
        raise StoreTrouble(f"there is no store in {folder}")
    db = connect_sqlite(path)
    try:
        version = read_version(db)
        if reading and version < VERSION and is_store(db):
            return _copy_older(folder, db, version)
        _check_current(version, str(path))
    except BaseException:
        db.close()
        raise
    return SqliteArchive(folder, db)


def _copy_older(folder: Path, db: sqlite3.Connection, version: int) -> Archive:
    """Return a copy of an older store in this version; the store itself stays as it is."""
    scratch = TemporaryDirectory(prefix="tableronde-")
    try:
        path = Path(scratch.name) / FILE
        copy_file(db, path)
        copied = connect_sqlite(path)
        migrate(copied, folder / FILE)
    except BaseException:
        scratch.cleanup()
        raise
    db.close()
    return SqliteArchive(folder, copied, version, scratch)


def _make_folder(folder: Path) -> Archive:
    try:
        make_private_folder(folder, (FILE, KEY_FILE))
        make_private(folder / FILE)
        db = connect_sqlite(folder / FILE)
        db.execute("PRAGMA journal_mode=WAL")
        migrate(db, folder / FILE)
    except (sqlite3.Error, OSError) as error:
        raise StoreTrouble(explain(folder / FILE, error)) from None
    return SqliteArchive(folder, db)


def connect_sqlite(path: Path) -> sqlite3.Connection:
    """Connect to the file of a store."""
    return sqlite3.connect(path, isolation_level=None, timeout=10)


def _connect_postgres(url: str, make: bool = False) -> Archive:
    check_psycopg()
    from tableronde.room.store.postgres import schema
    from tableronde.room.store.postgres.connecting import closed_by_faults, hide_password, reach

    db = reach(url, "tableronde store")
    with closed_by_faults(db):
        if make:
            schema.migrate(db, hide_password(url))
        _check_current(schema.read_version(db), hide_password(url))
    return PostgresArchive(url, db)


def _check_current(version: int, where: str) -> None:
    if version == 0:
        raise StoreTrouble(f"there is no store in {where}, or one that is empty")
    check_version(version, where)
    if version != VERSION:
        raise StoreTrouble(f"{where} has version {version}, not {VERSION}: open the room there once (it keeps a copy)")
