"""Games on paper: what is printed is read back from the PDF."""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path
from random import Random

import pytest
import segno

from helpers import OUTSIDE, SHELF
from paper import Box as PaperBox
from paper import Page, read
from tableronde import rulebook
from tableronde.arena import stroll
from tableronde.box import Box
from tableronde.cli import main
from tableronde.kit import INKS, PAPERS, Component, Ink, Kit, PaperName, Wish, inset, size
from tableronde.learn.puzzles import puzzles
from tableronde.printing import words
from tableronde.printing.build import game_document, record_document, spreads
from tableronde.printing.paper import EDGE, PAPER
from tableronde.printing.sheets import LAP
from tableronde.scene import Shape, circle, polyline, rectangle
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import LANGUAGES, Language, Text, same

FORD, MISTIGRI = str(OUTSIDE / "ford"), str(OUTSIDE / "mistigri")
PEBBLES = str(Path(__file__).parent.parent / "docs" / "examples" / "pebbles.py")


@cache
def printed(game: str, part: str = "kit", wish: Wish = Wish()) -> list[Page]:
    return read(game_document(find(game), wish, part).pdf())


def with_kit(*components: Component, **more: object) -> Box:
    """A stranger's game with a kit of these components."""
    return replace(find(FORD), kit=lambda wish: Kit(components, **more))  # type: ignore[arg-type]


def sheets(*components: Component, wish: Wish = Wish()) -> list[Page]:
    """The pages after the opening."""
    return read(game_document(with_kit(*components), wish, "kit").pdf())[1:]


def sizes(pages: Sequence[Page]) -> Counter[tuple[float, ...]]:
    return Counter(tuple(round(side, 1) for side in path.box.size) for page in pages for path in page.cuts)


# -- any page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", ["four-circles", "cirkis", FORD])
def test_every_page_has_the_size_of_the_paper_and_a_white_edge(game: str, paper: PaperName, ink: Ink) -> None:
    part = "all" if game == FORD else "kit"
    sides = (PAPER[paper].width, PAPER[paper].height)
    for page in printed(game, part, Wish(paper, "fr", ink, address="https://salle.example")):
        assert sorted((page.width, page.height)) == pytest.approx(sorted(sides), abs=0.05)
        left, top, right, bottom = page.ink if page.paths or page.words else PaperBox(99, 99, 99, 99)
        assert min(left, top, page.width - right, page.height - bottom) >= EDGE


@pytest.mark.parametrize("game", [FORD, MISTIGRI])
def test_fonts_are_in_the_file_and_accents_can_be_read(game: str) -> None:
    pages = printed(game, "all", Wish("a4", "fr", "black", address="https://salle.example"))
    fonts = {name: inside for page in pages for name, inside in page.fonts.items()}
    assert fonts
    assert all(fonts.values())
    said = "".join(page.text for page in pages)
    assert "Lematérielàdécouper" in said
    assert "Imprimezà100%:cetraitmesure5cm." in said.replace("\u00a0", "")
    assert "Découpezsurletraitplein." in said


@pytest.mark.parametrize(("game", "part"), [("four-circles", "kit"), ("cirkis", "kit"), (FORD, "all"), (MISTIGRI, "all")])
def test_without_colour_there_is_no_colour_at_all(game: str, part: str) -> None:
    colours = {
        colour
        for page in printed(game, part, Wish("a4", "fr", "black", address="https://salle.example"))
        for path in page.paths
        for colour in path.colours
    }
    assert colours
    assert all(max(colour) - min(colour) < 1e-6 for colour in colours if colour)
    coloured = {colour for page in printed(game, "kit", Wish()) for path in page.paths for colour in path.colours}
    assert any(max(colour) - min(colour) > 0.1 for colour in coloured if colour)  # so that the test above sees something


def test_the_same_wish_gives_the_same_bytes() -> None:
    wish = Wish("letter", "en", "colour", address="https://room.example")
    assert game_document(find(FORD), wish).pdf() == game_document(find(FORD), wish).pdf()


# -- components --------------------------------------------------------------------------------------------------------


def test_things_are_as_many_and_as_large_as_the_kit_says() -> None:
    disc = Component(same("Disc"), circle(7.5), 31)
    card = Component(same("Card"), rectangle(63, 84), 9)
    pages = sheets(disc, card)
    assert sizes(pages) == {(15.0, 15.0): 31, (63.0, 84.0): 9}
    assert ["Disc" in page.text for page in pages] == [True, False]
    boxes = [path.box for page in pages for path in page.cuts]
    assert min(box.left for box in boxes) >= EDGE


