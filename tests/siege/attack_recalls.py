"""Sockets that request earlier positions as often as allowed, all from one address, so that nothing is cached."""

import contextlib
import itertools
import json
import threading
import time

from siege.target import CHUNK, Outcome, Target, frame
from support.rooms import HERE, ME, Person, token_of

SOCKETS = 30
GAME = "cirkis"  # has thousands of legal actions
PLIES = 12


def attack(target: Target, seconds: float) -> Outcome:
    """Request earlier pictures and log lines in turn on each; the answers are read."""
    with Person(target.server.base) as ana:
        table = ana.open(GAME, ME, HERE, HERE, HERE)
        _play(ana, table["id"])
    past, heard, end = Target(target.server, table, target.data, target.source), [0] * SOCKETS, time.monotonic() + seconds + 2

    def remember(i: int) -> None:
        query = f"feed=scene&seat={i % 4}&token={token_of(table['seats'][i % 4])}"
        with contextlib.suppress(OSError), past.upgrade(query=query) as line:
            line.settimeout(0.025)
            for ply in itertools.cycle(range(1, PLIES)):
                if time.monotonic() > end:
                    break
                wish = {"do": "recall", "ply": ply} if ply % 2 else {"do": "earlier", "before": ply}
                line.sendall(frame(1, json.dumps(wish).encode()))
                with contextlib.suppress(TimeoutError):
                    heard[i] += len(line.recv(CHUNK))

    threads = [threading.Thread(target=remember, args=(i,)) for i in range(SOCKETS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Outcome(target.honest(), f"{SOCKETS} sockets, {sum(heard) / 1e6:.0f} MB of the past")


def _play(ana: Person, table: str) -> None:
    """Play some plies at a table where she holds all seats."""
    with ana.at(table, feed="facts") as line:
        turn = line.until("turn")["turn"]
        while turn["ply"] < PLIES:
            [seat] = turn["to_act"]
            line.say("look", seat=seat)
            actions = line.until("legal")["legal"][str(seat)]
            turn = line.act(actions[0], seat, ref=turn["ply"])["turn"]
