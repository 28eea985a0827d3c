"""The store: the room's memory. What it has confirmed survives a power cut; what it cannot keep has not happened.

Here is what a store is and the words it is spoken to with; `sqlite` is the one a room alone uses, `postgres/` the one many nodes share.

Where nodes share a store, each table is kept by one of them at a time: its keeper. A lease says which, as long as that node lives;
the lease's fence is a number that grows with every change of keeper, and every write carries it. So a node that was paused or cut
off, and does not know yet that another has taken its table over, can write nothing over its successor, whatever any clock says.
"""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from msgspec import Struct

Docs = dict[str, Any]
FIRST: Final = 1  # the fence of a table's first keeper; 0: nobody has ever kept it


class StoreFault(Exception):
    """Something could not be written, or read; nothing of it is kept."""

    stale: ClassVar[bool] = False  # whether what the writer has in memory can no longer be trusted: it must load the table again


class Fenced(StoreFault):
    """Another node keeps the table by now, or has written there already; nothing of it is kept."""

    stale = True


class Unsure(StoreFault):
    """The store went away in the middle of it: it may be kept or not, and only loading the table will tell."""

    stale = True


class StoreTrouble(Exception):
    """A store that cannot be opened: what is wrong with it, and what to do, in a sentence."""


class EventRow(NamedTuple):
    """An event as it is kept: its place in the record, when it happened, and the clocks after it."""

    seq: int
    actor: str
    action: str
    at: float
    clock: str = ""


class Write(Struct, frozen=True):
    """What is to be kept of one table, all of it or nothing, in this order."""

    table: str
    opened: tuple[str, str, float] | None = None  # game, host, when: a new table
    cut: int | None = None  # events from here on are taken back
    events: Sequence[EventRow] = ()
    docs: Mapping[str, str] = {}  # other things by name, as JSON
    holders: Sequence[str] = ()  # guests who are to find the table again
    seen: float | None = None  # somebody has looked at the table then
    meta: Mapping[str, float] = {}  # numbers the store keeps about itself, whatever `table` is
    forget: int | None = None  # some of the tables nobody came to for so many days are forgotten, whatever `table` is
    fence: int = 0  # the number under which the writer keeps the table
    keeper: str = ""  # of a new table: the node that keeps it from the start, with the fence FIRST

    @property
    def is_fenced(self) -> bool:
        """Whether only the table's keeper may write this. Anybody may say that a table was looked at."""
        return bool(self.cut is not None or self.events or self.docs or self.holders) and self.opened is None


class Kept(NamedTuple):
    """All that is kept of a table."""

    events: list[EventRow]
    docs: Docs


class Lease(NamedTuple):
    """Who keeps a table."""

    table: str
    node: str
    fence: int
    left: float = inf  # seconds for which it holds unless the node renews it, by the store's clock; count them from before the question


class Store(Protocol):
    """What a room needs of its memory."""

    @property
    def shared(self) -> bool:
        """Whether other nodes may use it too, so that tables have keepers."""

    @property
    def commits(self) -> int:
        """Commits since the start."""

    @property
    def faults(self) -> int:
        """Of them, those that failed."""

    @property
    def dead(self) -> str:
        """Why nothing can be written any more; empty as long as that is not so."""

    @property
    def trusts_clock(self) -> bool:
        """Whether the clock is not behind what the store had seen when it was opened."""

    async def write(self, write: Write) -> None:
        """Keep this, and return when it is safe; StoreFault if that was not possible, Fenced if another node keeps the table."""

    async def load(self, table: str) -> Kept | None:
        """All that is kept of a table; None if there is none. LookupError if it is damaged, StoreFault if it cannot be read now."""

    async def held_by(self, guest: str, most: int) -> list[tuple[str, Docs]]:
        """The latest tables of a guest, each with what is kept beside its events; damaged ones are left out."""

    async def count(self) -> int:
        """How many tables are kept, those forgotten not counted."""

    async def report(self) -> dict[str, float]:
        """Numbers for whoever looks after it."""

    async def tick(self) -> None:
        """Time goes by: to be said about once a minute."""

    async def forget(self, keep: int) -> int:
        """Forget some of the tables nobody came to for so many days; how many."""

    async def spend(self, allowances: Mapping[str, int]) -> bool:
        """Take one of each of these allowances, so many a day whatever the node; False, and nothing is taken, if one of them is used up."""

    async def keys(self) -> bytes | None:
        """The keys that sign cookies, where nodes share them; None where they lie elsewhere."""

    async def renew(self, node: str, seconds: float) -> bool:
        """A node lives for so many seconds more, and all its leases with it. False if its time was over before, or it is new: others may
        have taken some of its tables; `kept_by` says which are left. Node names are never used again by another process."""

    async def claim(self, table: str, node: str, fence: int = 0) -> Lease | None:
        """Who keeps a table from now on: this node if nobody else does, with a fence one higher than any before; None: no such table.
        A node that names the fence under which it keeps the table goes on under it; whoever does not is about to load it, and what was
        on its way under an earlier one, a write or a release, counts no more. Whatever was being written is done when this answers.
        StoreFault if the node's own time is over."""

    async def release(self, table: str, fence: int) -> None:
        """The keeper with that fence keeps the table no longer: anybody may claim it at once."""

    async def leave(self, node: str) -> None:
        """A node is no more: anybody may claim its tables at once."""

    async def keeper_of(self, table: str) -> Lease | None:
        """Who keeps a table now; None if nobody does."""

    async def kept_by(self, node: str) -> dict[str, int]:
        """The tables a node keeps, as long as it lives, with their fences."""

    async def nodes(self) -> dict[str, float]:
        """The nodes that live, and for how many seconds unless they renew."""

    def finish(self) -> None:
        """Take nothing more; what waits is still written."""

    def close(self) -> None:
        """Finish, and wait until everything is written."""
