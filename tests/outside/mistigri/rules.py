"""The rules of Mistigri: give two cards away unseen, then take as few hearts as you can, and never the jack of clubs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random

from tableronde.game import Action, Actor, AnyGame, Game, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.options import option
from tableronde.text import Text

from .cards import MISTIGRI, deck, order, strength
from .imagining import hands_that_fit
from .words import EXCHANGE, FOLLOW, NOT_HELD, NOT_TWICE, OVER, TRICKS, UNKNOWN, WAIT

GIFTS = 2  # cards that every seat gives away

Play = tuple[Seat, str]


@dataclass(frozen=True)
class Options:
    """The options of the game."""

    exchange: bool = option(True, Text("On donne d’abord deux cartes à gauche.", "Two cards are given to the left first."))
    mistigri: int = option(5, Text("Ce que coûte le valet de trèfle.", "What the jack of clubs costs."), low=1, high=10)


@dataclass(frozen=True)
class State:
    """Every hand, the cards put down for the left neighbour, and all cards played so far."""

    hands: tuple[tuple[str, ...], ...]
    gifts: tuple[tuple[str, ...], ...]
    first: Seat
    plays: tuple[Play, ...] = ()


@dataclass(frozen=True)
class View:
    """What one seat knows: its own cards, its own gifts, how many cards the others have, and all cards played."""

    seat: Seat | None
    hand: tuple[str, ...]
    given: tuple[str, ...]
    received: tuple[str, ...]
    held: tuple[int, ...]  # how many cards each hand has
    put: tuple[int, ...]  # how many cards each has put down
    first: Seat
    plays: tuple[Play, ...]


class Mistigri(Game[Options, State, View]):
    """The rules of Mistigri, for three or four players."""

    slug, edition, players, options_type, private = "mistigri", 1, range(3, 5), Options, True

    def deal(self, rng: Random) -> Setup:
        cards = deck(self.seats)
        rng.shuffle(cards)
        return {"hands": [sorted(cards[seat :: self.seats]) for seat in range(self.seats)], "first": rng.randrange(self.seats)}

    def start(self, setup: Setup) -> State:
        hands, first = setup.get("hands", []), setup.get("first")
        if set(setup) != {"hands", "first"} or type(first) is not int or first not in range(self.seats) or not self._is_deal(hands):
            raise ValueError("a set-up must be {hands: eight cards for each, first: a seat}")
        return State(tuple(_held(hand) for hand in hands), ((),) * self.seats, first)

    def _is_deal(self, hands: Json) -> bool:
        if not isinstance(hands, list) or not all(isinstance(hand, list) and len(hand) == 8 for hand in hands):
            return False
        cards = [card for hand in hands for card in hand]
        return all(isinstance(card, str) for card in cards) and len(hands) == self.seats and set(cards) == set(deck(self.seats))

    def legal(self, state: State) -> Legal:
        if self.sealed(state):  # M2
            givers = [seat for seat, gifts in enumerate(state.gifts) if len(gifts) < GIFTS]
            return {seat: sorted(f"give {card}" for card in state.hands[seat]) for seat in givers}
        if not any(state.hands):
            return {}
        seat = self.mover(state.plays, state.first)
        return {seat: sorted(f"play {card}" for card in self._playable(state, seat))}

    def _playable(self, state: State, seat: Seat) -> Sequence[str]:
        """Return the playable cards (M4): follow suit if possible."""
        trick, hand = self.trick(state.plays), state.hands[seat]
        return (trick and [card for card in hand if card[1] == trick[0][1][1]]) or hand

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        verb, card = action.split()
        assert actor != "chance"
        hands = _changed(state.hands, actor, tuple(other for other in state.hands[actor] if other != card))
        if verb == "play":
            return replace(state, hands=hands, plays=(*state.plays, (actor, card)))
        put = replace(state, hands=hands, gifts=_changed(state.gifts, actor, _held((*state.gifts[actor], card))))
        return put if self.sealed(put) else self._exchanged(put)

    def _exchanged(self, state: State) -> State:
        """Return the state after the exchange (M3): every seat takes the cards its right neighbour put down."""
        return replace(state, hands=tuple(_held((*hand, *state.gifts[seat - 1])) for seat, hand in enumerate(state.hands)))

    def outcome(self, state: State) -> Outcome | None:
        if any(state.hands) or self.sealed(state):
            return None
        points = self.points(state.plays)
        return Outcome(tuple(seat for seat in range(self.seats) if points[seat] == min(points)), "fewest", points)  # M7

    def view(self, state: State, seat: Seat | None) -> View:
        hand, given, received = ((), (), ()) if seat is None else (state.hands[seat], state.gifts[seat], self._received(state, seat))
        put = tuple(len(gifts) for gifts in state.gifts)
        return View(seat, hand, given, received, tuple(len(held) for held in state.hands), put, state.first, state.plays)

    def _received(self, state: State, seat: Seat) -> tuple[str, ...]:
        return () if self.sealed(state) else state.gifts[seat - 1]

    def facts(self, view: View) -> dict[str, Json]:
        return {
            "hand": list(view.hand),
            "given": list(view.given),
            "received": list(view.received),
            "held": list(view.held),
            "trick": [[seat, card] for seat, card in self.trick(view.plays)],
            "scores": list(self.points(view.plays)),
            "to_act": [str(seat) for seat in self.awaited(view)],
        }

    def sealed(self, state: State) -> bool:
        return self.exchanging(len(gifts) for gifts in state.gifts)

    def hear(self, state: State, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        return "give ?" if action.startswith("give ") and actor != seat and not over else action  # M2

    def imagine(self, view: View, rng: Random) -> State:
        hands, gifts = hands_that_fit(view, deck(self.seats), self.exchanging(view.put), rng)
        return State(tuple(map(_held, hands)), tuple(map(_held, gifts)), view.first, view.plays)

    def touch(self, action: Action) -> Sequence[str]:
        return action.split()[1:]

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        *verb, card = action.split() or [""]
        exchanging = self.sealed(state)
        if not any(state.hands):
            return Refusal("", OVER)
        if actor not in self.legal(state):
            return Refusal("M2", NOT_TWICE) if exchanging else Refusal("M3", WAIT)
        if verb not in ([], ["give"] if exchanging else ["play"]):
            return Refusal("M2", EXCHANGE) if exchanging else Refusal("M3", TRICKS)
        if card not in deck(self.seats):
            return Refusal("M1", UNKNOWN)
        assert actor != "chance"
        return Refusal("M4", FOLLOW) if card in state.hands[actor] else Refusal("M1", NOT_HELD)

    # Public information, from the cards on the table

    def exchanging(self, put: Iterable[int]) -> bool:
        """Return whether a seat still has cards to give."""
        return self.options.exchange and any(count < GIFTS for count in put)

    def trick(self, plays: Sequence[Play]) -> Sequence[Play]:
        """Return the cards of the current trick."""
        return plays[len(plays) - len(plays) % self.seats :]

    def tricks(self, plays: Sequence[Play]) -> list[Sequence[Play]]:
        """Return all complete tricks."""
        return [plays[i : i + self.seats] for i in range(0, len(plays) - self.seats + 1, self.seats)]

    def mover(self, plays: Sequence[Play], first: Seat) -> Seat:
        """Return the seat that plays next (M3, M5)."""
        if self.trick(plays):
            return (plays[-1][0] + 1) % self.seats
        return taker(plays[-self.seats :]) if plays else first

    def awaited(self, view: View) -> list[Seat]:
        """Return the seats the table waits for."""
        if self.exchanging(view.put):
            return [seat for seat, count in enumerate(view.put) if count < GIFTS]
        return [self.mover(view.plays, view.first)] if any(view.held) else []

    def points(self, plays: Sequence[Play]) -> tuple[int, ...]:
        """Return the penalty points of every seat's tricks so far (M6)."""
        costs = [0] * self.seats
        for trick in self.tricks(plays):
            costs[taker(trick)] += sum(self.cost(card) for _, card in trick)
        return tuple(costs)

    def cost(self, card: str) -> int:
        """Return the penalty points of a card (M6)."""
        return self.options.mistigri if card == MISTIGRI else int(card[1] == "h")


