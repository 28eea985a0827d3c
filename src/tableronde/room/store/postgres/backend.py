"""The backend of a PostgreSQL store's writer: one connection, one transaction for each batch, and certainty about every commit.

If a connection is lost during COMMIT, nobody has said whether the commit happened. So every batch has a number, written into this
writer's own row in the same transaction. The row stays locked until the transaction is over: a new connection that reads it under a lock
knows which batch was stored last. Only if the server does not come back in time are the waiting writes reported as unsure; and until the
answer is known, no table is loaded here.
"""

import contextlib
import os
import secrets
import socket
import threading
import time
from collections.abc import Sequence
from math import inf
from typing import Final

import psycopg

from tableronde.room.base.log_events import STORE_COMMIT_UNCERTAIN, STORE_RECONNECTED, STORE_UNREACHABLE
from tableronde.room.store import Fenced, StoreFault, Unsure, Write
from tableronde.room.store.postgres.connecting import Db, closed_by_faults, connect
from tableronde.room.store.postgres.statements import FENCES, NOW, write_all
from tableronde.room.store.writer import Fault

END_OF_CONNECTION: Final = ("08", "57P")  # the beginnings of error codes
PAUSE: Final = 0.5  # after a failed attempt to connect, before the next one
SETTLING: Final = 2.0  # to find out the result of a commit, before the waiting writes are reported as unsure
_SIGN: Final = f"INSERT INTO writers VALUES (%s, 0, {NOW}) ON CONFLICT DO NOTHING"
_END_OTHERS: Final = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s AND pid <> pg_backend_pid()"
_LAST: Final = "SELECT batch FROM writers WHERE writer = %s FOR UPDATE"
_NUMBER: Final = (  # the row may have been swept away while this writer was silent
    f"INSERT INTO writers VALUES (%s, %s, {NOW}) ON CONFLICT (writer) DO UPDATE SET batch = EXCLUDED.batch, at = EXCLUDED.at"
)


