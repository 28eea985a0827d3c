"""Players of CirKis: what a position is worth, and a bot that looks ahead with it.

The worth of a position is rough on purpose: the points, a part of ten for each figure somebody leads, and a little for
single spaces kept in hand. What it misses (denying, free turns, the end of the round) the bot finds by looking ahead.
"""

from collections.abc import Sequence
from functools import partial
from math import exp, inf
from random import Random
from time import monotonic
from typing import Final

from tableronde.bots.bot import Bot, BotMaker
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat
from tableronde.games.cirkis.board import Figure
from tableronde.games.cirkis.rules import HUNDRED, MOST, Round, State, best, choices, dominant, each, laid, passed, scoring, segments

LEAD: Final = 0.4 * MOST  # what the lead in a figure is worth when the figure is nearly full
KEPT: Final = 1.0  # what an arrow or a wedge in hand is worth: they fit nearly everywhere
SPREAD: Final = 8.0  # points ahead that make a win about three times as likely
DEEPEST: Final = 60  # further than any round


def judge(game: AnyGame, state: State) -> list[float]:
    """Each seat's share of the win, from the points it has and the figures it leads."""
    return shares(expected(state.now, state.totals, scoring(state.options)))


def expected(now: Round, totals: Sequence[int], figures: tuple[Figure, ...]) -> list[float]:
    """Each seat's points, and what its leads in open figures promise."""
    points, covered = list(map(float, totals)), now.covered
    for figure in figures:
        filled = (figure.mask & covered).bit_count()
        if 0 < filled < len(figure.spaces):
            ahead = dominant(segments(figure, now.held))
            if ahead is not None:
                points[ahead] += LEAD * filled / len(figure.spaces)
    return points


def shares(points: Sequence[float]) -> list[float]:
    """Points as shares of the win."""
    most = max(points)
    weights = [exp((point - most) / SPREAD) for point in points]
    return [weight / sum(weights) for weight in weights]


class Lookahead:
    """A search for one seat: it does its best, and all others do their best against it."""

    def __init__(self, state: State, seat: Seat, deadline: float = inf) -> None:
        self.state, self.seat, self.deadline = state, seat, deadline
        self.figures = scoring(state.options)
        self.earlier = [total - score for total, score in zip(state.totals, state.now.scores, strict=True)]
        self.singles = [i for i, shape in enumerate(state.pieces.shapes) if shape.cells in ("K", "D")]

    def ranked(self, rng: Random, deepest: int) -> list[tuple[float, int]]:
        """The placements to choose from with their worth, the best first; looked at ever deeper while there is time."""
        order = each(choices(self.state.now, self.state.pieces))
        rng.shuffle(order)
        ranked = sorted(((self.worth(self._laid(self.state.now, i)), i) for i in order), key=_worth_first)
        for depth in range(1, deepest):
            try:
                ranked = self._ranked_again(ranked, depth)
            except TimeoutError:
                break
            if ranked[0][0] in (0.0, 1.0):  # decided
                break
        return ranked

    def worth(self, now: Round) -> float:
        """This seat's share of the win: certain at the end, else a guess."""
        totals = [before + score for before, score in zip(self.earlier, now.scores, strict=True)]
        if now.reason and (not self.state.options.long_match or max(totals) >= HUNDRED):
            winners = best(now, tuple(totals))
            return (self.seat in winners) / len(winners)
        if now.reason:
            return shares(totals)[self.seat]
        points = expected(now, totals, self.figures)
        return shares([point + KEPT * sum(left[i] for i in self.singles) for point, left in zip(points, now.left, strict=True)])[self.seat]

    def _ranked_again(self, ranked: list[tuple[float, int]], depth: int) -> list[tuple[float, int]]:
        """The same placements after looking so many actions beyond each."""
        bound, again = -inf, []
        for _, i in ranked:
            worth = self._search(self._laid(self.state.now, i), depth, bound, inf)
            bound = max(bound, worth)
            again.append((worth, i))
        return sorted(again, key=_worth_first)

    def _search(self, now: Round, depth: int, low: float, high: float) -> float:
        """The worth of a round to this seat when all play well so many actions on; it matters only between low and high."""
        if now.reason or depth == 0:
            return self.worth(now)
        if monotonic() > self.deadline:
            raise TimeoutError
        mask = choices(now, self.state.pieces)
        if not mask:
            return self._search(passed(now), depth, low, high)
        after = [self._laid(now, i) for i in each(mask)]
        return self._best_of(after, depth, low, high) if now.mover == self.seat else self._worst_of(after, depth, low, high)

    def _best_of(self, after: list[Round], depth: int, low: float, high: float) -> float:
        best_yet = -inf
        for now in self._ordered(after, depth, True):
            best_yet = max(best_yet, self._search(now, depth - 1, max(low, best_yet), high))
            if best_yet >= high:
                break
        return best_yet

    def _worst_of(self, after: list[Round], depth: int, low: float, high: float) -> float:
        worst_yet = inf
        for now in self._ordered(after, depth, False):
            worst_yet = min(worst_yet, self._search(now, depth - 1, low, min(high, worst_yet)))
            if worst_yet <= low:
                break
        return worst_yet

    def _ordered(self, after: list[Round], depth: int, mine: bool) -> list[Round]:
        """What may follow, the likely choice first: then most of the rest need not be looked at."""
        return sorted(after, key=self.worth, reverse=mine) if depth > 1 else after

    def _laid(self, now: Round, i: int) -> Round:
        return laid(now, self.state.pieces, i, self.figures)


class GlazierBot(Bot):
    """Looks ahead a fixed number of actions, or as far as its time allows; an unsteady hand blurs what it sees."""

    def __init__(
        self, box: Box, game: AnyGame, seat: Seat, rng: Random, seconds: float = 1.0, depth: int | None = None, blur: float = 0.0
    ) -> None:
        super().__init__(box, game, seat, rng, seconds)
        self.depth, self.blur = depth, blur

    def choose(self, view: State, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        if len(legal) < 2:  # a pass stands alone (R12)
            return legal[0] if legal else None
        deadline = inf if self.depth else monotonic() + self.seconds
        ranked = Lookahead(view, self.seat, deadline).ranked(self.rng, self.depth or DEEPEST)
        self.value, chosen = max(ranked, key=self._blurred) if self.blur else ranked[0]
        return view.pieces.placements[chosen].action

    def _blurred(self, ranked: tuple[float, int]) -> float:
        return ranked[0] + self.rng.uniform(-self.blur, self.blur)


def _worth_first(ranked: tuple[float, int]) -> float:
    return -ranked[0]


BOTS: Final[dict[str, BotMaker]] = {
    "gentle": partial(GlazierBot, depth=1, blur=0.2),
    "steady": partial(GlazierBot, depth=2),
    "sharp": GlazierBot,
}
