"""What is forgotten, and what never is: no clock alone deletes anything, and forgotten tables can be restored for a while."""

import asyncio
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store import EventRow, Write
from tableronde.room.store.command import main
from tableronde.room.store.sqlite.store import SqliteStore
from tableronde.room.store.statements import MAX_FORGOTTEN
from tableronde.room.store.store_days import DAY, LONGEST_CLOSED_DAYS, StoreDays

YEAR = 365 * DAY
HERE = SeatOrder("here", "P")


class Clock(SimpleNamespace):
    """A wall clock, which anybody may set, and a monotonic clock."""

    def __init__(self, now: float = 1.8e9) -> None:
        self.now, self.ticks = now, 1000.0

    def time(self) -> float:
        """Return the wall-clock time."""
        return self.now

    def monotonic(self) -> float:
        """Return the monotonic time."""
        return self.ticks

    def pass_by(self, seconds: float) -> None:
        """Advance both clocks."""
        self.now += seconds
        self.ticks += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("tableronde.room.store.sqlite.store.time", made)
    return made


def opening(table: str, clock: Clock) -> Write:
    return Write(table, opened=("some-game", "guest", clock.now), docs={"table": "{}"}, holders=("guest",))


async def days_pass(store: SqliteStore, clock: Clock, days: int) -> None:
    """Keep the room open for some days."""
    for _ in range(days):
        clock.pass_by(DAY)
        await store.tick()


def test_days_are_counted_only_as_far_as_they_can_be_checked() -> None:
    store_days = StoreDays()
    store_days.advance(1.8e9, 0.0)
    assert store_days.days == 0
    store_days.advance(1.8e9 + DAY, DAY)
    assert store_days.days == pytest.approx(1)
    store_days.advance(1.8e9 + 3 * YEAR, DAY + 60)  # somebody has set the clock
    assert store_days.days == pytest.approx(1, abs=0.01)
    reopened = StoreDays(store_days.days, store_days.at)
    reopened.advance(store_days.at + 50 * YEAR, 5.0)  # closed for fifty years, says the clock
    assert reopened.days == pytest.approx(1 + LONGEST_CLOSED_DAYS, abs=0.01)
    assert reopened.is_behind(1.8e9)
    back = StoreDays(reopened.days, reopened.at)
    back.advance(0.0, 5.0)
    assert back.days == reopened.days


@pytest.mark.parametrize(("played", "restarted"), [(1.8e9, 1.8e9 + 3 * YEAR), (2e8, 1.8e9), (1.8e9, 2e8)])
def test_a_clock_that_jumps_deletes_nothing(played: float, restarted: float, clock: Clock, tmp_path: Path) -> None:
    """Three years ahead for one start; games played in 1976; back to 1976: all tables are still there."""

    async def play() -> None:
        store = SqliteStore(tmp_path / "room.sqlite")
        await store.tick()
        for i in range(5):
            await store.write(opening(f"t{i}", clock))
            await store.write(Write(f"t{i}", events=[EventRow(j, "0", "a", clock.now) for j in range(5)]))
        store.finish()
        await asyncio.to_thread(store.close)

    async def look() -> int:
        store = SqliteStore(tmp_path / "room.sqlite")
        await store.tick()
        await store.forget(730)
        await days_pass(store, clock, 40)
        await store.forget(730)
        left = await store.count()
        store.finish()
        await asyncio.to_thread(store.close)
        return left

    clock.now = played
    asyncio.run(play())
    clock.now = restarted
    assert asyncio.run(look()) == 5


