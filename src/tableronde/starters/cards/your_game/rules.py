"""The rules: all lay a card face down, then turn them over together. The second highest card wins the round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from tableronde.game import Action, Actor, Game, Json, Legal, NoOptions, Outcome, Refusal, Seat, Setup

from .texts import HAS_LAID, NOT_HELD, OVER

DECK = range(1, 21)
ROUNDS = 5  # as many as there are cards in a hand
NONE = 0  # no card

Cards = tuple[int, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class State:
    """Every hand, the card that each seat has laid in this round, and the cards of all earlier rounds."""

    hands: tuple[Cards, ...]
    laid: Cards
    rounds: tuple[Cards, ...] = ()


@dataclass(frozen=True)
class View:
    """What a seat knows: its own hand, its own card on the table, who has laid one, and the cards of earlier rounds."""

    seat: Seat | None
    hand: Cards
    own: int
    done: tuple[bool, ...]
    rounds: tuple[Cards, ...]


class YourGame(Game[NoOptions, State, View]):
    """The rules of one table. Two seats know different things: the game is `private`."""

    slug, edition, players, private = "your-game", 1, range(3, 5), True

    def deal(self, rng: Random) -> Setup:
        cards = rng.sample(DECK, self.seats * ROUNDS)
        return {"hands": [sorted(cards[seat :: self.seats]) for seat in range(self.seats)]}

    def start(self, setup: Setup) -> State:
        hands: Json = setup.get("hands")
        if set(setup) != {"hands"} or not self._is_deal(hands):
            raise ValueError(f"a set-up must be {{hands: {ROUNDS} different cards from 1 to 20 for each seat}}")
        return State(tuple(tuple(sorted(hand)) for hand in hands), (NONE,) * self.seats)  # R1

    def _is_deal(self, hands: Json) -> bool:
        if not isinstance(hands, list) or len(hands) != self.seats or not all(isinstance(hand, list) for hand in hands):
            return False
        cards = [card for hand in hands for card in hand]
        return all(len(hand) == ROUNDS for hand in hands) and _are_different(cards)

    def legal(self, state: State) -> Legal:
        waiting = [seat for seat in range(self.seats) if state.hands[seat] and not state.laid[seat]]
        return {seat: [f"lay {card:02}" for card in state.hands[seat]] for seat in waiting}  # R2

    def sealed(self, state: State) -> bool:
        return any(state.hands)  # all choose at the same time

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        assert actor != "chance"
        card = int(action.split()[1])
        hand = tuple(other for other in state.hands[actor] if other != card)
        laid = _changed(state.laid, actor, card)
        hands = _changed(state.hands, actor, hand)
        if NONE in laid:
            return replace(state, hands=hands, laid=laid)
        return State(hands, (NONE,) * self.seats, (*state.rounds, laid))  # R3

    def outcome(self, state: State) -> Outcome | None:
        if len(state.rounds) < ROUNDS:
            return None
        scores = self.scores(state.rounds)
        return Outcome(tuple(seat for seat in range(self.seats) if scores[seat] == max(scores)), "points", scores)  # R5

    def view(self, state: State, seat: Seat | None) -> View:
        done = tuple(card != NONE for card in state.laid)
        if seat is None:
            return View(None, (), NONE, done, state.rounds)
        return View(seat, state.hands[seat], state.laid[seat], done, state.rounds)

    def facts(self, view: View) -> dict[str, Json]:
        waiting = [str(seat) for seat, done in enumerate(view.done) if not done and len(view.rounds) < ROUNDS]
        return {
            "hand": list(view.hand),
            "own": view.own,
            "rounds": [list(cards) for cards in view.rounds],
            "scores": list(self.scores(view.rounds)),
            "to_act": waiting,
        }

    def hear(self, state: State, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        return action if over or actor == seat else "lay ?"  # R2: face down

    def imagine(self, view: View, rng: Random) -> State:
        """Deal the cards that the viewer has not seen at random."""
        seen = {*view.hand, view.own, *(card for cards in view.rounds for card in cards)}
        unseen = [card for card in DECK if card not in seen]
        rng.shuffle(unseen)
        laid = tuple(view.own if seat == view.seat else unseen.pop() if done else NONE for seat, done in enumerate(view.done))
        held = [ROUNDS - len(view.rounds) - done for done in view.done]
        hands = [view.hand if seat == view.seat else tuple(sorted(unseen.pop() for _ in range(held[seat]))) for seat in range(self.seats)]
        return State(tuple(hands), laid, view.rounds)

    def touch(self, action: Action) -> Sequence[str]:
        return action.split()[1:]  # a card is pressed, without a verb

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        if len(state.rounds) == ROUNDS:
            return Refusal("R5", OVER)
        if actor in range(self.seats) and actor not in self.legal(state):
            return Refusal("R2", HAS_LAID)
        return Refusal("R1", NOT_HELD)

    def scores(self, rounds: Sequence[Cards]) -> tuple[int, ...]:
        """Return each seat's points: the first round is worth one, the second two, and so on (R4)."""
        won = [winner(cards) for cards in rounds]
        return tuple(sum(i for i, seat in enumerate(won, 1) if seat == each) for each in range(self.seats))


def winner(cards: Cards) -> Seat:
    """Return who has laid the second highest card (R3)."""
    return cards.index(sorted(cards)[-2])


def _changed(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _are_different(cards: Sequence[Json]) -> bool:
    return all(type(card) is int and card in DECK for card in cards) and len(set(cards)) == len(cards)
