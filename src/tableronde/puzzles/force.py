"""What can be forced: an exhaustive search over a kernel, for proofs.

A seat forces the win within so many plies if it wins whatever the others answer: of its own moves one must do, of the others' moves
all are looked at. Nothing is guessed and nothing left out, so that a "no" is as certain as a "yes". A reply that spoilt one
attempt is tried first on the next: most attempts fail for the same reason.

Compiled by mypyc like the kernels; where it is not, the results are the same.
"""

from typing import Final

from tableronde.flat import i64, vec
from tableronde.kernel import Kernel

DEEPEST: Final[i64] = 64


class Force:
    """The search from a kernel's saved position for the seat that is to move there, or for another."""

    def __init__(self, kernel: Kernel, seat: i64) -> None:
        self.kernel: Kernel = kernel
        self.seat: i64 = seat
        self.line: vec[i64] = vec[i64]([0] * DEEPEST)  # the moves played from the saved position
        self.length: i64 = 0
        self.spoilers: vec[i64] = vec[i64]([-1] * DEEPEST)  # the reply that helped last, by the plies left

    def wins(self, plies: i64) -> bool:
        """Whether the seat forces the win within so many plies."""
        self._go()
        return self._wins(plies)

    def winning(self, plies: i64, most: i64) -> list[i64]:
        """The moves at the saved position after which the seat, whose turn it is, still forces the win; so many of them at most."""
        found: list[i64] = []
        for move in self._listed():
            if len(found) < most and self.wins_after(move, plies - 1):
                found.append(move)
        return found

    def wins_after(self, move: i64, plies: i64) -> bool:
        """Whether the seat forces the win within so many plies once a move has been played at the saved position."""
        self._push(move)
        won = self._wins(plies)
        self.length -= 1
        return won

    def spoiler(self, move: i64, plies: i64) -> i64:
        """A reply to a move at the saved position after which the seat does not force the win within so many plies more; -1 if none."""
        self._push(move)
        found: i64 = -1
        if not self.kernel.over and self.kernel.mover != self.seat and not self._wins(plies):
            found = self.spoilers[plies]
        self.length -= 1
        return found

    def _listed(self) -> list[i64]:
        self._go()
        return [self.kernel.moves[i] for i in range(self.kernel.list_moves())]

    def _go(self) -> None:
        """The kernel to where the line leads."""
        self.kernel.restore()
        for i in range(self.length):
            self.kernel.play(self.line[i])

    def _push(self, move: i64) -> None:
        self.line[self.length] = move
        self.length += 1
        self._go()

    def _wins(self, left: i64) -> bool:
        kernel = self.kernel
        if kernel.over:
            return kernel.winners == 1 << self.seat
        if left == 0:
            return False
        own = kernel.mover == self.seat
        count = kernel.list_moves()
        at_once = kernel.wins_at_once()
        if own and (at_once == 1 or (at_once == 0 and left == 1)):
            return at_once == 1
        moves = [kernel.moves[i] for i in range(count)]
        return self._tries(left, own, moves) if own or at_once != 1 else self._ends(left, moves)

    def _ends(self, left: i64, moves: list[i64]) -> bool:
        """Note with which of these moves another wins at once."""
        for move in moves:
            self._push(move)
            self.length -= 1
            if self.kernel.over:
                self.spoilers[left] = move
                if self.kernel.winners != 1 << self.seat:
                    break
        return False

    def _tries(self, left: i64, own: bool, moves: list[i64]) -> bool:
        """Look at all moves until one decides: a win of one's own, or another's reply that spoils it."""
        first: i64 = -1 if own else self.spoilers[left]
        if first >= 0 and first in moves and not self.wins_after(first, left - 1):
            return False
        for move in moves:
            if move != first and self.wins_after(move, left - 1) == own:
                if not own:
                    self.spoilers[left] = move
                return own
        return not own
