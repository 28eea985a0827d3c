"""The rules of Four Circles on flat integers.

The plane is a square of 32 by 32 cells, numbered row by row, with the board somewhere in the middle; if the board
comes near the rim, it is moved back as a whole (twenty tiles never reach that far). `at` says what each cell holds: nothing
(0), a free tile (1) or a pawn (2 + its index; 0 to 5 are White's, 6 to 11 Red's). `touch` counts the tiles at a cell's
four sides: it gives the corners (R12b) and the bare places that touch a tile (R13).

A move is one number: where the pawn goes, where it comes from (<< 12) and which tile goes before it (<< 24). Placing a
pawn is the cell alone; the cell of the pawn that lies there already is the swap (R21); 0 is the pass, since no tile ever lies in cell 0.

For R18 every position has a hash that does not depend on the place of the board: the sum, over all tiles and pawns, of
thing · B^x · C^y. Shifting the board multiplies it by powers of B and C; hashes are compared as if the board's left and
top edge lay at the far end of the plane.
"""

from math import exp
from typing import Final

from tableronde.flat import i16, i64, u8, vec
from tableronde.games.four_circles.rules import PASS, SWAP, Options, State
from tableronde.games.four_circles.rules.board import Pawn, cell, name
from tableronde.games.four_circles.rules.positions import Position
from tableronde.kernel import Kernel, Seen

ROW: Final[i64] = 32
LAST: Final[i64] = ROW - 1  # column or row; the bits of a cell's column, too
BITS: Final[i64] = 5  # of a column
CELLS: Final[i64] = ROW * ROW
MIDDLE: Final[i64] = 16
RIM: Final[i64] = 4  # cells at the edge of the plane that no tile may reach
PAWNS: Final[i64] = 12
TILES: Final[i64] = 20
AROUND: Final[i64] = 8  # directions, the four sides first
FOUR: Final[i64] = 4
MASK: Final[i64] = (1 << 62) - 1
_B: Final[i64] = 0x2545F4914F6CDD1D & MASK
_C: Final[i64] = 0x1B03738712FAD5C9 & MASK
_TILE: Final[i64] = 0x369DEA0F31A53F85 & MASK
_THING: Final[i64] = 0x106689D45497FDB5 & MASK
_MOVER: Final[i64] = 0x0CBB4F6B1F4E3A57 & MASK


def _powers(base: i64) -> vec[i64]:
    """The powers of a number, modulo 2 to the 62."""
    powers = vec[i64]([1] * ROW)
    for i in range(1, ROW):
        powers[i] = powers[i - 1] * base & MASK
    return powers


