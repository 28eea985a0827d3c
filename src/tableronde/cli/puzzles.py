"""tableronde puzzles: a game's puzzles, to solve in the terminal, to make and to prove."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde.arguments import seed, whole
from tableronde.cli.words import A_GAME, screen, screen_arguments, shelf
from tableronde.learn import puzzle_command
from tableronde.progress import bar


def parser() -> ArgumentParser:
    """What can be said to it."""
    parser = ArgumentParser("tableronde puzzles")
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("what", nargs="?", choices=("play", "list", "make", "verify"), default="play", help="what to do (play)")
    parser.add_argument("puzzle", nargs="?", default="", help="which one to play (that of the day)")
    parser.add_argument("--seed", type=seed, default=0, help="the same seed makes the same puzzles (0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was made there (the game's own folder)")
    parser.add_argument("--processes", type=whole(1, 256), default=1, help="make with that many processes (1)")
    parser.add_argument("--every", type=whole(1, 10**6), default=1, metavar="N", help="prove only every N-th puzzle (1)")
    screen_arguments(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Do one of the four."""
    chosen = parser().parse_args(arguments)
    box = shelf(chosen).find(chosen.game)
    match chosen.what:
        case "make":
            return puzzle_command.make_anew(box, chosen.seed, chosen.out, chosen.processes, bar)
        case "verify":
            return puzzle_command.verify_all(box, chosen.every, bar)
        case "list":
            return puzzle_command.show(box, screen(chosen))
    return puzzle_command.solve(box, screen(chosen), chosen.puzzle)
