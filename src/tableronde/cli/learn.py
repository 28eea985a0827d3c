"""tableronde learn: play a game's lessons in the terminal."""

from argparse import ArgumentParser

from tableronde.cli.arguments import A_GAME, screen, screen_arguments, shelf
from tableronde.play.terminal.lessons import teach
from tableronde.play.terminal.screen import Leave


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde learn")
    parser.add_argument("game", help=A_GAME)
    parser.add_argument("lesson", nargs="?", default="", help="the lesson to begin with, by name or number (default: the first)")
    screen_arguments(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Run the lessons until the last one is over or the player leaves."""
    chosen = parser().parse_args(arguments)
    window = screen(chosen)
    window.say("Écrivez « aide » pour savoir ce que l’on peut faire.", "Type “help” to see what you can do.")
    try:
        teach(shelf(chosen).find(chosen.game), window, chosen.lesson)
    except (Leave, EOFError, KeyboardInterrupt):
        return 0
    return 0
