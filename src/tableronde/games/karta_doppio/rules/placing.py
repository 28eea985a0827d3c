"""Legal places of cards (R5 to R10). All places of one size are found together, since most clauses depend only on the squares covered."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from tableronde.game import Action
from tableronde.games.karta_doppio.rules.cards import BLUE, RED, Cell, Pose, poses
from tableronde.games.karta_doppio.rules.grid import Grid, Laid, grid_of, name

ORIGIN: Final = (0, 0)
SIDES: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
CORNERS: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))
SIZES: Final = ((2, 3), (3, 2))

Places = set[Cell]


def placings(laid: tuple[Laid, ...], hand: Iterable[int], last: bool, corners: bool) -> list[Action]:
    """Every way to lay a card of this hand, sorted as text; `last` if it ends the game, `corners` if corners make contact."""
    held = [pose for card in sorted(hand, key=_by_text) for pose in _held(card)]
    if not laid:
        return [at + name(ORIGIN) for at, _ in held]  # R5
    free = open_places(laid, last, corners)
    if len(laid) == 1:
        return [at + place for at, pose in held for place in _sorted(free[pose.size] - taking(laid[0], pose) - hiding(laid[0], pose))]
    names = {size: _sorted(places) for size, places in free.items()}
    return [at + place for at, pose in held for place in names[pose.size]]


def open_places(laid: tuple[Laid, ...], last: bool, corners: bool) -> dict[Cell, Places]:
    """The places that R8 to R10 allow for a card of either size."""
    grid = grid_of(laid)
    locked = {size: third_layer(grid, size) for size in SIZES}
    over = {size: covering(grid.keys(), size) - locked[size] for size in SIZES} if last else {}
    if any(over.values()):
        return over  # R9
    return {size: within_reach(laid, size, corners) - locked[size] for size in SIZES}


def within_reach(laid: tuple[Laid, ...], size: Cell, corners: bool) -> Places:
    """R8: the places where a card overlaps or touches another one."""
    around = [(card.place, _around(card.pose.size, size, corners)) for card in laid]
    return {(x + i, y + j) for (x, y), steps in around for i, j in steps}


@cache
def _around(card: Cell, size: Cell, corners: bool) -> Places:
    """The places where a card overlaps or touches one of some size whose lower left square is the origin."""
    steps = SIDES + CORNERS if corners else SIDES
    cells = {(x, y) for x in range(card[0]) for y in range(card[1])}
    return covering({(x + i, y + j) for x, y in cells for i, j in steps} | cells, size)


def third_layer(grid: Grid, size: Cell) -> Places:
    """R10: the places where a card would cover a locked square."""
    return covering([cell for cell, square in grid.items() if square.locked], size)


def taking(first: Laid, pose: Pose) -> Places:
    """R6: the places where a blue point would cover a red point of the first card."""
    red = [cell for cell, mark in first.marks if mark == RED]
    blue = [cell for cell, mark in pose.marks if mark == BLUE]
    return {(x - i, y - j) for x, y in red for i, j in blue}


def hiding(first: Laid, pose: Pose) -> Places:
    """R7: the place where all six squares of the first card would be covered."""
    return {first.place} if first.pose.size == pose.size else set()


def covering(cells: Collection[Cell], size: Cell) -> Places:
    """All places at which a card of this size covers one of these squares."""
    return {(x - i, y - j) for x, y in cells for i in range(size[0]) for j in range(size[1])}


@cache
def _held(card: int) -> tuple[tuple[str, Pose], ...]:
    """All poses of a card, sorted as text, each with the beginning of its action."""
    return tuple((f"{pose}@", pose) for pose in sorted(poses(card), key=str))


def _by_text(card: int) -> str:
    """The sort key of a card for the text order of its poses: 10 comes before 1."""
    return _held(card)[0][0]


def _sorted(places: Places) -> list[str]:
    """The names of places, sorted as text."""
    return sorted(map(name, places))
