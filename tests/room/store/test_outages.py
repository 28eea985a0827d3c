"""Outages of PostgreSQL: nothing confirmed is lost or stored twice, nobody waits for long, and everything recovers by itself."""

import asyncio
import contextlib
import random
import signal
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from support.proxies import Proxy, Way, between, spare
from support.rooms import HERE, ME, Line, Person, serving
from support.stores import be_hasty, new_schema, postgres_running
from tableronde.room.base.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store import FIRST_FENCE, EventRow, Fenced, Lease, StoreFault, Unsure, Write
from tableronde.room.store.postgres import backend
from tableronde.room.store.postgres.backend import PostgresBackend
from tableronde.room.store.postgres.connecting import Db
from tableronde.room.store.postgres.postgres_server import Server
from tableronde.room.store.postgres.store import PostgresStore
from tableronde.room.tables.table_session import TableSession

BOUND = 60.0  # seconds, on a busy machine; it should be a few


def an_event(seq: int, action: str, table: str = "t") -> Write:
    return Write(table, events=[EventRow(seq, "0", action, 1.0)], docs={"turn": str(seq)})


@asynccontextmanager
async def reached(url: str) -> AsyncIterator[tuple[PostgresStore, Proxy]]:
    """Open a store behind a proxy, with a table in it."""
    async with between(url) as proxy:
        store = await asyncio.to_thread(PostgresStore, proxy.before(url))
        await store.write(Write("t", opened=("some-game", "guest", 1.0), docs={"table": "{}"}))
        yield store, proxy
        proxy.flows.set()
        store.finish()
        await asyncio.to_thread(store.close)


async def actions(store: PostgresStore, table: str = "t") -> list[str]:
    kept = await store.load(table)
    assert kept is not None
    return [row.action for row in kept.events]


async def until_written(store: PostgresStore, write: Write) -> None:
    """Retry, as a player would."""
    async with asyncio.timeout(BOUND):
        while True:
            try:
                return await store.write(write)
            except StoreFault:
                await asyncio.sleep(0.1)


async def loaded(store: PostgresStore, table: str = "t") -> list[str]:
    async with asyncio.timeout(BOUND):
        while True:
            try:
                return await actions(store, table)
            except StoreFault:
                await asyncio.sleep(0.1)


class Commit:
    """Cuts once, at COMMIT: before it or its answer arrives; then, if wanted, refuses all connections."""

    def __init__(self, proxy: Proxy, arrives: bool, refuses: bool = False) -> None:
        self.proxy, self.arrives, self.refuses = proxy, arrives, refuses
        self.sent = self.done = False
        proxy.doom = self.doom

    def doom(self, way: Way, data: bytes) -> int | None:
        """Return what passes."""
        self.sent = self.sent or (way == "there" and b"COMMIT" in data)
        if self.done or not self.sent or (way == "there" and self.arrives):
            return None
        self.done, self.proxy.refuses = True, self.refuses
        return data.find(b"COMMIT") if way == "there" else 0


@pytest.mark.parametrize("arrives", [False, True])
def test_a_connection_cut_during_commit(arrives: bool, postgres_url: str) -> None:
    """If it did not arrive, it has not happened and can be repeated. If only its answer was lost, it is confirmed, once."""

    async def live() -> None:
        async with reached(postgres_url) as (store, proxy):
            cut = Commit(proxy, arrives)
            if arrives:
                await store.write(an_event(0, "first"))
            else:
                with pytest.raises(StoreFault) as told:
                    await store.write(an_event(0, "lost"))
                assert not told.value.is_stale
                await store.write(an_event(0, "first"))
            assert cut.done
            await store.write(an_event(1, "second"))
            assert await actions(store) == ["first", "second"]

    asyncio.run(live())


