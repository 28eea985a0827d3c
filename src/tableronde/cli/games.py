"""tableronde games: list the games on the shelf."""

import json
from argparse import ArgumentParser

from tableronde import bots
from tableronde.box import ESTIMATES, Box
from tableronde.cli.arguments import A_GAME, shelf, shelf_argument
from tableronde.game import Json, count
from tableronde.options import Option, options_of


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde games")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"list only these: {A_GAME}")
    parser.add_argument("--json", action="store_true", help="print a list of objects for programs, with the credits of each game")
    shelf_argument(parser)
    return parser


def main(arguments: list[str]) -> int:
    """List the games, their variants, options and bots."""
    chosen = parser().parse_args(arguments)
    games = shelf(chosen)
    boxes = [games.find(name) for name in chosen.games] or games.boxes()
    if chosen.json:
        print(json.dumps([_describe(box) for box in boxes], ensure_ascii=False, indent=2))
        return 0
    for box in boxes:
        _show(box)
    return 0


def _describe(box: Box) -> dict[str, Json]:
    """A game as a program reads it."""
    return {
        **box.description(),
        "age": box.age,
        "minutes": box.minutes,
        "estimated": list(box.estimated),
        "bots": list(bots.levels(box)),
        "credits": box.credits.json() if box.credits else None,
    }


def _show(box: Box) -> None:
    said = {fact: " (our estimate)" if fact in box.estimated else "" for fact in ESTIMATES}
    facts = f"{count(box.game_type.players)} players, from {box.age}{said['age']}, {box.minutes} minutes{said['minutes']}"
    print(f"{box.slug}: {box.title.fr} / {box.title.en}, {facts}")
    if box.credits:
        print(f"    {box.credits.sentences.en}")
    for variant in box.variants:
        print(f"    variant {variant.name}: {variant.title.en}")
    for option in options_of(box.game_type.options_type):
        print(f"    option {option.name} ({_values(option)}): {option.text.en}")
    print(f"    bots: {', '.join(bots.levels(box))}")


def _values(option: Option) -> str:
    """Describe the values of an option as they are typed."""
    if option.kind == "int" and option.names:
        return ", ".join(f"{number} for {name.en}" for number, name in option.names.items())
    return ", ".join(option.words) or option.kind
