"""A WebSocket connection with limits. Every frame counts as a message, whatever it contains."""

import asyncio
from math import inf
from time import monotonic
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from tableronde.room.base.limits import Bucket, group_address
from tableronde.room.base.packets import LEVEL, MEMORY, WINDOW, Packet
from tableronde.room.live.outbox import PACKET_SINK
from tableronde.room.web.server.connection_limits import ConnectionLimits, LimitedFlowControl

PIECE_BYTES: Final = 1024  # parsed at once: about 170 frames of the smallest size
EXTRA_BURST: Final = 200  # frames beyond the burst before the connection is cut
MIN_PAUSE: Final = 0.02  # seconds before data from an address over its limit is read again
TOO_MANY: Final = 1008
NOT_TEXT: Final = 1007
COMPRESSION: Final = ServerPerMessageDeflateFactory(  # without context, so that a broadcast is compressed once for all clients
    server_no_context_takeover=True,
    server_max_window_bits=WINDOW,
    client_max_window_bits=WINDOW,
    compress_settings={"level": LEVEL, "memLevel": MEMORY},
)


class WebSocketProtocol(LimitedFlowControl, WebSocketsSansIOProtocol):
    """The WebSocket of somebody who watches a table."""

    def __init__(self, connection_limits: ConnectionLimits, **rest: Any) -> None:
        super().__init__(**rest)
        self.connection_limits = connection_limits
        self.address = ""
        self.bucket = Bucket.full(
            connection_limits.limits.messages_per_second, connection_limits.limits.message_burst + EXTRA_BURST, monotonic()
        )
        self.unread = bytearray()  # received data that waits because the address has sent too much
        self.resume_timer: asyncio.TimerHandle | None = None
        self.compresses: bool | None = None  # whether messages are compressed; None: unknown
        self.compresses_otherwise = False  # whether the client negotiated other parameters than the room's
        if self.conn.available_extensions:
            self.conn.available_extensions = [COMPRESSION]

    def connection_made(self, transport: Any) -> None:
        """Take over a connection from the HTTP protocol; its limits have counted it already."""
        super().connection_made(transport)
        self.address = group_address(self.client[0] if self.client else "?")

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection as closed, and break reference cycles, so that no garbage collection is needed."""
        super().connection_lost(exc)
        self.connection_limits.leave(self.address)
        if self.resume_timer is not None:
            self.resume_timer.cancel()
        self.conn.parser.close()

    async def run_asgi(self) -> None:
        """Run the application, which may write packets directly to the connection."""
        extensions: Any = self.scope["extensions"]
        extensions[PACKET_SINK] = self
        try:
            await super().run_asgi()
        finally:
            del extensions[PACKET_SINK]  # breaks a reference cycle

    def write_now(self, packet: Packet) -> bool:
        """Write a packet as it is; return False if the connection cannot take it now."""
        if self.read_deadline < inf or not self.handshake_complete or self.close_sent or self.transport.is_closing():
            return False
        if self.compresses is None:
            self.compresses, self.compresses_otherwise = (
                bool(self.conn.extensions),
                any(not _is_usual(extension) for extension in self.conn.extensions),
            )
        if self.compresses_otherwise:
            return False
        self.transport.write(packet.deflated if self.compresses else packet.plain)
        return True

    def data_received(self, data: bytes) -> None:
        """Handle data: frames, or the handshake that the HTTP connection passes on."""
        if not self.handshake_initiated:
            return self._read_handshake(data)
        if self.resume_timer is None and not self.unread and len(data) <= PIECE_BYTES and not self.connection_limits.charge(self.address):
            return super().data_received(data)
        self.unread += data
        if self.resume_timer is None:
            self._read_on()

    def handle_events(self) -> None:
        """Count received frames and handle them."""
        if self.handshake_initiated:
            self.connection_limits.charge(self.address, len(self.conn.events))
            if not self.bucket.take(monotonic(), len(self.conn.events)):
                return self.cut(TOO_MANY)
        super().handle_events()

    def handle_ping(self) -> None:
        """Answer a ping, unless earlier pongs were not read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Queue a whole message; invalid UTF-8 cuts the connection. Reading pauses while another message waits."""
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
        """Close the connection after invalid data; before the handshake without a close frame."""
        if self.conn.close_sent is None:
            self.transport.close()
        else:
            super().handle_parser_exception()

    async def receive(self) -> Any:
        """Return the next message. Nothing new is read before data received earlier has been parsed."""
        message = await super().receive()
        if self.unread:
            self.transport.pause_reading()
        return message

    def cut(self, code: int) -> None:
        """Close the connection, with a code if it is still open."""
        self.connection_limits.metrics.turn_away("messages")
        self.unread.clear()
        if self.close_sent:
            return self.transport.abort()
        self.conn.fail(code)
        self.handle_parser_exception()

    def on_late(self) -> None:
        """Do nothing: an admitted client may be silent."""

    def _read_handshake(self, data: bytes) -> None:
        """Parse the handshake. The HTTP connection passes on all of it at once, so incomplete data is invalid."""
        super().data_received(data)
        if not self.handshake_initiated:
            self.connection_limits.metrics.turn_away("malformed")
            self.transport.close()

    def _read_on(self) -> None:
        """Parse waiting data, a little at a time; later if the address has sent too much."""
        self.resume_timer = None
        while self.unread and not self.transport.is_closing():
            if wait := self.connection_limits.charge(self.address):
                self.transport.pause_reading()
                self.resume_timer = self.loop.call_later(max(MIN_PAUSE, wait), self._read_on)
                return
            piece = bytes(self.unread[:PIECE_BYTES])
            del self.unread[:PIECE_BYTES]
            super().data_received(piece)
        if not (self.read_paused or self.transport.is_closing()):
            self.transport.resume_reading()


def _is_usual(extension: Any) -> bool:
    """Return whether messages are compressed with the room's parameters; a client may ask for less memory."""
    return bool(extension.local_no_context_takeover and extension.local_max_window_bits == WINDOW)
