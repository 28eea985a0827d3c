"""The writer: one thread, group commit. Whatever goes wrong, everybody who waits is told.

Whatever waits while one commit is on its way to the disk goes into the next.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tableronde.room.store import StoreFault, Write
from tableronde.room.store.statements import transact

QUIET: Final = 2.0  # seconds without work, after which the writer tidies up
log: Final = logging.getLogger("tableronde.room")


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A write, and who waits for it."""

    write: Write
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


class Writer:
    """Writes what it is handed, in order."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], tidy: Callable[[sqlite3.Connection, bool], None]) -> None:
        self.commits = 0
        self.faults = 0
        self.dead = ""
        self._connect, self._tidy = connect, tidy
        self._db: sqlite3.Connection | None = None
        self._gathered: list[Job] = []  # what the event loop has gathered in this turn
        self._pending: set[Job] = set()  # everybody who waits
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._finished = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def write(self, write: Write) -> None:
        """Write this; StoreFault if that was not possible, and then nothing of it is kept."""
        if self._finished or self.dead:
            raise StoreFault(self.dead or "the room is closing")
        loop = asyncio.get_running_loop()
        job = Job(write, loop, loop.create_future())
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(job)
        self._pending.add(job)
        try:
            await job.done
        finally:
            self._pending.discard(job)

    def finish(self) -> None:
        """Take nothing more; what waits is still written. To be called where writes come from."""
        if not self._finished:
            self._finished = True
            self._hand_over()
            self._queue.put(None)

    def join(self) -> None:
        """Wait until everything is written."""
        self._thread.join()

    def _hand_over(self) -> None:
        """Give the writer all of one turn of the event loop at once: each time it is woken costs both threads."""
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []
        if self.dead:
            self._give_up()

    def _run(self) -> None:
        """The thread. It goes on after every fault; should it ever end before its time, nobody is left waiting."""
        try:
            while self._round():
                pass
        except BaseException as error:
            log.critical("the writer of the store has died", exc_info=True)
            self.dead = f"the writer has died ({type(error).__name__}): the room must be started again"
            self._give_up()
        finally:
            self._disconnect()

    def _round(self) -> bool:
        """Write what waits now, or tidy up if nothing does; whether there will be more."""
        batch, going = self._batch()
        if batch:
            faults = self._commit(batch)
            batch[0].loop.call_soon_threadsafe(_resolve, batch, faults)
        with contextlib.suppress(sqlite3.Error):  # a full disk, perhaps: there is another time
            if self._db is not None:
                self._tidy(self._db, not batch)
        return going

    def _batch(self) -> tuple[list[Job], bool]:
        """All that waits now; nothing if it stays quiet; and whether there will be more."""
        try:
            handed = [self._queue.get(timeout=QUIET)]
        except queue.Empty:
            return [], True
        while not self._queue.empty():
            handed.append(self._queue.get())
        return [job for jobs in handed if jobs is not None for job in jobs], None not in handed

    def _commit(self, batch: list[Job]) -> list[str]:
        """Commit a batch; where that fails, its jobs one by one. What went wrong with each ("" for nothing)."""
        fault = self._transact([job.write for job in batch])
        self.commits += 1
        self.faults += bool(fault)
        if not fault or len(batch) == 1:
            return [fault] * len(batch)
        return [self._transact([job.write]) for job in batch]

    def _transact(self, writes: list[Write]) -> str:
        """Write all of it or nothing; what went wrong, if anything. A connection that behaves oddly is not used again."""
        try:
            if self._db is None:
                self._db = self._connect()
            transact(self._db, writes)
        except sqlite3.Error as error:
            if self._db is not None and self._db.in_transaction:
                self._disconnect()
            return str(error) or type(error).__name__
        except Exception as error:  # no memory, for one
            log.exception("the writer of the store met a fault")
            self._disconnect()
            return f"a fault in the writer ({type(error).__name__})"
        return ""

    def _disconnect(self) -> None:
        db, self._db = self._db, None
        with contextlib.suppress(sqlite3.Error):
            if db is not None:
                db.close()

    def _give_up(self) -> None:
        """Nothing will be written any more: tell everybody who waits."""
        for job in tuple(self._pending):
            with contextlib.suppress(RuntimeError):  # its loop is closed
                job.loop.call_soon_threadsafe(_resolve, [job], [self.dead])


def _resolve(jobs: list[Job], faults: list[str]) -> None:
    for job, fault in zip(jobs, faults, strict=True):
        if job.done.done():
            continue
        if fault:
            job.done.set_exception(StoreFault(fault))
        else:
            job.done.set_result(None)
