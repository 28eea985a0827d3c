"""Text as outlines: as wide as measured, in lines that fit, of letters the room's fonts have."""

import json
from pathlib import Path

import pytest

from tableronde.render.lettering import UNKNOWN, measure, outline, shorten, wrap
from tableronde.render.svg import OUTLINES, paint
from tableronde.scene import Area, Scene, path_bounds, words
from tableronde.text import Text


def test_a_line_is_as_wide_as_measured() -> None:
    left, _, right, _ = path_bounds(outline("Karta Doppio", 40, "serif"))
    assert right - left == pytest.approx(measure("Karta Doppio", 40, "serif"), rel=0.03)


def test_letters_stand_on_their_baseline() -> None:
    _, top, _, bottom = path_bounds(outline("HTL", 100))
    assert bottom == pytest.approx(0, abs=1)
    assert -75 < top < -55


@pytest.mark.parametrize(("anchor", "share"), [("start", 0.0), ("middle", -0.5), ("end", -1.0)])
def test_a_line_is_anchored(anchor: str, share: float) -> None:
    left, _, _, _ = path_bounds(outline("HHHH", 10, "sans", anchor))
    assert left == pytest.approx(share * measure("HHHH", 10), abs=1)


def test_figures_are_equally_wide() -> None:
    for face in ("serif", "sans"):
        assert len({measure(figure, 10, face) for figure in "0123456789"}) == 1


def test_an_unknown_letter_is_its_bare_letter_or_a_mark() -> None:
    assert outline("ř", 10) == outline("r", 10)
    assert outline("Ж", 10) == outline(UNKNOWN, 10)


def test_lines_are_wrapped_and_cut_to_a_width() -> None:
    text = "Ana wins: four circles in line, after a long and very patient game."
    assert " ".join(wrap(text, 120, 12)) == text
    assert all(measure(line, 12) <= 120 for line in wrap(text, 120, 12))
    cut = shorten(text, 120, 12)
    assert cut.endswith("…")
    assert measure(cut, 12) <= 120
    assert shorten("Ana", 120, 12) == "Ana"


def test_the_outlines_hold_all_letters_of_french_and_english() -> None:
    stored = json.loads((Path(__file__).parents[2] / "src/tableronde/render/letters.json").read_text(encoding="utf-8"))
    for face in stored.values():
        assert set("ABCXYZabcxyz0189àâçéèêëîïôùûüÿœæÀÇÉŒ’“”«»–—…·−×!?:;,.()/") <= set(face["letters"])


@pytest.mark.parametrize("style", ["ink", "ink title", "ink bold end"])
def test_a_picture_shown_as_an_image_has_outlines_instead_of_text(style: str) -> None:
    scene = Scene(
        (Area("board", (0.0, 0.0, 100.0, 100.0), (words("Té", (50.0, 50.0), 10.0, style, "word"),)),), (Text("Fin.", "The end."),)
    )
    drawn = paint(scene, fonts=OUTLINES)
    assert "<text" in paint(scene)
    assert "<text" not in drawn
    assert outline("Té", 10.0, "serif" if "title" in style else "sans", "end" if "end" in style else "middle") in drawn
    assert outline("The end.", 24.0, "serif") in drawn
    assert ('stroke="' in drawn) == ("bold" in style)
