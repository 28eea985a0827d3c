"""What a position of CirKis looks like at first sight: the points, and a part of ten for each figure somebody leads."""

from collections.abc import Sequence
from math import exp
from typing import Final

from tableronde.game import AnyGame
from tableronde.games.cirkis.board import Figure
from tableronde.games.cirkis.rules import MOST, Round, State, dominant, scoring, segments

LEAD: Final = 0.4 * MOST  # what the lead in a figure is worth when the figure is nearly full
SPREAD: Final = 8.0  # points ahead that make a win about three times as likely


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
