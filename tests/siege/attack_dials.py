"""Connections opened and dropped as fast as one address can, some with a request."""

import contextlib
import time

from siege.target import Outcome, Target

ASK = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def attack(target: Target, seconds: float) -> Outcome:
    """Connect, sometimes send a request, disconnect."""
    dialled, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError), target.dial(timeout=1.0) as line:
            if dialled % 2:
                line.sendall(ASK)
        dialled += 1
    return Outcome(target.honest(), f"{dialled} dialled")
