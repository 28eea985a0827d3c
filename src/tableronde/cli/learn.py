"""tableronde learn: a game's lessons in the terminal."""

from argparse import ArgumentParser

from tableronde.cli.words import A_GAME, screen, screen_arguments, shelf
from tableronde.learn.tutor import teach
from tableronde.terminal import Leave


def parser() -> ArgumentParser:
    """What can be said to it."""
    parser = ArgumentParser("tableronde learn")
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("lesson", nargs="?", default="", help="from which lesson on, by its name or its number (the first)")
    screen_arguments(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Teach until the last lesson is over, or somebody leaves."""
    chosen = parser().parse_args(arguments)
    window = screen(chosen)
    window.say("Écrivez « aide » pour savoir ce que l’on peut faire.", "Type “help” to see what you can do.")
    try:
        teach(shelf(chosen).find(chosen.game), window, chosen.lesson)
    except (Leave, EOFError, KeyboardInterrupt):
        return 0
    return 0
