"""The tables this node owns, by leases in the store that expire without the node's heartbeat.

A node trusts its leases only as long as its last heartbeat certainly holds, by a clock that nobody sets and that continues while the
machine sleeps. After that it confirms and shows nothing until the store has confirmed which leases are left. Whatever any clock says,
every write carries the lease's fence, and the store accepts only the latest.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from tableronde.room.base.log_events import HEARTBEAT_FAILED, HEARTBEAT_RECOVERED, LEASE_LOST, LEASE_RELEASE_FAILED, NODE_LEAVE_FAILED
from tableronde.room.base.logs import hash_secret, watch
from tableronde.room.base.ownership import MovedElsewhere, OtherVersion
from tableronde.room.base.refusals import Refused
from tableronde.room.store import FIRST_FENCE, Lease, Store, StoreFault

LEASE_SECONDS: Final = 2.0  # for which a heartbeat holds
RENEW_SECONDS: Final = 0.5  # between two heartbeats
LEASE_MARGIN: Final = 0.9  # of a lease, by this machine's clock: clocks do not run alike
AVOID_SECONDS: Final = 5.0  # for which a table is left to others whose game this node does not have
MAX_AT_ONCE: Final = 32  # tables claimed or released at once


def read_clock() -> float:
    """Return seconds of a clock that nobody can set; on Linux it continues while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class LeaseKeeper:
    """The tables of this node, each with the fence of its lease. `on_lost` is called for each that it loses."""

    def __init__(self, store: Store, node: str, on_lost: Callable[[str], None], clock: Callable[[], float] = read_clock) -> None:
        self.store, self.node, self.on_lost, self.clock = store, node, on_lost, clock
        self.leases: dict[str, int] = {}
        self.certain_until = 0.0  # until when all leases are certain
        self.is_leaving = False  # whether no table is claimed any more
        self.claims = 0  # tables claimed, some of them from other nodes
        self.lost = 0  # tables that others took over, or that had to be loaded again
        self._avoided: dict[str, tuple[float, OtherVersion]] = {}  # tables of games that this node does not have, and until when
        self._lapses = 0  # how often this node's leases expired
        self._is_unheard = False  # whether the last heartbeat failed
        self._answered = asyncio.Event()  # pulsed whenever a heartbeat was answered or given up
        self._claiming: dict[str, asyncio.Task[Lease | None]] = {}
        self._slots = asyncio.Semaphore(MAX_AT_ONCE)
        self._renewing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Send the first heartbeat and keep sending; raise StoreFault if the store cannot be written to."""
        await self._renew()
        self._renewing = watch(asyncio.create_task(self._keep_renewing(), name="heart"))

    async def close(self) -> None:
        """Sign off, so that other nodes may claim the tables at once."""
        self.is_leaving = True
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        try:
            async with asyncio.timeout(LEASE_SECONDS):
                await self.store.leave(self.node)
        except (StoreFault, TimeoutError):
            NODE_LEAVE_FAILED.log()

    @property
    def is_certain(self) -> bool:
        """Whether this node's leases certainly hold now."""
        return self.clock() < self.certain_until

    def owns(self, table: str, fence: int | None = None) -> bool:
        """Return whether this node certainly owns a table; with `fence`, under that one."""
        return table in self.leases and fence in (None, self.leases[table]) and self.is_certain

    async def wait_until_certain(self) -> None:
        """Wait, if the leases are uncertain now, for the next heartbeat.

        Return at once if the last one failed: nobody knows when the store will be back.
        """
        if not (self.is_certain or self._is_unheard or self._renewing is None):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RENEW_SECONDS + LEASE_SECONDS):
                    await self._answered.wait()

    async def try_claim(self, table: str) -> bool:
        """Return whether this node owns a table, claiming it if no other node does."""
        try:
            return self.owns(table) or (await self.claim(table)).node == self.node
        except (StoreFault, LookupError):
            return False

    async def claim(self, table: str) -> Lease:
        """Return the owner of a table, claiming it if no other node does.

        Raise LookupError if there is no such table, StoreFault if the owner is unknown now.
        """
        if table not in self._claiming:
            self._claiming[table] = asyncio.create_task(self._claim(table))
            self._claiming[table].add_done_callback(lambda done: done.cancelled() or done.exception())  # all callers may have gone
            self._claiming[table].add_done_callback(lambda _: self._claiming.pop(table, None))
        lease = await asyncio.shield(self._claiming[table])
        if lease is None:
            raise LookupError("There is no such table.")
        return lease

    async def claim_fence(self, table: str) -> int:
        """Return the fence under which this node writes to a table that it loads now; raise MovedElsewhere if another owns it."""
        if self.owns(table):
            return self.leases[table]
        try:
            lease = await self.claim(table)
        except StoreFault:
            raise Refused("La table ne peut pas être lue pour l’instant.", "The table cannot be read at the moment.") from None
        if lease.node != self.node:
            raise MovedElsewhere
        return lease.fence

    def avoid(self, table: str, why: OtherVersion) -> None:
        """Leave a table to other nodes for a while, because this one does not have its game."""
        self._avoided = {id: entry for id, entry in self._avoided.items() if entry[0] > self.clock()}
        self._avoided[table] = self.clock() + AVOID_SECONDS, why

    def find_avoided(self, table: str) -> OtherVersion | None:
        """Return why this node leaves a table to others; None if it does not."""
        until, why = self._avoided.get(table, (0.0, None))
        return why if until > self.clock() else None

    def add_new(self, table: str) -> int:
        """Add a new table, which belongs to this node from the start; return its fence."""
        self.leases[table] = FIRST_FENCE
        return FIRST_FENCE

    def drop(self, table: str) -> None:
        """Drop a table that this node owns no longer, or not certainly."""
        if self.leases.pop(table, None) is not None:
            self.lost += 1

    def release(self, tables: Iterable[str]) -> "Awaitable[object]":
        """Give up some tables at once; when the result is done, other nodes may claim them."""
        fences = [(table, fence) for table in tables if (fence := self.leases.pop(table, None)) is not None]
        return asyncio.gather(*(self._release(table, fence) for table, fence in fences))

    async def _release(self, table: str, fence: int) -> None:
        try:
            async with self._slots, asyncio.timeout(LEASE_SECONDS):
                await self.store.release(table, fence)
        except (StoreFault, TimeoutError):
            LEASE_RELEASE_FAILED.log(table=hash_secret(table))

    async def _claim(self, table: str) -> Lease | None:
        if self.is_leaving or self.find_avoided(table) is not None:
            found = await self.store.find_lease(table)
            return Lease(table, "", 0) if found is None or found.node == self.node else found
        fence, lapses = self.leases.get(table, 0), self._lapses
        try:
            async with self._slots, asyncio.timeout(2 * LEASE_SECONDS):
                lease = await self.store.claim(table, self.node, fence)
        except TimeoutError:
            raise StoreFault("the store does not answer") from None
        if (fence, lapses) != (self.leases.get(table, 0), self._lapses):
            raise StoreFault("this node's leases expired, or the table was released, before the store answered")
        if lease is not None and lease.node == self.node:
            self.claims += table not in self.leases
            self.leases[table] = lease.fence
        return lease

    async def _keep_renewing(self) -> None:
        """Send heartbeats; after a late one, find out which leases are left."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                async with asyncio.timeout(LEASE_SECONDS):
                    await self._renew()
            except (StoreFault, TimeoutError) as fault:
                self._log_heartbeat(str(fault) or type(fault).__name__)
            else:
                self._log_heartbeat()
            self._answered.set()
            self._answered.clear()

    def _log_heartbeat(self, fault: str = "") -> None:
        """Log changes only: during an outage a heartbeat fails twice a second."""
        if fault and not self._is_unheard:
            HEARTBEAT_FAILED.log(fault=fault)
        elif self._is_unheard and not fault:
            HEARTBEAT_RECOVERED.log()
        self._is_unheard = bool(fault)

    async def _renew(self) -> None:
        """Send a heartbeat.

        The last one must have held until now by this node's own clock as well: the store may have accepted an earlier one whose answer
        was lost.
        """
        began = self.clock()
        if not (await self.store.renew(self.node, LEASE_SECONDS) and self.is_certain):
            await self._drop_lost()
        self.certain_until = began + LEASE_MARGIN * LEASE_SECONDS

    async def _drop_lost(self) -> None:
        """Drop the tables that others have taken since this node's leases expired."""
        self._lapses += 1
        fences = await self.store.list_fences(self.node)
        gone = [table for table, fence in self.leases.items() if fences.get(table) != fence]
        if gone:
            LEASE_LOST.log(tables=len(gone))
        for table in gone:
            self.drop(table)
            self.on_lost(table)
