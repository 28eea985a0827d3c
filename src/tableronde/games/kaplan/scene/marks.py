"""The drawings on the dial: positions, tokens by family, sarcophagi by metal, cards."""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin
from typing import Final

from tableronde.game import Seat
from tableronde.games.kaplan.rules.dial import BLANK, metals
from tableronde.scene import Point, Shape, circle, cross, polygon, rectangle, regular, star
from tableronde.text import NOTHING, Text, same
from tableronde.theme import Look

LOOKS: Final = {
    "offered": Look(stroke="#ffe08a", width=0.9),
    "dial-rim": Look(fill="#5a4028", stroke="#b08d3e", width=0.35, ink="#f3e3bd"),
    "dial-face": Look(fill="#2d221b", stroke="#b08d3e", width=0.3),
    "dial-core": Look(fill="#3a2c21", stroke="#b08d3e", width=0.3),
    "engraved": Look(fill="none", stroke="#b08d3e", width=0.16),
    "niche": Look(fill="#1c1511", stroke="#7d6430", width=0.16),
    "socket": Look(fill="#2b2018", stroke="#1d1714", width=0.18, opacity=0.55),
    "carved": Look(fill="none", stroke="#2b1a0c", width=0.3, ink="#2b1a0c"),
    "card-back": Look(fill="#7a3328", stroke="#e3c98b", width=0.25, pattern="hatch", ink="#f6e8c6"),
    "card-seal": Look(fill="#5a231b", stroke="#e3c98b", width=0.2, ink="#f6e8c6"),
    "die": Look(fill="#f3ead7", stroke="#8a6a1f", width=0.3, ink="#2b2320"),
    "on-dial": Look(ink="#f3e3bd"),
    "value-plate": Look(fill="#fffaf0", stroke="none", opacity=0.92, pattern="plain", ink="#2b2320", bold=True),
    "guilloche": Look(fill="none", stroke="#8a6f38", width=0.07),
    "lit": Look(fill="none", stroke="#ffe08a", width=1.1),  # can be pressed: the dial is dark in every theme but print
    "chosen": Look(fill="none", stroke="#fff6dc", width=1.9),
    "recent": Look(fill="none", stroke="#f3e3bd", width=0.35, dash=True),
    "pencil": Look(fill="none", stroke="#8d8271", width=0.25, dash=True, ink="#8d8271"),
}
CROWN: Final = 358.0  # distance of the sarcophagi from the centre
HALF: Final = ((0.0, -92.0), (48.0, -84.0), (66.0, -44.0), (44.0, 84.0), (0.0, 92.0))  # a sarcophagus' right half, head up
POSITIONS: Final = {"K": ((-30.0, -34.0), (30.0, -34.0), (0.0, 20.0)), "eye": ((-30.0, 8.0), (30.0, 8.0))}
TOKEN: Final = 29.0  # a token's radius on the dial
READABLE: Final = 36.0  # the smallest letters on the dial: it fills the width of a small phone


disc: Final = cache(circle)  # most shapes of the dial are round, in few sizes


def around(place: float, radius: float) -> Point:
    """A point on the dial: place 12 is at the top, as on a clock."""
    angle = (place / 6 - 0.5) * pi
    return radius * cos(angle), radius * sin(angle)


def beside(place: int, local: Point) -> Point:
    """A point given in the frame of a sarcophagus, whose head looks outwards."""
    angle, (x, y) = place * pi / 6, around(place, CROWN)
    return x + local[0] * cos(angle) - local[1] * sin(angle), y + local[0] * sin(angle) + local[1] * cos(angle)


@cache
def family(seat: Seat, radius: float) -> str:
    """The outline of a family of tokens, so that colour alone never matters."""
    outlines = (
        circle(radius),
        rectangle(1.75 * radius, 1.75 * radius, radius / 5),
        regular(3, 1.3 * radius),
        regular(6, 1.1 * radius),
        star(5, 1.3 * radius, 0.78 * radius),
        cross(1.08 * radius, 1.25 * radius),
        regular(4, 1.25 * radius),
        star(8, 1.2 * radius, 0.9 * radius),
    )
    return outlines[seat]


def token(
    id: str, seat: Seat, value: str, at: Point, radius: float = TOKEN, style: str = "", title: Text = NOTHING, word: str = ""
) -> Iterator[Shape]:
    """A token: its family's outline, and its value on a light plate if it is known."""
    yield Shape(id, family(seat, radius), f"seat{seat} {style}", at, title=title, word=word)
    if value:
        yield Shape(f"{id} value", disc(0.66 * radius), "value-plate", at, label=same(value), size=1.21 * radius)


def sarcophagus(place: int, side: str, title: Text, word: str) -> Iterator[Shape]:
    """A sarcophagus in its metal or metals, the mark of its side, and its betting positions."""
    at, turn, both = around(place, CROWN), 30.0 * place, metals(place)
    yield Shape(f"lid {place}", coffin(1.0), f"{both[0]}", at, turn, title=title, word=word)
    if len(both) == 2:
        yield Shape(f"lid {place} half", polygon(HALF), both[1], at, turn)
    mark = k_mark() if side == "K" else eye_mark()
    spot = beside(place, (0.0, 64.0) if side == "K" else (0.0, -46.0))
    yield Shape(f"mark {place}", mark, "carved", spot, turn if side == "eye" else 0.0)
    for i, position in enumerate(POSITIONS[side]):
        yield Shape(f"position {place} {i}", disc(TOKEN - 4), "socket", beside(place, position))


@cache
def coffin(scale: float) -> str:
    """The outline of a sarcophagus around the origin, head up."""
    right = [(x * scale, y * scale) for x, y in HALF]
    return polygon((*right, *((-x, y) for x, y in reversed(right[1:-1]))))


def halo(place: int, covered: bool, style: str) -> Shape:
    """A line around the thing on a place."""
    path = coffin(1.08) if covered else rectangle(140, 158, 18)
    return Shape(f"halo {place}", path, style, around(place, CROWN), 30.0 * place if covered else 0.0)


def k_mark() -> str:
    """A carved K."""
    return "M-7 -11L-7 11M7 -11L-7 1M-2 -3L8 11"


def eye_mark() -> str:
    """An eye: two arcs and a pupil."""
    return "M-34 0C-16 -22 16 -22 34 0C16 22 -16 22 -34 0Z" + circle(8.0) + "M-34 0L-46 8M34 0L46 8"


def letter_card(place: int, letter: str, title: Text) -> Iterator[Shape]:
    """A letter card face up, upright so that it can be read: a letter in its lens, or an empty lens."""
    at = around(place, CROWN)
    yield Shape(f"card {place}", rectangle(132, 146, 14), "paper", at, title=title)
    if letter == BLANK:
        yield Shape(f"lens {place}", circle(48), "paper hollow dashed", at)
    else:
        yield Shape(f"lens {place}", circle(48), "paper title thin", at, label=same(letter), size=72)


def card_back(place: int, title: Text, word: str) -> Iterator[Shape]:
    """A letter card face down, uncovered."""
    at = around(place, CROWN)
    yield Shape(f"card {place}", rectangle(132, 146, 14), "card-back", at, title=title, word=word)
    yield Shape(f"lens {place}", disc(32), "card-seal title", at, label=same("K"), size=42)


def die(id: str, number: int, at: Point, radius: float = 36.0, style: str = "die", title: Text = NOTHING) -> Shape:
    """A twelve-sided die, seen from above: ten corners and the number."""
    return Shape(id, regular(10, radius), f"{style} bold", at, label=same(str(number)), size=max(READABLE, radius), title=title)
