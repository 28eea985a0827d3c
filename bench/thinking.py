"""Measure what a searching level costs while it plays against itself: seconds a move, positions in its tree, memory.

python bench/thinking.py GAME [--level LEVEL] [--games N] [--seed SEED] [--seconds S]

One process, one core. Seconds are given both as wall-clock time and as CPU time. On a shared machine, set `--seconds` high enough for
all simulations: then the CPU time is what the move would take on a free core.
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
    """The cost of one choice."""

    clock: float
    processor: float
    positions: int  # in the tree after the choice


def game(box: Box, level: str, seed: int, seconds: float | None) -> list[Thought]:
    """Play a game of the level against itself; return the cost of every choice."""
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
    """Return the most memory this process has used so far."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def format_row(what: str, numbers: list[float]) -> str:
    """Format the median, the 95th percentile and the maximum."""
    ordered = sorted(numbers)
    return f"{what}: median {median(ordered):,.2f}, 95 % below {ordered[int(0.95 * len(ordered))]:,.2f}, at most {ordered[-1]:,.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--level", default="master")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--seconds", type=float, help="wall-clock time of a move, at most (default: the level's own)")
    chosen = parser.parse_args()
    box, before = find(chosen.game), megabytes()
    thoughts = [thought for i in range(chosen.games) for thought in game(box, chosen.level, chosen.seed + i, chosen.seconds)]
    print(f"{box.slug} {chosen.level}: {len(thoughts)} moves in {chosen.games} games")
    print(format_row("wall-clock seconds a move", [thought.clock for thought in thoughts]))
    print(format_row("CPU seconds a move", [thought.processor for thought in thoughts]))
    print(format_row("positions in the tree", [float(thought.positions) for thought in thoughts]))
    print(f"memory of the process: {megabytes():.0f} MB at most, {before:.0f} before the first move")


if __name__ == "__main__":
    main()