@pytest.mark.parametrize("is_stored", [False, True])
def test_a_connection_that_the_operator_ends_with_the_commit(is_stored: bool, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server says that it ends the connection before the connection is closed: that tells nothing about the commit."""
    commit = PostgresBackend._commit

    def commit_and_end(self: PostgresBackend, db: Db, writes: Sequence[Write]) -> None:
        monkeypatch.setattr(PostgresBackend, "_commit", commit)
        if is_stored:
            commit(self, db, writes)
        raise psycopg.errors.AdminShutdown("terminating connection due to administrator command")

    async def live() -> None:
        async with reached(postgres_url) as (store, _):
            await store.write(an_event(0, "first"))
            monkeypatch.setattr(PostgresBackend, "_commit", commit_and_end)
            if is_stored:
                await store.write(an_event(1, "second"))
            else:
                with pytest.raises(StoreFault):
                    await store.write(an_event(1, "second"))
            assert await actions(store) == ["first", "second"][: 1 + is_stored]

    asyncio.run(live())


@pytest.mark.parametrize("arrives", [False, True])
def test_a_commit_nobody_knows_about(arrives: bool, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut during COMMIT, and the server stays away: the result is unsure, and nothing is loaded before it is known."""
    be_hasty(monkeypatch)

    async def live() -> None:
        async with reached(postgres_url) as (store, proxy):
            await store.write(an_event(0, "first"))
            Commit(proxy, arrives, refuses=True)
            with pytest.raises(Unsure):
                async with asyncio.timeout(BOUND):
                    await store.write(an_event(1, "second"))
            with pytest.raises(StoreFault):
                await store.load("t")
            with pytest.raises(StoreFault):
                await store.write(an_event(1, "third"))
            proxy.refuses = False
            assert await loaded(store) == ["first", "second"][: 1 + arrives]  # recovered without any write

    asyncio.run(live())


def test_a_table_in_doubt_is_loaded_again(postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room shows nothing that may have happened; once the result is known, the table continues from there."""
    be_hasty(monkeypatch)

    async def live() -> None:
        async with between(postgres_url) as proxy:
            room = await asyncio.to_thread(Room.at, tmp_path, None, 1, address=proxy.before(postgres_url))
            await room.begin()
            table = await room.open(Order("four-circles", seats=[SeatOrder("here", "P")] * 2), "guest")
            Commit(proxy, arrives=True, refuses=True)
            with pytest.raises(Refused):
                await table.act(0, "0,0")
            assert (table.storage.lost, table.table.plies) == (True, 0)
            with pytest.raises(Refused):
                await room.find(table.id)
            proxy.refuses = False
            async with asyncio.timeout(BOUND):
                while (again := await _found(room, table.id)) is None or not again.storage.ownership.owns(table.id):
                    await asyncio.sleep(0.1)
            assert [event.action for event in again.table.events] == ["0,0"]
            await again.act(1, "1,0")
            await room.close()

    asyncio.run(live())


async def _found(room: Room, id: str) -> TableSession | None:
    with contextlib.suppress(Refused):
        return await room.find(id)
    return None


def test_a_server_that_hangs_is_not_waited_for(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither writers nor readers wait for it; when it continues, so does everything."""
    be_hasty(monkeypatch)

    async def live() -> None:
        async with reached(postgres_url) as (store, proxy):
            await store.write(an_event(0, "first"))
            proxy.flows.clear()
            async with asyncio.timeout(BOUND):
                told = await asyncio.gather(store.write(an_event(1, "second")), store.load("t"), return_exceptions=True)
            assert all(isinstance(fault, StoreFault) for fault in told), told
            proxy.flows.set()
            found = await loaded(store)
            await until_written(store, an_event(len(found), "third"))
            assert await actions(store) == [*found, "third"]

    asyncio.run(live())


def test_a_node_that_stops_before_commit_holds_nobody_up_and_writes_nothing(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its COMMIT never arrives: the server ends its transaction, another node takes the table over, and late data is void."""
    be_hasty(monkeypatch)

    async def live() -> None:
        async with reached(postgres_url) as (paused, proxy):
            other = PostgresStore(postgres_url)
            await asyncio.gather(paused.renew("a", 0.5), other.renew("b", 600.0))
            await paused.write(Write("u", opened=("some-game", "guest", 1.0), docs={"table": "{}"}, owner="a"))

            def hold(way: Way, data: bytes) -> int | None:
                if b"COMMIT" in data:
                    proxy.flows.clear()
                return None

            proxy.doom = hold
            late = asyncio.ensure_future(paused.write(an_event(0, "late", "u")._replace(fence=FIRST_FENCE)))
            async with asyncio.timeout(BOUND):
                while (lease := await _claimed(other)) is None or lease.node != "b":
                    await asyncio.sleep(0.1)
            assert lease.fence == FIRST_FENCE + 1
            await other.write(an_event(0, "first", "u")._replace(fence=lease.fence))
            proxy.doom = spare
            proxy.flows.set()
            with pytest.raises(StoreFault):
                await late
            await until_written(paused, Write("t", docs={"x": "1"}))  # its other tables are not affected
            with pytest.raises(Fenced):
                await paused.write(an_event(1, "later", "u")._replace(fence=FIRST_FENCE))
            assert await actions(other, "u") == ["first"]
            other.finish()
            await asyncio.to_thread(other.close)

    asyncio.run(live())


async def _claimed(store: PostgresStore) -> Lease | None:
    with contextlib.suppress(StoreFault):  # the row is still locked
        return await store.claim("u", "b")
    return None


def test_a_fault_of_our_own_is_survived(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of memory in a batch: it has not happened, and the next write succeeds."""

    async def live() -> None:
        async with reached(postgres_url) as (store, _):
            with monkeypatch.context() as patch:
                patch.setattr(backend, "write_all", _no_memory)
                with pytest.raises(StoreFault) as told:
                    await store.write(an_event(0, "lost"))
            assert not told.value.is_stale
            await store.write(an_event(0, "first"))
            assert await actions(store) == ["first"]
            assert not store.failure

    asyncio.run(live())


def _no_memory(*arguments: object) -> None:
    raise MemoryError


@pytest.fixture(scope="module")
def mortal() -> Iterator[Server]:
    """A server of these tests' own, which may be stopped if it is started again."""
    with postgres_running() as running:
        yield running


def test_a_server_that_is_away_is_refused_at_once_and_found_again(mortal: Server) -> None:
    """Stopped as by a power cut, and started again: what was confirmed is there, in its place, and nothing else."""

    async def live() -> None:
        store = PostgresStore(new_schema(mortal.url))
        await store.write(Write("t", opened=("some-game", "guest", 1.0), docs={"table": "{}"}))
        await store.write(an_event(0, "first"))
        await asyncio.to_thread(mortal.stop, signal.SIGQUIT)
        async with asyncio.timeout(BOUND):
            told = await asyncio.gather(*(store.write(an_event(1, f"{i}")) for i in range(100)), return_exceptions=True)
        assert all(isinstance(fault, StoreFault) and not fault.is_stale for fault in told)
        for reading in (store.load("t"), store.count(), store.renew("a", 3.0), store.tick(), store.claim("t", "a")):
            with pytest.raises(StoreFault):
                await reading
        await asyncio.to_thread(mortal.start)
        await until_written(store, an_event(1, "second"))
        for number, action in ((signal.SIGINT, "third"), (signal.SIGKILL, "fourth")):
            await asyncio.to_thread(mortal.stop, number)
            await asyncio.to_thread(mortal.start)
            await store.write(an_event(len(await actions(store)), action))  # nobody wrote meanwhile: nothing is refused
        assert await actions(store) == ["first", "second", "third", "fourth"]
        assert not store.failure
        store.finish()
        await asyncio.to_thread(store.close)

    asyncio.run(live())


def test_a_room_without_its_store_says_so_and_goes_on_when_it_is_back(mortal: Server, tmp_path: Path) -> None:
    """Pages that do not need the store work; what cannot be stored has not happened; no socket is lost."""
    with serving(tmp_path / "data", "--store", new_schema(mortal.url)) as server, Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE)
        with ana.at(table["id"]) as line:
            line.act("0,0", 0)
            mortal.stop(signal.SIGQUIT)
            line.say("act", action="1,0", seat=1, ref=2)
            assert "could not be saved" in line.until("error")["error"]
            answers = {
                path: ana.web.get(path, params={"lang": "en"}) for path in ("/index.json", "/games.json", "/readyz", f"{table['url']}.json")
            }
            assert [answer.status_code for answer in answers.values()] == [200, 503, 503, 200]
            assert "cannot be read at the moment" in answers["/games.json"].text
            assert answers[f"{table['url']}.json"].json()["turn"]["ply"] == 1
            assert "cannot be reached" in answers["/readyz"].json()["store"]
            refused = ana.web.post("/tables", json={"game": "four-circles", "seats": [ME, HERE]})
            assert refused.status_code == 503
            mortal.start()
            _acted(line)
            assert ana.web.get("/games.json").json()["tables"][0]["id"] == table["id"]
            assert "tableronde_faults_total 0" in ana.numbers()


def _acted(line: Line) -> None:
    """Retry, as a player would."""
    end = time.monotonic() + BOUND
    while time.monotonic() < end:
        line.say("act", action="1,0", seat=1, ref=3)
        if "ok" in line.until(lambda message: message.get("ok") == 3 or "error" in message):
            return
        time.sleep(0.2)
    raise TimeoutError


CUTS = 25
TABLES = 6


class Player:
    """A player at one table, who acts like an owner: tries, and records what was confirmed."""

    def __init__(self, store: PostgresStore, table: str) -> None:
        self.store, self.table = store, table
        self.acknowledged: list[str] = []
        self.tried = self.unsure = 0

    async def play(self) -> None:
        """Write one event after another, for ever. A refused event is replaced by another."""
        await until_written(self.store, Write(self.table, docs={"table": "{}"}))
        while True:
            self.tried += 1
            action = f"{self.table} {self.tried}"
            try:
                await self.store.write(an_event(len(self.acknowledged), action, self.table))
                self.acknowledged.append(action)
            except StoreFault as fault:
                if fault.is_stale:
                    await self._look(action)
                await asyncio.sleep(0.01)

    async def _look(self, action: str) -> None:
        self.unsure += 1
        found = await loaded(self.store, self.table)
        assert found in (self.acknowledged, [*self.acknowledged, action])
        self.acknowledged = found


def test_nothing_acknowledged_is_lost_whenever_the_line_is_cut(postgres_url: str) -> None:
    """Cut many times, anywhere in the data, sometimes for a while: the record is exactly what was confirmed."""
    rng = random.Random(17)

    def anywhere(way: Way, data: bytes) -> int | None:
        return rng.randrange(len(data) + 1) if rng.random() < 0.02 else None

    async def live() -> None:
        async with reached(postgres_url) as (store, proxy):
            players = [Player(store, f"t{i}") for i in range(TABLES)]
            playing = [asyncio.create_task(player.play()) for player in players]
            proxy.doom = anywhere
            while proxy.cuts < CUTS:
                proxy.refuses = rng.random() < 0.1
                await asyncio.sleep(0.1)
                assert not any(task.done() for task in playing)
            proxy.doom, proxy.refuses = spare, False
            goals = [len(player.acknowledged) + 5 for player in players]
            async with asyncio.timeout(BOUND):
                while any(len(player.acknowledged) < goal for player, goal in zip(players, goals, strict=True)):
                    await asyncio.sleep(0.05)
            for task in playing:
                task.cancel()
            told = await asyncio.gather(*playing, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in told), told
            for player in players:
                found = await loaded(store, player.table)
                assert found[: len(player.acknowledged)] == player.acknowledged  # one more may have been in flight
                assert len(found) <= len(player.acknowledged) + 1
            print(
                f"{proxy.cuts} cuts, {sum(len(player.acknowledged) for player in players)} acknowledged of "
                f"{sum(player.tried for player in players)}, {sum(player.unsure for player in players)} unsure"
            )

    asyncio.run(live())
