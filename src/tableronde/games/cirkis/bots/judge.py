"""A simple evaluation of CirKis: points, plus a share of the ten points of each figure for its leader."""

from collections.abc import Sequence
from math import exp
from typing import Final

from tableronde.game import AnyGame
from tableronde.games.cirkis.rules import MOST, Round, State, dominant, scoring, segments
from tableronde.games.cirkis.rules.board import Figure

LEAD: Final = 0.4 * MOST  # what the lead in a figure is worth when the figure is nearly full
SPREAD: Final = 8.0  # points ahead that make a win about three times as likely


def judge(game: AnyGame, state: State) -> list[float]:
    """Each seat's share of the win, from the points it has and the figures it leads."""
    return shares(expected(state.now, state.totals, scoring(state.options)))


def expected(now: Round, totals: Sequence[int], figures: tuple[Figure, ...]) -> list[float]:
    """Each seat's points, plus the expected points of its leads in open figures."""
    points, covered = list(map(float, totals)), now.covered
    for figure in figures:
        filled = (figure.mask & covered).bit_count()
        if 0 < filled < len(figure.spaces):
            ahead = dominant(segments(figure, now.held))
            if ahead is not None:
                points[ahead] += LEAD * filled / len(figure.spaces)
    return points


def shares(points: Sequence[float]) -> list[float]:
    """Convert points to shares of the win."""
    most = max(points)
    weights = [exp((point - most) / SPREAD) for point in points]
    return [weight / sum(weights) for weight in weights]
