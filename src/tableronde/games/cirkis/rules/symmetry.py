"""The ten ways in which the board of CirKis lies on itself: five turns, and each of them turned over.

A position looks the same from ten sides. What was learned is said of one side only: the one that brings the piece laid last to the place
that stands for all its images, its orbit.
"""

from functools import cache

from tableronde.games.cirkis.board import board
from tableronde.games.cirkis.pieces import PieceSet

WAYS = 10


@cache
def spaces() -> tuple[tuple[int, ...], ...]:
    """Where each way brings each space."""
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
    """Where each way brings each placement."""
    at = {(place.shape, place.spaces): i for i, place in enumerate(pieces.placements)}
    return tuple(
        tuple(at[place.shape, tuple(sorted(way[space] for space in place.spaces))] for place in pieces.placements) for way in spaces()
    )


@cache
def homeward(pieces: PieceSet) -> tuple[int, ...]:
    """For each placement the way that brings it to the one that stands for its orbit: the first of its images."""
    return tuple(min(range(WAYS), key=lambda way: placements(pieces)[way][place]) for place in range(len(pieces.placements)))
