"""Kernels: the rules of a game a second time, on flat integers, for programs that play millions of plies.

A kernel is one position that is played forward in place. Its moves are whole numbers; `list_moves` writes the legal ones
to the front of `moves`. `save` remembers a position and `restore` goes back to it any number of times: a
search plays thousands of games from one position. Each game estimates in its own way how good a position is (`share`)
and which moves are promising (`weigh`).

A game's folder offers its kernel as a module `kernel` with a function `from_state(state, options)`. A kernel must never
differ from the rules: tests play both side by side. This module and all kernels are compiled by mypyc where there is a
compiler (setup.py), and give the same results where there is none.
"""

from typing import Final

from tableronde.flat import i64, mypyc_attr, u8, vec
from tableronde.kernels.byte_rows import Page

_MULTIPLIER: Final[i64] = 25214903917
_MASK: Final[i64] = (1 << 48) - 1
OFTEN: Final[i64] = 15


class Luck:
    """Random numbers: a linear congruential generator modulo 2**48, of which only the upper bits are used."""

    def __init__(self, seed: i64) -> None:
        self._state: i64 = (seed ^ 0x5DEECE66D) & _MASK

    def below(self, bound: i64) -> i64:
        """Return a number from 0 to bound - 1."""
        self._state = (self._state * _MULTIPLIER + 11) & _MASK
        return ((self._state >> 17) * bound) >> 31

    def part(self) -> float:
        """Return a number from 0 to 1, 1 excluded."""
        return float(self.below(1 << 30)) / 1073741824.0


@mypyc_attr(allow_interpreted_subclasses=True)  # kernels of other authors are not compiled
class Kernel:
    """One position of a game: the base class of all kernels."""

    def __init__(self, seats: i64, most_moves: i64) -> None:
        """Create a kernel for this number of seats; no position may have more than `most_moves` moves."""
        self.seats: i64 = seats
        self.mover: i64 = 0  # the seat to move
        self.over: bool = False
        self.winners: i64 = 0  # the seats that share the win, as bits; 0 while the game goes on
        self.foretold: i64 = 0  # the same, if `share` has just found that the result of best play from here is certain
        self.thinker: i64 = -1  # the searching seat, if any: a game may assume that the others judge differently
        self.count: i64 = 0  # how many moves are listed
        self.moves: vec[i64] = vec[i64]([0] * most_moves)
        self.weights: vec[float] = vec[float]([0.0] * most_moves)

    def list_moves(self) -> i64:
        """Write the legal moves to the front of `moves` and return their number; 0 when the game is over."""
        raise NotImplementedError

    def play(self, move: i64) -> None:
        """Play a legal move."""
        raise NotImplementedError

    def save(self) -> None:
        """Remember the current position."""
        raise NotImplementedError

    def restore(self) -> None:
        """Go back to the position remembered last."""
        raise NotImplementedError

    def share(self, seat: i64) -> float:
        """Estimate a seat's share of the win, from 0 to 1, from the position alone, while the game goes on."""
        raise NotImplementedError

    def weigh(self) -> None:
        """Write to `weights` how promising each listed move looks, as positive numbers; by default all equal."""
        for i in range(self.count):
            self.weights[i] = 1.0

    def wins_at_once(self) -> i64:
        """Return 1 if one of the listed moves wins at once for the mover, 0 if none does, -1 if only playing them can tell."""
        return -1

    def action(self, move: i64) -> str:
        """Return a move as an action of the rules."""
        raise NotImplementedError

    def move(self, action: str) -> i64:
        """Return an action of the rules as a move."""
        raise NotImplementedError

    def final_share(self, seat: i64) -> float:
        """Return a seat's share of the win when the game is over."""
        return share_of(self.winners, seat)

    # For many games at once: a module `batch` in a game's folder offers a kernel with these methods as well

    def deal(self, luck: Luck) -> None:
        """Start a new game; chance draws in the same order as in the game's spaces."""
        raise NotImplementedError

    def number_of(self, move: i64) -> i64:
        """Return the number that the game's spaces give a legal move."""
        raise NotImplementedError

    def move_of(self, number: i64) -> i64:
        """Return the legal move of a number."""
        raise NotImplementedError

    def write_mask(self, masks: Page, row: i64) -> None:
        """List the legal moves, and write a 1 for the number of each."""
        masks.wipe(row)
        for i in range(self.list_moves()):
            masks.put(row, self.number_of(self.moves[i]), 1)

    def write_view(self, views: Page, row: i64) -> None:
        """Write the mover's observation, as the game's spaces encode it."""
        raise NotImplementedError

    def lean_on(self, first: "Kernel") -> None:
        """Share with another kernel of the same game the tables that never change and the buffers used within one call."""
        self.moves = first.moves
        self.weights = first.weights

    def draw(self, luck: Luck) -> i64:
        """Return the number of one of the moves marked last, chosen at random."""
        return self.number_of(self.moves[luck.below(self.count)])


