"""Compare two masters with different weights in the real tree search, at equal CPU time.

python train/four_circles/duel.py ONE OTHER [--seconds S] [--games N] [--seed SEED]

A master is given by the files of its evaluation and its prior, as `pack.py` writes them, separated by a comma; without a prior it
weighs moves by the heuristic; "." stands for the shipped evaluation. Games come in pairs from four random plies, each player in both
seats. CPU time a move is fixed (less if the choice is certain earlier), and is converted to simulations at the rate measured so far.
"""

import argparse
import zlib
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, pstdev
from time import process_time

from tableronde.bots.tree import Tree
from tableronde.bots.weights import unpacked
from tableronde.game import Action
from tableronde.games.four_circles import BOX
from tableronde.games.four_circles.bots.judgement import JUDGEMENT, NUMBERS, PRIORS, LearnedKernel
from tableronde.table import Table

PATIENCE = 4
NONE = b"\n" + zlib.compress(b"")  # an empty file of weights
FIRST = 60_000.0  # simulations a second, until they are measured
KNOWN = 30  # moves after which the measured rate is used


class Master:
    """A player and the CPU time it has used."""

    def __init__(self, files: str) -> None:
        judgement, _, prior = files.partition(",")
        self.numbers = unpacked((JUDGEMENT if judgement == "." else Path(judgement)).read_bytes(), NUMBERS)
        self.priors = unpacked(Path(prior).read_bytes(), PRIORS) if prior else unpacked(NONE, 0)
        self.spent, self.simulations, self.moves = 0.0, 0, 0

    def sit_down(self, table: Table, seed: int) -> None:
        """Start a game."""
        kernel = LearnedKernel(table.game.options.max_plies, False, self.numbers, self.priors)
        kernel.set_up(table.state)
        kernel.save()
        self.tree = Tree(kernel, seed)
        self.tree.patience, self.tree.brief = PATIENCE, True

    def choose(self, seconds: float) -> Action:
        """Return its choice after this many seconds."""
        pace, start = self.simulations / self.spent if self.moves > KNOWN else FIRST, process_time()
        self.simulations += self.tree.think(max(64, int(pace * seconds)), 600.0)
        chosen = self.tree.kernel.action(self.tree.best())
        self.spent += process_time() - start
        self.moves += 1
        return chosen


def game(players: list[Master], seed: int, seconds: float) -> list[float]:
    """Play a game and return each seat's share."""
    table, rng = Table(BOX, 2, {"max_plies": 200}), Random(seed)
    for _ in range(4):
        [(actor, actions)] = table.legal().items()
        table.play(actor, rng.choice(actions))
    for seat, player in enumerate(players):
        player.sit_down(table, 2 * seed + seat)
    while not table.outcome:
        [(actor, actions)] = table.legal().items()
        action = players[int(actor)].choose(seconds) if len(actions) > 1 else actions[0]
        table.play(actor, action)
        for player in players:
            player.tree.advance(player.tree.kernel.move(action))
    return [(seat in table.outcome.winners) / len(table.outcome.winners) for seat in range(2)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    one, other, pairs = Master(chosen.one), Master(chosen.other), []
    for i in range(chosen.games // 2):
        seed = 1000 * chosen.seed + i
        pairs.append((game([one, other], seed, chosen.seconds)[0] + game([other, one], seed, chosen.seconds)[1]) / 2)
        about = 1.96 * pstdev(pairs) / sqrt(len(pairs))
        costs = ", ".join(
            f"{each.spent / each.moves:.3f} s a move at {each.simulations / each.spent:,.0f} simulations/s" for each in (one, other)
        )
        print(f"{2 * len(pairs)} games: {mean(pairs):.1%} ± {about:.1%}; {costs}", flush=True)


if __name__ == "__main__":
    main()
