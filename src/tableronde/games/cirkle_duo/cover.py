"""The lid of the box: a magician's hat, and the four pegs that come out of it."""

from tableronde.cover import Celebration, Cover
from tableronde.scene import Shape, circle, cross, rectangle, regular
from tableronde.theme import Look

COLOURS = {
    "cover-felt": Look(fill="#241a2b", stroke="#0f0913", width=0.5),
    "cover-dark": Look(fill="#0c070f"),
    "cover-ribbon": Look(fill="#b0417c"),
    "cover-peg": Look(stroke="#190f1f", width=0.8),
    "cover-spark": Look(fill="#f8e8fa"),
}
CROWN = "M-17 -4C-16 8 -14.500 17 -14.500 25C-8 29.500 8 29.500 14.500 25C14.500 17 16 8 17 -4Z"
BAND = "M-14.800 16.500C-8 21 8 21 14.800 16.500L14.500 24.500C8 29 -8 29 -14.500 24.500Z"
FOOT = (0.0, -3.0)  # where the hat stands
BRIM = "M-29 -5C-29 -11 -14 -13 0 -13C14 -13 29 -11 29 -5C29 1 14 3.500 0 3.500C-14 3.500 -29 1 -29 -5Z"
MOUTH = (
    "M-17.500 -5.500C-17.500 -8.500 -8 -9.800 0 -9.800C8 -9.800 17.500 -8.500 17.500 -5.500"
    "C17.500 -2.600 8 -1.200 0 -1.200C-8 -1.200 -17.500 -2.600 -17.500 -5.500Z"
)
PEGS = (
    (circle(6.4), "red", (-24.0, -33.0), 0.0),
    (regular(3, 8.0), "green", (-8.5, -44.5), -8.0),
    (rectangle(11.5, 11.5, 1.0), "yellow", (9.5, -42.5), 14.0),
    (cross(7.4, 5.0), "blue", (24.5, -31.0), 20.0),
)
SPARKS = ((-31.0, -47.0), (0.5, -29.5), (19.0, -53.0), (33.0, -45.0), (-16.0, -24.0), (13.0, -25.0))

COVER = Cover(
    "#4d2a5e",
    (
        Shape("crown", CROWN, "cover-felt", FOOT),
        Shape("band", BAND, "cover-ribbon", FOOT),
        Shape("brim", BRIM, "cover-felt", FOOT),
        Shape("mouth", MOUTH, "cover-dark", FOOT),
        *(Shape(f"peg {i}", path, f"{colour} plain cover-peg", at, turn) for i, (path, colour, at, turn) in enumerate(PEGS)),
        *(Shape(f"spark {i}", regular(4, 1.7), "cover-spark", at) for i, at in enumerate(SPARKS)),
    ),
    "#f8e8fa",
    COLOURS,
)

CELEBRATION = Celebration(tuple(Shape(f"peg {i}", path, f"{colour} cover-peg") for i, (path, colour, _, _) in enumerate(PEGS)), "rise")
