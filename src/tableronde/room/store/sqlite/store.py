"""A store in one file for a single node: SQLite with one writer and snapshots for readers.

Opening checks whether the store can be used at all, and says in a sentence what is wrong if not.
"""

import contextlib
import json
import os
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from tableronde.room.base.log_events import STORE_MIGRATED, TABLE_DAMAGED
from tableronde.room.base.logs import hash_secret
from tableronde.room.saved.saved import UNLISTED
from tableronde.room.store import Docs, EventRow, Fenced, PolicyText, StoredTable, StoreFault, StoreTrouble, Write
from tableronde.room.store.expiry import forget_tables
from tableronde.room.store.private_files import open_private, tighten
from tableronde.room.store.schema import VERSION, migrate
from tableronde.room.store.single_node import SingleNodeLeases
from tableronde.room.store.sqlite.lock import Lock
from tableronde.room.store.sqlite.older import keep_older
from tableronde.room.store.statements import FENCED, prepare, transact
from tableronde.room.store.store_days import StoreDays
from tableronde.room.store.writer import Fault, Writer, WriterCounters

CHECKPOINT: Final = 400  # commits after which the log is checkpointed into the database, beside the writing
LOG_CHECK_COMMITS: Final = 16  # commits between two checks of the log's length
MIN_LOG_BYTES: Final = 4_000_000  # allowed whatever the size of the database
MAX_LOG_SHARE: Final = 2  # how many times the database's size the log may have before the writer itself checkpoints it
PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "wal_autocheckpoint=0",
    "cache_size=-8000",
    "temp_store=MEMORY",  # the rollback journal of a statement may be lost in a crash
    f"journal_size_limit={MIN_LOG_BYTES}",
)
_LISTED: Final = "".join(f"AND name NOT GLOB '{beginning}*' " for beginning in UNLISTED)
POLICY: Final = (
    "SELECT meta.value, docs.value FROM meta LEFT JOIN docs ON docs.id = '' AND docs.name = 'policy' "
    "WHERE meta.name = 'policy' AND meta.value <> ?"
)
BUSY_SECONDS: Final = 10  # to wait for another program that writes
MAX_CHECKED_BYTES: Final = 256_000_000  # largest database that is checked whenever it is opened


