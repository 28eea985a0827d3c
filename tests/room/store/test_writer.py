"""Errors injected into the writer: it recovers, or the room stops loudly; nobody waits for ever, and nothing half-written is stored."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.rooms import HERE, ME, PATIENCE, Person, serving
from tableronde.room.room import Room
from tableronde.room.store import EventRow, StoreFault, Write
from tableronde.room.store.schema import VERSION
from tableronde.room.store.sqlite.store import MIN_LOG_BYTES, SqliteStore
from tableronde.room.store.writer import FIRST_ANSWERS, Job, Writer
from tableronde.room.web.metrics_endpoint import MetricsEndpoint
from tableronde.room.web.routes import build


class Flaky(sqlite3.Connection):
    """A connection that fails on command."""

    faults: dict[str, BaseException] = {}  # by the first word of a statement, once each

    def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        """Run a statement, or fail."""
        if (fault := Flaky.faults.pop(sql.split()[0], None)) is not None:
            raise fault
        return super().execute(sql, *rest)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SqliteStore:
    real: Callable[..., sqlite3.Connection] = sqlite3.connect
    monkeypatch.setattr("tableronde.room.store.sqlite.store.sqlite3.connect", lambda *args, **more: real(*args, factory=Flaky, **more))
    Flaky.faults = {}
    return SqliteStore(tmp_path / "room.sqlite")


async def _ended(store: SqliteStore) -> None:
    store.finish()
    await asyncio.to_thread(store.close)


FAULTS: list[dict[str, BaseException]] = [
    {"INSERT": MemoryError()},
    {"INSERT": RecursionError()},
    {"INSERT": sqlite3.OperationalError("disk I/O error")},
    {"INSERT": MemoryError(), "PRAGMA": sqlite3.OperationalError("unable to open database file")},
    {"INSERT": MemoryError(), "CREATE": sqlite3.OperationalError("out of memory")},
]


@pytest.mark.parametrize("faults", FAULTS, ids=lambda faults: "+".join(f"{key}-{type(value).__name__}" for key, value in faults.items()))
def test_the_writer_survives(faults: dict[str, BaseException], store: SqliteStore) -> None:
    """The write has not happened, its caller gets an error, and the next write succeeds."""

    async def live() -> None:
        await store.write(Write("t", events=[EventRow(0, "0", "a", 1.0)], docs={"table": "{}"}))
        Flaky.faults = dict(faults)
        for _ in faults:
            with pytest.raises(StoreFault):
                async with asyncio.timeout(PATIENCE):
                    await store.write(Write("t", events=[EventRow(1, "0", "b", 1.0)]))
        assert not Flaky.faults
        await store.write(Write("t", events=[EventRow(1, "0", "c", 1.0)]))
        kept = await store.load("t")
        assert kept is not None
        assert [row.action for row in kept.events] == ["a", "c"]
        assert not store.failure
        await _ended(store)

    asyncio.run(live())


def test_a_writer_that_dies_leaves_nobody_waiting(store: SqliteStore) -> None:
    """Those that wait, those in the queue, and those that come later all get an error."""

    async def live() -> list[BaseException | None]:
        await store.write(Write("t", docs={"table": "{}"}))
        Flaky.faults = {"INSERT": SystemExit()}
        jobs = [asyncio.ensure_future(store.write(Write("t", docs={"x": str(i)}))) for i in range(3)]
        async with asyncio.timeout(PATIENCE):
            told = await asyncio.gather(*jobs, return_exceptions=True)
        with pytest.raises(StoreFault, match="has died"):
            await store.write(Write("t", docs={"x": "9"}))
        await _ended(store)
        return told

    assert all(isinstance(told, StoreFault) for told in asyncio.run(live()))
    assert "SystemExit" in store.failure


class Counter:
    """A backend that only counts how many writes came together."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def write(self, writes: Sequence[Write]) -> list[StoreFault | None]:
        """Count the writes."""
        self.batches.append(len(writes))
        return [None] * len(writes)

    def tidy(self, quiet: bool) -> None:
        """Do nothing."""

    def clear(self) -> None:
        """Do nothing."""


