"""Names of squares and cards. Squares keep their names when the table grows, so that the log stays right."""

from typing import Final

from tableronde.games.karta_doppio.rules.cards import Cell, Colour, Mark, Pose
from tableronde.text import Text, join, same

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
START: Final = 12  # offset of columns and rows: the lower left square of the first card is M13
ROUND: Final = 2 * len(LETTERS)  # names repeat after that many columns: no table is that large
COLOUR: Final[dict[Colour, Text]] = {"red": Text("rouge", "red"), "blue": Text("bleu", "blue")}
_EMPTY: Final = Text("vide", "empty")
_ROWS: Final = {
    3: (Text("en haut", "top"), Text("au milieu", "middle"), Text("en bas", "bottom")),
    2: (Text("en haut", "top"), Text("en bas", "bottom")),
}


def column(x: int) -> str:
    """The letters of a column: A to Z, then AA to AZ."""
    twice, letter = divmod((x + START) % ROUND, len(LETTERS))
    return "A" * twice + LETTERS[letter]


def row(y: int) -> str:
    """The number of a row, counted upwards from 1."""
    return str((y + START) % ROUND + 1)


def square(cell: Cell) -> str:
    """The name of a square: "M13"."""
    return column(cell[0]) + row(cell[1])


def pattern(pose: Pose) -> Text:
    """A card row by row as it is held, for players who cannot see it: "top empty red, middle blue empty, bottom red empty"."""
    (width, height), marks = pose.size, dict(pose.marks)
    rows = [[_mark(marks[i, j]) for i in range(width)] for j in reversed(range(height))]
    described = (where + same(" ") + join(row) for where, row in zip(_ROWS[height], rows, strict=True))
    return join(described, same(", "))


def _mark(mark: Mark) -> Text:
    return COLOUR[mark] if mark else _EMPTY
