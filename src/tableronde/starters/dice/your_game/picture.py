"""The picture: a lane for each player, the fields from left to right, and the die."""

from collections.abc import Iterator, Sequence

from tableronde.game import Seat
from tableronde.scene import Area, Point, Scene, Shape, circle, rectangle
from tableronde.text import Text, same

from .rules import HOME, SNAILS, State

FIELD, SNAIL, DIE = rectangle(9, 9, 2), circle(3.4), rectangle(8, 8, 1.5)
LANE = 20  # the height of a lane: a row for each snail


def draw(view: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw what a seat sees. `offers` are the snails that it can press now."""
    shapes = (*_fields(view), *_snails(view, seat, offers), *_die(view))
    area = Area("lanes", (0, 0, 10 * (HOME + 1), LANE * len(view.snails) + 12), shapes, Text("La piste", "The track"))
    return Scene((area,), (_caption(view),))


def _fields(view: State) -> Iterator[Shape]:
    for seat in range(len(view.snails)):
        for row in range(len(SNAILS)):
            for field in range(HOME + 1):
                style = "brass" if field == HOME else "wood" if field == 0 else "tile"
                yield Shape(f"field {seat} {row} {field}", FIELD, style, _at(seat, row, field))


def _snails(view: State, viewer: Seat | None, offers: Sequence[str]) -> Iterator[Shape]:
    for seat, fields in enumerate(view.snails):
        for row, (name, field) in enumerate(zip(SNAILS, fields, strict=True)):
            mine = seat == viewer
            style = f"seat{seat} press" if mine and name in offers else f"seat{seat}"
            title = Text(f"{name}, de {{{seat}}}, case {field}", f"{name}, of {{{seat}}}, field {field}")
            at, word = _at(seat, row, field), name if mine else ""
            yield Shape(f"snail {seat} {name}", SNAIL, style, at, label=same(name), size=4, title=title, word=word)


def _die(view: State) -> Iterator[Shape]:
    if view.die:
        at = (10 * (HOME + 1) / 2, LANE * len(view.snails) + 6)
        yield Shape("die", DIE, "ivory", at, label=same(str(view.die)), size=5, title=Text(f"Le dé : {view.die}", f"The die: {view.die}"))


def _at(seat: Seat, row: int, field: int) -> Point:
    return 10 * field + 5, LANE * seat + 10 * row + 5


def _caption(view: State) -> Text:
    home = [sum(field == HOME for field in fields) for fields in view.snails]
    told = ", ".join(f"{{{seat}}} {count}" for seat, count in enumerate(home))
    return Text(f"Escargots arrivés : {told}.", f"Snails at home: {told}.")
