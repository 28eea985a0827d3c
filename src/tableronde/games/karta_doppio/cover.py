"""The lid of the box: two clear sheets, one over the other, with points that show through."""

from math import cos, pi, sin

from tableronde.cover import Celebration, Cover
from tableronde.scene import Point, Shape, circle, rectangle, regular
from tableronde.theme import Look

COLOURS = {
    "cover-clear": Look(fill="#f6f7ee", opacity=0.26, stroke="#f6f7ee", width=0.7),
    "cover-square": Look(fill="#f6f7ee", opacity=0.12, stroke="#f6f7ee", width=0.25),
    "cover-blue": Look(fill="#4a86d0", stroke="#142c4d", width=0.5),
    "cover-red": Look(fill="#cf4a34", stroke="#551409", width=0.5),
}
STEP = 17.0
SHEETS = (((-11.0, -22.0), -14.0, "cover-blue"), ((11.0, -8.0), 10.0, "cover-red"))
MARKS = {"cover-blue": regular(4, 6.6), "cover-red": circle(5.2)}
POINTS = ((0, 0), (1, 1), (0, 2), (1, 2))


def _turned(x: float, y: float, degrees: float) -> Point:
    angle = degrees * pi / 180
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def _sheet(middle: Point, turn: float, style: str) -> tuple[Shape, ...]:
    def place(column: int, row: int) -> Point:
        x, y = _turned((column - 0.5) * STEP, (row - 1) * STEP, turn)
        return middle[0] + x, middle[1] + y

    squares = [(column, row) for row in range(3) for column in range(2)]
    return (
        Shape(f"{style} sheet", rectangle(2 * STEP + 5, 3 * STEP + 5, 3.5), "cover-clear", middle, turn),
        *(Shape(f"{style} {c} {r}", rectangle(STEP - 1.6, STEP - 1.6, 1.6), "cover-square", place(c, r), turn) for c, r in squares),
        *(Shape(f"{style} point {c} {r}", MARKS[style], style, place(c, r)) for c, r in POINTS),
    )


COVER = Cover("#2c5a3f", tuple(shape for sheet in SHEETS for shape in _sheet(*sheet)), "#f4efd9", COLOURS)

CELEBRATION = Celebration(
    (
        Shape("sheet", rectangle(8, 12, 1), "cover-clear"),
        Shape("red", circle(3.2), "cover-red"),
        Shape("blue", regular(4, 4.2), "cover-blue"),
    ),
    "fall",
)
