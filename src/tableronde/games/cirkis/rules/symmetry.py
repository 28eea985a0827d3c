"""The ten symmetries of the board of CirKis: five rotations, each with and without a reflection.

Learned weights are stored for one of the ten symmetric forms of a position: the one in which the piece laid last lies on the
representative of its orbit.
"""

from functools import cache

from tableronde.games.cirkis.rules.board import board
from tableronde.games.cirkis.rules.pieces import PieceSet

WAYS = 10


@cache
def spaces() -> tuple[tuple[int, ...], ...]:
    """The image of each space under each symmetry."""
    at = {frozenset(space.corners): space.id for space in board().spaces}
    sides = [
        [space.corners for space in board().spaces],
        [tuple(corner.mirrored() for corner in space.corners) for space in board().spaces],
    ]
    return tuple(
        tuple(at[frozenset(corner.turned(2 * turn) for corner in corners)] for corners in side)
        for side in sides
        for turn in range(WAYS // 2)
    )


@cache
def placements(pieces: PieceSet) -> tuple[tuple[int, ...], ...]:
    """The image of each placement under each symmetry."""
    at = {(place.shape, place.spaces): i for i, place in enumerate(pieces.placements)}
    return tuple(
        tuple(at[place.shape, tuple(sorted(way[space] for space in place.spaces))] for place in pieces.placements) for way in spaces()
    )


@cache
def homeward(pieces: PieceSet) -> tuple[int, ...]:
    """For each placement, the symmetry that moves it to the representative of its orbit: the first of its images."""
    return tuple(min(range(WAYS), key=lambda way: placements(pieces)[way][place]) for place in range(len(pieces.placements)))
