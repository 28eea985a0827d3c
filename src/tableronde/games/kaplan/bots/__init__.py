"""Bots for Le Cadran de Kaplan, from a child's level to a master's. They play from their view alone.

A bot weighs every action by the share of the win it may expect after it: announcing by how sure it is of a word and what waiting would
bring (outlook.py), betting by how much there is to learn and who is likely to learn it (contest.py). What it makes of letters and
clues is its mind's work (guessing.py). A weak level errs as people do: it knows fewer words, sees less often what a clue means,
overlooks bets, speaks too soon (but never before everybody has had some turns).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from tableronde.bots import Bot, BotMaker
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat
from tableronde.games.kaplan import outlook
from tableronde.games.kaplan.announcing import silent
from tableronde.games.kaplan.contest import Contests
from tableronde.games.kaplan.guessing import Belief, Mind, belief, spelled
from tableronde.games.kaplan.imagining import form_of
from tableronde.games.kaplan.rules import ANNOUNCE
from tableronde.games.kaplan.view import View

SILENCE: Final[Action] = ""  # what a seat does for which nobody waits, if it does not announce
EDGE: Final = 0.03  # the share of the win that a bit of knowledge is worth between two players
HABIT: Final = 1e-6  # the same once the seat has announced: it bets on out of habit


@dataclass(frozen=True, slots=True)
class Level:
    """How a bot plays."""

    mind: Mind
    overlooks: float = 0.0  # the part of its bets that it does not think of
    haste: float = 0.0  # the part by which it underrates waiting when it could announce
    rounds: int = 0  # that it lets everybody play before it announces a word it cannot simply read


LEVELS: Final[Mapping[str, Level]] = {
    "child": Level(Mind("child", 700, 0.15, 0.12), overlooks=0.97, haste=0.88, rounds=3),
    "amateur": Level(Mind("amateur", 1700, 0.3, 0.1), overlooks=0.88, haste=0.3),
    "regular": Level(Mind("regular", 4000, 0.5, 0.08), overlooks=0.66),
    "expert": Level(Mind("expert", 11_000, 0.72, 0.04), overlooks=0.33),
    "master": Level(Mind("master", 14_000, 0.94, 0.01)),
}


class KaplanBot(Bot):
    """A player of a given level."""

    hears = 0  # all it needs is in the view

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, level: Level) -> None:
        super().__init__(box, game, seat, rng)
        self.level = level

    def choose(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        worths = self.weigh(view, heard, legal)
        spoken = worths.get(ANNOUNCE, 0.0)
        noticed = self._noticed([action for action in worths if action != ANNOUNCE])
        self.value = max(worths[action] for action in noticed)
        if spoken and spoken >= (1 - self.level.haste) * self.value and self._dares(view):
            self.value = spoken
            return ANNOUNCE.replace("*", belief(view, self.level.mind).best.word)
        return self.rng.choice([action for action in noticed if worths[action] == self.value]) or None

    def weigh(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """An open announcement counts as one of the likeliest word, a word that is given as that word.

        Where nobody waits for the seat, its silence is weighed too.
        """
        thought = belief(view, self.level.mind)
        words = [action for action in legal if action.startswith("kaplan ")]
        moves = [action for action in legal if action not in words]
        worths = _moves(view, self.seat, thought, moves or [SILENCE])
        return worths | {action: outlook.announcing(view, self.seat, _chance(thought, action)) for action in words}

    def _dares(self, view: View) -> bool:
        """Whether it is time to speak: nobody's game shall be over before it has begun because a weak level was hasty."""
        return view.turns >= self.level.rounds * view.seats or spelled(view.letters, form_of(view)) is not None

    def _noticed(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The actions a bot thinks of."""
        return [action for action in actions if self.rng.random() >= self.level.overlooks] or [self.rng.choice(actions)]


def _chance(thought: Belief, action: Action) -> float:
    """How likely an announcement is to be right."""
    return thought.best.probability if action == ANNOUNCE else thought.chance(action.removeprefix("kaplan "))


def _moves(view: View, seat: Seat, thought: Belief, moves: Sequence[Action]) -> dict[Action, float]:
    """The share of the win after each move: what the seat may expect if it makes the most of it, less what this move gives away."""
    speaks = seat in silent(view)
    best = outlook.waiting(view, seat, thought) if speaks else outlook.announced(view, seat, thought)
    if view.phase in ("ally", "answer") and SILENCE not in moves:
        return {move: _alliance(view, seat, move, best) for move in moves}
    edge = EDGE * 2 / view.seats * outlook.chances(view, seat) if speaks else HABIT
    contests = Contests(view, thought)
    bits = {move: _bits(contests, move) for move in moves}
    return {move: max(0.0, best - edge * (max(bits.values()) - bits[move])) for move in moves}


def _bits(contests: Contests, move: Action) -> float:
    """What a move brings, in bits of knowledge."""
    match move.split(" "):
        case ["use", *places]:
            return contests.use(map(int, places))
        case ["bet", place, value]:
            return contests.bet(int(place), int(value), max(1, contests.view.left.count(int(place))))
        case ["flip", place]:
            return contests.flip(int(place))
        case ["clue", card]:
            return contests.clue(card)
    return 0.0  # to end, to pass, to say nothing


def _alliance(view: View, seat: Seat, move: Action, alone: float) -> float:
    """The share of the win after a step of the alliance window (R28)."""
    match move.split(" "):
        case ["ally", other] if other != "none":
            return outlook.allied(view, seat, int(other))
        case ["accept"] if view.offer:
            return outlook.allied(view, seat, view.offer[0])
    return alone


def _maker(level: Level) -> BotMaker:
    return partial(KaplanBot, level=level)


BOTS: Final[Mapping[str, BotMaker]] = {name: _maker(level) for name, level in LEVELS.items()}


def judge(game: AnyGame, view: View) -> list[float]:
    """A rough share of the win: who has looked at more stands better, and an announcement is a gamble."""
    looks = [[seat in place.seen_by for place in view.crown] + [seat in seats for seats in view.consulted] for seat in range(view.seats)]
    total = sum(map(sum, looks)) + view.seats
    return [(1 + sum(seen)) / total for seen in looks]
