"""The lid of the box: a rose window."""

from math import cos, pi, sin

from tableronde.cover import Celebration, Cover
from tableronde.scene import Point, Shape, circle, polygon, star
from tableronde.theme import Look

COLOURS = {
    "cover-lead": Look(fill="#10182c", stroke="#0a0f1c", width=0.4),
    "cover-night": Look(fill="#16244a"),
    "cover-leaded": Look(stroke="#10182c", width=1.1),
    "cover-amber": Look(fill="#e0a92f"),
    "cover-ruby": Look(fill="#c23b3f"),
    "cover-sea": Look(fill="#2f8f83"),
    "cover-sky": Look(fill="#7fa9dd"),
    "cover-leaf": Look(fill="#7a9b3c"),
}
MIDDLE = (0.0, -14.5)
PETALS = 10
GLASS = ("cover-amber", "cover-ruby", "cover-sea", "cover-sky", "cover-leaf")
LOOKS_OF_GLASS = ("cover-ruby", "cover-sky")


def _spoke(radius: float, step: float) -> Point:
    angle = 2 * pi * step / PETALS - pi / 2
    return radius * cos(angle), radius * sin(angle)


def _kite(i: int, inner: float, middle: float, outer: float, half: float) -> str:
    return polygon([_spoke(inner, i), _spoke(middle, i + half), _spoke(outer, i), _spoke(middle, i - half)])


def _window() -> tuple[Shape, ...]:
    rim = Shape("rim", circle(39), "cover-lead", MIDDLE)
    ground = Shape("ground", circle(37), "cover-night", MIDDLE)
    gems = tuple(Shape(f"gem {i}", circle(4.6), f"{GLASS[(i + 2) % 5]} cover-leaded", _moved(_spoke(31.4, i + 0.5))) for i in range(PETALS))
    petals = tuple(Shape(f"petal {i}", _kite(i, 13, 25, 36, 0.5), f"{GLASS[i % 5]} cover-leaded", MIDDLE) for i in range(PETALS))
    inner = tuple(Shape(f"inner {i}", _kite(i, 9, 12.8, 20, 0.5), f"{LOOKS_OF_GLASS[i % 2]} cover-leaded", MIDDLE) for i in range(PETALS))
    heart = (
        Shape("heart", circle(10), "cover-night cover-leaded", MIDDLE),
        Shape("star", star(5, 9.2, 4), "cover-amber cover-leaded", MIDDLE),
    )
    return (rim, ground, *gems, *petals, *inner, *heart)


def _moved(point: Point) -> Point:
    return point[0] + MIDDLE[0], point[1] + MIDDLE[1]


COVER = Cover("#20376b", _window(), "#f7e7bd", COLOURS)

SHARDS = (polygon([(0, -5), (3.4, -1), (0, 5), (-3.4, -1)]), polygon([(0, -5), (4, 4), (0, 1), (-4, 4)]), star(5, 5, 2.2))
CELEBRATION = Celebration(tuple(Shape(f"shard {i}", SHARDS[i % 3], f"{colour} cover-leaded") for i, colour in enumerate(GLASS)), "ring")
