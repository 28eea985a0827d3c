"""The edge: what a connection may cost before anybody has asked who it is.

The room's connections are uvicorn's with everything counted: connections, headers, bytes, frames, and the time each takes.
What is too much is answered in a line and cut; what comes too fast from one address waits in its own socket, where it
costs nobody anything.
"""

import asyncio
import contextlib
import resource
from collections.abc import Callable, Collection, Iterable
from math import inf
from time import monotonic
from typing import Any, Final, Protocol

from tableronde.room.limits import Heads, Limits, Rates, neighbourhood
from tableronde.room.metrics import Metrics

BURST: Final = 0.15  # seconds' worth of an address's messages that may come at once
LINGER: Final = 5.0  # seconds a client has to take in the room's last words
RESERVE: Final = 128  # descriptors kept for files, workers, health and shutdown
HEALTH: Final = 16  # connections from this machine or a proxy that are let in though the room is full
Refusal = tuple[int, str]
FULL: Final[Refusal] = (503, "the room is full; try again soon")
CROWD: Final[Refusal] = (429, "too many connections from one address; wait a moment")


class Line(Protocol):
    """A connection as the edge sees it."""

    transport: Any
    due: float  # when it must have said what it wants
    stuck: float  # when it must have read what it was sent

    def be_late(self) -> None:
        """It has not."""


class Edge:
    """All connections of a room, counted."""

    def __init__(self, limits: Limits, metrics: Metrics, proxies: Collection[str] = (), most: int | None = None) -> None:
        self.limits, self.metrics = limits, metrics
        self.proxies = frozenset(neighbourhood(address) for address in proxies)  # they speak for many
        self.most = capacity(limits) if most is None else most
        self.open = Heads()
        self.total = 0
        self.fresh = Rates(limits.tcp_per_second, limits.tcp_burst)
        frames = max(1, limits.messages_per_address)
        self.frames = Rates(frames, max(1.0, frames * BURST))

    def admit(self, address: str) -> Refusal | None:
        """Count a new connection; if it cannot be, why."""
        if self.total >= self.most + (HEALTH if self._is_near(address) else 0):
            return FULL
        if address not in self.proxies and not (self.open[address] < self.limits.tcp_per_address and self.fresh.allow(address)):
            return CROWD
        self.open[address] += 1
        self.total += 1
        return None

    def leave(self, address: str) -> None:
        """A connection that had been admitted is gone."""
        self.open.leave(address)
        self.total -= 1

    def wait(self, address: str, frames: int = 0) -> float:
        """Count frames that have come; for how many seconds no more of that address should be listened to."""
        return 0.0 if address in self.proxies else self.frames.wait(address, frames)

    def sweep(self, lines: Iterable[Line]) -> None:
        """Cut those who take too long: to say what they want, to read, or to leave."""
        now = monotonic()
        for line in tuple(lines):
            if line.transport.is_closing():
                line.stuck = min(line.stuck, now + LINGER)
            if now >= line.stuck:
                self.metrics.turned_away += 1
                line.transport.abort()
            elif now >= line.due:
                line.be_late()

    def _is_near(self, address: str) -> bool:
        return address in self.proxies or address.startswith("127.") or address == neighbourhood("::1")


class Tactful:
    """A connection to which nothing more is said once the client has gone: hanging up in the middle of an answer is no fault of ours."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self.is_closing: Callable[[], bool] = transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Say something, if anybody is there."""
        if not self.is_closing():
            self._transport.write(data)


class Patient(asyncio.Protocol):
    """A connection that is waited for, but not for ever. To be mixed into uvicorn's."""

    edge: Edge
    due = inf
    stuck = inf

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self.stuck = monotonic() + self.edge.limits.stall_seconds

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self.stuck = inf


def raise_descriptors() -> None:
    """Take as many descriptors as the system gives."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # some systems promise more than they give
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def capacity(limits: Limits) -> int:
    """How many connections there may be in all."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    given = max(16, soft - RESERVE) if soft != resource.RLIM_INFINITY else 100_000
    return min(given, limits.tcp_in_all) if limits.tcp_in_all else given
