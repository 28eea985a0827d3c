"""A sealed bus: nothing can be read, changed, redirected or repeated by somebody who reaches it without the room's keys."""

import asyncio
import os
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from support.nodes import run
from tableronde.room.base.log_events import EVENTS
from tableronde.room.bus import MODES, Mode, NoAnswer
from tableronde.room.bus.here import Exchange, HereBus
from tableronde.room.bus.seal import MARK, PROTOCOL, KeyFile, NotSealed, OtherProtocol, Seal, derive_keys, read_key_file, write_key_file
from tableronde.room.bus.sealed import MAX_CHALLENGES, MAX_SENDERS, KnownSenders, SealedBus
from tableronde.room.people.keyring import Keys
from tableronde.room.workers.remote_pool import SUBJECT

KEYS: Keys = (secrets.token_bytes(32), secrets.token_bytes(32))
NODES = "tableronde.nodes"
Heard = list[bytes]


def node(exchange: Exchange, name: str, mode: Mode = "require", keys: Keys = KEYS) -> SealedBus | HereBus:
    """Return the bus of a node."""
    bus = HereBus(exchange)
    if mode == "off":
        return bus
    sealed = SealedBus(bus, mode)
    sealed.use_room_keys(name, lambda: keys)
    return sealed


async def listen(bus: SealedBus | HereBus, name: str) -> Heard:
    """Subscribe as a node does; return the list of what it hears."""
    heard: Heard = []
    await bus.open(lambda: None)
    await bus.subscribe(f"tableronde.node.{name}", heard.append)
    await bus.subscribe(NODES, heard.append)
    return heard


async def settle() -> None:
    """Let everything that is on its way arrive."""
    for _ in range(30):
        await asyncio.sleep(0)


class Stranger:
    """Somebody who reaches the bus: hears everything, and can say anything, but has no key."""

    def __init__(self, exchange: Exchange) -> None:
        self.exchange, self.recorded = exchange, list[tuple[str, bytes]]()
        publish = HereBus.publish

        async def record(bus: HereBus, subject: str, message: bytes) -> bool:
            self.recorded.append((subject, message))
            return await publish(bus, subject, message)

        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(HereBus, "publish", record)
        self._publish, self._bus = publish, HereBus(exchange)

    async def say(self, subject: str, message: bytes) -> None:
        await self._publish(self._bus, subject, message)
        await settle()


def with_stranger(work: "Callable[[Exchange, Stranger], object]") -> None:
    """Run a test with a stranger on the bus."""
    exchange = Exchange()
    stranger = Stranger(exchange)
    try:
        run(lambda: work(exchange, stranger))  # type: ignore[arg-type, return-value]
    finally:
        stranger.patch.undo()


def test_what_is_sealed_is_opened_with_any_key_of_the_room_and_no_other() -> None:
    old, new = Seal(lambda: KEYS[1:]), Seal(lambda: KEYS)
    assert new.open(old.seal(b"text", b"about"), b"about") == b"text"  # the newest signs, the others are still accepted
    with pytest.raises(NotSealed, match="no key of this room"):
        old.open(new.seal(b"text", b"about"), b"about")
    assert new.seal(b"text", b"about") != new.seal(b"text", b"about")


def test_a_change_anywhere_is_noticed() -> None:
    seal = Seal(lambda: KEYS)
    message = seal.seal(b"text", b"about")
    for place in range(len(message)):
        changed = bytearray(message)
        changed[place] ^= 1
        with pytest.raises(NotSealed):
            seal.open(bytes(changed), b"about")
    for wrong in (b"", b"x", message[:-1], message[:10]):
        with pytest.raises(NotSealed):
            seal.open(wrong, b"about")
    with pytest.raises(NotSealed, match="another purpose"):
        seal.open(message, b"about something else")


def test_another_protocol_is_named() -> None:
    message = bytearray(Seal(lambda: KEYS).seal(b"text", b""))
    assert message[:2] == bytes((MARK, PROTOCOL))
    message[1] = PROTOCOL + 1
    with pytest.raises(OtherProtocol, match=f"its protocol is {PROTOCOL + 1}, not {PROTOCOL}"):
        Seal(lambda: KEYS).open(bytes(message), b"")


