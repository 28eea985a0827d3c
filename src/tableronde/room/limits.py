"""How much one connection, one address or one guest may ask of the room."""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields
from functools import lru_cache
from time import monotonic
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Limits:
    """The room's limits; every one is a number, and every one can be set when the room is opened."""

    tcp_per_address: int = 300  # connections of any kind, open at once
    tcp_per_second: int = 40  # new ones from one address, on average
    tcp_burst: int = 300  # new ones from one address, at once
    tcp_in_all: int = 0  # open at once; 0: as many as the system has descriptors for
    header_bytes: int = 16_384  # of one request: its first line and its headers
    header_count: int = 100
    header_seconds: int = 10  # to send them
    body_seconds: int = 20  # to send a request's body
    stall_seconds: int = 30  # without reading what is sent, before a connection is cut
    message_bytes: int = 16_384  # of one message or request body
    messages_per_second: int = 40  # on one connection, on average
    message_burst: int = 120  # on one connection, at once
    messages_per_address: int = 200  # a second; what is more waits
    requests_per_second: int = 40  # from one address, on average
    request_burst: int = 200  # from one address, at once
    requests_at_once: int = 3  # of one address worked on at the same time; others wait
    connections_per_address: int = 100  # open sockets
    tables_per_guest: int = 60  # opened within a day
    tables_per_address: int = 120  # opened within a day
    reviews_per_address: int = 200  # asked for within a day
    review_seconds: int = 20  # of thinking for one review, shared by all its choices
    curves_per_address: int = 400  # of finished games, asked for within a day
    pictures_per_address: int = 300  # painted for link previews within a day
    prints_per_address: int = 60  # documents made for printing within a day
    viewers_per_table: int = 200
    idle_minutes: int = 30  # after which a table nobody looks at goes to sleep
    waiting_bytes: int = 1_000_000  # unsent on one connection, before it is cut
    waiting_in_all: int = 256_000_000  # unsent on all of them, before the one with most is cut
    events_per_table: int = 4_000  # after which a game ends, whatever its options say
    lonely_seconds: int = 120  # without anybody looking, before bots stop until somebody does
    chat_per_minute: int = 20  # lines from one connection
    chat_lines: int = 200  # kept of a table's chat
    metrics_seconds: int = 15  # for which the numbers told stay the same
    jots_per_minute: int = 120  # pencil marks from one connection
    leaving_seconds: int = 0  # of one of many nodes, from when it says that it leaves until it does
    closing_seconds: int = 15  # for everything to come to its end when the room closes; then it ends all the same

    @classmethod
    def names(cls) -> list[str]:
        """What can be set."""
        return [limit.name for limit in fields(cls)]

    @classmethod
    def parse(cls, texts: Iterable[str]) -> "Limits":
        """Limits from texts such as "tables_per_guest=10"; ValueError with a sentence if one is no limit."""
        pairs = [text.partition("=") for text in texts]
        for name, _, value in pairs:
            if name not in cls.names() or not value.isdecimal():
                raise ValueError(f"a limit is NAME=NUMBER with one of {', '.join(cls.names())}, not {name}={value}")
        return cls(**{name: int(value) for name, _, value in pairs})


@dataclass(slots=True)
class Bucket:
    """A bucket of tokens that fills by itself: what is left of an allowance."""

    rate: float  # tokens a second
    size: float
    tokens: float
    filled: float

    @classmethod
    def full(cls, rate: float, size: float, now: float) -> "Bucket":
        """A fresh bucket."""
        return cls(rate, size, size, now)

    def take(self, now: float, tokens: float = 1) -> bool:
        """Whether there were tokens left; if so they are spent."""
        self._fill(now)
        if self.tokens < tokens:
            return False
        self.tokens -= tokens
        return True

    def owe(self, now: float, tokens: float) -> float:
        """Spend tokens, even those that are not there yet; the seconds until there is no debt any more."""
        self._fill(now)
        self.tokens -= tokens
        return max(0.0, -self.tokens / self.rate)

    def _fill(self, now: float) -> None:
        self.tokens = min(self.size, self.tokens + (now - self.filled) * self.rate)
        self.filled = now


@dataclass(slots=True)
class Rates:
    """A bucket for each address or guest. Of too many, those longest not asked for are forgotten: each question costs the same."""

    rate: float
    size: float
    clock: Callable[[], float] = monotonic
    buckets: dict[str, Bucket] = field(default_factory=dict)  # the latest asked for last
    most: int = 10_000

    def allow(self, who: str) -> bool:
        """Whether that one may go on."""
        now = self.clock()
        return self._bucket(who, now).take(now)

    def wait(self, who: str, tokens: float = 0) -> float:
        """Count something that has happened already; how many seconds that one has to wait for it."""
        if not tokens and ((bucket := self.buckets.get(who)) is None or bucket.tokens >= 0):
            return 0.0  # who owes nothing owes nothing later either
        now = self.clock()
        return self._bucket(who, now).owe(now, tokens)

    def _bucket(self, who: str, now: float) -> Bucket:
        bucket = self.buckets.pop(who, None) or Bucket.full(self.rate, self.size, now)
        self.buckets[who] = bucket
        if len(self.buckets) > self.most:
            del self.buckets[next(iter(self.buckets))]
        return bucket


def per_day(number: int, clock: Callable[[], float] = monotonic) -> Rates:
    """So many a day, all at once if wanted."""
    return Rates(number / 86_400, number, clock)


class Heads(Counter[str]):
    """How many of something each address has now; those with none are not kept."""

    def leave(self, who: str) -> None:
        """One less."""
        self[who] -= 1
        if self[who] <= 0:
            del self[who]


@dataclass(slots=True)
class Gates:
    """At most so many at once for each address. The others wait their turn, and each turn of the event loop lets in only a few."""

    width: int
    heads: Heads = field(default_factory=Heads)
    gates: dict[str, asyncio.Semaphore] = field(default_factory=dict)

    @asynccontextmanager
    async def through(self, who: str) -> AsyncIterator[None]:
        """Wait, and be inside."""
        self.heads[who] += 1
        try:
            async with self.gates.setdefault(who, asyncio.Semaphore(self.width)):
                yield
        finally:
            self.heads.leave(who)
            if who not in self.heads:
                del self.gates[who]


class Cuttable(Protocol):
    """A connection that can be closed from here."""

    def close(self) -> None:
        """Send nothing more."""


class Backlog:
    """What waits to be sent, in bytes: on each connection, and on all together."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.waiting: dict[Cuttable, int] = {}
        self.total = 0

    def put(self, line: Cuttable, size: int) -> None:
        """Something more waits. Who had too much already is cut; if all together have, whoever has most."""
        before = self.waiting.get(line, 0)
        self.waiting[line] = before + size
        self.total += size
        if before > self.limits.waiting_bytes:
            line.close()
        elif self.total > self.limits.waiting_in_all:
            max(self.waiting, key=self.waiting.__getitem__).close()

    def took(self, line: Cuttable, size: int) -> None:
        """Something was sent."""
        left = self.waiting[line] - size
        self.total -= size
        if left:
            self.waiting[line] = left
        else:
            del self.waiting[line]

    def drop(self, line: Cuttable) -> None:
        """Nothing of this one waits any longer."""
        self.total -= self.waiting.pop(line, 0)


@lru_cache(4096)
def neighbourhood(address: str) -> str:
    """Whom a limit by address is meant for: an IPv4 address, or the network of 64 bits an IPv6 address was chosen from."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)
