"""Leases: which node owns a table, what it may write, and what happens to a table whose owner learns that it has lost it."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import inf
from pathlib import Path
from typing import Any, ClassVar, cast

import psycopg
import pytest
from starlette.websockets import WebSocket

from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.ownership import RETRY_CODE, MovedElsewhere, OtherVersion
from tableronde.room.base.refusals import Refused
from tableronde.room.live.outbox import BACK
from tableronde.room.live.socket import connect_socket, converse
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store import FIRST_FENCE, EventRow, Fenced, Lease, StoredTable, StoreFault, Unsure, Write
from tableronde.room.store.postgres.store import PostgresStore
from tableronde.room.store.sqlite.store import SqliteStore
from tableronde.room.tables.table_session import TableSession

HERE = SeatOrder("here", "P")


def test_alone_every_table_is_ones_own(tmp_path: Path) -> None:
    async def live() -> None:
        store = SqliteStore(tmp_path / "room.sqlite")
        assert not store.is_shared
        assert await store.renew("a", 3.0)
        assert await store.claim("t", "a") == Lease("t", "a", 0, inf)
        await store.write(Write("t", events=[EventRow(0, "0", "a", 1.0)], fence=0))
        await store.release("t", 0)
        await store.leave("a")
        assert (await store.find_lease("t"), await store.list_fences("a"), await store.list_nodes()) == (None, {}, {"": inf})
        assert await store.spend({"guest": 0})
        store.finish()
        await asyncio.to_thread(store.close)

    asyncio.run(live())


@pytest.mark.parametrize("fault", [Fenced("another keeps it"), Unsure("nobody knows")])
def test_a_table_the_store_may_know_better_is_let_go_and_loaded_again(
    fault: StoreFault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attempt is not shown, nothing more is written, and the next client finds what the store has."""

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        real = room.store.write

        async def failing(write: Write) -> None:
            await real(write)  # it is stored after all
            if write.events:
                raise fault

        monkeypatch.setattr(room.store, "write", failing)
        with pytest.raises(Refused):
            await table.act(0, "0,0")
        monkeypatch.undo()
        assert table.storage.lost
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


LONG = 60.0  # seconds: a lease that does not expire in this test


def a_table(table: str = "t", keeper: str = "") -> Write:
    return Write(table, opened=("some-game", "guest", 1.0), docs={"table": "{}"}, owner=keeper)


def an_event(seq: int, fence: int, table: str = "t") -> Write:
    return Write(table, events=[EventRow(seq, "0", f"by {fence}", 1.0)], fence=fence)


@asynccontextmanager
async def opened(url: str, *nodes: str) -> AsyncIterator[list[PostgresStore]]:
    """Open the same store by several living nodes."""
    stores = [PostgresStore(url) for _ in nodes]
    for store, node in zip(stores, nodes, strict=True):
        assert not await store.renew(node, LONG)
    yield stores
    for store in stores:
        store.finish()
        await asyncio.to_thread(store.close)


async def actions(store: PostgresStore, table: str = "t") -> list[str]:
    kept = await store.load(table)
    assert kept is not None
    return [row.action for row in kept.events]


def be_over(url: str, node: str) -> None:
    """Let a node's leases expire by the server's clock."""
    with psycopg.connect(url) as db:
        db.execute("UPDATE nodes SET until = until - 3600 WHERE node = %s", (node,))


def test_a_table_has_one_keeper(postgres_url: str) -> None:
    async def live() -> None:
        async with opened(postgres_url, "a", "b") as (a, b):
            assert await a.claim("nothing", "a") is None
            await a.write(a_table())
            first = await a.claim("t", "a")
            assert first is not None
            assert first[:3] == ("t", "a", FIRST_FENCE)
            assert 0 < first.seconds_left <= LONG
            for lease in (await b.claim("t", "b"), await a.claim("t", "a", FIRST_FENCE), await b.find_lease("t")):
                assert lease is not None
                assert lease[:3] == ("t", "a", FIRST_FENCE)
            assert (await a.list_fences("a"), await a.list_fences("b")) == ({"t": FIRST_FENCE}, {})
            assert set(await b.list_nodes()) == {"a", "b"}
            await a.release("t", FIRST_FENCE)
            assert await b.find_lease("t") is None
            second = await b.claim("t", "b")
            assert second is not None
            assert second[:3] == ("t", "b", FIRST_FENCE + 1)
            await a.release("t", FIRST_FENCE)  # it has no lease any more
            assert await a.find_lease("t") is not None
            await b.leave("b")
            third = await a.claim("t", "a")
            assert third is not None
            assert third.fence == FIRST_FENCE + 2

    asyncio.run(live())


