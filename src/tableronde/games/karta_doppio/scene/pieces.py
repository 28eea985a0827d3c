"""The things on the table, as shapes: sheets of acetate with an engraved leaf in each square, discs, diamonds, and lines."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import atan2, degrees, hypot
from typing import Final

from tableronde.games.karta_doppio.rules.cards import Cell, Colour, Pose
from tableronde.games.karta_doppio.rules.grid import Laid, Line, Square, all_lines, grid_of, name
from tableronde.games.karta_doppio.texts import card_title, line_title, square_title
from tableronde.scene import Point, Shape, circle, number, rectangle, regular
from tableronde.text import NOTHING, Text, same
from tableronde.theme import Look

SIDE: Final = 10.0  # of a square, in the picture's units
LOOKS: Final = {
    "slate": Look(fill="#2f3b41", stroke="#1d262b", width=0.5),
    "chalk": Look(stroke="#8fa0a5", ink="#c9d3d4"),  # drawn and written on the slate
    "chalk-name": Look(ink="#f4ecdc"),
    "grid": Look(stroke="#5d6d74", width=0.12),
    "sheet": Look(fill="#dcecee", stroke="#e4f0f1", width=0.24, opacity=0.15),
    "leaf": Look(fill="#dff0dd", stroke="#cfe6cf", width=0.1, opacity=0.1),
    "seal": Look(fill="#e9f5ea", stroke="#f4ecdc", width=0.2, opacity=0.16),
    # Points have a light rim, so that both colours stand out on slate and under acetate.
    "red": Look(fill="#dd4f38", stroke="#f8ece0", width=0.3, pattern="stripes", ink="#0d0a08"),
    "blue": Look(fill="#4f93e0", stroke="#f8ece0", width=0.3, pattern="rings", ink="#0d0a08"),
    "red-run": Look(fill="#ff7a5c", stroke="#ff9b82", width=0.32, opacity=0.34),
    "blue-run": Look(fill="#78b6ff", stroke="#9ccaff", width=0.32, opacity=0.34),
    "broken": Look(fill="none", dash=True, width=0.3),
    "place": Look(fill="#e3bb5c", opacity=0.0),  # unseen until it is pointed at
    "edge": Look(width=0.5),
    "ring": Look(width=0.9),
    # On slate, whatever the theme: brass can be pressed, ivory is chosen.
    "press": Look(stroke="#e3bb5c", width=0.7),
    "picked": Look(stroke="#fff6e6", width=1.5),
    "last": Look(stroke="#c9d3d4", width=0.7),
    "turn-name": Look(ink="#e3bb5c", bold=True),
}
_CARD: Final = rectangle(2 * SIDE - 0.3, 3 * SIDE - 0.3, 1.6)
LEAF: Final = ((-0.1, 4.1), (-0.9, 2.5), (-2.4, 1.8), (-4.0, 1.9), (-3.6, 3.5), (-2.0, 4.6), (-0.1, 4.1))
ENGRAVED: Final = ((-3.7, 3.7), (-4.1, 0.2), (-0.2, -4.1), (3.7, -3.7), (4.1, -0.2), (0.2, 4.1), (-3.7, 3.7))
RIB: Final = (3.1, -3.1)  # where the midrib ends
_POINTS: Final = {"red": circle(2.6), "blue": regular(4, 3.3)}


def middle(cell: Cell) -> Point:
    """The middle of a square; the picture's y points down, the table's up."""
    return (cell[0] + 0.5) * SIDE, -(cell[1] + 0.5) * SIDE


def centre(card: Laid) -> Point:
    """The middle of a card on the table."""
    (x, y), (width, height) = card.place, card.pose.size
    return (x + width / 2) * SIDE, -(y + height / 2) * SIDE


def point(id: str, colour: Colour, at: Point, title: Text = NOTHING) -> Shape:
    """A point: a red disc or a blue diamond."""
    return Shape(id, _POINTS[colour], colour, at, title=title)


def sheet(id: str, pose: Pose, at: Point, style: str = "", word: str = "") -> Shape:
    """A transparent card without its print."""
    return Shape(id, _CARD, f"sheet {style}".strip(), at, -90.0 * pose.turn, title=card_title(pose), word=word)


@lru_cache(512)  # a hand stays the same for many turns
def held(id: str, pose: Pose, at: Point, style: str = "", word: str = "") -> tuple[Shape, ...]:
    """A whole card that lies by itself."""
    spots = [(_spot(pose, at, cell), mark) for cell, mark in pose.marks]
    leaves = _leaves(id, [(x - at[0], y - at[1], 1) for (x, y), _ in spots], at)
    points = [(spot, mark) for spot, mark in spots if mark]
    dots = (point(_point_id(id, k), colour, spot) for k, (spot, colour) in enumerate(points))
    return sheet(id, pose, at, style, word), leaves, *dots


def table(laid: tuple[Laid, ...], before: str = "", letters: float = 4.8) -> Iterator[Shape]:
    """All cards on a table and their lines, from back to front; ids begin with `before`, and `letters` is the size of letters."""
    grid = grid_of(laid)
    for card in laid:
        yield _sheet_of(card, before)
    for cell, square in grid.items():
        if square.locked:
            yield _seal(cell, square, before)
    yield from _printed(laid, before)
    yield from _lines(laid, before, letters)
    for cell, (id, colour) in _shown(laid).items():
        yield _point_in(cell, grid[cell], colour, f"{before}{id}")


@lru_cache(1024)  # cards on the table do not move
def _sheet_of(card: Laid, before: str) -> Shape:
    return sheet(f"{before}{_card_id(card)}", card.pose, centre(card))


@lru_cache(1024)
def _seal(cell: Cell, square: Square, before: str) -> Shape:
    return Shape(f"{before}seal {name(cell)}", rectangle(8.8, 8.8, 1.4), "seal", middle(cell), title=square_title(cell, square))


@lru_cache(2048)
def _point_in(cell: Cell, square: Square, colour: Colour, id: str) -> Shape:
    return point(id, colour, middle(cell), square_title(cell, square))


def outline(id: str, card: Laid, style: str, title: Text = NOTHING) -> Shape:
    """The edge of a card on the table, to mark it."""
    return Shape(id, _CARD, f"{style} hollow edge", centre(card), -90.0 * card.pose.turn, title=title)


def _lines(laid: tuple[Laid, ...], before: str, letters: float) -> Iterator[Shape]:
    """The lines on the table, and, dashed, those that the last card broke."""
    now = all_lines(laid)
    for line in now:
        yield from _band(f"{before}{_line_id(line)}", line, letters)
    alive = {(line.colour, line.direction, cell) for line in now for cell in line.cells}
    for line in all_lines(laid[:-1]):
        if not any((line.colour, line.direction, cell) in alive for cell in line.cells):
            yield from _band(f"{before}broken {_line_id(line)}", line, letters, "broken", Text(" (défaite)", " (broken)"))


@lru_cache(512)
def _band(id: str, line: Line, letters: float, style: str = "", fate: Text = NOTHING) -> tuple[Shape, ...]:
    """A line of four or more, as a band behind its points; with its value when it counts twice or more."""
    (x, y), (to_x, to_y) = middle(line.cells[0]), middle(line.cells[-1])
    at, turn = ((x + to_x) / 2, (y + to_y) / 2), degrees(atan2(to_y - y, to_x - x))
    band = rectangle(hypot(to_x - x, to_y - y) + 7.6, 7.6, 3.8)
    drawn = Shape(id, band, f"{line.colour}-run {style}".strip(), at, turn, title=line_title(line) + fate)
    if line.value == 1:
        return (drawn,)
    return drawn, Shape(f"{id} value", circle(0.75 * letters), "gold", at, label=same(f"×{line.value}"), size=letters)


def _line_id(line: Line) -> str:
    return f"line {line.colour} {line.direction} {line.x},{line.y}"


def _card_id(card: Laid) -> str:
    return f"card {card.pose.card}"


def _point_id(card: str, k: int) -> str:
    return f"{card} point {k}"


def _spot(pose: Pose, at: Point, cell: Cell) -> Point:
    """The place of a square of a card, from the middle of the card."""
    width, height = pose.size
    return at[0] + (cell[0] + 0.5 - width / 2) * SIDE, at[1] - (cell[1] + 0.5 - height / 2) * SIDE


def _printed(laid: Iterable[Laid], before: str) -> Iterator[Shape]:
    """The leaves of each card: rising in the first layer, falling in the second, so that both shine through."""
    covered: set[Cell] = set()
    for card in laid:
        cells = _cells(card)
        yield _printed_on(card, frozenset(covered.intersection(cells)), before)
        covered.update(cells)


@lru_cache(1024)
def _cells(card: Laid) -> tuple[Cell, ...]:
    return tuple(cell for cell, _ in card.marks)


@lru_cache(1024)
def _printed_on(card: Laid, second: frozenset[Cell], before: str) -> Shape:
    """The leaves of a card, in some squares in the second layer."""
    (x, y), middles = centre(card), [(middle(cell), 2 if cell in second else 1) for cell in _cells(card)]
    return _leaves(f"{before}{_card_id(card)}", [(u - x, v - y, layer) for (u, v), layer in middles], (x, y))


def _leaves(id: str, places: Iterable[tuple[float, float, int]], at: Point) -> Shape:
    return Shape(f"{id} leaves", "".join(_engraved(x, y, 1 if layer == 1 else -1) for x, y, layer in places), "leaf", at)


@lru_cache(1024)
def _engraved(x: float, y: float, side: int) -> str:
    """Return the outline of a leaf across a square with its midrib: rising to the right for 1, falling for -1."""
    base, *rest = [f"{number(x + side * i)} {number(y + j)}" for i, j in ENGRAVED]
    rib = f"L{number(x + side * RIB[0])} {number(y + RIB[1])}"
    return f"M{base}C{' '.join(rest[:3])}C{' '.join(rest[3:])}{rib}Z"


@lru_cache(1024)
def leaf(x: float, y: float, side: int) -> str:
    """Return a printed leaf in a square with that middle: on the left for 1, on the right for -1."""
    base, *rest = [f"{number(x + side * i)} {number(y + j)}" for i, j in LEAF]
    return f"M{base}C{' '.join(rest[:3])}C{' '.join(rest[3:])}Z"


def _shown(laid: Iterable[Laid]) -> dict[Cell, tuple[str, Colour]]:
    """R12: the point that shows in each square: its id and colour."""
    return dict(shown for card in laid for shown in _points(card))


@lru_cache(1024)
def _points(card: Laid) -> tuple[tuple[Cell, tuple[str, Colour]], ...]:
    """The places of a card's points, each with its id and colour."""
    marked = [(cell, mark) for cell, mark in card.marks if mark]
    return tuple((cell, (_point_id(_card_id(card), k), mark)) for k, (cell, mark) in enumerate(marked))
