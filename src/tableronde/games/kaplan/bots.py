"""Bots for Le Cadran de Kaplan, from a child's level to an expert's. They play from their view alone.

A bot bets where a letter would tell it most and where it can win, and announces when waiting for more would cost more
than it brings.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tableronde.bots import Bot, BotMaker
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat
from tableronde.games.kaplan.announcing import camps
from tableronde.games.kaplan.dial import CARDS, LETTERS_TO_END, POSITIONS, stock
from tableronde.games.kaplan.guessing import Belief, Mind, belief
from tableronde.games.kaplan.tokens import values_on
from tableronde.games.kaplan.view import View

CLUE_BITS: Final = 2.2  # what a clue not yet seen tells on average
RIVAL: Final = 0.35  # how much of what a rival learns counts against a bet
FADE: Final = 0.35  # the part of a stake lost by waiting a round
CLOSING: Final = 0.8  # the same when the game may end before
PRICE: Final = 0.06  # what each point of a token is worth when it is spent


@dataclass(frozen=True, slots=True)
class Level:
    """How a bot plays."""

    mind: Mind
    hope: float  # the part of its doubts that it hopes to lose in a round, and waits for
    slips: float  # how often it bets without thinking


LEVELS: Final[Mapping[str, Level]] = {
    "child": Level(Mind("child", 1200, 0.25, 0.12), 0.0, 0.5),
    "amateur": Level(Mind("amateur", 2800, 0.45, 0.08), 0.15, 0.2),
    "regular": Level(Mind("regular", 5000, 0.6, 0.05), 0.25, 0.05),
    "expert": Level(Mind("expert", 10_000, 0.75, 0.03), 0.3, 0.0),
}


class KaplanBot(Bot):
    """A player of a given level."""

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, level: Level) -> None:
        super().__init__(box, game, seat, rng)
        self.level = level

    def choose(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        thought = belief(view, self.level.mind)
        if "kaplan *" in legal and (word := self._word(view, thought)):
            return f"kaplan {word}"
        actions = [action for action in legal if action != "kaplan *"]
        if len(actions) < 2:
            return actions[0] if actions else None
        if self.rng.random() < self.level.slips:
            return self.rng.choice(actions)
        values = {action: self._value(view, thought, action) + 0.01 * self.rng.random() for action in actions}
        return max(actions, key=lambda action: values[action])

    def _word(self, view: View, thought: Belief) -> str:
        """The word to announce, or nothing yet."""
        guess = thought.best
        self.value = guess.probability
        return guess.word if pays(guess.probability, self.level.hope, fading(view)) else ""

    def _value(self, view: View, thought: Belief, action: Action) -> float:
        match action.split(" "):
            case ["use", *places]:
                return sum(sorted((_best_bet(view, thought, int(place)) for place in places), reverse=True))
            case ["bet", place, value]:
                return bet_value(view, thought, int(place), int(value))
            case ["flip", place]:
                return flip_value(view, thought, int(place))
            case ["clue", card]:
                return float(view.clues[CARDS.index(card)] is None)
            case ["ally", "none"]:
                return 3.0 * thought.best.probability
            case ["ally", seat]:
                return knowledge(view, int(seat))
            case ["accept"]:
                return knowledge(view, view.offer[0]) if view.offer else 0.0
            case ["refuse"]:
                return 3.0 * thought.best.probability
        return 0.0  # "end": a bet that is worth less than nothing is not made


def pays(probability: float, hope: float, fade: float) -> bool:
    """Whether to announce now rather than a round later, by expected score: the stake times (right minus wrong), which fades."""
    later = probability + (1 - probability) * hope
    return probability > 0.5 and 2 * probability - 1 >= (1 - fade) * (2 * later - 1)


def fading(view: View) -> float:
    """The part of a stake that is lost by waiting a round: nearly all when the game may end before (R33)."""
    return CLOSING if view.face_up >= LETTERS_TO_END - 2 or camps(view) <= 2 else FADE


def knowledge(view: View, seat: Seat) -> float:
    """R29: how much an ally would bring: what it has seen that this seat has not."""
    letters = sum(seat in place.seen_by and known is None for place, known in zip(view.crown, view.letters, strict=True))
    clues = sum(seat in seats and known is None for seats, known in zip(view.consulted, view.clues, strict=True))
    return letters + clues


def flip_value(view: View, thought: Belief, place: int) -> float:
    """R14: what the letter tells this seat, less what it tells the others and what it takes off every stake."""
    known = view.letters[place - 1] is not None
    return (0.0 if known else thought.surprise[place - 1]) * (1 - RIVAL) - 1.0


def bet_value(view: View, thought: Belief, place: int, value: int) -> float:
    """What a token there is worth: the chance to win times what there is to see, less the token and what rivals may win."""
    prize = prize_of(view, thought, place)
    winning = chance_to_win(view, place, value)
    rivals = RIVAL * (1 - winning) * (1.5 if _fills(view, place) else 0.5)
    return winning * prize - rivals - PRICE * value


def _best_bet(view: View, thought: Belief, place: int) -> float:
    """The best that can be done on a place now."""
    match view.crown[place - 1].face:
        case "letter":
            return 0.0
        case "open":
            return flip_value(view, thought, place)
    playable = view.hand or view.waiting[view.turn]
    return max((bet_value(view, thought, place, value) for value in set(playable)), default=0.0)


def prize_of(view: View, thought: Belief, place: int) -> float:
    """What the winner of a place learns, in bits: its letter, or a clue."""
    if view.crown[place - 1].face == "K":
        return 0.0 if view.letters[place - 1] is not None else thought.surprise[place - 1]
    unseen = sum(clue is None for clue in view.clues)
    return CLUE_BITS * unseen / len(CARDS)


def chance_to_win(view: View, place: int, value: int) -> float:
    """R16: how likely the seat on turn is to win a place with one more token of that value."""
    there = view.crown[place - 1]
    mine = value + sum(known for seen, known in zip(there.tokens, values_on(view, place), strict=True) if seen.seat == view.seat and known)
    rivals = {seen.seat for seen in there.tokens} - {view.seat}
    chance = 1.0
    for rival in rivals:
        shown = sum(seen.value or 0 for seen in there.tokens if seen.seat == rival)
        hidden = sum(seen.value is None for seen in there.tokens if seen.seat == rival)
        chance *= _beats(mine - shown, hidden, _unseen(view, rival))
    return chance * _outlasts(mine, POSITIONS[there.face] - len(there.tokens) - 1)


def _beats(margin: int, hidden: int, unseen: Sequence[int]) -> float:
    """The chance that a rival's hidden tokens do not exceed a margin; a tie still wins a look."""
    if not hidden or not unseen:
        return float(margin >= 0)
    return sum(value * hidden <= margin for value in unseen) / len(unseen)


