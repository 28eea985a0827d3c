"""The wire: a connection that speaks WebSocket. Every frame counts as a message, whatever it holds."""

import asyncio
from math import inf
from time import monotonic
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from tableronde.room.limits import Bucket, neighbourhood
from tableronde.room.live.outbox import PIPE
from tableronde.room.packets import LEVEL, MEMORY, WINDOW, Packet
from tableronde.room.web.edge import Edge, Patient

PIECE: Final = 1024  # bytes looked at in one go: some 170 of the smallest frames
STRIKES: Final = 200  # frames beyond the burst before the line is cut
SHORTEST: Final = 0.02  # seconds for which an address that sent too much is not listened to
TOO_MANY: Final = 1008
NOT_TEXT: Final = 1007
SQUEEZE: Final = ServerPerMessageDeflateFactory(  # each message by itself: what many are sent is compressed once
    server_no_context_takeover=True,
    server_max_window_bits=WINDOW,
    client_max_window_bits=WINDOW,
    compress_settings={"level": LEVEL, "memLevel": MEMORY},
)


class Wire(Patient, WebSocketsSansIOProtocol):
    """The socket of somebody who looks at a table."""

    def __init__(self, edge: Edge, **rest: Any) -> None:
        super().__init__(**rest)
        self.edge = edge
        self.address = ""
        self.bucket = Bucket.full(edge.limits.messages_per_second, edge.limits.message_burst + STRIKES, monotonic())
        self.unread = bytearray()  # what waits because the address has sent too much
        self.rest: asyncio.TimerHandle | None = None
        self.squeezes: bool | None = None  # whether messages are compressed; None: not known yet
        self.odd = False  # whether the client wants that otherwise than the room does it
        if self.conn.available_extensions:
            self.conn.available_extensions = [SQUEEZE]

    def connection_made(self, transport: Any) -> None:
        """The door hands a connection over; the edge has counted it already."""
        super().connection_made(transport)
        self.address = neighbourhood(self.client[0] if self.client else "?")

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is dead. What it leaves behind does not hold on to itself: nobody has to look for it."""
        super().connection_lost(exc)
        self.edge.leave(self.address)
        if self.rest is not None:
            self.rest.cancel()
        self.conn.parser.close()

    async def run_asgi(self) -> None:
        """Talk with the room, which may pour packets straight into the line."""
        extensions: Any = self.scope["extensions"]
        extensions[PIPE] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[PIPE]  # so that a closed line does not hold on to itself

    def pour(self, packet: Packet) -> bool:
        """Send a packet as it is, if the line takes it now."""
        if self.stuck < inf or not self.handshake_complete or self.close_sent or self.transport.is_closing():
            return False
        if self.squeezes is None:
            self.squeezes, self.odd = bool(self.conn.extensions), any(not _is_usual(extension) for extension in self.conn.extensions)
        if self.odd:
            return False
        self.transport.write(packet.deflated if self.squeezes else packet.plain)
        return True

    def data_received(self, data: bytes) -> None:
        """Something is said, or the door passes on how the client has introduced itself."""
        if not self.handshake_initiated:
            return self._greet(data)
        if self.rest is None and not self.unread and len(data) <= PIECE and not self.edge.wait(self.address):
            return super().data_received(data)
        self.unread += data
        if self.rest is None:
            self._listen()

    def handle_events(self) -> None:
        """Frames have come."""
        if self.handshake_initiated:
            self.edge.wait(self.address, len(self.conn.events))
            if not self.bucket.take(monotonic(), len(self.conn.events)):
                return self.cut(TOO_MANY)
        super().handle_events()

    def handle_ping(self) -> None:
        """A pong, unless those before it were not read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """A whole message; what should be text and is none is no fault of ours. Nothing more is read while another waits to be heard."""
        kind, data, waits = self.curr_msg_data_type, b"".join(self.frames), not self.queue.empty()
        self.frames = []
        if self.close_sent:
            return
        try:
            said: Any = {"type": "websocket.receive", kind: data.decode() if kind == "text" else data}
        except UnicodeDecodeError:
            return self.cut(NOT_TEXT)
        self.queue.put_nowait(said)
        if waits and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_parser_exception(self) -> None:
        """What was said makes no sense; before the socket is open there is nothing to say about it."""
        if self.conn.close_sent is None:
            self.transport.close()
        else:
            super().handle_parser_exception()

    async def receive(self) -> Any:
        """The next message. Nothing new is read before what was read already has been looked at."""
        message = await super().receive()
        if self.unread:
            self.transport.pause_reading()
        return message

    def cut(self, code: int) -> None:
        """Hang up, with a reason if the line is still open."""
        self.edge.metrics.turned_away += 1
        self.unread.clear()
        if self.close_sent:
            return self.transport.abort()
        self.conn.fail(code)
        self.handle_parser_exception()

    def be_late(self) -> None:
        """Never: who has been let in may be silent."""

    def _greet(self, data: bytes) -> None:
        """How the client introduces itself. The door passes on all of it at once: what cannot be read now never will be."""
        super().data_received(data)
        if not self.handshake_initiated:
            self.edge.metrics.turned_away += 1
            self.transport.close()

    def _listen(self) -> None:
        """Read on, a little at a time; when the address has sent too much, later."""
        self.rest = None
        while self.unread and not self.transport.is_closing():
            if wait := self.edge.wait(self.address):
                self.transport.pause_reading()
                self.rest = self.loop.call_later(max(SHORTEST, wait), self._listen)
                return
            piece = bytes(self.unread[:PIECE])
            del self.unread[:PIECE]
            super().data_received(piece)
        if not (self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()


def _is_usual(extension: Any) -> bool:
    """Whether messages are compressed as the room does by itself; a client may wish for less memory."""
    return bool(extension.local_no_context_takeover and extension.local_max_window_bits == WINDOW)
