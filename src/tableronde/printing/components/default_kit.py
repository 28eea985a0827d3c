"""Make a kit for a game that has none, from its pictures during a game.

Shapes that never move are the board; shapes that move, appear or vanish, and differ from the board, are pieces.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Final

from tableronde.box import Box
from tableronde.kit import Component, Kit, Wish, enlarged, moved, size
from tableronde.play.arena import SEED, stroll
from tableronde.printing import strings
from tableronde.printing.paper_sizes import PAPER
from tableronde.scene import Area, Shape, rectangle
from tableronde.table import Table
from tableronde.text import NOTHING

EVENTS: Final = 60  # events of a game played to see what moves
SMALLEST: Final = 9.0  # width of a piece, in millimetres
LARGEST: Final = 0.6  # part of the board: larger shapes are not pieces
MARKS: Final = frozenset({"press", "picked", "last", "win", "mark", "halo", "ghost"})  # style words for what happens to a piece


def plain_kit(box: Box, wish: Wish) -> Kit:
    """Make a kit of the board and pieces as the game draws them."""
    table = _played(box)
    moments = [table.at(ply).draw().named(table.names) for ply in range(table.plies + 1)]
    boards = [moment.areas[0] for moment in moments]
    still = _still(boards)
    pieces = _pieces(_seen(table, boards, still), boards[0])
    alike = {(piece.path, piece.style, piece.label) for piece in pieces}
    fixed = [shape for shape in still if (shape.path, shape.style, shape.label) not in alike]
    pieces = _pieces(_seen(table, boards, fixed), boards[0])  # including those that did not move in this game
    field = PAPER[wish.paper].field
    _, _, wide, high = boards[0].box
    factor = min(field.width / wide, field.height / high)
    factor = max([factor, *(SMALLEST / min(size(piece.path)) for piece in pieces)])
    board = [_board(boards[0], fixed, factor)] if fixed else []
    return Kit((*board, *(_component(piece, count, factor) for piece, count in pieces.items())))


def _played(box: Box) -> Table:
    """Play a random game with the most players, long enough to see what moves."""
    rng = Random(SEED)
    table = Table(box, max(box.game_type.players), rng=rng)
    while table.plies < EVENTS and table.legal():
        stroll(table, rng)
    return table


def _still(boards: Iterable[Area]) -> list[Shape]:
    """Return the shapes that are on all boards at the same place."""
    first, *others = ({shape.id: _bare(shape) for shape in board.shapes} for board in boards)
    places = [{id: (shape.path, shape.at, shape.turn) for id, shape in each.items()} for each in others]
    return [shape for id, shape in first.items() if all(place.get(id) == (shape.path, shape.at, shape.turn) for place in places)]


def _seen(table: Table, boards: Iterable[Area], fixed: Iterable[Shape]) -> Iterator[Shape]:
    """Yield all other shapes: on the board, and then in each seat's own areas as it sees them."""
    known = {shape.id for shape in fixed}
    yield from (shape for board in boards for shape in board.shapes if shape.id not in known)
    for ply in range(table.plies + 1):
        then = table.at(ply)
        for seat in range(table.game.seats):
            yield from (shape for area in then.draw(seat).areas if area.seat == seat for shape in area.shapes)


def _pieces(seen: Iterable[Shape], board: Area) -> Counter[Shape]:
    """Count the pieces, each as it was first seen, by their look."""
    limit = LARGEST * min(board.box[2:])
    first: dict[str, Shape] = {}
    for shape in seen:
        if shape.path.endswith("Z") and max(size(shape.path)) <= limit and "ghost" not in shape.style.split():
            first.setdefault(shape.id, shape)
    named = [shape for shape in first.values() if shape.title != NOTHING] or list(
        first.values()
    )  # pieces have titles, their shadows do not
    return Counter(replace(_bare(shape), id="piece", at=(0.0, 0.0), turn=0.0, title=NOTHING, word="", jot="") for shape in named)


def _bare(shape: Shape) -> Shape:
    """Return a shape without the style words for what happens to it."""
    return replace(shape, style=" ".join(word for word in shape.style.split() if word not in MARKS))


def _board(area: Area, fixed: Iterable[Shape], factor: float) -> Component:
    x, y, wide, high = (factor * side for side in area.box)
    outline = moved(rectangle(wide, high), (x + wide / 2, y + high / 2))
    return Component(
        strings.BOARD if area.title == NOTHING else area.title, outline, 1, enlarged(fixed, factor), unit=min(wide, high) / 100
    )


def _component(piece: Shape, count: int, factor: float) -> Component:
    [drawn] = enlarged([piece], factor)
    return Component(strings.PIECE, drawn.path, count, (drawn,), unit=max(0.4, min(size(drawn.path)) / 40))
