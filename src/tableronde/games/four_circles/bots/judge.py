"""A simple evaluation of Four Circles: circles shown, circles in line, lines about to be completed."""

from tableronde.game import AnyGame, Seat
from tableronde.games.four_circles.rules import State
from tableronde.games.four_circles.rules.board import LINES, Cell, beyond


def judge(game: AnyGame, state: State) -> tuple[float, float]:
    """Each seat's share of the win, from how well its circles stand in line."""
    white, red = _strength(state, 0), _strength(state, 1)
    share = 0.5 + 0.5 * (white - red) / (white + red + 8)
    return share, 1 - share


def _strength(state: State, seat: Seat) -> float:
    circles = {pawn.cell for pawn in state.pawns if pawn.seat == seat and pawn.circle}
    return len(circles) + sum(_window(circles, start, line) for start in circles for line in LINES)


def _window(circles: set[Cell], start: Cell, line: Cell) -> int:
    """The value of the four places from a start: two circles count a little, three nearly as much as a line."""
    return (0, 0, 1, 4, 4)[sum(beyond(start, line, i) in circles for i in range(4))]