def taker(trick: Sequence[Play]) -> Seat:
    """Return the seat that takes a trick (M5): the highest card of the suit led."""
    suit = trick[0][1][1]
    return max((play for play in trick if play[1][1] == suit), key=lambda play: strength(play[1]))[0]


def judge(game: AnyGame, view: View) -> list[float]:
    """Estimate the shares: few points are good; remaining points go to seats with high cards, most of all to one about to take a trick."""
    assert isinstance(game, Mistigri)
    costs = game.points(view.plays)
    coming = sum(map(game.cost, deck(game.seats))) - sum(costs)
    burden = [cost + coming / game.seats for cost in costs]
    if view.seat is not None and view.hand:
        burden[view.seat] += coming / game.seats * (sum(map(strength, view.hand)) / len(view.hand) / 4 - 1)
    trick = game.trick(view.plays)
    if trick:
        burden[taker(trick)] += _threat(game, trick)
    chances = [exp(-each / 2) for each in burden]
    return [chance / sum(chances) for chance in chances]


def _threat(game: Mistigri, trick: Sequence[Play]) -> float:
    """Estimate the cost of an incomplete trick for the seat that leads it: the less, the easier it is to beat."""
    left, best = game.seats - len(trick), max(strength(card) for _, card in trick if card[1] == trick[0][1][1])
    return float(sum(game.cost(card) for _, card in trick) + left) * (best / 7) ** left


def _held(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=order))


def _changed(all: tuple[tuple[str, ...], ...], seat: Seat, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*all[:seat], cards, *all[seat + 1 :])
