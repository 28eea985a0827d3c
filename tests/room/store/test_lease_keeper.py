"""Leases: what a node may trust, and for how long."""

import asyncio
import gc
from typing import cast

import pytest

from support.nodes import TABLE, Leases, run
from tableronde.room.base.ownership import MovedElsewhere
from tableronde.room.base.refusals import Refused
from tableronde.room.store import Lease, Store, StoreFault
from tableronde.room.store.leases import LEASE_MARGIN, LEASE_SECONDS, LeaseKeeper, read_clock


class Clock:
    """A clock that stands still until it is moved."""

    time = 1000.0

    def __call__(self) -> float:
        return self.time


def make_keeper(leases: Leases, name: str = "me", lost: list[str] | None = None, clock: Clock | None = None) -> LeaseKeeper:
    return LeaseKeeper(cast(Store, leases), name, (lost if lost is not None else []).append, clock or Clock())


def test_a_lease_is_certain_for_less_than_the_store_thinks() -> None:
    async def work() -> None:
        clock = Clock()
        mine = make_keeper(Leases(), clock=clock)
        await mine._renew()
        assert (await mine.claim(TABLE)).node == "me"
        assert mine.owns(TABLE)
        clock.time += LEASE_MARGIN * LEASE_SECONDS - 0.01
        assert mine.owns(TABLE)
        clock.time += 0.02
        assert not mine.owns(TABLE)  # a node that slept confirms nothing when it wakes up
        await mine._renew()
        assert mine.owns(TABLE)

    run(work)


def test_what_others_took_while_this_node_was_silent_is_theirs() -> None:
    async def work() -> None:
        leases, lost = Leases(), list[str]()
        mine = make_keeper(leases, lost=lost)
        await mine._renew()
        for table in (TABLE, "U" * 22):
            await mine.claim(table)
        leases.living.clear()  # its leases have expired
        leases.living.add("other")
        assert (await make_keeper(leases, "other").claim(TABLE)).node == "other"
        await mine._renew()
        assert lost == [TABLE]
        assert list(mine.leases) == ["U" * 22]
        with pytest.raises(MovedElsewhere):
            await mine.claim_fence(TABLE)

    run(work)


def test_a_sign_of_life_whose_answer_was_not_heard_hides_nothing() -> None:
    """A node that was paused stops waiting for the store, which has heard it all the same and considers it alive again."""

    async def work() -> None:
        leases, lost, clock = Leases(), list[str](), Clock()
        mine = make_keeper(leases, lost=lost, clock=clock)
        await mine._renew()
        await mine.claim(TABLE)
        leases.living.clear()
        leases.living.add("other")
        assert (await make_keeper(leases, "other").claim(TABLE)).node == "other"
        clock.time += 2 * LEASE_SECONDS
        assert not await leases.renew("me", LEASE_SECONDS)  # and nobody waits for that answer any more
        await mine._renew()
        assert lost == [TABLE]
        assert not mine.owns(TABLE)

    run(work)


