"""Paper solids: a net that is cut out, folded and glued gives the solid."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist, hypot, pi, tan

import pytest

from tableronde.kit.solids import CROSS, CUBE, DODECAHEDRON, FLOWERS, Solid, Tree, cone, net, opposite
from tableronde.scene import Point

DICE = pytest.mark.parametrize(("solid", "tree", "sides"), [(CUBE, CROSS, 4), (DODECAHEDRON, FLOWERS, 5)], ids=["cube", "dodecahedron"])


def lines(path: str) -> list[list[Point]]:
    """Return the straight parts of a path, each as its points."""
    parts = [part.rstrip("Z").split("L") for part in path.split("M")[1:]]
    return [[(float(x), float(y)) for x, y in (step.split() for step in part)] for part in parts]


def area(corners: Sequence[Point]) -> float:
    return abs(sum(x * v - u * y for (x, y), (u, v) in pairwise([*corners, corners[0]]))) / 2


def cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Return whether two lines cross; touching does not count."""
    (a, b), (c, d) = one, other
    return cross(a, b, c) * cross(a, b, d) < -1e-6 and cross(c, d, a) * cross(c, d, b) < -1e-6


@DICE
def test_faces_lie_around_each_other_in_one_sense(solid: Solid, tree: Tree, sides: int) -> None:
    """Where three faces meet, each lists the other two consecutively, so that the right sides are glued together."""
    for face, around in enumerate(solid):
        assert len(around) == sides
        for one, two in pairwise([*around, around[0]]):
            assert (two, face) in pairwise([*solid[one], solid[one][0]])
        assert opposite(solid, opposite(solid, face)) == face != opposite(solid, face)


@DICE
def test_a_net_has_every_face_once_and_a_tab_for_every_other_edge(solid: Solid, tree: Tree, sides: int) -> None:
    flat = net(solid, tree, 20.0, 5.0)
    folds = lines(flat.folds)
    edges = len(solid) * sides // 2
    assert len(folds) == edges  # one at each edge of the solid: there a face or a tab is attached
    assert all(dist(a, b) == pytest.approx(20.0, abs=0.01) for a, b in folds)
    [outline] = lines(flat.outline)
    tabs = edges - (len(solid) - 1)
    face = sides * 20.0**2 / (4 * tan(pi / sides))
    tab = area([(0.0, 0.0), (8.0, 5.0), (12.0, 5.0), (20.0, 0.0)])
    assert area(outline) == pytest.approx(len(solid) * face + tabs * tab, rel=0.001)


@DICE
def test_a_net_does_not_overlap_itself(solid: Solid, tree: Tree, sides: int) -> None:
    [outline] = lines(net(solid, tree, 20.0, 5.0).outline)
    steps = list(pairwise([*outline, outline[0]]))
    assert not any(meet(one, other) for one, other in combinations(steps, 2))


@DICE
def test_the_centers_of_attached_faces_are_twice_as_far_apart_as_their_sides(solid: Solid, tree: Tree, sides: int) -> None:
    flat = net(solid, tree, 20.0, 5.0)
    for face, others in tree.items():
        for other in others:
            assert dist(flat.middles[face], flat.middles[other]) == pytest.approx(20.0 / tan(pi / sides))
    assert len({(round(x, 3), round(y, 3)) for x, y in flat.middles}) == len(solid)


def test_a_cone_has_the_right_base() -> None:
    """The arc of the sector is as long as the circle it becomes."""
    flat = cone(48.0, 17.0, 6.0)
    [outline], [[tip, foot]] = lines(flat.outline), lines(flat.folds)
    assert tip == (0.0, 0.0)
    assert hypot(*foot) == pytest.approx(48.0, abs=0.001)
    arc = [point for point in outline if hypot(*point) == pytest.approx(48.0, abs=0.01)]
    assert sum(dist(a, b) for a, b in pairwise(arc)) == pytest.approx(2 * pi * 17.0, rel=0.001)
