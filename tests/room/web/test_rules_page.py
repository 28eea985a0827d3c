"""The rules pages as HTML: anchors of clauses, French punctuation."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from support.helpers import SHELF
from tableronde.room.web.pages.rules_page import rulebook
from tableronde.shelf import find
from tableronde.text import LANGUAGES, Language

FOUR = find("four-circles")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_the_rules_has_an_anchor(language: str) -> None:
    book = rulebook(FOUR, "fr" if language == "fr" else "en")
    assert book.title
    ids = [clause.id for clause in book.clauses]
    assert {f"R{i}" for i in range(1, 21)} <= set(ids)
    for id in ids:
        assert book.html.count(f'id="{id}"') == 1
    assert '<em class="ruling">(<a href="#Q' in book.html


@pytest.mark.parametrize("slug", SHELF)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_a_refusal_names_is_found_in_the_rules(slug: str, language: Language) -> None:
    home = Path(str(files(find(slug).game_type.__module__.removesuffix(".rules")).joinpath("")))
    [path] = home.rglob("refusals.py")
    refusals = path.read_text(encoding="utf-8")
    named = set(re.findall(r'"([RQ]\d+[a-z]?)"', refusals))
    html = rulebook(find(slug), language).html
    assert len(named) > 5
    assert {clause: html.count(f'id="{clause}"') for clause in named} == dict.fromkeys(named, 1)


@pytest.mark.parametrize("slug", SHELF)
def test_french_punctuation_stays_with_its_word(slug: str) -> None:
    html = rulebook(find(slug), "fr").html
    assert "\u00a0:" in html
    assert re.findall(r" [:;!?»%]|« ", html) == []
