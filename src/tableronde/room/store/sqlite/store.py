"""A store in one file, for a room alone: SQLite, one writer, many readers' snapshots.

Opening it finds out whether it can be used at all, and says in a sentence what is wrong if not.
"""

import contextlib
import json
import logging
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from tableronde.room.logs import shadow
from tableronde.room.store import Docs, EventRow, Kept, StoreFault, StoreTrouble, Write
from tableronde.room.store.alone import Alone
from tableronde.room.store.calendar import Calendar
from tableronde.room.store.forgetting import forget
from tableronde.room.store.lock import Lock
from tableronde.room.store.schema import VERSION, migrate
from tableronde.room.store.statements import prepare, transact
from tableronde.room.store.writer import Fault, Writer, Written

CHECKPOINT: Final = 400  # commits after which the log is folded into the database, beside the writing
LOOK: Final = 16  # commits after which the length of the log is looked at
LOG: Final = 4_000_000  # bytes the log may have whatever the size of the database
SHARE: Final = 2  # the log may be so many times as long as the database before the writer itself folds it
PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "wal_autocheckpoint=0",
    "cache_size=-8000",
    "temp_store=MEMORY",  # where a statement notes how to take itself back: what a crash may lose
    f"journal_size_limit={LOG}",
)
BUSY: Final = 10  # seconds to wait for another program that writes
CHECKED: Final = 256_000_000  # bytes of a database that is looked through whenever it is opened
log: Final = logging.getLogger("tableronde.room")


class SqliteDesk:
    """Where the writer of such a store sits, with a connection of its own. One that behaves oddly is not used again."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], tidy: Callable[[sqlite3.Connection, bool], None]) -> None:
        self._connect, self._tidy = connect, tidy
        self._db: sqlite3.Connection | None = None
        self._came: set[str] = set()  # the tables of which is written already that somebody came today

    def write(self, writes: Sequence[Write]) -> list[Fault]:
        """Write all of it or nothing."""
        came = {write.table for write in writes if write.opened or write.events or write.seen is not None} - self._came
        try:
            transact(self._connected(), writes, came)
        except sqlite3.Error as error:
            raise StoreFault(str(error) or type(error).__name__) from None
        self._came |= came
        if any(write.meta for write in writes):  # the day may have changed
            self._came.clear()
        return [None] * len(writes)

    def tidy(self, quiet: bool) -> None:
        """Keep the log short."""
        if self._db is not None:
            self._tidy(self._db, quiet)

    def clear(self) -> None:
        """Let go of the connection."""
        db, self._db = self._db, None
        with contextlib.suppress(sqlite3.Error):
            if db is not None:
                db.close()

    def _connected(self) -> sqlite3.Connection:
        """The connection, a new one if there is none."""
        if self._db is None:
            db = self._connect()
            prepare(db)
            self._db = db
        return self._db


class SqliteStore(Written, Alone):
    """The memory of a room alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = path.with_name(f"{path.name}-wal")
        try:
            self._lock = Lock(path.parent)
            self._reader = self._open()
        except (sqlite3.Error, OSError) as error:
            raise StoreTrouble(explain(path, error)) from None
        self.trusts_clock = not self.calendar.is_behind(time.time())
        self._writer = Writer(SqliteDesk(self._connect, self._tidy))
        self._tidied = 0
        self._folding: queue.SimpleQueue[bool] = queue.SimpleQueue()  # True: fold, False: it is over
        self._folder = threading.Thread(target=self._fold, name="store-fold", daemon=True)
        self._folder.start()

    @property
    def is_new(self) -> bool:
        """Whether there has never been a table in it."""
        return self._reader.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is None

    async def write(self, write: Write) -> None:
        """Keep this; StoreFault if that was not possible, and then nothing of it is kept."""
        await self._writer.write(write)

    async def load(self, table: str) -> Kept | None:
        """All that is kept of a table; None if there is no such table, LookupError if it is damaged."""
        try:
            docs = self._docs(table)
            if not docs or self._is_forgotten(table):
                return None
            query = "SELECT seq, actor, action, at, clock FROM events WHERE id = ? ORDER BY seq"
            return Kept([EventRow(*row) for row in self._ask(query, table)], docs)
        except ValueError:
            log.error("a table is damaged", extra={"table": shadow(table)})
            raise LookupError("What was kept of this table is damaged and cannot be read.") from None

    async def held_by(self, guest: str, most: int) -> list[tuple[str, Docs]]:
        """The latest tables of a guest, each with what is kept beside its events; a damaged one costs nobody the others."""
        query = "SELECT tables.id FROM holders JOIN tables USING (id) WHERE guest = ? AND forgotten IS NULL ORDER BY opened DESC LIMIT ?"
        held: list[tuple[str, Docs]] = []
        for (id,) in self._ask(query, guest, most):
            with contextlib.suppress(ValueError, StoreFault):
                held.append((id, self._docs(id, "AND name NOT GLOB 'chat *' AND name NOT GLOB 'jots *'")))
        return held

    async def count(self) -> int:
        """How many tables are kept."""
        [[number]] = self._ask("SELECT count(*) FROM tables WHERE forgotten IS NULL")
        return int(number)

    async def report(self) -> dict[str, float]:
        """Numbers for whoever looks after it."""
        return {
            "version": VERSION,
            "days": round(self.calendar.days, 2),
            "database_bytes": _size(self.path),
            "log_bytes": _size(self._log),
            "free_bytes": shutil.disk_usage(self.path.parent).free,
        }

    async def tick(self) -> None:
        """Time goes by."""
        self.calendar.turn(time.time(), time.monotonic())
        await self.write(Write("", meta={"days": self.calendar.days, "at": self.calendar.at}))

    async def forget(self, keep: int) -> int:
        """Forget tables nobody came to for so many days, the oldest first and not too many at once; how many."""
        return await forget(self, keep)

    def finish(self) -> None:
        """Take nothing more; what waits is still written. To be called where writes come from."""
        self._writer.finish()

    def close(self) -> None:
        """Finish, and wait until everything is written."""
        self.finish()
        self._writer.join()
        self._folding.put(False)
        self._folder.join()
        self._reader.close()
        self._lock.release()

    def _ask(self, query: str, *values: Any) -> list[Any]:
        """The rows that answer a question; StoreFault if they cannot be read now."""
        try:
            return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreFault(str(error)) from None

    def _docs(self, table: str, but: str = "") -> dict[str, Any]:
        rows = self._ask(f"SELECT name, value FROM docs WHERE id = ? {but}", table)
        return {name: json.loads(value) for name, value in rows}

    def _is_forgotten(self, table: str) -> bool:
        return any(forgotten is not None for (forgotten,) in self._ask("SELECT forgotten FROM tables WHERE id = ?", table))

    # How it is opened

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=BUSY)
        for pragma in PRAGMAS:
            db.execute(f"PRAGMA {pragma}")
        return db

    def _open(self) -> sqlite3.Connection:
        """A connection to a store that is whole, of today's version, and can be written to."""
        try:
            db = self._connect()
            if self.path.stat().st_size < CHECKED:
                _must_be_whole(db, self.path)
            migrate(db, self.path)
            self.calendar = _calendar(db, self.path)
            db.execute("INSERT OR REPLACE INTO meta VALUES ('opened', ?)", (time.time(),))
        except BaseException:
            self._lock.release()
            raise
        return db

    # The log

    def _tidy(self, db: sqlite3.Connection, quiet: bool) -> None:
        """Keep the log short: in quiet moments to nothing, and otherwise to a few times the database."""
        if quiet and self._tidied != self.commits:
            _shorten(db)
            self._tidied = self.commits
        elif not quiet and self.commits % LOOK == 0 and _size(self._log) > max(LOG, SHARE * _size(self.path)):
            _shorten(db)
        elif not quiet and self.commits % CHECKPOINT == 0:
            self._folding.put(True)

    def _fold(self) -> None:
        """The other thread: now and then it folds the log into the database without holding up the writer."""
        while self._folding.get():
            with contextlib.suppress(sqlite3.Error), contextlib.closing(self._connect()) as db:  # the disk is full, perhaps
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _shorten(db: sqlite3.Connection) -> None:
    """Fold the log into the database and begin it anew, unless somebody reads from it: a backup, perhaps, which play does not wait for."""
    db.execute("PRAGMA busy_timeout=0")
    try:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.execute(f"PRAGMA busy_timeout={1000 * BUSY}")


