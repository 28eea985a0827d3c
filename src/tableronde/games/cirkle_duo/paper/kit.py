"""cirKle × DUO on paper: board, pegs, hats to roll, cards, dice to fold, and aids: a table for ordinary dice, marks, points."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import cos, pi, radians, sin, sqrt
from typing import Final

from tableronde.games.cirkle_duo.names import FAMILY_NAMES, INITIALS, POINTS, what_a_face_wins, what_wins
from tableronde.games.cirkle_duo.paper.kit_strings import DIE_NOTE, HAT_NOTE, INSTEAD, NEEDS, PARTS, REST_NOTE, STEPS
from tableronde.games.cirkle_duo.rules.pieces import CARDS, DICE, FAMILIES, PEGS, PLACES, VALUES, Piece, hat_word, points
from tableronde.games.cirkle_duo.scene import drawings
from tableronde.games.cirkle_duo.scene.drawings import big_card, hat
from tableronde.kit import Component, Kit, Wish, enlarged
from tableronde.kit.solids import CROSS, CUBE, cone, net
from tableronde.scene import Area, Point, Scene, Shape, circle, polygon, rectangle, star
from tableronde.text import Text, same
from tableronde.theme import Look

CELL: Final = 45.0  # from one place of the board to the next
BOARD: Final = 4 * CELL
PEG: Final = 10.5  # the radius of a peg
SLANT, FOOT, TAB = 48.0, 17.0, 6.0  # of a hat: from its tip to its foot, the radius of its foot, the width of its tab
CARD: Final = (58.0, 78.0)
ENLARGED: Final = 3.4  # millimetres to a unit of the picture of a card
DIE: Final = 25.0  # the side of a die
RESTS: Final = 2  # R19: at most two hats are lifted in a turn: the player's and that of a take-over
PLAYERS: Final = 6
LIFTED, SHOWN, ROLLED = 6, (BOARD / 2 + 40.0, -34.0), (BOARD / 2 + 40.0, 44.0)  # in the picture: a hat, a card, a die
COARSE: Final = 1.1  # unit of patterns, large enough that they differ clearly
ROW: Final = 9.0  # the height of a line of a table
PRINTED: Final = {
    "mat": Look(fill="#e6efe9", stroke="none"),
    "place": Look(fill="#ffffff", stroke="#3f6a59", width=0.5),
    "number": Look(ink="#24463a"),
    "stitch": Look(stroke="#3f6a59", width=0.4, dash=True),
    "hat": Look(fill="#e4dfec", stroke="#463d52", width=0.3),
    "crown-top": Look(fill="#f4f1f8", stroke="#463d52", width=0.25),
    "ribbon": Look(fill="#b9aecb", stroke="#463d52", width=0.3),
    "star": Look(fill="#8d7ba8", stroke="#463d52", width=0.2),
    "back": Look(fill="#f3e6e9", stroke="#6a2f3f", width=0.5, pattern="hatch", ink="#6a2f3f"),
    "badge": Look(fill="#ffffff", stroke="#6a2f3f", width=0.5),
    "rule": Look(fill="none", stroke="#8a7a63", width=0.3, ink="#2b2320"),
    "rest": Look(fill="#f4f1f8", stroke="#463d52", width=0.5, ink="#2b2320"),
}
BOARD_NAME, PEG_NAME, HAT_NAME, CARD_NAME, DIE_NAME = (
    Text("Plateau", "Board"),
    Text("Plot", "Peg"),
    Text("Chapeau", "Hat"),
    Text("Carte", "Card"),
    Text("Dé", "Die"),
)
TABLE_TITLE: Final = Text("Dés ordinaires : ce que vaut chaque face", "Ordinary dice: what each face stands for")
VALUES_TITLE: Final = Text("Les points des cartes et des plots", "The points of cards and pegs")
FAMILIES_TITLE: Final = Text("Les familles : comptées une fois de plus", "The families: counted once more")


def kit(wish: Wish) -> Kit:
    """Everything in the two boxes, for all ways to play."""
    pegs = (Component(PEG_NAME, circle(PEG), 1, tuple(_peg(piece)), unit=COARSE) for piece in PEGS)
    cards = (Component(CARD_NAME, rectangle(*CARD, 3.0), 1, tuple(_card(card)), _BACK, "duplex", unit=COARSE) for card in CARDS)
    components = (_board(), *pegs, _hat(), *cards, *map(_die, range(len(DICE))), _dice_table(), _values(), *_rests())
    return Kit(components, 120, NEEDS, STEPS, INSTEAD, PARTS, picture=_picture(), looks=PRINTED)


def _board() -> Component:
    """Sixteen places, a little wider than a hat."""
    shapes = [Shape("mat", rectangle(BOARD, BOARD), "mat"), Shape("stitch", rectangle(BOARD - 3, BOARD - 3, 3.0), "stitch")]
    for place in range(PLACES):
        x, y = (place % 4 - 1.5) * CELL, (place // 4 - 1.5) * CELL
        shapes += [Shape(f"place {place}", circle(FOOT + 1.5), "place", (x, y))]
        shapes += [_text(f"number {place}", same(hat_word(place)), (x - 17.0, y + 17.0), 5.0, "number title")]
    return Component(BOARD_NAME, rectangle(BOARD, BOARD), front=tuple(shapes))


def _picture() -> Scene:
    """The mat with its hats, one of them lifted, a card, and a die."""
    shapes = [*_board().front]
    for place in range(PLACES):
        x, y = (place % 4 - 1.5) * CELL, (place // 4 - 1.5) * CELL
        shapes += [*(_moved_to(shape, (x, y)) for shape in _peg(PEGS[LIFTED]))] if place == LIFTED else [*_upright_peg(place, (x, y - 8.0))]
    shapes += _upright_peg(LIFTED, ((LIFTED % 4 - 1.2) * CELL, (LIFTED // 4 - 2.2) * CELL), 16.0)
    shapes += [Shape("card", rectangle(*CARD, 3.0), "paper", SHOWN), *(_moved_to(shape, SHOWN) for shape in _card(CARDS[LIFTED]))]
    shapes += [Shape("die", rectangle(DIE, DIE, 3.0), "paper", ROLLED), *_die_face(0, DICE[1][0], ROLLED)]
    return Scene((Area("board", (-BOARD / 2 - 4, -BOARD / 2 - 20, BOARD + 78, BOARD + 24), tuple(shapes), role="board"),))


def _upright_peg(place: int, at: Point, turn: float = 0.0) -> Iterator[Shape]:
    """A hat seen from the side."""
    high = sqrt(SLANT**2 - FOOT**2)
    yield Shape(f"hat {place}", polygon([(0.0, -high / 2), (FOOT, high / 2), (-FOOT, high / 2)]), "hat", at, turn)
    band = polygon([(sign * FOOT * share, high * (share - 0.5)) for sign, share in ((-1, 0.84), (1, 0.84), (1, 0.94), (-1, 0.94))])
    yield Shape(f"ribbon {place}", band, "ribbon", at, turn)
    yield Shape(f"star {place}", star(5, 3.2, 1.4), "star", at, turn)


def _moved_to(shape: Shape, at: Point) -> Shape:
    """A shape moved to a place."""
    return replace(shape, at=(shape.at[0] + at[0], shape.at[1] + at[1]))


def _text(id: str, text: Text, at: Point, size: float, style: str = "rule title") -> Shape:
    return Shape(id, style=style, at=at, label=text, size=size)


def _inked(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Symbols as printed: a target's rings have outlines, and black is black, so that nothing depends on colour."""
    for shape in shapes:
        yield replace(shape, style=shape.style.replace("bare", "edge").replace("ink-black", "solid"))


