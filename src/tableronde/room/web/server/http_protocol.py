"""The door: a connection that speaks HTTP. One request after the other, each within bounds of size and time."""

from http import HTTPStatus
from math import inf
from time import monotonic
from typing import Any, Final, NoReturn

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tableronde.room.limits import neighbourhood
from tableronde.room.web.edge import Edge, Patient, Refusal, Tactful

LINE: Final = 8000  # bytes of one header or address; the WebSocket library takes none longer
PIPELINE: Final = 16  # requests sent ahead on one connection
CHUNKS: Final = 8  # bytes on the wire for each byte of a body cut into the smallest chunks
LATE: Final[Refusal] = (408, "that took too long")
LONG_BODY: Final[Refusal] = (413, "that is too much at once")
AHEAD: Final[Refusal] = (429, "too many requests sent ahead")
LONG_HEAD: Final[Refusal] = (431, "the headers of this request are too long, or too many")
MALFORMED: Final[Refusal] = (400, "this is no HTTP request")


class TooLong(Exception):
    """Thrown through the parser to stop it."""


class Door(Patient, HttpToolsProtocol):
    """Somebody who calls, until they hang up or the connection becomes a socket."""

    def __init__(self, edge: Edge, **rest: Any) -> None:
        super().__init__(**rest)
        self.edge = edge
        self.address = ""
        self.admitted = False
        self.in_head = True
        self.read = 0  # bytes of this request so far
        self.head = 0  # of them, its address and headers
        self.refusal = MALFORMED  # what to say when the parser stops

    def connection_made(self, transport: Any) -> None:
        """Somebody calls."""
        super().connection_made(Tactful(transport))  # type: ignore[arg-type]
        self.address = neighbourhood(self.client[0] if self.client else "?")
        self.due = monotonic() + self.edge.limits.header_seconds
        refusal = self.edge.admit(self.address)
        self.admitted = refusal is None
        if refusal:
            self.refuse(refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is dead."""
        super().connection_lost(exc)
        if self.admitted:
            self.edge.leave(self.address)

    def data_received(self, data: bytes) -> None:
        """Something is said. It is looked at piece by piece: what is too much is cut before all of it was worked through."""
        size = self.edge.limits.header_bytes
        for start in range(0, len(data), size):
            if self.transport.is_closing() or self.parser is None:
                return
            self._feed(data[start : start + size])

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.in_head, self.head, self.read = True, 0, 0
        self.due = monotonic() + self.edge.limits.header_seconds

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        super().on_url(url)
        self._count(len(url), len(self.url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        super().on_header(name, value)
        size = len(name) + len(value)
        self._count(size, size if len(self.headers) <= self.edge.limits.header_count else LINE + 1)

    def on_headers_complete(self) -> None:
        """It is known what is wanted; a body may come."""
        self.in_head = False
        self.due = monotonic() + self.edge.limits.body_seconds
        if len(self.pipeline) >= PIPELINE:
            self._stop(AHEAD)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of the request is there."""
        super().on_message_complete()
        self.due = inf

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection is a socket's, and nothing of this one stays behind."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    def be_late(self) -> None:
        """The client takes too long to say what it wants."""
        self.due = inf
        self.refuse(LATE)

    def refuse(self, refusal: Refusal) -> None:
        """Say why in a line, and hang up."""
        status, text = refusal
        self.edge.metrics.turned_away += 1
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
            self.transport.write(f"{head}content-length: {len(text) + 1}\r\n\r\n{text}\n".encode())
        self.transport.close()

    def _feed(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        self.read += len(data)
        limits = self.edge.limits
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self.refuse(self.refusal)
        else:
            if self.in_head and self.read > limits.header_bytes:
                self.refuse(LONG_HEAD)
            elif self.read > limits.header_bytes + CHUNKS * limits.message_bytes:
                self.refuse(LONG_BODY)

    def _count(self, size: int, line: int) -> None:
        self.head += size
        if line > LINE or self.head > self.edge.limits.header_bytes:
            self._stop(LONG_HEAD)

    def _stop(self, refusal: Refusal) -> NoReturn:
        self.refusal = refusal
        raise TooLong
