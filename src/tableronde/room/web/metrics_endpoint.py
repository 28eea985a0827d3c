"""The room's numbers for who looks after it: on a port of their own, or for whoever brings the token. Never for everybody.

What a room counts tells, to somebody patient, what others do. So they are also made anew only now and then.
"""

import asyncio
import contextlib
import hmac
from collections.abc import AsyncIterator
from dataclasses import dataclass
from math import inf
from time import monotonic

from tableronde.room.room import Room

PATIENCE = 5.0  # seconds to ask
HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"


@dataclass
class Numbers:
    """What is told of the room's counters, and to whom."""

    room: Room
    token: str = ""  # with which they may be asked for at the room's own address; empty: not at all
    port: int | None = None  # on this machine, beside the room's own
    made: float = -inf
    text: str = ""

    def may(self, authorization: str) -> bool:
        """Whether somebody has brought the token."""
        return bool(self.token) and hmac.compare_digest(authorization.encode(), f"Bearer {self.token}".encode())

    async def read(self) -> str:
        """The numbers, as they were at most a little while ago."""
        if monotonic() - self.made >= self.room.limits.metrics_seconds:
            self.made, self.text = monotonic(), self.room.metrics.text(await self.room.gauges())
        return self.text

    @contextlib.asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        """While this lasts the numbers can be had on their port, if they have one."""
        if self.port is None:
            yield
            return
        server = await asyncio.start_server(self._answer, "127.0.0.1", self.port, limit=8192)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.LimitOverrunError, asyncio.IncompleteReadError):
            async with asyncio.timeout(PATIENCE):
                await reader.readuntil(b"\r\n\r\n")
                body = (await self.read()).encode()
                writer.write(f"{HEAD}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                await writer.drain()
        writer.close()