def _written(waits: Sequence[int]) -> tuple[list[int], list[int]]:
    """Write after the given numbers of loop turns; return how many writes came together, and how many answers came in each turn."""

    backend, shown = Counter(), list[int]()
    turn = 0

    async def write(writer: Writer, turns: int) -> None:
        for _ in range(turns):
            await asyncio.sleep(0)
        await writer.write(Write("t"))
        shown.append(turn)

    async def live() -> None:
        nonlocal turn
        writer = Writer(backend)
        writing = asyncio.gather(*(write(writer, turns) for turns in waits))
        while not writing.done():
            turn += 1
            await asyncio.sleep(0)
        await writing
        writer.finish()
        await asyncio.to_thread(writer.join)

    asyncio.run(live())
    return backend.batches, [shown.count(turn) for turn in sorted(set(shown))]


@pytest.mark.parametrize(
    ("seconds", "turns"), [(0.0, [FIRST_ANSWERS, *[1] * FIRST_ANSWERS]), (60.0, [FIRST_ANSWERS, FIRST_ANSWERS])], ids=["slow", "quick"]
)
def test_what_was_written_together_is_answered_as_quickly_as_it_is_shown(
    seconds: float, turns: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first answer shows how long showing takes: if it is long, the others come one by one, if not, all at once."""
    monkeypatch.setattr("tableronde.room.store.writer.TURN_SECONDS", seconds)
    assert _written([0] * 2 * FIRST_ANSWERS) == ([2 * FIRST_ANSWERS], turns)


@pytest.mark.parametrize(("seconds", "batches"), [(60.0, [4, 1]), (0.0, [1, 1, 1, 1, 1])], ids=["waits", "in a hurry"])
def test_a_write_waits_for_others_as_long_as_they_come(seconds: float, batches: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """But it does not wait for writes that come after a turn without any."""
    monkeypatch.setattr("tableronde.room.store.writer.GATHER_SECONDS", seconds)
    monkeypatch.setattr(Writer, "_collect_batch", _one_by_one)
    assert _written([0, 1, 2, 3, 6])[0] == batches


def _one_by_one(writer: Writer) -> tuple[list[Job], bool]:
    """Return what was handed over at once, however slow the writer's thread is."""
    handed = writer._queue.get()
    return handed or [], handed is not None


FAULTY_ROOM = """
import sys, tableronde.room.store.sqlite.store as sqlite
real = sqlite.transact
def transact(db, writes, came):
    if any(write.docs.get("next") == '"die"' or write.meta.get("alive") and PATH.exists() for write in writes):
        raise FAULT
    return real(db, writes, came)
sqlite.transact = transact
from pathlib import Path
PATH = Path(sys.argv.pop(1)); FAULT = eval(sys.argv.pop(1))
from tableronde.room.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@contextlib.contextmanager
def _killed(process: "subprocess.Popen[str]") -> Iterator[None]:
    """Kill the process at the end, whatever happens."""
    try:
        yield
    finally:
        process.kill()


@pytest.mark.parametrize(("fault", "status"), [("MemoryError()", 0), ("SystemExit()", 4)])
def test_a_room_whose_writer_fails_says_so(fault: str, status: int, tmp_path: Path) -> None:
    """With a writer that recovers: 503, then healthy again. With one that dies: the room closes, with a status of its own."""
    switch = tmp_path / "fail"
    command = [sys.executable, "-c", FAULTY_ROOM, str(switch), fault, "--port", "0", "--no-browser", "--data", str(tmp_path / "data")]
    command += ["--limit", f"closing_seconds={PATIENCE:.0f}"]  # on a busy machine
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process, _killed(process):
        assert process.stdout is not None
        base = process.stdout.readline().split()[-1].rstrip("/")
        with httpx.Client(base_url=base, timeout=PATIENCE) as web:
            assert web.get("/readyz").json()["ready"]
            switch.touch()
            while (answer := web.get("/healthz")).status_code == 200:  # healthy for a second after a write
                time.sleep(0.2)
            assert answer.status_code == 503
            assert "nothing can be written" in answer.text
            switch.unlink()
            if not status:
                assert web.get("/healthz").status_code == 200
                os.kill(process.pid, signal.SIGTERM)
        assert process.wait(PATIENCE) == status


def test_health_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding 17: a room that cannot write does not report that all is well."""
    monkeypatch.setattr("tableronde.room.room.PATIENCE", 0.2)
    monkeypatch.setattr("tableronde.room.room.FRESH", 0.0)

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        told = MetricsEndpoint(room, "t")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(build(room, numbers=told)), base_url="http://localhost") as web:
            assert (await web.get("/healthz")).text == "ok\n"
            assert (await web.get("/readyz")).json() == {"ready": True, "store": "ok", "clock": "ok"}
            ready = (await web.get("/readyz", headers={"Authorization": "Bearer t"})).json()
            assert (ready["ready"], ready["store"], ready["clock"], ready["version"]) == (True, "ok", "ok", VERSION)
            with contextlib.closing(sqlite3.connect(tmp_path / "data" / "room.sqlite", isolation_level=None)) as db:
                db.execute("BEGIN IMMEDIATE")  # blocks the room's writes
                health, ready = await web.get("/healthz"), (await web.get("/readyz")).json()
                db.execute("ROLLBACK")
        assert (health.status_code, health.text) == (503, "nothing can be written: the writer does not answer\n")
        assert not ready["ready"]
        await room.close()

    asyncio.run(live())


