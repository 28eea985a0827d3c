"""Exhaustive search over a kernel for forced wins, used in proofs.

A seat forces the win within some plies if it wins whatever the others answer: one of its own moves must win against all replies.
The search estimates nothing and leaves nothing out, so that a "no" is as certain as a "yes". A reply that refuted one
attempt is tried first against the next, because most attempts fail for the same reason.

Compiled by mypyc like the kernels; without a compiler the results are the same.
"""

from typing import Final

from tableronde.flat import i64, vec
from tableronde.kernel import Kernel

DEEPEST: Final[i64] = 64


class Force:
    """A search from a kernel's saved position, for the seat to move there or for another one."""

    def __init__(self, kernel: Kernel, seat: i64) -> None:
        self.kernel: Kernel = kernel
        self.seat: i64 = seat
        self.line: vec[i64] = vec[i64]([0] * DEEPEST)  # the moves played from the saved position
        self.length: i64 = 0
        self.spoilers: vec[i64] = vec[i64]([-1] * DEEPEST)  # the last reply that refuted a move, by the plies left

    def wins(self, plies: i64) -> bool:
        """Return whether the seat forces the win within this many plies."""
        self._go()
        return self._wins(plies)

    def winning(self, plies: i64, most: i64) -> list[i64]:
        """Return up to `most` moves at the saved position that force the win for the seat to move."""
        found: list[i64] = []
        for move in self._listed():
            if len(found) < most and self.wins_after(move, plies - 1):
                found.append(move)
        return found

    def wins_after(self, move: i64, plies: i64) -> bool:
        """Return whether the seat forces the win within this many plies after a move at the saved position."""
        self._push(move)
        won = self._wins(plies)
        self.length -= 1
        return won

    def spoiler(self, move: i64, plies: i64) -> i64:
        """Return a reply to a move at the saved position that prevents the win within this many more plies; -1 if there is none."""
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
        """Play the line from the saved position."""
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
        """Return whether another seat wins at once with one of these moves, and remember it."""
        for move in moves:
            self._push(move)
            self.length -= 1
            if self.kernel.over:
                self.spoilers[left] = move
                if self.kernel.winners != 1 << self.seat:
                    break
        return False

    def _tries(self, left: i64, own: bool, moves: list[i64]) -> bool:
        """Try all moves until one decides: a winning move of the seat, or a refuting reply of another."""
        first: i64 = -1 if own else self.spoilers[left]
        if first >= 0 and first in moves and not self.wins_after(first, left - 1):
            return False
        for move in moves:
            if move != first and self.wins_after(move, left - 1) == own:
                if not own:
                    self.spoilers[left] = move
                return own
        return not own
