"""Whole games with paired secrets over real sockets: does anybody learn what they may not know, by bytes, hints, reviews or sizes?"""

import random
import tempfile
from pathlib import Path

from room import pairs
from siege.target import Outcome, Target


def attack(target: Target, seconds: float) -> Outcome:
    """One pair: a game, somebody who looks, a secret. The rooms are others than the one attacked beside it."""
    seed, plies = random.randrange(10**6), random.randrange(12, 40)
    game, viewer = random.choice(sorted(pairs.OPTIONS)), random.choice([None, 0, 1, 2])
    pair = pairs.make(game, viewer, plies, seed)
    with tempfile.TemporaryDirectory() as folder:
        one, other = (pairs.seen(pair, which, Path(folder) / str(which), hints=2, review=viewer is not None) for which in (0, 1))
    told = f"{game}, seen by {viewer}, seed {seed}, {plies} events: {len(one)} messages, pages, hints and reviews compared"
    return Outcome(one == other, told + _difference(one, other))


def _difference(one: list[object], other: list[object]) -> str:
    """The first thing that differs, cut to where it does."""
    if len(one) != len(other):
        return f"; {len(one)} against {len(other)}"
    for i, (a, b) in enumerate(zip(map(str, one), map(str, other), strict=True)):
        at = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        if a != b:
            return f"; no. {i + 1} differs: …{a[max(0, at - 60) : at + 60]}… against …{b[at : at + 60]}…"
    return ""
