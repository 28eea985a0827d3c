"""The durable store: SQLite, one writer thread, group commit. What it has confirmed survives a power cut.

Whatever waits while one commit is on its way to the disk goes into the next, as a few statements over one JSON text
each: SQLite then works through all rows without asking for Python's lock in between.
"""

import asyncio
import json
import queue
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tables(id TEXT PRIMARY KEY, game TEXT, host TEXT, opened REAL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events(id TEXT, seq INTEGER, actor TEXT, action TEXT, at REAL, clock TEXT, PRIMARY KEY(id, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holders(guest TEXT, id TEXT, PRIMARY KEY(guest, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS docs(id TEXT, name TEXT, value TEXT, PRIMARY KEY(id, name)) WITHOUT ROWID;
"""


def _rows(columns: int) -> str:
    """The rows of a JSON text [[…], […]] as SQLite sees them."""
    return "SELECT " + ", ".join(f"json_extract(value, '$[{i}]')" for i in range(columns)) + " FROM json_each(?)"


_OPEN: Final = f"INSERT INTO tables {_rows(4)}"
_CUT: Final = (
    f"WITH cut(id, seq) AS ({_rows(2)}) "
    "DELETE FROM events WHERE (id, seq) IN "
    "(SELECT events.id, events.seq FROM cut JOIN events ON events.id = cut.id AND events.seq >= cut.seq)"
)
_EVENTS: Final = f"INSERT INTO events {_rows(6)}"
_DOCS: Final = f"INSERT OR REPLACE INTO docs {_rows(3)}"
_HOLDERS: Final = f"INSERT OR IGNORE INTO holders {_rows(2)}"
_SEEN: Final = (  # a table that is not there, or no longer, is not made by looking at it
    f"WITH looked(id, at) AS ({_rows(2)}) "
    "INSERT OR REPLACE INTO docs SELECT looked.id, 'seen', looked.at FROM looked JOIN tables ON tables.id = looked.id"
)
_OLD: Final = """
SELECT id FROM tables WHERE opened < :before
AND coalesce((SELECT at FROM events WHERE events.id = tables.id ORDER BY seq DESC LIMIT 1), 0) < :before
AND coalesce((SELECT CAST(value AS REAL) FROM docs WHERE docs.id = tables.id AND name = 'seen'), 0) < :before
LIMIT :most
"""
FORGOTTEN: Final = 200  # tables forgotten in one commit: others wait only briefly
CHECKPOINT: Final = 400  # commits after which the log is folded into the database, beside the writing


class StoreFault(Exception):
    """Something could not be written; nothing of it is kept."""


class EventRow(NamedTuple):
    """An event as it is kept: its place in the record, when it happened, and the clocks after it."""

    seq: int
    actor: str
    action: str
    at: float
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Write:
    """What is to be kept of one table, all of it or nothing, in this order."""

    table: str
    opened: tuple[str, str, float] | None = None  # game, host, when: a new table
    cut: int | None = None  # events from here on are taken back
    events: Sequence[EventRow] = ()
    docs: Mapping[str, str] = field(default_factory=dict)  # other things by name, as JSON
    holders: Sequence[str] = ()  # guests who are to find the table again
    seen: float | None = None  # somebody has looked at the table then
    forget: float | None = None  # some of the tables to which nothing has happened since then, whatever `table` is, go


class Kept(NamedTuple):
    """All that is kept of a table."""

    events: list[EventRow]
    docs: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Job:
    write: Write
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


class Store:
    """The room's memory. `write` returns when the disk has it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.commits = 0
        self.faults = 0
        self._waiting: list[_Job] = []  # what the event loop has gathered in this turn
        self._queue: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._reader = self._connect()
        self._reader.executescript(_SCHEMA)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._folding = threading.Event()
        self._folder = threading.Thread(target=self._fold, name="store-fold", daemon=True)
        self._closed = False
        self._thread.start()
        self._folder.start()

    async def write(self, write: Write) -> None:
        """Keep this; StoreFault if that was not possible, and then nothing of it is kept."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        if self._closed:
            raise StoreFault("the room is closing")
        if not self._waiting:
            loop.call_soon(self._hand_over)
        self._waiting.append(_Job(write, loop, done))
        await done

    def load(self, table: str) -> Kept | None:
        """All that is kept of a table; None if there is no such table."""
        docs = self._docs(table)
        if not docs:
            return None
        rows = self._reader.execute("SELECT seq, actor, action, at, clock FROM events WHERE id = ? ORDER BY seq", (table,)).fetchall()
        return Kept([EventRow(*row) for row in rows], docs)

    def held_by(self, guest: str, most: int) -> list[tuple[str, dict[str, Any]]]:
        """The latest tables of a guest, each with what is kept beside its events."""
        query = "SELECT tables.id FROM holders JOIN tables USING (id) WHERE guest = ? ORDER BY opened DESC LIMIT ?"
        return [(id, self._docs(id)) for (id,) in self._reader.execute(query, (guest, most)).fetchall()]

    async def forget(self, before: float) -> int:
        """Forget the tables that nobody has opened, played or seen since then; how many there were."""
        first = self.count()
        while True:
            left = self.count()
            await self.write(Write("", forget=before))
            if left - self.count() < FORGOTTEN:
                return first - self.count()

    def count(self) -> int:
        """How many tables are kept."""
        return int(self._reader.execute("SELECT count(*) FROM tables").fetchone()[0])

    def finish(self) -> None:
        """Take nothing more; what waits is still written. To be called where writes come from."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._queue.put(None)

    def close(self) -> None:
        """Finish, and wait until everything is written."""
        self.finish()
        self._thread.join()
        self._folding.set()
        self._folder.join()
        self._reader.close()

    def _docs(self, table: str) -> dict[str, Any]:
        rows = self._reader.execute("SELECT name, value FROM docs WHERE id = ?", (table,)).fetchall()
        return {name: json.loads(value) for name, value in rows}

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=0", "cache_size=-8000"):
            db.execute(f"PRAGMA {pragma}")
        return db

    def _run(self) -> None:
        """The writer thread."""
        db = self._connect()
        going = True
        while going:
            batch, going = self._batch()
            if batch:
                self._answer(batch, self._commit(db, batch))
                if self.commits % CHECKPOINT == 0:
                    self._folding.set()
        db.close()

    def _hand_over(self) -> None:
        """Give the writer all of one turn of the event loop at once: each time it is woken costs both threads."""
        if self._waiting:
            self._queue.put(self._waiting)
            self._waiting = []

    def _batch(self) -> tuple[list[_Job], bool]:
        """All that waits now, at least one; and whether there will be more."""
        handed = [self._queue.get()]
        while not self._queue.empty():
            handed.append(self._queue.get())
        return [job for jobs in handed if jobs is not None for job in jobs], None not in handed

    def _commit(self, db: sqlite3.Connection, batch: list[_Job]) -> list[str]:
        """Commit a batch; where that fails, its jobs one by one. What went wrong with each ("" for nothing)."""
        fault = _transact(db, [job.write for job in batch])
        self.commits += 1
        self.faults += bool(fault)
        if not fault or len(batch) == 1:
            return [fault] * len(batch)
        return [_transact(db, [job.write]) for job in batch]

    def _answer(self, batch: list[_Job], faults: list[str]) -> None:
        batch[0].loop.call_soon_threadsafe(_resolve, [job.done for job in batch], faults)

    def _fold(self) -> None:
        """The other thread: now and then it folds the log into the database without holding up the writer."""
        db = self._connect()
        while not self._closed:
            self._folding.wait()
            self._folding.clear()
            try:
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
            except sqlite3.Error:
                continue  # a full disk, perhaps: the log keeps everything until next time
        db.close()


def _transact(db: sqlite3.Connection, writes: Sequence[Write]) -> str:
    """Write all of it or nothing; what went wrong, if anything."""
    try:
        db.execute("BEGIN IMMEDIATE")
        for statement, rows in _statements(writes):
            db.execute(statement, (_json(rows),))
        for write in writes:
            if write.forget is not None:
                _forget(db, write.forget)
        db.execute("COMMIT")
    except sqlite3.Error as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        return str(error)
    return ""


def _forget(db: sqlite3.Connection, before: float) -> None:
    """Delete some old tables with all that belongs to them."""
    ids = _json([id for (id,) in db.execute(_OLD, {"before": before, "most": FORGOTTEN})])
    for name in ("events", "docs", "holders", "tables"):
        db.execute(f"DELETE FROM {name} WHERE id IN (SELECT value FROM json_each(?))", (ids,))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _statements(writes: Sequence[Write]) -> Iterable[tuple[str, list[Any]]]:
    opened = [(write.table, *write.opened) for write in writes if write.opened]
    cuts = [(write.table, write.cut) for write in writes if write.cut is not None]
    events = [(write.table, *row) for write in writes for row in write.events]
    docs = [(write.table, name, value) for write in writes for name, value in write.docs.items()]
    holders = [(guest, write.table) for write in writes for guest in write.holders]
    seen = [(write.table, write.seen) for write in writes if write.seen is not None]
    every = ((_OPEN, opened), (_CUT, cuts), (_EVENTS, events), (_DOCS, docs), (_HOLDERS, holders), (_SEEN, seen))
    return [(statement, rows) for statement, rows in every if rows]


def _resolve(waiting: "list[asyncio.Future[None]]", faults: list[str]) -> None:
    for done, fault in zip(waiting, faults, strict=True):
        if done.done():
            continue
        if fault:
            done.set_exception(StoreFault(fault))
        else:
            done.set_result(None)
