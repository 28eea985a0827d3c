"""Exact arithmetic for the board: points whose coordinates depend on the golden ratio, and the signs of expressions in them.

All corners of the board are sums of unit steps in ten directions, 36 degrees apart. With ζ the first of these
directions as a complex number, every corner is a + bζ + cζ² + dζ³ with whole a, b, c, d; nothing is ever rounded.
"""

from dataclasses import dataclass
from math import pi, sin, sqrt


@dataclass(frozen=True, slots=True)
class Golden:
    """The number x + y·φ with whole x and y, φ being the golden ratio."""

    x: int
    y: int = 0

    def __add__(self, other: "Golden") -> "Golden":
        return Golden(self.x + other.x, self.y + other.y)

    def __sub__(self, other: "Golden") -> "Golden":
        return Golden(self.x - other.x, self.y - other.y)

    def __mul__(self, other: "Golden") -> "Golden":
        both = self.y * other.y  # φ² = φ + 1
        return Golden(self.x * other.x + both, self.x * other.y + self.y * other.x + both)

    def __lt__(self, other: "Golden") -> bool:
        return (self - other).sign < 0

    def __float__(self) -> float:
        return self.x + self.y * (1 + sqrt(5)) / 2

    @property
    def sign(self) -> int:
        """Return 1, 0 or -1. Twice the number is m + n√5; comparing the signed squares of both parts is exact."""
        m, n = 2 * self.x + self.y, self.y
        value = m * abs(m) + 5 * n * abs(n)
        return (value > 0) - (value < 0)


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """The point a + bζ + cζ² + dζ³ of the plane; ζ is the unit step 36 degrees up from the x axis.

    Points are ordered only to make choices reproducible: the first of several points is the same after any translation.
    """

    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0

    def __add__(self, other: "Point") -> "Point":
        return Point(self.a + other.a, self.b + other.b, self.c + other.c, self.d + other.d)

    def __sub__(self, other: "Point") -> "Point":
        return Point(self.a - other.a, self.b - other.b, self.c - other.c, self.d - other.d)

    def turned(self, steps: int) -> "Point":
        """The point rotated counter-clockwise around the origin by that many times 36 degrees."""
        point = self
        for _ in range(steps % 10):
            point = Point(-point.d, point.a + point.d, point.b - point.d, point.c + point.d)  # ζ⁴ = ζ³ - ζ² + ζ - 1
        return point

    def mirrored(self) -> "Point":
        """The point reflected in the x axis."""
        return Point(self.a + self.b, -self.b, self.b - self.d, -self.b - self.c)

    def enlarged(self) -> "Point":
        """The point scaled by φ = ζ + 1/ζ."""
        return self.turned(1) + self.turned(9)

    def times(self, factor: Golden) -> "Point":
        """The point scaled by a golden number."""
        x, y, far = factor.x, factor.y, self.enlarged()
        return Point(x * self.a + y * far.a, x * self.b + y * far.b, x * self.c + y * far.c, x * self.d + y * far.d)

    @property
    def across(self) -> Golden:
        """Twice the x coordinate."""
        return Golden(2 * self.a - self.c + self.d, self.b + self.c - self.d)

    @property
    def up(self) -> Golden:
        """The y coordinate, in units of sin 36°."""
        return Golden(self.b, self.c + self.d)

    @property
    def square(self) -> Golden:
        """Four times the square of the distance from the origin; 4 sin² 36° = 3 - φ."""
        return self.across * self.across + Golden(3, -1) * self.up * self.up

    @property
    def xy(self) -> tuple[float, float]:
        """The coordinates as floats: for pictures, never for comparisons."""
        return float(self.across) / 2, float(self.up) * sin(pi / 5)


ORIGIN = Point()


def step(direction: int) -> Point:
    """A unit step in one of the ten directions."""
    return Point(1).turned(direction)


def by_angle(one: Point, other: Point) -> int:
    """Compare two points by angle, counter-clockwise from the x axis: -1, 0 or 1."""
    return _lower(one) - _lower(other) or -cross(one, other).sign


def _lower(point: Point) -> bool:
    """Whether a point's angle is 180 degrees or more."""
    up = point.up.sign
    return up < 0 or (up == 0 and point.across.sign < 0)


def cross(one: Point, other: Point) -> Golden:
    """The cross product of two points in units of sin 36° / 2, positive if the second lies counter-clockwise of the first."""
    return one.across * other.up - one.up * other.across
