"""The bus between machines, against a real NATS server."""

import asyncio
import signal
from pathlib import Path

import pytest
from nats.aio.client import Client
from nats.errors import Error

from support.nodes import run
from tableronde.room.bus import NoAnswer
from tableronde.room.bus.nats import NatsBus
from tableronde.room.bus.nats_server import Server


def test_messages_questions_and_groups(tmp_path: Path) -> None:
    async def work() -> None:
        one, two = NatsBus(server.url), NatsBus(server.url)
        for bus in (one, two):
            await bus.open(lambda: None)
        heard: list[bytes] = []
        taken: list[str] = []
        await two.subscribe("x", heard.append)

        async def answer(data: bytes) -> bytes | None:
            taken.append(data.decode())
            return None if data == b"busy" else b"re: " + data

        await one.answer("q", "g", answer)
        await two.answer("q", "g", answer)
        for i in range(100):
            assert await one.publish("x", str(i).encode())
        assert await one.ask("q", b"a", 5) == b"re: a"
        assert taken == ["a"]  # one of the group
        for subject, question in (("q", b"busy"), ("nobody.listens", b"a")):
            try:
                await one.ask(subject, question, 5)
                raise AssertionError("somebody answered")
            except NoAnswer:
                pass
        while len(heard) < 100:
            await asyncio.sleep(0.01)
        assert heard == [str(i).encode() for i in range(100)]
        await asyncio.gather(one.close(), two.close())

    server = Server(tmp_path / "nats.log")
    server.start()
    try:
        run(work)
    finally:
        server.stop()


def test_a_fault_that_is_met_again_and_again_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        bus = NatsBus("nats://127.0.0.1:1")
        for fault in (OSError("refused"), OSError("refused"), Error("who are you?"), Error("who are you?")):
            await bus._on_error(fault)
        bus._client = Client()
        for fault in (Error("empty"), Error("empty"), OSError("refused")):
            await bus._on_error(fault)
        await bus._on_reconnected()
        await bus._on_error(Error("empty"))
        events = [vars(record)["event"] for record in caplog.records]
        assert events == ["bus_unreachable"] * 2 + ["bus_failed"] * 2

    run(work)


def test_it_comes_back_by_itself_and_says_what_may_be_missing(tmp_path: Path) -> None:
    async def work() -> None:
        lost = 0

        def count() -> None:
            nonlocal lost
            lost += 1

        bus = NatsBus(server.url)
        await bus.open(count)  # there is no server yet
        assert not bus.is_up
        assert not await bus.publish("x", b"into the void")
        server.start()
        heard: list[bytes] = []
        await bus.subscribe("x", heard.append)
        server.stop(signal.SIGKILL)
        while bus.is_up or not lost:
            await asyncio.sleep(0.01)
        assert not await bus.publish("x", b"gone")
        before = lost
        server.start()
        while not bus.is_up or lost == before:
            await asyncio.sleep(0.01)
        assert await bus.publish("x", b"again")
        while not heard:
            await asyncio.sleep(0.01)
        assert heard == [b"again"]  # nothing sent meanwhile arrives late
        await bus.close()

    server = Server(tmp_path / "nats.log")
    try:
        run(work)
    finally:
        server.stop()
