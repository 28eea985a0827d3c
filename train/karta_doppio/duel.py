"""Compare the learned evaluation with the handmade one in the real tree search, at equal CPU time.

python train/karta_doppio/duel.py [--seconds 0.1] [--games 200] [--seed 2026] [--variant single]

Games come in pairs with the same deal, each player in both seats. They are played on kernels, so that all time is spent searching.
"""

import argparse
from random import Random
from time import process_time

from tableronde.bots.kernel_bot import Level
from tableronde.bots.tree import Tree
from tableronde.games.karta_doppio import BOX
from tableronde.games.karta_doppio.bots import BOTS
from tableronde.play.arena import wilson
from tableronde.table import Table

AT_ONCE = 8  # simulations between two checks of the clock


class Player:
    """A level with a given thinking time."""

    def __init__(self, name: str, table: Table, seed: int) -> None:
        maker = BOTS[name].keywords  # type: ignore[attr-defined]
        self.level: Level = maker["level"]
        self.tree = Tree(maker["from_state"](table.state, table.game.options), seed, self.level.capacity)
        self.tree.patience, self.tree.widest, self.tree.thorough = self.level.patience, self.level.widest, self.level.thorough

    def choose(self, seconds: float) -> int:
        """Return a move after this many seconds of CPU time, or after a proof."""
        start = process_time()
        while self.tree.think(AT_ONCE, 1e9) == AT_ONCE and process_time() - start < seconds:
            pass
        return int(self.tree.best())


def share(names: tuple[str, str], seed: int, seconds: float, options: dict[str, object]) -> float:
    """Return the first player's share of a game; the first name plays red."""
    table = Table(BOX, 2, options, rng=Random(seed))
    players = [Player(name, table, 2 * seed + seat) for seat, name in enumerate(names)]
    kernel = players[0].tree.kernel
    while not kernel.over:
        move = players[kernel.mover].choose(seconds)
        for player in players:
            player.tree.advance(move)
    return kernel.final_share(0)


def main() -> None:
    """Play, and print the share after every ten games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--variant", default="single", choices=[variant.name for variant in BOX.variants])
    asked = parser.parse_args()
    [options] = [dict(variant.options) for variant in BOX.variants if variant.name == asked.variant]
    won = 0.0
    for game in range(asked.games):
        red = game % 2 == 0
        result = share(("master", "champion") if red else ("champion", "master"), asked.seed + game // 2, asked.seconds, options)
        won += result if red else 1 - result
        if (game + 1) % 10 == 0:
            low, high = wilson(won, game + 1)
            print(f"{game + 1} games: {won / (game + 1):.1%} ({low:.1%} – {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
