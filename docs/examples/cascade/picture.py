"""The picture of Cascade."""

from collections.abc import Sequence

from tableronde.game import Seat
from tableronde.scene import Area, Scene, Shape, circle, rectangle
from tableronde.text import Text

from .rules import HEIGHT, WIDTH, State


def draw(view: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw the columns, which can be pressed, and the stones in them."""
    columns = [_column(x, str(x + 1) in offers) for x in range(WIDTH)]
    stones = [
        Shape(f"stone {x} {y}", circle(0.42), f"seat{owner}", (float(x), -float(y)))
        for x, column in enumerate(view.columns)
        for y, owner in enumerate(column)
    ]
    return Scene((Area("board", (-1, -HEIGHT, WIDTH + 1, HEIGHT + 1), (*columns, *stones), Text("Les colonnes", "The columns")),))


def _column(x: int, offered: bool) -> Shape:
    at, title = (float(x), (1 - HEIGHT) / 2), Text(f"Colonne {x + 1}", f"Column {x + 1}")
    path = rectangle(0.94, HEIGHT, 0.2)
    return Shape(f"column {x}", path, "wood press" if offered else "wood", at, title=title, word=str(x + 1))
