"""The board of CirKis as seen from each placement, with its ten symmetries removed, for the learned weights.

A symmetry that moves the placement to the representative of its orbit is applied to the board; figures, spaces and other placements
are numbered after that.
"""

from functools import cache
from typing import Final

from tableronde.flat import i16, i64, u8, vec
from tableronde.games.cirkis.kernel import Lists
from tableronde.games.cirkis.rules import each, symmetry
from tableronde.games.cirkis.rules.board import board
from tableronde.games.cirkis.rules.pieces import standard

FIVES: Final[i64] = 16  # figures of five spaces; the centre circle has ten
FULL: Final[i64] = 31  # all five
ORBITS: Final[i64] = 61
PLACES: Final[i64] = 530
SHAPES: Final[i64] = 9
CODES: Final[i64] = 171  # possible contents of a figure: its taken spaces, one's own share and that of the strongest rival
DART: Final[i64] = 1  # the shapes that cover one space
KITE: Final[i64] = 2

# Offsets of the weights: sets for two, three and four players, by seat counted from the mover; then weights for two only, and for more
AROUNDS: Final[i64] = 134208  # patterns of spaces around a placement

AT_SINGLES: Final[i64] = (ORBITS + 1) * FIVES * CODES
AT_HAND: Final[i64] = AT_SINGLES + 4 * 3 * CODES * 9
AT_UNPLAYED: Final[i64] = AT_HAND + SHAPES * 16
AT_SCORE: Final[i64] = AT_UNPLAYED + 21 * 21
AT_MOBILITY: Final[i64] = AT_SCORE + 9 * 9 * 2
AT_CENTRE: Final[i64] = AT_MOBILITY + 4 * 16 * 16
SET: Final[i64] = AT_CENTRE + 11 * 11 * 11
AT_CHOICE: Final[i64] = 8 * SET
AT_AROUND: Final[i64] = AT_CHOICE + ORBITS * PLACES * 3
AT_RACE: Final[i64] = AT_AROUND + AROUNDS
RACE_OF_THREE: Final[i64] = 2 * 9 * 9 * 9  # everybody's points
RACE_OF_FOUR: Final[i64] = 9 * RACE_OF_THREE
AT_NEED: Final[i64] = AT_RACE + 3 * RACE_OF_THREE + 4 * RACE_OF_FOUR
NEED: Final[i64] = 4 * 4 * 5 * 5 * 5 * 9  # the contents of a figure, and how far its strongest seats are from 40 points
AT_GAIN: Final[i64] = AT_NEED + 7 * NEED
GAIN: Final[i64] = 5 * 9 * 9 * 3  # what the mover can gain at once, and the points of the mover, the seat and the best other
AT_PRIOR: Final[i64] = AT_GAIN + 7 * GAIN

# Weights of moves, for two, three and four players
AT_FIGURE: Final[i64] = (ORBITS + 1) * PLACES
AT_BESIDE: Final[i64] = AT_FIGURE + 5 * 3 * 216
AT_SHAPE: Final[i64] = AT_BESIDE + 4 * 216
AT_FREE: Final[i64] = AT_SHAPE + SHAPES * 4 * 8
AT_NEXT: Final[i64] = AT_FREE + 8
GUESSES: Final[i64] = AT_NEXT + 5 * 6 * 7 * 9
AT_OTHERS: Final[i64] = AT_PRIOR + 3 * GUESSES  # with three and four players: the moves of champions
NUMBERS: Final[i64] = AT_OTHERS + 2 * GUESSES


class Sight:
    """Tables of the board as seen from each placement, moved to the representative of its orbit."""

    def __init__(self) -> None:
        pieces, figures, spaces = standard(), board().figures, symmetry.spaces()
        self.kind: vec[i64] = vec[i64]([(i + 4) // 5 for i in range(17)])  # of each figure
        self.single: vec[i64] = vec[i64]([DART, KITE, KITE, DART])  # the one-space shape that fits the spaces of each kind
        self.space: vec[i64] = vec[i64]([space for figure in figures for space in figure.spaces])
        self.way: vec[i64] = vec[i64](list(symmetry.homeward(pieces)))
        self.place_to: vec[i16] = vec[i16]([place for way in symmetry.placements(pieces) for place in way])
        self.figure_to: vec[i64] = vec[i64]([_figure_of(way[figure.spaces[0]]) for way in spaces for figure in figures])
        self.mask_to: vec[u8] = vec[u8](
            [_mask([way[s] for s in _spaces(i, mask)]) for way in spaces for i in range(16) for mask in range(32)]
        )
        self.near: vec[u8] = vec[u8](
            [_mask([s for s in figure.spaces if place.around >> s & 1]) for place in pieces.placements for figure in figures]
        )
        self.codes: vec[i64] = vec[i64]([0] * 800)
        self.orbit: vec[i64] = vec[i64]([0] * PLACES)
        self.at_around: vec[i64] = vec[i64]([0] * PLACES)  # offset of the patterns of the spaces around
        self._number_codes()
        self._number_orbits()
        self.around: Lists = Lists([self._around(place) for place in range(PLACES)])
        # The figures that a placement touches or covers in part; the number of spaces it covers of each
        beside = [
            [i for i in range(16) if self.near[16 * p + i] or place.cover & figures[i].mask] for p, place in enumerate(pieces.placements)
        ]
        self.beside: Lists = Lists(beside)
        self.covers: Lists = Lists(
            [[(figures[i].mask & place.cover).bit_count() for i in row] for row, place in zip(beside, pieces.placements, strict=True)]
        )
        self.parts: vec[i64] = vec[i64]([sum(1 << i for i in range(16) if place.cover & figures[i].mask) for place in pieces.placements])
        self.centred: vec[i64] = vec[i64]([(place.cover & board().circle.mask).bit_count() for place in pieces.placements])

    def _number_codes(self) -> None:
        count: i64 = 0
        for own in range(5):
            for rival in range(5):
                for mask in range(31):
                    rest = mask.bit_count() - own
                    if rival <= rest <= 3 * rival:
                        self.codes[160 * own + 32 * rival + mask] = count
                        count += 1

    def _number_orbits(self) -> None:
        orbits: i64 = 0
        patterns: i64 = 0
        for place in range(PLACES):
            first = self._home(place)
            if first == place:
                self.orbit[place] = orbits
                self.at_around[place] = patterns
                orbits += 1
                patterns += 1 << standard().placements[place].around.bit_count()
            self.orbit[place] = self.orbit[first]
            self.at_around[place] = self.at_around[first]

    def _home(self, place: i64) -> i64:
        return i64(self.place_to[self.way[place] * PLACES + place])

    def _around(self, place: int) -> list[int]:
        """The spaces around a placement, in the order of those around the representative of its orbit."""
        way = symmetry.spaces()[self.way[place]]
        order = each(standard().placements[self._home(place)].around)
        return sorted(each(standard().placements[place].around), key=lambda space: order.index(way[space]))


def _figure_of(space: int) -> int:
    return next((i for i, figure in enumerate(board().figures) if space in figure.spaces), -1)


def _spaces(figure: int, mask: int) -> list[int]:
    return [space for i, space in enumerate(board().figures[figure].spaces) if mask >> i & 1]


def _mask(spaces: list[int]) -> int:
    """Some spaces of one figure as a mask."""
    return sum(1 << board().figures[_figure_of(space)].spaces.index(space) for space in spaces)


@cache
def sight() -> Sight:
    """The tables, computed once."""
    return Sight()
