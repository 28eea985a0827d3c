"""The board of CirKis: computed from its geometry, and equal to the data file in every detail."""

from collections import Counter
from itertools import pairwise
from math import hypot, sqrt
from random import Random

import pytest

from support.games.cirkis import data
from tableronde.games.cirkis.rules.board import INNER, OUTER, area, bits, board, decagon, edges, merged, tiling, within
from tableronde.games.cirkis.rules.golden import ORIGIN, Golden, Point, by_angle, cross, step

PHI = (1 + sqrt(5)) / 2


def some_points(count: int = 60) -> list[Point]:
    rng = Random(1)
    return [Point(*(rng.randrange(-9, 10) for _ in range(4))) for _ in range(count)]


# --- exact numbers ---


def test_golden_numbers_compute_like_numbers() -> None:
    rng = Random(2)
    for _ in range(200):
        a, b = (Golden(rng.randrange(-50, 50), rng.randrange(-50, 50)) for _ in range(2))
        assert float(a + b) == pytest.approx(float(a) + float(b))
        assert float(a - b) == pytest.approx(float(a) - float(b))
        assert float(a * b) == pytest.approx(float(a) * float(b))
        assert (a < b) == (float(a) < float(b))


def test_signs_are_exact_where_floating_point_is_blind() -> None:
    low, high = 0, 1
    while high < 10**30:  # neighbouring Fibonacci numbers: their ratio comes as near to φ as you like
        low, high = high, low + high
    near = Golden(high, -low)  # less than 1e-30 from zero, while each part has thirty digits
    assert near.sign == -Golden(-high, low).sign != 0
    assert (near - near).sign == 0
    assert (near + Golden(high, -low)).sign == near.sign
    assert Golden(low + high, -high).sign == -near.sign  # such ratios lie above and below φ in turn


def test_points_turn_mirror_and_grow_like_complex_numbers() -> None:
    zeta = complex(*step(1).xy)
    for point in some_points():
        z = complex(*point.xy)
        for k in range(-3, 13):
            assert complex(*point.turned(k).xy) == pytest.approx(z * zeta**k)
        assert complex(*point.mirrored().xy) == pytest.approx(z.conjugate())
        assert complex(*point.enlarged().xy) == pytest.approx(z * PHI)
        assert complex(*point.times(Golden(2, -3)).xy) == pytest.approx(z * (2 - 3 * PHI))
        assert float(point.square) == pytest.approx(4 * abs(z) ** 2)


def test_cross_and_angle_agree_with_the_plane() -> None:
    for one, other in pairwise(some_points()):
        (x, y), (u, v) = one.xy, other.xy
        assert cross(one, other).sign == (x * v - y * u > 1e-9) - (x * v - y * u < -1e-9)
    ring = [step(i) for i in range(10)]
    assert all(by_angle(one, other) == -1 for one, other in pairwise(ring))
    assert by_angle(step(3), step(3).enlarged()) == 0


# --- the data file, detail by detail ---


def test_the_outline_is_that_of_the_data_file() -> None:
    assert [corner.xy for corner in board().outline] == [pytest.approx(tuple(corner), abs=1e-8) for corner in data()["outline"]]


@pytest.mark.parametrize("i", range(165))
def test_every_space_is_that_of_the_data_file(i: int) -> None:
    space, given = board().spaces[i], data()["spaces"][i]
    assert (space.id, space.kind) == (given["id"], given["kind"])
    assert [corner.xy for corner in space.corners] == [pytest.approx(tuple(corner), abs=1e-8) for corner in given["polygon"]]
    assert list(space.joins) == given["edge_neighbours"]
    assert list(space.joins.values()) == given["edge_kinds"]
    assert list(space.touches) == given["touch_neighbours"]


def test_there_are_no_other_spaces() -> None:
    assert len(board().spaces) == len(data()["spaces"]) == 165
    assert Counter(space.kind for space in board().spaces) == {"K": 90, "D": 65, "S": 10}


def test_every_figure_is_that_of_the_data_file() -> None:
    derived = [{"name": f.name, "kind": f.kind, "spaces": list(f.spaces)} for f in (*board().figures, board().circle)]
    assert derived == data()["figures"]
    assert all(figure.mask == bits(figure.spaces) for figure in (*board().figures, board().circle))


def test_figures_lie_where_the_dossier_says() -> None:
    assert Counter(figure.kind for figure in board().figures) == {"circle": 10, "star": 6}
    far = {"centre": ORIGIN, "inner": INNER, "outer": OUTER}
    for figure in board().figures:
        assert figure.centre.square == far[figure.name.split("-")[0]].square
    assert hypot(*INNER.xy) == pytest.approx(PHI**3)
    assert hypot(*OUTER.xy) == pytest.approx(PHI**4)


