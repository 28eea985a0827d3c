"""The clauses of a rules page, as the kit and the room know them."""

import re
from pathlib import Path

import pytest

from tableronde import rulebook
from tableronde.room.web.rulebook import rulebook as shown
from tableronde.shelf import Shelf, find
from tableronde.text import LANGUAGES, Language

OUTSIDE = [str(path) for path in sorted((Path(__file__).parent / "outside").iterdir()) if (path / "__init__.py").exists()]


def test_clauses_are_ids_in_bold_or_italics() -> None:
    page = "**R1** One. **M12b says** two *(Q3, AB4)*, *X1* and **R5**, not R6, A4 or *e5*.\n\n| **T7** | `R8` |"
    assert rulebook.clauses(page) == {"R1", "M12b", "Q3", "AB4", "X1", "R5", "T7"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*(box.slug for box in Shelf.installed().boxes()), *OUTSIDE])
def test_every_clause_of_a_page_has_one_anchor_in_the_room(game: str, language: Language) -> None:
    box = find(game)
    anchors = re.findall(r'id="([^"]+)"', shown(box, language).html)
    assert sorted(anchors) == sorted(rulebook.clauses(box.rulebook(language)))
    assert len(anchors) > 5


def test_a_clause_in_italics_is_a_link_where_a_paragraph_opens_with_it() -> None:
    from tableronde.room.web.rulebook import _read

    html = _read("*M2* comes after *M9*.\n\n- **M1** One.\n- **M2** Two, as *(M1)* says.").html
    assert sorted(re.findall(r'id="([^"]+)"', html)) == ["M1", "M2", "M9"]
    assert html.count('<a href="#M2">') == 1
    assert html.count('<a href="#M1">') == 1
