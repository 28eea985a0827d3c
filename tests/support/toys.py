"""Tiny games that show one thing each, for the tests of the core."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tableronde.box import Box
from tableronde.game import CHANCE, Action, Actor, Game, Illegal, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.scene import Area, Scene, Shape, circle
from tableronde.text import Text, same


@dataclass(frozen=True)
class NoOptions:
    """A game without options."""


def draw(view: Any, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw a spot for each word on offer, with the view as caption."""
    spots = tuple(
        Shape(f"spot {word}", circle(1), "ivory press", (3.0 * i, 0), title=same(word), word=word) for i, word in enumerate(offers)
    )
    return Scene((Area("spots", (-2, -2, 30, 4), spots),), (same(repr(view)),))


@dataclass(frozen=True)
class Hands:
    """Some cards, and what was shown of them."""

    cards: tuple[int | None, ...]
    shown: tuple[int, ...] = ()
    mover: Seat = 0


class Secret(Game[NoOptions, Hands, tuple[Seat | None, Hands]]):
    """Each seat has a card nobody else sees and says that it is at least something; then the game is over."""

    slug, players, options_type, private = "secret", range(2, 5), NoOptions, True

    def deal(self, rng: Random) -> Setup:
        return {"cards": [rng.randint(1, 9) for _ in range(self.seats)]}

    def start(self, setup: Setup) -> Hands:
        cards = setup.get("cards")
        if set(setup) != {"cards"} or not isinstance(cards, list) or [type(card) for card in cards] != [int] * self.seats:
            raise ValueError("a set-up is {cards: one for each seat}")
        return Hands(tuple(setup["cards"]))

    def legal(self, state: Hands) -> Legal:
        return {} if state.mover == self.seats else {state.mover: ["show 0", "show 1"]}

    def apply(self, state: Hands, actor: Actor, action: Action) -> Hands:
        return replace(state, shown=(*state.shown, int(action[-1])), mover=state.mover + 1)

    def outcome(self, state: Hands) -> Outcome | None:
        best = max(card or 0 for card in state.cards)
        winners = tuple(seat for seat, card in enumerate(state.cards) if card == best)
        return Outcome(winners, "shown") if state.mover == self.seats else None

    def view(self, state: Hands, seat: Seat | None) -> tuple[Seat | None, Hands]:
        own = tuple(card if i == seat else None for i, card in enumerate(state.cards))
        return seat, Hands(own, tuple(-1 if i != seat else said for i, said in enumerate(state.shown)), state.mover)

    def facts(self, view: tuple[Seat | None, Hands]) -> dict[str, Json]:
        return {"cards": list(view[1].cards), "shown": list(view[1].shown)}

    def hear(self, state: Hands, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        return action if actor == seat else "show ?"

    def imagine(self, view: tuple[Seat | None, Hands], rng: Random) -> Hands:
        seat, hands = view
        cards = tuple(card if i == seat else rng.randint(1, 9) for i, card in enumerate(hands.cards))
        return replace(hands, cards=cards, shown=tuple(rng.randint(0, 1) if said < 0 else said for said in hands.shown))


class Post(Game[NoOptions, tuple[str, ...], tuple[str, ...]]):
    """Everybody names a flower, in any order."""

    slug, players, options_type = "post", range(2, 4), NoOptions

    def deal(self, rng: Random) -> Setup:
        return {}

    def start(self, setup: Setup) -> tuple[str, ...]:
        return ("",) * self.seats

    def legal(self, state: tuple[str, ...]) -> Legal:
        return {seat: ["name *"] for seat, flower in enumerate(state) if not flower}

    def apply(self, state: tuple[str, ...], actor: Actor, action: Action) -> tuple[str, ...]:
        return tuple(action.split()[1] if seat == actor else flower for seat, flower in enumerate(state))

    def outcome(self, state: tuple[str, ...]) -> Outcome | None:
        return Outcome(tuple(range(self.seats)), "named") if all(state) else None

    def view(self, state: tuple[str, ...], seat: Seat | None) -> tuple[str, ...]:
        return state

    def facts(self, view: tuple[str, ...]) -> dict[str, Json]:
        return {"flowers": list(view)}

    def sealed(self, state: tuple[str, ...]) -> bool:
        return True

    def complete(self, action: Action, text: str) -> Action:
        word = text.strip().upper()
        if not (word.isascii() and word.isalpha()):
            raise Illegal(Refusal("R1", Text("Un nom est fait de lettres.", "A name is made of letters.")))
        return f"name {word}"


class Race(Game[NoOptions, tuple[int, str], tuple[int, str]]):
    """Chance tosses a coin, rarely tails; then the first to slap wins, unless all decline."""

    slug, players, options_type = "race", range(2, 4), NoOptions

    def deal(self, rng: Random) -> Setup:
        return {}

    def start(self, setup: Setup) -> tuple[int, str]:
        return 0, ""

    def legal(self, state: tuple[int, str]) -> Legal:
        declined, coin = state
        if not coin:
            return {CHANCE: ["heads", "tails"]}
        return {} if self.outcome(state) else {seat: ["decline", "slap"] for seat in range(self.seats) if not declined & 1 << seat}

    def weights(self, state: tuple[int, str]) -> Mapping[Action, float]:
        return {"heads": 9.0, "tails": 1.0}

    def apply(self, state: tuple[int, str], actor: Actor, action: Action) -> tuple[int, str]:
        if actor == CHANCE:
            return 0, action
        return (state[0], f"slap {actor}") if action == "slap" else (state[0] | 1 << actor, state[1])

    def outcome(self, state: tuple[int, str]) -> Outcome | None:
        declined, coin = state
        if coin.startswith("slap"):
            return Outcome((int(coin[-1]),), "slap")
        return Outcome(tuple(range(self.seats)), "all declined") if declined == (1 << self.seats) - 1 else None

    def view(self, state: tuple[int, str], seat: Seat | None) -> tuple[int, str]:
        return state

    def facts(self, view: tuple[int, str]) -> dict[str, Json]:
        return {"coin": view[1]}


class Hide(Game[NoOptions, tuple[str, ...], tuple[str, ...]]):
    """Seat 0 hides left or right, or tosses a coin, while seat 1 searches a side: heads or the wrong side is a win for seat 0."""

    slug, players, options_type, private = "hide", range(2, 3), NoOptions, True
    heads = 1.0  # against two for tails

    def deal(self, rng: Random) -> Setup:
        return {}

    def start(self, setup: Setup) -> tuple[str, ...]:
        return "", "", ""

    def legal(self, state: tuple[str, ...]) -> Legal:
        hidden, searched, coin = state
        if hidden and searched:
            return {CHANCE: ["heads", "tails"]} if hidden == "toss" and not coin else {}
        may: Legal = {0: ["left", "right", "toss"], 1: ["left", "right"]}
        return {seat: actions for seat, actions in may.items() if not state[int(seat)]}

    def sealed(self, state: tuple[str, ...]) -> bool:
        return not (state[0] and state[1])

    def weights(self, state: tuple[str, ...]) -> Mapping[Action, float]:
        return {"heads": self.heads, "tails": 2.0}

    def apply(self, state: tuple[str, ...], actor: Actor, action: Action) -> tuple[str, ...]:
        place = 2 if actor == CHANCE else actor
        return tuple(action if i == place else word for i, word in enumerate(state))

    def outcome(self, state: tuple[str, ...]) -> Outcome | None:
        hidden, searched, coin = state
        if self.legal(state):
            return None
        return Outcome((0 if coin == "heads" or (not coin and hidden != searched) else 1,), "found or not")

    def view(self, state: tuple[str, ...], seat: Seat | None) -> tuple[str, ...]:
        if not self.sealed(state):
            return state
        return tuple(word if i == seat or not word else "?" for i, word in enumerate(state))

    def facts(self, view: tuple[str, ...]) -> dict[str, Json]:
        return {"chosen": list(view)}

    def hear(self, state: tuple[str, ...], actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        return action if over or actor in (seat, CHANCE) else "?"

    def imagine(self, view: tuple[str, ...], rng: Random) -> tuple[str, ...]:
        return tuple(rng.choice(("left", "right")) if word == "?" else word for word in view)


class Corridor(Game[NoOptions, tuple[str, int], tuple[str, int]]):
    """Seat 0 takes a door; after a long walk, during which seat 1 is asked for its name, the right door has won."""

    slug, players, options_type = "corridor", range(2, 3), NoOptions
    doors, right, length = 4, 2, 20

    def deal(self, rng: Random) -> Setup:
        return {}

    def start(self, setup: Setup) -> tuple[str, int]:
        return "", 0

    def legal(self, state: tuple[str, int]) -> Legal:
        door, steps = state
        if not door:
            return {0: sorted(f"door {i}" for i in range(self.doors))}
        if steps == self.length:
            return {}
        return {1: ["walk"], 0: ["name *"]} if steps % 2 else {1: ["name *", "walk"]}

    def apply(self, state: tuple[str, int], actor: Actor, action: Action) -> tuple[str, int]:
        return (state[0], state[1] + 1) if state[0] else (action, 0)

    def outcome(self, state: tuple[str, int]) -> Outcome | None:
        if state[1] < self.length:
            return None
        return Outcome((0 if state[0] == f"door {self.right}" else 1,), "arrived")

    def view(self, state: tuple[str, int], seat: Seat | None) -> tuple[str, int]:
        return state

    def facts(self, view: tuple[str, int]) -> dict[str, Json]:
        return {"door": view[0], "steps": view[1]}


REASONS = {reason: same(reason) for reason in ("shown", "named", "slap", "all declined")}
SECRET = Box(rules=Secret, title=same("Secret"), draw=draw, reasons=REASONS)
POST = Box(rules=Post, title=same("Post"), draw=draw, reasons=REASONS)
RACE = Box(rules=Race, title=same("Race"), draw=draw, reasons=REASONS)
HIDE = Box(rules=Hide, title=same("Hide"), draw=draw)
CORRIDOR = Box(rules=Corridor, title=same("Corridor"), draw=draw)
