"""CirKis on paper: the window on sheets that join, four sets of pieces that fit into it, score tracks and their markers."""

from collections.abc import Iterator, Sequence
from math import dist
from typing import Final

from tableronde.game import Seat
from tableronde.games.cirkis.rules import SEAT_NAMES
from tableronde.games.cirkis.rules.board import Ring, board, merged
from tableronde.games.cirkis.rules.pieces import Shape as PieceShape
from tableronde.games.cirkis.rules.pieces import standard
from tableronde.games.cirkis.scene import UNIT, empty_window, flat
from tableronde.games.cirkis.scene.looks import SEATS
from tableronde.kit import Component, Kit, Part, Wish, enlarged, inset, size
from tableronde.scene import Point, Shape, circle, polygon, polyline, rectangle, words
from tableronde.text import Text
from tableronde.theme import Look

EDGE: Final = 14.0  # the short edge of a space
FRAME: Final = 1.04  # the cut line of the board, in shares of its decagon
SPILL: Final = 1.2  # bleed of a back beyond its piece: both sides never align exactly
STEP: Final = 5  # all scores are multiples of it
LAST: Final = 60  # beyond it, a marker goes round again
CELL: Final = (13.6, 15.0)  # a place of a score track
NEEDS: Final = (
    Text(
        "du carton rigide sous le plateau et sous les pièces, pour qu’elles se tiennent bien en main",
        "stiff cardboard under the board and the pieces, so that they are easy to hold",
    ),
)
STEPS: Final = (
    Text(
        "Découpez les feuilles du plateau, faites-les se chevaucher jusqu’au trait fin et collez : A1 va en haut à gauche.",
        "Cut the sheets of the board, overlap them up to the thin line and glue them: A1 goes at the upper left.",
    ),
    Text(
        "Imprimez chaque feuille de pièces des deux côtés, puis découpez. Sans impression recto verso, laissez le verso blanc : "
        "une pièce retournée garde sa forme.",
        "Print each sheet of pieces on both sides, then cut them out. If your printer cannot do both sides, leave the backs blank: "
        "a piece turned over keeps its shape.",
    ),
    Text(
        "Si les pièces serrent, imprimez-les avec plus de jeu (l’option « clearance »).",
        "If the pieces are tight, print them with a larger gap (the option “clearance”).",
    ),
    Text("Chacun prend vingt pièces, une piste de score et un marqueur.", "Everybody takes twenty pieces, a score track and a marker."),
)
INSTEAD: Final = (
    Text("Les marqueurs de score : des boutons ou des pièces de monnaie.", "The score markers: buttons or coins."),
    Text("Les pistes de score : un papier et un crayon.", "The score tracks: paper and pencil."),
)
PARTS: Final = (
    Part(
        Text("Un plateau de 165 cases creuses, à dix côtés", "A board of 165 hollow spaces, with ten sides"),
        Text("Le même pavage, à plat, sur deux feuilles qui se joignent", "The same tiling, flat, on two sheets that join"),
    ),
    Part(
        Text("Quatre jeux de 20 pièces : violet, rouge, vert, jaune", "Four sets of 20 pieces: purple, red, green, yellow"),
        Text(
            "Les mêmes 80 pièces ; leurs neuf formes et leur nombre sont reconstitués (Q2)",
            "The same 80 pieces; their nine shapes and counts are reconstructed (Q2)",
        ),
    ),
    Part(
        Text("Quatre pistes de score, de 0 à 40 et plus, et quatre pions marqueurs", "Four score tracks and four scoring pegs"),
        Text("Quatre bandes de 0 à 60, de 5 en 5, et quatre marqueurs", "Four strips from 0 to 60, by fives, and four markers"),
    ),
    Part(
        Text("Quatre casiers de rangement", "Four storage compartments"),
        Text("Rien : ils ne servent pas au jeu", "Nothing: they have no part in the game"),
    ),
)
PRINTED: Final = {
    "frame": Look(fill="#e9e2d3", stroke="none"),
    "piece": Look(stroke="none", opacity=0.8),
    "seam": Look(fill="none", stroke="#1b1714", width=0.3),
    "place": Look(fill="none", stroke="#6b6259", width=0.4, ink="#1d1714"),
}
SET_OF: Final = Text("Pièces : {0}", "Pieces: {0}")


