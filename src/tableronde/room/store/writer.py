"""The writer: one thread, group commit. Whatever goes wrong, everybody who waits is told.

Whatever waits while one commit is on its way to the disk goes into the next. How something is written, its desk knows.
"""

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Sequence
from time import monotonic
from typing import Final, Protocol

from msgspec import Struct

from tableronde.room.store import StoreFault, Unsure, Write

GATHER: Final = 0.004  # seconds for which a write may wait for others that are coming
QUIET: Final = 2.0  # seconds without work, after which the writer tidies up
AT_ONCE: Final = 4  # writes that are answered in one turn of the event loop as long as it is not known how long showing them takes
TURN: Final = 0.004  # seconds that showing them may take in a turn once it is
Fault = StoreFault | None
log: Final = logging.getLogger("tableronde.room")


class Desk(Protocol):
    """Where the writer sits: all of it is called in its thread."""

    def write(self, writes: Sequence[Write]) -> list[Fault]:
        """Write all of these in one commit but those that are refused, and say why they are; StoreFault if nothing of it is kept."""

    def tidy(self, quiet: bool) -> None:
        """After every commit, and in quiet moments: put things in order. It may fail as it likes."""

    def clear(self) -> None:
        """Something behaved oddly, or it is over: let go of everything. What comes next begins anew. It never fails."""


class Job(Struct, frozen=True, eq=False):
    """A write, and who waits for it."""

    write: Write
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


class Writer:
    """Writes what it is handed, in order."""

    def __init__(self, desk: Desk) -> None:
        self.commits = 0
        self.faults = 0
        self.dead = ""
        self._desk = desk
        self._gathered: list[Job] = []  # what the event loop has not handed over yet
        self._since = 0.0  # when the first of it came
        self._counted = 0  # how much of it there was a turn of the event loop ago
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
            self._since, self._counted = monotonic(), 0
            loop.call_soon(self._gather, loop)
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

    def _gather(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over what has come, once a turn of the event loop brings nothing more, or some time has gone by: a commit costs much, and
        each write in it little, so that where much is written others are worth waiting for."""
        if len(self._gathered) > self._counted and monotonic() - self._since < GATHER:
            self._counted = len(self._gathered)
            loop.call_soon(self._gather, loop)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """Give the writer all that was gathered: each time it is woken costs both threads."""
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
            self._desk.clear()

    def _round(self) -> bool:
        """Write what waits now, or tidy up if nothing does; whether there will be more."""
        batch, going = self._batch()
        if batch:
            faults = self._commit([job.write for job in batch])
            batch[0].loop.call_soon_threadsafe(_answer, batch, faults)
        with contextlib.suppress(Exception):  # a full disk, perhaps: there is another time
            self._desk.tidy(not batch)
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

    def _commit(self, writes: list[Write]) -> list[Fault]:
        """Commit a batch as far as that is possible. What went wrong with each of its writes (None: nothing)."""
        faults = self._halved(writes)
        self.commits += 1
        self.faults += any(faults)
        return faults

    def _halved(self, writes: list[Write]) -> list[Fault]:
        """Commit a batch; where nothing of it could be kept, its halves, until only those fail that must."""
        try:
            return self._write(writes)
        except Unsure as fault:
            return [Unsure(*fault.args) for _ in writes]
        except StoreFault as fault:
            if len(writes) == 1:
                return [fault]
        middle = len(writes) // 2
        return [*self._halved(writes[:middle]), *self._halved(writes[middle:])]

    def _write(self, writes: list[Write]) -> list[Fault]:
        try:
            return self._desk.write(writes)
        except StoreFault:
            raise
        except Exception as error:  # no memory, for one
            log.exception("the writer of the store met a fault")
            self._desk.clear()
            raise StoreFault(f"a fault in the writer ({type(error).__name__})") from None

    def _give_up(self) -> None:
        """Nothing will be written any more: tell everybody who waits."""
        for job in tuple(self._pending):
            with contextlib.suppress(RuntimeError):  # its loop is closed
                job.loop.call_soon_threadsafe(_answer, [job], [StoreFault(self.dead)])


def _answer(jobs: Sequence[Job], faults: Sequence[Fault], many: int = AT_ONCE) -> None:
    """Answer so many, and the others in the next turns of the event loop: what was written together is not shown all at once."""
    for job, fault in zip(jobs[:many], faults[:many], strict=True):
        if job.done.done():
            continue
        if fault is not None:
            job.done.set_exception(fault)
        else:
            job.done.set_result(None)
    if len(jobs) > many:
        jobs[0].loop.call_soon(_answer_more, jobs[many:], faults[many:], many, monotonic())


def _answer_more(jobs: Sequence[Job], faults: Sequence[Fault], many: int, since: float) -> None:
    """Those before have been shown by now: answer as many as can be shown in a turn if they are like them."""
    took = max(monotonic() - since, 1e-6)
    _answer(jobs, faults, max(1, int(many * TURN / took)))


class Written:
    """The part of a store that is about its writer."""

    _writer: Writer

    @property
    def commits(self) -> int:
        """Commits since the start."""
        return self._writer.commits

    @property
    def faults(self) -> int:
        """Of them, those that failed."""
        return self._writer.faults

    @property
    def dead(self) -> str:
        """Why nothing can be written any more, if so."""
        return self._writer.dead
