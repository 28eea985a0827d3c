"""First pawns of Four Circles that are equivalent: the starting rectangle can be rotated and mirrored."""

from tableronde.game import Action
from tableronde.games.four_circles.rules import State
from tableronde.games.four_circles.rules.board import Cell, cell


def alike(state: State, action: Action) -> Cell:
    """The distances of a place from the nearest edges: the same for a place and its images."""
    x, y = cell(action)
    xs, ys = [x for x, _ in state.tiles], [y for _, y in state.tiles]
    return min(x - min(xs), max(xs) - x), min(y - min(ys), max(ys) - y)
