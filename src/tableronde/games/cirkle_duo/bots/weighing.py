"""The value of an action to a player with a perfect memory: the expected share of the win after it, from 0 to 1.

Under a hat that was never lifted, all unseen pegs are equally likely, and the rules give the outcome for each. An outcome is evaluated
by the scores, by the expected gain of the next player, and by the points left to win: a lead of twenty points means little early on
and nearly everything at the end. The other players are assumed to remember everything, and to slap when they are sure.

Two effects are left out since they would spoil the game: a hat lifted in vain informs the others (everybody would wait for everybody
else to lift), and points given back leave more to win for a player who is behind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import exp, inf, pi, sqrt
from operator import or_
from statistics import fmean
from typing import Final

from tableronde.game import Action, Seat
from tableronde.games.cirkle_duo.rules import DECLINE, LIFTS, ROLLS, SLAP, CirkleDuo, Seen, State, View, asked, lifts, waiting, winners
from tableronde.games.cirkle_duo.rules.layers import Layers
from tableronde.games.cirkle_duo.rules.pieces import CARDS, EMPTY, PEGS, PLACES, VALUES, Piece, answers, fits, points
from tableronde.games.cirkle_duo.rules.scoring import held, score, side

Memory = Mapping[int, Piece]  # the remembered places with what was seen there: a peg, or EMPTY
TEMPO: Final = 0.5  # weight of the next player's gain, since the others have their turns soon after
PRIDE: Final = 0.001  # of the win: the value of all points together when the winner is certain
ANY_ROLL: Final = (1 << len(ROLLS)) - 1  # a set of rolls has a bit for each one


def _showing(rolls: Sequence[Action]) -> dict[Piece, int]:
    """The rolls that show each face of the dice."""
    found: dict[Piece, int] = {}
    for i, roll in enumerate(rolls):
        for face in roll.split()[1:]:
            found[face] = found.get(face, 0) | 1 << i
    return found


def _asking(peg: Piece, wild: bool) -> int:
    """The rolls that ask for a peg."""
    return reduce(or_, [rolls for face, rolls in _ROLLS_WITH.items() if answers(peg, face, wild)], 0)


_ROLLS_WITH: Final = _showing(ROLLS)

_ROLLS_FOR: Final = {wild: {peg: _asking(peg, wild) for peg in PEGS} for wild in (False, True)}


def weigh(game: CirkleDuo, view: View, seat: Seat, legal: Sequence[Action]) -> dict[Action, float]:
    """The share of the win after each action, as far as the seat can know."""
    sides = tuple(dict.fromkeys(side(game.layers, game.seats, each) for each in range(game.seats)))
    return _Forecast(game, seat, sides, _spread(game.layers, view.seen, len(sides))).weigh(_moment(view), remembered(view), legal)


def remembered(view: View) -> dict[int, Piece]:
    """Everything that was ever seen."""
    return {place: peg for place, peg in enumerate(view.known) if peg is not None}


@dataclass(frozen=True, slots=True)
class _Forecast:
    """The prospects of a seat. Its states contain only what was seen: no pegs, and the unseen cards in any order."""

    game: CirkleDuo
    seat: Seat
    sides: tuple[tuple[Seat, ...], ...]  # the sides: seats that win and lose together
    spread: float  # the points by which two sides may still diverge

    def weigh(self, moment: State, memory: Memory, legal: Sequence[Action]) -> dict[Action, float]:
        """The share of the win after each action."""
        if SLAP in legal:
            return {DECLINE: self._share(self.game.apply(moment, self.seat, DECLINE), memory), SLAP: self._taking(moment, memory)}
        pegs = {action: memory.get(LIFTS[action]) for action in legal}
        blind = next((self._blind(moment, memory, LIFTS[action]) for action, peg in pegs.items() if peg is None), 0.0)
        return {action: blind if peg is None else self._lifting(moment, memory, LIFTS[action], peg) for action, peg in pegs.items()}

    def _taking(self, moment: State, memory: Memory) -> float:
        """The value of a slap followed by the best hat."""
        after = self.game.apply(moment, self.seat, SLAP)
        return max(self.weigh(after, memory, lifts(self.game.layers, after.seen)).values())

    def _blind(self, moment: State, memory: Memory, place: int) -> float:
        """The value of lifting a hat that was never lifted; all of them have the same."""
        return fmean(self._lifting(moment, memory, place, peg) for peg in _hidden(self.game.layers, moment.seen, memory))

    def _lifting(self, moment: State, memory: Memory, place: int, peg: Piece) -> float:
        """The value of lifting a hat that hides this peg."""
        return fmean(self._lifted(world, self.seat, memory, place) for world in _worlds(moment, place, peg))

    def _lifted(self, world: State, by: Seat, memory: Memory, place: int) -> float:
        """The value after a lift; a peg shown for the first time does not count as known."""
        after = self.game.apply(world, by, f"lift {place}")
        return self._share(after, {known: after.pegs[known] if known == place else peg for known, peg in memory.items()})

    def _share(self, moment: State, memory: Memory) -> float:
        """The share of the win in a state in which another player acts; among equal ones, more points are better."""
        if moment.seen.phase == "slap":
            return self._slapped(moment, memory)
        win = self._won(moment.seen) if moment.seen.reason else self._judged(moment, memory)
        own = points(held(self.game.layers, moment.seen.hands, self.seat)) / points(_pieces(self.game.layers))
        return (1 - PRIDE) * win + PRIDE * own

    def _won(self, seen: Seen) -> float:
        """The share of the win in a finished game."""
        victors = winners(self.game.layers, seen)
        return (self.seat in victors) / sum(members[0] in victors for members in self.sides)

    def _slapped(self, moment: State, memory: Memory) -> float:
        """The value after an error: any player who is sure takes over; if nobody is, all decline."""
        waiting_for = asked(self.game.layers, moment.seen)
        sure = [(seat, place) for seat in waiting_for if (place := self._sure(moment, memory, seat)) is not None]
        if sure:
            return fmean(self._answered(moment, seat, memory, place) for seat, place in sure)
        for seat in waiting_for:
            moment = self.game.apply(moment, seat, DECLINE)
        return self._share(moment, memory)

    def _sure(self, moment: State, memory: Memory, seat: Seat) -> int | None:
        """A hat that would win the card for a seat if it took over."""
        free = lifts(self.game.layers, replace(moment.seen, phase="take"))
        known = ((LIFTS[action], memory.get(LIFTS[action])) for action in free)
        return next((place for place, peg in known if peg and wins(self.game.layers, moment.seen, seat, peg)), None)

    def _answered(self, moment: State, seat: Seat, memory: Memory, place: int) -> float:
        after = self.game.apply(moment, seat, SLAP)
        return fmean(self._lifted(world, seat, memory, place) for world in _worlds(after, place, memory[place]))

    def _judged(self, moment: State, memory: Memory) -> float:
        """The share of the win between two turns: the probability that leads of this size last."""
        layers, seen = self.game.layers, moment.seen
        scores = {members: score(layers, seen.hands, members[0]) for members in self.sides}
        hopes = TEMPO * _coming(layers, moment, memory)
        best = max(scores.values())
        weights = {
            members: exp((own + hopes * (seen.player in members) - best) / self.spread)
            for members, own in scores.items()
            if _reach(layers, seen, members[0]) >= best
        }
        return weights.get(side(layers, seen.seats, self.seat), 0.0) / sum(weights.values())


def asked_for(layers: Layers, seen: Seen, peg: Piece) -> bool:
    """R7, R32: whether a peg is what the card or the dice of the turn ask for."""
    if seen.card is None:
        return any(answers(peg, face, layers.dice_wild) for face in seen.dice)
    return fits(peg, seen.card)


def wins(layers: Layers, seen: Seen, seat: Seat, peg: Piece) -> bool:
    """R12: whether a peg that was seen is asked for and not forbidden to a seat."""
    return peg not in seen.hands[seat] and asked_for(layers, seen, peg)


def _moment(view: View) -> State:
    """The state that was seen, without the pegs, and with the unseen cards in any order."""
    seen = view.seen
    elsewhere = {*seen.under, seen.card, *_held(seen)}
    cards = [card for card in CARDS if card not in elsewhere] if view.unseen else []
    return State(seen, (EMPTY,) * PLACES, tuple(cards))


def _worlds(moment: State, place: int, peg: Piece) -> list[State]:
    """The possible states with that peg at a place: one for each possible top card if the exact peg can win it (R10)."""
    there = replace(moment, pegs=tuple(peg if i == place else EMPTY for i in range(PLACES)))
    if peg != moment.seen.card or not moment.deck:
        return [there]
    return [replace(there, deck=(top, *(card for card in moment.deck if card != top))) for top in moment.deck]


def _held(seen: Seen) -> set[Piece]:
    """The pieces in all hands."""
    return {piece for hand in seen.hands for piece in hand}


def _hidden(layers: Layers, seen: Seen, memory: Memory) -> list[Piece]:
    """The pegs under the hats that were never lifted."""
    elsewhere = {*memory.values(), *(_held(seen) if layers.mode == "dice" else ())}
    return [peg for peg in PEGS if peg not in elsewhere]


def _pieces(layers: Layers) -> tuple[Piece, ...]:
    """The pieces that can be won."""
    return PEGS if layers.mode == "dice" else CARDS


def _left(layers: Layers, seen: Seen) -> tuple[Piece, ...]:
    """The pieces that nobody holds."""
    return tuple(piece for piece in _pieces(layers) if piece not in _held(seen))


def _reach(layers: Layers, seen: Seen, seat: Seat) -> float:
    """The score of a seat's side if it won everything that is left; infinite if a family can win at any time (R28)."""
    hands = tuple(hand + _left(layers, seen) * (i == seat) for i, hand in enumerate(seen.hands))
    return inf if layers.family_win else score(layers, hands, seat)