def _outlasts(mine: int, free: int) -> float:
    """The chance that nobody tops a total on the positions still free."""
    return 1.0 if free == 0 else min(1.0, mine / 9.5) ** free


def _unseen(view: View, seat: Seat) -> list[int]:
    """The values of a seat's tokens that may lie hidden: all but those in full view."""
    values = list(stock(view.seats))
    shown: Iterable[int | None] = (seen.value for place in view.crown for seen in place.tokens if seen.seat == seat)
    for value in (*view.waiting[seat], *shown):
        if value in values:
            values.remove(value)
    return values


def _fills(view: View, place: int) -> bool:
    there = view.crown[place - 1]
    return len(there.tokens) + 1 == POSITIONS[there.face]


def _maker(level: Level) -> BotMaker:
    return lambda box, game, seat, rng: KaplanBot(box, game, seat, rng, level)


BOTS: Final[Mapping[str, BotMaker]] = {name: _maker(level) for name, level in LEVELS.items()}


def judge(game: AnyGame, view: View) -> list[float]:
    """A rough share of the win: who has looked at more stands better, and an announcement is a gamble."""
    looks = [[seat in place.seen_by for place in view.crown] + [seat in seats for seats in view.consulted] for seat in range(view.seats)]
    total = sum(map(sum, looks)) + view.seats
    return [(1 + sum(seen)) / total for seen in looks]