def test_keys_follow_the_rooms_keyring() -> None:
    keys = KEYS[:1]
    seal = Seal(lambda: keys)
    first = seal.seal(b"a", b"")
    keys = (secrets.token_bytes(32), *keys)
    assert seal.open(first, b"") == b"a"
    with pytest.raises(NotSealed):
        Seal(lambda: KEYS).open(seal.seal(b"b", b""), b"")
    derived = {derive_keys(KEYS, purpose) for purpose in ("nodes", "workers")}
    assert len({key for each in derived for key in each} | set(KEYS)) == 6


@pytest.mark.parametrize("one", MODES)
@pytest.mark.parametrize("two", MODES)
def test_an_upgrade_goes_in_two_steps(one: Mode, two: Mode) -> None:
    async def work() -> None:
        exchange = Exchange()
        a, b = node(exchange, "a", one), node(exchange, "b", two)
        heard = [await listen(bus, name) for bus, name in ((a, "a"), (b, "b"))]
        for _ in range(2):
            for bus in (a, b):
                await bus.publish(NODES, b"beat")
            await settle()
        await a.publish("tableronde.node.b", b"from a")
        await b.publish("tableronde.node.a", b"from b")
        await settle()
        understood = {one, two} != {"off", "require"}
        assert [list.count(each, b"from a") + list.count(each, b"from b") for each in heard] == [understood] * 2
        others = [[each for each in messages if each == b"beat"] for messages in heard]
        assert all(len(each) > 1 for each in others)  # at least those of its own

    run(work)


def test_a_stranger_reads_nothing_and_says_nothing() -> None:
    async def work(exchange: Exchange, stranger: Stranger) -> None:
        a, b = node(exchange, "a"), node(exchange, "b")
        heard, _ = await listen(b, "b"), await listen(a, "a")
        await a.publish(NODES, b"beat")
        await settle()
        await a.publish("tableronde.node.b", b"cookie: guest=ana")
        await settle()
        assert heard == [b"cookie: guest=ana"]  # the beat introduced them
        assert not any(b"guest=ana" in message for _, message in stranger.recorded)
        for subject, message in tuple(stranger.recorded):
            await stranger.say(subject, message)  # again
            await stranger.say(subject.replace(".sealed", ""), message)
            await stranger.say("tableronde.sealed.nodes", message)  # elsewhere
        await stranger.say("tableronde.node.b", b"resign for ana")
        await stranger.say("tableronde.sealed.node.b", b"resign for ana")
        assert heard == [b"cookie: guest=ana"]

    with_stranger(work)


def test_a_node_that_is_gone_cannot_be_brought_back_by_repeating_it() -> None:
    async def work(exchange: Exchange, stranger: Stranger) -> None:
        a, b = node(exchange, "a"), node(exchange, "b")
        for bus, name in ((a, "a"), (b, "b")):
            await listen(bus, name)
        for _ in range(3):
            await a.publish(NODES, b"beat of a")
            await settle()
        await a.close()
        late = node(exchange, "late")
        heard = await listen(late, "late")
        for subject, message in tuple(stranger.recorded):
            await stranger.say(subject, message)
        assert b"beat of a" not in heard
        await b.publish(NODES, b"beat of b")
        await settle()
        await b.publish(NODES, b"beat of b")
        await settle()
        assert heard == [b"beat of b"]  # one that lives answers the challenge

    with_stranger(work)


def test_memory_is_bounded() -> None:
    senders = KnownSenders()
    for number in range(MAX_SENDERS + 10):
        senders.add(f"node{number}")
    assert len(senders) == MAX_SENDERS
    nonces = {name: senders.challenge(name) for name in map(str, range(2 * MAX_CHALLENGES))}
    assert senders.challenge("1") is not None  # it was forgotten
    assert senders.challenge(str(2 * MAX_CHALLENGES - 1)) is None  # it was asked just now
    last = nonces[str(2 * MAX_CHALLENGES - 1)]
    assert last is not None
    assert not senders.take_answer("0", nonces["0"] or b"")
    assert not senders.take_answer(str(2 * MAX_CHALLENGES - 1), os.urandom(16))
    assert senders.take_answer(str(2 * MAX_CHALLENGES - 1), last)
    assert not senders.take_answer(str(2 * MAX_CHALLENGES - 1), last)  # only once


