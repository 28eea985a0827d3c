"""Requests by the thousand on many connections of one address: the next as soon as one is answered, again when the room hangs up."""

import contextlib
import itertools
import threading
import time
from collections.abc import Sequence

from siege.target import CHUNK, Target

LINES = 60


def get(path: str) -> bytes:
    """A plain request."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def post(path: str, body: str) -> bytes:
    """A request that brings something."""
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body.encode())}\r\n\r\n{body}".encode()


def flood(target: Target, seconds: float, wishes: Sequence[bytes]) -> int:
    """Ask for all this again and again; how many answers there were."""
    answered, end = [0] * LINES, time.monotonic() + seconds

    def ask(i: int) -> None:
        wanted = itertools.islice(itertools.cycle(wishes), i, None)
        while time.monotonic() < end:
            with contextlib.suppress(OSError), target.dial() as line:
                while time.monotonic() < end:
                    line.sendall(next(wanted))
                    if not line.recv(CHUNK):
                        break
                    answered[i] += 1

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(LINES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(answered)