def test_alike_things_lie_edge_to_edge_where_that_saves_a_sheet() -> None:
    assert len(sheets(Component(same("Card"), rectangle(63, 84), 9))) == 1
    [page] = sheets(Component(same("Card"), rectangle(56, 87), 4))
    boxes = [path.box for path in page.cuts]
    assert boxes[1].left - boxes[0].right == pytest.approx(3.0, abs=0.01)


def test_a_back_lies_where_its_front_is_once_the_sheet_is_turned_over_its_long_edge() -> None:
    art = (Shape("corner", rectangle(4, 6), "solid", (-20, -30)),)
    card = Component(same("Card"), rectangle(56, 87), 5, art, art, "duplex")
    front, back = sheets(card)
    assert "(back)" in back.text
    assert not back.cuts
    marks = [[path.box.middle for path in page.paths if path.box.size == pytest.approx((4, 6), abs=0.01)] for page in (front, back)]
    cuts = [path.box.middle for path in front.cuts]
    assert len(marks[0]) == len(marks[1]) == len(cuts) == 5
    for (x, y), (u, v), (a, b) in zip(*marks, cuts, strict=True):
        assert (x - a, y - b) == pytest.approx((-20, -30), abs=0.01)
        assert (u - (front.width - a), v - b) == pytest.approx((-20, -30), abs=0.01)  # as seen with that side up


def test_what_is_folded_has_its_back_on_its_left() -> None:
    mark = Shape("mark", rectangle(2, 2), "solid", (5, 0))
    [page] = sheets(Component(same("Pawn"), circle(10), 3, (mark,), (mark,), "fold"))
    marks = sorted(path.box.middle[0] for path in page.paths if path.box.size == pytest.approx((2, 2), abs=0.01))
    folds, cuts = sorted(path.box.left for path in page.folds), sorted(path.box.middle[0] for path in page.cuts)
    assert len(marks) == 6
    for i, (fold, middle) in enumerate(zip(folds, cuts, strict=True)):
        assert middle - fold == pytest.approx(12, abs=0.01)
        assert [fold - marks[2 * i], marks[2 * i + 1] - fold] == pytest.approx([12 - 5, 12 + 5], abs=0.01)


def test_folds_of_a_net_are_dashed() -> None:
    net = Component(same("Net"), rectangle(60, 40), 1, folds=polyline([(0, -20), (0, 20)]))
    [page] = sheets(net)
    assert [path.box.size for path in page.folds] == [pytest.approx((0, 40), abs=0.01)]


def test_a_large_board_is_printed_on_sheets_that_join() -> None:
    """A point in the strip that two sheets share is at the same place on both, measured from the line where they meet."""
    spots = {(x, y) for x in range(-156, 174, 20) for y in range(-156, 174, 20)}
    dots = tuple(Shape(f"dot {x} {y}", circle(0.5), "solid", (x, y)) for x, y in spots)
    pages = sheets(Component(same("Board"), rectangle(350, 350), 1, dots))
    assert [name for page in pages for name in ("A1", "B1", "A2", "B2") if f"Board{name}" in page.text] == ["A1", "B1", "A2", "B2"]
    known: Counter[tuple[int, int]] = Counter()
    for page in pages:
        across, down = _joint(page, 0), _joint(page, 1)
        for path in page.paths:
            if path.box.size == pytest.approx((1, 1), abs=0.01) and path.seen == path.box:
                x, y = path.box.middle[0] - across, path.box.middle[1] - down
                assert dist((x, y), (round(x), round(y))) < 0.01
                known[round(x), round(y)] += 1
    assert set(known) == spots
    strip = [spot for spot, times in known.items() if times > 1]
    assert strip
    assert all(0 <= x <= LAP or 0 <= y <= LAP for x, y in strip)


def _joint(page: Page, axis: int) -> float:
    """Where the middle of the board lies on a sheet: there is a line across it, and a tick at both ends of that."""
    lines = [(a, b) for path in page.paths if path.stroked and not path.filled for part in path.parts for a, b in pairwise(part)]
    places = Counter(round(a[axis], 2) for a, b in lines if abs(a[axis] - b[axis]) < 0.001)
    [at] = {at for at, times in places.items() if times == 3}
    return at


def test_insets_keep_sides_parallel() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert [round(x, 9) for point in inset(square, 1) for x in point] == [1, 1, 9, 1, 9, 9, 1, 9]
    assert [round(x, 9) for point in inset(square[::-1], -1) for x in point] == [-1, 11, 11, 11, 11, -1, -1, -1]
    assert size(circle(3.5)) == (7.0, 7.0)
