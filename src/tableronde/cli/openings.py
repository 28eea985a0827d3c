"""tableronde openings: what the strongest bot thinks of every first action."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde.arguments import seconds, seed
from tableronde.cli.words import A_GAME, shelf
from tableronde.learn.openings import make
from tableronde.progress import bar


def parser() -> ArgumentParser:
    """What can be said to it."""
    parser = ArgumentParser("tableronde openings")
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("--seconds", type=seconds, default=60.0, help="the bot's thinking time for each, at most (60)")
    parser.add_argument("--seed", type=seed, default=0, help="a level that has the time to think to its end thinks the same again (0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was found there (the game's own folder)")
    return parser


def main(arguments: list[str]) -> int:
    """Let it think, and tell."""
    chosen = parser().parse_args(arguments)
    for line in make(shelf(chosen).find(chosen.game), chosen.seconds, chosen.seed, chosen.out, bar):
        print(line)
    return 0