def test_no_space_belongs_to_two_figures_and_75_to_none() -> None:
    uses = Counter(space for figure in (*board().figures, board().circle) for space in figure.spaces)
    assert set(uses.values()) == {1}
    free = Counter(space.kind for space in board().spaces if space.id not in uses)
    assert free == {"K": 30, "D": 35, "S": 10}


# --- what is proved by exact arithmetic ---


def test_the_areas_add_up_to_the_decagon() -> None:
    total = Golden(0)
    for space in board().spaces:
        assert area(space.corners).sign > 0  # counter-clockwise
        total += area(space.corners)
    assert total == area(board().outline)


def test_every_inner_edge_belongs_to_two_spaces_and_the_rest_lie_on_the_rim() -> None:
    uses = Counter(frozenset(edge) for space in board().spaces for edge in edges(space.corners))
    assert set(uses.values()) == {1, 2}
    rim = [edge for edge, count in uses.items() if count == 1]
    assert len(rim) == 30
    assert all(_on_one_side(edge) for edge in rim)


def _on_one_side(edge: frozenset[Point]) -> bool:
    return any(all(not cross(end - start, corner - start).sign for corner in edge) for start, end in edges(board().outline))


def test_no_corner_lies_inside_the_edge_of_a_space() -> None:
    corners = {corner for space in board().spaces for corner in space.corners}
    for space in board().spaces:
        for start, end in edges(space.corners):
            on_line = [corner for corner in corners - {start, end} if not cross(end - start, corner - start).sign]
            assert not [corner for corner in on_line if _between(start, corner, end)]


def _between(start: Point, corner: Point, end: Point) -> bool:
    """Whether a corner on the line of an edge lies between its ends: then it is nearer to both than they are to each other."""
    length = (end - start).square
    return (corner - start).square < length and (corner - end).square < length


def test_neighbours_are_mutual() -> None:
    spaces = board().spaces
    for space in spaces:
        assert all(spaces[other].joins[space.id] == length for other, length in space.joins.items())
        assert all(space.id in spaces[other].touches for other in space.touches)
        assert set(space.joins) <= set(space.touches)
        assert 5 <= len(space.touches) <= 10


@pytest.mark.parametrize("turns", range(5))
@pytest.mark.parametrize("mirror", [False, True])
def test_ten_symmetries_map_the_board_to_itself(turns: int, mirror: bool) -> None:
    def image(point: Point) -> Point:
        return (point.mirrored() if mirror else point).turned(2 * turns)

    at = {frozenset(space.corners): space for space in board().spaces}
    moved = {space.id: at[frozenset(map(image, space.corners))] for space in board().spaces}
    assert len({space.id for space in moved.values()}) == 165
    for space in board().spaces:
        assert moved[space.id].kind == space.kind
        assert {moved[i].id for i in space.touches} == set(moved[space.id].touches)
    masks = {figure.mask for figure in board().figures}
    assert {bits(moved[i].id for i in figure.spaces) for figure in board().figures} == masks


def test_a_turn_by_36_degrees_is_no_symmetry() -> None:
    at = {frozenset(space.corners) for space in board().spaces}
    assert not all(frozenset(corner.turned(1) for corner in space.corners) in at for space in board().spaces)


def test_outer_stars_meet_their_inner_circles_and_no_other() -> None:
    figures, spaces = {figure.name: figure for figure in board().figures}, board().spaces
    circles = [figure for figure in board().figures if figure.kind == "circle"]
    for name, star in figures.items():
        if star.kind == "star":
            met = {circle.name for circle in circles for i in star.spaces if not spaces[i].joins.keys().isdisjoint(circle.spaces)}
            assert met == ({name.replace("outer-star", "inner-circle")} if name != "centre-star" else set())


def test_slivers_are_cut_from_two_kites_and_touch_in_pairs() -> None:
    slivers = [space for space in board().spaces if space.kind == "S"]
    outline = decagon()
    for sliver in slivers:
        assert sliver.corners[0] in outline
        assert sorted(float((end - start).square) / 4 for start, end in edges(sliver.corners)) == pytest.approx([1, 1, 1, PHI**4])
        assert sum(other.id in sliver.touches for other in slivers) == 1


def test_the_tiling_covers_more_than_the_decagon() -> None:
    corners = {corner for tile in tiling() for corner in tile.corners()}
    assert {within(decagon(), corner) for corner in corners} == {-1, 0, 1}


def test_outlines_of_merged_spaces() -> None:
    five = [board().spaces[i].corners for i in board().figures[1].spaces]
    [ring] = merged(five)
    assert len(ring) == 10
    circle = [board().spaces[i].corners for i in board().circle.spaces]
    assert len(merged(circle)) == 2  # a ring has an outer and an inner outline
