"""The picture: the floes that are left, and the two players on them."""

from collections.abc import Sequence

from tableronde.game import Seat
from tableronde.scene import Area, Point, Scene, Shape, circle, rectangle
from tableronde.text import Text, same

from .rules import State, cells

FLOE, PLAYER = rectangle(9, 9, 2.5), circle(3)


def draw(view: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw what a seat sees. `picked` is the floe it is about to step to, `offers` what it can press now."""
    floes = [_floe(cell, picked, offers) for cell in cells(view.size) if cell not in view.sunk]
    players = [_player(view, seat, picked, owner) for owner in range(2)]
    board = Area("floes", (0, 0, 10 * view.size, 10 * view.size), (*floes, *players), Text("La banquise", "The ice"))
    left = len(floes) - 2
    return Scene((board,), (Text(f"Plaques libres : {left}.", f"Free floes: {left}."),))


def _floe(cell: str, picked: tuple[str, ...], offers: Sequence[str]) -> Shape:
    style = "ivory press" if cell in offers else "ivory picked" if cell in picked else "ivory"
    return Shape(f"floe {cell}", FLOE, style, _at(cell), title=same(cell), word=cell)


def _player(view: State, seat: Seat | None, picked: tuple[str, ...], owner: Seat) -> Shape:
    """Draw a player; the one that has picked a floe already stands there."""
    place = picked[0] if picked and owner == seat else view.places[owner]
    return Shape(f"player {owner}", PLAYER, f"seat{owner}", _at(place), title=Text(f"{{{owner}}}, en {place}", f"{{{owner}}} on {place}"))


def _at(cell: str) -> Point:
    """Return the middle of a floe."""
    return 10 * (ord(cell[0]) - ord("a")) + 5, 10 * int(cell[1]) - 5
