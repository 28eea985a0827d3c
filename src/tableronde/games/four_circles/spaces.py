"""Action and observation spaces of Four Circles. The board moves, so that absolute places mean nothing: tiles and pawns are counted
row by row.

An action is a tile to put a pawn on; or a pawn, a direction (a step, or a jump over a pawn) and the tile moved before; or a pass.
If sides may be swapped (R21), the tile of the first pawn stands for the swap, and one more byte says whether it is allowed.
"""

from collections.abc import Mapping
from typing import Final

from tableronde.game import Action, AnyGame, Seat
from tableronde.games.four_circles.rules import PASS, SWAP, State
from tableronde.games.four_circles.rules.board import DIRECTIONS, PAWNS, TILES, Cell, beyond, cell, name
from tableronde.spaces import TOP, Spaces, row

STAYS: Final = 0  # in the place of a tile's number, counted from 1
MOVES: Final = TILES  # the first number of a move
PASSES: Final = MOVES + PAWNS * len(DIRECTIONS) * (TILES + 1)


class FourCirclesSpaces(Spaces[State]):
    """1029 actions and observations of 126 bytes; 127 if sides may be swapped."""

    edition = 1
    actions = PASSES + 1
    chances = 0
    parts: Mapping[str, tuple[int, ...]] = {
        "tiles": (TILES, 6),  # column, row, then flags: mine plain, mine with its circle, theirs plain, theirs with its circle
        "hands": (2,),
        "turn": (1,),  # whether it is this seat's
        "repeats": (1,),
        "passes": (1,),
        "left": (1,),  # plies until a draw
    }

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        if game.options.swap:
            self.parts = {**self.parts, "swap": (1,)}  # whether the mover may swap

    def number(self, view: State, seat: Seat, action: Action) -> int:
        if action == PASS:
            return PASSES
        if view.placing:
            return in_rows(view.tiles).index(view.pawns[0].cell if action == SWAP else cell(action))
        tile, _, move = action.rpartition("|")
        source, target = map(cell, move.split(">"))
        moved = in_rows(view.tiles).index(cell(tile.split(">")[0])) + 1 if tile else STAYS
        way = pawns_of(view, seat).index(source) * len(DIRECTIONS) + DIRECTIONS.index(_towards(source, target))
        return MOVES + way * (TILES + 1) + moved

    def action(self, view: State, seat: Seat, number: int) -> Action:
        if number == PASSES:
            return PASS
        if not 0 <= number < PASSES or view.placing != (number < MOVES):
            raise LookupError(f"{number} stands for no action now")
        if view.placing:
            place = in_rows(view.tiles)[number]
            return SWAP if view.swap and place == view.pawns[0].cell else name(place)
        way, moved = divmod(number - MOVES, TILES + 1)
        pawn, direction = divmod(way, len(DIRECTIONS))
        source = pawns_of(view, seat)[pawn]
        target = name(_reached(view, source, DIRECTIONS[direction]))
        tile = "" if moved == STAYS else f"{name(in_rows(view.tiles)[moved - 1])}>{target}|"
        return f"{tile}{name(source)}>{target}"

    def observe(self, view: State, seat: Seat) -> bytes:
        left, top = min(x for x, _ in view.tiles), min(y for _, y in view.tiles)
        taken = {pawn.cell: 2 * (pawn.seat != seat) + pawn.circle for pawn in view.pawns}
        tiles = [[x - left, y - top, *(int(taken.get((x, y)) == kind) for kind in range(4))] for x, y in in_rows(view.tiles)]
        most = self.game.options.max_plies
        return row(
            *tiles,
            (view.hand(seat), view.hand(1 - seat)),
            (int(view.mover == seat and not view.reason), view.repeats, view.passes, most - view.plies if most else TOP),
            (int(view.swap),) if "swap" in self.parts else (),
        )


def in_rows(cells: tuple[Cell, ...]) -> list[Cell]:
    """Sort cells in reading order."""
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def pawns_of(view: State, seat: Seat) -> list[Cell]:
    """The cells of a seat's pawns, in reading order."""
    return in_rows(tuple(pawn.cell for pawn in view.pawns if pawn.seat == seat))


def _towards(source: Cell, target: Cell) -> Cell:
    x, y = target[0] - source[0], target[1] - source[1]
    return (x > 0) - (x < 0), (y > 0) - (y < 0)


def _reached(view: State, source: Cell, direction: Cell) -> Cell:
    """R8, R9: the next place, or the one after it if a pawn stands there."""
    place = beyond(source, direction)
    return beyond(place, direction) if place in view.on() else place


SPACES = FourCirclesSpaces
