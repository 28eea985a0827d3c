"""Mark the last move: find the shapes on the board that are new or moved, by comparing two pictures.

It is the same mark in every game, unless a game marks the last move itself. Shapes shown only during the film are not marked.
"""

from collections.abc import Callable
from math import inf
from typing import Final

from tableronde.game import CHANCE, Seat
from tableronde.scene import Area, Scene, Shape
from tableronde.table import Table

MOST: Final = 8  # more changes are not a move but a new deal or a new board
OWN: Final = "last"  # the style word by which games mark the last move themselves


def trace(table: Table, seat: Seat | None, draw: Callable[[Table, Seat | None], Scene] = Table.draw) -> list[str]:
    """Return the ids of the shapes the last action changed on the board, as that seat saw it; `draw` may return cached pictures."""
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
    """Return the board of a picture after its film."""
    return scene.after(inf).areas[0]


def _lies_elsewhere(shape: Shape, before: Shape | None) -> bool:
    return before is None or (shape.at, shape.turn) != (before.at, before.turn)
