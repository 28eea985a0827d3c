"""Messages on their way to one client: sent at once if it reads, else queued in order; clients that do not read are cut off."""

import asyncio
import contextlib
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

from tableronde.room.base.limits import Backlog
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.packets import Packet, PacketSink
from tableronde.room.base.replies import Reply
from tableronde.room.base.tracing import span

PACKET_SINK = "tableronde.packet_sink"  # scope key of an extension that sends packets as they are
BACK = "tableronde.back"  # scope key of an extension that takes the last received message back, for another receiver


class Outbox:
    """The messages to one client."""

    def __init__(self, socket: WebSocket, metrics: Metrics, backlog: Backlog) -> None:
        self.socket, self.metrics, self.backlog = socket, metrics, backlog
        self.sink: PacketSink | None = None if socket is None else socket.scope.get("extensions", {}).get(PACKET_SINK)
        self.closed = False
        self.code = 1001  # the close code
        self.count = 0  # messages sent so far
        self.latest: Packet | None = None
        self.waiting: deque[Packet] = deque()
        self._wake = asyncio.Event()

    def send(self, reply: Reply) -> None:
        """Encode and send a message."""
        self.put(Packet(reply))

    def put(self, packet: Packet) -> None:
        """Send an encoded message."""
        if self.closed:
            return
        self.count, self.latest = self.count + 1, packet
        self.metrics.count_sent(len(packet.data))
        with span("socket.send", bytes=len(packet.data)):
            if self.waiting or self.sink is None or not self.sink.write_now(packet):
                self.waiting.append(packet)
                self.backlog.add(self, len(packet))
                self._wake.set()

    def close(self) -> None:
        """Discard what waits and close the connection."""
        self.closed = True
        self.waiting.clear()
        self.backlog.drop(self)
        self._wake.set()

    async def deliver(self) -> None:
        """Send what waits until the connection is closed; then close the socket."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has left: its listener will notice
            while not self.closed:
                await self._send_waiting(self.socket)
                self._wake.clear()
                if not self.closed:
                    await self._wake.wait()
            await self.socket.close(self.code)

    async def _send_waiting(self, socket: WebSocket) -> None:
        """Send the queued messages in order. The one being sent stays queued, so that nothing overtakes it."""
        while self.waiting:
            packet = self.waiting[0]
            await socket.send_text(packet.text)
            if self.waiting:  # not closed meanwhile
                self.waiting.popleft()
                self.backlog.remove(self, len(packet))
