"""A guest at a table nobody attacks, in a process of its own: asks the room for a pong again and again and notes how long each takes.

How long a pong takes depends on whatever else the machine does. How much the room itself has worked meanwhile, in processor time
of all its threads, does not: that is what an attack costs others.
"""

import json
import os
import select
import sys
import time

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

PACE = 0.03  # seconds between two pings: within the limits
CLOCK = 2  # with a process's number above it, Linux' clock of that process


Pong = tuple[float, float]  # milliseconds by the clock, and of the room's work


def worked(pid: int) -> float:
    """Milliseconds for which a process has had a processor, in all its threads, those that have ended included."""
    return 1000 * time.clock_gettime(~pid << 3 | CLOCK)


def ping(address: str, pid: int) -> list[Pong]:
    """Every ping, until standard input is closed."""
    taken: list[Pong] = []
    with connect(address, max_size=None) as line:
        line.recv()
        while not select.select([sys.stdin], [], [], PACE)[0]:
            try:
                before, began = worked(pid), time.perf_counter()
                line.send('{"do":"ping"}')
                while "pong" not in str(line.recv(30)):
                    pass
                taken.append((1000 * (time.perf_counter() - began), worked(pid) - before))
            except (TimeoutError, OSError, WebSocketException):  # nobody answers, or the room is gone
                return [*taken, (1e6, 1e6)]
    return taken


if __name__ == "__main__":
    if os.geteuid() == 0:
        os.nice(-10)  # what is measured is the room, not the wait for a processor
    print("ready", flush=True)
    print(json.dumps(ping(sys.argv[1], int(sys.argv[2]))))
