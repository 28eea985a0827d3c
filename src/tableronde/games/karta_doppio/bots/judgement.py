"""A learned evaluation of Karta Doppio, trained by self-play (`train/karta_doppio`).

The value is a sum of learned numbers from the view of the seat to move, with a separate set for each number of remaining cards: one
for each line of five cells, straight or diagonal, whose cells are bare, empty squares or points (own or opponent's, open or
locked); one for the lead in tokens and points; one for each card in a hand. A cell that no card can cover any more counts as
locked. The file `judgement.bin` holds a line of JSON that says how the numbers were made, then the packed numbers.

The same numbers weigh the thousands of placings before any search: the effects of a card's squares are estimated separately and
added. Each cell within reach is therefore evaluated once, and a placing costs a few additions. Before the last card of the match,
all placings are tried and the best one decides.
"""

from math import exp
from pathlib import Path
from typing import Final

from tableronde.bots.weights import unpacked
from tableronde.flat import i16, i64, u8, vec
from tableronde.games.karta_doppio.kernel import FOUR, LEAST, MOST_PLACES, PATTERN_COUNT, POINTS, SIZES, SQUARES, KartaKernel
from tableronde.games.karta_doppio.rules import Options, State

FIVE: Final[i64] = 32768  # lines: three bits a cell
STAGES: Final[i64] = 10
TOKENS: Final[i64] = 3  # greater leads count as this one
VISIBLE: Final[i64] = 5
LEADS: Final[i64] = (2 * TOKENS + 1) * (2 * VISIBLE + 1)
SHAPES: Final[i64] = 16
AT_LEAD: Final[i64] = STAGES * 2 * FIVE
AT_HAND: Final[i64] = AT_LEAD + STAGES * LEADS
NUMBERS: Final[i64] = AT_HAND + STAGES * 2 * SHAPES
SCALE: Final = 1.0 / 1024.0  # of a stored number
WIDEST: Final[i64] = 40  # columns and rows that are evaluated
HALF: Final[i64] = 30  # columns with a bit, on either side of the first card
MASK: Final[i64] = (1 << 60) - 1
ONE: Final[i64] = 1
FAINT: Final = -8.0  # below it, differences count less
DATA: Final = Path(__file__).with_name("judgement.bin")


