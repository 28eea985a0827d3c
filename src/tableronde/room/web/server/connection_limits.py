"""Limits of connections: what a connection may cost before its guest is known.

The room's connections are uvicorn's with everything counted: connections, headers, bytes, frames, and the time each takes. Requests over
a limit are refused in a line and cut; messages that come too fast from one address wait in their own socket, where they cost nothing.
"""

import asyncio
import contextlib
import resource
from collections.abc import Callable, Collection, Iterable
from math import inf
from time import monotonic
from typing import Any, Final, Protocol

from tableronde.room.base.limits import ConnectionCounts, Limits, Rates, group_address
from tableronde.room.base.metrics import Metrics
from tableronde.room.web.server.addresses import TrustedProxies

BURST_SECONDS: Final = 0.15  # of an address's messages that may come at once
LINGER_SECONDS: Final = 5.0  # for a client to read the room's last messages
RESERVED_DESCRIPTORS: Final = 128  # for files, workers, health checks and shutdown
EXTRA_NEAR: Final = 16  # connections from this machine or a proxy that are admitted to a full room
Refusal = tuple[int, str]
FULL: Final[Refusal] = (503, "the room is full; try again soon")
CROWD: Final[Refusal] = (429, "too many connections from one address; wait a moment")


class LimitedConnection(Protocol):
    """A connection as its limits see it."""

    transport: Any
    request_deadline: float  # when its request must be complete
    read_deadline: float  # when it must have read what was sent

    def on_late(self) -> None:
        """Handle a missed request deadline."""


class ConnectionLimits:
    """Counts all connections of a room."""

    def __init__(self, limits: Limits, metrics: Metrics, proxies: Collection[str] = (), most: int | None = None) -> None:
        self.limits, self.metrics = limits, metrics
        self.proxies = TrustedProxies(proxies)  # each carries many guests
        self.max_total = compute_capacity(limits) if most is None else most
        self.open_by_address = ConnectionCounts()
        self.total = 0
        self.new_connections = Rates(limits.tcp_per_second, limits.tcp_burst)
        frames = max(1, limits.messages_per_address)
        self.frames = Rates(frames, max(1.0, frames * BURST_SECONDS))

    def admit(self, address: str) -> Refusal | None:
        """Count a new connection, or return why it is refused."""
        if self.total >= self.max_total + (EXTRA_NEAR if self._is_near(address) else 0):
            return FULL
        if address not in self.proxies and not (
            self.open_by_address[address] < self.limits.tcp_per_address and self.new_connections.allow(address)
        ):
            return CROWD
        self.open_by_address[address] += 1
        self.total += 1
        return None

    def leave(self, address: str) -> None:
        """Count an admitted connection as closed."""
        self.open_by_address.leave(address)
        self.total -= 1

    def charge(self, address: str, frames: int = 0) -> float:
        """Count received frames; return for how many seconds the address must not be read from."""
        return 0.0 if address in self.proxies else self.frames.charge(address, frames)

    def cut_overdue(self, connections: Iterable[LimitedConnection]) -> None:
        """Cut the connections that take too long to send a request, to read, or to close."""
        now = monotonic()
        for connection in tuple(connections):
            if connection.transport.is_closing():
                connection.read_deadline = min(connection.read_deadline, now + LINGER_SECONDS)
            if now >= connection.read_deadline:
                self.metrics.turn_away("not_reading")
                connection.transport.abort()
            elif now >= connection.request_deadline:
                connection.on_late()

    def _is_near(self, address: str) -> bool:
        return address in self.proxies or address.startswith("127.") or address == group_address("::1")


class LimitedTransport:
    """A connection that ignores writes after the client has left: leaving in the middle of an answer is no fault."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self.is_closing: Callable[[], bool] = transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write, if the client is still there."""
        if not self.is_closing():
            self._transport.write(data)


class LimitedFlowControl(asyncio.Protocol):
    """A mixin for uvicorn's connections: a client that does not read is waited for, but not for ever."""

    connection_limits: ConnectionLimits
    request_deadline = inf
    read_deadline = inf

    def pause_writing(self) -> None:
        """Start the deadline for reading."""
        super().pause_writing()
        self.read_deadline = monotonic() + self.connection_limits.limits.stall_seconds

    def resume_writing(self) -> None:
        """Cancel the deadline for reading."""
        super().resume_writing()
        self.read_deadline = inf


def raise_descriptors() -> None:
    """Raise the limit of file descriptors as far as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # some systems promise more than they give
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def compute_capacity(limits: Limits) -> int:
    """Return how many connections are possible in total."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    given = max(16, soft - RESERVED_DESCRIPTORS) if soft != resource.RLIM_INFINITY else 100_000
    return min(given, limits.tcp_in_all) if limits.tcp_in_all else given