class Slow(Leases):
    """Leases whose answers are delayed until they are released."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = asyncio.Event()

    async def claim(self, table: str, node: str, fence: int = 0) -> Lease | None:
        lease = await super().claim(table, node, fence)
        await self.answers.wait()
        return lease


def test_an_answer_from_before_this_nodes_time_was_over_is_not_believed() -> None:
    """The table was claimed, the node was cut off, another took the table over; then the answer arrives."""

    async def work() -> None:
        leases = Slow()
        mine = make_keeper(leases)
        await mine._renew()
        claiming = asyncio.ensure_future(mine.claim(TABLE))
        while TABLE not in leases.kept:
            await asyncio.sleep(0)
        leases.living.clear()
        leases.living.add("other")
        leases.kept[TABLE] = "other", 2
        await mine._renew()
        leases.answers.set()
        with pytest.raises(StoreFault):
            await claiming
        assert not mine.owns(TABLE)
        with pytest.raises(MovedElsewhere):
            await mine.claim_fence(TABLE)

    run(work)


def test_an_answer_that_nobody_waits_for_any_more_is_nobodys_business() -> None:
    async def work() -> None:
        told = list[object]()
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        leases = Slow()
        mine = make_keeper(leases)
        await mine._renew()
        claiming = asyncio.ensure_future(mine.claim(TABLE))
        while TABLE not in leases.kept:
            await asyncio.sleep(0)
        claiming.cancel()
        mine.leases[TABLE] = 7
        leases.answers.set()
        while mine._claiming:
            await asyncio.sleep(0)
        gc.collect()
        assert told == []

    run(work)


def test_a_table_let_go_while_it_is_asked_about_is_claimed_anew() -> None:
    async def work() -> None:
        leases, clock = Slow(), Clock()
        leases.answers.set()
        mine = make_keeper(leases, clock=clock)
        await mine._renew()
        await mine.claim(TABLE)
        leases.answers.clear()
        clock.time += LEASE_SECONDS
        claiming = asyncio.ensure_future(mine.claim(TABLE))  # it is no longer certain
        while leases.asked < 2:
            await asyncio.sleep(0)
        mine.drop(TABLE)
        leases.answers.set()
        with pytest.raises(StoreFault):
            await claiming
        assert (await mine.claim(TABLE)).fence == 2

    run(work)


def test_many_who_ask_at_once_claim_once() -> None:
    async def work() -> None:
        leases = Leases()
        mine = make_keeper(leases)
        await mine._renew()
        assert {lease.fence for lease in await asyncio.gather(*(mine.claim(TABLE) for _ in range(50)))} == {1}
        assert leases.asked == 1

    run(work)


def test_where_the_store_is_away_nothing_is_certain_and_a_sentence_says_so() -> None:
    async def work() -> None:
        leases = Leases()
        mine = make_keeper(leases)
        await mine._renew()
        leases.away = True
        with pytest.raises(Refused, match="cannot be read"):
            await mine.claim_fence(TABLE)
        assert not await mine.try_claim(TABLE)

    run(work)


def test_what_goes_on_for_long_is_said_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("tableronde.room.store.leases.RENEW_SECONDS", 0.0)
    caplog.set_level("INFO")

    class Counted(Leases):
        beats = 0

        async def renew(self, node: str, seconds: float) -> bool:
            self.beats += 1
            return await super().renew(node, seconds)

    async def beats(leases: Counted, number: int) -> None:
        end = leases.beats + number
        while leases.beats < end:
            await asyncio.sleep(0)

    async def work() -> None:
        leases = Counted()
        mine = make_keeper(leases)
        await mine.open()
        for away in (False, True, False):
            leases.away = away
            await beats(leases, 5)
        await mine.close()
        assert [vars(record)["event"] for record in caplog.records] == ["heartbeat_failed", "heartbeat_recovered"]

    run(work)


def test_who_wants_something_when_nothing_is_certain_waits_for_the_next_word_of_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableronde.room.store.leases.RENEW_SECONDS", 0.01)

    async def work() -> None:
        leases, clock = Leases(), Clock()
        mine = make_keeper(leases, clock=clock)
        await mine.wait_until_certain()  # before the first heartbeat there is nothing to wait for
        await mine.open()
        await mine.wait_until_certain()
        clock.time += LEASE_SECONDS
        await mine.wait_until_certain()
        assert mine.is_certain
        leases.away = True
        clock.time += LEASE_SECONDS
        await mine.wait_until_certain()
        assert not mine.is_certain
        await mine.wait_until_certain()  # at once: it may be away for long
        leases.away = False
        while not mine.is_certain:
            await asyncio.sleep(0)
        await mine.close()

    run(work)


def test_a_leaving_node_takes_nothing_more() -> None:
    async def work() -> None:
        leases = Leases()
        mine = make_keeper(leases)
        await mine._renew()
        await mine.claim(TABLE)
        mine.is_leaving = True
        await mine.release([TABLE])
        assert leases.kept[TABLE][0] == ""
        assert not await mine.try_claim(TABLE)
        assert leases.kept[TABLE][0] == ""

    run(work)


def test_the_clock_goes_on_while_the_machine_sleeps_and_cannot_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 0.0)
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    assert read_clock() > 0
