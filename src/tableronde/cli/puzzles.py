"""tableronde puzzles: solve a game's puzzles in the terminal, make them and prove them."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde.cli.arguments import A_GAME, screen, screen_arguments, shelf
from tableronde.cli.bounded_numbers import seed, whole
from tableronde.cli.progress_bar import bar
from tableronde.learn import puzzle_command


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde puzzles")
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("what", nargs="?", choices=("play", "list", "make", "verify"), default="play", help="what to do (default: play)")
    parser.add_argument("puzzle", nargs="?", default="", help="the puzzle to play (default: that of the day)")
    parser.add_argument("--seed", type=seed, default=0, help="the same seed makes the same puzzles (default: 0)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the puzzles to this file (default: in the game's own folder)")
    parser.add_argument("--processes", type=whole(1, 256), default=1, help="make puzzles with this many processes (default: 1)")
    parser.add_argument("--every", type=whole(1, 10**6), default=1, metavar="N", help="prove only every N-th puzzle (default: 1)")
    screen_arguments(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Run the action that was named."""
    chosen = parser().parse_args(arguments)
    box = shelf(chosen).find(chosen.game)
    match chosen.what:
        case "make":
            return puzzle_command.make_all(box, chosen.seed, chosen.out, chosen.processes, bar)
        case "verify":
            return puzzle_command.verify_all(box, chosen.every, bar)
        case "list":
            return puzzle_command.show(box, screen(chosen))
    return puzzle_command.solve(box, screen(chosen), chosen.puzzle)
