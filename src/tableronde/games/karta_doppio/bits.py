"""The table as a few whole numbers, one bit a square, for bots that look at a hundred thousand placings in a second.

The same rules as in `grid` and `placing`; a test plays both side by side.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tableronde.games.karta_doppio.cards import BLUE, COLOURS, RED, Cell, Pose, poses
from tableronde.games.karta_doppio.grid import Laid, grid_of, points_of
from tableronde.games.karta_doppio.placing import CORNERS, SIDES, SIZES
from tableronde.games.karta_doppio.rules import State

ROOM: Final = 16  # squares left free on each side: enough for four more cards, so that nothing wraps round an edge


class Stamp(NamedTuple):
    """A pose as bits, counted from its lower left square: all six squares, its red points, its blue points."""

    pose: Pose
    squares: int
    red: int
    blue: int


class Bits(NamedTuple):
    """A moment of a game: the points shown, the squares covered and locked, the hands of red and blue."""

    red: int
    blue: int
    covered: int
    locked: int
    hands: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def mover(self) -> int:
        """0 if red is to move, 1 if blue is: red always holds a card more than blue, or as many (R1)."""
        return 0 if len(self.hands[0]) == len(self.hands[1]) else 1

    @property
    def left(self) -> int:
        """The cards still to be laid."""
        return len(self.hands[0]) + len(self.hands[1])


Placing = tuple[Stamp, int]  # a stamp, and the bit of its lower left square


class Frame:
    """How the squares around one state's table become bits: a row of bits is a row of squares."""

    def __init__(self, state: State, corners: bool) -> None:
        """`corners` if corners make contact."""
        grid = grid_of(state.laid)
        xs, ys = [x for x, _ in grid] or [0], [y for _, y in grid] or [0]
        self.left, self.low, self.row = min(xs) - ROOM, min(ys) - ROOM, max(xs) - min(xs) + 2 * ROOM
        self.stamps = {card: [self._stamp(pose) for pose in poses(card)] for hand in state.dealt for card in hand}
        self._cards = state.cards
        self._steps = [self._shift(step) for step in (SIDES + CORNERS if corners else SIDES)]
        self._offsets = {size: [self._shift((i, j)) for i in range(size[0]) for j in range(size[1])] for size in SIZES}
        self._lines = [self._shift(step) for step in ((1, 0), (0, 1), (1, 1), (-1, 1))]

    def bits(self, state: State) -> Bits:
        """A state as bits."""
        grid = grid_of(state.laid)
        locked = [cell for cell, square in grid.items() if square.locked]
        red, blue = (self._all(points_of(grid, colour)) for colour in COLOURS)
        return Bits(red, blue, self._all(grid), self._all(locked), (state.hand(RED), state.hand(BLUE)))

    def laid(self, placing: Placing) -> Laid:
        """A placing as a card on the table."""
        stamp, bit = placing
        y, x = divmod(bit, self.row)
        return Laid(stamp.pose, (x + self.left, y + self.low))

    def placings(self, bits: Bits) -> Iterator[Placing]:
        """Every way to lay a card on a table where one lies already."""
        held = [stamp for card in bits.hands[bits.mover] for stamp in self.stamps[card]]
        free = self._free(bits)
        placings = ((stamp, bit) for stamp in held for bit in free[stamp.pose.size])
        return self._second(bits, placings) if bits.left == self._cards - 1 else placings

    def shown(self, bits: Bits, placing: Placing) -> tuple[int, int]:
        """R12: the red and the blue points that show once a card is laid."""
        stamp, bit = placing
        red, blue = stamp.red << bit, stamp.blue << bit
        return bits.red & ~blue | red, bits.blue & ~red | blue

    def after(self, bits: Bits, placing: Placing) -> Bits:
        """The table with one more card."""
        stamp, bit = placing
        squares, (red, blue) = stamp.squares << bit, self.shown(bits, placing)
        hands = tuple(tuple(card for card in hand if card != stamp.pose.card) for hand in bits.hands)
        return Bits(red, blue, bits.covered | squares, bits.locked | bits.covered & squares, (hands[0], hands[1]))

    def tokens(self, points: int) -> int:
        """R15: the lines of one colour."""
        total = 0
        for step in self._lines:
            pairs = points & points >> step
            fours = pairs & pairs >> 2 * step  # a bit for each four in a row: a run of n points has n - 3
            while fours:
                total += (fours & ~(fours << step)).bit_count()
                twos = fours & fours << step
                fours &= (twos & twos << 2 * step) << step  # what is left of a run without its first four points
        return total

    def _free(self, bits: Bits) -> dict[Cell, list[int]]:
        """R8 to R10: where a card of either size can lie."""
        over = {size: self._covering(bits.covered, size) & ~self._covering(bits.locked, size) for size in SIZES}
        if bits.left > 1 or not any(over.values()):  # R9
            reach = bits.covered
            for step in self._steps:
                reach |= bits.covered << step if step > 0 else bits.covered >> -step
            over = {size: self._covering(reach, size) & ~self._covering(bits.locked, size) for size in SIZES}
        return {size: list(_ones(places)) for size, places in over.items()}

    def _second(self, bits: Bits, placings: Iterable[Placing]) -> Iterator[Placing]:
        """R6, R7: what the second card may not do."""
        for stamp, bit in placings:
            if not stamp.blue << bit & bits.red and stamp.squares << bit != bits.covered:
                yield stamp, bit

    def _covering(self, squares: int, size: Cell) -> int:
        """Where a card of a size covers one of these squares."""
        places = 0
        for offset in self._offsets[size]:
            places |= squares >> offset
        return places

    def _stamp(self, pose: Pose) -> Stamp:
        red, blue = ([cell for cell, mark in pose.marks if mark == colour] for colour in COLOURS)
        return Stamp(pose, *(sum(1 << self._shift(cell) for cell in cells) for cells in ((c for c, _ in pose.marks), red, blue)))

    def _all(self, cells: Iterable[Cell]) -> int:
        return sum(1 << self._shift((x - self.left, y - self.low)) for x, y in cells)

    def _shift(self, step: Cell) -> int:
        return step[1] * self.row + step[0]


def _ones(number: int) -> Iterator[int]:
    """The bits that are set."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