class LearnedKernel(KartaKernel):
    """A position of Karta Doppio with the learned evaluation."""

    def __init__(self, cards: i64, double: bool, corners: bool, numbers: vec[i16]) -> None:
        self.locked: vec[i64] = vec[i64]([0] * 256)  # locked squares by row, a bit each
        self.bits: vec[i64] = vec[i64]([2**x for x in range(2 * HALF)] + [0])  # the bit of each column; 0 for those farther out
        self.box: vec[i64] = vec[i64]([0] * 256)  # the covered rectangle before each card
        self.left: i64 = 0
        self.right: i64 = 0
        self.low: i64 = 0
        self.top: i64 = 0
        super().__init__(cards, double, corners)
        self.numbers: vec[i16] = numbers
        self.heat: float = 1.0  # temperature of the weights of moves
        self.shift: i64 = 7 if self.row == 128 else 8  # bits of a coordinate
        self.left = self.right = self.low = self.top = self.middle
        self.shape: vec[i64] = vec[i64]([_shape(card) for card in range(PATTERN_COUNT)])
        self.look: vec[i64] = vec[i64]([1, 3, 5])  # the code of a square for the seat to move, by the point it shows
        self.upright: vec[i64] = vec[i64]([0] * 256)  # by row, a bit for each place where an upright card covers no locked square
        self.lying: vec[i64] = vec[i64]([0] * 256)
        self.up: vec[i64] = vec[i64]([0] * (WIDEST + 2))  # lines that end in each column of a row
        self.rising: vec[i64] = vec[i64]([0] * (WIDEST + 2))
        self.falling: vec[i64] = vec[i64]([0] * (WIDEST + 2))
        self.code: vec[u8] = vec[u8]([0] * self.cells)  # the codes of the cells for the other player
        self.weighed: vec[i64] = vec[i64]([0] * self.cells)  # the round in which each cell was last weighed
        self.round: i64 = 0
        self.theirs: i64 = 0  # the colour of the other player, for which all is weighed
        self.table: i64 = 0  # offset of the numbers of lines after this card
        self.token: i64 = 0  # the value of one more token
        self.visible: i64 = 0  # the value of one more point
        self.bare: vec[i64] = vec[i64]([0] * (SIZES * self.cells))  # the change of the other player's lead by an empty card at each place
        self.change: vec[i64] = vec[i64]([0] * (3 * self.cells))  # the change by an empty square; extra for a point of either colour
        self.leaves: vec[i64] = vec[i64]([0] * PATTERN_COUNT)  # the change by a card leaving the hand

    # Laying and taking back cards

    def _lay(self, move: i64) -> None:
        at, place, size = 4 * self.cards, move & 65535, self.size[move >> 16]
        self.box[at], self.box[at + 1], self.box[at + 2], self.box[at + 3] = self.left, self.right, self.low, self.top
        x, y = place & (self.row - 1), place >> self.shift
        self.left = min(self.left, x)
        self.right = max(self.right, x + 1 + size)
        self.low = min(self.low, y)
        self.top = max(self.top, y + 2 - size)
        super()._lay(move)

    def _take_back(self) -> None:
        super()._take_back()
        at = 4 * self.cards
        self.left, self.right, self.low, self.top = self.box[at], self.box[at + 1], self.box[at + 2], self.box[at + 3]

    def _cover(self, cell: i64) -> None:
        super()._cover(cell)
        if self.layers[cell] == 2:
            self.locked[cell >> self.shift] |= self._bit(cell)

    def _uncover(self, cell: i64) -> None:
        if self.layers[cell] == 2:
            self.locked[cell >> self.shift] &= ~self._bit(cell)
        super()._uncover(cell)

    def _bit(self, cell: i64) -> i64:
        x = (cell & (self.row - 1)) - self.middle + HALF
        return self.bits[x] if 0 <= x < 2 * HALF else self.bits[2 * HALF]

    # Evaluation

    def share(self, seat: i64) -> float:
        if self._last():
            return self._last_share(seat)
        if self._spread_out():
            return super().share(seat)
        share = 1.0 / (1.0 + exp(-self.lead()))
        return share if seat == self.mover else 1.0 - share

    def _last(self) -> bool:
        """Whether only one card is left."""
        return self.cards + 1 == 2 * self.half and (self.game == 2 or not self.double)

    def _last_share(self, seat: i64) -> float:
        """R20 to R22: the exact result, since the best last card is known."""
        if not self.foreseen:
            self.list_moves()
            self._foresee()
        mine: i64 = 1 << self.mover
        self.foretold = mine if self.outlook > 0.0 else 3 - mine if self.outlook < 0.0 else 3
        return self._foretold_share(seat)

    def _foretold_share(self, seat: i64) -> float:
        return 0.5 if self.foretold == 3 else float(self.foretold >> seat & 1)

    def _foresee(self) -> None:
        best = LEAST
        for i in range(self.count):
            best = max(best, self._lead_after(self.moves[i]))
        self.outlook = best
        self.foreseen = True

    def _spread_out(self) -> bool:
        """Whether the table is too large to be evaluated; this does not happen in serious games."""
        wide = self.right - self.left > WIDEST - 18 or self.top - self.low > WIDEST - 18
        return wide or self.left < self.middle - HALF + 5 or self.right > self.middle + HALF - 6

    def lead(self) -> float:
        """The log-odds that the seat to move wins."""
        stage, mine = _stage(2 * self.half - self.cards), self._colour_of(self.mover)
        self._find_free()
        return SCALE * float(self._lines(stage * 2 * FIVE, mine) + self._leads(stage, self.mover, 0, 0) + self._hands(stage, mine))

    def _leads(self, stage: i64, seat: i64, tokens: i64, points: i64) -> i64:
        """The number for a seat's lead plus some tokens and points."""
        tokens = _within(self._token_lead(seat) + tokens, TOKENS)
        points = _within(self._point_lead(seat) + points, VISIBLE)
        return i64(self.numbers[AT_LEAD + stage * LEADS + (tokens + TOKENS) * (2 * VISIBLE + 1) + points + VISIBLE])

    def _hands(self, stage: i64, mine: i64) -> i64:
        total: i64 = 0
        for k in range(2 * self.half):
            card = self.dealt[k]
            side = i64((k < self.half) != (mine == 1))
            if not self.gone[card]:
                total += i64(self.numbers[AT_HAND + (stage * 2 + side) * SHAPES + self.shape[card]])
        return total

    def _lines(self, table: i64, mine: i64) -> i64:
        """The sum for all lines of five: row by row, each cell ends one line in every direction."""
        numbers, layers, point, look = self.numbers, self.layers, self.point, self.look
        up, rising, falling = self.up, self.rising, self.falling
        look[mine], look[3 - mine] = 3, 5
        first: i64 = self.left - 4
        many: i64 = self.right - self.left + 9
        for i in range(many + 2):
            up[i] = 0
            rising[i] = 0
            falling[i] = 0
        total: i64 = 0
        diagonal: i64 = table + FIVE
        for y in range(self.low, self.top + 5):
            shut = self._shut(y) >> (first - self.middle + HALF)
            cell: i64 = (y << self.shift) + first
            across: i64 = 0
            behind: i64 = 0
            for i in range(1, many + 1):
                seen: i64 = look[i64(point[cell])] + (shut & 1) if layers[cell] else (shut & 1) << 1
                across = (across << 3 | seen) & 32767
                upward: i64 = (up[i] << 3 | seen) & 32767
                rises: i64 = (behind << 3 | seen) & 32767
                falls: i64 = (falling[i + 1] << 3 | seen) & 32767
                total += i64(numbers[table + across]) + i64(numbers[table + upward])
                total += i64(numbers[diagonal + rises]) + i64(numbers[diagonal + falls])
                behind = rising[i]
                up[i] = upward
                rising[i] = rises
                falling[i] = falls
                shut >>= 1
                cell += 1
        return total

    def _find_free(self) -> None:
        """Update the places where a card would cover no locked square, row by row (R10)."""
        locked = self.locked
        for y in range(self.low - 9, self.top + 8):
            two: i64 = locked[y] | locked[y + 1]
            three: i64 = two | locked[y + 2]
            self.upright[y] = ~(three | three >> 1) & MASK
            self.lying[y] = ~(two | two >> 1 | two >> 2) & MASK

    def _shut(self, y: i64) -> i64:
        """The cells of a row that no card can cover, as bits."""
        upright: i64 = self.upright[y] | self.upright[y - 1] | self.upright[y - 2]
        lying: i64 = self.lying[y] | self.lying[y - 1]
        return ~(upright | upright << 1 | lying | lying << 1 | lying << 2) & MASK

    # Weights of moves

    def weigh(self) -> None:
        if self._last() or self._spread_out():
            super().weigh()
            return
        stage = _stage(2 * self.half - self.cards - 1)
        other = 1 - self.mover
        self.theirs = self._colour_of(other)
        self.table = stage * 2 * FIVE
        self.token = (self._leads(stage, other, 1, 0) - self._leads(stage, other, -1, 0)) >> 1
        self.visible = (self._leads(stage, other, 0, 1) - self._leads(stage, other, 0, -1)) >> 1
        for card in range(PATTERN_COUNT):
            self.leaves[card] = i64(self.numbers[AT_HAND + (stage * 2 + 1) * SHAPES + self.shape[card]])
        self._see()
        self._weigh_places()
        self._weigh_moves()

    def _see(self) -> None:
        """Update the codes of the table from the view of the other player."""
        layers, point, look, code = self.layers, self.point, self.look, self.code
        look[self.theirs], look[3 - self.theirs] = 3, 5
        self._find_free()
        first: i64 = self.left - 7
        for y in range(self.low - 7, self.top + 8):
            shut = self._shut(y) >> (first - self.middle + HALF)
            start: i64 = (y << self.shift) + first
            for cell in range(start, start + self.right - self.left + 15):
                code[cell] = u8(look[i64(point[cell])] + (shut & 1) if layers[cell] else (shut & 1) << 1)
                shut >>= 1

    def _weigh_places(self) -> None:
        """Compute the change by an empty card at each legal place."""
        self.round += 1
        if self.cards == 0:
            for size in range(SIZES):
                self._weigh_place(size, self.origin)
        for size in range(SIZES):
            for i in range(size * MOST_PLACES, size * MOST_PLACES + self.opened[size]):
                if not self.lock[size * self.cells + self.open[i]]:
                    self._weigh_place(size, self.open[i])

    def _weigh_place(self, size: i64, place: i64) -> None:
        total: i64 = 0
        for k in range(size * SQUARES, size * SQUARES + SQUARES):
            cell = place + self.square[k]
            if self.weighed[cell] != self.round:
                self.weighed[cell] = self.round
                self._weigh_lines(cell)
                self._weigh_points(cell)
            total += self.change[cell]
        self.bare[size * self.cells + place] = total

    def _weigh_lines(self, cell: i64) -> None:
        """Compute the change of the lines through a cell by an empty square, and the extra change by a point of either colour."""
        numbers, code = self.numbers, self.code
        was: i64 = i64(code[cell])
        his: i64 = 4 - was if was else self.look[self.theirs]
        own: i64 = 6 - was if was else self.look[3 - self.theirs]
        bare: i64 = 0
        with_his: i64 = 0
        with_own: i64 = 0
        for d in range(FOUR):
            step = self.lines[d]
            start: i64 = self.table + (d >> 1) * FIVE
            line: i64 = i64(code[cell - 4 * step]) << 9 | i64(code[cell - 3 * step]) << 6
            line |= i64(code[cell - 2 * step]) << 3 | i64(code[cell - step])
            end: i64 = cell
            at: i64 = 0  # the cell's bits in the line
            for _ in range(5):
                line = (line << 3 | i64(code[end])) & 32767
                bare += i64(numbers[start + line + (ONE << at)]) - i64(numbers[start + line])
                with_his += i64(numbers[start + line + (his << at)]) - i64(numbers[start + line + (ONE << at)])
                with_own += i64(numbers[start + line + (own << at)]) - i64(numbers[start + line + (ONE << at)])
                end += step
                at += 3
        self.change[cell] = bare
        self.change[self.theirs * self.cells + cell] = with_his
        self.change[(3 - self.theirs) * self.cells + cell] = with_own

    def _weigh_points(self, cell: i64) -> None:
        """Add the value of the tokens and points that a point on a cell wins or takes away."""
        change, theirs, shown = self.change, self.theirs, i64(self.point[cell])
        on_his = self.token * self._worth(cell, u8(theirs)) + self.visible
        on_own = self.token * self._worth(cell, u8(3 - theirs)) + self.visible
        if shown != theirs:
            change[theirs * self.cells + cell] += on_his
        if shown != 3 - theirs:
            change[(3 - theirs) * self.cells + cell] -= on_own
        if shown == theirs:
            change[(3 - theirs) * self.cells + cell] -= on_his
        elif shown:
            change[theirs * self.cells + cell] += on_own

    def _weigh_moves(self) -> None:
        moves, weights, change, bare, cells = self.moves, self.weights, self.change, self.bare, self.cells
        size, spot, colour, leaves = self.size, self.spot, self.colour, self.leaves
        least: i64 = 1 << 40
        for i in range(self.count):
            move: i64 = moves[i]
            pose: i64 = move >> 16
            place: i64 = move & 65535
            k: i64 = pose * POINTS
            his: i64 = bare[size[pose] * cells + place] - leaves[pose >> 3]
            his += change[i64(colour[k]) * cells + place + spot[k]]
            his += change[i64(colour[k + 1]) * cells + place + spot[k + 1]]
            his += change[i64(colour[k + 2]) * cells + place + spot[k + 2]]
            weights[i] = float(his)
            least = min(least, his)
        best, by = float(least), SCALE / self.heat
        for i in range(self.count):
            worse = (best - weights[i]) * by
            weights[i] = exp(worse) if worse > FAINT else exp(FAINT) * FAINT / worse


def _stage(to_come: i64) -> i64:
    """The index of the set of numbers for that many remaining cards."""
    if to_come <= 6:
        return to_come - 1
    return (8 if to_come > 10 else 6) + (to_come + 1) % 2


def _within(value: i64, most: i64) -> i64:
    return -most if value < -most else most if value > most else value


def _shape(card: i64) -> i64:
    """The index of a card's pattern; mirror images share one."""
    return card // 2 if card < 14 else card - 7 if card < 16 else card // 2 + 1


_read: list["vec[i16]"] = []  # read once a process: one megabyte


def from_state(state: State, options: Options) -> LearnedKernel:
    """Create the kernel with learned weights for a position of the rules."""
    if not _read:
        _read.append(unpacked(DATA.read_bytes(), NUMBERS))
    kernel = LearnedKernel(state.cards, options.match == "double", options.corner_contact, _read[0])
    kernel.set_up(state)
    kernel.save()
    return kernel
