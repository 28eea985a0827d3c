"""How much one connection, one address or one guest may ask of the room."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from time import monotonic


@dataclass(frozen=True, slots=True)
class Limits:
    """The room's limits; every one is a number, and every one can be set when the room is opened."""

    message_bytes: int = 16_384  # of one message or request body
    messages_per_second: int = 40  # on one connection, on average
    message_burst: int = 120  # on one connection, at once
    requests_per_second: int = 40  # from one address, on average
    request_burst: int = 200  # from one address, at once
    connections_per_address: int = 100
    tables_per_guest: int = 60  # opened within a day
    tables_per_address: int = 120  # opened within a day
    reviews_per_address: int = 200  # asked for within a day
    pictures_per_address: int = 300  # painted for link previews within a day
    viewers_per_table: int = 200
    idle_minutes: int = 30  # after which a table nobody looks at goes to sleep
    waiting_bytes: int = 4_000_000  # unsent on one connection, before it is cut
    chat_per_minute: int = 20  # lines from one connection
    chat_lines: int = 200  # kept of a table's chat
    jots_per_minute: int = 120  # pencil marks from one connection

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

    def take(self, now: float) -> bool:
        """Whether there was a token left; if so it is spent."""
        self.tokens = min(self.size, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether nobody has drawn on it for long enough."""
        return self.tokens + (now - self.filled) * self.rate >= self.size


@dataclass(slots=True)
class Rates:
    """A bucket for each address or guest; those full again are forgotten."""

    rate: float
    size: float
    clock: Callable[[], float] = monotonic
    buckets: dict[str, Bucket] = field(default_factory=dict)
    most: int = 10_000  # kept before the full ones are thrown out

    def allow(self, who: str) -> bool:
        """Whether that one may go on."""
        now = self.clock()
        if len(self.buckets) > self.most:
            self.buckets = {known: bucket for known, bucket in self.buckets.items() if not bucket.is_full(now)}
        return self.buckets.setdefault(who, Bucket.full(self.rate, self.size, now)).take(now)


def per_day(number: int, clock: Callable[[], float] = monotonic) -> Rates:
    """So many a day, all at once if wanted."""
    return Rates(number / 86_400, number, clock)
