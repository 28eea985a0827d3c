"""cirKle × DUO on paper, read back from the PDF without colours: pegs, cards and dice are those of the dossier, by form and letters."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import dist, pi

import pytest

from support.paper import Box, Page, Path, Spot, Word, read
from tableronde.games.cirkle_duo import BOX
from tableronde.kit import Ink, PaperName, Wish
from tableronde.kit.solids import CROSS, CUBE, net
from tableronde.printing.build import game_document
from tableronde.printing.paper_sizes import EDGE

NEAR = 0.02
INITIALS = {"Pu": "P", "Bl": "B", "Gr": "G", "Ye": "Y", "Bk": "K"}
# Section 1 of the dossier.
PEGS = ["PC", "PS", "PX", "PT", "BC", "BS", "BX", "BT", "GC", "GS", "GX", "GT", "YC", "YS", "YX", "YT"]
CARDS = [*PEGS, "PO", "BO", "GO", "YO", "KC", "KS", "KX", "KT"]
VALUES = {"O": 20, "C": 9, "S": 7, "X": 5, "T": 3}
DICE = ["PC PS PX PT PO KC", "BC BS BX BT BO KS", "GC GS GX GT GO KX", "YC YS YX YT YO KT"]
CORNERS = {4: "S", 12: "X", 3: "T"}  # of a square, a cross and a triangle; a circle is made of four curves


@cache
def whole(paper: PaperName = "a4", ink: Ink = "black") -> list[Page]:
    return read(game_document(BOX, Wish(paper, "en", ink), "kit").pdf())


def sheets(title: str, paper: PaperName = "a4", ink: Ink = "black") -> list[Page]:
    return [page for page in whole(paper, ink) if "228·" in page.text and title in page.text]


def sized(page: Page, *size: float) -> list[Path]:
    return [path for path in page.cuts if path.box.size == pytest.approx(size, abs=NEAR)]


def has(box: Box, spot: Spot) -> bool:
    return box.left < spot[0] < box.right and box.top < spot[1] < box.bottom


def said(words: Sequence[Word], box: Box) -> str:
    return "".join(word.text.strip() for word in words if has(box, word.box.middle))


def form(page: Page, box: Box) -> str:
    """The shape drawn in a box: one that is alone by its corners; several circles around one middle are a target."""
    drawn = [path for path in page.paths if path.stroked and len(path.parts) == 1 and has(box, path.box.middle) and path not in page.cuts]
    inside = [path for path in drawn if path.box.size[0] < 0.9 * (box.right - box.left) and not path.dashed]
    rounds = {round(path.box.size[0], 1) for path in inside if len(path.parts[0]) == 5}
    if rounds:
        return "O" if len(rounds) == 3 else "C"
    [corners] = {len(path.parts[0]) for path in inside}
    return CORNERS[corners]


def piece(page: Page, box: Box) -> str:
    letters = said(page.words, box)
    [colour] = {INITIALS[name] for name in INITIALS if name in letters}
    return colour + form(page, box)


@pytest.mark.parametrize(("paper", "ink"), [("a4", "black"), ("letter", "colour")])
def test_everything_is_as_many_and_as_large_as_the_kit_says(paper: PaperName, ink: Ink) -> None:
    sizes = Counter(
        tuple(round(side, 1) for side in path.box.size) for page in whole(paper, ink) if "228·" in page.text for path in page.cuts
    )
    assert sizes == {
        (180.0, 180.0): 1,  # the board
        (21.0, 21.0): 16,  # pegs
        (86.1, 52.1): 16,  # hats
        (58.0, 78.0): 24,  # cards
        (81.0, 106.0): 4,  # dice
        (174.0, 97.0): 1,  # the table for ordinary dice
        (174.0, 68.0): 1,  # the reminder
        (16.0, 16.0): 12,  # marks of rest
    }


def test_the_board_has_sixteen_places_in_which_a_hat_has_room() -> None:
    [page] = sheets("Board")
    places = [path for path in page.paths if path.box.size == pytest.approx((37.0, 37.0), abs=NEAR)]
    assert len(places) == 16
    middles = [path.box.middle for path in places]
    assert min(dist(a, b) for i, a in enumerate(middles) for b in middles[:i]) == pytest.approx(45.0, abs=NEAR)


def test_the_pegs_are_told_apart_without_colour() -> None:
    [page] = sheets("Peg")
    assert [piece(page, cut.box) for cut in sized(page, 21.0, 21.0)] == PEGS


def test_a_peg_goes_under_a_hat_and_all_hats_are_alike() -> None:
    hats = [path for page in sheets("Hat") for path in page.cuts if path.box.size == pytest.approx((86.1, 52.1), abs=0.1)]
    assert len(hats) == 16
    shapes = {tuple((round(x - path.box.left, 1), round(y - path.box.top, 1)) for x, y in path.parts[0]) for path in hats}
    assert len(shapes) == 1
    [(tip, *rest)] = shapes
    arc = [point for point in rest if dist(point, tip) == pytest.approx(48.0, abs=0.3)]
    around = sum(dist(a, b) for a, b in pairwise(arc))
    assert around / pi > 21.0 + 10.0  # the foot of the cone is much wider than a peg


def test_the_cards_are_worth_228_points() -> None:
    """R7, R8, Q2: each by its form and its letters, with its value in two corners."""
    found = []
    for page in sheets("Card"):
        for cut in sized(page, 58.0, 78.0):
            card = piece(page, cut.box)
            value = 13 if card[0] == "K" else VALUES[card[1]]
            assert said(page.words, cut.box).count(str(value)) == 2
            found.append((card, value))
    assert [card for card, _ in found] == CARDS
    assert sum(value for _, value in found) == 228


def test_the_backs_of_cards_are_alike_and_lie_behind_them() -> None:
    pages = sheets("Card", "letter", "colour")
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        cards = sized(front, 58.0, 78.0)
        behind = [path.box for path in back.paths if path.box.size == pytest.approx((48.0, 68.0), abs=NEAR) and path.stroked]
        assert "(back)" in back.text
        assert not back.cuts
        assert len(cards) == len(behind)
        for cut, box in zip(cards, behind, strict=True):
            assert (front.width - cut.box.middle[0], cut.box.middle[1]) == pytest.approx(box.middle, abs=NEAR)


def test_the_dice_have_the_faces_of_the_dossier() -> None:
    """Q4: each card on one face of one die."""
    [page] = sheets("228·Die")
    flat = net(CUBE, CROSS, 25.0, 6.0)
    dice = sized(page, 81.0, 106.0)
    left, top = min(x for x, _ in _outline(flat.outline)), min(y for _, y in _outline(flat.outline))
    for cut, faces in zip(dice, DICE, strict=True):
        middles = [(cut.box.left + x - left, cut.box.top + y - top) for x, y in flat.middles]
        assert [piece(page, Box(x - 12.4, y - 12.4, x + 12.4, y + 12.4)) for x, y in middles] == faces.split()
    assert len(page.folds) == len(dice)


def _outline(path: str) -> list[Spot]:
    return [(float(x), float(y)) for x, y in (step.split() for step in path.strip("MZ").split("L"))]


def test_ordinary_dice_have_a_table() -> None:
    [page] = sheets("Dicetable")
    [cut] = sized(page, 174.0, 97.0)
    assert all(name in said(page.words, cut.box) for name in ("Die1", "Die4", "purplecircle", "anyblue", "anytriangle"))


def test_there_are_two_rest_markers_for_each_of_six_players() -> None:
    """R19: in one turn two hats may be lifted, one by the player and one by a taker."""
    [page] = sheets("Restmarker")
    marks = [said(page.words, cut.box).replace("z", "").strip() for cut in sized(page, 16.0, 16.0)]
    assert sorted(marks) == sorted("112233445566")


@pytest.mark.parametrize(("paper", "ink"), [("a4", "black"), ("letter", "colour")])
def test_there_is_a_white_edge_and_the_colour_one_asked_for(paper: PaperName, ink: Ink) -> None:
    pages = whole(paper, ink)
    for page in pages:
        left, top, right, bottom = page.ink
        assert min(left, top, page.width - right, page.height - bottom) >= EDGE
    colours = {colour for page in pages for path in page.paths for colour in path.colours if colour}
    assert (max(max(colour) - min(colour) for colour in colours) < 1e-6) == (ink == "black")


def test_the_opening_says_what_the_box_had() -> None:
    text = "".join(page.text for page in whole()[:2])
    assert all(thing in text for thing in ("16magician’shats", "24cardsofDUO228", "4dice", "sixteenidenticalcups", "about2h"))
