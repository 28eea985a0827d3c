"""To which node a guest of a table is sent: its keeper, if that can be heard; if its time is over, whoever takes the table now."""

import asyncio
import logging
from typing import Final

from tableronde.room.cluster.peers import Peers
from tableronde.room.keepers import Keepers
from tableronde.room.store import StoreFault

LOOK: Final = 0.25  # seconds between two looks at a node that is not heard
KNOWN: Final = 10_000  # tables of which it is remembered who keeps them
log: Final = logging.getLogger("tableronde.room")


class Finder:
    """Finds keepers. It never guesses: a node that no longer keeps a table says so, and then the store is asked."""

    def __init__(self, keepers: Keepers, peers: Peers) -> None:
        self.keepers, self.peers = keepers, peers
        self._known: dict[str, str] = {}
        self._waits: dict[str, asyncio.Task[None]] = {}  # for nodes that are not heard

    async def find(self, table: str) -> str:
        """The node to go to, however long that takes; this one as well for a table that does not exist."""
        me = self.keepers.node
        while True:
            known = self._known.get(table, "")
            if self.keepers.holds(table):
                return me
            if known and self.peers.is_alive(known):
                return known
            keeper = await self._ask(table)
            if keeper is not None:
                return keeper

    def forget(self, table: str) -> None:
        """What was known of a table is no longer so."""
        self._known.pop(table, None)

    async def _ask(self, table: str) -> str | None:
        """Ask the store; None if nobody can be told now, and some time has gone by."""
        try:
            lease = await self.keepers.claim(table)
        except LookupError:
            return self.keepers.node
        except StoreFault:
            return await _later()
        if lease.node == self.keepers.node:
            return lease.node if self.keepers.is_certain else await _later()
        if not lease.node:
            return self._successor(table) or await _later()
        if self.peers.is_alive(lease.node):
            self._remember(table, lease.node)
            return lease.node
        await self._heard_or_over(lease.node)
        return None

    def _successor(self, table: str) -> str | None:
        """Some other node, always the same for one table: it takes what nobody keeps. None if there is no other."""
        others = sorted(self.peers.alive)
        return others[sum(table.encode()) % len(others)] if others else None

    def _remember(self, table: str, node: str) -> None:
        self._known[table] = node
        if len(self._known) > KNOWN:
            del self._known[next(iter(self._known))]

    async def _heard_or_over(self, node: str) -> None:
        """Wait until a node is heard again, or its time is over; all who wait for one node wait together."""
        if node not in self._waits:
            self._waits[node] = asyncio.create_task(self._watch(node))
            self._waits[node].add_done_callback(lambda _: self._waits.pop(node, None))
        await asyncio.shield(self._waits[node])

    async def _watch(self, node: str) -> None:
        while not self.peers.is_alive(node):
            await asyncio.sleep(LOOK)
            try:
                left = (await self.keepers.store.nodes()).get(node)
            except StoreFault:
                continue
            if left is None:
                log.warning("a node is gone: its tables are taken over", extra={"node": node})
                return


async def _later() -> str | None:
    """Nobody can be told now."""
    await asyncio.sleep(LOOK)
    return None
