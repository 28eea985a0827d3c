"""Where the writer of a PostgreSQL store sits: one connection, one transaction for all that waits, and no doubt about what became of it.

A connection can be lost while COMMIT is on its way, and then nobody has said whether it happened. So every batch has a number, written
into this writer's own row in the same transaction. The row stays locked until the transaction is over, one way or the other: whoever
connects again and reads it under a lock knows which batch was the last to be kept. Only when the server does not come back in time
are those who wait told that it is unsure; and until it is known, nothing is read for tables here.
"""

import contextlib
import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Sequence
from math import inf
from typing import Final

import psycopg

from tableronde.room.store import Fenced, StoreFault, Unsure, Write
from tableronde.room.store.postgres.connecting import Db, closed_by_faults, connect
from tableronde.room.store.postgres.statements import FENCES, NOW, put
from tableronde.room.store.writer import Fault

PAUSE: Final = 0.5  # seconds after a vain attempt to connect in which no other is made
SETTLING: Final = 2.0  # seconds to find out what became of a commit before those who wait are told that nobody knows
_SIGN: Final = f"INSERT INTO writers VALUES (%s, 0, {NOW}) ON CONFLICT DO NOTHING"
_END_OTHERS: Final = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s AND pid <> pg_backend_pid()"
_LAST: Final = "SELECT batch FROM writers WHERE writer = %s FOR UPDATE"
_NUMBER: Final = (  # the row may have been swept away from who was quiet for long
    f"INSERT INTO writers VALUES (%s, %s, {NOW}) ON CONFLICT (writer) DO UPDATE SET batch = EXCLUDED.batch, at = EXCLUDED.at"
)
log: Final = logging.getLogger("tableronde.room")


class PostgresDesk:
    """A connection that comes back by itself."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = f"tableronde writer {secrets.token_hex(8)}"
        self.doubt = False  # whether nobody knows what became of the latest batch
        self.since = inf  # when the batch that is being written was begun
        self._batch = 0
        self._db: Db | None = None
        self._line: socket.socket | None = None  # the connection's own, to be cut from another thread
        self._guard = threading.Lock()
        self._tried = -inf  # when connecting was last tried in vain
        self._away = False

    def write(self, writes: Sequence[Write]) -> list[Fault]:
        """Write all of these in one commit but those whose table another node keeps."""
        self.since = time.monotonic()
        try:
            return self._finished(writes, *self._begun(writes))
        finally:
            self.since = inf

    def tidy(self, quiet: bool) -> None:
        """In quiet moments: see that there is a connection, so that nothing stays in doubt."""
        if quiet and self._db is None:
            self._connected()

    def clear(self) -> None:
        """Let go of the connection."""
        with self._guard:
            db, line, self._db, self._line = self._db, self._line, None, None
            if line is not None:
                line.close()
        with contextlib.suppress(psycopg.Error):
            if db is not None:
                db.close()

    def cut(self) -> None:
        """From any thread: whoever waits for the server's answer waits no longer."""
        with self._guard, contextlib.suppress(OSError):
            if self._line is not None:
                self._line.shutdown(socket.SHUT_RDWR)

    # One batch

    def _begun(self, writes: Sequence[Write], again: bool = True) -> tuple[Db, list[Fault]]:
        """Begin a batch; a connection that turns out to have been lost while nobody wrote is no reason to refuse anything."""
        db = self._connected()
        try:
            return db, self._begin(db, writes)
        except psycopg.Error as error:
            lost, fault = db.closed, self._failed(error)
            if lost and again and time.monotonic() - self.since < PAUSE:
                return self._begun(writes, again=False)
            raise fault from None

    def _finished(self, writes: Sequence[Write], db: Db, faults: list[Fault]) -> list[Fault]:
        """Commit what was begun."""
        try:
            self._commit(db, [write for write, fault in zip(writes, faults, strict=True) if fault is None])
        except psycopg.Error as error:
            if not db.closed:
                raise self._failed(error) from None
            self._settle(error)
        except Exception as error:  # no memory, for one
            self._settle(error)
        return faults

    def _begin(self, db: Db, writes: Sequence[Write]) -> list[Fault]:
        """Begin, and see which tables are kept by others. Nobody else can take one over before this is committed."""
        self._batch += 1
        tables = sorted({write.table for write in writes if write.is_fenced})
        with db.pipeline():
            db.execute("BEGIN")
            db.execute(_NUMBER, (self.name, self._batch))
            found = db.execute(FENCES, (tables,)) if tables else None
        fences: dict[str, int] = dict(found.fetchall()) if found is not None else {}
        return [_fault(write, fences.get(write.table, 0)) for write in writes]

    def _commit(self, db: Db, writes: Sequence[Write]) -> None:
        with db.pipeline():
            put(db, writes)
            done = db.execute("COMMIT")
        if done.statusmessage != "COMMIT":
            raise psycopg.OperationalError("the server did not commit")

    def _failed(self, error: psycopg.Error) -> StoreFault:
        """Nothing of a batch is kept. The connection is not used again: who knows which of the statements sent ahead it has prepared."""
        self.clear()
        conflict = isinstance(error, psycopg.errors.UniqueViolation)  # what is written is there already: somebody's memory is wrong
        return (Fenced if conflict else StoreFault)(_said(error))

    def _settle(self, error: Exception) -> None:
        """The connection was lost while a batch was being committed: return if it was, StoreFault if not, Unsure if nobody knows."""
        log.warning("the connection to the store was lost during a commit", extra={"fault": _said(error)})
        self.clear()
        self.doubt, end = True, time.monotonic() + SETTLING
        while True:
            try:
                kept = self._connect() == self._batch
                break
            except psycopg.Error:
                if time.monotonic() > end:
                    self._unreached(error)
                    raise Unsure(f"the store has gone in the middle of a commit ({_said(error)})") from None
                time.sleep(PAUSE)
        if not kept:
            raise StoreFault(f"the connection to the store was lost ({_said(error)})") from None

    # The connection

    def _connected(self) -> Db:
        """A connection that seems to work; StoreFault if there is none to be had."""
        if self._db is not None and not self._db.closed:
            return self._db
        if time.monotonic() - self._tried < PAUSE:
            raise StoreFault("the store cannot be reached")
        self.clear()
        try:
            self._connect()
        except psycopg.Error as error:
            raise self._unreached(error) from None
        assert self._db is not None
        return self._db

    def _connect(self) -> int:
        """Connect, end what this writer has left behind, and wait until that is over: the number of the last batch that is kept."""
        db = connect(self.url, self.name, haste=True)
        with closed_by_faults(db):
            db.execute(_END_OTHERS, (self.name,))
            db.execute(_SIGN, (self.name,))
            [last] = db.execute(_LAST, (self.name,)).fetchone() or [0]
            line = socket.socket(fileno=os.dup(db.fileno()))
        with self._guard:
            self._db, self._line = db, line
        if self._away:
            log.info("the store can be reached again")
        self._away = self.doubt = False
        return int(last)

    def _unreached(self, error: Exception) -> StoreFault:
        self._tried = time.monotonic()
        if not self._away:
            log.error("the store cannot be reached", extra={"fault": _said(error)})
        self._away = True
        return StoreFault(f"the store cannot be reached ({_said(error)})")


def _fault(write: Write, fence: int) -> Fault:
    return Fenced(f"the fence of the table is {fence}, not {write.fence}") if write.is_fenced and write.fence != fence else None


def _said(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
