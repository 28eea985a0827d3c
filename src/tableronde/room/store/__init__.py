"""The store: durable storage of the room. What it has confirmed survives a power cut; what it cannot store has not happened.

This module defines the interface; `sqlite` implements it for a single node, `postgres/` for many nodes. On a shared store, one node at a
time owns each table. A lease names the owner, as long as that node is alive; the lease's fence is a number that grows with every change
of owner, and every write carries it. So a node that was paused or cut off, and does not know yet that another has taken its table over,
cannot overwrite its successor, whatever any clock says.
"""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, ClassVar, Final, NamedTuple, Protocol

Docs = dict[str, Any]
FIRST_FENCE: Final = 1  # the fence of a table's first owner; 0: it never had one


class StoreFault(Exception):
    """Raised when a write or a read fails; nothing of the write is stored."""

    is_stale: ClassVar[bool] = False  # whether the writer's memory can no longer be trusted, so that the table must be loaded again


class Fenced(StoreFault):
    """Raised when another node owns the table by now, or has written to it; nothing is stored."""

    is_stale = True


class Unsure(StoreFault):
    """Raised when the store disappears during a write, which may be stored or not: only loading the table will tell."""

    is_stale = True


class StoreTrouble(Exception):
    """Raised when a store cannot be opened, with a sentence that says what is wrong and what to do."""


class EventRow(NamedTuple):
    """A stored event: its place in the record, its time, and the clocks after it."""

    seq: int
    actor: str
    action: str
    at: float
    clock: str = ""


class Write(NamedTuple):
    """An atomic write to one table, executed in the order of the fields."""

    table: str
    opened: tuple[str, str, float] | None = None  # game, host and time of a new table
    cut: int | None = None  # events from here on are removed
    events: Sequence[EventRow] = ()
    docs: Mapping[str, str] = {}  # documents by name, as JSON
    holders: Sequence[str] = ()  # guests who get the table in their list
    seen: float | None = None  # when somebody visited the table
    meta: Mapping[str, float] = {}  # numbers of the store itself, for any `table`
    forget: int | None = None  # forget some of the tables not visited for this many days, for any `table`
    fence: int = 0  # the fence under which the writer owns the table
    owner: str = ""  # of a new table: the node that owns it from the start, with the fence FIRST_FENCE

    @property
    def is_fenced(self) -> bool:
        """Whether only the table's owner may write this. Anybody may note a visit."""
        return bool(self.cut is not None or self.events or self.docs or self.holders) and self.opened is None


class StoredTable(NamedTuple):
    """Everything that is stored of a table."""

    events: list[EventRow]
    docs: Docs
    fence: int = 0  # of a single node: the fence of writes to it; on a shared store the lease names it


class PolicyText(NamedTuple):
    """What the operator has decided about the room, as it is stored."""

    revision: int  # grows with every change
    text: str  # JSON, or nothing


class Lease(NamedTuple):
    """The owner of a table."""

    table: str
    node: str
    fence: int
    seconds_left: float = inf  # seconds until it expires unless renewed, by the store's clock; count them from before the request


class Store(Protocol):
    """The interface of a store."""

    @property
    def is_shared(self) -> bool:
        """Whether other nodes may use it too, so that tables have owners."""

    @property
    def commits(self) -> int:
        """Commits since the start."""

    @property
    def faults(self) -> int:
        """Failed commits since the start."""

    @property
    def failure(self) -> str:
        """Why nothing can be written any more; empty while writing works."""

    @property
    def trusts_clock(self) -> bool:
        """Whether the clock was not behind the store's latest time when the store was opened."""

    async def write(self, write: Write) -> None:
        """Store this and return when it is durable; raise StoreFault if that fails, Fenced if another node owns the table."""

    async def load(self, table: str) -> StoredTable | None:
        """Return everything stored of a table; None if there is none.

        Raise LookupError if it is damaged, StoreFault if it cannot be read now.
        """

    async def list_tables_of(self, guest: str, most: int) -> list[tuple[str, Docs]]:
        """Return the latest tables of a guest, each with its documents; damaged ones are left out."""

    async def count(self) -> int:
        """Count the tables, without forgotten ones."""

    async def read_report(self) -> dict[str, float]:
        """Return numbers for operators."""

    async def tick(self) -> None:
        """Note that time passes; called about once a minute."""

    async def forget(self, keep: int) -> int:
        """Forget some of the tables not visited for `keep` days; return how many."""

    async def spend(self, allowances: Mapping[str, int]) -> bool:
        """Use one unit of each daily allowance, counted over all nodes; return False, and use none, if one of them is exhausted."""

    async def read_policy(self, revision: int) -> PolicyText | None:
        """Return what the operator has decided; None if that has not changed since a revision."""

    async def read_keys(self) -> bytes | None:
        """Return the keys that sign cookies if nodes share them; None if they are stored elsewhere."""

    async def renew(self, node: str, seconds: float) -> bool:
        """Extend the life of a node, and with it all its leases, by `seconds`.

        Return False if its leases had expired, or it is new: others may have taken some of its tables; `list_fences` says which are left.
        Node names are never reused by another process.
        """

    async def claim(self, table: str, node: str, fence: int = 0) -> Lease | None:
        """Claim a table: return its owner from now on, this node if no other one owns it, with a fence higher than any before.

        Return None if there is no such table. A node that names the fence of its lease keeps it. A node that names none is about to load
        the table, and its writes and releases under an earlier fence no longer count. Writes in progress are finished when this returns.
        Raise StoreFault if the node's own leases have expired.
        """

    async def release(self, table: str, fence: int) -> None:
        """Release the lease with that fence: any node may claim the table at once."""

    async def leave(self, node: str) -> None:
        """Remove a node: any other may claim its tables at once."""

    async def find_lease(self, table: str) -> Lease | None:
        """Return the current lease of a table; None if it has none."""

    async def list_fences(self, node: str) -> dict[str, int]:
        """Return the tables a node owns, while it is alive, with their fences."""

    async def list_nodes(self) -> dict[str, float]:
        """Return the nodes that are alive, each with the seconds until its leases expire."""

    def finish(self) -> None:
        """Accept no more writes; those waiting are still written."""

    def close(self) -> None:
        """Finish, and wait until everything is written."""
