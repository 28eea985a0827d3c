"""Whole games with paired secrets over real sockets: does anybody learn what they may not know, by bytes, hints, reviews or sizes?"""

import random
import tempfile
from pathlib import Path

from room import pairs
from siege.target import Outcome, Target


def attack(target: Target, seconds: float) -> Outcome:
    """One pair: a game, somebody who looks, a secret. The rooms are others than the one attacked beside it."""
    seed = random.randrange(10**6)
    game, viewer = random.choice(sorted(pairs.OPTIONS)), random.choice([None, 0, 1, 2])
    pair = pairs.make(game, viewer, random.randrange(12, 40), seed)
    with tempfile.TemporaryDirectory() as folder:
        one, other = (pairs.seen(pair, which, Path(folder) / str(which), hints=2, review=viewer is not None) for which in (0, 1))
    return Outcome(one == other, f"{game}, seen by {viewer}, seed {seed}: {len(one)} messages, pages, hints and reviews compared")