def _spread(layers: Layers, seen: Seen, sides: int) -> float:
    """How far two sides may still diverge, in points, if all pieces that are left go to random sides.

    This is the standard deviation of the difference of their gains, as the scale of a logistic curve.
    """
    return sqrt(sum(VALUES[piece] ** 2 for piece in _left(layers, seen)) * 2 / sides) * sqrt(3) / pi


def _coming(layers: Layers, moment: State, memory: Memory) -> float:
    """The expected points of the next player in the coming turn."""
    hidden = _hidden(layers, moment.seen, memory)
    if layers.mode == "dice":
        return _coming_roll(layers, memory, hidden)
    return _coming_card(layers, moment, memory, hidden)


def _coming_roll(layers: Layers, memory: Memory, hidden: Sequence[Piece]) -> float:
    """R32: the most valuable known peg that the dice ask for; if they ask for none, a hat at random."""
    rolls_for, rest, points = _ROLLS_FOR[layers.dice_wild], ANY_ROLL, 0.0
    for peg in sorted(set(memory.values()) - {EMPTY}, key=lambda peg: -VALUES[peg]):
        points += VALUES[peg] * (rest & rolls_for[peg]).bit_count()
        rest &= ~rolls_for[peg]
    points += sum(VALUES[peg] * (rest & rolls_for[peg]).bit_count() for peg in hidden) / max(1, len(hidden))
    return points / len(ROLLS)


def _coming_card(layers: Layers, moment: State, memory: Memory, hidden: Sequence[Piece]) -> float:
    """R7: the next card with a known peg if one fits, else with a hat at random. Bonus cards are left out."""
    seen = moment.seen
    assert seen.card is not None
    hand, asleep = seen.hands[seen.player], waiting(layers, seen)
    known = [peg for place, peg in memory.items() if place not in asleep and peg not in hand]
    chances = [peg if peg not in hand or layers.forbidden_when_seen else EMPTY for peg in hidden]
    return fmean(VALUES[card] * _chance(card, known, chances) for card in (seen.card, *moment.deck))


def _chance(card: Piece, known: Sequence[Piece], hidden: Sequence[Piece]) -> float:
    """The probability that a card is won."""
    if any(fits(peg, card) for peg in known):
        return 1.0
    return sum(fits(peg, card) for peg in hidden) / max(1, len(hidden))
