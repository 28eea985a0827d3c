"""The positions a game of Four Circles has been in (R18), stored so that long games cost no more.

A position is packed as bytes, relative to the board's corner, and stored in one of several buckets: looking one up or adding one
touches a single bucket.
"""

from itertools import chain
from struct import Struct
from typing import Final
from zlib import crc32

from tableronde.game import Seat
from tableronde.games.four_circles.rules.board import PAWNS, TILES, Cell, Pawn, remembered

DRAWERS: Final = 16
TILE_BYTES: Final = Struct(f">{TILES}H")  # of each tile a byte for its column and its row
PAWN_BYTES: Final = Struct(f">{2 * PAWNS}I")  # of each pawn a byte for its column, its row, its seat and its face
Position = bytes  # the seat to move, the tiles and the pawns, relative to the corner of the board
Past = tuple[tuple[Position, ...], ...]  # positions by bucket


def with_position(past: Past, tiles: tuple[Cell, ...], pawns: tuple[Pawn, ...], mover: Seat) -> tuple[Past, int]:
    """The positions so far with one more, and how often that one has occurred."""
    position, drawers = _packed(tiles, pawns, mover), past or ((),) * DRAWERS
    i = _drawer(position)
    return (*drawers[:i], (*drawers[i], position), *drawers[i + 1 :]), drawers[i].count(position) + 1


def listed(past: Past, tiles: tuple[Cell, ...], pawns: tuple[Pawn, ...], mover: Seat) -> tuple[Position, ...]:
    """All positions so far, the present one last."""
    if not past:
        return ()
    last = _drawer(_packed(tiles, pawns, mover))
    return tuple(chain(*past[last + 1 :], *past[: last + 1]))


def _drawer(position: Position) -> int:
    """The bucket of a position: the same in every process."""
    return crc32(position) % DRAWERS


def _packed(tiles: tuple[Cell, ...], pawns: tuple[Pawn, ...], mover: Seat) -> Position:
    """The key of a position: equal for positions that are the same wherever the board lies (Q17)."""
    left, top, board = _packed_board(tiles)
    standing = sorted([pawn.cell[0] - left << 24 | pawn.cell[1] - top << 16 | pawn.seat << 8 | pawn.circle for pawn in pawns])
    return bytes((mover,)) + board + PAWN_BYTES.pack(*standing)


@remembered
def _packed_board(tiles: tuple[Cell, ...]) -> tuple[int, int, bytes]:
    """The column and the row where tiles begin, and the tiles relative to them."""
    left, top = map(min, zip(*tiles, strict=True))
    return left, top, TILE_BYTES.pack(*sorted([x - left << 8 | y - top for x, y in tiles]))
