"""Tokens in the picture: on the dial, in a hand, waiting. A token whose value is seen keeps its id wherever it goes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tableronde.game import Seat
from tableronde.games.kaplan.rules.dial import PLACES, TINTS
from tableronde.games.kaplan.rules.view import SeenPlace, View
from tableronde.games.kaplan.scene.marks import POSITIONS, TOKEN, beside, token
from tableronde.games.kaplan.texts import player
from tableronde.scene import Point, Shape
from tableronde.text import Text

Spot = tuple[str, int]  # where a token lies: ("p3", position), ("hand", i), ("waiting", i)
TINT_MARKS = dict(zip(TINTS, ("·", ":", "∴"), strict=True))  # Q25


def values_on(view: View, place: int) -> list[int | None]:
    """The values of the tokens on a place that this viewer knows, its own hidden ones included (Q14)."""
    own = iter([value for number, value in view.tokens if number == place])
    return [next(own) if seen.seat == view.seat else seen.value for seen in view.crown[place - 1].tokens]


def token_ids(view: View, seat: Seat) -> dict[Spot, str]:
    """The ids of a seat's visible tokens. Two tokens of the same value (R37) differ by a count."""
    ids, copies = {}, Counter[int]()
    for spot, value in _seen(view, seat):
        ids[spot] = f"token {seat} {value} {copies[value]}"
        copies[value] += 1
    return ids


def _seen(view: View, seat: Seat) -> Iterator[tuple[Spot, int]]:
    for place, there in zip(PLACES, view.crown, strict=True):
        for i, (seen, value) in enumerate(zip(there.tokens, values_on(view, place), strict=True) if there.tokens else ()):
            if seen.seat == seat and value:
                yield (f"p{place}", i), value
    yield from ((("hand", i), value) for i, value in enumerate(view.hand if seat == view.seat else ()))
    yield from ((("waiting", i), value) for i, value in enumerate(view.waiting[seat]))


def board_tokens(view: View, place: int, ids: Sequence[Mapping[Spot, str]]) -> Iterator[Shape]:
    """The tokens on a sarcophagus, with everybody's ids. Others' hidden tokens show their backs; the viewer's own have a dashed edge."""
    there = view.crown[place - 1]
    for i, (seen, value) in enumerate(zip(there.tokens, values_on(view, place), strict=True)):
        id = ids[seen.seat].get((f"p{place}", i), f"hidden {place} {i}")
        title = Text("Jeton de ", "Token of ") + player(seen.seat) + _value_text(value, seen.value is None)
        face = str(value) if value else TINT_MARKS.get(seen.tint, "")
        at, radius = _spot(place, there, i)
        yield from token(id, seen.seat, face, at, radius, "dashed" if seen.value is None else "", title)


def _spot(place: int, there: SeenPlace, position: int) -> tuple[Point, float]:
    """The place and size of a token; below the letter, once that is face up."""
    if there.letter is None:
        return beside(place, POSITIONS[there.face][position]), TOKEN
    return beside(place, (-30.0 + 60 * position, 62.0)), TOKEN


def _value_text(value: int | None, hidden: bool) -> Text:
    if value is None:
        return Text(", caché", ", hidden")
    return Text(f" : {value}, caché aux autres", f": {value}, hidden from the others") if hidden else Text(f" : {value}", f": {value}")