def _size(path: Path) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return 0


def _must_be_whole(db: sqlite3.Connection, path: Path) -> None:
    [said] = db.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        raise StoreTrouble(f"{path} {_DAMAGED} ({said})")


def _calendar(db: sqlite3.Connection, path: Path) -> Calendar:
    """How many days a store has lived through, as it says itself."""
    said = dict(db.execute("SELECT name, value FROM meta"))
    try:
        return Calendar(*(float(said.get(name, 0.0)) for name in ("days", "at")))
    except (TypeError, ValueError) as error:
        raise StoreTrouble(f"{path} {_DAMAGED} ({error})") from None


_DAMAGED: Final = "is damaged and was left as it is: put back a copy, or save what can be read with `sqlite3 room.sqlite .recover`"
_REASONS: Final = {
    sqlite3.SQLITE_NOTADB: "is not a database: move it away, or use another folder",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_READONLY: "cannot be written to: it, its folder or the disk is read-only for this user",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened or made: see who may write to its folder",
    sqlite3.SQLITE_FULL: "cannot be written to because the disk is full: make some room first",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error, or is full",
    sqlite3.SQLITE_BUSY: "is used by another program: close that first",
}


def explain(path: Path, error: Exception) -> str:
    """What is wrong with a store, and what to do, in a sentence."""
    if isinstance(error, OSError):
        return f"{error.filename or path} cannot be used ({error.strerror}): see who may write there, or use another folder"
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return f"{path} {_REASONS.get(code, 'cannot be used')} ({error})"
