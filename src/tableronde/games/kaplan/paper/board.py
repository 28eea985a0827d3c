"""The dial with its crown, shield and centre; pawns, tokens and dice. Lengths are millimetres."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Final

from tableronde.games.kaplan.paper.cards import CARD, LETTERS, ROUND, UPSIDE_DOWN
from tableronde.games.kaplan.paper.strings import DIE_NOTE
from tableronde.games.kaplan.paper.symbols import symbol
from tableronde.games.kaplan.rules.deck import load
from tableronde.games.kaplan.rules.dial import PLACES, VALUES, metals
from tableronde.games.kaplan.scene.marks import family
from tableronde.games.kaplan.texts import METAL_NAMES
from tableronde.kit import Component
from tableronde.kit.solids import DODECAHEDRON, FLOWERS, net, opposite
from tableronde.scene import Point, Shape, circle, rectangle, words
from tableronde.text import Text, join, same

CROWN: Final = 164.0  # from the centre of the dial to the middle of a place
RIM: Final = 216.5  # to its edge
INSIDE: Final = 121.0  # to the crown's inner edge
SHIELD: Final = 71.0  # to the middle of a spot of the shield
SPOTS: Final = {"copper": 3, "silver": 7, "gold": 11}  # the place towards which each lies
CENTRE: Final = 22.0  # the radius of the place of the pawns
COLOUR_PAWN, SYMBOL_PAWN, TOKEN = 15.0, 12.0, 9.5  # radii
FAMILIES: Final = 8
DICE: Final = 3
EDGE: Final = 15.0  # of a die
TAB: Final = 4.0


def dial() -> Component:
    """The whole dial, printed on sheets to join."""
    return Component(Text("Cadran", "Dial"), circle(RIM), front=tuple(_dial()), unit=1.0)


def _around(place: float, radius: float) -> Point:
    """A point at a distance from the centre; place 12 is at the top."""
    angle = (place / 6 - 0.5) * pi
    return radius * cos(angle), radius * sin(angle)


def _dial() -> Iterator[Shape]:
    yield Shape("rim", circle(RIM), "dial-rim")
    yield Shape("face", circle(RIM - 8.6), "dial-face")
    yield Shape("inside", circle(INSIDE), "dial-core")
    for place in PLACES:
        turn = 30.0 * place
        yield Shape(f"place {place}", rectangle(CARD[0] + 1, CARD[1] + 1, ROUND), "niche", _around(place, CROWN), turn)
        yield Shape(
            f"number {place}", style="on-dial title bold", at=_around(place, CROWN - 8), turn=turn, label=same(str(place)), size=30.0
        )
        if place in UPSIDE_DOWN:
            yield Shape(f"foot {place}", rectangle(16.0, 1.6), "solid", _around(place, CROWN - 23), turn)
        name = same(f"{place} · ") + join((METAL_NAMES[metal] for metal in metals(place)), same(", "))
        yield Shape(f"rim {place}", style="on-dial title bold", at=_around(place, RIM - 4.3), turn=turn, label=name, size=6.0)
    for metal, place in SPOTS.items():
        at, turn = _around(place, SHIELD), 30.0 * place
        yield Shape(f"spot {metal}", rectangle(CARD[0] + 1, CARD[1] + 1, ROUND), f"{metal} spot-frame", at, turn)
        yield Shape(f"spot {metal} inner", rectangle(CARD[0] - 13, CARD[1] - 13, ROUND), "plate", at, turn)
        yield Shape(f"spot {metal} name", style="on-dial title bold", at=at, turn=turn, label=METAL_NAMES[metal], size=9.0)
    yield Shape("centre", circle(CENTRE), "niche")
    yield words("K", (0.0, 0.0), 16.0, "on-dial title", "centre mark")


def pawns() -> Iterator[Component]:
    """Twelve colour pawns and thirty-two symbol pawns."""
    deck = load("fr")  # the same pawns serve both decks
    for pawn in deck["colour_pawns"]:
        yield Component(Text("Pion-couleur", "Colour pawn"), circle(COLOUR_PAWN), 1, tuple(_colour_pawn(pawn["window"], pawn["colour"])))
    for name in deck["symbol_pawns"]:
        front = (Shape("ground", circle(SYMBOL_PAWN - 1.2), "pawn"), *symbol("symbol", name, (0.0, -1.0), 7.2), _foot(8.6))
        yield Component(Text("Pion-symbole", "Symbol pawn"), circle(SYMBOL_PAWN), 1, front)


def _colour_pawn(window: int, colour: str) -> Iterator[Shape]:
    """A colour pawn: the picture of a card with three windows, one of them coloured."""
    yield Shape("ground", circle(COLOUR_PAWN - 1.2), "pawn")
    for i in (1, 2, 3):
        at = (0.0, 7.2 * (i - 2) - 0.6)
        yield Shape(f"window {i}", rectangle(16.0, 6.2, 1.0), f"{colour} pane" if i == window else "blank pane", at)
        if i == window:
            yield Shape("plate", circle(2.4), "plate", at)
            yield Shape("letter", style="content bold", at=at, label=LETTERS[colour], size=4.0)
    yield _foot(11.6)


def _foot(y: float) -> Shape:
    """A line that shows which side is down: a square is not a diamond, the first window not the third, 6 not 9."""
    return Shape("foot", rectangle(5.0, 0.7), "solid", (0.0, y))


def tokens() -> Iterator[Component]:
    """Eight families of nine: the value on one side, the family's sign on the other."""
    for seat in range(FAMILIES):
        back = (Shape("sign", family(seat, 6.0), f"seat{seat} sign"),)
        for value in VALUES:
            yield Component(Text("Jeton", "Token"), circle(TOKEN), 1, tuple(_value(value)), back, "fold")


def _value(value: int) -> Iterator[Shape]:
    yield Shape("rim", circle(TOKEN - 1.4), "token-rim")
    yield words(str(value), (0.0, 0.0), 10.0, "content title bold", "value")
    if value in UPSIDE_DOWN:
        yield _foot(4.8)


def dice() -> Component:
    """Three dice with twelve faces; opposite faces add up to thirteen."""
    flat = net(DODECAHEDRON, FLOWERS, EDGE, TAB)
    return Component(
        Text("Dé à douze faces", "Twelve-sided die"), flat.outline, DICE, tuple(_faces(flat.middles)), folds=flat.folds, note=DIE_NOTE
    )


def _faces(middles: tuple[Point, ...]) -> Iterator[Shape]:
    for face, number in numbered().items():
        yield words(str(number), middles[face], 9.0, "content title bold", f"face {number}")
        if number in UPSIDE_DOWN:
            yield Shape(f"foot {number}", rectangle(4.6, 0.6), "solid", (middles[face][0], middles[face][1] + 4.6))


def numbered() -> dict[int, int]:
    """A number for each face of a die."""
    found: dict[int, int] = {}
    for face in range(len(DODECAHEDRON)):
        if face not in found:
            number = len(found) // 2 + 1
            found |= {face: number, opposite(DODECAHEDRON, face): len(DODECAHEDRON) + 1 - number}
    return found
