"""A learned evaluation of Four Circles, trained by self-play (`train/four_circles`).

The value is a sum of learned numbers, one for each pattern that holds a pawn, from the view of the seat to move: lines of five
cells, straight or diagonal, whose cells are bare, a free tile, or a pawn (own or opponent's, plain or showing its circle); and
the eight cells around each pawn. One set of numbers serves while pawns are placed, another one afterwards. The file
`judgement.bin` holds a line of JSON that says how they were made, then the packed numbers. A line belongs to its first
pawn, so that none counts twice.

The weights of moves before any search are learned as well (`prior.bin`): the exponential of a sum of numbers for the three cells on
either side, in the four lines through the cell a pawn goes to, the cell it leaves, and the tile that is taken away.
"""

from math import exp
from pathlib import Path
from typing import Final

from tableronde.bots.weights import unpacked
from tableronde.flat import i16, i64, u8, vec
from tableronde.games.four_circles.kernel import FOUR, PAWNS, FourCirclesKernel, is_far
from tableronde.games.four_circles.rules import Options, State

LINE: Final[i64] = 32768  # five cells, three bits each: a cell has six possible contents
AROUND: Final[i64] = 65536  # eight cells: nothing, a free tile, a pawn of one's own or of the other's
AT_AROUND: Final[i64] = 4 * LINE
AT_PLACED: Final[i64] = AT_AROUND + 8 * AROUND
NUMBERS: Final[i64] = AT_PLACED + PAWNS + 1
SIX: Final[i64] = 46656  # six cells of a line, six possible contents each
PLACED: Final[i64] = 0  # offset for cells where a pawn is placed, straight and diagonal lines; the other cells follow
REACHED: Final[i64] = 2 * SIX  # plain, then with the circle shown
LEFT: Final[i64] = 6 * SIX
TAKEN: Final[i64] = 10 * SIX  # a tile
AT_KIND: Final[i64] = 12 * SIX  # offset of the kind of a move: whether the circle was and is shown, whether a tile moves
PRIORS: Final[i64] = AT_KIND + 8
THINGS: Final[i64] = PAWNS + 2  # possible values of `at`
SCALE: Final = 1.0 / 2048.0  # of a stored number
JUDGEMENT: Final = Path(__file__).with_name("judgement.bin")
PRIOR: Final = Path(__file__).with_name("prior.bin")


