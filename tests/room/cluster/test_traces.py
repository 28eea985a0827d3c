"""One trace follows an action from the socket of one node to the disk at another, and to everybody who watches."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from support.nodes import Line, run
from tableronde.room.base import tracing
from tableronde.room.base.logs import hash_secret
from tableronde.room.base.open_telemetry import OpenTelemetryTracer
from tableronde.room.bus.here import Exchange, HereBus
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.web.routes import build


@pytest.fixture
def exporter() -> Iterator[InMemorySpanExporter]:
    """Record in memory what would be sent to a collector."""
    exporter = InMemorySpanExporter()
    tracing.record_with(OpenTelemetryTracer(exporter, "test"))
    yield exporter
    tracing.close_tracer()


def finished(exporter: InMemorySpanExporter) -> Sequence[ReadableSpan]:
    tracer = tracing._Switch.tracer
    assert isinstance(tracer, OpenTelemetryTracer)
    tracer.provider.force_flush()
    return exporter.get_finished_spans()


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[None]:
    """Run the lifespan of an application."""
    said, heard = asyncio.Queue[dict[str, str]](), asyncio.Queue[dict[str, str]]()
    task = asyncio.create_task(app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, said.get, heard.put))
    said.put_nowait({"type": "lifespan.startup"})
    assert (await heard.get())["type"] == "lifespan.startup.complete"
    try:
        yield
    finally:
        said.put_nowait({"type": "lifespan.shutdown"})
        await heard.get()
        await task


@asynccontextmanager
async def socket(app: Any, room: Room, guest: str, table: str) -> AsyncIterator[Line]:
    """Open the socket of a table at a node."""
    line, headers = Line(), [(b"host", b"localhost"), (b"cookie", f"guest={room.signer.sign(guest)}".encode())]
    path = f"/t/{table}/live"
    scope: dict[str, Any] = {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"feed=facts",
        "headers": headers,
    }
    scope |= {
        "client": ("127.0.0.1", 1234),
        "server": ("127.0.0.1", 80),
        "scheme": "ws",
        "http_version": "1.1",
        "extensions": {},
        "state": {},
    }
    task = asyncio.create_task(app({**scope, "asgi": {"version": "3.0"}, "subprotocols": []}, line.receive, line.send))
    line.say_raw({"type": "websocket.connect"})
    try:
        await until(line, "table")
        yield line
    finally:
        line.say_raw({"type": "websocket.disconnect", "code": 1000})
        await asyncio.gather(task, return_exceptions=True)


async def until(line: Line, wanted: str) -> None:
    while f'"{wanted}"' not in await line.text():
        pass


def test_one_trace_from_the_socket_to_the_disk_and_to_spectators_across_nodes(
    tmp_path: Path, postgres_url: str, exporter: InMemorySpanExporter
) -> None:
    async def work() -> None:
        exchange = Exchange()
        rooms = [Room.at(tmp_path, workers=1, address=postgres_url) for _ in range(2)]
        owner, entry = [build(room, bus=HereBus(exchange)) for room in rooms]
        async with AsyncExitStack() as stack:
            for app in (owner, entry):
                await stack.enter_async_context(serving(app))
            table = await rooms[0].open(Order("four-circles", seats=[SeatOrder("me", "Ana"), SeatOrder("here", "Bo")]), "A" * 22)
            ana = await stack.enter_async_context(socket(entry, rooms[1], "A" * 22, table.id))
            far = await stack.enter_async_context(socket(entry, rooms[1], "B" * 22, table.id))
            near = await stack.enter_async_context(socket(owner, rooms[0], "C" * 22, table.id))
            exporter.clear()
            ana.say(json.dumps({"do": "act", "action": "0,0", "seat": 0, "ref": 1}))
            await asyncio.gather(until(ana, "ok"), until(far, "heard"), until(near, "heard"))
            _check(finished(exporter), table.id)

    run(work)


def _check(spans: Sequence[ReadableSpan], table: str) -> None:
    [message] = [span for span in spans if span.name == "socket.message" and span.parent is not None]
    own = [span for span in spans if span.context.trace_id == message.context.trace_id]
    names = {span.context.span_id: span.name for span in own}
    parents = {span.name: names[span.parent.span_id] for span in own if span.parent is not None}
    assert parents == {
        "socket.message": "node.forward",
        "store.write": "socket.message",
        "table.publish": "socket.message",
        "socket.send": "table.publish",
        "node.deliver": "socket.send",
    }
    assert [span.name for span in own if span.parent is None] == ["node.forward"]
    assert sum(span.name == "socket.send" for span in own) == 3
    assert message.attributes is not None
    assert message.attributes["table"] == hash_secret(table)
    assert table not in repr([dict(span.attributes or {}) for span in spans])


def test_nothing_is_recorded_and_nothing_travels_unless_it_is_wanted() -> None:
    tracing.close_tracer()
    with tracing.span("socket.message", table="x") as nothing:
        assert nothing is None
        assert tracing.current_trace() == ""
