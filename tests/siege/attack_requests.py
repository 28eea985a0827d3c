"""Requests by the thousand on many connections of one address, all answers read."""

import contextlib
import threading
import time

from siege.target import CHUNK, Outcome, Target

LINES = 60
ASK = b"GET /index.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def attack(target: Target, seconds: float) -> Outcome:
    """A request as soon as the last was answered, and again when the room hangs up."""
    answered, end = [0] * LINES, time.monotonic() + seconds

    def ask(i: int) -> None:
        while time.monotonic() < end:
            with contextlib.suppress(OSError), target.dial() as line:
                while time.monotonic() < end:
                    line.sendall(ASK)
                    if not line.recv(CHUNK):
                        break
                    answered[i] += 1

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(LINES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Outcome(target.honest(), f"{sum(answered)} answers on {LINES} lines")