def test_the_log_stays_short(tmp_path: Path) -> None:
    """Finding 25: bounded during heavy writing, and empty in quiet moments."""

    async def live() -> int:
        store = SqliteStore(tmp_path / "room.sqlite")
        most = 0
        for _ in range(300):
            await store.write(Write("t", docs={"table": f'"{"y" * 60_000}"'}))
            most = max(most, (tmp_path / "room.sqlite-wal").stat().st_size)
        async with asyncio.timeout(PATIENCE):
            while (tmp_path / "room.sqlite-wal").stat().st_size:
                await asyncio.sleep(0.1)
        assert not store.faults
        await _ended(store)
        return most

    assert MIN_LOG_BYTES < asyncio.run(live()) < 2 * MIN_LOG_BYTES


DAMAGE = [("seat 0", '"oops"'), ("seat 0", "{"), ("table", "null"), ("table", '{"record": 7}')]


def test_one_damaged_document_costs_its_table_only(tmp_path: Path) -> None:
    """Finding 24: the guest's shelf shows the other tables, and a damaged one is a sentence, not a fault."""
    with serving(tmp_path / "data") as server, Person(server.base) as ana:
        *broken, whole = [ana.open("four-circles", ME, HERE) for _ in range(len(DAMAGE) + 1)]
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "room.sqlite", isolation_level=None)) as db:
        for table, (name, value) in zip(broken, DAMAGE, strict=True):
            db.execute("UPDATE docs SET value = ? WHERE id = ? AND name = ?", (value, table["id"], name))
    with serving(tmp_path / "data") as server, Person(server.base) as again:
        again.web.cookies = ana.web.cookies
        assert [sign["id"] for sign in again.web.get("/index.json").json()["tables"]] == [whole["id"]]
        for table in broken:
            answer = again.web.get(f"{table['url']}.json?lang=en")
            assert answer.status_code == 404
            assert "damaged" in answer.json()["error"] or "can no longer be played" in answer.json()["error"]
        assert again.web.get(f"{whole['url']}.json").status_code == 200
        assert "tableronde_faults_total 0" in again.numbers()
