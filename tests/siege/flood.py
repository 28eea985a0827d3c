"""Thousands of requests on many connections of one address: the next as soon as one is answered, reconnecting when closed."""

import contextlib
import itertools
import threading
import time
from collections.abc import Sequence

from siege.target import CHUNK, Target

LINES = 60


def get(path: str) -> bytes:
    """Return a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def post(path: str, body: str) -> bytes:
    """Return a POST request."""
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body.encode())}\r\n\r\n{body}".encode()


def flood(target: Target, seconds: float, wishes: Sequence[bytes]) -> int:
    """Send all the requests over and over; return the number of answers."""
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
