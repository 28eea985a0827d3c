"""Learned weights of the moves of CirKis, used before any search.

A move's weight is the exponential of a sum of learned numbers: one for its place, relative to the last piece; one for the contents of
each figure that it covers or touches, and one for what the next seat finds there; one for its piece; one for a free turn. There are
separate sets for two, three and four players. With three and four players, further sets predict the moves of champions: the search
tree uses them for the opponents of the seat that thinks.
"""

from math import exp
from typing import Final

from tableronde.flat import i16, i64, vec
from tableronde.games.cirkis.bots.sight import (
    AT_BESIDE,
    AT_FIGURE,
    AT_FREE,
    AT_NEXT,
    AT_OTHERS,
    AT_PRIOR,
    AT_SHAPE,
    FIVES,
    FULL,
    GUESSES,
    ORBITS,
    PLACES,
    SHAPES,
    Sight,
)
from tableronde.games.cirkis.kernel import FIGURES, SEATS, CirkisKernel, Tables
from tableronde.games.cirkis.rules import Options

SCALE: Final = 1.0 / 512.0  # of a stored number


class GuessingKernel(CirkisKernel):
    """A position of CirKis with learned weights of its moves."""

    def __init__(self, seats: i64, known: Tables, options: Options, sight: Sight, numbers: vec[i16]) -> None:
        super().__init__(seats, known, options)
        self.sight: Sight = sight
        self.numbers: vec[i16] = numbers
        self.centre: bool = options.centre_circle
        self.masks: vec[i64] = vec[i64]([0] * FIVES)  # the taken spaces of each figure
        self.rivals: vec[i64] = vec[i64]([0] * FIGURES)  # for each figure, the spaces of the strongest rival

    def _look(self) -> None:
        """Update the masks of the taken spaces of each figure."""
        taken, space, filled = self.taken, self.sight.space, self.filled
        for f in range(FIVES):
            at: i64 = 5 * f
            mask: i64 = 0
            if filled[f] == 5:
                mask = FULL
            elif filled[f]:
                mask = i64(taken[space[at]]) | i64(taken[space[at + 1]]) << 1 | i64(taken[space[at + 2]]) << 2
                mask |= i64(taken[space[at + 3]]) << 3 | i64(taken[space[at + 4]]) << 4
            self.masks[f] = mask

    def _compare(self, seat: i64) -> None:
        """Update the number of spaces of the strongest rival in each figure."""
        held, rivals = self.held, self.rivals
        for f in range(self.known.figures):
            most: i64 = 0
            if self.filled[f] > held[f * SEATS + seat]:
                for other in range(self.seats):
                    if other != seat and held[f * SEATS + other] > most:
                        most = held[f * SEATS + other]
            rivals[f] = most

    def _stranger(self, seat: i64) -> bool:
        """Whether a seat is an opponent of the thinking one, with three or four players."""
        return self.seats > 2 and self.thinker >= 0 and seat != self.thinker

    def weigh(self) -> None:
        self._look()
        self._compare(self.mover)
        for i in range(self.count):
            self.weights[i] = 1.0 if self.moves[i] == self.skip else exp(max(-20.0, min(20.0, SCALE * float(self._guess(self.moves[i])))))

    def _guess(self, move: i64) -> i64:
        sight, numbers, known, mover = self.sight, self.numbers, self.known, self.mover
        base: i64 = AT_OTHERS + (self.seats - 3) * GUESSES if self._stranger(mover) else AT_PRIOR + (self.seats - 2) * GUESSES
        loose = self.free or self.pieces == 0
        last: i64 = move if loose else self.laid[self.pieces - 1]
        orbit: i64 = ORBITS if loose else sight.orbit[last]
        total: i64 = i64(numbers[base + orbit * PLACES + i64(sight.place_to[sight.way[last] * PLACES + move])])
        shape = i64(known.shape[move])
        star: i64 = 0
        for i in range(sight.beside.start[move], sight.beside.start[move + 1]):
            f = i64(sight.beside.items[i])
            covers = i64(sight.covers.items[i])
            lacks: i64 = 5 - self.filled[f] - covers
            if covers:
                total += i64(numbers[base + AT_FIGURE + (3 * sight.kind[f] + covers - 1) * 216 + self._full(f)])
                star |= i64(f == 0) & i64(lacks == 0)
            elif i64(sight.near[move * FIVES + f]) & (FULL - self.masks[f]):
                total += i64(numbers[base + AT_BESIDE + sight.kind[f] * 216 + self._full(f)])
            else:
                continue
            if lacks:
                total += i64(numbers[base + AT_NEXT + self._offer(f, covers, lacks, shape)])
        if self.centre and sight.centred[move]:
            total += i64(numbers[base + AT_FIGURE + (11 + sight.centred[move]) * 216 + self._full(FIVES)])
        late: i64 = min(self.pieces // (2 * self.seats), 7)
        total += i64(numbers[base + AT_SHAPE + (4 * shape + self.left[mover * SHAPES + shape]) * 8 + late])
        sliver: i64 = known.is_sliver[shape] & i64(self.slivers == 0)
        surrounded = i64(self._surrounded(move) and not self._excluded(move))
        return total + i64(numbers[base + AT_FREE + 4 * surrounded + 2 * sliver + star])

    def _full(self, figure: i64) -> i64:
        """The index of a figure's contents: spaces of the mover, of the strongest rival, and in all."""
        own: i64 = min(self.held[figure * SEATS + self.mover], 5)
        filled: i64 = self.filled[figure] if figure < FIVES else self.filled[figure] // 2
        return (6 * own + min(self.rivals[figure], 5)) * 6 + filled

    def _offer(self, figure: i64, covers: i64, lacks: i64, shape: i64) -> i64:
        """The index of what the next seat finds in a figure: missing spaces, the mover's lead, and one-space pieces in hand."""
        single = self.sight.single[self.sight.kind[figure]]
        lead: i64 = self.held[figure * SEATS + self.mover] + covers - self.rivals[figure]
        lead = max(0, min(6, lead + 3))
        own: i64 = self.left[self.mover * SHAPES + single] - i64(shape == single)
        other: i64 = self.mover + 1 if self.mover + 1 < self.seats else 0
        return ((self.sight.kind[figure] * 6 + lacks) * 7 + lead) * 9 + 3 * own + self.left[other * SHAPES + single]
