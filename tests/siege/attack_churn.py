"""Finding 26: sockets that come and go for a long time must leave nothing behind."""

import contextlib
import time

from siege.target import Outcome, Target

BARE = ("--limit", "requests_per_second=100000", "--limit", "request_burst=100000")
OPTIONS = (*BARE, "--limit", "tcp_per_second=100000", "--limit", "tcp_burst=100000")


def attack(target: Target, seconds: float) -> Outcome:
    """Open and close sockets, and compare the memory at the beginning and at the end."""
    opened = _churn(target, seconds / 2)
    before = target.rss()
    opened += _churn(target, 2 * seconds)
    time.sleep(1.0)
    grown = target.rss() - before
    return Outcome(grown < 12, f"{opened} sockets opened and closed; +{grown:.1f} MB")


def _churn(target: Target, seconds: float) -> int:
    opened, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.ExitStack() as lines, contextlib.suppress(OSError):
            for _ in range(20):
                lines.enter_context(target.upgrade(query="feed=scene", more="Sec-WebSocket-Extensions: permessage-deflate\r\n"))
                opened += 1
    return opened
