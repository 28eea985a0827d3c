"""The deck in the box: draw two pawns, sort the cards twice, lay out a word with its clues (set-up, steps 1 to 3)."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tableronde.game import Json
from tableronde.games.kaplan.rules.dial import PLACES
from tableronde.games.kaplan.words.dictionary import HERE, Language

METALS: Final = ("copper", "gold", "silver")


class Sorts(NamedTuple):
    """The result of both sorts: 30 cards, of which twelve belong on the crown, by place, and six on the shield, by name."""

    first: tuple[int, ...]
    crown: tuple[int, ...]
    clues: Mapping[str, int]


def file_of(language: Language = "fr") -> Path:
    """The file of a language's deck."""
    return HERE / language / "deck.json"


@cache
def load(language: Language = "fr") -> Mapping[str, Json]:
    """The deck in the package."""
    deck: Mapping[str, Json] = json.loads(file_of(language).read_text(encoding="utf-8"))
    return deck


def draw_setup(rng: Random, seats: int, language: Language = "fr") -> dict[str, Json]:
    """The set-up of a game: two pawns drawn from their bags, two sorts, and a first player, all at random."""
    deck = load(language)
    pawn, symbol = rng.choice(range(len(deck["colour_pawns"]))), rng.choice(range(len(deck["symbol_pawns"])))
    return setup_by_pawns(pawn, symbol, language) | {"first": rng.randrange(seats)}


def setup_by_pawns(pawn: int, symbol: int, language: Language = "fr") -> dict[str, Json]:
    """A set-up without the first player, by the numbers of the two pawns."""
    deck = load(language)
    drawn = (*deck["colour_pawns"][pawn].values(), deck["symbol_pawns"][symbol])
    game = next(game for game in deck["games"] if (game["window"], game["colour"], game["symbol"]) == drawn)
    return setup_of(game, language)


def setup_of(game: Mapping[str, Json], language: Language = "fr") -> dict[str, Json]:
    """A set-up without the first player, from an entry of the answer key."""
    cards, sorts = load(language)["cards"], sort(game, language)
    lenses = [cards[card - 1]["lens"] for card in sorts.crown]
    clues = {name: cards[card - 1]["skylights"][game["colour"]][game["symbol"]] for name, card in sorts.clues.items()}
    return {
        "word": "".join([*lenses[game["start"] - 1 :], *lenses[: game["start"] - 1]]),
        "start": game["start"],
        "clues": {name: dict(clue) for name, clue in clues.items()},
        "forms": list(game["forms"]),
        "neighbours": list(game["neighbours"]),
    }


def sort(game: Mapping[str, Json], language: Language = "fr") -> Sorts:
    """Both sorts for two pawns. The two clue cards of a metal are named in the order of their numbers."""
    cards = load(language)["cards"]
    windows = {card["id"]: card["windows"][game["window"] - 1] for card in cards}
    first = tuple(card for card, window in windows.items() if window["colour"] == game["colour"])
    contents = {card: windows[card]["marks"].get(game["symbol"], "") for card in first}
    places = {content: card for card, content in contents.items()}
    crown = tuple(places[str(place)] for place in PLACES)
    return Sorts(first, crown, _named([cards[card - 1] for card, content in contents.items() if content == "K"]))


def _named(clue_cards: list[Mapping[str, Json]]) -> dict[str, int]:
    """The six clue cards as c1 c2 g1 g2 s1 s2."""
    by_metal = {metal: [card["id"] for card in clue_cards if card["metal"] == metal] for metal in METALS}
    return {f"{metal[0]}{number}": card for metal, cards in by_metal.items() for number, card in enumerate(cards, 1)}


def pawns_of(word: str, start: int, language: Language = "fr") -> dict[str, Json]:
    """The two pawns that find a word at that place; nothing if this deck has none (a record may use an earlier deck)."""
    game = _games(language).get((word, start))
    return {"colour_pawn": {"window": game["window"], "colour": game["colour"]}, "symbol_pawn": game["symbol"]} if game else {}


@cache
def _games(language: Language) -> Mapping[tuple[str, int], Mapping[str, Json]]:
    return {(game["word"], game["start"]): game for game in load(language)["games"]}