class LearnedKernel(FourCirclesKernel):
    """A position of Four Circles with the learned evaluation."""

    def __init__(self, max_plies: i64, swap: bool, numbers: vec[i16], priors: vec[i16]) -> None:
        super().__init__(max_plies, swap)
        self.numbers: vec[i16] = numbers
        self.priors: vec[i16] = priors
        self.look: vec[i64] = vec[i64]([0] * THINGS)  # each value of `at` from the view of the seat to move
        self.digits: vec[i64] = vec[i64]([0] * (6 * THINGS))  # the same as a base-6 digit in each place, the last place first
        self.leaving: vec[i64] = vec[i64]([0] * PAWNS)  # the sum for moving each pawn away

    def share(self, seat: i64) -> float:
        share = 1.0 / (1.0 + exp(-self.lead()))
        return share if seat == self.mover else 1.0 - share

    def lead(self) -> float:
        """The log-odds that the seat to move wins."""
        self._see()
        moving: i64 = i64(self.placed == PAWNS)
        total: i64 = i64(self.numbers[AT_PLACED + self.placed])
        for i in range(PAWNS):
            cell = i64(self.pawns[i])
            if cell:
                total += self._lines(cell, moving) + self._around(cell, 4 * moving + self.look[i + 2] - 2)
        return SCALE * float(total)

    def _see(self) -> None:
        """Update `look` for the seat to move."""
        look = self.look
        look[1] = 1
        for i in range(PAWNS):
            look[i + 2] = 2 + 2 * (i64(i >= 6) ^ self.mover) + (self.circles >> i & 1)

    def _lines(self, cell: i64, moving: i64) -> i64:
        """The sum for the lines of five in which a pawn is the first one."""
        at, look, numbers = self.at, self.look, self.numbers
        total: i64 = 0
        for d in range(FOUR):
            step = self.lines[d]
            table: i64 = (2 * moving + (d >> 1)) * LINE
            line: i64 = look[i64(at[cell])] << 12 | look[i64(at[cell + step])] << 9 | look[i64(at[cell + 2 * step])] << 6
            line |= look[i64(at[cell + 3 * step])] << 3 | look[i64(at[cell + 4 * step])]
            total += i64(numbers[table + line])
            before: i64 = cell - step
            last: i64 = cell - 4 * step
            while at[before] < 2:
                line = i64(at[before]) << 12 | line >> 3
                total += i64(numbers[table + line])
                if before == last:
                    break
                before -= step
        return total

    def _around(self, cell: i64, table: i64) -> i64:
        """The number for the eight cells around a pawn, the four sides first."""
        at, look, directions = self.at, self.look, self.directions
        code: i64 = 0
        for d in range(8):
            seen = look[i64(at[cell + directions[d]])]
            code = code << 2 | (seen if seen < 2 else 1 + (seen >> 1))
        return i64(self.numbers[AT_AROUND + table * AROUND + code])

    # Weights of moves

    def weigh(self) -> None:
        if not len(self.priors):  # an earlier master, which had not learned them
            super().weigh()
            return
        moves, weights = self.moves, self.weights
        self._see()
        self._see_digits()
        self._weigh_leaving()
        last: i64 = 0
        taking: i64 = 0
        for i in range(self.count):
            tile = moves[i] >> 24
            if tile != last:  # moves are listed tile by tile
                last = tile
                taking = self._through(tile, TAKEN)
            weights[i] = exp(SCALE * float(taking + self._reaching(moves[i])))

    def _see_digits(self) -> None:
        """Update what each value of `at` adds to the index of a line, in each of the six places."""
        look, digits = self.look, self.digits
        for thing in range(THINGS):
            digit = look[thing]
            for place in range(6):
                digits[place * THINGS + thing] = digit
                digit *= 6

    def _weigh_leaving(self) -> None:
        """Update the sums for moving each of the mover's pawns away."""
        if self.placed == PAWNS:
            for i in range(6 * self.mover, 6 * self.mover + 6):
                self.leaving[i] = self._through(i64(self.pawns[i]), LEFT + 2 * SIX * (self.circles >> i & 1))

    def _reaching(self, move: i64) -> i64:
        """The sum for a move without its tile: the cell it reaches after pawn and tile have left theirs, the pawn, and its kind."""
        if self.placed < PAWNS:
            return self._through(move, PLACED)
        if move == 0:
            return 0
        at = self.at
        target, source, tile = move & 4095, move >> 12 & 4095, move >> 24
        pawn = i64(at[source]) - 2
        was = self.circles >> pawn & 1
        now = was ^ i64(is_far(source, target))
        moved = i64(tile > 0)
        at[source] = 1
        at[tile] = 0  # if no tile moves this is cell 0, which is always bare
        total = self._through(target, REACHED + 2 * SIX * now)
        at[source] = u8(pawn + 2)
        at[tile] = u8(moved)
        return total + self.leaving[pawn] + i64(self.priors[AT_KIND + 4 * was + 2 * now + moved])

    def _through(self, cell: i64, table: i64) -> i64:
        """The sum for the four lines through a cell."""
        at, digits, priors = self.at, self.digits, self.priors
        total: i64 = 0
        for d in range(FOUR):
            step = self.lines[d]
            line = digits[i64(at[cell + 3 * step])] + digits[THINGS + i64(at[cell + 2 * step])]
            line += digits[2 * THINGS + i64(at[cell + step])] + digits[3 * THINGS + i64(at[cell - step])]
            line += digits[4 * THINGS + i64(at[cell - 2 * step])] + digits[5 * THINGS + i64(at[cell - 3 * step])]
            total += i64(priors[table + (d >> 1) * SIX + line])
        return total


_read: list["vec[i16]"] = []  # read once a process: two megabytes


def from_state(state: State, options: Options) -> LearnedKernel:
    """Create the kernel with learned weights for a position of the rules."""
    if not _read:
        _read.append(unpacked(JUDGEMENT.read_bytes(), NUMBERS))
        _read.append(unpacked(PRIOR.read_bytes(), PRIORS))
    kernel = LearnedKernel(options.max_plies, options.swap, _read[0], _read[1])
    kernel.set_up(state)
    kernel.save()
    return kernel
