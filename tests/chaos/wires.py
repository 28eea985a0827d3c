"""A small proxy between two programs that can cut connections or swallow packets."""

import asyncio
import contextlib
from typing import Literal

State = Literal["open", "cut", "silent"]


class Proxy:
    """A proxy to a port of this machine."""

    def __init__(self, target: int) -> None:
        self.target, self.port = target, 0
        self.state: State = "open"
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._open = asyncio.Event()
        self._open.set()

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self.state = "cut"
        for line in tuple(self._lines):
            line.transport.abort()

    def silence(self) -> None:
        """Hold back all data without ending connections."""
        self.state = "silent"
        self._open.clear()

    def mend(self) -> None:
        """Let everything through again; data held back arrives late, as after a network congestion."""
        self.state = "open"
        self._open.set()

    async def stop(self) -> None:
        """Stop the proxy."""
        assert self._server is not None
        self.mend()
        self._server.close()
        self.cut()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.state == "cut":
            return writer.transport.abort()
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return writer.transport.abort()
        ends = (writer, back)
        self._lines.update(ends)
        flows = [asyncio.ensure_future(self._flow(*way)) for way in ((reader, back), (there, writer))]
        self._tasks.update(flows)
        await asyncio.wait(flows, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.close()
        await asyncio.gather(*flows, return_exceptions=True)
        self._tasks.difference_update(flows)
        self._lines.difference_update(ends)

    async def _flow(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
