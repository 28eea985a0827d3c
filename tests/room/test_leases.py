"""Keeping tables: who does, what it may write, and what happens to a table whose keeper learns that it is none any more."""

import asyncio
from math import inf
from pathlib import Path

import pytest

from tableronde.room.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.store import EventRow, Fenced, Lease, StoreFault, Unsure, Write
from tableronde.room.store.sqlite import SqliteStore
from tableronde.room.table.settings import Order, SeatOrder

HERE = SeatOrder("here", "P")


def test_alone_every_table_is_ones_own(tmp_path: Path) -> None:
    async def live() -> None:
        store = SqliteStore(tmp_path / "room.sqlite")
        assert not store.shared
        assert await store.renew("a", 3.0)
        assert await store.claim("t", "a") == Lease("t", "a", 0, inf)
        await store.write(Write("t", events=[EventRow(0, "0", "a", 1.0)], fence=0))
        await store.release("t", 0)
        await store.leave("a")
        assert (await store.keeper_of("t"), await store.kept_by("a"), await store.nodes()) == (None, {}, {"": inf})
        assert await store.spend({"guest": 0})
        store.finish()
        await asyncio.to_thread(store.close)

    asyncio.run(live())


@pytest.mark.parametrize("fault", [Fenced("another keeps it"), Unsure("nobody knows")])
def test_a_table_the_store_may_know_better_is_let_go_and_loaded_again(
    fault: StoreFault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was tried is not shown, nothing more is written from it, and whoever comes finds what the store has."""

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        real = room.store.write

        async def failing(write: Write) -> None:
            await real(write)  # it is kept after all
            if write.events:
                raise fault

        monkeypatch.setattr(room.store, "write", failing)
        with pytest.raises(Refused):
            await table.act(0, "0,0")
        monkeypatch.undo()
        assert table.lost
        assert table.table.plies == 0
        with pytest.raises(Refused):
            await table.act(0, "0,0")
        again = await room.find(table.id)
        assert again is not table
        assert again is await room.find(table.id)
        assert [event.action for event in again.table.events] == ["0,0"]
        await again.act(1, "1,0")
        await room.close()

    asyncio.run(live())
