"""The health of the bus: whether guests should be sent to this node.

A node is not ready before it has heard itself on the bus and one of the other nodes that the store names, nor while the bus is away. Once
ready it stays so while others are missing, because they may be the ones on a wrong bus; but it says which they are.
"""

import asyncio
import contextlib
from time import monotonic
from typing import Final

from tableronde.room.base.log_events import BUS_SPLIT, BUS_WHOLE
from tableronde.room.cluster.peers import Peers
from tableronde.room.store import StoreFault
from tableronde.room.store.leases import LeaseKeeper

CHECK_SECONDS: Final = 0.5  # between two comparisons of the bus with the store
MISSING_SECONDS: Final = 5.0  # that a living node may be missing on the bus, before it is logged


class BusHealth:
    """Compares the nodes that the store names with those heard on the bus."""

    def __init__(self, peers: Peers, leases: LeaseKeeper, warning: str = "") -> None:
        self.peers, self.leases, self.warning = peers, leases, warning
        self.is_proven = False  # whether the bus was once seen to reach the others
        self._missing: dict[str, float] = {}  # living nodes that are not heard, and since when
        self._logged: list[str] = []

    async def watch(self) -> None:
        """Compare again and again."""
        while True:
            if self.peers.bus.is_up and self.peers.has_heard_itself:
                with contextlib.suppress(StoreFault):
                    self._compare(set(await self.leases.store.list_nodes()) - {self.leases.node})
            await asyncio.sleep(CHECK_SECONDS)

    def describe_fault(self) -> str:
        """Describe why guests should not be sent here; nothing if they may be."""
        if not self.peers.bus.is_up:
            return "the bus cannot be reached"
        if not self.peers.has_heard_itself:
            return "this node was not heard on the bus yet"
        if not self.is_proven:
            return f"not one of the other nodes is heard on this bus{self._list_missing()}"
        return ""

    def describe(self) -> str:
        """Describe the state of the bus for operators: `ok`, or a sentence."""
        late = self._list_late()
        split = (
            f"living nodes are not heard on this bus: {', '.join(late)}; do all use the same bus and the same --bus-seal?" if late else ""
        )
        return self.describe_fault() or split or self.warning or "ok"

    def _compare(self, living: set[str]) -> None:
        now, alive = monotonic(), set(self.peers.alive)
        self._missing = {node: self._missing.get(node, now) for node in living - alive}
        self.is_proven = self.is_proven or bool(living & alive) or not living
        late = self._list_late()
        if late and late != self._logged:
            BUS_SPLIT.log(nodes=", ".join(late))
        elif self._logged and not self._missing:
            BUS_WHOLE.log()
        self._logged = late if late or not self._missing else self._logged

    def _list_missing(self) -> str:
        return f" (the store names {', '.join(sorted(self._missing))})" if self._missing else ""

    def _list_late(self) -> list[str]:
        now = monotonic()
        return sorted(node for node, since in self._missing.items() if now - since >= MISSING_SECONDS)
