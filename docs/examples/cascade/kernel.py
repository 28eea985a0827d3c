"""The kernel of Cascade: the rules a second time, on flat integers. A move is the number of a column."""

from tableronde.kernel import Kernel

from .rules import HEIGHT, WAYS, WIDTH, Options, State

ROW = WIDTH + 1  # a border keeps lines from continuing in the next row
CELLS = ROW * (HEIGHT + 2)
NOBODY = -1


class CascadeKernel(Kernel):
    """A position of Cascade."""

    def __init__(self, line: int) -> None:
        super().__init__(2, WIDTH)
        self.line = line
        self.owner = [NOBODY] * CELLS  # of the stone on each cell
        self.heights = [0] * WIDTH

    def list_moves(self) -> int:
        free = [] if self.over else [x for x in range(WIDTH) if self.heights[x] < HEIGHT]
        for i, x in enumerate(free):
            self.moves[i] = x
        self.count = len(free)
        return self.count

    def play(self, move: int) -> None:
        self.owner[self._top(move)] = self.mover
        self.heights[move] += 1
        self.settle(move, self.mover)
        self.mover = 1 - self.mover

    def settle(self, x: int, seat: int) -> None:
        """End the game if a seat's stone on top of a column wins it or fills the board."""
        if self._longest(self._top(x) - ROW, seat) >= self.line:
            self.over, self.winners = True, 1 << seat
        elif sum(self.heights) == WIDTH * HEIGHT:
            self.over, self.winners = True, 3  # both seats, as bits

    def save(self) -> None:
        self.kept = self.owner[:], self.heights[:], self.mover, self.over, self.winners

    def restore(self) -> None:
        owner, heights, self.mover, self.over, self.winners = self.kept
        self.owner, self.heights = owner[:], heights[:]

    def share(self, seat: int) -> float:
        """Estimate the share from stones in the middle, which are part of more lines."""
        weights = [8.0, 8.0]
        for x in range(WIDTH):
            for y in range(self.heights[x]):
                weights[self.owner[ROW * (y + 1) + x]] += 3 - abs(x - WIDTH // 2)
        return weights[seat] / sum(weights)

    def weigh(self) -> None:
        """Prefer moves that make a long line, or stop one of the opponent's."""
        for i in range(self.count):
            cell = self._top(self.moves[i])
            self.weights[i] = sum(3.0 ** self._longest(cell, seat) for seat in (0, 1))

    def action(self, move: int) -> str:
        return f"drop {move + 1}"

    def move(self, action: str) -> int:
        return int(action.split()[1]) - 1

    def _top(self, x: int) -> int:
        """Return the cell where the next stone in a column comes to lie."""
        return ROW * (self.heights[x] + 1) + x

    def _longest(self, cell: int, seat: int) -> int:
        """Return the length of the longest line through a seat's stone on a cell."""
        return max(1 + self._run(cell, dx + ROW * dy, seat) + self._run(cell, -dx - ROW * dy, seat) for dx, dy in WAYS)

    def _run(self, cell: int, step: int, seat: int) -> int:
        length = 0
        while self.owner[cell + step * (length + 1)] == seat:
            length += 1
        return length


def from_state(state: State, options: Options) -> CascadeKernel:
    """Return the kernel at a position of the rules."""
    kernel = CascadeKernel(options.line)
    for x, column in enumerate(state.columns):
        for y, seat in enumerate(column):
            kernel.owner[ROW * (y + 1) + x] = seat
        kernel.heights[x] = len(column)
    kernel.mover = state.mover
    if state.last is not None:
        kernel.settle(state.last, 1 - state.mover)
    kernel.save()
    return kernel
