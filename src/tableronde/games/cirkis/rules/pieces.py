"""The pieces of a set, read from a table that an owner of the box can correct, and every place where they fit.

The table, pieces.json, says for each shape how many pieces of it a set has, what its spaces are and how they join, one
example on the board, and whether it may be turned over. Its placements are found by rotating and translating the example.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations
from typing import Final

from tableronde.game import Action, Json
from tableronde.games.cirkis.rules.board import Ring, Space, bits, board
from tableronde.games.cirkis.rules.golden import Point
from tableronde.text import Text

LARGEST: Final = 6  # spaces of a piece; the box has none above three
KEYS: Final = {"shape", "names", "count", "turn_over", "cells", "joins", "example"}


@dataclass(frozen=True, slots=True)
class Shape:
    """One line of the table: a shape of piece."""

    slug: str
    names: Text
    count: int  # in each set
    turn_over: bool  # Q3: whether its mirror image is allowed too
    cells: str  # the kinds of its spaces
    joins: dict[tuple[int, int], str]  # which of them share an edge, "long" or "short"
    example: tuple[int, ...]

    @property
    def is_sliver(self) -> bool:
        """Whether it is the sliver of R8c."""
        return self.cells == "S"


@dataclass(frozen=True, slots=True)
class Placement:
    """A place where a shape fits. Sets of spaces, and of placements by their index, are bit sets."""

    action: Action
    shape: int  # index in the set
    spaces: tuple[int, ...]
    cover: int  # its spaces
    around: int  # the spaces that touch it
    clashes: int  # the placements that share a space with it
    touching: int  # the placements that cover a space touching it


@dataclass(frozen=True, eq=False)
class PieceSet:
    """The set every player has: its shapes, and all their placements sorted by action."""

    shapes: tuple[Shape, ...]
    placements: tuple[Placement, ...]
    index: dict[Action, int]  # of the placement an action names
    of_shape: tuple[int, ...]  # the placements of each shape, as bits
    opening: int  # R4: the placements that reach the centre, as bits

    @property
    def size(self) -> int:
        """The number of pieces in a set."""
        return sum(shape.count for shape in self.shapes)


@cache
def standard() -> PieceSet:
    """The set of the table in this folder."""
    return read_pieces(json.loads(files(__package__).joinpath("pieces.json").read_text(encoding="utf-8")))


def read_pieces(table: Json) -> PieceSet:
    """A set from its table; ValueError names the line that cannot be used and says why."""
    if not isinstance(table, list) or not table:
        raise ValueError("the table of pieces must be a list of at least one shape")
    shapes = tuple(_read_shape(i, line) for i, line in enumerate(table))
    if len({shape.slug for shape in shapes}) < len(shapes):
        raise ValueError("two lines of the table of pieces have the same shape")
    found = assembled(shapes)
    if not found.opening:
        raise ValueError("no shape in the table of pieces reaches the centre, so that nobody could begin")
    return found


def placements(shape: Shape) -> set[tuple[int, ...]]:
    """All sets of spaces that the example becomes by turning it and, where allowed, turning it over (R3)."""
    cells = [board().spaces[i].corners for i in shape.example]
    mirrored = [tuple(corner.mirrored() for corner in cell) for cell in cells]
    sides = (cells, mirrored) if shape.turn_over else (cells,)
    return {spaces for side in sides for steps in range(10) for spaces in _moved([_turned(cell, steps) for cell in side])}


def assembled(shapes: tuple[Shape, ...]) -> PieceSet:
    """The set of these shapes, with the relations of their placements."""
    named = sorted((name(shape.slug, spaces), i, spaces) for i, shape in enumerate(shapes) for spaces in placements(shape))
    covering: defaultdict[int, int] = defaultdict(int)  # the placements over each space
    of_shape = [0] * len(shapes)
    for index, (_, shape, spaces) in enumerate(named):
        of_shape[shape] |= 1 << index
        for space in spaces:
            covering[space] |= 1 << index
    found = tuple(_placement(action, shape, spaces, covering) for action, shape, spaces in named)
    centre = board().star.spaces + board().circle.spaces
    by_action = {action: i for i, (action, _, _) in enumerate(named)}
    return PieceSet(shapes, found, by_action, tuple(of_shape), _over(centre, covering))


def name(slug: str, spaces: Sequence[int]) -> Action:
    """A placement as text."""
    return f"{slug}@{','.join(map(str, spaces))}"


def _placement(action: Action, shape: int, spaces: tuple[int, ...], covering: dict[int, int]) -> Placement:
    around = {near for space in spaces for near in board().spaces[space].touches} - set(spaces)
    return Placement(action, shape, spaces, bits(spaces), bits(around), _over(spaces, covering), _over(tuple(around), covering))


def _over(spaces: Sequence[int], covering: dict[int, int]) -> int:
    """The placements over any of these spaces."""
    mask = 0
    for space in spaces:
        mask |= covering[space]
    return mask


@cache
def _by_corners() -> dict[frozenset[Point], int]:
    return {frozenset(space.corners): space.id for space in board().spaces}


@cache
def _by_outline() -> dict[frozenset[Point], list[Space]]:
    """The groups of spaces that are translations of each other."""
    alike: defaultdict[frozenset[Point], list[Space]] = defaultdict(list)
    for space in board().spaces:
        alike[_outline(space.corners)].append(space)
    return alike


def _outline(corners: Ring) -> frozenset[Point]:
    base = min(corners)
    return frozenset(corner - base for corner in corners)


def _turned(cell: Ring, steps: int) -> Ring:
    return tuple(corner.turned(steps) for corner in cell)


def _moved(cells: Sequence[Ring]) -> Iterator[tuple[int, ...]]:
    """The sets of spaces that these polygons cover exactly after a translation."""
    for space in _by_outline().get(_outline(cells[0]), ()):
        shift = min(space.corners) - min(cells[0])
        ids = [_by_corners().get(frozenset(corner + shift for corner in cell), -1) for cell in cells]
        if -1 not in ids:
            yield tuple(sorted(ids))


def _read_shape(i: int, line: Json) -> Shape:
    where = f"line {i + 1} of the table of pieces"
    if not isinstance(line, dict) or set(line) != KEYS:
        raise ValueError(f"{where} must have exactly the keys {', '.join(sorted(KEYS))}")
    where += f" ({line['shape']})"
    slug, names, count, turn_over = line["shape"], line["names"], line["count"], line["turn_over"]
    if not isinstance(slug, str) or not re.fullmatch("[a-z]+(-[a-z]+)*", slug):
        raise ValueError(f"{where}: shape must be small letters and hyphens")
    if not isinstance(names, dict) or set(names) != {"fr", "en"} or not all(isinstance(text, str) and text for text in names.values()):
        raise ValueError(f"{where}: names must be its name in fr and in en")
    if type(count) is not int or count < 1:
        raise ValueError(f"{where}: count must be a whole number of at least 1")
    if type(turn_over) is not bool:
        raise ValueError(f"{where}: turn_over must be true or false")
    cells = _read_cells(where, line["cells"])
    joins = _read_joins(where, line["joins"], len(cells))
    example = _read_example(where, line["example"], len(cells))
    if not any(_agrees(order, cells, joins) for order in permutations(example)):
        raise ValueError(f"{where}: the example {list(example)} is not made of the cells {cells} joined as joins says")
    return Shape(slug, Text(names["fr"], names["en"]), count, turn_over, cells, joins, example)


def _read_cells(where: str, cells: Json) -> str:
    if not isinstance(cells, str) or not re.fullmatch(f"[KDS]{{1,{LARGEST}}}", cells):
        raise ValueError(f"{where}: cells must be one to {LARGEST} of the letters K, D, S")
    return cells


def _read_joins(where: str, joins: Json, cells: int) -> dict[tuple[int, int], str]:
    if not isinstance(joins, list) or not all(_is_join(join, cells) for join in joins):
        raise ValueError(f'{where}: joins must be a list of [cell, later cell, "long" or "short"]')
    if {later for _, later, _ in joins} != set(range(1, cells)):
        raise ValueError(f"{where}: every cell but the first must be joined to an earlier one")
    return {(one, other): length for one, other, length in joins}


def _is_join(join: Json, cells: int) -> bool:
    if not isinstance(join, list) or len(join) != 3:
        return False
    one, other, length = join
    return type(one) is int and type(other) is int and 0 <= one < other < cells and length in ("long", "short")


def _read_example(where: str, example: Json, cells: int) -> tuple[int, ...]:
    spaces = range(len(board().spaces))
    if not isinstance(example, list) or not all(type(space) is int and space in spaces for space in example):
        raise ValueError(f"{where}: example must be a list of spaces from 0 to {spaces[-1]}")
    if len(set(example)) != cells or len(example) != cells:
        raise ValueError(f"{where}: example must have as many different spaces as there are cells")
    return tuple(example)


def _agrees(order: tuple[int, ...], cells: str, joins: dict[tuple[int, int], str]) -> bool:
    """Whether spaces in that order are these cells, with these joins and no others."""
    spaces = [board().spaces[i] for i in order]
    if [space.kind for space in spaces] != list(cells):
        return False
    return all(spaces[i].joins.get(spaces[j].id) == joins.get((i, j)) for i, j in combinations(range(len(spaces)), 2))
