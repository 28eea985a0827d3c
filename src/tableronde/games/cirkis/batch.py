"""The kernel of CirKis for batches of games: its moves are numbers already; positions become bytes, as in `spaces`."""

from tableronde.flat import i64
from tableronde.games.cirkis.kernel import SEATS, CirkisKernel, Tables, tables
from tableronde.games.cirkis.rules import BY_LOT, Options, State
from tableronde.kernel import Luck
from tableronde.kernels.byte_rows import Page


class CirkisRow(CirkisKernel):
    """A position that can be written as an observation."""

    def __init__(self, seats: i64, known: Tables, options: Options) -> None:
        super().__init__(seats, known, options)
        self.begins: i64 = -1 if options.begins == BY_LOT else int(options.begins)

    def deal(self, luck: Luck) -> None:
        """Q6: the seat that was chosen begins, or one drawn at random."""
        for seat in range(SEATS):
            self.earlier[seat] = 0
        self.round = 0
        self.over = False
        self.winners = 0
        self._open(self.begins if self.begins >= 0 else luck.below(self.seats))

    def number_of(self, move: i64) -> i64:
        return move

    def move_of(self, number: i64) -> i64:
        return number

    def write_mask(self, masks: Page, row: i64) -> None:
        masks.wipe(row)
        for i in range(self.list_moves()):
            masks.put(row, self.moves[i], 1)

    def draw(self, luck: Luck) -> i64:
        return self.moves[luck.below(self.count)]

    def write_view(self, views: Page, row: i64) -> None:
        spaces: i64 = len(self.taken)
        views.wipe(row)
        for i in range(self.pieces):
            self._write_piece(views, row, self.laid[i], self._after(self.owner[i]) * spaces)
        if self.pieces:
            self._write_piece(views, row, self.laid[self.pieces - 1], self.seats * spaces)
        self._write_seats(views, row, (self.seats + 1) * spaces)

    def _write_piece(self, views: Page, row: i64, place: i64, plane: i64) -> None:
        cover = self.known.cover
        for i in range(cover.start[place], cover.start[place + 1]):
            views.put(row, plane + i64(cover.items[i]), 1)

    def _write_seats(self, views: Page, row: i64, start: i64) -> None:
        """Write the hands, the scores, the turn and what constrains the next move."""
        seats, shapes = self.seats, self.known.shapes
        scores = start + seats * shapes
        for seat in range(seats):
            after = self._after(seat)
            for shape in range(shapes):
                views.put(row, start + after * shapes + shape, self.left[seat * shapes + shape])
            views.put(row, scores + after, self.scores[seat])
            views.put(row, scores + seats + after, self.earlier[seat] + self.scores[seat])
        rest = scores + 2 * seats
        views.put(row, rest, i64(not self.over))
        views.put(row, rest + seats, i64(self.free))
        views.put(row, rest + seats + 1, i64(self.slivers > 0))
        views.put(row, rest + seats + 2, self.passes)

    def _after(self, seat: i64) -> i64:
        """The distance of a seat after the mover."""
        return seat - self.mover if seat >= self.mover else seat - self.mover + self.seats


def from_state(state: State, options: Options) -> CirkisRow:
    """Create the kernel for a position of the rules."""
    kernel = CirkisRow(len(state.now.held), tables(state.pieces, options.centre_circle), options)
    kernel.set_up(state)
    kernel.save()
    return kernel
