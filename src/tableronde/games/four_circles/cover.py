"""The lid of the box: four stones in line on tiles that float."""

from tableronde.cover import Celebration, Cover
from tableronde.scene import Shape, circle, rectangle

SIDE = 17.0
PLACES = [(column, row) for row in range(4) for column in range(4)]
LINE = {(0, 3), (1, 2), (2, 1), (3, 0)}  # four in line, from corner to corner
OTHERS = {(1, 0): "red-stone", (2, 2): "red-stone", (0, 1): "red-stone", (3, 2): "red-stone"}


def _at(column: int, row: int) -> tuple[float, float]:
    lift = 0.9 if (column + row) % 2 else -0.9  # as if each tile floated by itself
    return (column - 1.5) * (SIDE + 1.6), (row - 1.5) * (SIDE + 1.6) - 15 + lift


def _tile(column: int, row: int) -> tuple[Shape, ...]:
    x, y = _at(column, row)
    name = f"{column} {row}"
    return (
        Shape(f"side {name}", rectangle(SIDE, SIDE, 2.4), "board-side", (x, y + 1.8)),
        Shape(f"tile {name}", rectangle(SIDE, SIDE, 2.4), "board-tile", (x, y)),
    )


def _stone(column: int, row: int, style: str, side: str) -> tuple[Shape, ...]:
    x, y = _at(column, row)
    name = f"{column} {row}"
    ring = "ring-dark" if style == "ivory" else "ring-light"
    return (
        Shape(f"edge {name}", circle(6.4), side, (x, y + 0.9)),
        Shape(f"stone {name}", circle(6.4), f"{style} plain", (x, y - 0.4)),
        Shape(f"ring {name}", circle(3.4), ring, (x, y - 0.4)),
    )


COVER = Cover(
    "#8f2f1d",
    tuple(shape for place in PLACES for shape in _tile(*place))
    + tuple(shape for place in sorted(LINE) for shape in _stone(*place, "ivory", "ivory-side"))
    + tuple(shape for place, style in OTHERS.items() for shape in _stone(*place, style, "red-side")),
    "#fbeeda",
)

CELEBRATION = Celebration((Shape("white", circle(4.8), "ivory plain"), Shape("red", circle(4.8), "red-stone")), "drop")