class Seen:
    """Counts how often each position has occurred, by a hash; the latest ones can be taken back.

    One word holds all but the last four bits of the hash (at most 62 bits) and the count (at most 15), so that many games
    side by side need little memory.
    """

    def __init__(self) -> None:
        self.count: i64 = 0  # positions noted, repeated ones included
        self._slots: i64 = 1024
        self._hints: vec[u8] = vec[u8]([0] * self._slots)  # a few bits of each entry, 0 for none: most positions are new
        self._table: vec[i64] = vec[i64]([0] * self._slots)
        self._order: vec[i64] = vec[i64]([0] * self._slots)  # the slots used, in order

    def note(self, key: i64) -> i64:
        """Count a position and return how often it has occurred."""
        if 2 * self.count >= self._slots:
            self._enlarge()
        last: i64 = self._slots - 1
        at = (key >> 40) & last
        hint = u8(key >> 32 & 127 | 128)
        while self._hints[at] and (self._hints[at] != hint or (self._table[at] ^ key) > OFTEN):
            at = (at + 1) & last
        often: i64 = 1
        if self._hints[at]:
            often += self._table[at] & OFTEN
        self._hints[at] = hint
        self._table[at] = (key | OFTEN) - OFTEN + often
        self._order[self.count] = at
        self.count += 1
        return often

    def latest(self) -> i64:
        """Return how often the position noted last has occurred; 0 if none was noted."""
        if self.count == 0:
            return 0
        return self._table[self._order[self.count - 1]] & OFTEN

    def forget(self, count: i64) -> None:
        """Take back all but the first `count` positions."""
        while self.count > count:
            self.count -= 1
            at = self._order[self.count]
            self._table[at] -= 1
            if self._table[at] & OFTEN == 0:
                self._hints[at] = 0

    def _enlarge(self) -> None:
        """Double the number of slots."""
        keys = [self._table[self._order[i]] for i in range(self.count)]
        self._slots *= 2
        self.count = 0
        self._hints = vec[u8]([0] * self._slots)
        self._table = vec[i64]([0] * self._slots)
        self._order = vec[i64]([0] * self._slots)
        for key in keys:
            self.note(key)


def share_of(winners: i64, seat: i64) -> float:
    """Return a seat's share of a win that is shared by the seats of these bits."""
    if not winners >> seat & 1:
        return 0.0
    many: i64 = 0
    while winners:
        winners &= winners - 1
        many += 1
    return 1.0 / float(many)


def wander(kernel: Kernel, luck: Luck, plies: i64) -> i64:
    """Play up to this many random plies and return how many were played."""
    played: i64 = 0
    while played < plies and not kernel.over:
        kernel.play(kernel.moves[luck.below(kernel.list_moves())])
        played += 1
    return played


def perft(kernel: Kernel, depth: i64, line: list[i64]) -> i64:
    """Count the lines of play of this depth after `line`, played from the saved position."""
    kernel.restore()
    for move in line:
        kernel.play(move)
    count = kernel.list_moves()
    if depth == 1 or count == 0:
        return count
    moves = [kernel.moves[i] for i in range(count)]
    total: i64 = 0
    for move in moves:
        total += perft(kernel, depth - 1, [*line, move])
    return total
