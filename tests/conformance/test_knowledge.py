"""Leaks that `imagine` repeats: no position shows them, many together do."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

import pytest

from support.helpers import OUTSIDE
from support.toys import draw
from tableronde import conformance
from tableronde.box import Box
from tableronde.game import Action, Actor, Game, Json, NoOptions, Outcome, Seat
from tableronde.shelf import find
from tableronde.text import same

UNKNOWN = -1


@dataclass(frozen=True)
class Cards:
    """A card in each hand and one aside, as a state or, with some unknown, as a view."""

    hands: tuple[int, ...]
    aside: int
    turn: int = 0


class Whist(Game[NoOptions, Cards, Cards]):
    """Three players with a card each pass twelve times. Nobody knows more than the own card."""

    slug, players, private = "whist", range(3, 4), True
    leak: ClassVar[str] = ""

    def deal(self, rng: Random) -> dict[str, Json]:
        cards = list(range(4))
        rng.shuffle(cards)
        dealt: list[Json] = [*cards]
        return {"cards": dealt}

    def start(self, setup: Mapping[str, Any]) -> Cards:
        *hands, aside = setup["cards"]
        return Cards(tuple(hands), aside)

    def legal(self, state: Cards) -> dict[Actor, list[Action]]:
        return {} if state.turn == 12 else {state.turn % 3: ["pass"]}

    def apply(self, state: Cards, actor: Actor, action: Action) -> Cards:
        return replace(state, turn=state.turn + 1)

    def outcome(self, state: Cards) -> Outcome | None:
        return Outcome((state.hands.index(max(state.hands)),), "highest") if state.turn == 12 else None

    def view(self, state: Cards, seat: Seat | None) -> Cards:
        known = self.known(seat)
        aside = state.aside if (self.leak == "aside" and seat is not None) or known == {0, 1, 2} else UNKNOWN
        return replace(state, hands=tuple(card if i in known else UNKNOWN for i, card in enumerate(state.hands)), aside=aside)

    def known(self, seat: Seat | None) -> set[Seat]:
        """Return the hands that a seat sees."""
        if seat is None:
            return set()
        if self.leak == "everything" and seat == 1:
            return {0, 1, 2}
        if self.leak == "neighbour" and seat == 0:
            return {0, 1}
        return {seat, (seat + 1) % 3} if self.leak == "next" else {seat}

    def imagine(self, view: Cards, rng: Random) -> Cards:
        """Draw what is unknown: a leak in the view is repeated."""
        cards = [card for card in range(4) if card not in (*view.hands, view.aside)]
        rng.shuffle(cards)
        hands = tuple(cards.pop() if card == UNKNOWN else card for card in view.hands)
        return replace(view, hands=hands, aside=cards.pop() if view.aside == UNKNOWN else view.aside)

    def facts(self, view: Cards) -> dict[str, Json]:
        return {"hands": list(view.hands), "aside": view.aside, "turn": view.turn}


def advice(leak: str) -> list[str]:
    rules = type("Leaky", (Whist,), {"leak": leak})
    report = conformance.check(Box(rules=rules, title=same("Whist"), draw=draw), games=4, elsewhere=False)
    return [fault.message for fault in report.advice if fault.name == "seats_have_secrets"]


def test_a_game_that_keeps_its_secrets_gets_no_advice() -> None:
    assert advice("") == []


@pytest.mark.parametrize(
    ("leak", "sentence"),
    [
        ("next", r"what is another one's as it is: is it no secret\?: seat [0-2] of 3, at .* imagined states, hands"),
        ("neighbour", r"is it no secret\?: seat 0 of 3, at .* imagined states, hands"),
        ("aside", "every seat always imagines a part of the state as it is.*: aside of the state, at"),
        ("everything", "imagine always returned the truth: nothing is hidden from a seat: seat 1 of 3"),
    ],
)
def test_a_leak_that_imagine_repeats_is_advised(leak: str, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        raise AssertionError("\n".join(advice(leak)))


def test_a_strangers_game_with_hands_gets_none() -> None:
    report = conformance.check(find(str(OUTSIDE / "mistigri")), [3], elsewhere=False)
    assert [str(fault) for fault in report.advice] == []
