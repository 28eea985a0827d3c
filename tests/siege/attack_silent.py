"""Finding 5: more silent and half-open connections than the system has descriptors for."""

import contextlib
import time

from siege.target import Outcome, Target

BEFORE = ("sh", "-c", 'ulimit -n 1024; exec "$@"', "sh")  # the command that starts the room
LINES = 1002


def attack(target: Target, seconds: float) -> Outcome:
    """Hold them open; others must be served meanwhile, and silent connections are closed."""
    with contextlib.ExitStack() as lines:
        held = []
        for i in range(LINES):
            with contextlib.suppress(OSError):
                line = lines.enter_context(target.dial())
                held.append(line)
                if i % 2:
                    line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0")
        served = sum(target.honest() for _ in range(3))
        end = time.monotonic() + seconds + 12
        while (left := [line for line in held if _is_open(line)]) and time.monotonic() < end:
            time.sleep(0.2)
    return Outcome(served == 3 and not left, f"{LINES} dialled, {served} of 3 guests served, {len(left)} still open at the end")


def _is_open(line: object) -> bool:
    try:
        line.settimeout(0)  # type: ignore[attr-defined]
        while line.recv(4096):  # type: ignore[attr-defined]
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
