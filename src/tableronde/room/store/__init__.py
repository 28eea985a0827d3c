"""The store: the room's memory. What it has confirmed survives a power cut; what it cannot keep has not happened.

Here is what a store is and the words it is spoken to with; `sqlite` is the one a room alone uses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

Docs = dict[str, Any]


class StoreFault(Exception):
    """Something could not be written, or read; nothing of it is kept."""


class StoreTrouble(Exception):
    """A store that cannot be opened: what is wrong with it, and what to do, in a sentence."""


class EventRow(NamedTuple):
    """An event as it is kept: its place in the record, when it happened, and the clocks after it."""

    seq: int
    actor: str
    action: str
    at: float
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Write:
    """What is to be kept of one table, all of it or nothing, in this order."""

    table: str
    opened: tuple[str, str, float] | None = None  # game, host, when: a new table
    cut: int | None = None  # events from here on are taken back
    events: Sequence[EventRow] = ()
    docs: Mapping[str, str] = field(default_factory=dict)  # other things by name, as JSON
    holders: Sequence[str] = ()  # guests who are to find the table again
    seen: float | None = None  # somebody has looked at the table then
    meta: Mapping[str, float] = field(default_factory=dict)  # numbers the store keeps about itself, whatever `table` is
    forget: int | None = None  # some of the tables nobody came to for so many days are forgotten, whatever `table` is


class Kept(NamedTuple):
    """All that is kept of a table."""

    events: list[EventRow]
    docs: Docs


class Store(Protocol):
    """What a room needs of its memory."""

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
        """Keep this, and return when it is safe; StoreFault if that was not possible."""

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

    def finish(self) -> None:
        """Take nothing more; what waits is still written."""

    def close(self) -> None:
        """Finish, and wait until everything is written."""