class SqliteBackend:
    """The backend of a SQLite store's writer, with a connection of its own that is replaced after any fault."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], tidy: Callable[[sqlite3.Connection, bool], None]) -> None:
        self._connect, self._tidy = connect, tidy
        self._db: sqlite3.Connection | None = None
        self._came_today: set[str] = set()  # tables already marked as visited today

    def write(self, writes: Sequence[Write]) -> list[Fault]:
        """Write all of it or nothing."""
        came = {write.table for write in writes if write.opened or write.events or write.seen is not None} - self._came_today
        try:
            transact(self._get_connection(), writes, came)
        except sqlite3.Error as error:
            raise (Fenced if str(error) == FENCED else StoreFault)(str(error) or type(error).__name__) from None
        self._came_today |= came
        if any(write.meta for write in writes):  # the day may have changed
            self._came_today.clear()
        return [None] * len(writes)

    def tidy(self, quiet: bool) -> None:
        """Keep the log short."""
        if self._db is not None:
            self._tidy(self._db, quiet)

    def clear(self) -> None:
        """Close the connection."""
        db, self._db = self._db, None
        with contextlib.suppress(sqlite3.Error):
            if db is not None:
                db.close()

    def _get_connection(self) -> sqlite3.Connection:
        """Return the connection, a new one if there is none."""
        if self._db is None:
            db = self._connect()
            prepare(db)
            self._db = db
        return self._db


class SqliteStore(WriterCounters, SingleNodeLeases):
    """The store of a single node."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = path.with_name(f"{path.name}-wal")
        try:
            self._lock = Lock(path.parent)
            make_private(path)
            self._reader = self._open()
        except (sqlite3.Error, OSError) as error:
            raise StoreTrouble(explain(path, error)) from None
        self.trusts_clock = not self.store_days.is_behind(time.time())
        self._writer = Writer(SqliteBackend(self._connect, self._tidy))
        self._tidied_commits = 0
        self._checkpoints: queue.SimpleQueue[bool] = queue.SimpleQueue()  # True: checkpoint, False: stop
        self._checkpoint_thread = threading.Thread(target=self._run_checkpoints, name="store-fold", daemon=True)
        self._checkpoint_thread.start()

    @property
    def is_new(self) -> bool:
        """Whether it never contained a table."""
        return self._reader.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is None

    async def write(self, write: Write) -> None:
        """Store this; raise StoreFault, with nothing stored, if that fails."""
        await self._writer.write(write)

    async def load(self, table: str) -> StoredTable | None:
        """Return everything stored of a table; None if there is no such table. Raise LookupError if it is damaged."""
        try:
            fence = self._read_fence(table)  # first, so that what is read is at least as new
            docs = self._read_docs(table)
            if not docs or self._is_forgotten(table):
                return None
            query = "SELECT seq, actor, action, at, clock FROM events WHERE id = ? ORDER BY seq"
            return StoredTable([EventRow(*row) for row in self._query(query, table)], docs, fence)
        except ValueError:
            TABLE_DAMAGED.log(table=hash_secret(table))
            raise LookupError("The stored data of this table is damaged and cannot be read.") from None

    async def list_tables_of(self, guest: str, most: int) -> list[tuple[str, Docs]]:
        """Return the latest tables of a guest, each with its documents; damaged ones are left out."""
        query = "SELECT tables.id FROM holders JOIN tables USING (id) WHERE guest = ? AND forgotten IS NULL ORDER BY opened DESC LIMIT ?"
        found: list[tuple[str, Docs]] = []
        for (id,) in self._query(query, guest, most):
            with contextlib.suppress(ValueError, StoreFault):
                found.append((id, self._read_docs(id, _LISTED)))
        return found

    async def count(self) -> int:
        """Count the tables."""
        [[number]] = self._query("SELECT count(*) FROM tables WHERE forgotten IS NULL")
        return int(number)

    async def read_report(self) -> dict[str, float]:
        """Return numbers for operators."""
        return {
            "version": VERSION,
            "days": round(self.store_days.days, 2),
            "database_bytes": _measure(self.path),
            "log_bytes": _measure(self._log),
            "free_bytes": shutil.disk_usage(self.path.parent).free,
        }

    async def read_policy(self, revision: int) -> PolicyText | None:
        """Return what the operator has decided, if that has changed."""
        found = next(iter(self._query(POLICY, revision)), None)
        return None if found is None else PolicyText(int(found[0]), found[1] or "")

    async def tick(self) -> None:
        """Count the store's days."""
        self.store_days.advance(time.time(), time.monotonic())
        await self.write(Write("", meta={"days": self.store_days.days, "at": self.store_days.at}))

    async def forget(self, keep: int) -> int:
        """Forget tables not visited for `keep` days, the oldest first, a limited number; return how many."""
        return await forget_tables(self, keep)

    def finish(self) -> None:
        """Accept no more writes; those waiting are still written. Call it in the thread that writes."""
        self._writer.finish()

    def close(self) -> None:
        """Finish, and wait until everything is written."""
        self.finish()
        self._writer.join()
        self._checkpoints.put(False)
        self._checkpoint_thread.join()
        self._reader.close()
        self._lock.release()

    def _query(self, query: str, *values: Any) -> list[Any]:
        """Return the rows of a query; raise StoreFault if they cannot be read now."""
        try:
            return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreFault(str(error)) from None

    def _read_docs(self, table: str, but: str = "") -> dict[str, Any]:
        rows = self._query(f"SELECT name, value FROM docs WHERE id = ? {but}", table)
        return {name: json.loads(value) for name, value in rows}

    def _read_fence(self, table: str) -> int:
        return sum(int(value) for (value,) in self._query("SELECT value FROM docs WHERE id = '' AND name = ?", f"fence {table}"))

    def _is_forgotten(self, table: str) -> bool:
        return any(forgotten is not None for (forgotten,) in self._query("SELECT forgotten FROM tables WHERE id = ?", table))

    # Opening

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS)
        for pragma in PRAGMAS:
            db.execute(f"PRAGMA {pragma}")
        return db

    def _open(self) -> sqlite3.Connection:
        """Open a connection to an undamaged, current and writable store."""
        try:
            db = self._connect()
            if self.path.stat().st_size < MAX_CHECKED_BYTES:
                _check_whole(db, self.path)
            kept = keep_older(db, self.path)
            migrate(db, self.path)
            if kept is not None:
                STORE_MIGRATED.log(version=VERSION, copy=kept.name)
            self.store_days = _read_store_days(db, self.path)
            db.execute("INSERT OR REPLACE INTO meta VALUES ('opened', ?)", (time.time(),))
        except BaseException:
            self._lock.release()
            raise
        return db

    # The write-ahead log

    def _tidy(self, db: sqlite3.Connection, quiet: bool) -> None:
        """Keep the log short: empty after quiet moments, and otherwise at most a few times the size of the database."""
        if quiet and self._tidied_commits != self.commits:
            _shorten_log(db)
            self._tidied_commits = self.commits
        elif (
            not quiet
            and self.commits % LOG_CHECK_COMMITS == 0
            and _measure(self._log) > max(MIN_LOG_BYTES, MAX_LOG_SHARE * _measure(self.path))
        ):
            _shorten_log(db)
        elif not quiet and self.commits % CHECKPOINT == 0:
            self._checkpoints.put(True)

    def _run_checkpoints(self) -> None:
        """Checkpoint the log on request, in a thread that does not hold up the writer."""
        while self._checkpoints.get():
            with contextlib.suppress(sqlite3.Error), contextlib.closing(self._connect()) as db:  # the disk is full, perhaps
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")


