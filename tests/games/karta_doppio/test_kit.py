"""Karta Doppio on paper, read back from the PDF: the printed cards are laid on each other, and show what the rules say."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import dist
from typing import NamedTuple

import pytest

from support.paper import Box, Page, Path, Spot, read
from tableronde.games.karta_doppio import BOX
from tableronde.games.karta_doppio.paper.kit import GAME, OTHERS
from tableronde.games.karta_doppio.rules.cards import DECKS, PATTERNS, Cell, Mark, Pose
from tableronde.games.karta_doppio.rules.grid import grid_of
from tableronde.games.karta_doppio.rules.grid import read as laid_card
from tableronde.kit import Ink, PaperName, Wish
from tableronde.printing.build import game_document
from tableronde.printing.paper_sizes import EDGE

NEAR = 0.02
SQUARE = 24.0
CARD = (48.0, 72.0)
DISC, DIAMOND, WINDOW = (10.4, 10.4), (13.2, 13.2), (17.0, 17.0)
# The dossier's long example of the deck of the game.
PLAYED = (
    "28r3@0,0 26b0@0,-1 24r2@3,-2 18b2@2,-2 22r0@4,-3 12b3@1,-4 0r2@4,-5 20b2@-2,-2 "
    "16r2@1,-4 8b0@-1,-4 4r0@-3,-3 14b2@4,0 2r2@-1,-5 10b2@2,1 15r1@4,-5 6b2@2,2"
)
Turned = Callable[[Spot], Spot]
TURNS: tuple[Turned, ...] = (  # a square laid on a square, in all ways
    lambda spot: (spot[0], spot[1]),
    lambda spot: (-spot[1], spot[0]),
    lambda spot: (-spot[0], -spot[1]),
    lambda spot: (spot[1], -spot[0]),
    lambda spot: (-spot[0], spot[1]),
    lambda spot: (spot[1], spot[0]),
    lambda spot: (spot[0], -spot[1]),
    lambda spot: (-spot[1], -spot[0]),
)


@cache
def whole(paper: PaperName, ink: Ink) -> list[Page]:
    return read(game_document(BOX, Wish(paper, "en", ink), "kit").pdf())


def titled(title: str, paper: PaperName = "a4", ink: Ink = "black") -> list[Page]:
    """The sheets with a title, and their backs."""
    return [page for page in whole(paper, ink) if f"KartaDoppio·{title}" in page.text]


def within(paths: Sequence[Path], box: Box, *size: float) -> list[Path]:
    """The paths of a size that lie in a box."""
    return [
        path
        for path in paths
        if path.box.size == pytest.approx(size, abs=NEAR) and dist(path.box.middle, path.box.within(box).middle) < NEAR and _in(path, box)
    ]


def _in(path: Path, box: Box) -> bool:
    (x, y), (left, top, right, bottom) = path.box.middle, box
    return left < x < right and top < y < bottom


def cell(spot: Spot, card: Box) -> Cell:
    """The square of a card in which a spot lies, counted from the lower left one."""
    return int((spot[0] - card.left) // SQUARE), int((card.bottom - spot[1]) // SQUARE)


def points(paths: Sequence[Path], card: Box) -> dict[Cell, Mark]:
    """The points on a card: a disc is red, a diamond blue, whatever the ink."""
    found: dict[Cell, Mark] = {cell(path.box.middle, card): "red" for path in within(paths, card, *DISC)}
    return found | {cell(path.box.middle, card): "blue" for path in within(paths, card, *DIAMOND)}


def face(card: int, side: str) -> dict[Cell, Mark]:
    return {cell: mark for cell, mark in Pose(card, side, 0).marks if mark}


# -- film ----------------------------------------------------------------------------------------------------------------


def films() -> Iterator[tuple[int, Page, Box]]:
    cards = iter((*GAME, *OTHERS))
    for page in titled("Filmcard"):
        yield from ((next(cards), page, cut.box) for cut in page.cuts)


def test_thirty_cards_of_film_have_the_patterns_of_the_dossier() -> None:
    found = list(films())
    assert [card for card, _, _ in found] == [*DECKS["shapes"], *OTHERS]
    assert len(PATTERNS) == len(found) == 30
    for card, page, box in found:
        assert box.size == pytest.approx(CARD, abs=NEAR)
        assert points(page.paths, box) == face(card, "r")
        assert "".join(word.text for word in page.words if _in_box(word.box, box)) == str(card)


def _in_box(inner: Box, outer: Box) -> bool:
    return outer.left < inner.middle[0] < outer.right and outer.top < inner.middle[1] < outer.bottom


def test_film_is_told_apart_from_paper() -> None:
    said = "".join(page.text for page in whole("a4", "black")[:2])
    assert "Transparentcards:filmforyourkindofprinter(inkjetorlaser),ononeside,notmirrored." in said
    assert all("Onfilm." in page.text and "(back)" not in page.text for page in titled("Filmcard"))
    assert not any("Onfilm." in page.text for page in whole("a4", "black") if "·Filmcard" not in page.text)


def leaves(page: Page, card: Box) -> dict[Cell, tuple[Spot, Spot]]:
    """The leaf of each square: its stem and its tip, seen from the middle of the square."""
    found = {}
    for path in page.paths:
        if path.stroked and len(path.parts) == 1 and len(path.parts[0]) == 3 and _in(path, card):
            stem, tip, _ = path.parts[0]
            x, y = cell(((stem[0] + tip[0]) / 2, (stem[1] + tip[1]) / 2), card)
            at = card.left + (x + 0.5) * SQUARE, card.bottom - (y + 0.5) * SQUARE
            found[x, y] = (stem[0] - at[0], stem[1] - at[1]), (tip[0] - at[0], tip[1] - at[1])
    return found


def test_every_square_has_a_leaf_clear_of_its_point() -> None:
    for _, page, box in films():
        found = leaves(page, box)
        assert len(found) == 6
        assert all(max(map(abs, (*stem, *tip))) < SQUARE / 2 for stem, tip in found.values())
        assert all(min(dist(stem, (0, 0)), dist(tip, (0, 0))) > 7.0 for stem, tip in found.values())


def test_two_leaves_are_always_seen_as_two() -> None:
    """R10, R11: however two cards of the game lie on each other, their leaves are some millimetres apart."""
    found = [leaves(page, box)[0, 0] for card, page, box in films() if card in GAME]
    assert len(found) == 16
    nearest = min(_apart(one, (turned(stem), turned(tip))) for one, (stem, tip) in combinations(found, 2) for turned in TURNS)
    assert nearest > 2.4


def _apart(one: tuple[Spot, Spot], other: tuple[Spot, Spot]) -> float:
    """The distance along a leaf at which it differs from another, in either direction."""
    (a, b), (c, d) = one, other
    return min(max(dist(a, c), dist(b, d)), max(dist(a, d), dist(b, c)))


def test_a_point_has_a_red_disc_and_behind_it_a_blue_diamond() -> None:
    """Q3: three for each card; so a card turned over shows its squares mirrored and the colours exchanged."""
    pages = titled("Point")
    cuts = [(page, cut) for page in pages for cut in page.cuts]
    assert len(cuts) == 3 * 30
    for page, cut in cuts:
        (x, y), fold = cut.box.middle, 9.0
        behind = Box(x - 2 * fold - 7, y - 7, x - 2 * fold + 7, y + 7)
        assert cut.box.size == pytest.approx((14.0, 14.0), abs=NEAR)
        assert within(page.paths, cut.box, *DISC)
        assert within(page.paths, behind, *DIAMOND)
        assert any(path.box.left == pytest.approx(x - fold, abs=NEAR) for path in page.folds)


# -- paper ---------------------------------------------------------------------------------------------------------------


class Printed(NamedTuple):
    """A paper card: the points on its two faces, and its windows, as seen from the front."""

    faces: dict[str, dict[Cell, Mark]]
    windows: set[Cell]


@cache
def papers(paper: PaperName, ink: Ink) -> dict[int, Printed]:
    pages = titled("Papercard", paper, ink)
    cards, found = iter((*GAME, *OTHERS)), {}
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert "(back)" in back.text
        for cut in front.cuts:
            outer, *holes = [_around(part) for part in cut.parts]
            assert outer.size == pytest.approx(CARD, abs=NEAR)
            assert all(hole.size == pytest.approx(WINDOW, abs=NEAR) for hole in holes)
            behind = Box(front.width - outer.right, outer.top, front.width - outer.left, outer.bottom)
            faces = {"r": points(front.paths, outer), "b": points(back.paths, behind)}
            found[next(cards)] = Printed(faces, {cell(hole.middle, outer) for hole in holes})
    return found


def _around(part: Sequence[Spot]) -> Box:
    xs, ys = zip(*part, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


@pytest.mark.parametrize(("paper", "ink"), [("a4", "black"), ("letter", "colour")])
def test_cards_of_paper_have_both_faces_and_windows_where_they_are_empty(paper: PaperName, ink: Ink) -> None:
    printed = papers(paper, ink)
    assert len(printed) == 30
    for card, (faces, windows) in printed.items():
        assert faces == {"r": face(card, "r"), "b": face(card, "b")}
        assert windows == {cell for cell, mark in Pose(card, "r", 0).marks if not mark}


def test_through_the_windows_a_table_shows_what_the_rules_say() -> None:
    """R12: a whole game laid with the printed cards: a point covers, a window lets through. Leaves are laid on what is covered."""
    laid = [card for card in map(laid_card, PLAYED.split()) if card]
    assert len(laid) == 16
    seen: dict[Cell, Mark] = {}
    covered: Counter[Cell] = Counter()
    for card in laid:
        own = papers("a4", "black")[card.pose.card]
        shown = own.faces[card.pose.face]
        for square, _ in card.marks:
            there = _home(square, card.pose, card.place)
            is_window = (there if card.pose.face == "r" else (1 - there[0], there[1])) in own.windows
            assert is_window == (there not in shown)
            seen[square] = seen.get(square) if is_window else shown[there]
            covered[square] += 1
    grid = grid_of(tuple(laid))
    assert seen == {square: there.shown for square, there in grid.items()}
    assert covered == {square: there.layers for square, there in grid.items()}
    assert sum(count == 2 for count in covered.values()) <= 90


def _home(square: Cell, pose: Pose, place: Cell) -> Cell:
    """The square of an upright card that lies on a square of the table."""
    x, y = square[0] - place[0], square[1] - place[1]
    return ((x, y), (y, 2 - x), (1 - x, 2 - y), (1 - y, x))[pose.turn]


def test_there_are_tokens_and_a_leaf_for_every_square_that_can_be_covered() -> None:
    [page] = titled("Token")
    sizes = Counter(tuple(round(side, 1) for side in path.box.size) for path in page.cuts)
    assert sizes == {(18.0, 18.0): 16, (9.0, 9.0): 6 * 30 // 2}


@pytest.mark.parametrize(("paper", "ink"), [("a4", "black"), ("letter", "colour")])
def test_there_is_a_white_edge_and_the_colour_one_asked_for(paper: PaperName, ink: Ink) -> None:
    pages = whole(paper, ink)
    for page in pages:
        left, top, right, bottom = page.ink
        assert min(left, top, page.width - right, page.height - bottom) >= EDGE
    colours = {colour for page in pages for path in page.paths for colour in path.colours if colour}
    assert (max(max(colour) - min(colour) for colour in colours) < 1e-6) == (ink == "black")
