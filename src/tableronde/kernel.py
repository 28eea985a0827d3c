"""A kernel: a game's rules once more, on flat integers, for programs that play millions of plies.

A kernel is one position that is played forward in place. Its moves are whole numbers; `list_moves` writes those that are
legal now to the front of `moves`. `save` remembers a position and `restore` goes back to it, as often as one likes: a
search plays thousands of games from one position. What a position promises and which moves look good is each game's own
knowledge: `share` and `weigh`.

A game's folder offers its kernel as a module `kernel` with a function `from_state(state, options)`. A kernel must never
differ from the rules: tests play both side by side. This module and all kernels are compiled by mypyc where there is a
compiler (setup.py), and give the same results where there is none.
"""

from typing import Final

from tableronde.flat import i64, mypyc_attr, u8, vec
from tableronde.pages import Page

_MULTIPLIER: Final[i64] = 25214903917
_MASK: Final[i64] = (1 << 48) - 1
OFTEN: Final[i64] = 15


class Luck:
    """Random numbers: a linear congruence modulo 2 to the 48, of which only the upper bits are used."""

    def __init__(self, seed: i64) -> None:
        self._state: i64 = (seed ^ 0x5DEECE66D) & _MASK

    def below(self, bound: i64) -> i64:
        """A number from 0 to bound - 1."""
        self._state = (self._state * _MULTIPLIER + 11) & _MASK
        return ((self._state >> 17) * bound) >> 31

    def part(self) -> float:
        """A number from 0 to 1, 1 excluded."""
        return float(self.below(1 << 30)) / 1073741824.0


@mypyc_attr(allow_interpreted_subclasses=True)  # a stranger's kernel is not compiled
class Kernel:
    """One position of a game. The base class knows what all kernels have in common."""

    def __init__(self, seats: i64, most_moves: i64) -> None:
        """For so many seats; no position may have more moves than that."""
        self.seats: i64 = seats
        self.mover: i64 = 0  # the seat to move
        self.over: bool = False
        self.winners: i64 = 0  # the seats that share the win, as bits; 0 while the game goes on
        self.foretold: i64 = 0  # the same, if `share` has just found out that the best play from here is known for certain
        self.thinker: i64 = -1  # the seat that is searching, if one is: a game may take the others to judge otherwise than it does itself
        self.count: i64 = 0  # how many moves are listed
        self.moves: vec[i64] = vec[i64]([0] * most_moves)
        self.weights: vec[float] = vec[float]([0.0] * most_moves)

    def list_moves(self) -> i64:
        """Write the legal moves to the front of `moves`, and give their number; 0 when the game is over."""
        raise NotImplementedError

    def play(self, move: i64) -> None:
        """Play a legal move."""
        raise NotImplementedError

    def save(self) -> None:
        """Remember the present position."""
        raise NotImplementedError

    def restore(self) -> None:
        """Go back to the position remembered last."""
        raise NotImplementedError

    def share(self, seat: i64) -> float:
        """A seat's share of the win, from 0 to 1: a guess from the position alone, while the game goes on."""
        raise NotImplementedError

    def weigh(self) -> None:
        """How promising each of the listed moves looks at first sight: `weights`, positive; all alike unless a game knows better."""
        for i in range(self.count):
            self.weights[i] = 1.0

    def wins_at_once(self) -> i64:
        """Whether one of the listed moves wins at once for the mover: 1 if so, 0 if not, -1 if that can only be told by playing them."""
        return -1

    def action(self, move: i64) -> str:
        """A move as the action of the rules."""
        raise NotImplementedError

    def move(self, action: str) -> i64:
        """An action of the rules as a move."""
        raise NotImplementedError

    def final_share(self, seat: i64) -> float:
        """A seat's share of the win when the game is over."""
        return share_of(self.winners, seat)

    # For many games at once: a module `batch` in a game's folder offers a kernel that can do this, too

    def deal(self, luck: Luck) -> None:
        """Begin anew; what chance decides is drawn in the order in which the game's spaces draw it."""
        raise NotImplementedError

    def number_of(self, move: i64) -> i64:
        """A legal move as the number of the game's spaces."""
        raise NotImplementedError

    def move_of(self, number: i64) -> i64:
        """The legal move of a number."""
        raise NotImplementedError

    def write_mask(self, masks: Page, row: i64) -> None:
        """List the legal moves, and write a 1 for the number of each."""
        masks.wipe(row)
        for i in range(self.list_moves()):
            masks.put(row, self.number_of(self.moves[i]), 1)

    def write_view(self, views: Page, row: i64) -> None:
        """Write what the mover sees, as the game's spaces tell it."""
        raise NotImplementedError

    def lean_on(self, first: "Kernel") -> None:
        """Share with another game of the same kind whatever is the same in all, and what only one call at a time writes to."""
        self.moves = first.moves
        self.weights = first.weights

    def draw(self, luck: Luck) -> i64:
        """The number of one of the moves marked last, by lot."""
        return self.number_of(self.moves[luck.below(self.count)])


class Seen:
    """How often each position has occurred, by a number that stands for it; the last ones can be taken back.

    All but the last four bits of the number (62 at most), and how often it has occurred (15 times at most) lie in one word: so that games
    side by side need little memory.
    """

    def __init__(self) -> None:
        self.count: i64 = 0  # positions noted, repeated ones included
        self._slots: i64 = 1024
        self._hints: vec[u8] = vec[u8]([0] * self._slots)  # a few bits of what is in the table, 0 for nothing: most positions are new
        self._table: vec[i64] = vec[i64]([0] * self._slots)
        self._order: vec[i64] = vec[i64]([0] * self._slots)  # where in it, in order

    def note(self, key: i64) -> i64:
        """Count a position; how often it has occurred."""
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
        """How often the position noted last has occurred; 0 if none was noted."""
        if self.count == 0:
            return 0
        return self._table[self._order[self.count - 1]] & OFTEN

    def forget(self, count: i64) -> None:
        """Take back all but the first so many."""
        while self.count > count:
            self.count -= 1
            at = self._order[self.count]
            self._table[at] -= 1
            if self._table[at] & OFTEN == 0:
                self._hints[at] = 0

    def _enlarge(self) -> None:
        """Make room for twice as many."""
        keys = [self._table[self._order[i]] for i in range(self.count)]
        self._slots *= 2
        self.count = 0
        self._hints = vec[u8]([0] * self._slots)
        self._table = vec[i64]([0] * self._slots)
        self._order = vec[i64]([0] * self._slots)
        for key in keys:
            self.note(key)


def share_of(winners: i64, seat: i64) -> float:
    """A seat's share of a win that the seats of these bits have in common."""
    if not winners >> seat & 1:
        return 0.0
    many: i64 = 0
    while winners:
        winners &= winners - 1
        many += 1
    return 1.0 / float(many)


def wander(kernel: Kernel, luck: Luck, plies: i64) -> i64:
    """Play on at random, at most so many plies; how many were played."""
    played: i64 = 0
    while played < plies and not kernel.over:
        kernel.play(kernel.moves[luck.below(kernel.list_moves())])
        played += 1
    return played


def perft(kernel: Kernel, depth: i64, line: list[i64]) -> i64:
    """How many lines of play of a length there are after `line`, played from the saved position."""
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
