"""tableronde engine: the JSON-lines protocol, for programs."""

import sys
from argparse import ArgumentParser
from contextlib import redirect_stdout

from tableronde.cli.words import shelf, shelf_argument
from tableronde.engine import serve


def parser() -> ArgumentParser:
    """What can be said to it."""
    parser = ArgumentParser("tableronde engine")
    shelf_argument(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Answer until the last line is read."""
    chosen = parser().parse_args(arguments)
    answers = sys.stdout.buffer
    with redirect_stdout(sys.stderr):  # what a game prints must not come between the answers
        serve(sys.stdin.buffer, answers, shelf(chosen))
    return 0
