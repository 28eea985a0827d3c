"""tableronde engine: the JSON-lines protocol, for programs."""

import sys
from argparse import ArgumentParser
from contextlib import redirect_stdout

from tableronde.cli.arguments import shelf, shelf_argument
from tableronde.play.engine import serve


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde engine")
    shelf_argument(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Answer requests until standard input ends."""
    chosen = parser().parse_args(arguments)
    answers = sys.stdout.buffer
    with redirect_stdout(sys.stderr):  # what a game prints must not mix with the answers
        serve(sys.stdin.buffer, answers, shelf(chosen))
    return 0
