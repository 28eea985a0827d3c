"""The cards on the table, square by square: layers, what shows through, and the lines of four."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from tableronde.game import Action
from tableronde.games.karta_doppio.rules.cards import COLOURS, PATTERNS, Cell, Colour, Mark, Marks, Pose

FOUR: Final = 4  # R15: points in a line
DIRECTIONS: Final[dict[str, Cell]] = {"d": (1, -1), "h": (1, 0), "u": (1, 1), "v": (0, 1)}
_NUMBER: Final = r"(0|-?[1-9][0-9]{0,5})"
_ACTION: Final = re.compile(rf"(0|[1-9][0-9]?)([br])([0-3])@{_NUMBER},{_NUMBER}", re.ASCII)


class Laid(NamedTuple):
    """A card on the table and the place of its lower left square: `7r1@3,-2`."""

    pose: Pose
    place: Cell

    def __str__(self) -> str:
        return f"{self.pose}@{name(self.place)}"

    @property
    def marks(self) -> Marks:
        """The six squares it covers, with their contents."""
        x, y = self.place
        return tuple(((x + i, y + j), mark) for (i, j), mark in self.pose.marks)


class Square(NamedTuple):
    """A covered square: its visible point and its number of layers."""

    shown: Mark
    layers: int

    @property
    def locked(self) -> bool:
        """R11: two layers, for good."""
        return self.layers == 2


Grid = Mapping[Cell, Square]


class Line(NamedTuple):
    """A maximal run of four points or more, from its first square on (R15)."""

    colour: Colour
    direction: str
    x: int
    y: int
    length: int

    @property
    def value(self) -> int:
        """R15: a line for each four points."""
        return self.length // FOUR

    @property
    def cells(self) -> list[Cell]:
        """Its squares, in order."""
        i, j = DIRECTIONS[self.direction]
        return [(self.x + n * i, self.y + n * j) for n in range(self.length)]


class Tally(NamedTuple):
    """The tokens and points of one colour on the table."""

    tokens: int
    points: int


@lru_cache(4096)  # a table has a few hundred squares, named in thousands of placings
def name(cell: Cell) -> str:
    """A square as text."""
    return f"{cell[0]},{cell[1]}"


def read(action: Action) -> Laid | None:
    """The card that an action lays; None if it is not written as one."""
    found = _ACTION.fullmatch(action)
    if not found or int(found[1]) >= len(PATTERNS):
        return None
    return Laid(Pose(int(found[1]), found[2], int(found[3])), (int(found[4]), int(found[5])))


@lru_cache(maxsize=256)
def grid_of(laid: tuple[Laid, ...]) -> Grid:
    """The squares that these cards cover, the later cards on top (R4)."""
    grid: dict[Cell, Square] = {}
    for card in laid:
        for cell, mark in card.marks:
            below = grid.get(cell)
            grid[cell] = Square(mark or below.shown, below.layers + 1) if below else Square(mark, 1)  # R12
    return grid


def points_of(grid: Grid, colour: Colour) -> set[Cell]:
    """The squares that show a point of a colour."""
    return {cell for cell, square in grid.items() if square.shown == colour}


def lines_of(points: set[Cell], colour: Colour) -> list[Line]:
    """R14, R15: all maximal runs of four or more among the points of a colour."""
    return [
        Line(colour, direction, x, y, length)
        for direction, (i, j) in DIRECTIONS.items()
        for x, y in points
        if (x + i, y + j) in points and (x - i, y - j) not in points and (length := _run(points, x, y, i, j)) >= FOUR
    ]


@lru_cache(maxsize=256)
def all_lines(laid: tuple[Laid, ...]) -> tuple[Line, ...]:
    """The lines of both colours, sorted."""
    grid = grid_of(laid)
    return tuple(sorted(line for colour in COLOURS for line in lines_of(points_of(grid, colour), colour)))


@lru_cache(maxsize=256)
def tallies(laid: tuple[Laid, ...]) -> tuple[Tally, Tally]:
    """R17, R21: the tokens and points of Red and of Blue."""
    return _tally(laid, COLOURS[0]), _tally(laid, COLOURS[1])


def _tally(laid: tuple[Laid, ...], colour: Colour) -> Tally:
    tokens = sum(line.value for line in all_lines(laid) if line.colour == colour)
    return Tally(tokens, len(points_of(grid_of(laid), colour)))


def _run(points: set[Cell], x: int, y: int, i: int, j: int) -> int:
    length = 1
    while (x + length * i, y + length * j) in points:
        length += 1
    return length