def test_nobody_writes_over_their_successor(postgres_url: str) -> None:
    """The old owner was paused: its lease has expired, another has the table. Its late writes are refused, and nothing else with them."""

    async def live() -> None:
        async with opened(postgres_url, "a", "b") as (a, b):
            await a.write(a_table(keeper="a"))
            await a.write(an_event(0, FIRST_FENCE))
            be_over(postgres_url, "a")
            await a.write(an_event(1, FIRST_FENCE))  # nobody has claimed it yet: no harm
            with pytest.raises(StoreFault, match="leases of this node have expired"):
                await a.claim("t", "a")
            lease = await b.claim("t", "b")
            assert lease is not None
            assert lease[:3] == ("t", "b", FIRST_FENCE + 1)
            late = [
                an_event(2, FIRST_FENCE),
                Write("t", docs={"x": "1"}, fence=FIRST_FENCE),
                Write("t", cut=0, fence=FIRST_FENCE),
                Write("t", docs={"x": "1"}),
            ]
            told = await asyncio.gather(*(a.write(write) for write in [*late, a_table("u")]), return_exceptions=True)
            assert [type(fault) for fault in told] == [Fenced] * 4 + [type(None)]
            await a.write(Write("t", seen=1.0))  # anybody may visit
            await b.write(an_event(2, FIRST_FENCE + 1))
            assert await actions(b) == ["by 1", "by 1", "by 2"]
            assert not await a.renew("a", LONG)
            assert await a.list_fences("a") == {}
            assert await a.renew("a", LONG)

    asyncio.run(live())


def test_what_was_on_its_way_when_a_table_was_let_go_counts_no_more(postgres_url: str) -> None:
    """A node that claims a released table loads it again: an earlier write or release that arrives late changes nothing."""

    async def live() -> None:
        async with opened(postgres_url, "a") as (a,):
            await a.write(a_table(keeper="a"))
            again = await a.claim("t", "a")
            assert again is not None
            assert again.fence == FIRST_FENCE + 1
            with pytest.raises(Fenced):
                await a.write(an_event(0, FIRST_FENCE))
            await a.release("t", FIRST_FENCE)
            for lease in (await a.find_lease("t"), await a.claim("t", "a", FIRST_FENCE + 1)):
                assert lease is not None
                assert lease[:3] == ("t", "a", FIRST_FENCE + 1)

    asyncio.run(live())


