"""The relay: whatever node a guest comes to, it is the keeper of the table who answers.

It stands before the application. What is about no table, or about one kept here, goes straight through. The rest travels to the
keeper and back. When the keeper changes, or dies, a guest's socket stays open: the relay says that it waits, opens the way to the
new keeper, and there everything is told as to somebody who has just come.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import MutableMapping
from time import monotonic
from typing import Any, Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tableronde.room.cluster.finding import Finder
from tableronde.room.cluster.frames import Message, size, table_of
from tableronde.room.cluster.streams import End, Stream, Streams
from tableronde.room.encoding import encode
from tableronde.room.keeping import LATER, MOVED
from tableronde.room.limits import Backlog
from tableronde.room.live.outbox import BACK, PIPE
from tableronde.room.metrics import Metrics
from tableronde.room.packets import Packet, Pipe
from tableronde.room.refusals import TooMuch

WORD: Final = 0.3  # seconds before a guest is told to wait
BRIEF: Final = 0.1  # seconds to the next try where one has just failed
PATIENCE: Final = 8.0  # seconds that a request waits for a keeper
KEPT: Final = 16  # messages of a guest that wait for a keeper
LONGEST: Final = 4_000_000  # bytes of one message in pieces
SAFE: Final = ("GET", "HEAD")  # asked again if the answer was lost
LOST: Final = {"line": "lost"}
OPEN: Final = {"line": "open"}
MOVE: Final = {"move": True}
ELSEWHERE: Final = (MOVED, LATER)  # the codes with which a keeper's own application sends a guest on
GONE: Final = {"type": "websocket.disconnect", "code": 1001}


class Relay:
    """Between the guard and the application of one node."""

    def __init__(self, app: ASGIApp, finder: Finder, streams: Streams, metrics: Metrics, backlog: Backlog) -> None:
        self.app, self.finder, self.streams = app, finder, streams
        self.metrics, self.backlog = metrics, backlog
        self.me = finder.keepers.node
        self.sessions: set[Session] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        table = table_of(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if table is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._converse(Session(self, table, scope, receive, send))
        else:
            await self._answer(table, scope, receive, send)

    async def _converse(self, session: "Session") -> None:
        self.sessions.add(session)
        try:
            await session.run()
        finally:
            self.sessions.discard(session)

    async def _answer(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        """A request. If the answer is lost on its way, what changes nothing is asked again."""
        try:
            body = await _whole(receive)
        except TooMuch:
            return await PlainTextResponse("that is too much at once\n", 413)(scope, receive, send)
        end, safe = monotonic() + PATIENCE, scope["method"] in SAFE
        while (keeper := await self._keeper(table, end - monotonic())) is not None and keeper != self.me:
            errand = Errand(self, table, scope, body, send)
            how = await errand.run(keeper)
            if how == "done":
                return
            self.finder.forget(table)
            if errand.begun or (how == "torn" and not safe):
                break
            await asyncio.sleep(BRIEF)
        else:
            return await self.app(scope, _again(body, receive), send)
        if not errand.begun:
            await self.app({**scope, "state": {**scope.get("state", {}), "elsewhere": True}}, _again(body, receive), send)

    async def _keeper(self, table: str, seconds: float) -> str | None:
        """The keeper; None if it cannot be found in time: then this node's own application says so."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                return await self.finder.find(table)
        except TimeoutError:
            return None


class Errand:
    """A request that another node answers."""

    def __init__(self, relay: Relay, table: str, scope: Scope, body: bytes, send: Send) -> None:
        self.relay, self.table, self.scope, self.body, self.send = relay, table, dict(scope), body, send
        self.begun = False  # whether a part of the answer has been passed on
        self._said: asyncio.Queue[Message] = asyncio.Queue()

    async def run(self, keeper: str) -> End:
        """Have it answered there."""
        streams = self.relay.streams
        stream = streams.open(keeper, self.table, self.scope, self._said.put_nowait, _no_packets)
        self.relay.metrics.relayed += 1
        try:
            stream.say({"type": "http.request", "body": self.body, "more_body": False})
            return await self._pass_on(stream)
        finally:
            streams.close(stream)

    async def _pass_on(self, stream: Stream) -> End:
        while True:
            hearing = asyncio.ensure_future(self._said.get())
            await _either(hearing, stream.over)
            if not hearing.done():
                hearing.cancel()
                return stream.over.result()
            message = hearing.result()
            self.begun = True
            await self.send(_response(message))
            stream.delivered(size(message))
            if message["type"] == "http.response.body" and not message.get("more_body"):
                return "done"


