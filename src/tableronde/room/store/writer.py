"""The writer: one thread with group commit. Whatever goes wrong, every waiting write gets an answer.

All writes that arrive during a commit go into the next one. The backend knows how they are stored.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Sequence
from time import monotonic
from typing import Final, Protocol

from msgspec import Struct

from tableronde.room.base.log_events import STORE_WRITE_FAILED, STORE_WRITER_DIED
from tableronde.room.store import StoreFault, Unsure, Write

GATHER_SECONDS: Final = 0.004  # that a write may wait for others
QUIET_SECONDS: Final = 2.0  # without work, after which the writer tidies up
FIRST_ANSWERS: Final = 4  # writes answered in one turn of the event loop while it is unknown how long showing them takes
TURN_SECONDS: Final = 0.004  # for showing answers in one turn, once that is known
Fault = StoreFault | None


class Backend(Protocol):
    """The storage behind the writer. All methods are called in the writer's thread."""

    def write(self, writes: Sequence[Write]) -> list[Fault]:
        """Write all of these in one commit, except those refused, and return the faults; raise StoreFault if nothing is stored."""

    def tidy(self, quiet: bool) -> None:
        """Tidy up after a commit and in quiet moments. It may raise anything."""

    def clear(self) -> None:
        """Drop all state after a fault or at the end, so that the next write starts clean. It never fails."""


class Job(Struct, frozen=True, eq=False):
    """A write, and the future of its caller."""

    write: Write
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


class Writer:
    """Writes in order what it is handed."""

    def __init__(self, backend: Backend) -> None:
        self.commits = 0
        self.faults = 0
        self.failure = ""
        self._backend = backend
        self._gathered: list[Job] = []  # not yet handed over by the event loop
        self._gathered_since = 0.0  # when the first of them arrived
        self._gathered_before = 0  # how many there were a turn of the event loop ago
        self._pending: set[Job] = set()  # all that wait for an answer
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._finished = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def write(self, write: Write) -> None:
        """Write this; raise StoreFault, with nothing stored, if that fails."""
        if self._finished or self.failure:
            raise StoreFault(self.failure or "the room is closing")
        loop = asyncio.get_running_loop()
        job = Job(write, loop, loop.create_future())
        if not self._gathered:
            self._gathered_since, self._gathered_before = monotonic(), 0
            loop.call_soon(self._gather, loop)
        self._gathered.append(job)
        self._pending.add(job)
        try:
            await job.done
        finally:
            self._pending.discard(job)

    def finish(self) -> None:
        """Accept no more writes; those waiting are still written. Call it in the thread that writes."""
        if not self._finished:
            self._finished = True
            self._hand_over()
            self._queue.put(None)

    def join(self) -> None:
        """Wait until everything is written."""
        self._thread.join()

    def _gather(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over what has arrived as soon as a turn of the event loop brings nothing more, or some time has passed.

        A commit is expensive and each write in it is cheap, so waiting for other writes pays.
        """
        if len(self._gathered) > self._gathered_before and monotonic() - self._gathered_since < GATHER_SECONDS:
            self._gathered_before = len(self._gathered)
            loop.call_soon(self._gather, loop)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        """Hand all gathered writes to the thread at once, because waking it costs both threads."""
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []
        if self.failure:
            self._give_up()

    def _run(self) -> None:
        """Run the thread. It survives every fault; if it ever ends early, all waiting writes get an answer."""
        try:
            while self._run_round():
                pass
        except BaseException as error:
            STORE_WRITER_DIED.log(error)
            self.failure = f"the writer has died ({type(error).__name__}): restart the room"
            self._give_up()
        finally:
            self._backend.clear()

    def _run_round(self) -> bool:
        """Write what waits now, or tidy up if nothing does; return whether to continue."""
        batch, going = self._collect_batch()
        if batch:
            faults = self._commit([job.write for job in batch])
            batch[0].loop.call_soon_threadsafe(_answer, batch, faults)
        with contextlib.suppress(Exception):  # a full disk, perhaps: it is tried again later
            self._backend.tidy(not batch)
        return going

    def _collect_batch(self) -> tuple[list[Job], bool]:
        """Return all that waits now, nothing after a quiet while; and whether to continue."""
        try:
            handed = [self._queue.get(timeout=QUIET_SECONDS)]
        except queue.Empty:
            return [], True
        while not self._queue.empty():
            handed.append(self._queue.get())
        return [job for jobs in handed if jobs is not None for job in jobs], None not in handed

    def _commit(self, writes: list[Write]) -> list[Fault]:
        """Commit a batch as far as possible; return the fault of each write (None: stored)."""
        faults = self._commit_halves(writes)
        self.commits += 1
        self.faults += any(faults)
        return faults

    def _commit_halves(self, writes: list[Write]) -> list[Fault]:
        """Commit a batch; if nothing of it could be stored, commit its halves, until only the faulty writes fail."""
        try:
            return self._write(writes)
        except Unsure as fault:
            return [Unsure(*fault.args) for _ in writes]
        except StoreFault as fault:
            if len(writes) == 1:
                return [fault]
        middle = len(writes) // 2
        return [*self._commit_halves(writes[:middle]), *self._commit_halves(writes[middle:])]

    def _write(self, writes: list[Write]) -> list[Fault]:
        try:
            return self._backend.write(writes)
        except StoreFault:
            raise
        except Exception as error:  # out of memory, for one
            STORE_WRITE_FAILED.log(error)
            self._backend.clear()
            raise StoreFault(f"a fault in the writer ({type(error).__name__})") from None

    def _give_up(self) -> None:
        """Answer all waiting writes, because nothing will be written any more."""
        for job in tuple(self._pending):
            with contextlib.suppress(RuntimeError):  # its loop is closed
                job.loop.call_soon_threadsafe(_answer, [job], [StoreFault(self.failure)])


# Answers are paced by a feedback loop. A session that gets one shows it to everybody at its table in the same turn of the event loop. A
# large commit answered at once would block the loop for as long as all of that takes. So a turn answers a few writes, the next turn
# measures how long showing them took, and then answers as many as can be shown within TURN_SECONDS at that speed: slow tables make the
# steps smaller, quick ones larger, down to one and without an upper bound.


def _answer(jobs: Sequence[Job], faults: Sequence[Fault], count: int = FIRST_ANSWERS) -> None:
    """Answer the first `count` jobs, and the others in the next turns of the event loop."""
    for job, fault in zip(jobs[:count], faults[:count], strict=True):
        if job.done.done():
            continue
        if fault is not None:
            job.done.set_exception(fault)
        else:
            job.done.set_result(None)
    if len(jobs) > count:
        jobs[0].loop.call_soon(_answer_more, jobs[count:], faults[count:], count, monotonic())


def _answer_more(jobs: Sequence[Job], faults: Sequence[Fault], count: int, since: float) -> None:
    """Answer as many jobs as fit into a turn; the last turn has shown `count` answers since `since`."""
    took = max(monotonic() - since, 1e-6)
    _answer(jobs, faults, max(1, int(count * TURN_SECONDS / took)))


class WriterCounters:
    """The part of a store that is about its writer."""

    _writer: Writer

    @property
    def commits(self) -> int:
        """Commits since the start."""
        return self._writer.commits

    @property
    def faults(self) -> int:
        """Failed commits since the start."""
        return self._writer.faults

    @property
    def failure(self) -> str:
        """Why nothing can be written any more; empty while writing works."""
        return self._writer.failure
