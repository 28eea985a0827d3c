"""Metrics for operators: on a port of their own, or for clients with the token, but never public.

A patient reader of counters could find out what others do. For the same reason they are cached for a while.
"""

import asyncio
import contextlib
import hmac
import platform
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from math import inf
from time import monotonic

from tableronde import __version__
from tableronde.room.administration.policy import MODES
from tableronde.room.base.metrics import Labels
from tableronde.room.base.process_metrics import read_process_metrics
from tableronde.room.room import Room
from tableronde.room.store.schema import VERSION

REQUEST_SECONDS = 5.0  # to send the request
HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"


@dataclass
class MetricsEndpoint:
    """The room's metrics and access to them."""

    room: Room
    token: str = ""  # for /metrics at the room's own address; empty: not available there
    port: int | None = None  # on this machine, beside the room's own
    rendered_at: float = -inf
    text: str = ""

    def is_authorized(self, authorization: str) -> bool:
        """Return whether a request has the token."""
        return bool(self.token) and hmac.compare_digest(authorization.encode(), f"Bearer {self.token}".encode())

    async def read(self) -> str:
        """Return the metrics, cached for a while."""
        if monotonic() - self.rendered_at >= self.room.limits.metrics_seconds:
            gauges = {**await self.room.gauges(), "quota_reached": int(self.room.enforcement.full is not None), **read_process_metrics()}
            self.rendered_at, self.text = monotonic(), self.room.metrics.render(gauges, self._list_labeled(gauges))
        return self.text

    def _list_labeled(self, gauges: Mapping[str, float]) -> list[tuple[str, Labels, float]]:
        """Return the numbers that have labels."""
        room, policy = self.room, self.room.enforcement.policy
        up = {"store": "tables_kept" in gauges and not room.store.failure, "workers": room.pool.is_ready}
        up |= {"bus": bool(gauges["bus_up"])} if "bus_up" in gauges else {}
        measures = [rule.measure for rule in policy.rules]
        return [
            *(("dependency_up", (("dependency", name),), int(value)) for name, value in up.items()),
            ("dependency_faults_total", (("dependency", "store"),), room.store.faults),
            ("dependency_faults_total", (("dependency", "workers"),), gauges["workers_lost"]),
            *(("mode", (("mode", mode),), int(mode == policy.mode)) for mode in MODES),
            *(("rules", (("measure", measure),), measures.count(measure)) for measure in ("ban", "mute")),
            ("build_info", (("version", __version__), ("python", platform.python_version()), ("store_version", str(VERSION))), 1),
        ]

    @contextlib.asynccontextmanager
    async def serve(self) -> AsyncIterator[None]:
        """Serve the metrics on their port, if they have one, while the context lasts."""
        if self.port is None:
            yield
            return
        server = await asyncio.start_server(self._answer, "127.0.0.1", self.port, limit=8192)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.LimitOverrunError, asyncio.IncompleteReadError):
            async with asyncio.timeout(REQUEST_SECONDS):
                await reader.readuntil(b"\r\n\r\n")
                body = (await self.read()).encode()
                writer.write(f"{HEAD}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                await writer.drain()
        writer.close()
