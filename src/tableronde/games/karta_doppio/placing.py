"""Where a card may lie (R5 to R10). All places of one size are found together: most clauses ask only which squares are covered."""

from collections.abc import Collection, Iterable
from typing import Final

from tableronde.game import Action
from tableronde.games.karta_doppio.cards import BLUE, RED, Cell, Pose, poses
from tableronde.games.karta_doppio.grid import Grid, Laid, grid_of, name

ORIGIN: Final = (0, 0)
SIDES: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
CORNERS: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))
SIZES: Final = ((2, 3), (3, 2))

Places = set[Cell]


def placings(laid: tuple[Laid, ...], hand: Iterable[int], last: bool, corners: bool) -> list[Action]:
    """Every way to lay a card of this hand, sorted as text; `last` if it ends the game, `corners` if corners make contact."""
    held = sorted((pose for card in hand for pose in poses(card)), key=str)
    if not laid:
        return [f"{pose}@{name(ORIGIN)}" for pose in held]  # R5
    free = open_places(grid_of(laid), last, corners)
    if len(laid) == 1:
        return [f"{pose}@{place}" for pose in held for place in _sorted(free[pose.size] - taking(laid[0], pose) - hiding(laid[0], pose))]
    names = {size: _sorted(places) for size, places in free.items()}
    return [at + place for pose in held for at in (f"{pose}@",) for place in names[pose.size]]


def open_places(grid: Grid, last: bool, corners: bool) -> dict[Cell, Places]:
    """The places that R8 to R10 allow for a card of either size."""
    locked = {size: third_layer(grid, size) for size in SIZES}
    over = {size: covering(grid.keys(), size) - locked[size] for size in SIZES} if last else {}
    if any(over.values()):
        return over  # R9
    return {size: within_reach(grid, size, corners) - locked[size] for size in SIZES}


def within_reach(grid: Grid, size: Cell, corners: bool) -> Places:
    """R8: where a card overlaps the table or touches it."""
    steps = SIDES + CORNERS if corners else SIDES
    return covering({(x + i, y + j) for x, y in grid for i, j in steps}.union(grid), size)


def third_layer(grid: Grid, size: Cell) -> Places:
    """R10: where a card would lie on a locked square."""
    return covering([cell for cell, square in grid.items() if square.locked], size)


def taking(first: Laid, pose: Pose) -> Places:
    """R6: where a blue point would lie on a red point of the first card."""
    red = [cell for cell, mark in first.marks if mark == RED]
    blue = [cell for cell, mark in pose.marks if mark == BLUE]
    return {(x - i, y - j) for x, y in red for i, j in blue}


def hiding(first: Laid, pose: Pose) -> Places:
    """R7: where all six squares of the first card would be covered."""
    return {first.place} if first.pose.size == pose.size else set()


def covering(cells: Collection[Cell], size: Cell) -> Places:
    """All places at which a card of this size covers one of these squares."""
    return {(x - i, y - j) for x, y in cells for i in range(size[0]) for j in range(size[1])}


def _sorted(places: Places) -> list[str]:
    """Places by name, in the order of plain text."""
    return sorted(map(name, places))
