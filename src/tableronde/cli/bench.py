"""tableronde bench: measure how fast a game's kernel plays random games."""

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from random import Random
from time import process_time
from typing import Any

from tableronde.box import Box
from tableronde.cli.bounded_numbers import seats, seconds, seed
from tableronde.game import is_open
from tableronde.kernel import Kernel, Luck, wander
from tableronde.kernels.proof import from_state
from tableronde.shelf import Shelf
from tableronde.table import Table

ENDLESS = 1 << 40


@dataclass(frozen=True, slots=True)
class Speed:
    """Counts of complete random games, all legal actions listed before each ply; seconds are CPU time of one core."""

    game: str
    seats: int
    compiled: bool
    seconds: float
    plies: int
    playouts: int
    plies_per_s: float
    playouts_per_s: float


def is_compiled(kernel: Kernel) -> bool:
    """Return whether a kernel runs as compiled code."""
    return not str(sys.modules[type(kernel).__module__].__file__).endswith(".py")


def measure(box: Box, seconds: float, seats: int, options: Any = None, seed: int = 1) -> Speed:
    """Let a kernel play random games for this many seconds."""
    table = Table(box, seats, options, rng=Random(seed))
    kernel, luck = from_state(box)(table.state, table.game.options), Luck(seed)
    plies, playouts, start = 0, 0, process_time()
    while (spent := process_time() - start) < seconds:
        kernel.restore()
        plies += wander(kernel, luck, ENDLESS)
        playouts += 1
    return Speed(box.slug, seats, is_compiled(kernel), spent, plies, playouts, plies / spent, playouts / spent)


def measure_rules(box: Box, seconds: float, seats: int, options: Any = None, seed: int = 1) -> Speed:
    """Let the plain rules play random games for this many seconds."""
    rng = Random(seed)
    table = Table(box, seats, options, rng=rng)
    game, plies, playouts, start = table.game, 0, 0, process_time()
    while (spent := process_time() - start) < seconds:
        state = table.state
        while (legal := game.legal(state)) and process_time() - start < seconds:
            [(actor, actions)] = legal.items()
            state = game.apply(state, actor, rng.choice([action for action in actions if not is_open(action)]))
            plies += 1
        playouts += not legal
    return Speed(box.slug, seats, False, spent, plies, playouts, plies / spent, playouts / spent)


def main(arguments: list[str]) -> int:
    """Run `bench kernel GAME [--seconds S] [--players N] [--json]`."""
    parser = argparse.ArgumentParser("tableronde bench", description="Measure how fast a game's kernel plays at random, on one core.")
    parser.add_argument("what", choices=("kernel",), help="what to measure")
    parser.add_argument("game", help="a game on the shelf, or its module, file or folder")
    parser.add_argument("--seconds", type=seconds, default=2.0, help="how long to play (default: 2)")
    parser.add_argument("--players", type=seats, help="how many seats (default: the fewest the game allows)")
    parser.add_argument("--seed", type=seed, default=1, help="seed of the random play (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parsed = parser.parse_args(arguments)
    box = Shelf.installed().find(parsed.game)
    speed = measure(box, parsed.seconds, parsed.players or min(box.game_type.players), seed=parsed.seed)
    print(json.dumps(asdict(speed)) if parsed.json else describe_speed(speed))
    return 0


def describe_speed(speed: Speed) -> str:
    """Format a measurement as a line to read."""
    how = "compiled" if speed.compiled else "plain Python"
    return f"{speed.game:14} {speed.seats} seats  {how:12} {speed.plies_per_s:12,.0f} plies/s {speed.playouts_per_s:10,.0f} playouts/s"
