"""tableronde openings: let the strongest bot evaluate every first action."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde.cli.arguments import A_GAME, shelf
from tableronde.cli.bounded_numbers import seconds, seed
from tableronde.cli.progress_bar import bar
from tableronde.learn.openings import make


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde openings")
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("--seconds", type=seconds, default=60.0, help="the bot's thinking time for each action, at most (default: 60)")
    parser.add_argument("--seed", type=seed, default=0, help="the same seed gives the same values if the time suffices (default: 0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the values to this file (default: in the game's own folder)")
    return parser


def main(arguments: list[str]) -> int:
    """Evaluate the first actions and print the values."""
    chosen = parser().parse_args(arguments)
    for line in make(shelf(chosen).find(chosen.game), chosen.seconds, chosen.seed, chosen.out, bar):
        print(line)
    return 0
