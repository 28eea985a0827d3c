"""Karta Doppio on paper: film cards with points to stick on, or paper cards with windows; tokens.

A film card is printed on one side: from behind it is its own mirror image, as Q3 asks, except for the colours. So the points are
small two-faced discs to stick on, the same for all cards. A paper card has windows in its empty squares, so that the squares below
show through as in R12. Leaves do not show through paper: a leaf is laid on every locked square.
"""

from collections.abc import Iterator
from math import atan2, degrees, dist
from typing import Final

from tableronde.games.karta_doppio.paper.kit_strings import FILM, FILM_NOTE, INSTEAD, LOCK_NOTE, NEEDS, PAPER_NOTE, PARTS, STEPS
from tableronde.games.karta_doppio.rules.cards import BLUE, DECKS, RED, Colour, Pose
from tableronde.games.karta_doppio.rules.grid import read
from tableronde.games.karta_doppio.scene.pieces import LEAF, SIDE, leaf, middle, point, table
from tableronde.kit import Component, Kit, Wish, enlarged, moved
from tableronde.scene import Area, Point, Scene, Shape, circle, polyline, rectangle, words
from tableronde.text import Text
from tableronde.theme import Look

SQUARE: Final = 24.0  # the side of a square
CARD: Final = (2 * SQUARE, 3 * SQUARE)
DISC: Final = 7.0  # the radius of a point to stick on
POINT: Final = 2.0  # millimetres to a unit of the picture, for what is drawn on it
WINDOW: Final = 17.0  # the side of a window
TOKENS: Final = 16
GAME: Final = DECKS["shapes"]
OTHERS: Final = tuple(card for card in DECKS["full"] if card not in GAME)  # for the variants
# The leaf in each square of a card, relative to its middle: the stem and the tip. They differ between the sixteen cards, so that
# two leaves on each other always look like two.
LEAVES: Final[tuple[tuple[Point, Point], ...]] = (
    ((5.8, 5.7), (9.0, 9.0)), ((10.2, -2.0), (10.2, 2.6)), ((5.4, 6.3), (9.0, 3.5)), ((10.8, 6.9), (7.1, 9.6)),
    ((10.9, 8.8), (8.2, 5.1)), ((10.3, 3.2), (10.0, 7.8)), ((4.8, 6.6), (9.4, 6.4)), ((7.3, 2.5), (11.0, -0.4)),
    ((8.7, 6.6), (7.4, 2.1)), ((10.5, 6.0), (9.6, 10.5)), ((10.2, 2.9), (7.7, -0.9)), ((9.3, 5.3), (9.6, 0.8)),
    ((6.5, 4.5), (10.7, 6.2)), ((8.2, 6.9), (10.0, 11.1)), ((6.7, 3.9), (11.1, 2.5)), ((9.4, 4.3), (7.0, 8.2)),
)  # fmt: skip
ON_FRAME: Final = ((-10.9, 10.2), (-6.3, 10.2))  # on paper, the leaf lies beside the window
PRINTED: Final = {
    "leaf": Look(fill="#7fb06f", stroke="#2f5a2a", width=0.3, opacity=0.5),
    "edges": Look(fill="none", stroke="#8a8a8a", width=0.25),
    "here": Look(fill="none", stroke="#8a8a8a", width=0.3),
    "number": Look(ink="#444444"),
    "sheet": Look(fill="#dfeaec", stroke="#6f9096", width=0.22, opacity=0.6),
    "token": Look(fill="#f0dfae", stroke="#8a6a1f", width=0.5),
    "red-run": Look(fill="#e0705c", stroke="#c8452e", width=0.32, opacity=0.35),
    "blue-run": Look(fill="#6f9fd0", stroke="#2f6fb5", width=0.32, opacity=0.35),
}
MOMENT: Final = "28r3@0,0 26b0@0,-1 24r2@3,-2 18b2@2,-2 22r0@4,-3 12b3@1,-4 0r2@4,-5 20b2@-2,-2 16r2@1,-4 8b0@-1,-4 4r0@-3,-3"


def kit(wish: Wish) -> Kit:
    """Everything in the box, for all three decks; the cards twice, on film and on paper."""
    components = (*_films(), *_points(), *_papers(), _token(), _lock())
    return Kit(components, 150, NEEDS, STEPS, INSTEAD, PARTS, picture=_picture(), looks=PRINTED)


def _picture() -> Scene:
    """A table in the middle of a game."""
    laid = tuple(card for card in map(read, MOMENT.split()) if card)
    places = [middle(cell) for card in laid for cell, _ in card.marks]
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*places, strict=True))
    box = (left - SIDE, top - SIDE, right - left + 2 * SIDE, bottom - top + 2 * SIDE)
    return Scene((Area("board", box, tuple(table(laid)), role="board"),))


