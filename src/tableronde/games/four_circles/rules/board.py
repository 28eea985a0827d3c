"""The board of Four Circles: places, their names and neighbours, and the paths of pawns between them.

All facts about a place are cached: a board moves slowly, so that the same places are asked for again and again.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final, TypeVar

from tableronde.game import Action, Seat

Cell = tuple[int, int]
PAWNS: Final = 6  # R1, for each player
TILES: Final = 20  # R1
Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # in turning order, so that neighbours in the list meet in a corner
DIRECTIONS: Final = (*SIDES, (1, -1), (1, 1), (-1, 1), (-1, -1))
LINES: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
REMEMBERED: Final = 4096  # places cached at most, since boards can move without end


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn on the board and the face it shows."""

    cell: Cell
    seat: Seat
    circle: bool = False  # R4


def remembered(work: Callable[[Key], Found]) -> Callable[[Key], Found]:
    """Cache the results of a function, and drop them all when there are too many, since boards can move without end.

    It is simpler than `functools.lru_cache` and takes half the time."""
    return _Remembered(work).__getitem__


class _Remembered(dict[Key, Found]):
    def __init__(self, work: Callable[[Key], Found]) -> None:
        super().__init__()
        self.work = work

    def __missing__(self, key: Key) -> Found:
        if len(self) >= REMEMBERED:
            self.clear()
        self[key] = found = self.work(key)
        return found


@remembered
def name(cell: Cell) -> str:
    """A cell as text."""
    return f"{cell[0]},{cell[1]}"


@remembered
def cell(text: str) -> Cell:
    """A cell from its text."""
    x, y = text.split(",")
    return int(x), int(y)


def beyond(cell: Cell, direction: Cell, far: int = 1) -> Cell:
    """The place that many steps away in a direction."""
    return cell[0] + far * direction[0], cell[1] + far * direction[1]


@remembered
def beside(cell: Cell) -> tuple[Cell, ...]:
    """The four places that touch a place by a side."""
    return tuple(beyond(cell, side) for side in SIDES)


Laying = tuple[Action, tuple[Cell, ...]]  # the rest of an action from its ">" on, and the places of which one must hold another tile (R13)
Entry = tuple[Cell, Action, Laying]  # where a pawn goes, by which action, and how after a tile was laid there; plain tuples unpack fastest


def entry(pawn: Cell, place: Cell) -> Entry:
    """The way of a pawn to a place."""
    move = f"{name(pawn)}>{name(place)}"
    return place, move, (f">{name(place)}|{move}", beside(place))


@remembered
def ways(cell: Cell) -> tuple[tuple[Entry, Entry], ...]:
    """In each direction the step to the next place (R8), and the jump over it (R9)."""
    return tuple((entry(cell, beyond(cell, direction)), entry(cell, beyond(cell, direction, 2))) for direction in DIRECTIONS)


@remembered
def fours(cell: Cell) -> tuple[frozenset[Cell], ...]:
    """Four places in a row that begin with this one: to the right, down, and on both diagonals."""
    return tuple(frozenset(beyond(cell, line, i) for i in range(4)) for line in LINES)
