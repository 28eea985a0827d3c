"""Bots for Le Cadran de Kaplan, from a child's level to a master's. They play from their view alone.

A bot rates every action by the expected share of the win: announcements by its certainty of a word and by what waiting would bring
(expectation.py), bets by how much there is to learn and who is likely to learn it (contest.py). Its beliefs about the word are in
guessing.py. A weak level errs as people do: it knows fewer words, understands fewer clues, and overlooks bets. The two weakest also
let people play: they announce only when certain, and when part of the dial is face up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from tableronde.bots import Bot, BotMaker
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat
from tableronde.games.kaplan.bots import expectation
from tableronde.games.kaplan.bots.contest import Contests
from tableronde.games.kaplan.bots.guessing import Belief, Mind, belief
from tableronde.games.kaplan.rules import ANNOUNCE
from tableronde.games.kaplan.rules.announcing import silent
from tableronde.games.kaplan.rules.view import View
from tableronde.text import Text

SILENCE: Final[Action] = ""  # not to announce, for a seat that the game does not wait for
EDGE: Final = 0.03  # the share of the win that a bit of information is worth between two players
HABIT: Final = 1e-6  # the same after the seat has announced, when its bets no longer matter


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a bot."""

    mind: Mind
    overlooks: float = 0.0  # the part of its bets that it overlooks
    certain: float = 0.0  # how certain of its word it must be to announce
    read: int = 0  # how many letter cards somebody must have read, or all can read, before it announces
    turned: int = 0  # how many letter cards must be face up before it announces


LEVELS: Final[Mapping[str, Level]] = {
    "child": Level(Mind("child", 700, 0.15, 0.12), overlooks=0.97, certain=0.99, read=6, turned=5),
    "amateur": Level(Mind("amateur", 1700, 0.3, 0.1), overlooks=0.88, certain=0.9, read=5, turned=4),
    "regular": Level(Mind("regular", 4000, 0.5, 0.08), overlooks=0.66),
    "expert": Level(Mind("expert", 11_000, 0.72, 0.04), overlooks=0.33),
    "master": Level(Mind("master", 14_000, 0.94, 0.01)),
}


class KaplanBot(Bot):
    """A player of a given level."""

    hears = 0  # the view holds all it needs

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, level: Level) -> None:
        super().__init__(box, game, seat, rng)
        self.level = level

    def choose(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        worths = self.weigh(view, heard, legal)
        spoken = worths.get(ANNOUNCE, 0.0)
        noticed = self._noticed([action for action in worths if action != ANNOUNCE])
        self.value = max(worths[action] for action in noticed)
        if spoken and spoken >= self.value and self._dares(view):
            self.value = spoken
            return ANNOUNCE.replace("*", belief(view, self.level.mind).best.word)
        return self.rng.choice([action for action in noticed if worths[action] == self.value]) or None

    def weigh(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """An open announcement counts as one of the most probable word.

        If nobody waits for the seat, its silence is rated too.
        """
        thought = belief(view, self.level.mind)
        words = [action for action in legal if action.startswith("kaplan ")]
        moves = [action for action in legal if action not in words]
        worths = _moves(view, self.seat, thought, moves or [SILENCE])
        return worths | {action: expectation.announcing(view, self.seat, _chance(view, thought, action)) for action in words}

    def _dares(self, view: View) -> bool:
        """Whether it is time to announce: a weak level does not end the game before there was something to see and to guess."""
        read = sum(place.face == "letter" or bool(place.seen_by) for place in view.crown)
        certain = belief(view, self.level.mind).best.probability >= self.level.certain
        return certain and read >= self.level.read and view.face_up >= self.level.turned

    def _noticed(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The actions that the bot does not overlook."""
        return [action for action in actions if self.rng.random() >= self.level.overlooks] or [self.rng.choice(actions)]


def _chance(view: View, thought: Belief, action: Action) -> float:
    """The part of its stake that an announcement can be expected to keep."""
    return thought.chance(thought.best.word if action == ANNOUNCE else action.removeprefix("kaplan "), view)


def _moves(view: View, seat: Seat, thought: Belief, moves: Sequence[Action]) -> dict[Action, float]:
    """The share of the win after each move: the seat's expected gain, less the gain that the move gives to others."""
    speaks = seat in silent(view)
    best = expectation.waiting(view, seat, thought) if speaks else expectation.announced(view, seat, thought)
    if view.phase in ("ally", "answer") and SILENCE not in moves:
        return {move: _alliance(view, seat, move, best) for move in moves}
    edge = EDGE * 2 / view.seats * expectation.chances(view, seat) if speaks else HABIT
    contests = Contests(view, thought)
    bits = {move: _bits(contests, move) for move in moves}
    return {move: max(0.0, best - edge * (max(bits.values()) - bits[move])) for move in moves}


def _bits(contests: Contests, move: Action) -> float:
    """The information that a move gains, in bits."""
    match move.split(" "):
        case ["use", *places]:
            return contests.use(map(int, places))
        case ["bet", place, value]:
            return contests.bet(int(place), int(value), max(1, contests.view.left.count(int(place))))
        case ["flip", place]:
            return contests.flip(int(place))
        case ["clue", card]:
            return contests.clue(card)
    return 0.0  # ending the turn, passing, silence


def _alliance(view: View, seat: Seat, move: Action, alone: float) -> float:
    """The share of the win after a step in the alliance window (R28)."""
    match move.split(" "):
        case ["ally", other] if other != "none":
            return expectation.allied(view, seat, int(other))
        case ["accept"] if view.offer:
            return expectation.allied(view, seat, view.offer[0])
    return alone


def _maker(level: Level) -> BotMaker:
    return partial(KaplanBot, level=level)


BOTS: Final[Mapping[str, BotMaker]] = {name: _maker(level) for name, level in LEVELS.items()}


def judge(game: AnyGame, view: View) -> list[float]:
    """A rough share of the win: a seat that has looked at more cards is ahead, and an announcement is a gamble."""
    looks = [[seat in place.seen_by for place in view.crown] + [seat in seats for seats in view.consulted] for seat in range(view.seats)]
    total = sum(map(sum, looks)) + view.seats
    return [(1 + sum(seen)) / total for seen in looks]


LEVEL_TEXTS: Final = {
    "child": (Text("enfant", "child"), Text("découvre le jeu", "new to the game")),
    "amateur": (Text("amateur", "amateur"), Text("joue avec bon sens", "plays sensibly")),
    "regular": (Text("habitué", "regular"), Text("connaît les pièges", "knows the traps")),
    "expert": (Text("expert", "expert"), Text("se trompe rarement", "rarely makes mistakes")),
    "master": (Text("maître", "master"), Text("ne pardonne rien", "forgives nothing")),
}
