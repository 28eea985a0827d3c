"""Rows of bytes that compiled code writes and numpy reads without a copy.

A machine word holds eight bytes, the first of them in its lowest bits, so that a row is cleared eight bytes at a time. Compiled, the
words are memory that numpy can read; without a compiler they are a list. A word whose last byte is above 127 is negative in the
compiled form and a large number in the list; the bytes are the same.
"""

from typing import Final

from tableronde.flat import i64, vec

MOST: Final[i64] = 255


class Page:
    """A number of rows, each of the size asked for, rounded up to whole words."""

    def __init__(self, rows: i64, size: i64) -> None:
        self.width: i64 = (size + 7) >> 3  # words in a row
        self.words: vec[i64] = vec[i64]([0] * (rows * self.width))

    def wipe(self, row: i64) -> None:
        """Fill a row with zeros."""
        words = self.words
        for i in range(row * self.width, (row + 1) * self.width):
            words[i] = 0

    def put(self, row: i64, at: i64, number: i64) -> None:
        """Write a byte of a row where there is a zero so far; larger numbers are cut to 255."""
        if number > MOST:
            number = MOST
        self.words[row * self.width + (at >> 3)] |= number << ((at & 7) << 3)

    def get(self, row: i64, at: i64) -> i64:
        """Return a byte of a row."""
        return self.words[row * self.width + (at >> 3)] >> ((at & 7) << 3) & 255