def _films() -> Iterator[Component]:
    for name, cards in (
        (Text("Carte sur film", "Film card"), GAME),
        (Text("Carte sur film (variantes)", "Film card (variants)"), OTHERS),
    ):
        yield from (Component(name, rectangle(*CARD), 1, tuple(_film(card)), note=FILM_NOTE, on=FILM) for card in cards)


def _film(card: int) -> Iterator[Shape]:
    """The print of a card of film: the squares, a leaf in each, and the outlines of the points on this side."""
    yield Shape("squares", _edges(), "edges")
    stem, tip = leaf_of(card)
    for (i, j), mark in Pose(card, "r", 0).marks:
        x, y = _middle(i, j)
        yield _leaf((x + stem[0], y + stem[1]), (x + tip[0], y + tip[1]))
        if mark:
            yield from (Shape(shape.id, shape.path, "here", shape.at) for shape in _drawn(mark, (x, y)))
    yield _number(card, max(_corners(_middle(0, 2)), key=lambda corner: dist(corner, _sum(_middle(0, 2), tip))))


def leaf_of(card: int) -> tuple[Point, Point]:
    """The stem and the tip of a card's leaves, seen from the middle of a square."""
    return LEAVES[(GAME if card in GAME else OTHERS).index(card)]


def _edges() -> str:
    """The lines between the squares of a card."""
    (width, height), y = CARD, SQUARE / 2
    return polyline([(0.0, -height / 2), (0.0, height / 2)]) + "".join(polyline([(-width / 2, at), (width / 2, at)]) for at in (-y, y))


def _middle(i: int, j: int) -> Point:
    """The middle of a square of a card, counted from the lower left one."""
    return (i - 0.5) * SQUARE, (1 - j) * SQUARE


def _corners(at: Point) -> list[Point]:
    """Places near the corners of a square."""
    return [(at[0] + x, at[1] + y) for x in (-9.8, 9.8) for y in (-9.8, 9.8)]


def _sum(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def _number(card: int, at: Point) -> Shape:
    return words(str(card), at, 2.6, "number")


def _leaf(stem: Point, tip: Point) -> Shape:
    """A leaf from one point to another."""
    start, end = LEAF[0], LEAF[3]
    factor = dist(stem, tip) / dist(start, end)
    turn = degrees(atan2(tip[1] - stem[1], tip[0] - stem[0]) - atan2(end[1] - start[1], end[0] - start[0]))
    return Shape(f"leaf {stem}", moved(leaf(0.0, 0.0, 1), (-factor * start[0], -factor * start[1]), factor), "leaf", stem, turn)


def _drawn(colour: Colour, at: Point) -> tuple[Shape, ...]:
    """A point as it is printed."""
    return enlarged([point(f"point {at}", colour, (0.0, 0.0))], POINT, at)


def _points() -> Iterator[Component]:
    """Points to stick on: three a card, each with a red and a blue face."""
    front, back = _drawn(RED, (0.0, 0.0)), _drawn(BLUE, (0.0, 0.0))
    for name, cards in ((Text("Point à coller", "Point to stick on"), GAME), (Text("Point (variantes)", "Point (variants)"), OTHERS)):
        yield Component(name, circle(DISC), 3 * len(cards), front, back, "fold")


def _papers() -> Iterator[Component]:
    for name, cards in (
        (Text("Carte en papier", "Paper card"), GAME),
        (Text("Carte en papier (variantes)", "Paper card (variants)"), OTHERS),
    ):
        yield from (_paper(name, card) for card in cards)


def _paper(name: Text, card: int) -> Component:
    """A card with a window in every empty square."""
    front, back = (tuple(_face(card, face)) for face in "rb")
    holes = [moved(rectangle(WINDOW, WINDOW, 2.0), _middle(*cell)) for cell, mark in Pose(card, "r", 0).marks if not mark]
    return Component(name, rectangle(*CARD) + "".join(holes), 1, front, back, "duplex", note=PAPER_NOTE)


def _face(card: int, face: str) -> Iterator[Shape]:
    """One face of a card of paper."""
    yield Shape("squares", _edges(), "edges")
    stem, tip = ON_FRAME
    for (i, j), mark in Pose(card, face, 0).marks:
        at = _middle(i, j)
        yield _leaf(_sum(at, stem), _sum(at, tip))
        if mark:
            yield from _drawn(mark, at)
    yield _number(card, _sum(_middle(1, 2), (10.0, -10.0)))


def _token() -> Component:
    front = (Shape("rim", circle(8.0), "token"), _leaf((-4.0, 4.0), (4.0, -4.0)))
    return Component(Text("Jeton", "Token"), circle(9.0), TOKENS, front)


def _lock() -> Component:
    """R10: the loose leaves. With all cards, no more squares than these can be covered twice."""
    count = len(DECKS["full"]) * 6 // 2
    return Component(Text("Petite feuille", "Small leaf"), rectangle(9.0, 9.0), count, (_leaf((-3.0, 3.0), (3.0, -3.0)),), note=LOCK_NOTE)
