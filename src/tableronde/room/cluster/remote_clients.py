"""The owner's end of a stream: guests of other nodes as the owner's application sees them."""

import asyncio
from collections import deque
from collections.abc import MutableMapping
from typing import Any, Final

from starlette.types import ASGIApp

from tableronde.room.base.log_events import PROXIED_REQUEST_FAILED
from tableronde.room.base.logs import request_id
from tableronde.room.base.ownership import MOVED_CODE, RETRY_CODE
from tableronde.room.base.packets import Packet
from tableronde.room.cluster.frames import (
    Acknowledged,
    Closed,
    Delivered,
    FromClient,
    Message,
    Moved,
    Open,
    Probe,
    ToClient,
    restore_scope,
    weigh_message,
)
from tableronde.room.cluster.peers import MAX_BYTES_PER_CHARACTER, Peers
from tableronde.room.live.outbox import BACK, PACKET_SINK
from tableronde.room.store.leases import LeaseKeeper

WINDOW_BYTES: Final = 128_000  # sent and not yet delivered, before the owner waits
MAX_PIECE_BYTES: Final = 256_000  # of a message sent in one frame
ACKNOWLEDGE_EVERY: Final = 8  # messages after which the proxy is told that they were taken in
GONE: Final[dict[str, Message]] = {"http": {"type": "http.disconnect"}, "websocket": {"type": "websocket.disconnect", "code": 1001}}


class RemoteClient:
    """A guest of another node, as an ASGI connection."""

    def __init__(self, peers: Peers, node: str, opened: Open) -> None:
        self.peers, self.node, self.opened, self.number = peers, node, opened, opened.number
        self.kind: str = opened.scope["type"]
        self.inbox: deque[Message] = deque()
        self.received = 0  # messages that have arrived
        self.taken = 0  # messages that the application has taken in
        self.acknowledged = 0  # of which the proxy was told
        self.frames_sent = 0
        self.sent_bytes = self.delivered_bytes = 0  # bytes
        self.probed = 0  # the last frame that the proxy was asked about
        self.is_over = False  # whether nothing more is sent
        self._wake, self._room = asyncio.Event(), asyncio.Event()

    async def run(self, app: ASGIApp) -> None:
        """Run the application for the guest until one of them ends the connection."""
        scope = restore_scope(self.opened.scope)
        scope["extensions"].update({PACKET_SINK: self, BACK: self.give_back})
        request_id.set(self.opened.request)
        try:
            await app(scope, self.receive, self.send)
        except Exception as error:
            if self.is_over and isinstance(error, OSError):
                return  # the guest has left, which is no fault
            PROXIED_REQUEST_FAILED.log(error)
            if self.kind == "websocket" and not self.is_over:
                await self.send({"type": "websocket.close", "code": 1011})
        finally:
            if not self.is_over:
                self.close()

    # Called by the application

    async def receive(self) -> Message:
        """Return the guest's next message. Asking for it means that the one before is handled."""
        if self.taken - self.acknowledged >= ACKNOWLEDGE_EVERY and not self.is_over:
            self.acknowledged = self.taken
            self.peers.send(self.node, Acknowledged(self.number, self.taken))
        while not self.inbox:
            self._wake.clear()
            await self._wake.wait()
        self.taken += 1
        return self.inbox.popleft()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Send a message as soon as there is room; raise OSError on a socket whose guest has left."""
        if self.is_over and self.kind == "websocket":
            raise OSError("the guest has gone")
        if message["type"] == "websocket.close" and message.get("code") in (MOVED_CODE, RETRY_CODE):
            return self.move()
        for piece in _split_message(dict(message), self._max_piece):
            await self._wait_for_room()
            if not self.is_over:
                self._send_frame(piece)
        self.is_over = (
            self.is_over
            or message["type"] == "websocket.close"
            or (message["type"] == "http.response.body" and not message.get("more_body"))
        )

    def write_now(self, packet: Packet) -> bool:
        """Send a text message at once, if there is room."""
        if self.is_over or len(packet) > self._max_piece or self.sent_bytes - self.delivered_bytes > WINDOW_BYTES:
            return False
        self.frames_sent += 1
        self.sent_bytes += len(packet)
        self.peers.broadcast(self.node, self.number, self.frames_sent, packet.data)
        return True

    def give_back(self) -> None:
        """Count the last message as not taken in because the application did not handle it."""
        self.taken -= 1

    @property
    def _max_piece(self) -> int:
        return min(MAX_PIECE_BYTES, self.peers.max_bytes // 2)

    # Called for frames of the proxy

    def on_from_client(self, frame: FromClient) -> None:
        """Handle a message of the guest."""
        if frame.place != self.received + 1:
            return self.close()
        self.received += 1
        self._put(frame.message)

    def on_delivered(self, frame: Delivered) -> None:
        """Handle the proxy's report of delivered bytes."""
        self.delivered_bytes = max(self.delivered_bytes, frame.size)
        self._room.set()

    def move(self) -> None:
        """Send the guest elsewhere because the table has moved; its messages that were not taken in are repeated there."""
        if not self.is_over:
            self.peers.send(self.node, Moved(self.number, self.taken))
            self.leave()

    def close(self) -> None:
        """Give the stream up because a frame is missing."""
        if not self.is_over:
            self.peers.send(self.node, Closed(self.number, owner=True))
            self.leave()

    def leave(self) -> None:
        """End the connection of a guest that left or cannot be reached."""
        self.is_over = True
        self._room.set()
        self._put(GONE[self.kind])

    def answer_probe(self, frame: Probe) -> None:
        """Answer the proxy's probe: close the stream if frames are missing."""
        if frame.place != self.received:
            self.close()

    def probe(self) -> None:
        """Ask the proxy whether the last frame has arrived, so that a lost one is noticed soon."""
        if not self.is_over and self.frames_sent != self.probed:
            self.probed = self.frames_sent
            self.peers.send(self.node, Probe(self.number, self.frames_sent, from_proxy=False))

    def _put(self, message: Message) -> None:
        self.inbox.append(message)
        self._wake.set()

    def _send_frame(self, message: Message) -> None:
        self.frames_sent += 1
        self.sent_bytes += weigh_message(message)
        self.peers.send(self.node, ToClient(self.number, self.frames_sent, message))

    async def _wait_for_room(self) -> None:
        while self.sent_bytes - self.delivered_bytes > WINDOW_BYTES and not self.is_over:
            self._room.clear()
            await self._room.wait()


