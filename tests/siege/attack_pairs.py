"""Whole games with paired secrets over real sockets: does anybody learn a secret from bytes, hints, reviews or sizes?"""

import contextlib
import random
import tempfile
from pathlib import Path

from siege.target import Outcome, Target
from support import pairs


def attack(target: Target, seconds: float) -> Outcome:
    """Compare one pair: a game, a viewer and a secret. It uses rooms of its own, not the attacked one."""
    game, viewer, plies = random.choice(sorted(pairs.OPTIONS)), random.choice([None, 0, 1, 2]), random.randrange(12, 40)
    seed, pair = _first_pair(game, viewer, plies)
    with tempfile.TemporaryDirectory() as folder:
        one, other = (pairs.seen(pair, which, Path(folder) / str(which), hints=2, review=viewer is not None) for which in (0, 1))
    told = f"{game}, seen by {viewer}, seed {seed}, {plies} events: {len(one)} messages, pages, hints and reviews compared"
    return Outcome(one == other, told + _difference(one, other))


def _first_pair(game: str, viewer: int | None, plies: int) -> tuple[int, pairs.Pair]:
    """Return a game that has a secret left; in some everything has been seen after that many events."""
    for _ in range(50):
        seed = random.randrange(10**6)
        with contextlib.suppress(LookupError):
            return seed, pairs.make(game, viewer, plies, seed)
    raise LookupError(f"{game}: no game of {plies} events has a secret left for {viewer}")


def _difference(one: list[object], other: list[object]) -> str:
    """Describe the first difference, with its surroundings."""
    if len(one) != len(other):
        return f"; {len(one)} against {len(other)}"
    for i, (a, b) in enumerate(zip(map(str, one), map(str, other), strict=True)):
        at = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        if a != b:
            return f"; no. {i + 1} differs: …{a[max(0, at - 60) : at + 60]}… against …{b[at : at + 60]}…"
    return ""