def make_private(path: Path) -> None:
    """Create the file of a store so that others cannot read it; SQLite gives its logs the same mode. Close an older one to others."""
    with contextlib.suppress(OSError):  # SQLite says better what is wrong
        os.close(open_private(path, os.O_RDWR))
        for log in (path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            if log.exists():
                tighten(log)


def _shorten_log(db: sqlite3.Connection) -> None:
    """Checkpoint and empty the log, unless somebody reads from it: play does not wait for a backup, for instance."""
    db.execute("PRAGMA busy_timeout=0")
    try:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.execute(f"PRAGMA busy_timeout={1000 * BUSY_SECONDS}")


def _measure(path: Path) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return 0


def _check_whole(db: sqlite3.Connection, path: Path) -> None:
    [verdict] = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise StoreTrouble(f"{path} {_DAMAGED} ({verdict})")


def _read_store_days(db: sqlite3.Connection, path: Path) -> StoreDays:
    """Return how many days the store has existed, by its own count."""
    meta = dict(db.execute("SELECT name, value FROM meta"))
    try:
        return StoreDays(*(float(meta.get(name, 0.0)) for name in ("days", "at")))
    except (TypeError, ValueError) as error:
        raise StoreTrouble(f"{path} {_DAMAGED} ({error})") from None


_DAMAGED: Final = "is damaged and was left unchanged: restore a backup, or save what can be read with `sqlite3 room.sqlite .recover`"
_REASONS: Final = {
    sqlite3.SQLITE_NOTADB: "is not a database: move it away, or use another folder",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_READONLY: "cannot be written to: it, its folder or the disk is read-only for this user",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened or created: check the permissions of its folder",
    sqlite3.SQLITE_FULL: "cannot be written to because the disk is full: free some space first",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error, or is full",
    sqlite3.SQLITE_BUSY: "is used by another program: close that first",
}


def explain(path: Path, error: Exception) -> str:
    """Describe in a sentence what is wrong with a store and what to do."""
    if isinstance(error, OSError):
        return f"{error.filename or path} cannot be used ({error.strerror}): check its permissions, or use another folder"
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return f"{path} {_REASONS.get(code, 'cannot be used')} ({error})"
