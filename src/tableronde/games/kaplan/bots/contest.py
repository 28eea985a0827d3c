"""The contest for the sarcophagi: each seat's chance to win one, and the value of a token there, in bits of information.

In a race for a word, information is worth as much to a rival as to oneself. So the value of a sarcophagus is the information that
the seat can expect there, less the information that each rival can expect. A token or a flip is worth the change of that value.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Final, NamedTuple

from tableronde.game import Seat
from tableronde.games.kaplan.bots.guessing import Belief
from tableronde.games.kaplan.rules.announcing import camp
from tableronde.games.kaplan.rules.betting import DUTY, without
from tableronde.games.kaplan.rules.dial import CARDS, KINDS, POSITIONS, VALUES, metal, metals, stock
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.scene.tokens import values_on

LETTER: Final = 3.3  # bits that a letter tells a rival
CLUE: Final = 2.7  # bits that a clue tells a rival
REACH: Final = 0.3  # the probability that the dice lead a seat to a given place and it wants to go there
PATIENCE: Final = 0.65  # the part of a prize that is left after a round of waiting
DEAR: Final = 0.1  # how much less willing a rival is to spend a token, for each of its points
FORSAKEN: Final = 0.3  # the part of a prize that is left if nobody can win it with one more token
TYPICAL: Final = 5  # the assumed value of a hidden token
PRICE: Final = 0.05  # the cost of each point of a token, in bits


class Laid(NamedTuple):
    """A token on a sarcophagus; a rival's hidden one has no value."""

    seat: Seat
    value: int | None


Tokens = tuple[Laid, ...]


class Spot(NamedTuple):
    """A place of the crown, as it is now or after some bets."""

    number: int
    face: str
    tokens: Tokens = ()


