"""Le Cadran de Kaplan: the verifier passes the deck in the box, and finds every single fault put into it."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tableronde.games.kaplan.rules.deck import file_of
from tableronde.games.kaplan.words.blank_deck import COLOURS, METALS, SYMBOLS
from tableronde.games.kaplan.words.deck_check import verify

Deck = Any
TEXT = file_of().read_text(encoding="utf-8")
KINDS = ("initial", "length", "gender", "analogy", "synonym", "expression")


def test_v1_to_v17_shipped_deck_does_the_trick() -> None:
    assert verify(json.loads(TEXT)) == []


# Ways to spoil a deck


def other(choices: Any, value: Any, rng: Random) -> Any:
    return rng.choice([choice for choice in choices if choice != value])


def some_marks(deck: Deck, rng: Random) -> dict[str, str]:
    marks: dict[str, str] = rng.choice(rng.choice(deck["cards"])["windows"])["marks"]
    return marks


def some_skylight(deck: Deck, rng: Random) -> dict[str, dict[str, str]]:
    skylights: list[dict[str, dict[str, str]]] = [skylight for card in deck["cards"] for skylight in card["skylights"].values()]
    return rng.choice([skylight for skylight in skylights if skylight])


def some_clue(deck: Deck, rng: Random, *kinds: str) -> dict[str, str]:
    """A clue of one of these kinds."""
    clues: list[dict[str, str]] = [clue for card in deck["cards"] for skylight in card["skylights"].values() for clue in skylight.values()]
    return rng.choice([clue for clue in clues if clue["kind"] in kinds])


def card_lost(deck: Deck, rng: Random) -> None:
    deck["cards"].pop(rng.randrange(120))


def number_twice(deck: Deck, rng: Random) -> None:
    deck["cards"][rng.randrange(119)]["id"] = 120


def metal_changed(deck: Deck, rng: Random) -> None:
    card = rng.choice(deck["cards"])
    card["metal"] = other(METALS, card["metal"], rng)


def metals_exchanged(deck: Deck, rng: Random) -> None:
    first = rng.choice(deck["cards"])
    second = rng.choice([card for card in deck["cards"] if card["metal"] != first["metal"]])
    first["metal"], second["metal"] = second["metal"], first["metal"]


def lens_changed(deck: Deck, rng: Random) -> None:
    card = rng.choice(deck["cards"])
    card["lens"] = other(["", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"], card["lens"], rng)


def lens_unreadable(deck: Deck, rng: Random) -> None:
    rng.choice(deck["cards"])["lens"] = rng.choice(["é", "e", "QU", "-"])


def window_colour_changed(deck: Deck, rng: Random) -> None:
    window = rng.choice(rng.choice(deck["cards"])["windows"])
    window["colour"] = other(COLOURS, window["colour"], rng)


def window_lost(deck: Deck, rng: Random) -> None:
    rng.choice(deck["cards"])["windows"].pop()


def windows_exchanged(deck: Deck, rng: Random) -> None:
    windows = rng.choice(deck["cards"])["windows"]
    windows[0], windows[2] = windows[2], windows[0]


def symbol_lost(deck: Deck, rng: Random) -> None:
    marks = some_marks(deck, rng)
    marks.pop(rng.choice(list(marks)))


def symbol_unknown(deck: Deck, rng: Random) -> None:
    marks = some_marks(deck, rng)
    marks["golden circle"] = marks.pop(rng.choice(list(marks)))


def symbols_exchanged(deck: Deck, rng: Random) -> None:
    marks = some_marks(deck, rng)
    one = rng.choice(list(marks))
    two = rng.choice([symbol for symbol in marks if marks[symbol] != marks[one]])
    marks[one], marks[two] = marks[two], marks[one]


def content_erased(deck: Deck, rng: Random) -> None:
    marks = some_marks(deck, rng)
    marks[rng.choice([symbol for symbol in marks if marks[symbol]])] = ""


def content_added(deck: Deck, rng: Random) -> None:
    windows = [window["marks"] for card in deck["cards"] for window in card["windows"] if "" in window["marks"].values()]
    marks = rng.choice(windows)
    marks[rng.choice([symbol for symbol in marks if not marks[symbol]])] = rng.choice(["1", "7", "12"])


def content_unknown(deck: Deck, rng: Random) -> None:
    marks = some_marks(deck, rng)
    marks[rng.choice(list(marks))] = rng.choice(["13", "0", "k", " "])


def clue_lost(deck: Deck, rng: Random) -> None:
    skylight = some_skylight(deck, rng)
    skylight.pop(rng.choice(list(skylight)))


def clue_too_many(deck: Deck, rng: Random) -> None:
    skylight = some_skylight(deck, rng)
    skylight[rng.choice([symbol for symbol in SYMBOLS if symbol not in skylight])] = {"kind": "analogy", "text": "rien"}


def skylight_of_another_colour(deck: Deck, rng: Random) -> None:
    skylights = rng.choice(deck["cards"])["skylights"]
    (missing,) = set(COLOURS) - set(skylights)
    skylights[missing] = skylights.pop(rng.choice(sorted(skylights)))


def clue_of_another_kind(deck: Deck, rng: Random) -> None:
    clue = some_clue(deck, rng, *KINDS)
    clue["kind"] = other(KINDS, clue["kind"], rng)


def clue_without_text(deck: Deck, rng: Random) -> None:
    some_clue(deck, rng, "analogy", "synonym", "expression")["text"] = ""


def wrong_first_letter(deck: Deck, rng: Random) -> None:
    clue = some_clue(deck, rng, "initial")
    clue["text"] = other("ABCDE", clue["text"], rng)


def wrong_length(deck: Deck, rng: Random) -> None:
    clue = some_clue(deck, rng, "length")
    clue["text"] = str(int(clue["text"]) + rng.choice([-1, 1]))


def wrong_gender(deck: Deck, rng: Random) -> None:
    some_clue(deck, rng, "gender")["text"] = "Neutre"


def clues_exchanged_between_games(deck: Deck, rng: Random) -> None:
    one = some_clue(deck, rng, *KINDS)
    two = some_clue(deck, rng, *(kind for kind in KINDS if kind != one["kind"]))
    one["kind"], two["kind"], one["text"], two["text"] = two["kind"], one["kind"], two["text"], one["text"]


def colour_pawn_twice(deck: Deck, rng: Random) -> None:
    first, second = rng.sample(range(12), 2)
    deck["colour_pawns"][first] = deck["colour_pawns"][second]


def symbol_pawn_lost(deck: Deck, rng: Random) -> None:
    deck["symbol_pawns"].pop(rng.randrange(32))


def key_lost(deck: Deck, rng: Random) -> None:
    deck["games"].pop(rng.randrange(384))


def key_of_another_word(deck: Deck, rng: Random) -> None:
    first, second = rng.sample(deck["games"], 2)
    first["word"], second["word"] = second["word"], first["word"]


def key_of_another_start(deck: Deck, rng: Random) -> None:
    game = rng.choice(deck["games"])
    game["start"] = other(range(14), game["start"], rng)


def word_among_its_forms(deck: Deck, rng: Random) -> None:
    game = rng.choice(deck["games"])
    game["forms"].append(game["word"])


def form_among_the_neighbours(deck: Deck, rng: Random) -> None:
    game = rng.choice([game for game in deck["games"] if game["forms"]])
    game["neighbours"].append(game["forms"][0])


def neighbour_with_an_accent(deck: Deck, rng: Random) -> None:
    rng.choice(deck["games"])["neighbours"].append("PÊCHE")


def plural_in_the_deck(deck: Deck, rng: Random) -> None:
    first, second = rng.sample(deck["games"], 2)
    first["forms"].append(second["word"])


FAULTS: list[tuple[Callable[[Deck, Random], None], str]] = [
    (card_lost, "V1"),
    (number_twice, "V1"),
    (metal_changed, "V1"),
    (metals_exchanged, "V7 V9"),
    (lens_changed, "V11 V12 V13"),
    (lens_unreadable, "V2"),
    (window_colour_changed, "V3"),
    (window_lost, "V3"),
    (windows_exchanged, "V7"),
    (symbol_lost, "V4"),
    (symbol_unknown, "V4"),
    (symbols_exchanged, "V5 V8"),
    (content_erased, "V5 V8"),
    (content_added, "V8"),
    (content_unknown, "V4"),
    (clue_lost, "V5"),
    (clue_too_many, "V5"),
    (skylight_of_another_colour, "V3"),
    (clue_of_another_kind, "V10"),
    (clue_without_text, "V10"),
    (wrong_first_letter, "V15"),
    (wrong_length, "V15"),
    (wrong_gender, "V10"),
    (clues_exchanged_between_games, "V10"),
    (colour_pawn_twice, "V7"),
    (symbol_pawn_lost, "V8"),
    (key_lost, "V13"),
    (key_of_another_word, "V13"),
    (key_of_another_start, "V12 V13"),
    (word_among_its_forms, "V16 Q21"),
    (form_among_the_neighbours, "Q21"),
    (neighbour_with_an_accent, "Q21"),
    (plural_in_the_deck, "V16"),
]


# All of them are found


@pytest.mark.parametrize(("fault", "checks"), FAULTS, ids=lambda value: getattr(value, "__name__", ""))
def test_verifier_finds_every_single_fault(fault: Callable[[Deck, Random], None], checks: str) -> None:
    for seed in range(10):
        broken = json.loads(TEXT)
        fault(broken, Random(seed))
        assert {finding.check for finding in verify(broken)} & set(checks.split()), f"seed {seed}"


def test_v6_a_crowded_skylight() -> None:
    crowded = json.loads(TEXT)
    card = crowded["cards"][0]
    marks = card["windows"][0]["marks"]
    marks.update(dict.fromkeys(list(marks)[:10], "K"))
    card["skylights"][card["windows"][0]["colour"]] = {
        symbol: {"kind": "gender", "text": "M.Sing"} for symbol in marks if marks[symbol] == "K"
    }
    assert "V6" in {fault.check for fault in verify(crowded)}


def test_v14_the_same_word_twice() -> None:
    twice = json.loads(TEXT)
    twice["games"][5]["word"] = twice["games"][0]["word"]
    assert {"V13", "V14"} <= {fault.check for fault in verify(twice)}


def test_v17_a_word_that_turns_into_another() -> None:
    turned = json.loads(TEXT)
    long = next(game["word"] for game in turned["games"] if len(game["word"]) == 12)
    next(game for game in turned["games"] if game["word"] != long)["word"] = long[3:] + long[:3]
    assert "V17" in {fault.check for fault in verify(turned)}