def symbol(id: str, piece: Piece, at: Point, radius: float) -> Iterator[Shape]:
    """A piece's shape in its colour and pattern."""
    return _inked(drawings.symbol(id, piece, at, radius))


def _peg(piece: Piece) -> Iterator[Shape]:
    """A peg from above: its symbol and the initials of its colour."""
    yield Shape("top", circle(PEG), "ivory bare")
    yield from symbol("peg", piece, (0.0, -2.4), 4.9)
    yield _text("initials", INITIALS[piece[0]], (0.0, 6.6), 4.8, "dark bold")


def _hat() -> Component:
    """A cone with stars and a ribbon; all hats are identical."""
    flat, half = cone(SLANT, FOOT, TAB), pi * FOOT / SLANT
    shapes = [Shape("cloth", _sector(0.0, SLANT, half), "hat"), Shape("ribbon", _sector(SLANT - 8, SLANT - 3, half), "ribbon")]
    for i, (along, turn) in enumerate(((13.0, 0), (22.0, -28), (24.0, 24), (33.0, -42), (34.0, -8), (32.0, 40))):
        at = (along * sin(radians(turn)), along * cos(radians(turn)))
        shapes.append(Shape(f"star {i}", star(5, 3.2, 1.4), "star", at, -turn))
    return Component(HAT_NAME, flat.outline, PLACES, tuple(shapes), folds=flat.folds, note=HAT_NOTE)


def _sector(inner: float, outer: float, half: float) -> str:
    """A part of a cone laid flat, tip up."""
    angles = [half * (1 - i / 20) for i in range(41)]
    arcs = [[(radius * sin(angle), radius * cos(angle)) for angle in angles] for radius in (outer, inner)]
    return polygon([*arcs[0], *reversed(arcs[1])] if inner else [(0.0, 0.0), *arcs[0]])


