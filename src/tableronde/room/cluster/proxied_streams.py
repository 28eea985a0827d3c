"""The proxy's end of a stream: a guest's request or socket that another node answers."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, Final, Literal

from tableronde.room.base.logs import request_id
from tableronde.room.base.packets import Packet
from tableronde.room.base.tracing import TRACE_KEY, current_trace, span
from tableronde.room.cluster.frames import Acknowledged, Closed, Delivered, FromClient, Message, Moved, Open, Probe, ToClient, select_scope
from tableronde.room.cluster.peers import Peers

MAX_UNACKNOWLEDGED: Final = 16  # messages of a guest in flight, before no more are read
REPORT_BYTES: Final = 32_000  # delivered bytes after which the owner is informed
End = Literal["done", "moved", "closed"]


class ProxiedStream:
    """One guest's stream to the owner. Messages of the owner go to `on_message`, which calls `report_delivered` later."""

    def __init__(
        self, peers: Peers, node: str, number: int, on_message: Callable[[Message], None], on_packet: Callable[[Packet], None]
    ) -> None:
        self.peers, self.node, self.number = peers, node, number
        self.on_message, self.on_packet = on_message, on_packet
        self.over: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        self.unacknowledged: deque[Message] = deque()  # messages of the guest that the owner may not have taken in
        self.sent = self.acknowledged = 0  # counts of the guest's messages
        self.received = 0  # count of the owner's frames
        self.delivered_bytes = self.reported_bytes = 0  # bytes of the owner that were delivered, and that it was told of
        self.probed = 0
        self._room = asyncio.Event()

    async def wait_for_room(self) -> None:
        """Wait until the owner has taken in enough messages."""
        while self.sent - self.acknowledged >= MAX_UNACKNOWLEDGED and not self.over.done():
            self._room.clear()
            await self._room.wait()

    def send(self, message: Message) -> None:
        """Send a message of the guest."""
        with span("node.forward", node=self.node):
            if trace := current_trace():
                message = {**message, TRACE_KEY: trace}
        self.unacknowledged.append(message)
        if not self.over.done():
            self.sent += 1
            self.peers.send(self.node, FromClient(self.number, self.sent, message))

    def on_acknowledged(self, frame: Acknowledged | Moved) -> None:
        """Handle the owner's confirmation of the guest's messages."""
        while self.acknowledged < min(frame.count, self.sent):
            self.acknowledged += 1
            self.unacknowledged.popleft()
        self._room.set()

    def on_to_client(self, frame: ToClient) -> None:
        """Handle a message of the owner."""
        if self._take_next(frame.place):
            self.on_message(frame.message)

    def on_broadcast(self, place: int, packet: Packet) -> None:
        """Handle a message of the owner to many guests."""
        if self._take_next(place):
            self.on_packet(packet)

    def list_unacknowledged(self) -> Sequence[Message]:
        """Return, at the end, the guest's messages that were not taken in.

        If the stream was closed, it is unknown which of the sent ones were; only those never sent are returned.
        """
        return list(self.unacknowledged) if self.over.result() == "moved" else list(self.unacknowledged)[self.sent - self.acknowledged :]

    def report_delivered(self, size: int) -> None:
        """Count bytes of the owner that have reached the guest, and report them from time to time."""
        self.delivered_bytes += size
        if self.delivered_bytes - self.reported_bytes >= REPORT_BYTES and not self.over.done():
            self.reported_bytes = self.delivered_bytes
            self.peers.send(self.node, Delivered(self.number, self.delivered_bytes))

    def answer_probe(self, frame: Probe) -> None:
        """Answer the owner's probe: close the stream if frames are missing."""
        if frame.place != self.received:
            self.close()

    def probe(self) -> None:
        """Ask the owner whether the last frame has arrived, so that a lost one is noticed soon."""
        if self.sent != self.probed and not self.over.done():
            self.probed = self.sent
            self.peers.send(self.node, Probe(self.number, self.sent, from_proxy=True))

    def end(self, how: End) -> None:
        """End the stream."""
        if not self.over.done():
            self.over.set_result(how)
            self._room.set()

    def close(self) -> None:
        """Give the stream up because a frame is missing."""
        if not self.over.done():
            self.peers.send(self.node, Closed(self.number, owner=False))
            self.end("closed")

    def _take_next(self, place: int) -> bool:
        if self.over.done():
            return False
        if place != self.received + 1:
            self.close()
            return False
        self.received += 1
        return True


class ProxiedStreams:
    """All guests of this node that other nodes answer."""

    def __init__(self, peers: Peers) -> None:
        self.peers = peers
        self.streams: dict[int, ProxiedStream] = {}
        self._numbers = count(1)

    def open(
        self, node: str, table: str, scope: Mapping[str, Any], on_message: Callable[[Message], None], on_packet: Callable[[Packet], None]
    ) -> ProxiedStream:
        """Open a stream; the caller closes it."""
        number = next(self._numbers)
        stream = self.streams[number] = ProxiedStream(self.peers, node, number, on_message, on_packet)
        self.peers.send(node, Open(number, table, select_scope(scope), request_id.get()))
        return stream

    def close(self, stream: ProxiedStream) -> None:
        """Close a stream whose guest has gone or is served otherwise."""
        if not stream.over.done():
            self.peers.send(stream.node, Closed(stream.number, owner=False))
            stream.end("done")
        self.streams.pop(stream.number, None)

    def drop_node(self, node: str | None) -> None:
        """Close the streams of a node that is gone (None: of all nodes). If it was only suspended, it notices when it wakes up."""
        for stream in tuple(self.streams.values()):
            if node in (None, stream.node):
                stream.close()

    def __len__(self) -> int:
        return len(self.streams)
