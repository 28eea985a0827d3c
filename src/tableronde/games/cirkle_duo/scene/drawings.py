"""Drawings of symbols, pegs, cards, dice and hats, as shapes around a place."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from tableronde.games.cirkle_duo.names import INITIALS, card_name, name
from tableronde.games.cirkle_duo.rules.pieces import BLACK, VALUES, Piece, hat_word
from tableronde.scene import Point, Shape, circle, cross, rectangle, regular
from tableronde.text import NOTHING, Text, same
from tableronde.theme import Look

LOOKS: Final = {
    "ink-black": Look(fill="#231c1a", stroke="#8a7a63", pattern="grid", ink="#ffffff"),
    "edge": Look(stroke="#2b2320", width=0.35),
    "hat": Look(fill="#241f2b", stroke="#a79db3", width=0.35),
    "crown-top": Look(fill="#463d52", stroke="#a79db3", width=0.25),
    "ribbon": Look(fill="#a8382b", stroke="#0e0b12", width=0.2),
    "veil": Look(fill="#000000", opacity=0.0),
    "rim": Look(stroke="#d3ac52", width=0.55),
    "asleep": Look(opacity=0.3, stroke="#6f9080"),
    "dream": Look(ink="#e9dfc9", bold=True),
    "place": Look(fill="#1b3a30", stroke="#3f6a59", width=0.25),
    "number": Look(ink="#a9c4b5"),
    "stitch": Look(stroke="#3f6a59", width=0.25, dash=True),
    "wood-side": Look(fill="#b9a47e", stroke="#6d5f49"),
    "die": Look(fill="#f3ead7", stroke="#6d5f49", width=0.5, ink="#2b2320"),
    "back": Look(fill="#6a2f3f", stroke="#f0dfc0", width=0.5, pattern="hatch", ink="#ffffff"),
    "dark": Look(ink="#2b2320"),
    "glow": Look(fill="#c9a13b", opacity=0.4, stroke="#c9a13b", width=0.4),
    "nearly": Look(stroke="#c9a13b", width=0.35, dash=True),
}
COLOUR_STYLES: Final = {"P": "purple", "B": "blue", "G": "green", "Y": "yellow", BLACK: "ink-black"}

# A top hat seen a little from above: the whole outline, its flat top, its ribbon.
_HAT: Final = (
    "M-3.2 2.1C-3.2 0.5 -3.9 -2.2 -3.9 -4.2C-2.2 -5.1 2.2 -5.1 3.9 -4.2C3.9 -2.2 3.2 0.5 3.2 2.1"
    "C4.6 2.2 5.5 2.5 5.5 3.1C5.5 5.1 -5.5 5.1 -5.5 3.1C-5.5 2.5 -4.6 2.2 -3.2 2.1Z"
)
_TOP: Final = "M-3.9 -4.2C-2.2 -5.1 2.2 -5.1 3.9 -4.2C2.2 -3.3 -2.2 -3.3 -3.9 -4.2Z"
_RIBBON: Final = "M-3.3 1C-1.8 1.8 1.8 1.8 3.3 1L3.2 2.7C1.8 3.5 -1.8 3.5 -3.2 2.7Z"
_OVAL: Final = "M-5 0C-5 -1.9 5 -1.9 5 0C5 1.9 -5 1.9 -5 0Z"


@lru_cache(512)  # most hats have not moved
def hat(place: int, at: Point, style: str = "", turn: float = 0.0, title: Text = NOTHING, offered: bool = False) -> tuple[Shape, ...]:
    """A magician's hat: all sixteen are identical. The target over it is large enough for a finger."""
    return (
        Shape(f"hat {place}", _HAT, f"hat {style}", at, turn),
        Shape(f"top {place}", _TOP, f"crown-top {style}", at, turn),
        Shape(f"ribbon {place}", _RIBBON, f"ribbon {style}", at, turn),
        Shape(f"brim {place}", _HAT, "veil press rim" if offered else "veil", at, turn),
        Shape(f"veil {place}", rectangle(13.6, 13.6, 3), "veil", (at[0], at[1] + 0.6), title=title, word=hat_word(place)),
    )


@cache
def spot(place: int, at: Point) -> tuple[Shape, ...]:
    """The place a hat stands on, and its number."""
    number = Shape(f"number {place}", style="number", at=(at[0] - 5.6, at[1] + 5.6), label=same(hat_word(place)), size=2.8)
    return Shape(f"place {place}", _OVAL, "place", (at[0], at[1] + 3.0)), number