class RemoteClients:
    """All guests of other nodes."""

    def __init__(self, peers: Peers, app: ASGIApp, leases: LeaseKeeper) -> None:
        self.peers, self.app, self.leases = peers, app, leases
        self.clients: dict[tuple[str, int], RemoteClient] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, node: str, frame: Open) -> None:
        """Serve a new guest."""
        client = self.clients[node, frame.number] = RemoteClient(self.peers, node, frame)
        task = asyncio.create_task(self._serve(client))
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._on_finished(node, frame.number, task))

    async def _serve(self, client: RemoteClient) -> None:
        """Run the application if this node owns the table or can claim it; else send the guest on."""
        if await self.leases.try_claim(client.opened.table):
            await client.run(self.app)
        else:
            client.move()

    def find(self, node: str, number: int) -> RemoteClient | None:
        """Return the guest with that number; None if it has left."""
        return self.clients.get((node, number))

    def drop_node(self, node: str | None) -> None:
        """Drop the guests of a node that is gone (None: of all nodes). If it was only suspended, it notices when it wakes up."""
        for (other, _), client in tuple(self.clients.items()):
            if node in (None, other):
                client.close()

    async def close(self) -> None:
        """Send all guests elsewhere."""
        for client in tuple(self.clients.values()):
            client.move()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)

    def _on_finished(self, node: str, number: int, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.clients.pop((node, number), None)


def _split_message(message: Message, most: int) -> list[Message]:
    """Split a long message into several, which the proxy joins."""
    key, step = ("body", most) if "body" in message else ("text", most // MAX_BYTES_PER_CHARACTER)
    whole = message.get(key) or b""
    if len(whole) <= step:
        return [message]
    parts = [whole[start : start + step] for start in range(0, len(whole), step)]
    if key == "body":
        last = bool(message.get("more_body"))
        return [{**message, "body": part, "more_body": last or i < len(parts) - 1} for i, part in enumerate(parts)]
    return [{**message, "text": part, "more": i < len(parts) - 1} for i, part in enumerate(parts)]
