"""Pages: rows of bytes that compiled code writes and others read where they lie, without a copy.

Eight bytes lie in a machine word, the first of them in its lowest bits: so a row is wiped eight bytes at a time. Compiled, the words are
memory that numpy can look at; without a compiler they are a list. There a word whose last byte is above 127 is a large number, here a
negative one; the bytes are the same.
"""

from typing import Final

from tableronde.flat import i64, vec

MOST: Final[i64] = 255


class Page:
    """So many rows, each as long as the bytes asked for, rounded up to whole words."""

    def __init__(self, rows: i64, size: i64) -> None:
        self.width: i64 = (size + 7) >> 3  # words of a row
        self.words: vec[i64] = vec[i64]([0] * (rows * self.width))

    def wipe(self, row: i64) -> None:
        """Nothing but zeros in a row."""
        words = self.words
        for i in range(row * self.width, (row + 1) * self.width):
            words[i] = 0

    def put(self, row: i64, at: i64, number: i64) -> None:
        """Write a byte of a row, where so far is a zero; what is larger than a byte can say is as large as it can."""
        if number > MOST:
            number = MOST
        self.words[row * self.width + (at >> 3)] |= number << ((at & 7) << 3)

    def get(self, row: i64, at: i64) -> i64:
        """A byte of a row."""
        return self.words[row * self.width + (at >> 3)] >> ((at & 7) << 3) & 255