class FourCirclesKernel(Kernel):
    """A position of Four Circles."""

    def __init__(self, max_plies: i64, swap: bool) -> None:
        super().__init__(2, 1024)
        self.max_plies: i64 = max_plies
        self.swap: bool = swap  # R21
        self.at: vec[u8] = vec[u8]([0] * CELLS)
        self.touch: vec[u8] = vec[u8]([0] * CELLS)
        self.tiles: vec[i16] = vec[i16]([0] * TILES)
        self.pawns: vec[i16] = vec[i16]([0] * PAWNS)
        self.circles: i64 = 0  # the pawns that show their circle, as bits
        self.placed: i64 = 0  # pawns on the board, of both players
        self.plies: i64 = 0
        self.passes: i64 = 0
        self.reason: i64 = 0  # R16 to R19, as 16 to 19
        self.left: i64 = 0  # true x of the first column of the plane
        self.top: i64 = 0
        self.directions: vec[i64] = vec[i64]([-ROW, 1, ROW, -1, 1 - ROW, ROW + 1, ROW - 1, -ROW - 1])  # four sides, four corners
        self.lines: vec[i64] = vec[i64]([1, ROW, ROW + 1, ROW - 1])
        self.removable: vec[i64] = vec[i64]([0] * TILES)
        self.bare: vec[i64] = vec[i64]([0] * 64)  # candidate moves to bare places
        self.reached: vec[i64] = vec[i64]([0] * (TILES + 1))
        self.mark: vec[i64] = vec[i64]([0] * CELLS)  # the flood fill that last reached each cell; cell 0 counts them
        # R18
        self.columns: vec[u8] = vec[u8]([0] * ROW)  # tiles in each column and row
        self.rows: vec[u8] = vec[u8]([0] * ROW)
        self.first_column: i64 = LAST  # no tile lies before it
        self.first_row: i64 = LAST
        self.powers_b: vec[i64] = _powers(_B)
        self.powers_c: vec[i64] = _powers(_C)
        self.number: i64 = 0  # hash of the position where the board lies now
        self.seen: Seen = Seen()
        # The saved position.
        self.kept_tiles: vec[i16] = vec[i16]([0] * TILES)
        self.kept_pawns: vec[i16] = vec[i16]([0] * PAWNS)
        self.kept: vec[i64] = vec[i64]([0] * 11)

    # Setting up

    def set_up(self, state: State) -> None:
        """Take over a position of the rules, with the positions seen before it."""
        self._clear()
        self.seen.forget(0)
        self.left = _start_of([x for x, _ in state.tiles])
        self.top = _start_of([y for _, y in state.tiles])
        for position in state.seen[:-1]:
            self.seen.note(_number_of(position, self.powers_b, self.powers_c))
        self._lay([self._cell(x, y) for x, y in state.tiles])
        counts = [0, 0]
        for pawn in sorted(state.pawns, key=_by_seat):
            index = 6 * pawn.seat + counts[pawn.seat]
            counts[pawn.seat] += 1
            self._put(index, self._cell(pawn.cell[0], pawn.cell[1]), int(pawn.circle))
        self.placed = len(state.pawns)
        self.mover = state.mover
        self.plies = state.plies
        self.passes = state.passes
        self.over = bool(state.reason)
        self.reason = {"": 0, "line": 16, "passes": 17, "repetition": 18, "max_plies": 19}[state.reason]
        self.winners = 0 if not state.reason else 3 if state.reason != "line" else 1 << (1 - state.mover)
        if state.seen:
            self.seen.note(self._key())

    def _clear(self) -> None:
        """Remove everything from the plane."""
        at, touch = self.at, self.touch
        for i in range(CELLS):
            at[i] = 0
            touch[i] = 0
        for i in range(ROW):
            self.columns[i] = 0
            self.rows[i] = 0
        for i in range(PAWNS):
            self.pawns[i] = 0
        self.number = 0
        self.circles = 0
        self.first_column = LAST
        self.first_row = LAST

    def _lay(self, tiles: list[i64]) -> None:
        for i in range(TILES):
            self._lay_tile(i, tiles[i])

    def _cell(self, x: i64, y: i64) -> i64:
        return (x - self.left) + (y - self.top) * ROW

    # Adding and removing tiles and pawns

    def _lay_tile(self, index: i64, cell: i64) -> None:
        touch, x, y = self.touch, cell & LAST, cell >> BITS
        self.tiles[index] = i16(cell)
        self.at[cell] = 1
        touch[cell - ROW] += 1
        touch[cell + 1] += 1
        touch[cell + ROW] += 1
        touch[cell - 1] += 1
        self.columns[x] += 1
        self.rows[y] += 1
        if x < self.first_column:
            self.first_column = x
        if y < self.first_row:
            self.first_row = y
        self.number = self.number + (self.powers_b[x] * self.powers_c[y] & MASK) * _TILE & MASK

    def _take_tile(self, cell: i64) -> None:
        touch, x, y = self.touch, cell & LAST, cell >> BITS
        self.at[cell] = 0
        touch[cell - ROW] -= 1
        touch[cell + 1] -= 1
        touch[cell + ROW] -= 1
        touch[cell - 1] -= 1
        self.columns[x] -= 1
        self.rows[y] -= 1
        self.number = self.number - (self.powers_b[x] * self.powers_c[y] & MASK) * _TILE & MASK

    def _put(self, index: i64, cell: i64, circle: i64) -> None:
        self.pawns[index] = i16(cell)
        self.at[cell] = u8(2 + index)
        self.circles = self.circles & ~(1 << index) | circle << index
        self.number = self.number + self._thing(index, cell, circle) & MASK

    def _lift(self, index: i64, cell: i64) -> None:
        self.at[cell] = 1
        self.number = self.number - self._thing(index, cell, self.circles >> index & 1) & MASK

    def _thing(self, index: i64, cell: i64, circle: i64) -> i64:
        """The term of a pawn in the hash of the position."""
        kind: i64 = (3 if index >= 6 else 1) + circle
        return (self.powers_b[cell & LAST] * self.powers_c[cell >> BITS] & MASK) * (_THING * kind & MASK) & MASK

    # Legal moves

    def list_moves(self) -> i64:
        if self.over:
            self.count = 0
        elif self.placed < PAWNS:
            self._list_placings()
        else:
            self._list_moves()
        return self.count

    def _list_placings(self) -> None:
        """R3, R21."""
        count: i64 = 0
        for i in range(TILES):
            cell = i64(self.tiles[i])
            if self.at[cell] == 1:
                self.moves[count] = cell
                count += 1
        if self.swap and self.plies == 1:
            self.moves[count] = self._laid()
            count += 1
        self.count = count

    def _laid(self) -> i64:
        """The cell of the first pawn of all."""
        return i64(self.pawns[0]) | i64(self.pawns[6])

    def _list_moves(self) -> None:
        """List the moves by R7 to R14 and R17. Every step and jump is written; whether the next one overwrites it depends on its target."""
        at, touch, moves, bare, directions = self.at, self.touch, self.moves, self.bare, self.directions
        count: i64 = 0
        reached: i64 = 0  # bare places that a pawn reaches and that touch a tile
        first: i64 = 6 * self.mover
        for i in range(first, first + 6):
            source = i64(self.pawns[i])
            for d in range(AROUND):
                step = directions[d]
                target = source + step
                target += step * i64(at[target] > 1)  # R9
                there = at[target]
                moves[count] = target | source << 12
                bare[reached] = target | source << 12
                count += i64(there == 1)
                reached += i64(there == 0) & i64(touch[target] > 0)
        self.count = count
        if reached:
            self._list_tile_moves(reached)
        if self.count == 0:
            moves[0] = 0
            self.count = 1

    def _list_tile_moves(self, reached: i64) -> None:
        """R12 to R14: every tile that may be taken away, to every bare place that a pawn reaches."""
        moves, bare, removable = self.moves, self.bare, self.removable
        free = self._find_removable()
        count = self.count
        for k in range(free):
            tile = removable[k]
            for i in range(reached):
                moves[count] = bare[i] | tile << 24
                count += i64(i64(self.touch[bare[i] & 4095]) > i64(_is_beside(tile, bare[i] & 4095)))  # R13: a tile does not touch itself
        self.count = count

    def _find_removable(self) -> i64:
        """R12: write the tiles that may be taken away to `removable` and return their number."""
        at, touch, tiles = self.at, self.touch, self.tiles
        count: i64 = 0
        for i in range(TILES):
            tile = i64(tiles[i])
            if at[tile] == 1 and touch[tile] <= 2 and (touch[tile] == 1 or self._loose_corner(tile)):
                self.removable[count] = tile
                count += 1
        return count

    def _loose_corner(self, tile: i64) -> bool:
        """Whether the two tiles beside a tile meet in a corner (R12b) and stay connected without it (R12c)."""
        at = self.at
        up, down = at[tile - ROW] > 0, at[tile + ROW] > 0
        if up == down:
            return False
        one: i64 = tile - ROW if up else tile + ROW
        two: i64 = tile - 1 if at[tile - 1] > 0 else tile + 1
        return at[one + two - tile] > 0 or self._joined(one, two, tile)

    def _joined(self, one: i64, two: i64, without: i64) -> bool:
        """Whether two tiles stay connected if a third is taken away."""
        at, mark, reached = self.at, self.mark, self.reached
        flood = mark[0] + 1
        mark[0] = flood
        mark[without] = flood
        mark[one] = flood
        reached[0] = one
        known: i64 = 1
        done: i64 = 0
        while done < known and mark[two] != flood:
            here = reached[done]
            done += 1
            for d in range(FOUR):
                there = here + self.directions[d]
                reached[known] = there
                known += i64(at[there] > 0) & i64(mark[there] != flood)
                mark[there] = flood
        return mark[two] == flood

    # Playing

    def play(self, move: i64) -> None:
        seat = self.mover
        self.mover = 1 - seat
        self.plies += 1
        if move == 0:
            self.passes += 1
        elif self.placed < PAWNS and self.at[move] > 1:
            self._take_over(seat, move)
        elif self.placed < PAWNS:
            self.passes = 0
            self._put(6 * seat + (self.placed >> 1), move, 0)
            self.placed += 1
        else:
            self.passes = 0
            if self._move(move):
                self._end(16, 1 << seat)
        self._look_for_draws()

    def _take_over(self, seat: i64, cell: i64) -> None:
        """R21: give the first pawn to a seat."""
        self._lift(6 - 6 * seat, cell)
        self.pawns[6 - 6 * seat] = 0
        self._put(6 * seat, cell, 0)

    def _move(self, move: i64) -> bool:
        """Move a tile and a pawn; return whether that completes a line."""
        target, source, tile = move & 4095, move >> 12 & 4095, move >> 24
        if tile:
            self._take_tile(tile)
            index: i64 = 0
            while i64(self.tiles[index]) != tile:
                index += 1
            self._lay_tile(index, target)
        pawn = i64(self.at[source]) - 2
        self._lift(pawn, source)
        jump: i64 = 1 if is_far(source, target) else 0
        circle = self.circles >> pawn & 1 ^ jump  # R11
        self._put(pawn, target, circle)
        won = circle == 1 and self._completes(target, self.circles & (4032 if pawn >= 6 else 63) & ~(1 << pawn))
        if tile and not won:
            self._keep_off_the_rim(target)
        return won

    def _completes(self, cell: i64, others: i64) -> bool:
        """R16: whether a circle there stands in a row of four with these others."""
        if others & (others - 1) == 0:
            return False
        for d in range(FOUR):
            step = self.lines[d]
            if self._run(cell, step, others) + self._run(cell, -step, others) >= 3:
                return True
        return False

    def _run(self, cell: i64, step: i64, own: i64) -> i64:
        """The number of own circles that follow a cell in a direction."""
        at = self.at
        length: i64 = 0
        here = cell + step
        while at[here] > 1 and own >> (i64(at[here]) - 2) & 1:
            length += 1
            here += step
        return length

    def _look_for_draws(self) -> None:
        """R17 to R19, in the order of R20."""
        repeats: i64 = self.seen.note(self._key()) if self.placed == PAWNS else 0
        if self.over:
            return
        if self.passes == 2:
            self._end(17, 3)
        elif repeats == 3:
            self._end(18, 3)
        elif self.plies == self.max_plies:
            self._end(19, 3)

    def _end(self, reason: i64, winners: i64) -> None:
        self.over = True
        self.reason = reason
        self.winners = winners

    def _keep_off_the_rim(self, cell: i64) -> None:
        """Move the whole board to the middle of the plane if a tile has come too near to its edge."""
        x, y = cell & LAST, cell >> BITS
        if RIM <= x < ROW - RIM and RIM <= y < ROW - RIM:
            return
        tiles, pawns, circles = [i64(self.tiles[i]) for i in range(TILES)], [i64(self.pawns[i]) for i in range(PAWNS)], self.circles
        left = _start_of([int((tile & LAST) + self.left) for tile in tiles])
        top = _start_of([int((tile >> BITS) + self.top) for tile in tiles])
        by: i64 = self.left - left + (self.top - top) * ROW
        self.left, self.top = left, top
        self._clear()
        self._lay([tile + by for tile in tiles])
        for i in range(PAWNS):
            self._put(i, pawns[i] + by, circles >> i & 1)

    # R18: positions seen

    def _key(self) -> i64:
        """The hash of the position as if the board lay at the far end of the plane, with the seat to move."""
        while not self.columns[self.first_column]:
            self.first_column += 1
        while not self.rows[self.first_row]:
            self.first_row += 1
        x, y = self.first_column, self.first_row
        number = (self.number * self.powers_b[LAST - x] & MASK) * self.powers_c[LAST - y] & MASK
        return number ^ _MOVER * self.mover

    # Taking moves back

    def save(self) -> None:
        for i in range(TILES):
            self.kept_tiles[i] = self.tiles[i]
        for i in range(PAWNS):
            self.kept_pawns[i] = self.pawns[i]
        kept = self.kept
        kept[0] = self.circles
        kept[1] = self.placed
        kept[2] = self.plies
        kept[3] = self.passes
        kept[4] = self.reason
        kept[5] = self.winners
        kept[6] = self.mover
        kept[7] = self.seen.count
        kept[8] = self.left
        kept[9] = self.top

    def restore(self) -> None:
        kept = self.kept
        self.seen.forget(kept[7])
        for i in range(PAWNS):
            if self.pawns[i]:
                self._lift(i, i64(self.pawns[i]))
        self.circles = 0
        for i in range(TILES):
            if self.tiles[i] != self.kept_tiles[i]:
                self._take_tile(i64(self.tiles[i]))
        for i in range(TILES):
            if self.at[i64(self.kept_tiles[i])] == 0:
                self._lay_tile(i, i64(self.kept_tiles[i]))
        for i in range(PAWNS):
            self.pawns[i] = 0
            if self.kept_pawns[i]:
                self._put(i, i64(self.kept_pawns[i]), kept[0] >> i & 1)
        self.placed = kept[1]
        self.plies = kept[2]
        self.passes = kept[3]
        self.reason = kept[4]
        self.winners = kept[5]
        self.mover = kept[6]
        self.left = kept[8]
        self.top = kept[9]
        self.over = self.reason != 0

    # Evaluation

    def share(self, seat: i64) -> float:
        lead = self._strength(seat) - self._strength(1 - seat)
        return 1.0 / (1.0 + exp(-lead / 6.0))

    def _strength(self, seat: i64) -> float:
        """Rate how well a seat's circles stand in line, and how many of its other pawns could jump to show theirs."""
        own = self.circles & (4032 if seat else 63)
        total: i64 = 0
        for i in range(6 * seat, 6 * seat + 6):
            if own >> i & 1:
                total += 4 + 2 * self._outlook(i64(self.pawns[i]), own, seat)
            elif self.pawns[i] and self._can_jump(i64(self.pawns[i])):
                total += 3
        return 0.5 * float(total)

    def _outlook(self, cell: i64, own: i64, seat: i64) -> i64:
        """The value of a circle: the circles within three cells on its four lines, more if several stand on one line."""
        total: i64 = 0
        for d in range(FOUR):
            near = self._near(cell, self.lines[d], own, seat)
            total += near * near
        return total

    def _near(self, cell: i64, step: i64, own: i64, seat: i64) -> i64:
        """The number of own circles on the next three cells in a direction, up to a pawn of the opponent."""
        at = self.at
        found: i64 = 0
        for _ in range(FOUR - 1):
            cell += step
            if at[cell] > 1:
                if i64(at[cell] >= 8) != seat:
                    break
                found += own >> (i64(at[cell]) - 2) & 1
        return found

    def _can_jump(self, cell: i64) -> bool:
        """Whether a pawn could jump without a tile being moved for it."""
        at, directions = self.at, self.directions
        for d in range(AROUND):
            step = directions[d]
            if at[cell + step] > 1 and at[cell + 2 * step] == 1:
                return True
        return False

    def weigh(self) -> None:
        for i in range(self.count):
            self.weights[i] = 1.0
        if self.placed < PAWNS:
            return
        mask: i64 = 4032 if self.mover else 63
        for i in range(self.count):
            move = self.moves[i]
            if move:
                self.weights[i] = self._promise(move & 4095, move >> 12 & 4095, mask)

    def _promise(self, target: i64, source: i64, mask: i64) -> float:
        """Weigh a pawn's move: completing a line first, then showing a circle in line with others; hiding a circle is bad."""
        pawn = i64(self.at[source]) - 2
        was = self.circles >> pawn & 1
        now: i64 = was ^ (1 if is_far(source, target) else 0)
        others = self.circles & mask & ~(1 << pawn)
        if now and self._completes(target, others):
            return 10000.0
        gain: i64 = 0
        if now:
            gain += 2 + self._outlook(target, others, self.mover)
        if was:
            gain -= 2 + self._outlook(source, others, self.mover)
        return exp(0.25 * float(gain))

    def wins_at_once(self) -> i64:
        if self.placed < PAWNS:
            return 0
        mask: i64 = 4032 if self.mover else 63
        for i in range(self.count):
            move = self.moves[i]
            if move and self._wins(move & 4095, move >> 12 & 4095, mask):
                return 1
        return 0

    def _wins(self, target: i64, source: i64, mask: i64) -> bool:
        """R16: whether a pawn's move completes a line."""
        pawn = i64(self.at[source]) - 2
        circle = (self.circles >> pawn & 1) ^ (1 if is_far(source, target) else 0)
        return circle == 1 and self._completes(target, self.circles & mask & ~(1 << pawn))

    # Moves as text

    def action(self, move: i64) -> str:
        if move == 0:
            return PASS
        if self.placed < PAWNS:
            return SWAP if self.at[move] > 1 else self._name(move)
        pawn = f"{self._name(move >> 12 & 4095)}>{self._name(move & 4095)}"
        return f"{self._name(move >> 24)}>{self._name(move & 4095)}|{pawn}" if move >> 24 else pawn

    def move(self, action: str) -> i64:
        if action == PASS:
            return 0
        if action == SWAP:
            return self._laid()
        tile, _, pawn = action.rpartition("|")
        cells = [self._cell(*cell(text)) for text in [*pawn.split(">"), tile.split(">")[0]] if text]
        if len(cells) == 1:
            return cells[0]
        return cells[1] | cells[0] << 12 | (cells[2] << 24 if tile else 0)

    def _name(self, place: i64) -> str:
        return name(((place & LAST) + self.left, (place >> BITS) + self.top))