def test_what_nobody_came_to_for_long_is_forgotten_and_can_be_brought_back(
    clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def live() -> tuple[SqliteStore, list[int]]:
        store = SqliteStore(tmp_path / "room.sqlite")
        await store.tick()
        for table in ("left", "played", "seen", "lost"):
            await store.write(opening(table, clock))
        await days_pass(store, clock, 29)
        counts = [await store.forget(30)]
        await store.write(Write("played", events=[EventRow(0, "0", "a", clock.now)]))
        await store.write(Write("seen", seen=clock.now))
        await store.write(Write("nothing", seen=clock.now))  # a visit does not create a table
        await days_pass(store, clock, 2)
        counts += [await store.forget(30), await store.forget(30)]
        assert [(await store.load(table)) is None for table in ("left", "lost", "played", "seen", "nothing")] == [1, 1, 0, 0, 1]
        assert {id for id, _ in await store.list_tables_of("guest", 9)} == {"played", "seen"}
        return store, counts

    async def later(store: SqliteStore) -> None:
        assert await store.load("left") is not None  # restored while the room is open
        await days_pass(store, clock, 29)
        await store.forget(300)
        assert _rows(tmp_path, "lost")
        await days_pass(store, clock, 2)
        await store.forget(300)
        assert _rows(tmp_path, "lost") == []
        assert await store.load("left") is not None
        store.finish()
        await asyncio.to_thread(store.close)

    store, counts = asyncio.run(live())
    assert counts == [0, 2, 0]
    assert main(["--data", str(tmp_path), "forgotten"]) == 0
    assert sorted(line.split()[0] for line in capsys.readouterr().out.splitlines()) == ["left", "lost"]
    assert main(["--data", str(tmp_path), "restore", "left"]) == 0
    assert main(["--data", str(tmp_path), "restore", "played"]) == 1
    asyncio.run(later(store))


def _rows(folder: Path, table: str) -> list[object]:
    with sqlite3.connect(folder / "room.sqlite") as db:
        return [row for name in ("tables", "docs", "holders") for row in db.execute(f"SELECT * FROM {name} WHERE id = ?", (table,))]


def test_not_too_many_are_forgotten_in_a_day(clock: Clock, tmp_path: Path) -> None:
    async def live() -> tuple[int, int]:
        store = SqliteStore(tmp_path / "room.sqlite")
        await store.tick()
        await asyncio.gather(*(store.write(opening(f"t{i}", clock)) for i in range(3 * MAX_FORGOTTEN)))
        await days_pass(store, clock, 40)
        gone, left = await store.forget(30), await store.count()
        store.finish()
        await asyncio.to_thread(store.close)
        return gone, left

    assert asyncio.run(live()) == (MAX_FORGOTTEN, 2 * MAX_FORGOTTEN)


def test_a_table_somebody_looks_at_is_never_forgotten(clock: Clock, tmp_path: Path) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1, keep=30)
        store = room.store
        assert isinstance(store, SqliteStore)
        await store.tick()
        left, awake = [await room.open(Order("four-circles", seats=[HERE, HERE]), "guest") for _ in range(2)]
        del room.tables[left.id]
        await days_pass(store, clock, 31)
        await room.forget()
        assert await store.count() == 1
        with pytest.raises(LookupError):
            await room.find(left.id)
        await awake.act(0, "0,0")  # still complete
        room.keep = 0
        room.tables.clear()
        await days_pass(store, clock, 900)
        await room.forget()
        assert await store.count() == 1
        await room.close()

    asyncio.run(live())


def test_a_film_does_not_run_again_when_the_clock_was_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding 22: after a restart with the clock an hour back, or behind the store, the last event counts as seen long ago."""
    now = time.time()

    async def play() -> str:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        await table.act(0, "0,0")
        assert table.age < 60
        await room.store.tick()
        await room.close()
        return table.id

    async def age(id: str, wall: float) -> float:
        monkeypatch.setattr("tableronde.room.tables.load_session.time.time", lambda: wall)
        room = Room.at(tmp_path / "data", workers=1)
        found = (await room.find(id)).age
        await room.close()
        return found

    id = asyncio.run(play())
    assert asyncio.run(age(id, now - 3600)) == float("inf")
    assert asyncio.run(age(id, now + 3600)) > 3500
