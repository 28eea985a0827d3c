"""Measure how fast the plain rules are: random play with `legal` and `apply` only; `ratio` compares with the first game on the shelf.

python bench/rules.py [SECONDS]
"""

import sys
from random import Random
from time import perf_counter

from tableronde.box import Box
from tableronde.game import is_open
from tableronde.shelf import Shelf
from tableronde.table import Table


def events_per_second(box: Box, seconds: float) -> tuple[float, float]:
    """Return the events of random play a second, and the legal actions listed a second."""
    rng, events, listed, start = Random(1), 0, 0, perf_counter()
    while perf_counter() - start < seconds:
        table = Table(box, min(box.game_type.players), rng=rng)
        game, state = table.game, table.state
        while (legal := game.legal(state)) and perf_counter() - start < seconds:
            actor = rng.choice(game.to_act(state))
            state = game.apply(state, actor, rng.choice([action for action in legal[actor] if not is_open(action)]))
            events, listed = events + 1, listed + sum(map(len, legal.values()))
    spent = perf_counter() - start
    return events / spent, listed / spent


def main(seconds: float) -> None:
    first = 0.0
    print(f"{'game':14} {'events/s':>10} {'ratio':>7} {'actions listed/s':>18}")
    for box in Shelf.installed().boxes():
        rate, listed = events_per_second(box, seconds)
        first = first or rate
        print(f"{box.slug:14} {rate:10,.0f} {rate / first:7.2f} {listed:18,.0f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
