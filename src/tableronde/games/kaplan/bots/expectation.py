"""The expected share of the win of a seat that announces now, that waits, or that finds an ally.

The first right word nearly always wins, since every later stake is lower (R25); a wrong one loses. So a seat compares its certainty
now with its certainty after a round, and with the danger that another seat announces first. All of it follows from its view.
"""

from math import prod
from typing import Final

from tableronde.game import Seat
from tableronde.games.kaplan.bots.guessing import Belief
from tableronde.games.kaplan.rules.announcing import ally, camp, camps, silent
from tableronde.games.kaplan.rules.dial import LETTERS_TO_END
from tableronde.games.kaplan.rules.view import View

RIGHT: Final = 0.85  # the probability that an announced word is right
LOOKS: Final = 0.7  # looks that a player wins in a round
URGE: Final = 0.11  # how much each look after the first raises the probability that a rival announces within a round
LEAST: Final = 0.02  # that probability after the first look
MOST: Final = 0.5  # its maximum
CLOSING: Final = 0.5  # the probability that the game ends within a round when two letters are missing


def announcing(view: View, seat: Seat, probability: float) -> float:
    """The share of the win after announcing a word that is right with that probability.

    A word that is probably wrong costs points on average (R34), so it counts for less than its probability.
    """
    return chances(view, seat) * probability * min(1.0, 2 * probability)


def waiting(view: View, seat: Seat, thought: Belief) -> float:
    """The share of the win if the seat waits a round and then takes the best action."""
    calm, left = prod(1 - urge(view, other) for other in heads(view) if other not in camp(view, seat)), camps(view)
    best = thought.best.probability
    later = max(best + LOOKS * (thought.promise - best), standing(view, seat))
    if view.face_up >= LETTERS_TO_END - 2:
        later += CLOSING * (1 / left - later)
    cut_off = 1.0 if left == 2 else later  # another seat announces a wrong word
    return chances(view, seat) * (calm * later + (1 - calm) * (1 - RIGHT) * cut_off)


def announced(view: View, seat: Seat, thought: Belief) -> float:
    """The share of the win after the seat's camp has announced: nothing it does can change it any more."""
    made = next(i for i, voice in enumerate(view.announced) if voice.seat in camp(view, seat))
    return (1 - RIGHT) ** made * thought.chance(view.announced[made].word or "", view) / len(camp(view, seat))


def allied(view: View, seat: Seat, other: Seat) -> float:
    """The share of the win in an alliance with another seat: both know what either has seen (R29), and share what they win (R31)."""
    return chances(view, seat) * _weight(view, {seat, other}) / (_weight(view, {seat, other}) + _others(view, {seat, other})) / 2


def chances(view: View, seat: Seat) -> float:
    """The probability that a seat can still win: nobody who announced was right. Allies share it."""
    return (1 - RIGHT) ** len(view.announced) / len(camp(view, seat))


def standing(view: View, seat: Seat) -> float:
    """A camp's share of the win among those that have not announced, judged by how much each has seen."""
    own = _weight(view, camp(view, seat))
    return own / (own + _others(view, camp(view, seat)))


def urge(view: View, seat: Seat) -> float:
    """The probability that a seat's camp announces within a round."""
    return min(MOST, LEAST + URGE * max(0, looks(view, camp(view, seat)) - 1))


def looks(view: View, seats: set[Seat]) -> int:
    """The number of letters and clues that some seats have seen between them; all of this is public."""
    letters = sum(place.face == "letter" or bool(seats & {*place.seen_by}) for place in view.crown)
    return letters + sum(bool(seats & {*readers}) for readers in view.consulted)


def heads(view: View) -> list[Seat]:
    """One seat of each camp that has not announced."""
    return [seat for seat in silent(view) if (other := ally(view, seat)) is None or seat < other]


def _weight(view: View, seats: set[Seat]) -> int:
    """Knowledge accelerates: the more a seat has seen, the more the next letter tells it."""
    return (1 + looks(view, seats)) ** 2


def _others(view: View, seats: set[Seat]) -> int:
    return sum(_weight(view, camp(view, seat)) for seat in heads(view) if not seats & camp(view, seat))
