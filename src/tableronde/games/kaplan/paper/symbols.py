"""The thirty-two printed symbols: eight shapes, each clear, filled, striped or dotted, which differ without colour."""

import re
from collections.abc import Iterator
from functools import cache
from math import cos, dist, hypot, pi, sin
from typing import Final

from tableronde.games.kaplan.scene.pawns import SHAPES
from tableronde.kit import moved
from tableronde.scene import Point, Shape, circle, polyline
from tableronde.text import same

HALF: Final = 10.0  # half the size for which the shapes are drawn
PLATE: Final = 5.5  # the radius of the plate below a number
ON_PLATE: Final = ("cross", "crescent")  # shapes too narrow for a number, even if they are clear
STRIPES: Final = (-7.5, -5.0, -2.5, 0.0, 2.5, 5.0, 7.5)  # the x coordinates of the stripes
DOT: Final = 1.0  # the radius of a dot
AIR: Final = 0.35  # the space around a dot
APART: Final = 4.2  # the distance between dots
CURVE: Final = 8  # straight segments of a curve
_STEP: Final = re.compile(r"([MLCZ])([^MLCZ]*)")


def symbol(id: str, name: str, at: Point, radius: float, content: str = "") -> Iterator[Shape]:
    """A symbol with its number or letter, on a white plate where it would not be readable otherwise."""
    family, shape = name.split(" ")
    factor = radius / HALF
    yield Shape(id, _sized(SHAPES[shape][0], factor), "symbol solid" if family == "filled" else "symbol", at)
    if family == "striped":
        yield Shape(f"{id} stripes", _sized(_stripes(shape), factor), "stripe", at)
    elif family == "dotted":
        yield Shape(f"{id} dots", _sized(_dots(shape, PLATE if content else 0.0), factor), "solid", at)
    if content:
        if family != "clear" or shape in ON_PLATE:
            yield Shape(f"{id} plate", _sized(circle(PLATE), factor), "plate", at)
        yield Shape(f"{id} content", style="content bold", at=at, label=same(content), size=0.85 * radius)


@cache
def _sized(path: str, factor: float) -> str:
    return moved(path, (0.0, 0.0), factor)


@cache
def _stripes(shape: str) -> str:
    """Vertical stripes within a shape."""
    return "".join(polyline([(x, low), (x, high)]) for x in STRIPES for low, high in _within(shape, x))


@cache
def _dots(shape: str, hollow: float) -> str:
    """Dots within a shape, the outermost first; none touches the edge, another dot, or the text in the middle."""
    spots: list[Point] = []
    grid = [(x / 4, y / 4) for x in range(-40, 41) for y in range(-40, 41)]
    for spot in sorted(grid, key=lambda spot: (-round(hypot(*spot), 6), spot)):
        if hypot(*spot) >= hollow + DOT and all(dist(spot, other) >= APART for other in spots) and _inside(shape, spot, DOT + AIR):
            spots.append(spot)
    return "".join(moved(circle(DOT), spot) for spot in spots)


def _inside(shape: str, spot: Point, air: float) -> bool:
    """Whether a dot lies in a shape, with some space around it."""
    around = [(spot[0] + air * cos(pi * i / 4), spot[1] + air * sin(pi * i / 4)) for i in range(8)]
    return all(any(low <= y <= high for low, high in _within(shape, x)) for x, y in around)


def _within(shape: str, x: float) -> list[tuple[float, float]]:
    """The spans in which a vertical line is inside a shape."""
    corners = _corners(shape)
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    crossed = sorted(b + (d - b) * (x - a) / (c - a) for (a, b), (c, d) in sides if (a <= x) != (c <= x))
    return list(zip(crossed[::2], crossed[1::2], strict=True))


@cache
def _corners(shape: str) -> list[Point]:
    """A shape's outline as a polygon."""
    corners: list[Point] = []
    for letter, numbers in _STEP.findall(SHAPES[shape][0]):
        values = [float(number) for number in numbers.split()]
        spots = list(zip(values[::2], values[1::2], strict=True))
        corners += _curve(corners[-1], *spots) if letter == "C" else spots
    return corners


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    """Points along a cubic curve, without its start."""
    for i in range(1, CURVE + 1):
        t = i / CURVE
        s = 1 - t
        x, y = (s**3 * a[k] + 3 * s * s * t * b[k] + 3 * s * t * t * c[k] + t**3 * d[k] for k in (0, 1))
        yield x, y