@dataclass(frozen=True)
class Contests:
    """All places of the crown as a seat sees them, with its belief about the word."""

    view: View
    thought: Belief

    def bet(self, place: int, value: int, times: int = 1) -> float:
        """The value of a token there, if the dice allow that number of bets on the place."""
        spot = self.spot(place)
        return self._after(spot, value, self._hand, times) - self.worth(spot)

    def use(self, places: Iterable[int]) -> float:
        """R7: the value of a use of the dice: the two bets that are owed (R11), and a third one if it pays."""
        gains = sorted((self._best(place, times) for place, times in Counter(places).items()), reverse=True)
        return sum(gains[:DUTY]) + sum(max(0.0, gain) for gain in gains[DUTY:])

    def flip(self, place: int) -> float:
        """R14: the information that the letter gives this seat, less the information that it gives rivals who have not seen it."""
        unaware = [seat for seat in self._rivals if seat not in self.view.crown[place - 1].seen_by]
        return self.thought.surprise[place - 1] - LETTER * len(unaware) / len(self._rivals)

    def clue(self, card: str) -> float:
        """The information that a clue card gives this seat."""
        return self._clue_bits if self.view.clues[CARDS.index(card)] is None else 0.0

    def spot(self, place: int) -> Spot:
        """A place as it is now."""
        there = self.view.crown[place - 1]
        values = values_on(self.view, place)
        return Spot(place, there.face, tuple(Laid(seen.seat, value) for seen, value in zip(there.tokens, values, strict=True)))

    def worth(self, spot: Spot) -> float:
        """The value of a sarcophagus to this seat as it is; 0 if it is empty, since then all seats have the same chances."""
        free = POSITIONS.get(spot.face, 0) - len(spot.tokens)
        if not spot.tokens:
            return 0.0
        if free < 2:
            return self._last_token(spot) if free else self._outcome(spot)
        nexts = [self.worth(spot._replace(tokens=(*spot.tokens, Laid(seat, TYPICAL)))) for seat in self._order]
        return PATIENCE * sum(nexts) / len(nexts)

    def _best(self, place: int, times: int) -> float:
        """The highest value of a place after that number of bets there, at least one of which is made."""
        spot = self.spot(place)
        if spot.face == "open":
            return self.flip(place)
        if spot.face == "letter" or not self._hand:
            return 0.0
        return max(self.bet(place, value, times) for value in set(self._hand))

    def _after(self, spot: Spot, value: int, hand: tuple[int, ...], times: int) -> float:
        """The value of a place after a token of that value, and after the best use of the bets that are left there."""
        laid = spot._replace(tokens=(*spot.tokens, Laid(self._seat, value)))
        if len(laid.tokens) < POSITIONS[spot.face]:
            return self._next(laid, without(hand, value), times - 1) - PRICE * value
        turned = Spot(spot.number, "eye" if spot.face == "K" else "open")
        return self._outcome(laid) + self._next(turned, without(hand, value), times - 1) - PRICE * value

    def _next(self, spot: Spot, hand: tuple[int, ...], times: int) -> float:
        """The value of a place on which up to that number of bets may still be made."""
        left = self.worth(spot)
        if not times:
            return left
        if spot.face == "open":
            return max(0.0, self.flip(spot.number))
        return max([left, *(self._after(spot, value, hand, times) for value in set(hand))])

    def _outcome(self, spot: Spot) -> float:
        """R16: the value of a sarcophagus that is full, or that gets no more tokens."""
        mine = self._unbeaten(spot.tokens) if any(laid.seat == self._seat for laid in spot.tokens) else 0.0
        return mine * self._gain(self._seat, spot) + (1 - mine) * self._gain(self._leader(spot.tokens, self._seat), spot)

    def _last_token(self, spot: Spot) -> float:
        """The value of a sarcophagus that lacks one token. The seats come to it in turn, this one last."""
        waiting, gained = 1.0, 0.0
        for seat in self._order:
            beats, ties = self._able(seat, spot.tokens)
            both = self._gain(seat, spot) + self._gain(self._leader(spot.tokens, seat), spot)
            gained += waiting * REACH * (beats * self._gain(seat, spot) + ties * both)
            waiting *= 1 - REACH * (beats + ties)
        return gained / (1 - PATIENCE * waiting) if waiting < 1 else FORSAKEN * self._outcome(spot)

    def _able(self, seat: Seat, tokens: Tokens) -> tuple[float, float]:
        """The probabilities that a seat wins, or ties, with the last token: whether it can, and whether it would spend the token."""
        if seat == self._seat:
            return (self._unbeaten((*tokens, Laid(seat, max(self._hand)))) if self._hand else 0.0), 0.0
        need = max(0, round(self._total(self._leader(tokens, seat), tokens) - self._total(seat, tokens)))
        beats = self._spends(seat, need + 1)
        return beats, max(0.0, self._spends(seat, need) - beats)

    def _spends(self, seat: Seat, least: int) -> float:
        """The probability that a seat lays a token of at least that value."""
        return self._holding[seat][least] * (1 - DEAR * least) if least <= max(VALUES) else 0.0

    def _unbeaten(self, tokens: Tokens) -> float:
        """The probability that no other total exceeds this seat's; a tie still wins a look."""
        own, chance = self._total(self._seat, tokens), 1.0
        for rival in {laid.seat for laid in tokens} - {self._seat}:
            shown = sum(laid.value or 0 for laid in tokens if laid.seat == rival)
            hidden = sum(laid.value is None for laid in tokens if laid.seat == rival)
            chance *= _within(own - shown, hidden, self._unseen[rival])
        return chance

    def _leader(self, tokens: Tokens, seat: Seat) -> Seat:
        """The seat with the highest total other than this one; this one if no other seat is there."""
        others = {laid.seat for laid in tokens} - {seat}
        return max(sorted(others), key=lambda other: self._total(other, tokens), default=seat)

    def _total(self, seat: Seat, tokens: Tokens) -> float:
        return sum(_likely(self._unseen[seat]) if laid.value is None else laid.value for laid in tokens if laid.seat == seat)

    def _gain(self, winner: Seat, spot: Spot) -> float:
        """The gain of this seat when a seat wins there (R29: an ally's look is its own). Of several rivals, each win costs only a part."""
        return self._learned(spot) if winner in self._camp else -self._taught(winner, spot) / len(self._rivals)

    def _learned(self, spot: Spot) -> float:
        """The information that this seat's camp gets by winning."""
        if spot.face == "K":
            return self.thought.surprise[spot.number - 1]
        return max(map(self.clue, self._cards(spot.number)), default=0.0)

    def _taught(self, rival: Seat, spot: Spot) -> float:
        """The information that a rival gets by winning, as far as this seat can tell."""
        if spot.face == "K":
            return LETTER
        return CLUE if any(rival not in self._readers(card) for card in self._cards(spot.number)) else 0.0

    def _cards(self, place: int) -> list[str]:
        """R20 to R22: the clue cards that a winner there could choose from."""
        return [card for card in self.view.shield or self.view.reserve if metal(card) in metals(place)]

    def _readers(self, card: str) -> tuple[Seat, ...]:
        return self.view.consulted[CARDS.index(card)]

    @cached_property
    def _seat(self) -> Seat:
        assert self.view.seat is not None
        return self.view.seat

    @cached_property
    def _camp(self) -> set[Seat]:
        return camp(self.view, self._seat)

    @cached_property
    def _rivals(self) -> list[Seat]:
        return [seat for seat in range(self.view.seats) if seat not in self._camp]

    @cached_property
    def _order(self) -> list[Seat]:
        """All seats in turn order, this one last."""
        return [(self._seat + i) % self.view.seats for i in range(1, self.view.seats + 1)]

    @cached_property
    def _hand(self) -> tuple[int, ...]:
        """R5, R6: the tokens that this seat may play."""
        return self.view.hand or self.view.waiting[self._seat]

    @cached_property
    def _clue_bits(self) -> float:
        """The information in a clue that this seat has not seen: one of the remaining kinds."""
        left = {*KINDS} - {clue.kind for clue in self.view.clues if clue}
        return sum(self.thought.clues[kind] for kind in left) / len(left)

    @cached_property
    def _unseen(self) -> list[tuple[int, ...]]:
        return [unseen(self.view, seat) for seat in range(self.view.seats)]

    @cached_property
    def _holding(self) -> list[list[float]]:
        """By seat and value: the probability that the seat can play a token of at least that value."""
        return [[_holds(self.view, seat, least, self._unseen[seat]) for least in range(max(VALUES) + 1)] for seat in range(self.view.seats)]


def unseen(view: View, seat: Seat) -> tuple[int, ...]:
    """The values of a seat's tokens that may be hidden or in its hand: all but those in full view."""
    values = Counter(stock(view.seats))
    values.subtract(view.waiting[seat])
    values.subtract(seen.value for place in view.crown for seen in place.tokens if seen.seat == seat and seen.value)
    return tuple(values.elements())


def _holds(view: View, seat: Seat, least: int, hidden: Sequence[int]) -> float:
    """The probability that a seat can play a token of at least that value: from its hand, one part of the hidden ones, or its pile."""
    size = view.hands[seat]
    if not size:
        return float(any(value >= least for value in view.waiting[seat]))
    return 1 - comb(sum(value < least for value in hidden), size) / comb(len(hidden), size)


def _within(margin: float, hidden: int, values: Sequence[int]) -> float:
    """The probability that hidden tokens do not exceed a margin. High values are more likely, since players claim places with them."""
    if not hidden or not values:
        return float(margin >= 0)
    return sum(value for value in values if value * hidden <= margin) / sum(values)


def _likely(values: Sequence[int]) -> float:
    """The expected value of a hidden token."""
    return sum(value * value for value in values) / sum(values) if values else 0.0
