"""A proxy on a loopback port that can fail on command: cut, hang or refuse."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

Way = Literal["there", "back"]
Doom = Callable[[Way, bytes], int | None]  # how many bytes still pass before the connection is cut; None: all


def spare(way: Way, data: bytes) -> int | None:
    """Cut nothing."""
    return None


@dataclass(eq=False)
class Proxy:
    """A proxy between a client and a server."""

    host: str
    port: int
    doom: Doom = spare
    refuses: bool = False
    cuts: int = 0
    own: int = 0  # its own port
    lines: set[asyncio.StreamWriter] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.flows = asyncio.Event()  # whether anything passes at all
        self.flows.set()

    def before(self, url: str) -> str:
        """Return the address of the server behind it, through the proxy."""
        parts = urlsplit(url)
        return urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{self.own}"))

    def cut(self) -> None:
        """Cut every connection."""
        self.cuts += 1
        for line in tuple(self.lines):
            line.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.lines.add(writer)
        try:
            if self.refuses:
                return
            far_reader, far_writer = await asyncio.open_connection(self.host, self.port)
            self.lines.add(far_writer)
            try:
                await asyncio.gather(self._pass("there", reader, far_writer), self._pass("back", far_reader, writer))
            finally:
                self.lines.discard(far_writer)
                far_writer.transport.abort()
        except OSError:
            pass
        finally:
            self.lines.discard(writer)
            writer.transport.abort()

    async def _pass(self, way: Way, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            await self.flows.wait()
            left = self.doom(way, data)
            await self.flows.wait()  # the flow may have been stopped just now
            writer.write(data[:left])
            with contextlib.suppress(OSError):
                await writer.drain()
            if left is not None:
                await asyncio.sleep(0.02)  # what passed arrives
                self.cut()
        writer.transport.abort()


@asynccontextmanager
async def between(url: str) -> AsyncIterator[Proxy]:
    """Run a proxy in front of the server with this address."""
    parts = urlsplit(url)
    proxy = Proxy(parts.hostname or "127.0.0.1", parts.port or 0)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.own = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.flows.set()
        proxy.cut()
        await asyncio.sleep(0.05)
