"""Sockets that request a whole new picture as often as allowed, all from one address."""

import contextlib
import json
import threading
import time

from siege.target import CHUNK, Outcome, Target, frame

SOCKETS = 60


def attack(target: Target, seconds: float) -> Outcome:
    """Send forty requests a second on each; the answers are read."""
    ask, heard, end = frame(1, json.dumps({"do": "look", "seat": None}).encode()), [0] * SOCKETS, time.monotonic() + seconds + 2

    def gaze(i: int) -> None:
        with contextlib.suppress(OSError), target.upgrade(query="feed=scene") as line:
            line.settimeout(0.025)
            while time.monotonic() < end:
                line.sendall(ask)
                with contextlib.suppress(TimeoutError):
                    heard[i] += len(line.recv(CHUNK))

    threads = [threading.Thread(target=gaze, args=(i,)) for i in range(SOCKETS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Outcome(target.honest(), f"{SOCKETS} sockets, {sum(heard) / 1e6:.0f} MB of pictures")
