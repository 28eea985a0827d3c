"""The picture of the Ford: the river, with the seat's own bank below, and the stones on it."""

from collections.abc import Iterator, Sequence

from tableronde.game import Seat
from tableronde.scene import Area, Scene, Shape, circle, regular
from tableronde.text import Text, same

from .board import AHEAD, CELLS, centre
from .rules import State


def draw(view: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw the river with everything that can be pressed."""
    on = {cell: (owner, i) for owner, cells in enumerate(view.stones) for i, cell in enumerate(cells) if cell}
    shapes = [_hexagon(cell, seat, " press" if cell in offers and cell not in on else "", cell not in on) for cell in CELLS]
    shapes += [_stone(cell, *on[cell], seat, _marks(view, cell, picked, offers)) for cell in sorted(on, key=on.__getitem__)]
    left = [sum(map(bool, cells)) for cells in view.stones]
    caption = Text(f"Pierres : {left[0]} pour {{0}}, {left[1]} pour {{1}}.", f"Stones: {left[0]} for {{0}}, {left[1]} for {{1}}.")
    return Scene((Area("river", (-8.5, -9, 17, 18), tuple(shapes), Text("La rivière", "The river")),), (caption,))


def _hexagon(cell: str, seat: Seat | None, mark: str, empty: bool) -> Shape:
    style = "felt" if AHEAD[0][cell] and AHEAD[1][cell] else "wood"
    return Shape(f"hexagon {cell}", regular(6, 0.97, 30), style + mark, centre(cell, seat), title=same(cell), word=cell if empty else "")


def _stone(cell: str, owner: Seat, i: int, seat: Seat | None, marks: str) -> Shape:
    title = Text(f"{cell}, pierre de {{{owner}}}", f"{cell}, a stone of {{{owner}}}")
    return Shape(f"stone {owner} {i}", circle(0.62), f"seat{owner}{marks}", centre(cell, seat), title=title, word=cell)


def _marks(view: State, cell: str, picked: tuple[str, ...], offers: Sequence[str]) -> str:
    return "".join(_mark(view, cell, picked, offers))


def _mark(view: State, cell: str, picked: tuple[str, ...], offers: Sequence[str]) -> Iterator[str]:
    if view.last.endswith(cell):
        yield " last"
    if cell in offers:
        yield " press"
    if cell in picked:
        yield " picked"
