"""Whether guests should be sent to a node: its bus, the other nodes that the store names, and their games."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from support.nodes import Leases, Small, nodes, run
from support.rooms import HERE, ME, Person, serving
from support.stores import new_schema
from tableronde.room.bus import find_weakness
from tableronde.room.bus.here import Exchange
from tableronde.room.bus.nats_server import Server as Nats
from tableronde.room.cluster import bus_health
from tableronde.room.cluster.frames import About, Envelope, decode_envelope, encode_envelope
from tableronde.room.cluster.peers import Peers, describe_differences

PEBBLES = Path(__file__).parents[3] / "docs" / "examples" / "pebbles.py"


@pytest.fixture(autouse=True)
def _haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_health, "CHECK_SECONDS", 0.02)
    monkeypatch.setattr(bus_health, "MISSING_SECONDS", 0.1)


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Answer nothing: these nodes are only asked how they are."""


@asynccontextmanager
async def running(name: str, leases: Leases, exchange: Exchange) -> AsyncIterator[Small]:
    """Run one node."""
    small = Small(name, leases, exchange, answer)
    await small.leases.open()
    try:
        async with small.node.running():
            yield small
    finally:
        await small.leases.close()


async def until(wanted: Callable[[], object]) -> None:
    """Wait until something holds."""
    while not wanted():
        await asyncio.sleep(0.01)


def test_a_node_is_ready_once_it_has_heard_itself_and_not_while_the_bus_is_away() -> None:
    async def work() -> None:
        small = Small("alone", Leases(), Exchange(), answer)
        health = small.node.bus_health
        assert health.describe_fault() == "this node was not heard on the bus yet"
        await small.leases.open()
        async with small.node.running():
            await until(lambda: not health.describe_fault())
            assert health.describe() == "ok"
            small.bus.cut_off()
            assert health.describe() == "the bus cannot be reached"
            small.bus.reconnect()
            assert not health.describe_fault()
        await small.leases.close()

    run(work)


def test_two_buses_on_one_store_are_noticed_and_named(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tableronde.room")

    async def work() -> None:
        leases = Leases()
        async with running("first", leases, Exchange()) as first:
            await until(lambda: not first.node.bus_health.describe_fault())
            async with running("second", leases, Exchange()) as second:
                await until(lambda: "(the store names first)" in second.node.bus_health.describe_fault())
                await until(lambda: "living nodes are not heard on this bus: second" in first.node.bus_health.describe())
                assert not first.node.bus_health.describe_fault()  # who was ready stays so: the other may be the wrong one
            await until(lambda: first.node.bus_health.describe() == "ok")
        told = [(vars(record)["event"], vars(record).get("nodes")) for record in caplog.records]
        assert told.count(("bus_split", "second")) == 1
        assert told.count(("bus_whole", None)) == 1

    run(work)


def test_nodes_of_one_bus_are_ready() -> None:
    async def work() -> None:
        async with nodes(answer, answer, answer) as (small, _):
            for each in small:
                await until(lambda each=each: each.node.bus_health.describe() == "ok")  # type: ignore[misc]

    run(work)


def count_beats(peers: Peers) -> list[None]:
    """Return a list that grows with every beat that a node sends."""
    beats: list[None] = []
    before = peers.on_beat

    def on_beat() -> None:
        beats.append(None)
        before()

    peers.on_beat = on_beat
    return beats


def test_a_node_with_other_games_is_named_once(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with nodes(answer, answer) as (small, _):
            one, two = (each.node.peers for each in small)
            one.about, two.about = About(1, "0.1.0", {"a": [1], "b": [1, 2]}), About(1, "0.2.0", {"b": [2], "c": [1]})
            await until(lambda: two.abouts.get("node0") == one.about and one.abouts.get("node1") == two.about)
            beats = [count_beats(node) for node in (one, two)]
            await until(lambda: all(len(sent) >= 2 for sent in beats))
            assert one.abouts["node1"].plays("c", 1)
            assert not one.abouts["node1"].plays("b", 1)
        lines = [vars(record) for record in caplog.records if vars(record).get("event") == "nodes_differ"]
        assert sorted((line["node"], line["games"], line["versions"]) for line in lines) == [
            ("node0", "a: missing here, edition 1 there; b: edition 2 here, edition 1, 2 there; c: edition 1 here, missing there",
             "0.2.0 here, 0.1.0 there"),
            ("node1", "a: edition 1 here, missing there; b: edition 1, 2 here, edition 2 there; c: missing here, edition 1 there",
             "0.1.0 here, 0.2.0 there"),
        ]  # fmt: skip

    run(work)
    assert describe_differences({"a": [1]}, {"a": [1]}) == ""


def test_older_nodes_understand_beats_and_are_understood() -> None:
    import msgspec

    class OldEnvelope(msgspec.Struct, array_like=True):
        sender: str
        epoch: int
        frames: list[Any]

    new = encode_envelope("node", 3, (), About(1, "0.2.0", {"a": [1]}))
    assert msgspec.msgpack.decode(new, type=OldEnvelope) == OldEnvelope("node", 3, [])
    assert decode_envelope(msgspec.msgpack.encode(OldEnvelope("old", 1, []))) == Envelope("old", 1, [], None)


@pytest.mark.parametrize(
    ("url", "password", "is_weak"),
    [
        ("nats://bus:4222", "", True),
        ("nats://node@bus:4222", "", True),
        ("nats://node@bus:4222", "p", False),
        ("nats://node:p@bus:4222", "", False),
        ("tls://bus:4222", "", False),
        ("nats://127.0.0.1:4222,nats://[::1]:4222,nats://localhost:4222", "", False),
        ("nats://127.0.0.1:4222,nats://10.0.0.1:4222", "", True),
    ],
)
def test_a_bus_without_protection_is_named(url: str, password: str, is_weak: bool) -> None:
    assert bool(find_weakness(url, password)) is is_weak


def test_the_table_of_a_game_that_is_missing_here_waits_for_a_node_that_has_it(postgres: str, tmp_path: Path) -> None:
    nats, url = Nats(tmp_path / "nats.log"), new_schema(postgres)
    with ExitStack() as stack:
        stack.callback(nats.stop)
        nats.start()
        more = ("--store", url, "--bus", nats.url, "--workers", "1")
        entry = stack.enter_context(serving(tmp_path / "entry", *more))
        luc = stack.enter_context(Person(entry.base))
        with serving(tmp_path / "owner", *more, "--game", str(PEBBLES)) as owner, Person(owner.base) as ana:
            _wait_for(luc, lambda: "tableronde_nodes_heard 1\n" in luc.numbers())
            table = ana.open("pebbles", ME, HERE)
            luc.web.cookies.update(ana.web.cookies)
            assert luc.web.get(f"{table['url']}.json").status_code == 200
            line = stack.enter_context(luc.at(table["id"], feed="facts"))
            line.until("facts")
        refused = luc.web.get(f"{table['url']}.json?lang=en")
        assert refused.status_code == 503
        assert "played by another version" in refused.json()["error"]
        assert "Retry-After" in refused.headers
        with serving(tmp_path / "owner", *more, "--game", str(PEBBLES)) as owner:
            line.until(lambda message: message.get("line") == "open")
            assert line.until("facts")["legal"]
            _wait_for(luc, lambda: luc.web.get(f"{table['url']}.json").status_code == 200)
        assert "nodes_differ" in entry.log.read_text()
        assert "pebbles: missing here, edition 1 there" in entry.log.read_text()


def _wait_for(person: Person, holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end, person.numbers()
        time.sleep(0.2)
