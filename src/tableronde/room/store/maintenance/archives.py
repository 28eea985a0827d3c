"""Both kinds of store as archives, found by their names: a folder, or an address."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tableronde.room.keys import Folder, Ring
from tableronde.room.store import StoreTrouble
from tableronde.room.store.care.archive import Archive
from tableronde.room.store.lock import Lock
from tableronde.room.store.opening import FILE, SCHEMES, must_have_psycopg
from tableronde.room.store.schema import VERSION, migrate, version_of
from tableronde.room.store.sqlite import explain

if TYPE_CHECKING:
    from tableronde.room.store.postgres.connecting import Db


class SqliteArchive(Archive):
    """The store of a room alone."""

    def __init__(self, folder: Path, db: sqlite3.Connection) -> None:
        self.folder, self.db = folder, db
        self.where, self.ring = str(folder), Folder(folder)
        db.execute("PRAGMA synchronous=FULL")

    def run(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run a statement."""
        return self.db.execute(statement, values)

    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of some rows."""
        self.db.executemany(statement, rows)

    def begin(self, reading: bool) -> None:
        """A snapshot begins with the first look."""
        self.db.execute("BEGIN" if reading else "BEGIN IMMEDIATE")
        self.db.execute("SELECT count(*) FROM meta").fetchone()

    def faults(self) -> list[str]:
        """What SQLite itself finds wrong."""
        said = [str(line) for (line,) in self.db.execute("PRAGMA integrity_check")]
        return [] if said == ["ok"] else said

    @contextmanager
    def unused(self) -> Iterator[None]:
        """The lock of the folder is held."""
        lock = Lock(self.folder)
        try:
            yield
        finally:
            lock.release()

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()


class PostgresArchive(Archive):
    """The store of many nodes."""

    def __init__(self, url: str, db: "Db") -> None:
        from tableronde.room.store.postgres.connecting import shown

        self.db, self.where, self.ring = db, shown(url), ring_of(url)

    def run(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run a statement."""
        return self.db.execute(statement.replace("?", "%s"), values)

    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of some rows."""
        with self.db.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s"), rows)

    def begin(self, reading: bool) -> None:
        """A snapshot, or a transaction."""
        self.db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if reading else "BEGIN")

    @contextmanager
    def unused(self) -> Iterator[None]:
        """No node lives."""
        from tableronde.room.store.postgres import leases

        living = leases.nodes(self.db)
        if living:
            raise StoreTrouble(f"{len(living)} nodes use {self.where}: close them first")
        yield

    def put_keys(self, data: bytes) -> None:
        """In the same transaction as everything else."""
        self.run("DELETE FROM docs WHERE id = ''")
        self.run("INSERT INTO docs VALUES ('', 'keys', ?)", (data.decode(),))

    def close(self) -> None:
        """Let go of the connection."""
        self.db.close()


def find(place: str) -> Archive:
    """The store with a name, as it is; StoreTrouble if there is none, or one of another version."""
    return _reach(place) if place.startswith(SCHEMES) else _look_in(Path(place))


def make(place: str) -> Archive:
    """The store with a name, made if there is none; StoreTrouble if there is anything in it."""
    archive = _reach(place, make=True) if place.startswith(SCHEMES) else _make_in(Path(place))
    if archive.count():
        archive.close()
        raise StoreTrouble(f"there are tables in {archive.where} already: only an empty store can be filled")
    return archive


def ring_of(place: str) -> Ring:
    """Where the keys of a store are, whatever became of the store."""
    if not place.startswith(SCHEMES):
        return Folder(Path(place))
    must_have_psycopg()
    from tableronde.room.store.postgres.ring import PostgresRing

    return PostgresRing(place)


def _look_in(folder: Path) -> Archive:
    path = folder / FILE
    if not path.exists():
        raise StoreTrouble(f"there is no store in {folder}")
    db = _open(path)
    try:
        _must_be_todays(version_of(db), str(path))
    except BaseException:
        db.close()
        raise
    return SqliteArchive(folder, db)


def _make_in(folder: Path) -> Archive:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        db = _open(folder / FILE)
        db.execute("PRAGMA journal_mode=WAL")
        migrate(db, folder / FILE)
    except (sqlite3.Error, OSError) as error:
        raise StoreTrouble(explain(folder / FILE, error)) from None
    return SqliteArchive(folder, db)


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=10)


def _reach(url: str, make: bool = False) -> Archive:
    must_have_psycopg()
    from tableronde.room.store.postgres import schema
    from tableronde.room.store.postgres.connecting import closed_by_faults, reach, shown

    db = reach(url, "tableronde store")
    with closed_by_faults(db):
        if make:
            schema.migrate(db, shown(url))
        _must_be_todays(schema.version_of(db), shown(url))
    return PostgresArchive(url, db)


def _must_be_todays(version: int, where: str) -> None:
    if version == 0:
        raise StoreTrouble(f"there is no store in {where}, or one of 0.1.0: open the room there once")
    if version != VERSION:
        raise StoreTrouble(f"{where} is of version {version}, not {VERSION}: open the room once, or use the Table Ronde that wrote it")
