"""What was learned against the judgement made by hand, each with so many simulations a move: one learned bot, all others by hand.

python train/cirkis/duel.py PLAYERS GAMES LEARNED HAND SEED      (6,000 and 10,000 simulations take about the same time with two players)
"""

from __future__ import annotations

import sys
from dataclasses import replace

from tableronde.arena import match
from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.cirkis import BOX, judgement, kernel


def main(players: int, games: int, learned: int, by_hand: int, seed: int) -> None:
    """Play, and print the share with its interval."""
    bots = {
        **level_makers(judgement.from_state, {"learned": _level(learned)}),
        **level_makers(kernel.from_state, {"hand": _level(by_hand)}),
    }
    tally = match(replace(BOX, bots=bots), ["learned", *["hand"] * (players - 1)], games, seed=seed)
    low, high = tally.interval(0)
    print(f"{tally.games} games: {tally.share(0):.1%} ({low:.1%} – {high:.1%})")


def _level(simulations: int) -> Level:
    return Level(simulations=simulations, seconds=1e9, patience=4, variety=0.01)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:6]))