def from_state(state: State, options: Options) -> FourCirclesKernel:
    """Create the kernel for a position of the rules."""
    kernel = FourCirclesKernel(options.max_plies, options.swap)
    kernel.set_up(state)
    kernel.save()
    return kernel


def is_far(source: i64, target: i64) -> bool:
    """Whether a pawn that goes there jumps."""
    x, y = (source & LAST) - (target & LAST), (source >> BITS) - (target >> BITS)
    return x == 2 or x == -2 or y == 2 or y == -2


def _is_beside(one: i64, other: i64) -> bool:
    """Whether two cells have a side in common."""
    apart = one - other
    return apart == 1 or apart == -1 or apart == ROW or apart == -ROW


def _start_of(coordinates: list[int]) -> i64:
    """The origin of the plane on one axis: the same unless the board has moved far, so that moves keep their numbers."""
    low, high = min(coordinates), max(coordinates)
    if low + MIDDLE >= 2 * RIM and high + MIDDLE < ROW - 2 * RIM:
        return -MIDDLE
    return low - (LAST - (high - low) >> 1)


def _number_of(position: Position, powers_b: vec[i64], powers_c: vec[i64]) -> i64:
    """The hash of a position of the rules, as `_key` computes it."""
    total: i64 = 0
    for at in range(1, 1 + 2 * TILES, 2):
        x, y = position[at], position[at + 1]
        total = total + (powers_b[x] * powers_c[y] & MASK) * _TILE & MASK
    for at in range(1 + 2 * TILES, len(position), 4):
        x, y, seat, circle = position[at], position[at + 1], position[at + 2], position[at + 3]
        total = total + (powers_b[x] * powers_c[y] & MASK) * (_THING * (1 + 2 * seat + circle) & MASK) & MASK
    total = (total * powers_b[LAST] & MASK) * powers_c[LAST] & MASK
    return total ^ (_MOVER if position[0] else 0)


def _by_seat(pawn: Pawn) -> int:
    return pawn.seat
