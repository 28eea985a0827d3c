"""An HTTP connection: one request after the other, each within limits of size and time."""

from http import HTTPStatus
from math import inf
from time import monotonic
from typing import Any, Final, NoReturn

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tableronde.room.base.limits import group_address
from tableronde.room.base.metrics import REASON_OF_STATUS
from tableronde.room.web.server.connection_limits import ConnectionLimits, LimitedFlowControl, LimitedTransport, Refusal

MAX_LINE: Final = 8000  # bytes of one header or address; the WebSocket library accepts none longer
MAX_PIPELINE: Final = 16  # requests sent ahead on one connection
CHUNKS: Final = 8  # bytes on the network for each byte of a body in the smallest chunks
LATE: Final[Refusal] = (408, "the request took too long")
LONG_BODY: Final[Refusal] = (413, "the request body is too long")
AHEAD: Final[Refusal] = (429, "too many requests sent ahead")
LONG_HEAD: Final[Refusal] = (431, "the request has too long or too many headers")
MALFORMED: Final[Refusal] = (400, "this is not an HTTP request")


class TooLong(Exception):
    """Raised through the parser to stop it."""


class HttpProtocol(LimitedFlowControl, HttpToolsProtocol):
    """A connection until it is closed or becomes a WebSocket."""

    def __init__(self, connection_limits: ConnectionLimits, **rest: Any) -> None:
        super().__init__(**rest)
        self.connection_limits = connection_limits
        self.address = ""
        self.is_admitted = False
        self.is_in_head = True
        self.bytes_read = 0  # bytes of this request so far
        self.head_bytes = 0  # of them, its address and headers
        self.refusal = MALFORMED  # the answer when the parser stops

    def connection_made(self, transport: Any) -> None:
        """Admit or refuse a new connection."""
        super().connection_made(LimitedTransport(transport))  # type: ignore[arg-type]
        self.address = group_address(self.client[0] if self.client else "?")
        self.request_deadline = monotonic() + self.connection_limits.limits.header_seconds
        refusal = self.connection_limits.admit(self.address)
        self.is_admitted = refusal is None
        if refusal:
            self.refuse(refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection as closed."""
        super().connection_lost(exc)
        if self.is_admitted:
            self.connection_limits.leave(self.address)

    def data_received(self, data: bytes) -> None:
        """Parse data piece by piece, so that a request over a limit is cut before all of it is parsed."""
        size = self.connection_limits.limits.header_bytes
        for start in range(0, len(data), size):
            if self.transport.is_closing() or self.parser is None:
                return
            self._feed(data[start : start + size])

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self.is_in_head, self.head_bytes, self.bytes_read = True, 0, 0
        self.request_deadline = monotonic() + self.connection_limits.limits.header_seconds

    def on_url(self, url: bytes) -> None:
        """Count a part of the address."""
        super().on_url(url)
        self._count(len(url), len(self.url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header."""
        super().on_header(name, value)
        size = len(name) + len(value)
        self._count(size, size if len(self.headers) <= self.connection_limits.limits.header_count else MAX_LINE + 1)

    def on_headers_complete(self) -> None:
        """Start the deadline of the body."""
        self.is_in_head = False
        self.request_deadline = monotonic() + self.connection_limits.limits.body_seconds
        if len(self.pipeline) >= MAX_PIPELINE:
            self._stop(AHEAD)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Cancel the deadline."""
        super().on_message_complete()
        self.request_deadline = inf

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol, without references to this one."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    def on_late(self) -> None:
        """Refuse a client that takes too long to send its request."""
        self.request_deadline = inf
        self.refuse(LATE)

    def refuse(self, refusal: Refusal) -> None:
        """Answer with one line and close the connection."""
        status, text = refusal
        self.connection_limits.metrics.turn_away(REASON_OF_STATUS[status])
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
            self.transport.write(f"{head}content-length: {len(text) + 1}\r\n\r\n{text}\n".encode())
        self.transport.close()

    def _feed(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        self.bytes_read += len(data)
        limits = self.connection_limits.limits
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self.refuse(self.refusal)
        else:
            if self.is_in_head and self.bytes_read > limits.header_bytes:
                self.refuse(LONG_HEAD)
            elif self.bytes_read > limits.header_bytes + CHUNKS * limits.message_bytes:
                self.refuse(LONG_BODY)

    def _count(self, size: int, line: int) -> None:
        self.head_bytes += size
        if line > MAX_LINE or self.head_bytes > self.connection_limits.limits.header_bytes:
            self._stop(LONG_HEAD)

    def _stop(self, refusal: Refusal) -> NoReturn:
        self.refusal = refusal
        raise TooLong
