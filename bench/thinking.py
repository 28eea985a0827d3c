"""What a level that searches costs: seconds a move, simulations, positions in its tree and memory, while it plays against itself.

python bench/thinking.py GAME [--level LEVEL] [--games N] [--seed SEED] [--seconds S]

One process, one core. Seconds are both of the clock and of the processor. On a shared machine, give it so much time by the clock that it
can finish: then the processor's time is what a core of its own would take.
"""

import argparse
from random import Random
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from tableronde import bots
from tableronde.bots.kernel_bot import KernelBot
from tableronde.box import Box
from tableronde.shelf import find
from tableronde.table import Table


class Thought(NamedTuple):
    """One choice."""

    clock: float
    processor: float
    positions: int  # in the tree afterwards


def game(box: Box, level: str, seed: int, seconds: float | None) -> list[Thought]:
    """All choices of a game between two of the level."""
    table = Table(box, min(box.game_type.players), rng=Random(seed))
    players = [bots.levels(box)[level](box, table.game, seat, Random(f"{seed} {seat}")) for seat in range(table.game.seats)]
    thoughts = []
    while legal := table.legal():
        [(actor, actions)] = legal.items()
        seat = int(actor)
        player = players[seat]
        assert isinstance(player, KernelBot), f"{level} of {box.slug} does not search over a kernel"
        player.seconds = seconds or player.seconds
        clock, processor = perf_counter(), process_time()
        action = player.choose(table.view(seat), table.heard(seat), actions)
        assert action is not None
        thoughts.append(Thought(perf_counter() - clock, process_time() - processor, player.positions))
        table.play(seat, action)
    return thoughts


def megabytes() -> float:
    """The most memory this process has held so far."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def told(what: str, numbers: list[float]) -> str:
    """The middle, the nineteenth of twenty and the greatest."""
    ordered = sorted(numbers)
    return f"{what}: median {median(ordered):,.2f}, 95 % below {ordered[int(0.95 * len(ordered))]:,.2f}, at most {ordered[-1]:,.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--level", default="master")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--seconds", type=float, help="a move may take by the clock (what the level says)")
    chosen = parser.parse_args()
    box, before = find(chosen.game), megabytes()
    thoughts = [thought for i in range(chosen.games) for thought in game(box, chosen.level, chosen.seed + i, chosen.seconds)]
    print(f"{box.slug} {chosen.level}: {len(thoughts)} moves in {chosen.games} games")
    print(told("seconds a move by the clock", [thought.clock for thought in thoughts]))
    print(told("seconds a move of the processor", [thought.processor for thought in thoughts]))
    print(told("positions in the tree", [float(thought.positions) for thought in thoughts]))
    print(f"memory of the process: {megabytes():.0f} MB at most, {before:.0f} before the first move")


if __name__ == "__main__":
    main()