class Session:
    """A guest's socket to a table, for as long as the guest stays, whoever keeps the table."""

    def __init__(self, relay: Relay, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        self.relay, self.table, self.scope, self.receive, self.send = relay, table, scope, receive, send
        self.kept: deque[Message] = deque()  # what the guest said and nobody has taken in
        self.times = 0  # how often somebody has begun to answer
        self.silent = True  # whether who answers now has not said anything yet
        self.waits = False  # whether the guest was told to wait
        self._reading: asyncio.Task[Message] | None = None

    async def run(self) -> None:
        """Talk with whoever keeps the table until it is over."""
        await self.receive()
        await self.send({"type": "websocket.accept"})
        try:
            while (keeper := await self._keeper()) is not None:
                began = monotonic()
                self.silent = True
                how = await (self._here() if keeper == self.relay.me else self._there(keeper))
                if how == "done":
                    return
                self.relay.finder.forget(self.table)
                if monotonic() - began < BRIEF:
                    await self._wait()
                    await asyncio.sleep(BRIEF)
        finally:
            if self._reading is not None:
                self._reading.cancel()

    async def tell(self, payload: Any) -> None:
        """Say something on the relay's own account."""
        with contextlib.suppress(RuntimeError, OSError):  # the guest has just gone
            await self.send({"type": "websocket.send", "text": encode(payload).decode()})

    async def _keeper(self) -> str | None:
        """Find the keeper; None if the guest has gone meanwhile. Who has to wait is told so, and what they say is kept."""
        finding = asyncio.create_task(self.relay.finder.find(self.table))
        patience: float | None = WORD
        try:
            while not finding.done():
                reading = {self._read()} if len(self.kept) < KEPT else set()
                done, _ = await asyncio.wait({finding, *reading}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    patience = None
                    await self._wait()
                if done & reading and self._keep()["type"] == "websocket.disconnect":
                    return None
            return finding.result()
        finally:
            finding.cancel()

    async def _wait(self) -> None:
        if not self.waits:
            self.waits = True
            await self.tell(LOST)

    async def greet(self) -> None:
        """Whoever answers now says the first word. The guest knows how that is; but the second time they are told that all comes again."""
        self.silent, self.waits, self.times = False, False, self.times + 1
        if self.times > 1:
            await self.tell(OPEN)

    # What the guest says

    def _read(self) -> "asyncio.Task[Message]":
        """The next message of the guest, being read. It is not lost if nobody waits for it any more."""
        if self._reading is None:
            self._reading = asyncio.ensure_future(_message(self.receive))
        return self._reading

    def _take(self) -> Message:
        reading, self._reading = self._reading, None
        assert reading is not None
        return reading.result()

    def _keep(self) -> Message:
        self.kept.append(self._take())
        return self.kept[-1]

    async def _next(self) -> Message:
        """The next message of the guest; cut off meanwhile, it is the next one still."""
        if not self.kept:
            await asyncio.wait({self._read()})
            self._keep()
        return self.kept[0]

    # Who answers

    async def _here(self) -> End:
        """This node's own application answers."""
        inner = Inner(self, asyncio.get_running_loop().create_future())
        extensions = {**self.scope.get("extensions", {}), BACK: inner.give_back, PIPE: inner}
        await self.relay.app({**self.scope, "extensions": extensions, "state": {}}, inner.receive, inner.send)
        return "moved" if inner.moved.done() else "done"

    async def _there(self, keeper: str) -> End:
        """Another node answers."""
        down, streams = Down(self), self.relay.streams
        stream = down.stream = streams.open(keeper, self.table, self.scope, down.hear, down.pour)
        stream.over.add_done_callback(lambda _: down.wake.set())
        self.relay.metrics.relayed += 1
        stream.say({"type": "websocket.connect"})
        pumping, delivering = asyncio.create_task(self._pump(stream)), asyncio.create_task(down.deliver())
        try:
            await asyncio.wait({pumping, delivering}, return_when=asyncio.FIRST_COMPLETED)
            if pumping.done() or down.closed or not stream.over.done() or delivering.exception() is not None:
                return "done"
            self.kept.extendleft(reversed([message for message in stream.unheard() if message["type"] == "websocket.receive"]))
            return stream.over.result()
        finally:
            await _end(pumping, delivering)
            streams.close(stream)
            self.relay.backlog.drop(down)

    async def _pump(self, stream: Stream) -> None:
        """Pass on what the guest says, until they have gone."""
        while (await self._next())["type"] != "websocket.disconnect":
            await stream.has_room()
            stream.say(self.kept.popleft())


class Inner:
    """A socket as this node's own application sees it; when the table moves, it sees the guest go."""

    def __init__(self, session: Session, moved: "asyncio.Future[None]") -> None:
        self.session, self.moved = session, moved
        self._pipe: Pipe | None = session.scope.get("extensions", {}).get(PIPE)
        self._begun = False
        self._last: Message | None = None

    async def receive(self) -> Message:
        """The next message of the guest."""
        if not self._begun:
            self._begun = True
            return {"type": "websocket.connect"}
        if not self.session.kept and not self.moved.done():
            reading = self.session._read()
            await _either(reading, self.moved)
            if reading.done():
                self.session._keep()
        if self.moved.done():
            return GONE
        self._last = self.session.kept.popleft()
        return self._last

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """What the application says goes to the guest, but for what only the relay has to know."""
        if message["type"] == "websocket.close" and message.get("code") in ELSEWHERE:
            if not self.moved.done():
                self.moved.set_result(None)
        elif message["type"] != "websocket.accept" and not self.moved.done():
            if self.session.silent:
                await self.session.greet()
            await self.session.send(message)

    def pour(self, packet: Packet) -> bool:
        """Say something at once, unless it is the first word."""
        return self._pipe is not None and not self.session.silent and not self.moved.done() and self._pipe.pour(packet)

    def give_back(self) -> None:
        """What was taken in last was not looked at after all."""
        if self._last is not None:
            self.session.kept.appendleft(self._last)
            self._last = None


class Down:
    """What a keeper elsewhere says to a guest here: at once if the guest reads, else it waits, and the keeper with it."""

    stream: Stream

    def __init__(self, session: Session) -> None:
        self.session, self.backlog = session, session.relay.backlog
        self.pipe: Pipe | None = session.scope.get("extensions", {}).get(PIPE)
        self.waiting: deque[tuple[Message | Packet, int]] = deque()  # with their weight, as the keeper counts it
        self.closed = False  # whether the guest's socket is closed, or has to be
        self.wake = asyncio.Event()
        self._pieces: list[str] = []

    def hear(self, message: Message) -> None:
        """The keeper says something."""
        if message["type"] == "websocket.send" and message.get("text") is not None:
            return self._hear_text(message)
        self._put(message, size(message))

    def pour(self, packet: Packet) -> None:
        """The keeper says something to many."""
        if self.waiting or self.session.silent or self.pipe is None or not self.pipe.pour(packet):
            self._put(packet, len(packet))
        else:
            self._passed(len(packet))

    def close(self) -> None:
        """The guest does not read, and too much waits: no more."""
        self.closed = True
        self.wake.set()

    async def deliver(self) -> None:
        """Pass on what waits, one after the other, until the stream is over or the guest's socket closed."""
        while True:
            while self.waiting and not self.closed:
                await self._pass_on(*self.waiting[0])
            if self.closed or self.stream.over.done():
                break
            self.wake.clear()
            await self.wake.wait()
        if self.closed and self.waiting:
            await self.session.send({"type": "websocket.close", "code": 1001})

    async def _pass_on(self, item: Message | Packet, weight: int) -> None:
        message: Message = {"type": "websocket.send", "text": item.text} if isinstance(item, Packet) else item
        if message["type"] != "websocket.accept":
            if self.session.silent:
                await self.session.greet()
            await self.session.send(message)
        self.closed = self.closed or message["type"] == "websocket.close"
        if self.waiting:
            self.waiting.popleft()
            self.backlog.took(self, weight)
            self._passed(weight)

    def _hear_text(self, message: Message) -> None:
        """A message of text, perhaps in pieces."""
        weight = size(message)
        self._pieces.append(message["text"])
        if message.get("more"):
            if sum(map(len, self._pieces)) > LONGEST:
                self.close()
            return self._passed(weight)
        text, self._pieces = "".join(self._pieces), []
        self._put({"type": "websocket.send", "text": text}, weight)

    def _put(self, item: Message | Packet, weight: int) -> None:
        self.waiting.append((item, weight))
        self.backlog.put(self, weight)
        self.wake.set()

    def _passed(self, weight: int) -> None:
        self.session.relay.metrics.relayed_bytes += weight
        self.stream.delivered(weight)


async def _either(*futures: "asyncio.Future[Any]") -> None:
    """Wait for the first of them; none is lost."""
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)


async def _message(receive: Receive) -> Message:
    return dict(await receive())


async def _whole(receive: Receive) -> bytes:
    """The body of a request; the guard has seen to it that it is not too long."""
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return body


def _again(body: bytes, receive: Receive) -> Receive:
    """A request's body for somebody who has not read it."""
    told = False

    async def read() -> Message:
        nonlocal told
        if told:
            return dict(await receive())
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


def _response(message: Message) -> Message:
    """A part of an answer as the web server wants it."""
    if "headers" in message:
        message["headers"] = [(bytes(name), bytes(value)) for name, value in message["headers"]]
    return message


def _no_packets(packet: Packet) -> None:
    """To a request nothing is poured."""


async def _end(*tasks: "asyncio.Task[None]") -> None:
    """Nobody needs them any more; how they end is nobody's business."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
