"""The board of CirKis, computed from its geometry: a tiling of kites and darts with five-fold symmetry, cut by a decagon.

Five kites round a point are divided repeatedly into smaller kites and darts. Tiles inside the decagon are kept; the remains of
the kites that it cuts are the sliver spaces. All comparisons use exact numbers.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cmp_to_key
from itertools import combinations
from typing import Final, NamedTuple

from tableronde.games.cirkis.rules.golden import ORIGIN, Golden, Point, by_angle, cross, step

Ring = tuple[Point, ...]  # the corners of a polygon, counter-clockwise
Edge = frozenset[Point]
DIVISIONS: Final = 5  # enough to cover the decagon, and odd, so that a star stands in the centre
LONG: Final = step(0).enlarged()  # a long edge, laid along the x axis
INNER: Final = LONG.enlarged().enlarged()  # φ³, how far out the middles of the inner figures lie
OUTER: Final = INNER.enlarged()  # φ⁴
FIGURES: Final = {"K": "circle", "D": "star"}


class Tile(NamedTuple):
    """A whole kite (K) or dart (D): its tip or nose, and the direction of its axis in steps of 36 degrees."""

    kind: str
    tip: Point
    axis: int

    def corners(self) -> Ring:
        far = LONG if self.kind == "K" else step(0)
        return (
            self.tip,
            self.tip + LONG.turned(self.axis - 1),
            self.tip + far.turned(self.axis),
            self.tip + LONG.turned(self.axis + 1),
        )

    def divided(self) -> Iterator["Tile"]:
        """The smaller tiles this one is made of, enlarged to full size; darts cut by its edge are returned whole."""
        tip, longer = self.tip.enlarged(), LONG.enlarged()
        if self.kind == "D":
            yield Tile("K", tip, self.axis)
        for side in (1, -1):
            corner = tip + longer.turned(self.axis + side)
            if self.kind == "K":
                yield Tile("D", tip, (self.axis + side) % 10)
                yield Tile("K", corner, (self.axis + 7 * side) % 10)
            else:
                yield Tile("D", corner, (self.axis + 6 * side) % 10)


class Plot(NamedTuple):
    """A space that has no number yet."""

    kind: str
    corners: Ring


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board with its neighbours."""

    id: int
    kind: str  # K, D or S
    corners: Ring  # from the kite's tip, the dart's nose or the sliver's corner of the decagon
    joins: dict[int, str]  # the spaces beyond its edges, and whether such an edge is "long" or "short"
    touches: tuple[int, ...]  # Q4: a common corner is enough


@dataclass(frozen=True, slots=True)
class Figure:
    """A circle or a star. The centre circle is one only as a variant (R21)."""

    name: str
    kind: str  # "circle", "star" or "centre-circle"
    centre: Point
    spaces: tuple[int, ...]
    mask: int  # its spaces as bits


@dataclass(frozen=True)
class Board:
    """All spaces in the order of their numbers; the sixteen figures of R13; the centre circle."""

    outline: Ring
    spaces: tuple[Space, ...]
    figures: tuple[Figure, ...]
    circle: Figure

    @property
    def star(self) -> Figure:
        """The centre star (R8b)."""
        return self.figures[0]


@cache
def board() -> Board:
    """The board of the game, computed on first use."""
    outline = decagon()
    plots = numbered(cut(tiling(), outline))
    found = figures(plots)
    spaces = connected(plots)
    return Board(outline, spaces, found, _centre_circle(spaces, found[0]))


def bits(numbers: Iterable[int]) -> int:
    """A bit set of small numbers."""
    return sum(1 << number for number in set(numbers))


def decagon() -> Ring:
    """The rim: corners 2φ³ from the centre."""
    return tuple((INNER + INNER).turned(i) for i in range(10))


def tiling() -> set[Tile]:
    """The five-fold tiling around a star, large enough to cover the decagon."""
    tiles = {Tile("K", ORIGIN, axis) for axis in range(0, 10, 2)}
    for _ in range(DIVISIONS):
        tiles = {part for tile in tiles for part in tile.divided()}
    return tiles


def cut(tiles: Iterable[Tile], outline: Ring) -> list[Plot]:
    """The spaces: all tiles inside the decagon, and a sliver for each pair of adjacent tiles that it cuts."""
    plots = [Plot(tile.kind, tile.corners()) for tile in tiles]
    depth = {corner: within(outline, corner) for corner in {corner for plot in plots for corner in plot.corners}}
    signs = {plot: [depth[corner] for corner in plot.corners] for plot in plots}
    whole = [plot for plot in plots if min(signs[plot]) >= 0]
    parted = [plot.corners for plot in plots if min(signs[plot]) < 0 < max(signs[plot])]
    pairs = [pair for pair in combinations(parted, 2) if _meet_inside(*pair, depth)]
    return whole + [Plot("S", _sliver(one, other, depth, outline)) for one, other in pairs]


def within(outline: Ring, point: Point) -> int:
    """The side of a convex outline on which a point lies: 1 inside, 0 on its rim, -1 outside."""
    return min(cross(end - start, point - start).sign for start, end in edges(outline))


