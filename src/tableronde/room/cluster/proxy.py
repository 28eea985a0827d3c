"""The proxy: a guest may reach any node, and the owner of the table answers.

It wraps the application. Requests about no table, or about a table owned here, go straight through; all others travel to the owner and
back. When the owner changes or dies, a guest's socket stays open: the proxy announces the wait, opens a stream to the new owner, and the
owner sends everything as to a new guest.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import MutableMapping
from time import monotonic
from typing import Any, Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tableronde.room.base.encoding import encode
from tableronde.room.base.ownership import MOVED_CODE, RETRY_CODE
from tableronde.room.base.packets import Packet, PacketSink
from tableronde.room.base.refusals import TooMuch
from tableronde.room.base.replies import Reply
from tableronde.room.cluster.frames import Message, find_table, weigh_message
from tableronde.room.cluster.guest_cookies import with_guest
from tableronde.room.cluster.proxied_streams import End, ProxiedStream, ProxiedStreams
from tableronde.room.cluster.routing import Router
from tableronde.room.live.outbox import BACK, PACKET_SINK
from tableronde.room.room import Room

WAIT_NOTICE_SECONDS: Final = 0.3  # before a client is told to wait
RETRY_SECONDS: Final = 0.1  # between two attempts
PATIENCE: Final = 8.0  # that a request waits for an owner
MAX_UNSENT: Final = 16  # messages of a client that wait for an owner
MAX_TEXT: Final = 4_000_000  # of one message in pieces
SAFE_METHODS: Final = ("GET", "HEAD")  # repeated if the answer was lost
LOST: Final[Reply] = {"line": "lost"}
OPEN: Final[Reply] = {"line": "open"}
MOVE: Final[Reply] = {"move": True}
MOVED_CODES: Final = (MOVED_CODE, RETRY_CODE)  # close codes by which an owner's application sends a client elsewhere
GONE: Final = {"type": "websocket.disconnect", "code": 1001}


class Proxy:
    """The layer between the middleware and the application of one node."""

    def __init__(self, app: ASGIApp, router: Router, streams: ProxiedStreams, room: Room) -> None:
        self.app, self.router, self.streams, self.room = app, router, streams, room
        self.metrics, self.backlog = room.metrics, room.backlog
        self.node = router.leases.node
        self.connections: set[ProxiedConnection] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        table = find_table(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if table is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            known = {**scope, "headers": with_guest(scope["headers"], self.room.signer)}  # the same guest for every owner
            await self._converse(ProxiedConnection(self, table, known, receive, send))
        else:
            await self._answer(table, scope, receive, send)

    async def _converse(self, connection: "ProxiedConnection") -> None:
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)

    async def _answer(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. If the answer is lost on its way, a request that changes nothing is repeated."""
        try:
            body = await _read_body(receive)
        except TooMuch:
            return await PlainTextResponse("that is too much at once\n", 413)(scope, receive, send)
        end, safe = monotonic() + PATIENCE, scope["method"] in SAFE_METHODS
        while (owner := await self._find_owner(table, end - monotonic())) is not None and owner != self.node:
            request = ProxiedRequest(self, table, scope, body, send)
            how = await request.run(owner)
            if how == "done":
                return
            self.router.forget(table)
            if request.has_begun or (how == "closed" and not safe):
                break
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return await self.app(scope, _replay_body(body, receive), send)
        if not request.has_begun:
            await self.app({**scope, "state": {**scope.get("state", {}), "elsewhere": True}}, _replay_body(body, receive), send)

    async def _find_owner(self, table: str, seconds: float) -> str | None:
        """Return the owner; None if it cannot be found in time, so that this node's application refuses the request."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                return await self.router.find(table)
        except TimeoutError:
            return None


class ProxiedRequest:
    """A request that another node answers."""

    def __init__(self, proxy: Proxy, table: str, scope: Scope, body: bytes, send: Send) -> None:
        self.proxy, self.table, self.scope, self.body, self.send = proxy, table, dict(scope), body, send
        self.has_begun = False  # whether part of the answer was passed on
        self._replies: asyncio.Queue[Message] = asyncio.Queue()

    async def run(self, owner: str) -> End:
        """Send the request to its owner and pass the answer on."""
        streams = self.proxy.streams
        stream = streams.open(owner, self.table, self.scope, self._replies.put_nowait, _ignore_packet)
        self.proxy.metrics.relayed += 1
        try:
            stream.send({"type": "http.request", "body": self.body, "more_body": False})
            return await self._pass_on(stream)
        finally:
            streams.close(stream)

    async def _pass_on(self, stream: ProxiedStream) -> End:
        while True:
            next_reply = asyncio.ensure_future(self._replies.get())
            await _wait_for_first(next_reply, stream.over)
            if not next_reply.done():
                next_reply.cancel()
                return stream.over.result()
            message = next_reply.result()
            self.has_begun = True
            await self.send(_convert_response(message))
            stream.report_delivered(weigh_message(message))
            if message["type"] == "http.response.body" and not message.get("more_body"):
                return "done"


class ProxiedConnection:
    """A guest's socket to a table, for as long as the guest stays, across changes of the owner."""

    def __init__(self, proxy: Proxy, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        self.proxy, self.table, self.scope, self.receive, self.send = proxy, table, scope, receive, send
        self.unsent: deque[Message] = deque()  # messages of the guest that no owner has taken in
        self.openings = 0  # how many owners have begun to answer
        self.is_silent = True  # whether the current owner has not sent anything yet
        self.is_waiting = False  # whether the guest was told to wait
        self._reading: asyncio.Task[Message] | None = None

    async def run(self) -> None:
        """Connect the guest with the current owner, again and again until the guest leaves."""
        await self.receive()
        await self.send({"type": "websocket.accept"})
        try:
            while (owner := await self._find_owner()) is not None:
                began = monotonic()
                self.is_silent = True
                how = await (self._answer_here() if owner == self.proxy.node else self._answer_there(owner))
                if how == "done":
                    return
                self.proxy.router.forget(self.table)
                if monotonic() - began < RETRY_SECONDS:
                    await self._announce_wait()
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            if self._reading is not None:
                self._reading.cancel()

    async def send_payload(self, payload: Any) -> None:
        """Send a message of the proxy itself."""
        with contextlib.suppress(RuntimeError, OSError):  # the guest has just gone
            await self.send({"type": "websocket.send", "text": encode(payload).decode()})

    async def _find_owner(self) -> str | None:
        """Find the owner; return None if the guest leaves meanwhile. A waiting guest is informed, and its messages are kept."""
        finding = asyncio.create_task(self.proxy.router.find(self.table))
        patience: float | None = WAIT_NOTICE_SECONDS
        try:
            while not finding.done():
                reading = {self.read()} if len(self.unsent) < MAX_UNSENT else set()
                done, _ = await asyncio.wait({finding, *reading}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    patience = None
                    await self._announce_wait()
                if done & reading and self.store_read()["type"] == "websocket.disconnect":
                    return None
            return finding.result()
        finally:
            finding.cancel()

    async def _announce_wait(self) -> None:
        if not self.is_waiting:
            self.is_waiting = True
            await self.send_payload(LOST)

    async def announce_open(self) -> None:
        """Note that an owner begins to answer; from the second time on, tell the guest that everything is sent again."""
        self.is_silent, self.is_waiting, self.openings = False, False, self.openings + 1
        if self.openings > 1:
            await self.send_payload(OPEN)

    # The guest's messages

    def read(self) -> "asyncio.Task[Message]":
        """Return the task that reads the guest's next message; its message is not lost if the caller stops waiting."""
        if self._reading is None:
            self._reading = asyncio.ensure_future(_receive_message(self.receive))
        return self._reading

    def _take_read(self) -> Message:
        reading, self._reading = self._reading, None
        assert reading is not None
        return reading.result()

    def store_read(self) -> Message:
        self.unsent.append(self._take_read())
        return self.unsent[-1]

    async def _wait_for_next(self) -> Message:
        """Return the guest's next message without removing it; it is still the next one if the caller is cancelled."""
        if not self.unsent:
            await asyncio.wait({self.read()})
            self.store_read()
        return self.unsent[0]

    # The answering side

    async def _answer_here(self) -> End:
        """Let this node's own application answer."""
        local = LocalSocket(self, asyncio.get_running_loop().create_future())
        extensions = {**self.scope.get("extensions", {}), BACK: local.give_back, PACKET_SINK: local}
        await self.proxy.app({**self.scope, "extensions": extensions, "state": {}}, local.receive, local.send)
        return "moved" if local.moved.done() else "done"

    async def _answer_there(self, owner: str) -> End:
        """Let another node answer."""
        downstream, streams = Downstream(self), self.proxy.streams
        stream = downstream.stream = streams.open(owner, self.table, self.scope, downstream.on_message, downstream.on_packet)
        stream.over.add_done_callback(lambda _: downstream.wake.set())
        self.proxy.metrics.relayed += 1
        stream.send({"type": "websocket.connect"})
        pumping, delivering = asyncio.create_task(self._pump(stream)), asyncio.create_task(downstream.deliver())
        try:
            await asyncio.wait({pumping, delivering}, return_when=asyncio.FIRST_COMPLETED)
            if pumping.done() or downstream.is_closed or not stream.over.done() or delivering.exception() is not None:
                return "done"
            self.unsent.extendleft(
                reversed([message for message in stream.list_unacknowledged() if message["type"] == "websocket.receive"])
            )
            return stream.over.result()
        finally:
            await _cancel(pumping, delivering)
            streams.close(stream)
            self.proxy.backlog.drop(downstream)

    async def _pump(self, stream: ProxiedStream) -> None:
        """Pass the guest's messages on until it disconnects."""
        while (await self._wait_for_next())["type"] != "websocket.disconnect":
            await stream.wait_for_room()
            stream.send(self.unsent.popleft())


class LocalSocket:
    """A socket as this node's own application sees it; when the table moves, the guest seems to disconnect."""

    def __init__(self, connection: ProxiedConnection, moved: "asyncio.Future[None]") -> None:
        self.connection, self.moved = connection, moved
        self._sink: PacketSink | None = connection.scope.get("extensions", {}).get(PACKET_SINK)
        self._has_begun = False
        self._last: Message | None = None

    async def receive(self) -> Message:
        """Return the guest's next message."""
        if not self._has_begun:
            self._has_begun = True
            return {"type": "websocket.connect"}
        if not self.connection.unsent and not self.moved.done():
            reading = self.connection.read()
            await _wait_for_first(reading, self.moved)
            if reading.done():
                self.connection.store_read()
        if self.moved.done():
            return GONE
        self._last = self.connection.unsent.popleft()
        return self._last

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Pass a message of the application to the guest, except those meant for the proxy."""
        if message["type"] == "websocket.close" and message.get("code") in MOVED_CODES:
            if not self.moved.done():
                self.moved.set_result(None)
        elif message["type"] != "websocket.accept" and not self.moved.done():
            if self.connection.is_silent:
                await self.connection.announce_open()
            await self.connection.send(message)

    def write_now(self, packet: Packet) -> bool:
        """Send a packet at once, unless it is the first message of this owner."""
        return self._sink is not None and not self.connection.is_silent and not self.moved.done() and self._sink.write_now(packet)

    def give_back(self) -> None:
        """Return the last message to the queue because the application did not handle it."""
        if self._last is not None:
            self.connection.unsent.appendleft(self._last)
            self._last = None


class Downstream:
    """Messages of a remote owner to a guest of this node: sent at once if the guest reads, else queued, so that the owner waits."""

    stream: ProxiedStream

    def __init__(self, connection: ProxiedConnection) -> None:
        self.connection, self.backlog = connection, connection.proxy.backlog
        self.sink: PacketSink | None = connection.scope.get("extensions", {}).get(PACKET_SINK)
        self.waiting: deque[tuple[Message | Packet, int]] = deque()  # with their weight as the owner counts it
        self.is_closed = False  # whether the guest's socket is closed or must be closed
        self.wake = asyncio.Event()
        self._pieces: list[str] = []

    def on_message(self, message: Message) -> None:
        """Handle a message of the owner."""
        if message["type"] == "websocket.send" and message.get("text") is not None:
            return self._on_text(message)
        self._put(message, weigh_message(message))

    def on_packet(self, packet: Packet) -> None:
        """Handle a message of the owner to many guests."""
        if self.waiting or self.connection.is_silent or self.sink is None or not self.sink.write_now(packet):
            self._put(packet, len(packet))
        else:
            self._report_delivered(len(packet))

    def close(self) -> None:
        """Close the connection of a guest that does not read, because too much waits."""
        self.is_closed = True
        self.wake.set()

    async def deliver(self) -> None:
        """Pass on the queued messages in order, until the stream ends or the guest's socket is closed."""
        while True:
            while self.waiting and not self.is_closed:
                await self._pass_on(*self.waiting[0])
            if self.is_closed or self.stream.over.done():
                break
            self.wake.clear()
            await self.wake.wait()
        if self.is_closed and self.waiting:
            await self.connection.send({"type": "websocket.close", "code": 1001})

    async def _pass_on(self, item: Message | Packet, weight: int) -> None:
        message: Message = {"type": "websocket.send", "text": item.text} if isinstance(item, Packet) else item
        if message["type"] != "websocket.accept":
            if self.connection.is_silent:
                await self.connection.announce_open()
            await self.connection.send(message)
        self.is_closed = self.is_closed or message["type"] == "websocket.close"
        if self.waiting:
            self.waiting.popleft()
            self.backlog.remove(self, weight)
            self._report_delivered(weight)

    def _on_text(self, message: Message) -> None:
        """Handle a text message, possibly in pieces."""
        weight = weigh_message(message)
        self._pieces.append(message["text"])
        if message.get("more"):
            if sum(map(len, self._pieces)) > MAX_TEXT:
                self.close()
            return self._report_delivered(weight)
        text, self._pieces = "".join(self._pieces), []
        self._put({"type": "websocket.send", "text": text}, weight)

    def _put(self, item: Message | Packet, weight: int) -> None:
        self.waiting.append((item, weight))
        self.backlog.add(self, weight)
        self.wake.set()

    def _report_delivered(self, weight: int) -> None:
        self.connection.proxy.metrics.relayed_bytes += weight
        self.stream.report_delivered(weight)


async def _wait_for_first(*futures: "asyncio.Future[Any]") -> None:
    """Wait for the first of them without cancelling the others."""
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)


async def _receive_message(receive: Receive) -> Message:
    return dict(await receive())


async def _read_body(receive: Receive) -> bytes:
    """Read the body of a request; the middleware has limited its length."""
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return body


def _replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that yields a body that was already read."""
    has_replayed = False

    async def read() -> Message:
        nonlocal has_replayed
        if has_replayed:
            return dict(await receive())
        has_replayed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


def _convert_response(message: Message) -> Message:
    """Convert a part of an answer for the web server."""
    if "headers" in message:
        message["headers"] = [(bytes(name), bytes(value)) for name, value in message["headers"]]
    return message


def _ignore_packet(packet: Packet) -> None:
    """Do nothing: requests receive no packets."""


async def _cancel(*tasks: "asyncio.Task[None]") -> None:
    """Cancel tasks and ignore how they end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
