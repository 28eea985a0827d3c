"""What goes out on one connection: at once if the client reads, else it waits, in order; who does not read is cut off."""

import asyncio
import contextlib
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

from tableronde.room.limits import Backlog
from tableronde.room.metrics import Metrics
from tableronde.room.packets import Packet, Pipe

PIPE = "tableronde.pipe"  # under which name a connection offers to take packets as they are
BACK = "tableronde.back"  # and to take the last message back that was received, so that somebody else gets it


class Outbox:
    """Messages to one client."""

    def __init__(self, socket: WebSocket | None, metrics: Metrics, backlog: Backlog) -> None:
        self.socket, self.metrics, self.backlog = socket, metrics, backlog
        self.pipe: Pipe | None = None if socket is None else socket.scope.get("extensions", {}).get(PIPE)
        self.closed = False
        self.code = 1001  # with which it is closed
        self.count = 0  # messages ever
        self.latest: Packet | None = None
        self.waiting: deque[Packet] = deque()
        self._wake = asyncio.Event()

    def put(self, packet: Packet) -> None:
        """Put a message on its way."""
        if self.closed:
            return
        self.count, self.latest = self.count + 1, packet
        self.metrics.sent(len(packet.data))
        if self.waiting or self.pipe is None or not self.pipe.pour(packet):
            self.waiting.append(packet)
            self.backlog.put(self, len(packet))
            self._wake.set()

    def close(self) -> None:
        """Send nothing more, not even what waits."""
        self.closed = True
        self.waiting.clear()
        self.backlog.drop(self)
        self._wake.set()

    async def deliver(self) -> None:
        """Send what waits; when the room closes the connection, hang up."""
        assert self.socket is not None
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has gone: whoever listens to it will notice
            while not self.closed:
                await self._send_waiting(self.socket)
                self._wake.clear()
                if not self.closed:
                    await self._wake.wait()
            await self.socket.close(self.code)

    async def _send_waiting(self, socket: WebSocket) -> None:
        """One after the other. What is being sent counts as waiting, so that nothing overtakes it."""
        while self.waiting:
            packet = self.waiting[0]
            await socket.send_text(packet.text)
            if self.waiting:  # not closed meanwhile
                self.waiting.popleft()
                self.backlog.took(self, len(packet))