def test_a_table_that_is_taken_over_while_it_is_folded_is_not_shown(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def live() -> None:
        room = await asyncio.to_thread(Room.at, tmp_path, None, 1, address=postgres_url)
        await room.begin()
        assert room.leases is not None
        opened = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        room.lose(opened.id)
        real, leases = room._restore, room.leases

        def folded(id: str, kept: StoredTable) -> TableSession:
            leases.drop(id)
            return real(id, kept)

        monkeypatch.setattr(room, "_restore", folded)
        with pytest.raises(MovedElsewhere):
            await room.find(opened.id)
        assert room.tables == {}
        monkeypatch.undo()
        assert (await room.find(opened.id)).storage.fence == FIRST_FENCE + 2
        await room.close()

    asyncio.run(live())


def test_a_table_that_cannot_be_played_here_is_left_to_others(postgres_url: str, tmp_path: Path) -> None:
    """A node without its game has claimed it; it releases it for nodes that have the game."""

    async def live() -> None:
        room = await asyncio.to_thread(Room.at, tmp_path, None, 1, address=postgres_url)
        await room.begin()
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        room.lose(table.id)
        room.boxes = {}
        with pytest.raises(OtherVersion):
            await room.find(table.id)
        assert await room.store.find_lease(table.id) is None
        await room.close()

    asyncio.run(live())


def test_nobody_who_comes_is_shown_a_table_that_may_be_kept_elsewhere(tmp_path: Path) -> None:
    """The node was paused between finding the table and showing it."""
    closed = list[int]()

    class Socket:
        scope: ClassVar[dict[str, Any]] = {}

        async def close(self, code: int) -> None:
            closed.append(code)

    class Uncertain:
        def owns(self, table: str) -> bool:
            return False

        async def wait_until_certain(self) -> None:
            """Return without an answer."""

        def drop(self, table: str) -> None:
            """Remember nothing."""

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        table.storage.ownership = Uncertain()
        viewer = connect_socket(cast(WebSocket, Socket()), table, "guest", "en", "scene", Limits(), Metrics())
        await converse(viewer, room, 0, "somewhere")
        assert (closed, table.audience.viewers) == ([RETRY_CODE], set())
        await room.close()

    asyncio.run(live())


class Awakening:
    """What a paused node learns from the store at its next request: it still owns the table, or no longer."""

    def __init__(self, lose: Callable[[], None] | None) -> None:
        self.lose, self.certain = lose, False

    def owns(self, table: str) -> bool:
        return self.certain

    async def wait_until_certain(self) -> None:
        self.certain = self.lose is None
        if self.lose is not None:
            self.lose()

    def drop(self, table: str) -> None:
        """Do nothing."""


@pytest.mark.parametrize("kept", [True, False])
def test_who_acts_at_a_moment_when_nothing_is_certain_waits_and_reads_no_error(kept: bool, tmp_path: Path) -> None:
    """The action is executed when the store confirms the lease; else it is returned, to be repeated on the new owner."""
    heard, given_back = list[Any](), list[str]()
    said = [{"type": "websocket.receive", "text": '{"do": "act", "action": "0,0", "seat": 0, "ref": 1, "ply": 0}'}]

    class Socket:
        def __init__(self, table: TableSession) -> None:
            self.table = table
            self.scope = {"extensions": {BACK: lambda: given_back.append("it")}}

        async def receive(self) -> Any:
            await asyncio.sleep(0)
            if said:
                self.table.storage.ownership = Awakening(None if kept else self.table.lose)
            return said.pop(0) if said else {"type": "websocket.disconnect"}

        async def send_text(self, text: str) -> None:
            heard.append(json.loads(text))

        async def close(self, code: int) -> None:
            """Do nothing."""

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        viewer = connect_socket(cast(WebSocket, Socket(table)), table, "guest", "en", "facts", Limits(), Metrics())
        viewer.view_as(0, follows=False)
        await converse(viewer, room, 0, "")
        assert not [message for message in heard if "error" in message]
        assert (table.table.plies, given_back) == ((1, []) if kept else (0, ["it"]))
        await room.close()

    asyncio.run(live())


def test_a_write_waits_until_it_is_certain_again(tmp_path: Path) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        table.storage.ownership = Awakening(None)
        await table.act(0, "0,0")
        table.storage.ownership = Awakening(table.lose)
        with pytest.raises(MovedElsewhere):
            await table.act(1, "1,0")
        await room.close()

    asyncio.run(live())


def test_whether_a_node_is_well_does_not_depend_on_one_that_was_stopped_in_the_middle_of_the_same_question(
    postgres_url: str, tmp_path: Path
) -> None:
    async def live() -> None:
        room = await asyncio.to_thread(Room.at, tmp_path, None, 1, address=postgres_url)
        await room.begin()
        with psycopg.connect(postgres_url) as stopped:
            stopped.execute("INSERT INTO meta VALUES ('alive', 1.0) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value")
            commits = room.store.commits
            await room.probe()
            assert (room.store.commits, room.store.faults) == (commits + 1, 0)
        await room.close()

    asyncio.run(live())


def test_a_node_that_was_out_for_a_moment_keeps_what_nobody_took(postgres_url: str) -> None:
    async def live() -> None:
        async with opened(postgres_url, "a", "b") as (a, b):
            await asyncio.gather(*(a.write(a_table(table, keeper="a")) for table in ("t", "u")))
            be_over(postgres_url, "a")
            assert await b.claim("u", "b") is not None
            assert not await a.renew("a", LONG)
            assert await a.list_fences("a") == {"t": FIRST_FENCE}
            lease = await b.claim("t", "b")
            assert lease is not None
            assert lease.node == "a"

    asyncio.run(live())


def test_a_lease_ends_by_itself_and_a_clock_set_back_does_not_prolong_it(postgres_url: str) -> None:
    async def live() -> None:
        async with opened(postgres_url, "a", "b") as (a, b):
            await a.write(a_table(keeper="a"))
            await a.renew("a", 0.2)
            while await b.find_lease("t") is not None:
                await asyncio.sleep(0.05)
            await a.renew("a", 1.0)
            with psycopg.connect(postgres_url) as db:
                db.execute("UPDATE nodes SET until = until + 3600 WHERE node = 'a'")  # as if the clock had been an hour ahead then
            lease = await b.claim("t", "b")
            assert lease is not None
            assert lease.node == "b"

    asyncio.run(live())


def _until_somebody_waits(postgres_url: str) -> None:
    """Until a session of the server waits for a lock that another holds."""
    deadline = time.monotonic() + 20
    with psycopg.connect(postgres_url, autocommit=True) as db:
        while db.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchall() == [(0,)]:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_whoever_claims_waits_for_what_is_being_written(postgres_url: str) -> None:
    """A commit in progress when its node is given up is stored before the successor has the table, or never."""

    async def live() -> None:
        async with opened(postgres_url, "a", "b") as (a, b):
            await a.write(a_table(keeper="a"))
            be_over(postgres_url, "a")
            with psycopg.connect(postgres_url) as slow:
                slow.execute("SELECT fence FROM keepers WHERE id = 't' FOR SHARE")  # as a writer does
                claimed = asyncio.ensure_future(b.claim("t", "b"))
                await asyncio.to_thread(_until_somebody_waits, postgres_url)
                assert not claimed.done()
                slow.execute("INSERT INTO events VALUES ('t', 0, '0', 'slow', 1.0, '')")
            lease = await claimed
            assert lease is not None
            assert lease.fence == FIRST_FENCE + 1
            assert await actions(b) == ["slow"]

    asyncio.run(live())


def test_many_who_claim_at_once_agree(postgres_url: str) -> None:
    async def live() -> None:
        async with opened(postgres_url, "a", "b", "c") as stores:
            tables = [f"t{i}" for i in range(10)]
            await asyncio.gather(*(stores[0].write(a_table(table)) for table in tables))
            claims = [store.claim(table, node) for table in tables for store, node in zip(stores, "abc", strict=True)]
            leases = await asyncio.gather(*claims)
            assert {lease and (lease.table, lease.fence) for lease in leases} == {(table, FIRST_FENCE) for table in tables}
            assert len({lease and (lease.table, lease.node) for lease in leases}) == len(tables)

    asyncio.run(live())
