"""A game's own page: the same for programs, with three pictures for people, and a link preview."""

import pytest

from support.helpers import SHELF
from support.rooms import Person
from tableronde.learn.rulebook import FIGURE
from tableronde.room.web.pages.game_page import PICTURES, choose
from tableronde.shelf import find


@pytest.mark.parametrize("slug", SHELF)
def test_programs_get_what_the_shelf_says_and_the_goal(slug: str, ana: Person) -> None:
    data, shelf = ana.web.get(f"/game/{slug}.json").json(), ana.web.get("/index.json").json()["games"]
    goal = data.pop("goal")
    assert [data] == [game for game in shelf if game["game"] == slug]
    assert goal == {"fr": find(slug).goal.fr, "en": find(slug).goal.en}
    assert ana.web.get(data["cover"]["picture"]).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("slug", SHELF)
def test_people_get_three_pictures_in_their_language(slug: str, ana: Person) -> None:
    page = ana.web.get(f"/game/{slug}?lang=fr", headers={"Accept": "text/html"}).text
    assert page.count("<figure>") == PICTURES
    assert f'content="{find(slug).title.fr} · Table Ronde"' in page
    assert f"/cover/{slug}.png" in page


def test_the_pictures_that_show_the_most_are_chosen_once_each_in_their_order() -> None:
    box = find(SHELF[0])
    named = FIGURE.findall(box.rulebook("en"))
    chosen = choose(box, [*named, *named])
    assert len({name for _, name in chosen}) == len(chosen) == PICTURES
    assert [named.index(each) for each in chosen] == sorted(named.index(each) for each in chosen)
    assert choose(box, []) == []
    assert choose(box, [("", "no such figure")]) == [("", "no such figure")]


def test_a_game_that_is_not_on_the_shelf(ana: Person) -> None:
    assert ana.web.get("/game/nothing").status_code == 404
