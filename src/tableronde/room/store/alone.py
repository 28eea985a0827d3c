"""Keeping tables where there is nobody else: the lock on the folder has settled it, every table is this node's own for ever."""

from collections.abc import Mapping
from math import inf

from tableronde.room.store import Lease


class Alone:
    """The part of a store that is about other nodes, where there are none."""

    shared = False

    async def spend(self, allowances: Mapping[str, int]) -> bool:
        """What the room counts itself is enough."""
        return True

    async def keys(self) -> bytes | None:
        """They lie in the folder."""
        return None

    async def renew(self, node: str, seconds: float) -> bool:
        """It lives as long as the store is open."""
        return True

    async def claim(self, table: str, node: str, fence: int = 0) -> Lease | None:
        """Its own, whether there is such a table or not."""
        return Lease(table, node, 0)

    async def release(self, table: str, fence: int) -> None:
        """Nobody else would take it."""

    async def leave(self, node: str) -> None:
        """Nobody is left who would notice."""

    async def keeper_of(self, table: str) -> Lease | None:
        """Nobody but whoever asks."""
        return None

    async def kept_by(self, node: str) -> dict[str, int]:
        """None that could be taken by another."""
        return {}

    async def nodes(self) -> dict[str, float]:
        """The one that has the folder, without a name."""
        return {"": inf}
