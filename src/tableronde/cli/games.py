"""tableronde games: what is on the shelf."""

from argparse import ArgumentParser

from tableronde import bots
from tableronde.box import Box
from tableronde.cli.words import A_GAME, shelf, shelf_argument
from tableronde.game import count
from tableronde.options import Option, options_of


def parser() -> ArgumentParser:
    """What can be said to it."""
    parser = ArgumentParser("tableronde games")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these: {A_GAME}")
    shelf_argument(parser)
    return parser


def main(arguments: list[str]) -> int:
    """List the games, their variants, options and bots."""
    chosen = parser().parse_args(arguments)
    games = shelf(chosen)
    for box in [games.find(name) for name in chosen.games] or games.boxes():
        _show(box)
    return 0


def _show(box: Box) -> None:
    print(f"{box.slug}: {box.title.fr} / {box.title.en}, {count(box.game_type.players)} players, from {box.age}, {box.minutes} minutes")
    for variant in box.variants:
        print(f"    variant {variant.name}: {variant.title.en}")
    for option in options_of(box.game_type.options_type):
        print(f"    option {option.name} ({_values(option)}): {option.text.en}")
    print(f"    bots: {', '.join(bots.levels(box))}")


def _values(option: Option) -> str:
    """What an option can be, as one writes it."""
    if option.kind == "int" and option.names:
        return ", ".join(f"{number} for {name.en}" for number, name in option.names.items())
    return ", ".join(option.words) or option.kind
