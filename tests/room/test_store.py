"""The durable store: what it confirms is there, what it cannot write has not happened."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableronde.room.store import EventRow, Kept, Store, StoreFault, Write


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "room.sqlite")
    yield opened
    opened.close()


def event(seq: int, action: str = "a") -> EventRow:
    return EventRow(seq, "0", action, 1.5, "")


def opening(table: str = "t") -> Write:
    return Write(table, opened=("some-game", "guest", 1.0), docs={"table": "{}"}, holders=("guest",))


def kept(store: Store, table: str = "t") -> Kept:
    found = store.load(table)
    assert found is not None
    return found


def test_what_is_written_can_be_loaded(store: Store) -> None:
    async def write() -> None:
        await store.write(opening())
        await store.write(Write("t", events=[event(0, "é 'x'"), event(1)], docs={"seat 0": '{"name":"Zoë"}'}))

    asyncio.run(write())
    assert kept(store) == Kept([event(0, "é 'x'"), event(1)], {"table": {}, "seat 0": {"name": "Zoë"}})
    assert store.count() == 1
    assert store.held_by("guest", 5) == [("t", {"table": {}, "seat 0": {"name": "Zoë"}})]
    assert store.held_by("other", 5) == []


def test_an_unknown_table_is_none(store: Store) -> None:
    assert store.load("nothing") is None


def test_cut_takes_back_one_tables_events_only(store: Store) -> None:
    async def write() -> None:
        for table in ("t", "u"):
            await store.write(opening(table))
            await store.write(Write(table, events=[event(i) for i in range(4)]))
        await store.write(Write("t", cut=2, events=[event(2, "b")]))

    asyncio.run(write())
    assert [row.action for row in kept(store).events] == ["a", "a", "b"]
    assert len(kept(store, "u").events) == 4


def test_a_bad_write_fails_alone(store: Store) -> None:
    """Two writes claim the same place in a record: the first is kept, the second is not, the others do not suffer."""

    async def write() -> list[BaseException | None]:
        await store.write(opening())
        await store.write(Write("t", events=[event(0)]))
        jobs = [Write("t", events=[event(0, "twin")]), *(Write(f"u{i}", docs={"x": "1"}) for i in range(20))]
        return await asyncio.gather(*(store.write(job) for job in jobs), return_exceptions=True)

    results = asyncio.run(write())
    assert isinstance(results[0], StoreFault)
    assert results[1:] == [None] * 20
    assert kept(store).events == [event(0)]
    assert kept(store, "u7").docs == {"x": 1}
    assert store.faults == 1


def test_a_failed_write_leaves_nothing_of_itself(store: Store) -> None:
    async def write() -> None:
        await store.write(Write("t", events=[event(0)], docs={"x": "1"}))
        await store.write(Write("t", events=[event(1), event(0)], docs={"x": "2"}))

    with pytest.raises(StoreFault):
        asyncio.run(write())
    assert kept(store) == Kept([event(0)], {"x": 1})


def test_what_waits_together_is_committed_together(store: Store) -> None:
    async def write() -> None:
        await asyncio.gather(*(store.write(Write(f"t{i}", docs={"x": "1"})) for i in range(200)))

    asyncio.run(write())
    assert store.commits < 100


def test_close_writes_what_waits(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(tmp_path / "room.sqlite")
        jobs = [asyncio.ensure_future(store.write(Write(f"t{i}", docs={"x": "1"}))) for i in range(50)]
        await asyncio.sleep(0)
        store.finish()
        await asyncio.to_thread(store.close)
        await asyncio.gather(*jobs)
        with pytest.raises(StoreFault):
            await store.write(Write("late"))

    asyncio.run(write())
    again = Store(tmp_path / "room.sqlite")
    assert all(again.load(f"t{i}") for i in range(50))
    again.close()


class SmallDisk(Store):
    """A store whose disk is full after a few pages."""

    pages = 60

    def _connect(self) -> sqlite3.Connection:
        db = super()._connect()
        db.execute(f"PRAGMA max_page_count={self.pages}")
        return db


def test_a_full_disk_is_a_fault_and_loses_nothing(tmp_path: Path) -> None:
    """Everything confirmed before the disk was full is there, and nothing else; with room again writing goes on."""

    async def fill(store: Store) -> int:
        for i in range(1000):
            try:
                await store.write(Write("t", events=[event(i, "x" * 1000)], docs={"table": "{}"}))
            except StoreFault:
                return i
        raise AssertionError("the disk was never full")

    small = SmallDisk(tmp_path / "room.sqlite")
    confirmed = asyncio.run(fill(small))
    assert 10 < confirmed < 1000
    small.close()
    store = Store(tmp_path / "room.sqlite")
    assert [row.seq for row in kept(store).events] == list(range(confirmed))
    asyncio.run(store.write(Write("t", events=[event(confirmed)])))
    assert len(kept(store).events) == confirmed + 1
    store.close()


def test_what_nobody_came_to_for_long_is_forgotten(store: Store) -> None:
    """A table stays if it was opened, played or seen since then; of the others nothing is left, and nobody makes one by looking."""

    async def live() -> tuple[int, int]:
        for table in ("old", "played", "seen", "new"):
            await store.write(opening(table))
        await store.write(Write("old", events=[EventRow(0, "0", "a", 5.0, ""), EventRow(1, "0", "b", 9.0, "")]))
        await store.write(Write("played", events=[EventRow(0, "0", "a", 5.0, ""), EventRow(1, "0", "b", 11.0, "")]))
        await asyncio.gather(*(store.write(Write(table, seen=at)) for table, at in (("old", 9.5), ("seen", 1e9 + 0.5), ("nothing", 12.0))))
        await store.write(Write("late", opened=("some-game", "guest", 10.0), docs={"table": "{}"}))
        return await store.forget(10.0), await store.forget(10.0)

    assert asyncio.run(live()) == (2, 0)
    assert [store.load(table) is None for table in ("old", "new", "nothing")] == [True] * 3
    assert kept(store, "seen").docs["seen"] == 1e9 + 0.5
    assert len(kept(store, "played").events) == 2
    assert kept(store, "late")
    assert {id for id, _ in store.held_by("guest", 9)} == {"played", "seen"}
    tables = ("tables", "events", "docs", "holders")
    assert not any(store._reader.execute(f"SELECT 1 FROM {name} WHERE id = 'old'").fetchall() for name in tables)


def test_many_old_tables_go_in_several_commits(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableronde.room.store.FORGOTTEN", 10)

    async def live() -> int:
        await asyncio.gather(*(store.write(opening(f"t{i}")) for i in range(35)))
        before = store.commits
        assert await store.forget(10.0) == 35
        return store.commits - before

    assert asyncio.run(live()) == 4
    assert store.count() == 0
