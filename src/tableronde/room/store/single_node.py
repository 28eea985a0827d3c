"""Leases without other nodes: the lock on the folder makes every table this node's own."""

from collections.abc import Mapping
from math import inf

from tableronde.room.store import Lease


class SingleNodeLeases:
    """The lease methods of a store for a single node."""

    is_shared = False

    async def spend(self, allowances: Mapping[str, int]) -> bool:
        """Return True: the room's own count is enough."""
        return True

    async def read_keys(self) -> bytes | None:
        """Return None: the keys are in the folder."""
        return None

    async def renew(self, node: str, seconds: float) -> bool:
        """Return True: the node is alive as long as the store is open."""
        return True

    async def claim(self, table: str, node: str, fence: int = 0) -> Lease | None:
        """Return a lease of this node, whether the table exists or not."""
        return Lease(table, node, 0)

    async def release(self, table: str, fence: int) -> None:
        """Do nothing: no other node would claim it."""

    async def leave(self, node: str) -> None:
        """Do nothing: no other node is there."""

    async def find_lease(self, table: str) -> Lease | None:
        """Return None: there is no other owner."""
        return None

    async def list_fences(self, node: str) -> dict[str, int]:
        """Return nothing: no table can be taken over."""
        return {}

    async def list_nodes(self) -> dict[str, float]:
        """Return the only node, without a name."""
        return {"": inf}
