"""Finding 23: bodies that end in the middle, and bodies that never come."""

import contextlib
import time

from siege.target import Outcome, Target, last_words, status_of

HALF = b'POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"game'
CALLS = 60


def attack(target: Target, seconds: float) -> Outcome:
    """Disconnect within a body, many times: that is no fault, and must not be logged."""
    log, faults = target.server.log.stat().st_size, target.metric("faults_total")
    for _ in range(CALLS):
        with contextlib.suppress(OSError), target.dial() as line:
            line.sendall(HALF)
            time.sleep(0.01)
    with target.dial() as line:
        line.sendall(HALF)
        slow = status_of(last_words(line, seconds + 25))
    faults, log = target.metric("faults_total") - faults, target.server.log.stat().st_size - log
    return Outcome(
        not faults and log < 10_000 and slow == 408, f"{CALLS} half bodies: {faults} faults, {log} bytes of log; a slow one: {slow}"
    )
