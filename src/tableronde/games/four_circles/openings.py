"""First pawns of Four Circles that are alike: the rectangle of the start can be turned round and mirrored."""

from tableronde.game import Action
from tableronde.games.four_circles.rules import Cell, State, cell


def alike(state: State, action: Action) -> Cell:
    """How far a place is from the nearest edges, which is the same for a place and its images."""
    x, y = cell(action)
    xs, ys = [x for x, _ in state.tiles], [y for _, y in state.tiles]
    return min(x - min(xs), max(xs) - x), min(y - min(ys), max(ys) - y)
