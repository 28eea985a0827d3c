"""Measure the learned evaluation against the handmade one: one learned bot, all others handmade, with fixed simulations a move.

python train/cirkis/duel.py PLAYERS GAMES LEARNED HAND SEED      (6,000 and 10,000 simulations take about the same time with two players)
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import mean
from time import process_time
from typing import Any

from tableronde.bots import BotMaker
from tableronde.bots.kernel_bot import KernelBot, Level
from tableronde.game import Action, Event
from tableronde.games.cirkis import BOX, kernel
from tableronde.games.cirkis.bots import judgement, learned
from tableronde.kernels.proof import FromState
from tableronde.play.arena import match


class Timed(KernelBot):
    """A bot that measures the time of its moves."""

    def __init__(self, *args: Any, spent: list[float], **more: Any) -> None:
        super().__init__(*args, **more)
        self.spent = spent

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        before = process_time()
        action = super().choose(view, heard, legal)
        if len(legal) > 1:
            self.spent.append(process_time() - before)
        return action


def main(players: int, games: int, simulations: int, by_hand: int, seed: int) -> None:
    """Play, and print the share of wins with its interval, and the CPU time of a move."""
    times: dict[str, list[float]] = {"learned": [], "hand": []}
    bots: dict[str, BotMaker] = {
        "learned": _maker(judgement.from_state, learned(simulations=simulations, seconds=1e9, variety=0.01), times["learned"]),
        "hand": _maker(kernel.from_state, Level(simulations=by_hand, seconds=1e9, patience=4, variety=0.01), times["hand"]),
    }
    tally = match(replace(BOX, bots=bots), ["learned", *["hand"] * (players - 1)], games, seed=seed)
    low, high = tally.interval(0)
    taken = ", ".join(f"{name} {1e3 * mean(spent):.2f} ms" for name, spent in times.items())
    print(f"{tally.games} games: {tally.share(0):.1%} ({low:.1%} – {high:.1%}); a move takes {taken}")


def _maker(from_state: FromState, level: Level, spent: list[float]) -> BotMaker:
    return partial(Timed, from_state=from_state, level=level, spent=spent)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:6]))