class PostgresBackend:
    """A connection that is restored by itself."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = f"tableronde writer {secrets.token_hex(8)}"
        self.is_unsure = False  # whether the result of the latest batch is unknown
        self.batch_began = inf  # when the current batch was begun
        self._batch = 0
        self._db: Db | None = None
        self._socket: socket.socket | None = None  # the connection's own, so that another thread can cut it
        self._lock = threading.Lock()
        self._last_attempt = -inf  # when the last attempt to connect failed
        self._is_away = False

    def write(self, writes: Sequence[Write]) -> list[Fault]:
        """Write all of these in one commit, except those whose table another node owns."""
        self.batch_began = time.monotonic()
        try:
            return self._finish_batch(writes, *self._begin_batch(writes))
        finally:
            self.batch_began = inf

    def tidy(self, quiet: bool) -> None:
        """Reconnect in quiet moments, so that no commit stays in doubt."""
        if quiet and self._db is None:
            self._get_connection()

    def clear(self) -> None:
        """Close the connection."""
        with self._lock:
            db, line, self._db, self._socket = self._db, self._socket, None, None
            if line is not None:
                line.close()
        with contextlib.suppress(psycopg.Error):
            if db is not None:
                db.close()

    def cut(self) -> None:
        """Cut the connection from any thread, so that nobody waits for the server's answer any longer."""
        with self._lock, contextlib.suppress(OSError):
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)

    # One batch

    def _begin_batch(self, writes: Sequence[Write], again: bool = True) -> tuple[Db, list[Fault]]:
        """Begin a batch; if the connection was lost in a quiet moment, try once more."""
        db = self._get_connection()
        try:
            return db, self._begin(db, writes)
        except psycopg.Error as error:
            lost, fault = db.closed, self._make_fault(error)
            if lost and again and time.monotonic() - self.batch_began < PAUSE:
                return self._begin_batch(writes, again=False)
            raise fault from None

    def _finish_batch(self, writes: Sequence[Write], db: Db, faults: list[Fault]) -> list[Fault]:
        """Commit what was begun."""
        try:
            self._commit(db, [write for write, fault in zip(writes, faults, strict=True) if fault is None])
        except psycopg.Error as error:
            if not db.closed and _is_of_a_statement(error):
                raise self._make_fault(error) from None
            self._settle(error)
        except Exception as error:  # out of memory, for one
            self._settle(error)
        return faults

    def _begin(self, db: Db, writes: Sequence[Write]) -> list[Fault]:
        """Begin a transaction and check the fences. No other node can take a table over before it is committed."""
        self._batch += 1
        tables = sorted({write.table for write in writes if write.is_fenced})
        with db.pipeline():
            db.execute("BEGIN")
            db.execute(_NUMBER, (self.name, self._batch))
            found = db.execute(FENCES, (tables,)) if tables else None
        fences: dict[str, int] = dict(found.fetchall()) if found is not None else {}
        return [_check_fence(write, fences.get(write.table, 0)) for write in writes]

    def _commit(self, db: Db, writes: Sequence[Write]) -> None:
        with db.pipeline():
            write_all(db, writes)
            done = db.execute("COMMIT")
        if done.statusmessage != "COMMIT":
            raise psycopg.OperationalError("the server did not commit")

    def _make_fault(self, error: psycopg.Error) -> StoreFault:
        """Return the fault of a batch of which nothing is stored.

        The connection is not used again: it is unknown which of the statements sent ahead it has prepared.
        """
        self.clear()
        conflict = isinstance(error, psycopg.errors.UniqueViolation)  # the rows exist already: this node's memory is wrong
        return (Fenced if conflict else StoreFault)(_describe_error(error))

    def _settle(self, error: Exception) -> None:
        """Handle a connection lost during a commit: return if it was stored, raise StoreFault if not, Unsure if that stays unknown."""
        STORE_COMMIT_UNCERTAIN.log(fault=_describe_error(error))
        self.clear()
        self.is_unsure, end = True, time.monotonic() + SETTLING
        while True:
            try:
                kept = self._connect() == self._batch
                break
            except psycopg.Error:
                if time.monotonic() > end:
                    self._log_unreachable(error)
                    raise Unsure(f"the store has gone in the middle of a commit ({_describe_error(error)})") from None
                time.sleep(PAUSE)
        if not kept:
            raise StoreFault(f"the connection to the store was lost ({_describe_error(error)})") from None

    # The connection

    def _get_connection(self) -> Db:
        """Return a connection that seems to work; raise StoreFault if there is none."""
        if self._db is not None and not self._db.closed:
            return self._db
        if time.monotonic() - self._last_attempt < PAUSE:
            raise StoreFault("the store cannot be reached")
        self.clear()
        try:
            self._connect()
        except psycopg.Error as error:
            raise self._log_unreachable(error) from None
        assert self._db is not None
        return self._db

    def _connect(self) -> int:
        """Connect, end what this writer has left behind and wait for it; return the number of the last stored batch."""
        db = connect(self.url, self.name, haste=True)
        with closed_by_faults(db):
            db.execute(_END_OTHERS, (self.name,))
            db.execute(_SIGN, (self.name,))
            [last] = db.execute(_LAST, (self.name,)).fetchone() or [0]
            line = socket.socket(fileno=os.dup(db.fileno()))
        with self._lock:
            self._db, self._socket = db, line
        if self._is_away:
            STORE_RECONNECTED.log()
        self._is_away = self.is_unsure = False
        return int(last)

    def _log_unreachable(self, error: Exception) -> StoreFault:
        self._last_attempt = time.monotonic()
        if not self._is_away:
            STORE_UNREACHABLE.log(fault=_describe_error(error))
        self._is_away = True
        return StoreFault(f"the store cannot be reached ({_describe_error(error)})")


def _is_of_a_statement(error: psycopg.Error) -> bool:
    """Return whether an error says that a statement failed, so that nothing is stored.

    A server that ends a connection says so as well, perhaps just after the commit, and before the connection is seen to be closed.
    """
    return error.sqlstate is not None and not error.sqlstate.startswith(END_OF_CONNECTION)


def _check_fence(write: Write, fence: int) -> Fault:
    return Fenced(f"the fence of the table is {fence}, not {write.fence}") if write.is_fenced and write.fence != fence else None


def _describe_error(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
