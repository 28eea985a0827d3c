"""Limits on what one connection, one address or one guest may ask of the room."""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields
from functools import lru_cache
from time import monotonic
from typing import Final, Protocol

LARGEST: Final = 1_000_000_000_000
POSITIVE: Final = frozenset(  # limits without which nobody could use the room
    (
        *("tcp_per_address", "tcp_per_second", "tcp_burst", "connections_per_address", "viewers_per_table", "message_bytes"),
        *("header_bytes", "header_count", "header_seconds", "body_seconds", "stall_seconds", "waiting_bytes", "waiting_in_all"),
        *("request_burst", "requests_at_once", "messages_per_second", "message_burst", "events_per_table"),
    )
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The room's limits. All are numbers, and all can be set when the room starts."""

    tcp_per_address: int = 300  # open connections of any kind
    tcp_per_second: int = 40  # new connections from one address, on average
    tcp_burst: int = 300  # new connections from one address, at once
    tcp_in_all: int = 0  # open connections of all addresses; 0: as many as the system has descriptors for
    header_bytes: int = 16_384  # request line and headers of one request
    header_count: int = 100
    header_seconds: int = 10  # time to send the headers
    body_seconds: int = 20  # time to send the body of a request
    stall_seconds: int = 30  # time without reading what is sent, before a connection is cut
    message_bytes: int = 16_384  # one message, or the body of one request
    messages_per_second: int = 40  # on one connection, on average
    message_burst: int = 120  # on one connection, at once
    messages_per_address: int = 200  # per second; messages over the limit wait
    requests_per_second: int = 40  # from one address, on average
    request_burst: int = 200  # from one address, at once
    requests_at_once: int = 3  # requests of one address handled at the same time; others wait
    connections_per_address: int = 100  # open sockets
    tables_per_guest: int = 60  # opened within a day by one guest
    tables_per_address: int = 120  # opened within a day from one address
    reviews_per_address: int = 200  # requested within a day
    review_seconds: int = 20  # thinking time for one review, shared by all its moves
    curves_per_address: int = 400  # evaluation graphs of finished games, requested within a day
    pictures_per_address: int = 300  # link previews drawn within a day
    prints_per_address: int = 60  # documents made for printing within a day
    viewers_per_table: int = 200
    idle_minutes: int = 30  # time without viewers after which a table is dropped from memory
    waiting_bytes: int = 1_000_000  # unsent on one connection, before it is cut
    waiting_in_all: int = 256_000_000  # unsent on all connections, before the one with most is cut
    events_per_table: int = 4_000  # after which a game ends, regardless of its options
    lonely_seconds: int = 120  # time without viewers after which bots pause
    chat_per_minute: int = 20  # chat lines from one address at one table
    chat_lines: int = 200  # kept per table
    metrics_seconds: int = 15  # how long metrics are cached
    jots_per_minute: int = 120  # pencil notes from one connection
    leaving_seconds: int = 0  # time between announcing that a node leaves and closing it, in a cluster
    closing_seconds: int = 15  # time to finish everything when the room closes; then the process ends regardless

    @classmethod
    def list_names(cls) -> list[str]:
        """List the names of all limits."""
        return [limit.name for limit in fields(cls)]

    @classmethod
    def parse(cls, texts: Iterable[str]) -> "Limits":
        """Parse texts such as "tables_per_guest=10"; raise ValueError with a sentence if one is not a limit."""
        pairs = [text.partition("=") for text in texts]
        for name, _, value in pairs:
            if name not in cls.list_names() or not (value.isascii() and value.isdecimal()):
                raise ValueError(f"a limit must be NAME=NUMBER with one of {', '.join(cls.list_names())}, not {name}={value}")
            if int(value) > LARGEST:
                raise ValueError(f"the limit {name} must be at most {LARGEST}, not {value}")
            if name in POSITIVE and not int(value):
                raise ValueError(f"with {name}=0 nobody could use the room: it must be at least 1")
        return cls(**{name: int(value) for name, _, value in pairs})


@dataclass(slots=True)
class Bucket:
    """A token bucket: what is left of an allowance that refills with time."""

    rate: float  # tokens a second
    size: float
    tokens: float
    filled: float

    @classmethod
    def full(cls, rate: float, size: float, now: float) -> "Bucket":
        """Return a full bucket."""
        return cls(rate, size, size, now)

    def take(self, now: float, tokens: float = 1) -> bool:
        """Spend tokens if enough are left; return whether they were."""
        self._fill(now)
        if self.tokens < tokens:
            return False
        self.tokens -= tokens
        return True

    def charge(self, now: float, tokens: float) -> float:
        """Spend tokens, going into debt if needed; return the seconds until the debt is paid."""
        self._fill(now)
        self.tokens -= tokens
        return max(0.0, -self.tokens / self.rate)

    def _fill(self, now: float) -> None:
        self.tokens = min(self.size, self.tokens + (now - self.filled) * self.rate)
        self.filled = now


@dataclass(slots=True)
class Rates:
    """A bucket for each address or guest. The least recently used are dropped at a fixed size, so that each request costs the same."""

    rate: float
    size: float
    clock: Callable[[], float] = monotonic
    buckets: dict[str, Bucket] = field(default_factory=dict)  # the most recently used last
    max_buckets: int = 10_000

    def allow(self, who: str) -> bool:
        """Spend one token of `who`; return whether there was one."""
        now = self.clock()
        return self._find_bucket(who, now).take(now)

    def charge(self, who: str, tokens: float = 0) -> float:
        """Charge `who` for something that has already happened; return how many seconds `who` must wait."""
        if not tokens and ((bucket := self.buckets.get(who)) is None or bucket.tokens >= 0):
            return 0.0  # without a debt there is nothing to wait for
        now = self.clock()
        return self._find_bucket(who, now).charge(now, tokens)

    def _find_bucket(self, who: str, now: float) -> Bucket:
        bucket = self.buckets.pop(who, None) or Bucket.full(self.rate, self.size, now)
        self.buckets[who] = bucket
        if len(self.buckets) > self.max_buckets:
            del self.buckets[next(iter(self.buckets))]
        return bucket


def make_daily_rates(number: int, clock: Callable[[], float] = monotonic) -> Rates:
    """Return rates of `number` a day, which may be used all at once."""
    return Rates(number / 86_400, number, clock)


class ConnectionCounts(Counter[str]):
    """Counts per address; addresses with a count of zero are dropped."""

    def leave(self, who: str) -> None:
        """Subtract one."""
        self[who] -= 1
        if self[who] <= 0:
            del self[who]


@dataclass(slots=True)
class Gates:
    """Lets at most `width` tasks of each address run at once. The others wait, and each turn of the event loop admits only a few."""

    width: int
    counts: ConnectionCounts = field(default_factory=ConnectionCounts)
    semaphores: dict[str, asyncio.Semaphore] = field(default_factory=dict)

    @asynccontextmanager
    async def enter(self, who: str) -> AsyncIterator[None]:
        """Wait for a free place and hold it."""
        self.counts[who] += 1
        try:
            async with self.semaphores.setdefault(who, asyncio.Semaphore(self.width)):
                yield
        finally:
            self.counts.leave(who)
            if who not in self.counts:
                del self.semaphores[who]


class Cuttable(Protocol):
    """A connection that can be closed."""

    def close(self) -> None:
        """Close it without sending anything more."""


class Backlog:
    """The bytes that wait to be sent, on each connection and in total."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.waiting: dict[Cuttable, int] = {}
        self.total = 0

    def add(self, connection: Cuttable, size: int) -> None:
        """Count more bytes. Close the connection if it already had too many; if the total is too large, close the one with most."""
        before = self.waiting.get(connection, 0)
        self.waiting[connection] = before + size
        self.total += size
        if before > self.limits.waiting_bytes:
            connection.close()
        elif self.total > self.limits.waiting_in_all:
            max(self.waiting, key=self.waiting.__getitem__).close()

    def remove(self, connection: Cuttable, size: int) -> None:
        """Count bytes as sent."""
        left = self.waiting[connection] - size
        self.total -= size
        if left:
            self.waiting[connection] = left
        else:
            del self.waiting[connection]

    def drop(self, connection: Cuttable) -> None:
        """Forget a connection."""
        self.total -= self.waiting.pop(connection, 0)


@lru_cache(4096)
def group_address(address: str) -> str:
    """Return what a limit per address counts: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)