def _card(card: Piece) -> Iterator[Shape]:
    """The card of the turn as on the table, and what wins it in words."""
    _, *face = big_card(card, (0.0, 0.0))
    yield from enlarged(_inked(face), ENLARGED)
    yield _text("wins", what_wins(card), (0.0, 22.8), 3.8, "dark title")


def _card_back() -> Iterator[Shape]:
    """A hat; the pattern stays well inside, so that a slightly skewed print does not show."""
    yield Shape("back", rectangle(CARD[0] - 10, CARD[1] - 10, 2.0), "back")
    yield Shape("badge", circle(18.0), "badge")
    yield from enlarged(list(hat(0, (0.0, 0.0)))[:3], 2.6)


_BACK: Final = tuple(_card_back())


def _die(number: int) -> Component:
    """Q4: the five symbols of a colour, and a black."""
    flat = net(CUBE, CROSS, DIE, TAB)
    shapes = [shape for i, face in enumerate(DICE[number]) for shape in _die_face(i, face, flat.middles[i])]
    return Component(DIE_NAME, flat.outline, 1, tuple(shapes), folds=flat.folds, note=DIE_NOTE, unit=COARSE)


def _die_face(i: int, face: Piece, at: Point) -> Iterator[Shape]:
    yield from symbol(f"face {i}", face, (at[0], at[1] - 2.0), 6.6)
    yield _text(f"initials {i}", INITIALS[face[0]], (at[0], at[1] + 9.0), 4.4, "dark bold")


def _dice_table() -> Component:
    """A table for playing with four ordinary dice: a line for each."""
    wide, high = 174.0, 5 * 17.0 + 12.0
    shapes = [_text("title", TABLE_TITLE, (0.0, -high / 2 + 6.0), 5.0)]
    shapes += [_text(f"pips {i}", same(str(i + 1)), (-58.0 + 27.0 * i, -high / 2 + 20.0), 7.0, "rule bold") for i in range(6)]
    for row, faces in enumerate(DICE):
        y = -high / 2 + 37.0 + 17.0 * row
        shapes.append(_text(f"die {row}", Text(f"Dé {row + 1}", f"Die {row + 1}"), (-78.0, y), 4.6))
        for column, face in enumerate(faces):
            x = -58.0 + 27.0 * column
            shapes += [*symbol(f"{row} {column}", face, (x, y - 2.2), 4.0)]
            shapes.append(_text(f"wins {row} {column}", what_a_face_wins(face, True), (x, y + 5.2), 3.0, "dark title"))
    return Component(Text("Tableau des dés", "Dice table"), rectangle(wide, high), front=tuple(shapes), unit=COARSE)


def _values() -> Component:
    """The values of cards, pegs and families."""
    wide, high = 174.0, 6 * ROW + 14.0
    top = -high / 2 + 16.0
    shapes = [
        _text("values", VALUES_TITLE, (-48.0, -high / 2 + 6.0), 4.4),
        _text("families", FAMILIES_TITLE, (36.0, -high / 2 + 6.0), 4.4),
    ]
    for i, piece in enumerate(("PO", "KC", "PC", "PS", "PX", "PT")):
        shapes += [*symbol(f"value {i}", piece, (-80.0, top + ROW * i), 2.8)]
        text = _KINDS[piece] + Text(" : ", ": ") + POINTS.count(VALUES[piece])
        shapes.append(_text(f"worth {i}", text, (-72.0, top + ROW * i), 4.0, "dark title start"))
    for i, (letter, family) in enumerate(FAMILIES.items()):
        text = FAMILY_NAMES[letter] + same(f" +{points(family)}")
        shapes.append(_text(f"family {i}", text, (-6.0 + 46.0 * (i // 5), top + ROW * (i % 5)), 4.0, "dark title start"))
    return Component(Text("Aide-mémoire", "Reminder"), rectangle(wide, high), front=tuple(shapes), unit=COARSE)


_KINDS: Final = {
    "PO": Text("cible, gagnée par la couleur", "target, won by its colour"),
    "KC": Text("noire, gagnée par la forme", "black, won by its shape"),
    "PC": Text("rond", "circle"),
    "PS": Text("carré", "square"),
    "PX": Text("croix", "cross"),
    "PT": Text("triangle", "triangle"),
}


def _rests() -> Iterator[Component]:
    """R19: marks of the player in whose turn a hat was lifted."""
    for player in range(1, PLAYERS + 1):
        front = (
            Shape("rim", circle(7.0), "rest"),
            _text("player", same(str(player)), (0.0, -1.0), 7.0),
            _text("z", same("z z"), (0.0, 4.4), 3.0),
        )
        yield Component(Text("Marque de repos", "Rest marker"), circle(8.0), RESTS, front, note=REST_NOTE)
