"""Two masters against each other in the real tree, with other numbers, at equal processor time.

python train/four_circles/duel.py ONE OTHER [--seconds S] [--games N] [--seed SEED]

A master is the files of its judgement and its prior, as `pack.py` writes them, with a comma between; without a prior it weighs moves by the
rule of thumb; "." stands for the shipped judgement. Games come in pairs, from four plies by chance, either seat in turn. Each may think
so many seconds of the processor, less where its choice is certain before; what it may simulate in that time is what it could so far.
"""

import argparse
import zlib
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, pstdev
from time import process_time

from tableronde.bots.learned import unpacked
from tableronde.bots.tree import Tree
from tableronde.game import Action
from tableronde.games.four_circles import BOX
from tableronde.games.four_circles.judgement import JUDGEMENT, NUMBERS, PRIORS, LearnedKernel
from tableronde.table import Table

PATIENCE = 4
NONE = b"\n" + zlib.compress(b"")  # no numbers at all
FIRST = 60_000.0  # simulations a second, until it is known better
KNOWN = 30  # moves after which it is


class Master:
    """A player, and what it has spent."""

    def __init__(self, files: str) -> None:
        judgement, _, prior = files.partition(",")
        self.numbers = unpacked((JUDGEMENT if judgement == "." else Path(judgement)).read_bytes(), NUMBERS)
        self.priors = unpacked(Path(prior).read_bytes(), PRIORS) if prior else unpacked(NONE, 0)
        self.spent, self.simulations, self.moves = 0.0, 0, 0

    def sit_down(self, table: Table, seed: int) -> None:
        """Begin a game."""
        kernel = LearnedKernel(table.game.options.max_plies, False, self.numbers, self.priors)
        kernel.set_up(table.state)
        kernel.save()
        self.tree = Tree(kernel, seed)
        self.tree.patience, self.tree.brief = PATIENCE, True

    def choose(self, seconds: float) -> Action:
        """Its choice, after so much thought."""
        pace, start = self.simulations / self.spent if self.moves > KNOWN else FIRST, process_time()
        self.simulations += self.tree.think(max(64, int(pace * seconds)), 600.0)
        chosen = self.tree.kernel.action(self.tree.best())
        self.spent += process_time() - start
        self.moves += 1
        return chosen


def game(players: list[Master], seed: int, seconds: float) -> list[float]:
    """A game: each seat's share."""
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
