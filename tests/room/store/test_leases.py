"""Keeping tables: who does, what it may write, and what happens to a table whose keeper learns that it is none any more."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import psycopg
import pytest
from starlette.websockets import WebSocket

from tableronde.room.keeping import LATER, Elsewhere
from tableronde.room.limits import Limits
from tableronde.room.live.outbox import BACK
from tableronde.room.live.socket import converse
from tableronde.room.live.viewer import Viewer
from tableronde.room.metrics import Metrics
from tableronde.room.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.store import FIRST, EventRow, Fenced, Kept, Lease, StoreFault, Unsure, Write
from tableronde.room.store.postgres.store import PostgresStore
from tableronde.room.store.sqlite import SqliteStore
from tableronde.room.table.gathering import Gathering
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


LONG = 60.0  # seconds: a lease that does not end in this test


def a_table(table: str = "t", keeper: str = "") -> Write:
    return Write(table, opened=("some-game", "guest", 1.0), docs={"table": "{}"}, keeper=keeper)


def an_event(seq: int, fence: int, table: str = "t") -> Write:
    return Write(table, events=[EventRow(seq, "0", f"by {fence}", 1.0)], fence=fence)


@asynccontextmanager
async def opened(url: str, *nodes: str) -> AsyncIterator[list[PostgresStore]]:
    """The same store, opened by some nodes that live."""
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
    """A node's time is over, by the server's clock."""
    with psycopg.connect(url) as db:
        db.execute("UPDATE nodes SET until = until - 3600 WHERE node = %s", (node,))


def test_a_table_has_one_keeper(postgres_url: str) -> None:
    async def live() -> None:
        async with opened(postgres_url, "a", "b") as (a, b):
            assert await a.claim("nothing", "a") is None
            await a.write(a_table())
            first = await a.claim("t", "a")
            assert first is not None
            assert first[:3] == ("t", "a", FIRST)
            assert 0 < first.left <= LONG
            for lease in (await b.claim("t", "b"), await a.claim("t", "a", FIRST), await b.keeper_of("t")):
                assert lease is not None
                assert lease[:3] == ("t", "a", FIRST)
            assert (await a.kept_by("a"), await a.kept_by("b")) == ({"t": FIRST}, {})
            assert set(await b.nodes()) == {"a", "b"}
            await a.release("t", FIRST)
            assert await b.keeper_of("t") is None
            second = await b.claim("t", "b")
            assert second is not None
            assert second[:3] == ("t", "b", FIRST + 1)
            await a.release("t", FIRST)  # it has none any more
            assert await a.keeper_of("t") is not None
            await b.leave("b")
            third = await a.claim("t", "a")
            assert third is not None
            assert third.fence == FIRST + 2

    asyncio.run(live())


def test_nobody_writes_over_their_successor(postgres_url: str) -> None:
    """The old keeper was paused: its lease is over, another has the table. What it still writes is refused, and nothing else with it."""

    async def live() -> None:
        async with opened(postgres_url, "a", "b") as (a, b):
            await a.write(a_table(keeper="a"))
            await a.write(an_event(0, FIRST))
            be_over(postgres_url, "a")
            await a.write(an_event(1, FIRST))  # nobody has taken it yet: no harm
            with pytest.raises(StoreFault, match="time of this node is over"):
                await a.claim("t", "a")
            lease = await b.claim("t", "b")
            assert lease is not None
            assert lease[:3] == ("t", "b", FIRST + 1)
            late = [
                an_event(2, FIRST),
                Write("t", docs={"x": "1"}, fence=FIRST),
                Write("t", cut=0, fence=FIRST),
                Write("t", docs={"x": "1"}),
            ]
            told = await asyncio.gather(*(a.write(write) for write in [*late, a_table("u")]), return_exceptions=True)
            assert [type(fault) for fault in told] == [Fenced] * 4 + [type(None)]
            await a.write(Write("t", seen=1.0))  # anybody may look
            await b.write(an_event(2, FIRST + 1))
            assert await actions(b) == ["by 1", "by 1", "by 2"]
            assert not await a.renew("a", LONG)
            assert await a.kept_by("a") == {}
            assert await a.renew("a", LONG)

    asyncio.run(live())


def test_what_was_on_its_way_when_a_table_was_let_go_counts_no_more(postgres_url: str) -> None:
    """A node that claims what it had let go of loads it anew: an earlier write or release that comes late changes nothing."""

    async def live() -> None:
        async with opened(postgres_url, "a") as (a,):
            await a.write(a_table(keeper="a"))
            again = await a.claim("t", "a")
            assert again is not None
            assert again.fence == FIRST + 1
            with pytest.raises(Fenced):
                await a.write(an_event(0, FIRST))
            await a.release("t", FIRST)
            for lease in (await a.keeper_of("t"), await a.claim("t", "a", FIRST + 1)):
                assert lease is not None
                assert lease[:3] == ("t", "a", FIRST + 1)

    asyncio.run(live())


def test_a_table_that_is_taken_over_while_it_is_folded_is_not_shown(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def live() -> None:
        room = await asyncio.to_thread(Room.at, tmp_path, None, 1, address=postgres_url)
        await room.begin()
        assert room.keepers is not None
        opened = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        room.lose(opened.id)
        real, keepers = room._restored, room.keepers

        def folded(id: str, kept: Kept) -> Gathering:
            keepers.drop(id)
            return real(id, kept)

        monkeypatch.setattr(room, "_restored", folded)
        with pytest.raises(Elsewhere):
            await room.find(opened.id)
        assert room.tables == {}
        monkeypatch.undo()
        assert (await room.find(opened.id)).fence == FIRST + 2
        await room.close()

    asyncio.run(live())


def test_a_table_that_cannot_be_played_here_is_left_to_others(postgres_url: str, tmp_path: Path) -> None:
    """A node without its game has claimed it; it does not keep it from those who have the game."""

    async def live() -> None:
        room = await asyncio.to_thread(Room.at, tmp_path, None, 1, address=postgres_url)
        await room.begin()
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        room.lose(table.id)
        room.boxes = {}
        with pytest.raises(LookupError, match="can no longer be played"):
            await room.find(table.id)
        assert await room.store.keeper_of(table.id) is None
        await room.close()

    asyncio.run(live())


def test_nobody_who_comes_is_shown_a_table_that_may_be_kept_elsewhere(tmp_path: Path) -> None:
    """The node was paused between finding the table and showing it."""
    closed = list[int]()

    class Socket:
        async def close(self, code: int) -> None:
            closed.append(code)

    class Uncertain:
        def holds(self, table: str) -> bool:
            return False

        async def settle(self) -> None:
            """That takes long."""

        def drop(self, table: str) -> None:
            """Nothing is remembered."""

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        table.keeping = Uncertain()
        viewer = SimpleNamespace(gathering=table, socket=Socket())
        await converse(cast(Viewer, viewer), room, 0, "somewhere")
        assert (closed, table.viewers) == ([LATER], set())
        await room.close()

    asyncio.run(live())


class Awakening:
    """What a node that was paused learns from the store when it is asked something: it keeps the table still, or no longer."""

    def __init__(self, lose: Callable[[], None] | None) -> None:
        self.lose, self.certain = lose, False

    def holds(self, table: str) -> bool:
        return self.certain

    async def settle(self) -> None:
        self.certain = self.lose is None
        if self.lose is not None:
            self.lose()

    def drop(self, table: str) -> None:
        """It is lost."""


@pytest.mark.parametrize("kept", [True, False])
def test_who_acts_at_a_moment_when_nothing_is_certain_waits_and_reads_no_error(kept: bool, tmp_path: Path) -> None:
    """It is done when the store has said that the table is still kept here; else it is given back, to be said again elsewhere."""
    heard, given_back = list[Any](), list[str]()
    said = [{"type": "websocket.receive", "text": '{"do": "act", "action": "0,0", "seat": 0, "ref": 1, "ply": 0}'}]

    class Socket:
        def __init__(self, table: Gathering) -> None:
            self.table = table
            self.scope = {"extensions": {BACK: lambda: given_back.append("it")}}

        async def receive(self) -> Any:
            await asyncio.sleep(0)
            if said:
                self.table.keeping = Awakening(None if kept else self.table.lose)
            return said.pop(0) if said else {"type": "websocket.disconnect"}

        async def send_text(self, text: str) -> None:
            heard.append(json.loads(text))

        async def close(self, code: int) -> None:
            """It is over."""

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        viewer = Viewer(cast(WebSocket, Socket(table)), table, "guest", "en", "facts", Limits(), Metrics())
        viewer.seat, viewer.follows = 0, False
        await converse(viewer, room, 0, "")
        assert not [message for message in heard if "error" in message]
        assert (table.table.plies, given_back) == ((1, []) if kept else (0, ["it"]))
        await room.close()

    asyncio.run(live())


def test_a_write_waits_until_it_is_certain_again(tmp_path: Path) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        table.keeping = Awakening(None)
        await table.act(0, "0,0")
        table.keeping = Awakening(table.lose)
        with pytest.raises(Elsewhere):
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
            assert await a.kept_by("a") == {"t": FIRST}
            lease = await b.claim("t", "b")
            assert lease is not None
            assert lease.node == "a"

    asyncio.run(live())


def test_a_lease_ends_by_itself_and_a_clock_set_back_does_not_prolong_it(postgres_url: str) -> None:
    async def live() -> None:
        async with opened(postgres_url, "a", "b") as (a, b):
            await a.write(a_table(keeper="a"))
            await a.renew("a", 0.2)
            while await b.keeper_of("t") is not None:
                await asyncio.sleep(0.05)
            await a.renew("a", 1.0)
            with psycopg.connect(postgres_url) as db:
                db.execute("UPDATE nodes SET until = until + 3600 WHERE node = 'a'")  # as if the clock had been an hour ahead then
            lease = await b.claim("t", "b")
            assert lease is not None
            assert lease.node == "b"

    asyncio.run(live())


def test_whoever_claims_waits_for_what_is_being_written(postgres_url: str) -> None:
    """A commit that is on its way when its node is given up is there before the successor has the table, or never."""

    async def live() -> None:
        async with opened(postgres_url, "a", "b") as (a, b):
            await a.write(a_table(keeper="a"))
            be_over(postgres_url, "a")
            with psycopg.connect(postgres_url) as slow:
                slow.execute("SELECT fence FROM keepers WHERE id = 't' FOR SHARE")  # as a writer does
                claimed = asyncio.ensure_future(b.claim("t", "b"))
                await asyncio.sleep(0.2)
                assert not claimed.done()
                slow.execute("INSERT INTO events VALUES ('t', 0, '0', 'slow', 1.0, '')")
            lease = await claimed
            assert lease is not None
            assert lease.fence == FIRST + 1
            assert await actions(b) == ["slow"]

    asyncio.run(live())


def test_many_who_claim_at_once_agree(postgres_url: str) -> None:
    async def live() -> None:
        async with opened(postgres_url, "a", "b", "c") as stores:
            tables = [f"t{i}" for i in range(10)]
            await asyncio.gather(*(stores[0].write(a_table(table)) for table in tables))
            claims = [store.claim(table, node) for table in tables for store, node in zip(stores, "abc", strict=True)]
            leases = await asyncio.gather(*claims)
            assert {lease and (lease.table, lease.fence) for lease in leases} == {(table, FIRST) for table in tables}
            assert len({lease and (lease.table, lease.node) for lease in leases}) == len(tables)

    asyncio.run(live())
