"""Routing: a guest of a table is sent to its owner; if the owner's lease has expired, to the node that takes the table over."""

import asyncio
import contextlib
from typing import Final

from tableronde.room.base.log_events import NODE_EXPIRED
from tableronde.room.base.ownership import OtherVersion
from tableronde.room.cluster.frames import About
from tableronde.room.cluster.peers import Peers
from tableronde.room.store import StoreFault
from tableronde.room.store.leases import LeaseKeeper

NOTHING: Final = About()  # of an older node that says nothing of itself
RETRY_SECONDS: Final = 0.25  # between two checks of a silent node
MAX_KNOWN: Final = 10_000  # tables whose owner is remembered


class Router:
    """Finds owners. It never guesses: a node that no longer owns a table says so, and then the store is asked."""

    def __init__(self, leases: LeaseKeeper, peers: Peers) -> None:
        self.leases, self.peers = leases, peers
        self._known: dict[str, str] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}  # for silent nodes

    async def find(self, table: str) -> str:
        """Return the node to go to, however long that takes; this node for a table that does not exist."""
        node = self.leases.node
        while True:
            known = self._known.get(table, "")
            if self.leases.owns(table):
                return node
            if known and self.peers.is_alive(known):
                return known
            avoided = self.leases.find_avoided(table)
            owner = await self._ask_store(table) if avoided is None else await self._find_able_node(table, avoided)
            if owner is not None:
                return owner

    def forget(self, table: str) -> None:
        """Forget the remembered owner of a table."""
        self._known.pop(table, None)

    async def _ask_store(self, table: str) -> str | None:
        """Ask the store; return None, after a pause, if there is no answer yet."""
        try:
            lease = await self.leases.claim(table)
        except LookupError:
            return self.leases.node
        except StoreFault:
            return await _wait()
        if lease.node == self.leases.node:
            return lease.node if self.leases.is_certain else await _wait()
        if not lease.node:
            return self._choose_successor(table) or await _wait()
        if self.peers.is_alive(lease.node):
            self._remember(table, lease.node)
            return lease.node
        await self._wait_for_node(lease.node)
        return None

    async def _find_able_node(self, table: str, why: OtherVersion) -> str:
        """Return a node for a table whose game this node does not have: its owner, another one with the game, or else this one."""
        with contextlib.suppress(StoreFault):
            lease = await self.leases.store.find_lease(table)
            if lease is not None and lease.node != self.leases.node and self.peers.is_alive(lease.node):
                return lease.node
        able = sorted(node for node in self.peers.alive if self.peers.abouts.get(node, NOTHING).plays(why.game, why.edition))
        return able[sum(table.encode()) % len(able)] if able else self.leases.node

    def _choose_successor(self, table: str) -> str | None:
        """Return some other node, always the same for one table, to take over a table without owner; None if there is no other."""
        others = sorted(self.peers.alive)
        return others[sum(table.encode()) % len(others)] if others else None

    def _remember(self, table: str, node: str) -> None:
        self._known[table] = node
        if len(self._known) > MAX_KNOWN:
            del self._known[next(iter(self._known))]

    async def _wait_for_node(self, node: str) -> None:
        """Wait until a node is heard again or its lease has expired; all that wait for one node share the task."""
        if node not in self._waiting:
            self._waiting[node] = asyncio.create_task(self._watch_node(node))
            self._waiting[node].add_done_callback(lambda _: self._waiting.pop(node, None))
        await asyncio.shield(self._waiting[node])

    async def _watch_node(self, node: str) -> None:
        while not self.peers.is_alive(node):
            await asyncio.sleep(RETRY_SECONDS)
            try:
                seconds_left = (await self.leases.store.list_nodes()).get(node)
            except StoreFault:
                continue
            if seconds_left is None:
                NODE_EXPIRED.log(node=node)
                return


async def _wait() -> str | None:
    """Pause before the next attempt."""
    await asyncio.sleep(RETRY_SECONDS)
    return None
