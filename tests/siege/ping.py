"""A guest at a table nobody attacks, in a process of its own: asks the room for a pong again and again and notes how long each takes.

How long a pong takes depends on whatever else the machine does. How much the room itself has worked meanwhile, in processor time
of all its threads, does not: that is what an attack costs others.
"""

import contextlib
import json
import os
import select
import sys
import time
from pathlib import Path

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

PACE = 0.03  # seconds between two pings: within the limits


Pong = tuple[float, float]  # milliseconds by the clock, and of the room's work


def worked(pid: int) -> float:
    """Milliseconds for which any thread of a process has had a processor."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has just ended
            total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e6


def ping(address: str, pid: int) -> list[Pong]:
    """Every ping, until standard input is closed."""
    taken: list[Pong] = []
    with connect(address, max_size=None) as line:
        line.recv()
        while not select.select([sys.stdin], [], [], PACE)[0]:
            before, began = worked(pid), time.perf_counter()
            try:
                line.send('{"do":"ping"}')
                while "pong" not in str(line.recv(30)):
                    pass
            except (TimeoutError, OSError, WebSocketException):
                return [*taken, (1e6, 1e6)]
            taken.append((1000 * (time.perf_counter() - began), worked(pid) - before))
    return taken


if __name__ == "__main__":
    if os.geteuid() == 0:
        os.nice(-10)  # what is measured is the room, not the wait for a processor
    print("ready", flush=True)
    print(json.dumps(ping(sys.argv[1], int(sys.argv[2]))))
