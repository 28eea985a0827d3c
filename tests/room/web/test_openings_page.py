"""Openings in the room: a page with its data, and the links to it."""

import re

import pytest

from support.helpers import SHELF
from support.rooms import Person
from tableronde.learn.openings import openings
from tableronde.room.web.pages import openings_page as pages
from tableronde.shelf import find
from tableronde.text import LANGUAGES

GAME = SHELF[0]
WEIGHED = [slug for slug in SHELF if find(slug).has_openings]


@pytest.mark.parametrize("slug", WEIGHED)
def test_the_data_tells_what_each_first_action_is_worth(slug: str, ana: Person) -> None:
    data, made = ana.web.get(f"/openings/{slug}.json").json(), openings(find(slug))
    assert made is not None
    assert [(each["action"], each["share"]) for each in data["first"]] == [(each.action, each.share) for each in made.first]
    assert all(each["name"]["fr"] and each["name"]["en"] for each in data["first"])
    assert (data["level"], data["command"], data["made"], data["rules"]) == (made.level, made.command, made.made, f"/rules/{slug}")


@pytest.mark.parametrize("slug", WEIGHED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_them_all(slug: str, language: str, ana: Person) -> None:
    page = ana.web.get(f"/openings/{slug}?lang={language}").text
    first = ana.web.get(f"/openings/{slug}.json").json()["first"]
    assert all(f"{round(100 * each['share'])}</" in page for each in first)
    assert {"fr": "Notre robot le plus fort", "en": "Our strongest bot"}[language] in page
    assert {"fr": "Évalué le 16 novembre 2026.", "en": "Evaluated on 16 November 2026."}[language] in page
    assert "style=" not in page


@pytest.mark.parametrize("slug", WEIGHED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_named_there_leads_to_the_rules(slug: str, language: str, ana: Person) -> None:
    page = ana.web.get(f"/openings/{slug}?lang={language}").text
    named = re.findall(rf'\(<a href="/rules/{slug}#(R\d+)">\1</a>\)', page)
    assert named
    assert len(named) == len(re.findall(r"\bR\d+</a>|\(R\d+\)", page))
    rules = ana.web.get(f"/rules/{slug}?lang={language}").text
    assert all(f'id="{clause}"' in rules for clause in named)


def test_what_programs_read_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a second or more, so it must not be computed on every request."""
    box, first = find(WEIGHED[0]), pages._get_data
    data = first(box)
    monkeypatch.setattr(pages, "_load_pictures", lambda box: pytest.fail("it was known"))
    assert pages._get_data(box) == data


def test_a_game_that_was_not_weighed_has_no_such_page(ana: Person) -> None:
    [without] = {slug for slug in SHELF if "duo" in slug}
    answer = ana.web.get(f"/openings/{without}.json?lang=en")
    assert (answer.status_code, answer.json()["error"]) == (404, "The openings of this game have not been evaluated.")
    assert ana.web.get(f"/rules/{without}.json").json()["openings"] is None


def test_the_way_there_is_on_the_shelf_beside_the_rules_and_after_the_lessons(ana: Person) -> None:
    assert ana.web.get("/index.json").json()["games"][0]["openings"] == f"/openings/{GAME}"
    assert ana.web.get(f"/rules/{GAME}.json").json()["openings"] == f"/openings/{GAME}"
    assert ana.web.get(f"/learn/{GAME}.json").json()["openings"] == f"/openings/{GAME}"