def test_a_stranger_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        exchange = Exchange()
        a = node(exchange, "a")
        await listen(a, "a")
        other = bytearray(Seal(lambda: KEYS).seal(b"", b""))
        other[1] = 9
        for _ in range(50):
            await HereBus(exchange).publish("tableronde.sealed.nodes", b"noise")
            await HereBus(exchange).publish("tableronde.sealed.nodes", bytes(other))
        await settle()
        events = [vars(record)["event"] for record in caplog.records]
        assert sorted(events) == ["bus_message_unsealed", "bus_protocol_unknown"]
        assert set(events) <= set(EVENTS)

    run(work)


def worker(exchange: Exchange, mode: Mode, keys: Keys | None) -> SealedBus:
    """Return the bus of a worker process."""
    sealed = SealedBus(HereBus(exchange), mode)
    if keys is not None:
        sealed.use_worker_keys("workers", lambda: keys)
    return sealed


async def think(task: bytes) -> bytes | None:
    return None if task == b"busy" else b"thought of " + task


def test_tasks_are_opened_with_the_key_of_workers_only() -> None:
    async def work() -> None:
        exchange = Exchange()
        a, able = node(exchange, "a"), worker(exchange, "require", derive_keys(KEYS, "workers"))
        seen: list[bytes] = []
        original = HereBus.ask

        async def ask(bus: HereBus, subject: str, message: bytes, seconds: float) -> bytes:
            seen.append(message)
            seen.append(await original(bus, subject, message, seconds))
            return seen[-1]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(HereBus, "ask", ask)
            await able.answer(SUBJECT, "minds", think)
            assert await a.ask(SUBJECT, b"a hidden hand", 5) == b"thought of a hidden hand"
            with pytest.raises(NoAnswer):
                await a.ask(SUBJECT, b"busy", 5)
            assert not any(b"hidden" in message for message in seen)
            with pytest.raises(NoAnswer):
                await original(HereBus(exchange), SUBJECT, seen[0], 5)  # a task that is repeated
            with pytest.raises(NoAnswer):
                await original(HereBus(exchange), SUBJECT, b"a stranger's task", 5)

    run(work)


@pytest.mark.parametrize("keys", [None, KEYS, derive_keys(KEYS, "nodes")])
def test_a_process_without_the_key_of_workers_answers_nothing_that_is_believed(keys: Keys | None) -> None:
    async def work() -> None:
        exchange = Exchange()
        a, unable = node(exchange, "a"), worker(exchange, "accept", keys)
        await unable.answer(SUBJECT, "minds", think)
        with pytest.raises(NoAnswer):
            await a.ask(SUBJECT, b"task", 5)
        lying = HereBus(Exchange())
        liar = node(lying._exchange, "a")

        async def lie(task: bytes) -> bytes:
            return b"resign"

        await lying.answer(SUBJECT, "minds", lie)
        with pytest.raises(NoAnswer):
            await liar.ask(SUBJECT, b"task", 5)

    run(work)


def test_during_an_upgrade_tasks_of_all_nodes_are_answered() -> None:
    async def work() -> None:
        exchange = Exchange()
        able = worker(exchange, "accept", derive_keys(KEYS, "workers"))
        await able.answer(SUBJECT, "minds", think)
        for mode in MODES:
            assert await node(exchange, f"node {mode}", mode).ask(SUBJECT, b"x", 5) == b"thought of x"

    run(work)


def test_a_file_of_keys_is_private_and_read_again_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "worker.key"
    os.umask(before := os.umask(0))
    os.umask(0)
    try:
        write_key_file(path, KEYS)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr("tableronde.room.bus.seal.RELOAD_SECONDS", 0.0)
    keys = KeyFile(path)
    assert keys() == KEYS
    write_key_file(path, KEYS[:1])
    os.utime(path, ns=(1, 1))
    assert keys() == KEYS[:1]
    path.write_text("damaged")
    assert keys() == KEYS[:1]  # the last valid ones
    path.unlink()
    assert keys() == KEYS[:1]
    path.write_text("nothing of use")
    with pytest.raises(ValueError, match="store worker-key"):
        read_key_file(path)
