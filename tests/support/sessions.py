"""Changes to a table session that no player could make."""

from dataclasses import replace
from typing import Any

from tableronde.game import Seat
from tableronde.room.tables.decisions.change import Change
from tableronde.room.tables.table_session import TableSession


async def change_seat(session: TableSession, seat: Seat, **fields: Any) -> None:
    """Change fields of a seat's holder."""
    seats = tuple(replace(holder, **fields) if holder.seat == seat else holder for holder in session.saved.seats)
    await change_saved(session, seats=seats)


async def change_saved(session: TableSession, **fields: Any) -> None:
    """Change fields of the saved state."""
    async with session.lock:
        await session.commit(Change(replace(session.saved, **fields)))


async def take_back(session: TableSession, ply: int) -> None:
    """Take back all events from `ply` on."""
    async with session.lock:
        await session.commit(Change(session.saved, cut=ply))
