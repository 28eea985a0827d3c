"""The trace of the last action: which things on the board are new or lie elsewhere, told from two pictures and nothing else.

It is the same mark in every game. What a game marks itself is left to it; what only flashed by leaves no trace.
"""

from collections.abc import Callable
from math import inf
from typing import Final

from tableronde.game import CHANCE, Seat
from tableronde.scene import Area, Scene, Shape
from tableronde.table import Table

MOST: Final = 8  # more is no action: a new deal, a board laid out anew
OWN: Final = "last"  # the theme word by which games mark the last action themselves


def trace(table: Table, seat: Seat | None, draw: Callable[[Table, Seat | None], Scene] = Table.draw) -> list[str]:
    """The ids of what the last action of a player left on the board, as that seat has seen it; `draw` may know pictures already."""
    ply = next((i for i in range(table.plies - 1, -1, -1) if table.events[i].actor != CHANCE), None)
    if ply is None:
        return []
    after = _board(draw(table, seat))
    if any(OWN in shape.style and OWN in shape.style.split() for shape in after.shapes):
        return []
    old = {shape.id: shape for shape in _board(draw(table.at(ply), seat)).shapes}
    moved = [shape for shape in after.shapes if (was := old.get(shape.id)) is not shape and _lies_elsewhere(shape, was)]
    marked = [shape.id for shape in moved if shape.title.en and shape.path]
    return marked if len(marked) <= MOST else []


def _board(scene: Scene) -> Area:
    """The board of a picture with nothing to press on it, once everything has come to rest."""
    return scene.after(inf).areas[0]


def _lies_elsewhere(shape: Shape, before: Shape | None) -> bool:
    return before is None or (shape.at, shape.turn) != (before.at, before.turn)
