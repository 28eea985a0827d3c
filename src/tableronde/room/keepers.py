"""Which tables this node keeps. The store says so, by leases that end with the node's own sign of life in it.

A node trusts its leases only as long as its last sign of life is certain to hold, by a clock that nobody sets and that goes on while
the machine sleeps. After that it confirms and shows nothing until the store has said again what is still its own. And whatever
any clock says, every write carries the lease's fence: the store takes none that is not the latest.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from tableronde.room.keeping import Elsewhere
from tableronde.room.logs import watched
from tableronde.room.refusals import Refused
from tableronde.room.store import FIRST, Lease, Store, StoreFault

LEASE: Final = 2.0  # seconds for which a sign of life holds
BEAT: Final = 0.5  # seconds between two
MARGIN: Final = 0.9  # of a lease, by this machine's clock: clocks do not run alike
TOGETHER: Final = 32  # tables claimed or released at once
log: Final = logging.getLogger("tableronde.room")


def now() -> float:
    """Seconds by a clock that nobody can set; on Linux it goes on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Keepers:
    """The tables of this node, each with the fence of its lease. `lose` is called for each that is no longer its own."""

    def __init__(self, store: Store, node: str, lose: Callable[[str], None], clock: Callable[[], float] = now) -> None:
        self.store, self.node, self.lose, self.clock = store, node, lose, clock
        self.leases: dict[str, int] = {}
        self.until = 0.0  # up to when all of them are certain
        self.leaving = False  # whether no table is taken any more
        self.claims = 0  # tables taken, of which others may have had some before
        self.lost = 0  # tables others took over, or that had to be loaded again
        self._lapses = 0  # how often this node's time was over
        self._unheard = False  # whether the store has not heard the last sign of life
        self._answered = asyncio.Event()  # set for a moment whenever one was answered, or given up
        self._claiming: dict[str, asyncio.Task[Lease | None]] = {}
        self._gate = asyncio.Semaphore(TOGETHER)
        self._heart: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to live; StoreFault if the store cannot be written to."""
        await self._renew()
        self._heart = watched(asyncio.create_task(self._live(), name="heart"))

    async def close(self) -> None:
        """Be no more: what is still kept is anybody's."""
        self.leaving = True
        if self._heart is not None:
            self._heart.cancel()
            await asyncio.gather(self._heart, return_exceptions=True)
        try:
            async with asyncio.timeout(LEASE):
                await self.store.leave(self.node)
        except (StoreFault, TimeoutError):
            log.warning("the store was not told that this node is gone: its tables are free a little later")

    @property
    def is_certain(self) -> bool:
        """Whether this node's leases hold now."""
        return self.clock() < self.until

    def holds(self, table: str, fence: int | None = None) -> bool:
        """Whether this node keeps a table, for certain; if a fence is named, under that one."""
        return table in self.leases and fence in (None, self.leases[table]) and self.is_certain

    async def settle(self) -> None:
        """If nothing is certain now: wait for the answer to the next sign of life. Not where the last one was not heard: nobody knows when
        the store will be back."""
        if not (self.is_certain or self._unheard or self._heart is None):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT + LEASE):
                    await self._answered.wait()

    async def takes(self, table: str) -> bool:
        """Whether this node keeps a table, or does from now on because nobody else did."""
        try:
            return self.holds(table) or (await self.claim(table)).node == self.node
        except (StoreFault, LookupError):
            return False

    async def claim(self, table: str) -> Lease:
        """Who keeps a table: this node, if nobody else does. LookupError if there is no such table, StoreFault if nobody knows now."""
        if table not in self._claiming:
            self._claiming[table] = asyncio.create_task(self._claim(table))
            self._claiming[table].add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to hear it
            self._claiming[table].add_done_callback(lambda _: self._claiming.pop(table, None))
        lease = await asyncio.shield(self._claiming[table])
        if lease is None:
            raise LookupError("There is no such table.")
        return lease

    async def fence(self, table: str) -> int:
        """The number under which this node writes to a table that it loads now; Elsewhere if another keeps it."""
        if self.holds(table):
            return self.leases[table]
        try:
            lease = await self.claim(table)
        except StoreFault:
            raise Refused("La table ne peut pas être lue pour l’instant.", "The table cannot be read at the moment.") from None
        if lease.node != self.node:
            raise Elsewhere
        return lease.fence

    def opened(self, table: str) -> int:
        """A new table is this node's own from the start: its fence."""
        self.leases[table] = FIRST
        return FIRST

    def drop(self, table: str) -> None:
        """A table is this node's no longer, or not certainly."""
        if self.leases.pop(table, None) is not None:
            self.lost += 1

    def release(self, tables: Iterable[str]) -> "Awaitable[object]":
        """Keep some tables no longer, from this moment on; when this is over anybody may have them."""
        fences = [(table, fence) for table in tables if (fence := self.leases.pop(table, None)) is not None]
        return asyncio.gather(*(self._release(table, fence) for table, fence in fences))

    async def _release(self, table: str, fence: int) -> None:
        try:
            async with self._gate, asyncio.timeout(LEASE):
                await self.store.release(table, fence)
        except (StoreFault, TimeoutError):
            log.warning("a table could not be handed over: it is free when this node's time is over")

    async def _claim(self, table: str) -> Lease | None:
        if self.leaving:
            found = await self.store.keeper_of(table)
            return Lease(table, "", 0) if found is None or found.node == self.node else found
        held, lapses = self.leases.get(table, 0), self._lapses
        try:
            async with self._gate, asyncio.timeout(2 * LEASE):
                lease = await self.store.claim(table, self.node, held)
        except TimeoutError:
            raise StoreFault("the store does not answer") from None
        if (held, lapses) != (self.leases.get(table, 0), self._lapses):
            raise StoreFault("the answer comes from before this node's time was over, or the table was let go meanwhile")
        if lease is not None and lease.node == self.node:
            self.claims += table not in self.leases
            self.leases[table] = lease.fence
        return lease

    async def _live(self) -> None:
        """Give signs of life; when one was late, see what is left."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                async with asyncio.timeout(LEASE):
                    await self._renew()
            except (StoreFault, TimeoutError) as fault:
                self._was_heard(str(fault) or type(fault).__name__)
            else:
                self._was_heard()
            self._answered.set()
            self._answered.clear()

    def _was_heard(self, fault: str = "") -> None:
        """Say it when that changes: while a store is away there is a sign of life twice a second."""
        if fault and not self._unheard:
            log.warning("the store has not heard this node", extra={"fault": fault})
        elif self._unheard and not fault:
            log.info("the store hears this node again")
        self._unheard = bool(fault)

    async def _renew(self) -> None:
        """Give a sign of life. What the last one promised must have held until this one: it is not enough that the store says so, which
        may have taken an earlier one whose answer was never heard."""
        began = self.clock()
        if not (await self.store.renew(self.node, LEASE) and self.is_certain):
            await self._look()
        self.until = began + MARGIN * LEASE

    async def _look(self) -> None:
        """This node was silent for too long: what others have taken meanwhile is theirs."""
        self._lapses += 1
        kept = await self.store.kept_by(self.node)
        gone = [table for table, fence in self.leases.items() if kept.get(table) != fence]
        if gone:
            log.warning("others have taken tables over from this node", extra={"tables": len(gone)})
        for table in gone:
            self.drop(table)
            self.lose(table)
