"""Four Circles on paper, read back from the PDF: everything in the box (R1), true to size."""

from collections import Counter

import pytest

from support.paper import Page, read
from tableronde.games.four_circles import BOX
from tableronde.kit import INKS, PAPERS, Wish
from tableronde.printing.build import game_document
from tableronde.printing.components.component_drawing import BLEED


@pytest.fixture(params=[(paper, ink) for paper in PAPERS for ink in INKS], ids=" ".join, scope="module")
def pages(request: pytest.FixtureRequest) -> list[Page]:
    paper, ink = request.param
    return read(game_document(BOX, Wish(paper, "en", ink), "kit").pdf())


def test_r1_twenty_tiles_and_twelve_pawns(pages: list[Page]) -> None:
    _, tiles, pawns = pages
    assert Counter(tuple(round(side, 2) for side in path.box.size) for path in tiles.cuts) == {(36.0, 36.0): 20}
    assert Counter(tuple(round(side, 2) for side in path.box.size) for path in pawns.cuts) == {(26.0, 26.0): 12}


def test_r1_a_pawn_is_plain_on_one_face_and_has_a_circle_on_the_other(pages: list[Page]) -> None:
    """The ring lies as far left of the fold as the middle of the front lies right of it: folded, one is behind the other."""
    pawns = pages[-1]
    assert len(pawns.folds) == 12
    for cut, fold in zip(pawns.cuts, pawns.folds, strict=True):
        x, y = cut.box.middle
        assert x - fold.box.left == pytest.approx(13 + BLEED, abs=0.01)
        behind = (2 * fold.box.left - x, y)
        rings = [path.box for path in pawns.paths if path.box.middle == pytest.approx(behind, abs=0.02)]
        assert any(ring.size[0] == pytest.approx(0.54 * 26, abs=0.02) for ring in rings)


def test_six_pawns_look_different_from_the_six_others(pages: list[Page]) -> None:
    """Faces differ by pattern with every ink."""
    assert len({path.box.middle for path in pages[-1].paths if path.pattern}) == 12  # both faces of six


def test_the_opening_page_counts_them(pages: list[Page]) -> None:
    assert "Tile2036×36mm" in pages[0].text
    assert "Whitepawn626×26mm" in pages[0].text
    assert "Redpawn626×26mm" in pages[0].text
