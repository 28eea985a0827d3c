"""CirKis on paper, read back from the PDF: the printed pieces are laid on the printed board, in exact numbers."""

from collections import Counter
from functools import cache
from itertools import pairwise
from math import dist, hypot

import pytest

from support.paper import Page, Path, Spot, read
from tableronde.games.cirkis import BOX
from tableronde.games.cirkis.kit import EDGE, SPILL
from tableronde.games.cirkis.rules.board import Ring, board, merged
from tableronde.games.cirkis.rules.golden import ORIGIN, Point, step
from tableronde.games.cirkis.rules.pieces import Shape, standard
from tableronde.games.cirkis.scene import flat
from tableronde.kit import PaperName, Wish, inset
from tableronde.printing.build import game_document
from tableronde.printing.components.component_drawing import GUIDE
from tableronde.printing.components.sheets import OVERLAP

NEAR = 0.01  # millimetres: what the numbers in the file are rounded to, and more
STEPS = [far.turned(i) for i in range(10) for far in (step(0), step(0).enlarged(), step(0).enlarged().enlarged())]  # 1, φ and φ² long


@cache
def kit(paper: PaperName = "a4", clearance: float = 0.0) -> list[Page]:
    return read(game_document(BOX, Wish(paper, "en", "colour", clearance), "kit").pdf())


def titled(pages: list[Page], title: str) -> list[Page]:
    return [page for page in pages if f"CirKis·{title}" in page.text]


def pieces(pages: list[Page]) -> list[Path]:
    return [cut for page in titled(pages, "Pieces") for cut in page.cuts]


def exact(path: Path) -> Ring:
    """A printed outline as exact points from its first corner on; it closes exactly."""
    [corners] = path.parts
    corners = corners if dist(corners[0], corners[-1]) > NEAR else corners[:-1]
    ring = [ORIGIN]
    for (x, y), (u, v) in pairwise([*corners, corners[0]]):
        way = ((u - x) / EDGE, (y - v) / EDGE)
        found = min(STEPS, key=lambda each: dist(each.xy, way))
        assert dist(found.xy, way) < NEAR / EDGE
        ring.append(ring[-1] + found)
    assert ring.pop() == ORIGIN
    return tuple(ring)


def ways(ring: Ring) -> set[frozenset[Point]]:
    """The corners of a piece in every position on the table, moved to where the least of them is the origin."""
    sides = (ring, tuple(corner.mirrored() for corner in ring))
    return {home([corner.turned(i) for corner in side]) for side in sides for i in range(10)}


def home(corners: list[Point] | Ring) -> frozenset[Point]:
    least = min(corners)
    return frozenset(corner - least for corner in corners)


def outline(spaces: tuple[int, ...]) -> Ring:
    [ring] = merged([board().spaces[space].corners for space in spaces])
    return ring


def test_there_are_four_times_twenty_pieces_of_the_right_shapes() -> None:
    printed = Counter(frozenset(ways(exact(path))) for path in pieces(kit()))
    expected = {frozenset(ways(outline(shape.example))): 4 * shape.count for shape in standard().shapes}
    assert printed == expected
    assert printed.total() == 80


def test_two_sets_share_a_sheet() -> None:
    assert [len(page.cuts) for page in titled(kit(), "Pieces")] == [40, 0, 40, 0]


@pytest.mark.parametrize("shape", standard().shapes, ids=lambda shape: shape.slug)
def test_a_printed_piece_covers_all_its_placements_exactly(shape: Shape) -> None:
    """R3: laid on the board in exact numbers, turned or turned over, its corners are those of the spaces."""
    example = frozenset(ways(outline(shape.example)))
    [ring] = {home(exact(path)) for path in pieces(kit()) if frozenset(ways(exact(path))) == example}
    lying = ways(tuple(ring))
    placements = [placement for placement in standard().placements if standard().shapes[placement.shape] == shape]
    assert (
        len(placements)
        == {"sliver": 10, "arrow": 65, "wedge": 90, "slice": 70, "big-slice": 50, "fan": 40, "hook": 110, "flag": 40, "ace": 55}[shape.slug]
    )
    assert all(home(outline(placement.spaces)) in lying for placement in placements)


def joint(page: Page) -> float:
    """The joint of the two sheets, a long line to cut along or to lay the other sheet against, and the middle of the board."""
    lines = [path for path in page.paths if (path.stroked and abs(path.width - GUIDE) < 0.002) or path in page.cuts]
    boxes = [path.box for path in lines]
    upright = [box.left for box in boxes if box.size[0] < NEAR and box.size[1] > 200]
    long = [a[0] for path in lines for part in path.parts for a, b in pairwise(part) if abs(a[0] - b[0]) < NEAR and abs(a[1] - b[1]) > 200]
    [at] = {round(x, 3) for x in upright + long}
    return at


