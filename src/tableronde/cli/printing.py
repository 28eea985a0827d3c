"""tableronde print: print a game, its rules or a recorded game."""

from argparse import ArgumentParser
from pathlib import Path

from tableronde.cli.arguments import A_GAME, language_argument, resumed, shelf, shelf_argument
from tableronde.printing.print_arguments import arguments as paper_arguments


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde print")
    parser.add_argument("what", metavar="GAME|RECORD", help=f"{A_GAME}; or the file of a record")
    language_argument(parser)
    paper_arguments(parser)
    shelf_argument(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Make the PDF."""
    chosen = parser().parse_args(arguments)
    from tableronde.printing.command import print_game, print_record

    games, what = shelf(chosen), Path(chosen.what)
    if what.suffix == ".json" and what.is_file():
        return print_record(resumed(what, games), chosen)
    return print_game(games.find(chosen.what), chosen)