def edges(corners: Ring) -> list[tuple[Point, Point]]:
    """The edges of a polygon, counter-clockwise."""
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def area(corners: Ring) -> Golden:
    """The area of a polygon, in units of sin 36° / 4."""
    total = Golden(0)
    for one, other in edges(corners):
        total += cross(one, other)
    return total


def merged(rings: Sequence[Ring]) -> list[Ring]:
    """The outline of polygons side by side, as one ring or, if it has holes or pinched corners, several."""
    all_edges = [edge for ring in rings for edge in edges(ring)]
    after: defaultdict[Point, list[Point]] = defaultdict(list)
    for start, end in set(all_edges) - {(end, start) for start, end in all_edges}:
        after[start].append(end)
    found = []
    while after:
        ring = [min(after)]
        while following := after.pop(ring[-1], []):
            ring.append(following.pop())
            if following:
                after[ring[-2]] = following
        found.append(tuple(ring[1:]))
    return found


def numbered(plots: Sequence[Plot]) -> list[Plot]:
    """The spaces in the order of their numbers: by the distance of the centre of area, then by its angle."""
    areas = {plot.kind: area(plot.corners) for plot in plots}
    centres = {plot: _balance(plot, areas) for plot in plots}
    by_turn = cmp_to_key(by_angle)
    return sorted(sorted(plots, key=lambda plot: by_turn(centres[plot])), key=lambda plot: centres[plot].square)


def connected(plots: Sequence[Plot]) -> tuple[Space, ...]:
    """The numbered spaces with their neighbours."""
    at_edge: defaultdict[Edge, list[int]] = defaultdict(list)
    at_corner: defaultdict[Point, list[int]] = defaultdict(list)
    for i, plot in enumerate(plots):
        for edge in edges(plot.corners):
            at_edge[frozenset(edge)].append(i)
        for corner in plot.corners:
            at_corner[corner].append(i)
    return tuple(
        Space(
            i,
            plot.kind,
            plot.corners,
            dict(sorted((j, _length(*edge)) for edge in edges(plot.corners) for j in at_edge[frozenset(edge)] if j != i)),
            tuple(sorted({j for corner in plot.corners for j in at_corner[corner]} - {i})),
        )
        for i, plot in enumerate(plots)
    )


def figures(plots: Sequence[Plot]) -> tuple[Figure, ...]:
    """The figures: five kites round a point are a circle, five darts a star. Sorted from the centre outwards, circles first, by angle."""
    around: defaultdict[tuple[str, Point], list[int]] = defaultdict(list)
    for i, plot in enumerate(plots):
        around[FIGURES.get(plot.kind, ""), plot.corners[0]].append(i)
    full = {key: tuple(ids) for key, ids in around.items() if len(ids) == 5}
    return tuple(
        Figure(f"{ring}-{kind}{number}", kind, centre, full[kind, centre], bits(full[kind, centre]))
        for ring, distance in (("centre", ORIGIN), ("inner", INNER), ("outer", OUTER))
        for kind in ("circle", "star")
        for number, centre in _numbers([centre for key, centre in full if key == kind and centre.square == distance.square])
    )


def _numbers(centres: list[Point]) -> list[tuple[str, Point]]:
    """The middles of a ring sorted by angle, each with the end of its figure's name; the centre needs no number."""
    ring = sorted(centres, key=cmp_to_key(by_angle))
    return [("" if centre == ORIGIN else f"-{i + 1}", centre) for i, centre in enumerate(ring)]


def _centre_circle(spaces: Sequence[Space], star: Figure) -> Figure:
    """Q5: the kites round the centre star."""
    kites = tuple(space.id for space in spaces if space.kind == "K" and not space.joins.keys().isdisjoint(star.spaces))
    return Figure("centre-circle", "centre-circle", ORIGIN, kites, bits(kites))


def _meet_inside(one: Ring, other: Ring, depth: dict[Point, int]) -> bool:
    """Whether two tiles share an edge that reaches inside the outline."""
    shared = set(one).intersection(other)
    return len(shared) == 2 and any(depth[corner] > 0 for corner in shared)


def _sliver(one: Ring, other: Ring, depth: dict[Point, int], outline: Ring) -> Ring:
    """The remains of two tiles cut by the outline. It runs through two of their corners, so that no new corner appears."""
    [whole] = merged([one, other])
    ring = [corner for corner in whole if depth[corner] >= 0]
    first = next(i for i, corner in enumerate(ring) if corner in outline)
    return (*ring[first:], *ring[:first])


def _balance(plot: Plot, areas: dict[str, Golden]) -> Point:
    """The centre of area times a number that is the same for all spaces: this avoids division."""
    total = ORIGIN
    for one, other in edges(plot.corners):
        total += (one + other).times(cross(one, other))
    for kind, other_area in areas.items():
        if kind != plot.kind:
            total = total.times(other_area)
    return total


def _length(start: Point, end: Point) -> str:
    return "long" if (end - start).square == LONG.square else "short"