def seen_corners(page: Page) -> list[Spot]:
    """The corners of all spaces that can be seen on a sheet, in millimetres from the middle of the board."""
    rim = max(page.cuts, key=lambda path: path.box.size[1] * path.box.size[0])
    x, y = joint(page), rim.box.middle[1]
    panes = [path for path in page.paths if path.filled and path.stroked and len(path.parts) == 1 and max(path.box.size) < 45]
    return [
        (a - x, y - b)
        for path in panes
        for a, b in path.parts[0]
        if path.clip.left - NEAR <= a <= path.clip.right + NEAR and path.clip.top - NEAR <= b <= path.clip.bottom + NEAR
    ]


def test_the_sheets_of_the_board_join() -> None:
    """Every corner of every space is printed where it belongs, on one sheet or, in the strip to glue, on both."""
    left, right = titled(kit(), "Board")
    corners = {corner for space in board().spaces for corner in space.corners}
    places = {corner: (EDGE * corner.xy[0], EDGE * corner.xy[1]) for corner in corners}
    found: dict[Point, set[int]] = {corner: set() for corner in corners}
    for i, page in enumerate((left, right)):
        for spot in {(round(x, 3), round(y, 3)) for x, y in seen_corners(page)}:
            corner = min(places, key=lambda each: dist(places[each], spot))
            assert dist(places[corner], spot) < NEAR
            found[corner].add(i)
    assert all(found.values())
    both = [corner for corner, sheets in found.items() if len(sheets) == 2]
    assert both
    assert all(-NEAR <= places[corner][0] <= OVERLAP + NEAR for corner in both)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_is_true_to_size(paper: PaperName) -> None:
    rims = [max(page.cuts, key=lambda path: path.box.size[0] * path.box.size[1]).box.size for page in titled(kit(paper), "Board")]
    wide, high = (max(values) - min(values) for values in zip(*flat(board().outline, 1.04 * EDGE), strict=True))
    assert len(rims) == 2
    for rim in rims:
        assert rim == pytest.approx((wide, high), abs=NEAR)


def corners_of(path: Path) -> list[Spot]:
    """The corners of an outline, the first one not twice."""
    [corners] = path.parts
    return list(corners if dist(corners[0], corners[-1]) > NEAR else corners[:-1])


def test_a_clearance_is_kept_all_around() -> None:
    """A piece moved to where two of its sides stand back by half the clearance stands back by as much on all sides."""
    for tight, loose in zip(pieces(kit()), pieces(kit(clearance=0.4)), strict=True):
        small, large = corners_of(loose), corners_of(tight)
        (ax, ay), (bx, by) = inset(large, 0.2)[0], small[0]
        moved = [(x + ax - bx, y + ay - by) for x, y in small]
        assert [_stands_back(large, moved, i) for i in range(len(large))] == pytest.approx([0.2] * len(large), abs=NEAR)


def _stands_back(large: list[Spot], small: list[Spot], i: int) -> float:
    """The distance by which the i-th side of one outline lies inside that of the other, measured at both ends."""
    (ax, ay), (bx, by) = large[i], large[(i + 1) % len(large)]
    ends = (small[i], small[(i + 1) % len(small)])
    first, last = (((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay) for x, y in ends)
    assert first == pytest.approx(last, abs=NEAR)
    return abs(first)


def test_backs_lie_behind_their_fronts() -> None:
    """Turned over the long edge, left becomes right: behind each piece lies its own shape, and a little more of its colour."""
    sheets = titled(kit(), "Pieces")
    assert len(sheets) == 4
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        glass = [inset(corners_of(path), SPILL) for path in back.paths if path.filled and not path.pattern]
        assert len(glass) == len(front.cuts)
        assert not back.cuts
        for cut, behind in zip(front.cuts, glass, strict=True):
            for (x, y), (u, v) in zip(corners_of(cut), behind, strict=True):
                assert dist((front.width - x, y), (u, v)) < 2 * NEAR


def test_without_colour_a_pattern_tells_the_four_sets_apart() -> None:
    pages = read(game_document(BOX, Wish("a4", "en", "black"), "kit").pdf())
    fronts = [page for page in titled(pages, "Pieces") if page.cuts]
    assert sorted(Counter(path.pattern for page in fronts for path in page.paths if path.pattern).values()) == [20, 20, 20, 20]


def test_the_score_tracks_count_by_fives() -> None:
    [page] = titled(kit(), "Scoretrack")
    sizes = Counter(tuple(round(side, 1) for side in path.box.size) for path in page.cuts)
    assert sizes == {(176.8, 15.0): 4, (10.0, 10.0): 4}
    assert page.text.count("".join(str(5 * i) for i in range(13))) == 4