def kit(wish: Wish) -> Kit:
    """Everything in the box but the compartments, which only store."""
    sets = [component for seat in range(len(SEATS)) for component in _set(seat, wish.clearance)]
    others = [*map(_track, range(len(SEATS))), *map(_marker, range(len(SEATS)))]
    return Kit((_board(), *sets, *others), 120, NEEDS, STEPS, INSTEAD, PARTS, looks=PRINTED)


def _board() -> Component:
    """The decagon with its 165 spaces, exact to a thousandth of a millimetre."""
    rim = polygon(flat(board().outline, FRAME * EDGE))
    art = (Shape("frame", rim, "frame"), *enlarged(empty_window(), EDGE / UNIT))
    return Component(Text("Plateau", "Board"), rim, front=art, unit=1.2)


def _set(seat: Seat, clearance: float) -> list[Component]:
    """A player's pieces, the highest and widest first, so that rows are even."""
    shapes = sorted(standard().shapes, key=lambda shape: tuple(-round(side, 1) for side in reversed(size(polygon(outline(shape)[0])))))
    return [_piece(shape, seat, clearance) for shape in shapes]


def _piece(shape: PieceShape, seat: Seat, clearance: float) -> Component:
    """One shape of piece; its sides stand back by half the clearance."""
    corners, seams = outline(shape)
    front = (Shape("glass", polygon(inset(corners, clearance / 2)), f"{SEATS[seat]} piece"), *_seams(seams))
    behind = [(-x, y) for x, y in inset(corners, clearance / 2 - SPILL)]
    back = (Shape("glass", polygon(behind), f"{SEATS[seat]} piece"),)
    name = SET_OF.named([SEAT_NAMES[seat]])
    return Component(name, polygon(inset(corners, clearance / 2)), shape.count, front, back, "duplex", unit=0.9)


def outline(shape: PieceShape) -> tuple[list[Point], list[list[Point]]]:
    """The corners of a piece in millimetres around its middle, and those of each of its spaces: its example, turned to lie flat."""
    spaces = [board().spaces[space].corners for space in shape.example]
    lying = min((_turned(spaces, steps) for steps in range(10)), key=_flatness)
    [ring] = merged(lying)
    corners = flat(ring, EDGE)
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    return [(a - x, b - y) for a, b in corners], [[(a - x, b - y) for a, b in flat(space, EDGE)] for space in lying]


def _turned(spaces: Sequence[Ring], steps: int) -> list[Ring]:
    return [tuple(corner.turned(steps) for corner in space) for space in spaces]


def _flatness(spaces: Sequence[Ring]) -> tuple[float, float]:
    """The height and width of some spaces."""
    xs, ys = zip(*(corner for space in spaces for corner in flat(space, EDGE)), strict=True)
    return round(max(ys) - min(ys), 3), round(max(xs) - min(xs), 3)


def _seams(spaces: list[list[Point]]) -> Iterator[Shape]:
    """The fine lines between the spaces of a piece, a little shorter than they are, so that none is cut."""
    sides = [side for space in spaces for side in zip(space, [*space[1:], space[0]], strict=True)]
    inner = [(a, b) for a, b in sides if any(dist(a, d) + dist(b, c) < EDGE / 100 for c, d in sides)]
    if inner:
        yield Shape("seams", "".join(polyline([_between(a, b, 0.1), _between(a, b, 0.9)]) for a, b in inner if a < b), "seam")


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def _track(seat: Seat) -> Component:
    """The points of a player: 0, 5, 10 and so on."""
    wide, high = CELL
    count = LAST // STEP + 1
    left = -count * wide / 2
    cells = [Shape(f"place {i}", rectangle(wide, high), "place", (left + (i + 0.5) * wide, 0.0)) for i in range(count)]
    numbers = [words(str(STEP * i), (left + (i + 0.5) * wide, -4.2), 4.2, "place", f"points {i}") for i in range(count)]
    band = Shape("band", rectangle(count * wide, 2.4), f"{SEATS[seat]} piece", (0.0, high / 2 - 1.2))
    return Component(Text("Piste de score", "Score track"), rectangle(count * wide, high), 1, (band, *cells, *numbers))


def _marker(seat: Seat) -> Component:
    glass = Shape("glass", circle(5.0), f"{SEATS[seat]} piece")
    return Component(Text("Marqueur de score", "Score marker"), circle(5.0), 1, (glass,))
