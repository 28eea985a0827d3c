"""A session changes all at once or not at all."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tableronde.game import Event
from tableronde.room.base.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store import StoreFault
from tableronde.room.tables import table_session
from tableronde.room.tables.decisions.change import Change
from tableronde.room.tables.table_session import TableSession


async def _played(room: Room, actions: int = 3) -> TableSession:
    here = SeatOrder("here", "P")
    session = await room.open(Order("four-circles", seats=[here, here]), "guest")
    rng = random.Random(1)
    for _ in range(actions):
        seat = next(iter(session.running))
        await session.act(seat, rng.choice(session.table.legal()[seat]))
    return session


def _next(session: TableSession) -> Event:
    seat = next(iter(session.running))
    return Event(seat, session.table.legal()[seat][0])


@pytest.mark.parametrize("cut", [None, 1])
@pytest.mark.parametrize("broken", ["with_status", "play_events", "save"])
def test_a_change_that_fails_leaves_the_table_as_it_was(
    broken: str, cut: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        session = await _played(room)
        events, saved, status = tuple(session.table.events), session.saved, session.status
        action = (_next(session) if cut is None else session.table.events[cut],)

        def fail(*args: Any, **kwargs: Any) -> Any:
            raise StoreFault("full") if broken == "save" else ZeroDivisionError

        with monkeypatch.context() as patch:
            where: Any = session.storage if broken == "save" else table_session
            patch.setattr(where, broken, fail)
            with pytest.raises(Refused if broken == "save" else ZeroDivisionError):
                await session.decide(lambda snapshot: Change(snapshot.saved, action, cut))
        assert tuple(session.table.events) == events
        assert session.saved is saved
        assert session.status == status
        async with session.lock:
            await session.commit(Change(session.saved, (_next(session),)))
        assert session.table.plies == len(events) + 1
        await room.close()

    asyncio.run(play())
