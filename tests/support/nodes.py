"""Nodes in one process: a bus that can be cut, leases in memory, and small applications instead of rooms."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

from starlette.types import ASGIApp

from tableronde.room.base.limits import Backlog, Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.bus.here import Exchange, HereBus
from tableronde.room.cluster.node import Node
from tableronde.room.people.guests import Signer
from tableronde.room.room import Room
from tableronde.room.store import Lease, Store, StoreFault
from tableronde.room.store.leases import LeaseKeeper

TABLE = "T" * 22
SIGNER = Signer((b"the key of all nodes",))
Message = dict[str, Any]


class Leases:
    """The leases of a shared store. Nodes live until they are killed."""

    is_shared = True

    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, int]] = {}
        self.living: set[str] = set()
        self.dead: set[str] = set()
        self.away = False
        self.asked = 0

    def kill(self, node: str) -> None:
        """Simulate the death of a node."""
        self.dead.add(node)
        self.living.discard(node)

    async def renew(self, node: str, seconds: float) -> bool:
        self._must_be_there()
        if node in self.dead:
            raise StoreFault("dead")
        lived = node in self.living
        self.living.add(node)
        return lived

    async def claim(self, table: str, node: str, fence: int = 0) -> Lease | None:
        self._must_be_there()
        self.asked += 1
        await asyncio.sleep(0)
        if table == "N" * 22:
            return None
        keeper, latest = self.kept.get(table, ("", 0))
        if (keeper == node and fence != latest) or (keeper != node and keeper not in self.living):
            keeper, latest = self.kept[table] = node, latest + 1
        return Lease(table, keeper, latest)

    async def release(self, table: str, fence: int) -> None:
        if self.kept[table][1] == fence:
            self.kept[table] = "", fence

    async def leave(self, node: str) -> None:
        self.living.discard(node)

    async def find_lease(self, table: str) -> Lease | None:
        keeper, fence = self.kept.get(table, ("", 0))
        return Lease(table, keeper, fence) if keeper in self.living else None

    async def list_fences(self, node: str) -> dict[str, int]:
        return {table: fence for table, (keeper, fence) in self.kept.items() if keeper == node}

    async def list_nodes(self) -> dict[str, float]:
        self._must_be_there()
        return dict.fromkeys(self.living, 1.0)

    def _must_be_there(self) -> None:
        if self.away:
            raise StoreFault("away")


class Small:
    """A node with an application of its own."""

    def __init__(self, name: str, leases: Leases, exchange: Exchange, app: ASGIApp, limits: Limits | None = None) -> None:
        self.bus = HereBus(exchange)
        lease_keeper = LeaseKeeper(cast(Store, leases), name, lambda table: None)
        self.leases, self.metrics = lease_keeper, Metrics()
        self.backlog = Backlog(limits)
        room = SimpleNamespace(
            leases=lease_keeper,
            node=name,
            signer=SIGNER,
            metrics=self.metrics,
            backlog=self.backlog,
            counts=[],
            boxes={},
            hand_over=self._hand_over,
        )
        self.node = Node(cast(Room, room), self.bus, app)
        self.handed_over: list[str] = []

    async def _hand_over(self) -> None:
        self.handed_over = list(self.leases.leases)
        await self.leases.release(self.handed_over)

    async def get(self, path: str, method: str = "GET", body: bytes = b"", **scope: Any) -> "Answer":
        """Send a request to this node."""
        answer = Answer()
        asked = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Message:
            return next(asked, {}) or await asyncio.Future()

        await self.node.proxy(_scope("http", path, method=method, **scope), receive, answer.hear)
        return answer

    @asynccontextmanager
    async def socket(self, path: str = f"/t/{TABLE}/live", **scope: Any) -> "AsyncIterator[Line]":
        """Open a socket at this node."""
        line = Line()
        task = asyncio.create_task(self.node.proxy(_scope("websocket", path, **scope), line.receive, line.send))
        line.say_raw({"type": "websocket.connect"})
        try:
            yield line
        finally:
            line.say_raw({"type": "websocket.disconnect", "code": 1000})
            line.reading.set()
            async with asyncio.timeout(5):
                await asyncio.gather(task, return_exceptions=True)
            line.fault = task.exception() if not task.cancelled() else None


class Answer:
    """The answer to a request."""

    def __init__(self) -> None:
        self.status, self.body, self.headers, self.pieces = 0, b"", dict[bytes, bytes](), 0

    async def hear(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.pieces += 1
            self.body += message.get("body", b"")


class Line:
    """A guest's end of a socket."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[Message] = asyncio.Queue()
        self.heard: asyncio.Queue[Message] = asyncio.Queue()
        self.reading = asyncio.Event()
        self.reading.set()
        self.fault: BaseException | None = None

    def say(self, text: str) -> None:
        self.say_raw({"type": "websocket.receive", "text": text})

    def say_raw(self, message: Message) -> None:
        self.said.put_nowait(message)

    async def receive(self) -> Message:
        return await self.said.get()

    async def send(self, message: Any) -> None:
        await self.reading.wait()
        self.heard.put_nowait(dict(message))

    async def hear(self) -> Message:
        """Return the next message."""
        async with asyncio.timeout(10):
            return await self.heard.get()

    async def text(self) -> str:
        """Return the next text message."""
        while (message := await self.hear())["type"] != "websocket.send":
            assert message["type"] == "websocket.accept", message
        return str(message["text"])


def _scope(kind: str, path: str, **more: Any) -> Message:
    bare = {"type": kind, "path": path, "raw_path": path.encode(), "query_string": b"", "headers": [], "client": ("192.0.2.7", 1234)}
    return {**bare, "scheme": "http", "http_version": "1.1", "extensions": {}, **more}


@asynccontextmanager
async def nodes(*apps: ASGIApp, limits: Limits | None = None) -> AsyncIterator[tuple[list[Small], Leases]]:
    """Run some nodes that know each other."""
    leases, exchange = Leases(), Exchange()
    small = [Small(f"node{i}", leases, exchange, app, limits) for i, app in enumerate(apps)]
    async with AsyncExitStack() as stack:
        for each in small:
            await each.leases.open()
            stack.push_async_callback(each.leases.close)
            await stack.enter_async_context(each.node.running())
        for each in small:
            while len(each.node.peers.alive) < len(small) - 1:
                await each.node.peers.wait_for_node(1)
        yield small, leases


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test with a time limit."""

    async def bounded() -> None:
        async with asyncio.timeout(30):
            await work()

    asyncio.run(bounded())
