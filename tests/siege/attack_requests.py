"""Requests by the thousand on many connections of one address, all answers read: for the pages that are the most work."""

import contextlib
import itertools
import threading
import time

from room.rooms import HERE, ME, Message, Person
from siege.target import CHUNK, Outcome, Target

LINES = 60
GAME = "karta-doppio"  # has the largest pictures


def attack(target: Target, seconds: float) -> Outcome:
    """A request as soon as the last was answered, and again when the room hangs up."""
    answered, end = [0] * LINES, time.monotonic() + seconds
    with Person(target.server.base) as ana:
        wishes = _wishes(_finished(ana))

    def ask(i: int) -> None:
        wanted = itertools.islice(itertools.cycle(wishes), i, None)
        while time.monotonic() < end:
            with contextlib.suppress(OSError), target.dial() as line:
                while time.monotonic() < end:
                    line.sendall(f"GET {next(wanted)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                    if not line.recv(CHUNK):
                        break
                    answered[i] += 1

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(LINES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Outcome(target.honest(), f"{sum(answered)} answers on {LINES} lines")


def _finished(ana: Person) -> Message:
    """A game that is over: only then all of its pages can be asked for."""
    table = ana.open(GAME, ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.say("resign", seat=0)
        line.until("outcome")
    return table


def _wishes(table: Message) -> list[str]:
    id, url = table["id"], table["url"]
    pictures = [f"{url}.svg", f"{url}.svg?ply=0&theme=dark", f"{url}.png?theme=light", f"{url}/qr.svg", f"/cover/{GAME}.svg?theme=dark"]
    pages = [
        "/index.json",
        "/",
        f"/rules/{GAME}",
        f"/looks/{GAME}.json",
        f"/replay/{id}?ply=0",
        f"/review/{id}.json?seat=1",
        f"{url}/record.json",
    ]
    return [*pictures, *pages]
