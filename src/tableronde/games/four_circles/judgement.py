"""What a position of Four Circles promises, learned by playing against oneself (`train/four_circles`).

The judgement is a sum of numbers, one for each pattern on the board that holds a pawn, seen by the seat to move: lines of
five cells, straight or diagonal, in which a cell is nothing, a free tile, or a pawn, one's own or the
other's, plain or with its circle; and the eight cells around each pawn. There are two sets of numbers, while pawns are
placed and afterwards. They lie in `judgement.bin`: a line of JSON that says how they were made, then the numbers,
packed. A line belongs to its first pawn, so that
none counts twice.
"""

from math import exp
from pathlib import Path
from typing import Final

from tableronde.bots.learned import unpacked
from tableronde.flat import i16, i64, vec
from tableronde.games.four_circles.kernel import FOUR, PAWNS, FourCirclesKernel
from tableronde.games.four_circles.rules import Options, State

LINE: Final[i64] = 32768  # five cells, three bits each: six things each can be
AROUND: Final[i64] = 65536  # eight cells: nothing, a free tile, a pawn of one's own or of the other's
AT_AROUND: Final[i64] = 4 * LINE
AT_PLACED: Final[i64] = AT_AROUND + 8 * AROUND
NUMBERS: Final[i64] = AT_PLACED + PAWNS + 1
SCALE: Final = 1.0 / 2048.0  # of a kept number
DATA: Final = Path(__file__).with_name("judgement.bin")


class LearnedKernel(FourCirclesKernel):
    """A position of Four Circles, judged by what was learned."""

    def __init__(self, max_plies: i64, swap: bool, numbers: vec[i16]) -> None:
        super().__init__(max_plies, swap)
        self.numbers: vec[i16] = numbers
        self.look: vec[i64] = vec[i64]([0] * (PAWNS + 2))  # what each value of `at` is to the seat to move

    def share(self, seat: i64) -> float:
        share = 1.0 / (1.0 + exp(-self.lead()))
        return share if seat == self.mover else 1.0 - share

    def lead(self) -> float:
        """How far the seat to move is ahead: the logarithm of its odds."""
        self._see()
        moving: i64 = i64(self.placed == PAWNS)
        total: i64 = i64(self.numbers[AT_PLACED + self.placed])
        for i in range(PAWNS):
            cell = i64(self.pawns[i])
            if cell:
                total += self._lines(cell, moving) + self._around(cell, 4 * moving + self.look[i + 2] - 2)
        return SCALE * float(total)

    def _see(self) -> None:
        """Look at the board with the eyes of the seat to move."""
        look = self.look
        look[1] = 1
        for i in range(PAWNS):
            look[i + 2] = 2 + 2 * (i64(i >= 6) ^ self.mover) + (self.circles >> i & 1)

    def _lines(self, cell: i64, moving: i64) -> i64:
        """The lines of five through a pawn in which no pawn stands before it."""
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
        """The eight cells around a pawn, the four sides first."""
        at, look, directions = self.at, self.look, self.directions
        code: i64 = 0
        for d in range(8):
            seen = look[i64(at[cell + directions[d]])]
            code = code << 2 | (seen if seen < 2 else 1 + (seen >> 1))
        return i64(self.numbers[AT_AROUND + table * AROUND + code])


_read: list["vec[i16]"] = []  # once in a process: they are a megabyte


def from_state(state: State, options: Options) -> LearnedKernel:
    """The kernel at a position of the rules, with what was learned."""
    if not _read:
        _read.append(unpacked(DATA.read_bytes(), NUMBERS))
    kernel = LearnedKernel(options.max_plies, options.swap, _read[0])
    kernel.set_up(state)
    kernel.save()
    return kernel
