"""Finding 10: sockets that request pictures without reading them, at the table of a player whose name is long in UTF-8."""

import contextlib
import json
import time
from dataclasses import replace

from siege.target import Outcome, Target, frame
from support.rooms import HERE, Person, token_of

SOCKETS = 90
HOST = {"kind": "me", "name": "🎲" * 20}
LOOKS = b"".join(frame(1, json.dumps({"do": "look", "seat": seat}).encode()) for seat in (0, None))


def attack(target: Target, seconds: float) -> Outcome:
    """Check that memory stays bounded and others do not wait."""
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
