"""The parser of rules pages: clauses, pieces, figures."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tableronde.learn import rulebook
from tableronde.room.web.pages.illustrations import Illustrator
from tableronde.room.web.pages.rules_page import _read
from tableronde.room.web.pages.rules_page import rulebook as shown
from tableronde.room.web.pages.themes import style_sheet
from tableronde.shelf import Shelf, find
from tableronde.text import LANGUAGES, Language

OUTSIDE = [str(path) for path in sorted((Path(__file__).parents[1] / "outside").iterdir()) if (path / "__init__.py").exists()]


def test_clauses_are_ids_in_bold_or_italics() -> None:
    page = "**R1** One. **M12b says** two *(Q3, AB4)*, *X1* and **R5**, not R6, A4 or *e5*.\n\n| **T7** | `R8` |"
    assert rulebook.clauses(page) == {"R1", "M12b", "Q3", "AB4", "X1", "R5", "T7"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*(box.slug for box in Shelf.installed().boxes()), *OUTSIDE])
def test_every_clause_of_a_page_has_one_anchor_in_the_room(game: str, language: Language) -> None:
    box = find(game)
    anchors = re.findall(r'id="([^"]+)"', re.sub(r"<svg.*?</svg>", "", shown(box, language).html))
    assert sorted(anchors) == sorted(rulebook.clauses(box.rulebook(language)))
    assert len(anchors) > 5


def test_a_clause_in_italics_is_a_link_where_a_paragraph_opens_with_it() -> None:
    html = _read("*M2* comes after *M9*.\n\n- **M1** One.\n- **M2** Two, as *(M1)* says.").html
    assert sorted(re.findall(r'id="([^"]+)"', html)) == ["M1", "M2", "M9"]
    assert html.count('<a href="#M2">') == 1
    assert html.count('<a href="#M1">') == 1


def test_pieces_of_an_item_are_a_list_of_their_own() -> None:
    html = _read(
        "- **R8** You play again if the piece\n  (a) is touched no more *(Q7)*;\n  (b) covers the\n  last star.\n- **R9** Once."
    ).html
    assert '<ul class="pieces"><li>(a) is touched no more' in html
    assert "<li>(b) covers the last star.</li></ul></li>" in html
    assert html.count("<li") == 4


def test_figures_alone_in_a_paragraph_become_figures_side_by_side() -> None:
    html = _read("One.\n\n![A & B](figure:one)\n![C](figure:two)\n\nTwo.", lambda name, caption: f"[{name}: {caption}]").html
    assert html == '<p>One.</p>\n<div class="figures">[one: A & B][two: C]</div>\n<p>Two.</p>'
    assert rulebook.cited("![A](figure:one) ![B](figure:two-b)") == ["one", "two-b"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_figure_is_drawn_in_the_page_and_spoken(language: Language) -> None:
    html = shown(find(OUTSIDE[0]), language).html
    assert html.count("<figure><svg") == 4
    assert html.count('role="img" aria-label="') == 4
    assert "var(--" in html
    assert 'style="' not in html  # the room's content security policy forbids inline styles
    svg = html[html.index("<svg") : html.index("</svg>") + 6]
    assert ElementTree.fromstring(svg).attrib["viewBox"]
    assert "data-word" not in svg


def test_the_style_sheet_says_every_variable_of_a_figure() -> None:
    sheet = style_sheet()
    blocks = sheet.split("}\n")
    for variable in set(re.findall(r"var\((--[\w-]+)\)", shown(find(OUTSIDE[0]), "fr").html)):
        assert all(f"{variable}:" in block for block in blocks if "data-theme=" in block), variable
    assert "@media print" in sheet
    assert "--print-fill:" in sheet


def test_a_broken_figure_leaves_its_caption(caplog: pytest.LogCaptureFixture) -> None:
    box = find(OUTSIDE[0])
    assert Illustrator(box, "fr")("nowhere", "A < B") == "<figure><figcaption>A &lt; B</figcaption></figure>"
    assert [(record.__dict__["event"], record.__dict__["figure"]) for record in caplog.records] == [("figure_missing", "nowhere")]
