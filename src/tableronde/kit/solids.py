"""Nets of paper solids: dice and cones, flat, with tabs to glue. Lengths are in millimetres."""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, radians, sin, tan
from typing import Final, NamedTuple

from tableronde.scene import Point, polygon, polyline

Solid = Sequence[Sequence[int]]  # the neighbour across each side of each face, all faces in the same orientation
Tree = Mapping[int, Sequence[int]]  # the faces attached to each face in the net; the first face named is the root

CUBE: Final = ((1, 2, 3, 4), (0, 4, 5, 2), (0, 1, 5, 3), (0, 2, 5, 4), (0, 3, 5, 1), (1, 4, 3, 2))  # top, the four sides, bottom
CROSS: Final = {1: (0, 4, 5, 2), 5: (3,)}
DODECAHEDRON: Final = (  # top, five below it, five more, bottom
    (1, 2, 3, 4, 5),
    *((0, 1 + (i - 1) % 5, 6 + (i - 1) % 5, 6 + i, 1 + (i + 1) % 5) for i in range(5)),
    *((11, 6 + (i + 1) % 5, 1 + (i + 1) % 5, 1 + i, 6 + (i - 1) % 5) for i in range(5)),
    (10, 9, 8, 7, 6),
)
FLOWERS: Final = {0: (1, 2, 3, 4, 5), 1: (6,), 6: (11,), 11: (7, 8, 9, 10)}
SLOPE: Final = radians(32)  # of a tab's ends: two of them fit between neighbouring faces of a net
STEP: Final = radians(3)  # arcs are drawn as straight pieces too short to see


class Net(NamedTuple):
    """A solid laid flat: the lines to cut, tabs included, the lines to fold, and the centre of each face."""

    outline: str
    folds: str
    middles: tuple[Point, ...]


def net(solid: Solid, tree: Tree, side: float, tab: float) -> Net:
    """Unfold a solid with regular faces along the tree; of two sides that meet, one has a tab."""
    return _Unfolding(solid, tree, side, tab).net()


def opposite(solid: Solid, face: int) -> int:
    """Return the opposite face: the one furthest away."""
    near, found = {face}, [face]
    while len(near) < len(solid):
        found = [other for each in found for other in solid[each] if other not in near]
        near |= {*found}
    return found[0]


class _Unfolding:
    """Walks around a net: along every side, out over the faces attached to it, and back."""

    def __init__(self, solid: Solid, tree: Tree, side: float, tab: float) -> None:
        self.solid, self.tree, self.side, self.tab = solid, tree, side, tab
        self.middles: dict[int, complex] = {}
        self.folds: list[tuple[complex, complex]] = []

    def net(self) -> Net:
        root = next(iter(self.tree))
        corners = [*self._face(root, 0, 0j, complex(self.side, 0)), *self._side(root, 0, 0j, complex(self.side, 0))]
        folds = "".join(polyline([_point(a), _point(b)]) for a, b in self.folds)
        return Net(polygon(map(_point, corners)), folds, tuple(_point(self.middles[face]) for face in range(len(self.solid))))

    def _face(self, face: int, first: int, start: complex, end: complex) -> Iterator[complex]:
        """Yield the corners of the outline around a face, from the end of its first side back to that side's start."""
        count = len(self.solid[face])
        turn = complex(cos(2 * pi / count), sin(2 * pi / count))
        along = end - start
        self.middles[face] = (start + end) / 2 + along * 1j / (2 * tan(pi / count))
        for i in range(first + 1, first + count):
            start, along = end, along * turn
            end = start + along
            yield from self._side(face, i % count, start, end)

    def _side(self, face: int, side: int, start: complex, end: complex) -> Iterator[complex]:
        """Yield the outline of one side of a face: over an attached face, around a tab, or straight to its end."""
        other = self.solid[face][side]
        if other in self.tree.get(face, ()):
            self.folds.append((start, end))
            yield from self._face(other, list(self.solid[other]).index(face), end, start)
        elif face < other and face not in self.tree.get(other, ()):
            self.folds.append((start, end))
            along = (end - start) / abs(end - start)
            out, back = along * -1j * self.tab, along * self.tab / tan(SLOPE)
            yield from (start + back + out, end - back + out)
            yield end
        else:
            yield end


def _point(place: complex) -> Point:
    return place.real, place.imag


def cone(slant: float, radius: float, tab: float) -> Net:
    """Unfold a cone without a bottom: a sector with its tip on top and a tab along its left side; its centre is halfway down."""
    half = pi * radius / slant
    count = round(2 * half / STEP)
    angles = [half * (1 - 2 * i / count) for i in range(count + 1)]
    arc = [(slant * sin(angle), slant * cos(angle)) for angle in angles]
    (x, y), back = arc[-1], tab / tan(2 * SLOPE)
    down = (x / slant, y / slant)
    out = (-tab * down[1], tab * down[0])
    ends = [(slant - back, 1), (back, 1)]
    flap = [(share * down[0] + out[0] * way, share * down[1] + out[1] * way) for share, way in ends]
    return Net(polygon([(0.0, 0.0), *arc, *flap]), polyline([(0.0, 0.0), (x, y)]), ((0.0, slant / 2),))
