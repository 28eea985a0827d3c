"""The durable store, of either kind: what it confirms is there, what it cannot write has not happened."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.stores import PATIENCE, AnyStore, Opening
from tableronde.room.store import EventRow, StoredTable, StoreFault, Write
from tableronde.room.store.sqlite.store import SqliteStore, _shorten_log


@pytest.fixture
def store(opening: Opening) -> Iterator[AnyStore]:
    opened = opening()
    yield opened
    opened.close()


def event(seq: int, action: str = "a") -> EventRow:
    return EventRow(seq, "0", action, 1.5, "")


def a_table(table: str = "t") -> Write:
    return Write(table, opened=("some-game", "guest", 1.0), docs={"table": "{}"}, holders=("guest",))


def kept(store: AnyStore, table: str = "t") -> StoredTable:
    found = asyncio.run(store.load(table))
    assert found is not None
    return found


def test_what_is_written_can_be_loaded(store: AnyStore) -> None:
    async def write() -> None:
        await store.write(a_table())
        await store.write(Write("t", events=[event(0, "é 'x'"), event(1)], docs={"seat 0": '{"name":"Zoë"}'}))

    asyncio.run(write())
    assert kept(store) == StoredTable([event(0, "é 'x'"), event(1)], {"table": {}, "seat 0": {"name": "Zoë"}})
    assert asyncio.run(store.count()) == 1
    assert asyncio.run(store.list_tables_of("guest", 5)) == [("t", {"table": {}, "seat 0": {"name": "Zoë"}})]
    assert asyncio.run(store.list_tables_of("other", 5)) == []


def test_an_unknown_table_is_none(store: AnyStore) -> None:
    assert asyncio.run(store.load("nothing")) is None


def test_cut_takes_back_one_tables_events_only(store: AnyStore) -> None:
    async def write() -> None:
        for table in ("t", "u"):
            await store.write(a_table(table))
            await store.write(Write(table, events=[event(i) for i in range(4)]))
        await store.write(Write("t", cut=2, events=[event(2, "b")]))

    asyncio.run(write())
    assert [row.action for row in kept(store).events] == ["a", "a", "b"]
    assert len(kept(store, "u").events) == 4


def test_a_bad_write_fails_alone(store: AnyStore) -> None:
    """Two writes claim the same place in a record: the first is stored, the second is not, the others are not affected."""

    async def write() -> list[BaseException | None]:
        await store.write(a_table())
        await store.write(Write("t", events=[event(0)]))
        jobs = [Write("t", events=[event(0, "twin")]), *(Write(f"u{i}", docs={"x": "1"}) for i in range(20))]
        return await asyncio.gather(*(store.write(job) for job in jobs), return_exceptions=True)

    results = asyncio.run(write())
    assert isinstance(results[0], StoreFault)
    assert results[1:] == [None] * 20
    assert kept(store).events == [event(0)]
    assert kept(store, "u7").docs == {"x": 1}
    assert store.faults == 1


def test_a_failed_write_leaves_nothing_of_itself(store: AnyStore) -> None:
    async def write() -> None:
        await store.write(Write("t", events=[event(0)], docs={"x": "1"}))
        await store.write(Write("t", events=[event(1), event(0)], docs={"x": "2"}))

    with pytest.raises(StoreFault):
        asyncio.run(write())
    assert kept(store) == StoredTable([event(0)], {"x": 1})


def test_what_waits_together_is_committed_together(store: AnyStore) -> None:
    async def write() -> None:
        await asyncio.gather(*(store.write(Write(f"t{i}", docs={"x": "1"})) for i in range(200)))

    asyncio.run(write())
    assert store.commits < 100


def test_close_writes_what_waits(opening: Opening) -> None:
    async def write() -> None:
        store = opening()
        jobs = [asyncio.ensure_future(store.write(Write(f"t{i}", docs={"x": "1"}))) for i in range(50)]
        await asyncio.sleep(0)
        store.finish()
        await asyncio.to_thread(store.close)
        await asyncio.gather(*jobs)
        with pytest.raises(StoreFault):
            await store.write(Write("late"))

    asyncio.run(write())
    again = opening()
    assert all(asyncio.run(again.load(f"t{i}")) for i in range(50))
    again.close()


def test_play_does_not_wait_for_who_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow backup keeps the log from being emptied, but nobody from writing."""
    shortened = threading.Event()

    def shorten(db: sqlite3.Connection) -> None:
        _shorten_log(db)
        shortened.set()

    monkeypatch.setattr("tableronde.room.store.writer.QUIET_SECONDS", 0.05)
    monkeypatch.setattr("tableronde.room.store.sqlite.store._shorten_log", shorten)
    monkeypatch.setattr("tableronde.room.store.sqlite.store.BUSY_SECONDS", 10 * PATIENCE)  # waiting would be noticed

    async def write() -> None:
        store = SqliteStore(tmp_path / "room.sqlite")
        await store.write(a_table())
        with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM docs").fetchall()
            await store.write(Write("t", docs={"x": "1"}))
            shortened.clear()
            assert await asyncio.to_thread(shortened.wait, PATIENCE)  # a quiet moment: somebody reads, and nobody waits for that
            async with asyncio.timeout(PATIENCE):
                await store.write(Write("t", docs={"x": "2"}))
        store.finish()
        await asyncio.to_thread(store.close)

    asyncio.run(write())


class SmallDisk(SqliteStore):
    """A store whose disk is full after a few pages."""

    pages = 60

    def _connect(self) -> sqlite3.Connection:
        db = super()._connect()
        db.execute(f"PRAGMA max_page_count={self.pages}")
        return db


def test_a_full_disk_is_a_fault_and_loses_nothing(tmp_path: Path) -> None:
    """Everything confirmed before the disk was full is there, and nothing else; with free space writing continues."""

    async def fill(store: SqliteStore) -> int:
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
    store = SqliteStore(tmp_path / "room.sqlite")
    assert [row.seq for row in kept(store).events] == list(range(confirmed))
    asyncio.run(store.write(Write("t", events=[event(confirmed)])))
    assert len(kept(store).events) == confirmed + 1
    store.close()