def peg(id: str, piece: Piece, at: Point, where: Text, style: str = "") -> Iterator[Shape]:
    """A peg: a turned piece of wood with its symbol and the initials of its colour. Its label for screen readers names its place."""
    yield Shape(f"{id} side", circle(3.5), f"wood-side {style}", (at[0], at[1] + 0.7))
    yield Shape(id, circle(3.5), f"ivory {style}", at, title=where + name(piece))
    yield from symbol(id, piece, (at[0], at[1] - 1.3), 1.55, style)
    yield Shape(f"{id} initials", style="dark bold", at=(at[0], at[1] + 1.95), label=INITIALS[piece[0]], size=2.8)


def big_card(card: Piece, at: Point) -> Iterator[Shape]:
    """The card of the turn, large, with its value in two corners and its initials in the others."""
    (x, y), value = at, same(str(VALUES[card]))
    yield Shape(f"card {card}", rectangle(16, 23, 1.6), "paper", at, title=card_name(card))
    yield from symbol(f"card {card}", card, at, 5)
    for sign in (-1, 1):
        yield Shape(f"card {card} value {sign}", style="dark title", at=(x + sign * 5.4, y + sign * 8.8), label=value, size=3)
        yield Shape(f"card {card} initials {sign}", style="dark", at=(x - sign * 5.4, y + sign * 8.8), label=INITIALS[card[0]], size=2.3)


@cache
def small_card(id: str, piece: Piece, at: Point) -> tuple[Shape, ...]:
    """A piece in a hand."""
    initials = Shape(f"{id} initials", style="dark", at=(at[0] + 1.15, at[1]), label=INITIALS[piece[0]], size=1.8)
    plate = Shape(id, rectangle(4.6, 3.3, 0.5), "paper", at, title=card_name(piece))
    return plate, *symbol(id, piece, (at[0] - 1.2, at[1]), 0.9), initials


def drawn_card(id: str, card: Piece, at: Point, title: Text) -> Iterator[Shape]:
    """R4: a card drawn for the start, with its value."""
    (x, y), value = at, same(str(VALUES[card]))
    yield Shape(id, rectangle(8.4, 12.0, 1), "paper", at, title=title)
    yield from symbol(id, card, (x, y - 0.6), 2.7)
    yield Shape(f"{id} value", style="dark title", at=(x - 2.5, y - 4.5), label=value, size=2.3)
    yield Shape(f"{id} initials", style="dark", at=(x + 2.5, y + 4.5), label=INITIALS[card[0]], size=1.8)


def die(number: int, face: Piece | None, at: Point, title: Text, blank: bool = False) -> Iterator[Shape]:
    """A die with the face it shows, if it has been rolled."""
    yield Shape(f"die {number}", rectangle(11.4, 11.4, 2.2), "die asleep" if blank else "die", at, title=title)
    if face:
        yield from symbol(f"die {number}", face, (at[0], at[1] - 0.8), 3.1, "asleep" if blank else "")
        yield Shape(f"die {number} initials", style="dark bold", at=(at[0], at[1] + 3.8), label=INITIALS[face[0]], size=2.3)


def symbol(id: str, piece: Piece, at: Point, radius: float, style: str = "") -> Iterator[Shape]:
    """A piece's shape in its colour and pattern."""
    coloured, r = f"{COLOUR_STYLES[piece[0]]} edge {style}", radius
    match piece[1]:
        case "C":
            yield Shape(f"{id} symbol", circle(r), coloured, at)
        case "S":
            yield Shape(f"{id} symbol", rectangle(1.8 * r, 1.8 * r), coloured, at)
        case "X":
            yield Shape(f"{id} symbol", cross(1.15 * r, 0.72 * r), coloured, at, 45)
        case "T":
            yield Shape(f"{id} symbol", regular(3, 1.25 * r), coloured, (at[0], at[1] + 0.25 * r))
        case _:
            yield from _target(id, coloured, at, r)


def _target(id: str, coloured: str, at: Point, radius: float) -> Iterator[Shape]:
    """Three rings around one middle."""
    yield Shape(f"{id} symbol", circle(1.1 * radius), coloured, at)
    yield Shape(f"{id} ring", circle(0.74 * radius), "ivory bare", at)
    yield Shape(f"{id} middle", circle(0.42 * radius), f"{coloured} bare", at)


def palm(at: Point) -> Iterator[Shape]:
    """An open hand that comes down on the table."""
    x, y = at
    for i, (across, height) in enumerate(((-2.4, 3.6), (-0.8, 4.6), (0.8, 4.3), (2.4, 3.3))):
        yield Shape(f"finger {i}", rectangle(1.3, height, 0.6), "full", (x + across, y - 1 - height / 2))
    yield Shape("thumb", rectangle(1.4, 4, 0.7), "full", (x + 3.9, y + 0.4), 38)
    yield Shape("palm", rectangle(6.4, 5.6, 2), "full", (x, y + 1))


def button(id: str, path: str, at: Point, style: str, word: str, title: Text) -> Shape:
    """A transparent target over a drawing."""
    return Shape(id, path, f"veil {style}", at, title=title, word=word)
