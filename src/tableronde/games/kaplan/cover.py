"""The lid of the box: the dial of twelve sarcophagi, and the sun in its middle."""

from math import cos, pi, sin

from tableronde.cover import Celebration, Cover
from tableronde.scene import Point, Shape, circle, polygon, star
from tableronde.theme import Look

COLOURS = {
    "cover-rim": Look(fill="#0a3138", stroke="#d9b75a", width=0.8),
    "cover-plate": Look(fill="#123f47", stroke="#d9b75a", width=0.35),
    "cover-hour": Look(fill="#f0d98c"),
    "cover-mask": Look(fill="#1d2c2e"),
    "cover-sun": Look(fill="#f0d98c", stroke="#6b5114", width=0.5),
}
MIDDLE = (0.0, -14.0)
METALS = ("gold", "copper", "silver")
COFFIN = polygon([(-3.2, -9.5), (3.2, -9.5), (5.6, -5.2), (3.4, 9.5), (-3.4, 9.5), (-5.6, -5.2)])


def _at(radius: float, hour: float) -> Point:
    angle = 2 * pi * hour / 12 - pi / 2
    return MIDDLE[0] + radius * cos(angle), MIDDLE[1] + radius * sin(angle)


def _dial() -> tuple[Shape, ...]:
    rim = (Shape("rim", circle(40), "cover-rim", MIDDLE), Shape("plate", circle(36.6), "cover-plate", MIDDLE))
    hours = tuple(Shape(f"hour {i}", circle(0.9 if i % 3 else 1.5), "cover-hour", _at(38.3, i)) for i in range(12))
    coffins = tuple(Shape(f"coffin {i}", COFFIN, f"{METALS[i // 4]} plain", _at(24.8, i), 30.0 * i) for i in range(12))
    masks = tuple(Shape(f"mask {i}", circle(2.1), "cover-mask", _at(28.6, i)) for i in range(12))
    sun = (Shape("rays", star(12, 12.4, 7.6), "gold", MIDDLE), Shape("sun", circle(6.6), "cover-sun", MIDDLE))
    return (*rim, *hours, *coffins, *masks, *sun)


COVER = Cover("#0f5a63", _dial(), "#f7e6b5", COLOURS)

CELEBRATION = Celebration(
    (
        Shape("sun", star(12, 5, 3.1), "cover-sun"),
        *(Shape(metal, star(5, 4.4, 2), f"{metal} plain") for metal in METALS),
    ),
    "burst",
)
