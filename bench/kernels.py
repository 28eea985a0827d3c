"""Measure how fast the kernels play random games compared with the plain rules, and how fast the tree search simulates.

All rates are a second of CPU time on one core; `ratio` says how many times faster the kernel is.

python bench/kernels.py [SECONDS]
"""

import sys
from random import Random
from time import process_time

from tableronde.bots.tree import Tree
from tableronde.box import Box
from tableronde.cli.bench import measure, measure_rules
from tableronde.kernel import Luck, wander
from tableronde.kernels.proof import from_state
from tableronde.shelf import Shelf
from tableronde.table import Table

EARLY = {"four-circles": 14}  # plies played before the tree is measured: in this game, just after the twelve placings
FOREVER = 1e9
WIDEST = 60  # children of a node; only Karta Doppio has many more moves, and its bots limit them to as many


def simulations_per_second(box: Box, seconds: float, rollout: int) -> float:
    """Return the simulations a second of a new tree from an early position, with `rollout` random plies before each evaluation."""
    table = Table(box, min(box.game_type.players), rng=Random(1))
    kernel = from_state(box)(table.state, table.game.options)
    wander(kernel, Luck(1), EARLY.get(box.slug, 2))
    done, start = 0, process_time()
    while process_time() - start < seconds:
        tree = Tree(kernel, done)
        tree.rollout, tree.widest = rollout, WIDEST
        done += tree.think(2_000, FOREVER)
    return done / (process_time() - start)


def kernels() -> list[Box]:
    """Return the games that have a kernel."""
    found = []
    for box in Shelf.installed().boxes():
        try:
            from_state(box)
        except LookupError:
            continue
        found.append(box)
    return found


def main(seconds: float) -> None:
    print(f"{'game':14} {'seats':>5} {'kernel plies/s':>15} {'playouts/s':>11} {'rules plies/s':>14} {'ratio':>7}")
    for box in kernels():
        for seats in box.game_type.players:
            fast, slow = measure(box, seconds, seats), measure_rules(box, seconds, seats)
            ratio = fast.plies_per_s / slow.plies_per_s
            print(f"{box.slug:14} {seats:5} {fast.plies_per_s:15,.0f} {fast.playouts_per_s:11,.0f} {slow.plies_per_s:14,.0f} {ratio:7,.0f}")
    print(f"\n{'game':14} {'simulations/s: no rollout':>30} {'after six random plies':>24}")
    for box in kernels():
        print(f"{box.slug:14} {simulations_per_second(box, seconds, 0):30,.0f} {simulations_per_second(box, seconds, 6):24,.0f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
