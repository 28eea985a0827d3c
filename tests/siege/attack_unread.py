"""Finding 10: sockets that ask for pictures and do not read them, at the table of somebody whose name is a picture itself."""

import contextlib
import json
import time
from dataclasses import replace

from room.rooms import HERE, Person, token_of
from siege.target import Outcome, Target, frame

SOCKETS = 90
HOST = {"kind": "me", "name": "🎲" * 20}
LOOKS = b"".join(frame(1, json.dumps({"do": "look", "seat": seat}).encode()) for seat in (0, None))


def attack(target: Target, seconds: float) -> Outcome:
    """Memory stays within bounds, and others do not wait."""
    with Person(target.server.base) as host:
        table = host.open("kaplan", HOST, HERE)
    before, end, asked = target.rss(), time.monotonic() + 3 * seconds, 0
    aim, query = replace(target, table=table), f"feed=scene&token={token_of(table['seats'][0])}"
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(aim.upgrade(query=query, buffer=4096)) for _ in range(SOCKETS)]
        for line in lines:
            line.settimeout(0)
        while time.monotonic() < end:
            for line in lines:
                with contextlib.suppress(OSError):
                    asked += line.send(LOOKS) // len(LOOKS)
            time.sleep(0.05)
        grown = target.peak() - before
    return Outcome(grown < 150, f"{SOCKETS} sockets, {2 * asked} pictures asked for; +{grown:.0f} MB")
