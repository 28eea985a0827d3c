"""The kernel of Four Circles for batches of games: moves by number and positions as bytes, as in `spaces`."""

from typing import Final

from tableronde.flat import i16, i64, u8, vec
from tableronde.games.four_circles.kernel import AROUND, BITS, FOUR, LAST, PAWNS, ROW, TILES, FourCirclesKernel
from tableronde.games.four_circles.rules import Options, State
from tableronde.games.four_circles.spaces import MOVES, PASSES
from tableronde.kernel import Kernel, Luck
from tableronde.kernels.byte_rows import MOST, Page

OWN: Final[i64] = 6  # pawns of a seat
FAR: Final[i64] = 2 * ROW + 2  # the longest move of a pawn, as a difference of cells
BYTES: Final[i64] = 6  # of a tile
MOVED: Final[i64] = TILES + 1  # numbers of a pawn and a direction
FIRST_MOVE: Final[i64] = MOVES
NO_MOVE: Final[i64] = PASSES


class FourCirclesRow(FourCirclesKernel):
    """A position that counts tiles and pawns in reading order."""

    def __init__(self, max_plies: i64, swap: bool) -> None:
        super().__init__(max_plies, swap)
        self.order: vec[u8] = vec[u8](list(range(TILES + OWN)))  # tiles; after them the mover's pawns
        self.sorted: vec[i16] = vec[i16]([0] * TILES)  # the tiles' cells
        self.fetched: i64 = 0
        self.stale: bool = True  # whether a tile has moved since they were sorted
        self.rank: vec[i64] = vec[i64]([0] * PAWNS)  # of each of the mover's pawns
        self.way: vec[i64] = vec[i64]([0] * (2 * FAR + 1))  # the direction of a difference of cells
        for d in range(AROUND):
            self.way[FAR + self.directions[d]] = d
            self.way[FAR + 2 * self.directions[d]] = d

    def lean_on(self, first: Kernel) -> None:
        super().lean_on(first)
        assert isinstance(first, FourCirclesRow)
        self.way, self.rank, self.directions, self.lines = first.way, first.rank, first.directions, first.lines
        self.powers_b, self.powers_c = first.powers_b, first.powers_c
        self.bare, self.removable, self.reached, self.mark = first.bare, first.removable, first.reached, first.mark

    def deal(self, luck: Luck) -> None:
        """Restore the saved initial position; nothing is random."""
        self.restore()
        self._key()  # updates the first column and row
        self.stale = True

    def write_mask(self, masks: Page, row: i64) -> None:
        masks.wipe(row)
        if self.stale:
            self._count_tiles()
        self._count_pawns()
        if self.placed < PAWNS:
            super().write_mask(masks, row)
        else:
            self._write_moves(masks, row)

    def _write_moves(self, masks: Page, row: i64) -> None:
        """Write the moves of the second phase. They are listed tile by tile, so that few tiles are searched for."""
        moves, way, at, rank = self.moves, self.way, self.at, self.rank
        last: i64 = 0
        moved: i64 = 0
        for i in range(self.list_moves()):
            move = moves[i]
            source, tile = move >> 12 & 4095, move >> 24
            if move == 0:
                masks.put(row, NO_MOVE, 1)
                return
            if tile != last:
                last = tile
                moved = self._rank(tile) + 1
            pawn = rank[i64(at[source]) - 2]
            masks.put(row, FIRST_MOVE + (pawn * AROUND + way[FAR + (move & 4095) - source]) * MOVED + moved, 1)

    def number_of(self, move: i64) -> i64:
        if self.placed < PAWNS:
            return self._rank(move)
        if move == 0:
            return NO_MOVE
        target, source, tile = move & 4095, move >> 12 & 4095, move >> 24
        number = FIRST_MOVE + (self.rank[i64(self.at[source]) - 2] * AROUND + self.way[FAR + target - source]) * MOVED
        if tile:
            number += 1 + self._rank(tile)
        return number

    def _rank(self, cell: i64) -> i64:
        """The index of the tile on a cell, in reading order."""
        rank: i64 = 0
        while i64(self.sorted[rank]) != cell:
            rank += 1
        return rank

    def move_of(self, number: i64) -> i64:
        self._fetch()
        if self.placed < PAWNS:
            return i64(self.tiles[i64(self.order[number])])
        if number == NO_MOVE:
            return 0
        way, moved = (number - FIRST_MOVE) // MOVED, (number - FIRST_MOVE) % MOVED
        source, step = i64(self.pawns[i64(self.order[TILES + (way >> 3)])]), self.directions[way & 7]
        target = source + step
        if self.at[target] > 1:
            target += step
        move = target | source << 12
        self.stale = moved != 0
        if moved:
            move |= i64(self.tiles[i64(self.order[moved - 1])]) << 24
        return move

    def _fetch(self) -> None:
        """Read all that a move needs at once, so that the memory accesses overlap if other games have evicted it from the cache."""
        at, touch = self.at, self.touch
        here = self.first_row * ROW + self.first_column
        seen = i64(self.tiles[0]) + i64(self.pawns[0]) + i64(self.sorted[0])
        seen += i64(self.order[0]) + i64(self.columns[here & LAST]) + i64(self.rows[here >> BITS]) + self.seen.count
        for _ in range(FOUR):
            seen += i64(at[here]) + i64(touch[here])
            here += 2 * ROW
        self.fetched = seen

    def write_view(self, views: Page, row: i64) -> None:
        at, circles, mine = self.at, self.circles, self.mover
        views.wipe(row)
        for i in range(TILES):
            cell = i64(self.sorted[i])
            views.put(row, BYTES * i, (cell & LAST) - self.first_column)
            views.put(row, BYTES * i + 1, (cell >> BITS) - self.first_row)
            taken = i64(at[cell] > 1)
            pawn = (i64(at[cell]) - 2) * taken
            theirs = i64(pawn >= OWN) ^ mine
            views.put(row, BYTES * i + 2 + 2 * theirs + (circles >> pawn & 1), taken)
        self._write_rest(views, row)

    def _write_rest(self, views: Page, row: i64) -> None:
        """Write the hands, the turn, and the distance to a draw."""
        after = BYTES * TILES
        views.put(row, after, OWN - (self.placed >> 1))
        views.put(row, after + 1, OWN - (self.placed + 1 >> 1))
        views.put(row, after + 2, i64(not self.over))
        views.put(row, after + 3, self.seen.latest())
        views.put(row, after + 4, self.passes)
        if self.max_plies:
            views.put(row, after + 5, self.max_plies - self.plies)
        else:
            views.put(row, after + 5, MOST)
        if self.swap:
            views.put(row, after + 6, i64(self.plies == 1 and not self.over and self.placed == 1))

    def _count_tiles(self) -> None:
        """Sort the tiles; few have moved since the last time."""
        self.stale = False
        tiles, order, cells = self.tiles, self.order, self.sorted
        for i in range(TILES):
            tile = order[i]
            cell = tiles[i64(tile)]
            j: i64 = i
            while j > 0 and cells[j - 1] > cell:
                order[j] = order[j - 1]
                cells[j] = cells[j - 1]
                j -= 1
            order[j] = tile
            cells[j] = cell

    def _count_pawns(self) -> None:
        """Update the rank of each of the mover's pawns in reading order."""
        order, pawns, rank = self.order, self.pawns, self.rank
        first = OWN * self.mover
        for i in range(first, first + OWN):
            cell = pawns[i]
            before: i64 = 0
            for j in range(first, first + OWN):
                before += i64(pawns[j] < cell)
            rank[i] = before
            order[TILES + before] = u8(i)


def from_state(state: State, options: Options) -> FourCirclesRow:
    """Create the kernel for a position of the rules."""
    kernel = FourCirclesRow(options.max_plies, options.swap)
    kernel.set_up(state)
    kernel.save()
    return kernel
