"""Access of one table to the store, while this node owns it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tableronde.game import Json
from tableronde.room.base.logs import hash_secret
from tableronde.room.base.ownership import SINGLE_NODE, MovedElsewhere, Ownership
from tableronde.room.base.refusals import Refused
from tableronde.room.base.tracing import span
from tableronde.room.saved.saved import Saved, changed_documents
from tableronde.room.store import EventRow, Store, StoreFault, Write
from tableronde.room.tables.clocks import Clocks
from tableronde.table import Table


@dataclass
class TableStorage:
    """Writes the changes of one table."""

    table: str
    store: Store
    encode: Callable[[Json], bytes]
    ownership: Ownership = SINGLE_NODE
    fence: int = 0  # the fence under which this node owns the table, on a shared store
    lost: bool = False  # whether the store has, or may have, something newer: the table must be loaded again

    @property
    def is_certain(self) -> bool:
        """Whether this node certainly owns the table now."""
        return self.ownership.owns(self.table)

    def check_certain(self) -> None:
        """Raise Refused if the table is owned by another node, or its owner is uncertain."""
        if self.lost:
            raise MovedElsewhere
        if not self.is_certain:
            raise unsaved()

    def owned_by(self, ownership: Ownership, fence: int) -> None:
        """Let a node of a shared store own the table, under the fence of its lease."""
        self.ownership, self.fence = ownership, fence

    async def settle(self) -> None:
        """Wait, if the owner is uncertain now, for the store's next answer, for a few seconds at most."""
        if not self.is_certain:
            await self.ownership.wait_until_certain()

    def event_rows(self, table: Table, since: int, clocks: Clocks) -> list[EventRow]:
        """Return the events from `since` on as they are stored."""
        now, left = round(time.time(), 3), clocks.after(time.monotonic())
        clock = "" if left is None else self.encode(left).decode()
        return [EventRow(i, str(actor), action, now, clock) for i, (actor, action) in enumerate(table.events[since:], since)]

    async def save(self, old: Saved, new: Saved, rows: Sequence[EventRow] = (), cut: int | None = None) -> None:
        """Write what has changed; raise StoreFault if that is impossible. If the store may hold something newer, drop the table."""
        docs = {name: self.encode(value).decode() for name, value in changed_documents(old, new).items()}
        guests = {guest for holder in new.seats if holder not in old.seats for guest in holder.guests} if old.seats is not new.seats else ()
        if not (rows or docs or guests or cut is not None):
            return
        if not self.is_certain:
            await self.settle()
        if self.lost:
            raise MovedElsewhere
        if not self.is_certain:
            raise StoreFault("it is uncertain which node owns this table")
        with span("store.write", table=hash_secret(self.table), events=len(rows)):
            await self.store.write(Write(self.table, cut=cut, events=rows, docs=docs, holders=tuple(guests), fence=self.fence))

    def lose(self) -> None:
        """Give up this copy of the table."""
        self.lost = True
        self.ownership.drop(self.table)


def unsaved() -> Refused:
    """Return the refusal of a change that could not be written."""
    return Refused(
        "Impossible d’enregistrer pour l’instant ; réessayez dans un instant.", "This could not be saved; try again in a moment."
    )
