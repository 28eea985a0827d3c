"""Shapes that the pictures of a page share are written once, and every picture is still complete."""

import re

import pytest

from tableronde.learn.figures import figures
from tableronde.render.sprite_sheet import SpriteSheet
from tableronde.render.svg import paint
from tableronde.room.web.pages.rules_page import rulebook
from tableronde.shelf import Shelf, find
from tableronde.text import LANGUAGES, Language
from tableronde.theme import PAGE

BOXES = [box.slug for box in Shelf.installed().boxes()]
LONG = [f'<path d="M{i} 0L{i} 1000Z" fill="none" stroke="var(--ink)" stroke-width="1"/>' for i in range(6)]


def page(*areas: list[str]) -> str:
    stock = SpriteSheet()
    return stock.fill("".join(f"<p>{stock.keep(area)}</p>" for area in areas))


def unfolded(html: str) -> str:
    """Return the page with all references replaced by the shapes."""
    drawn = dict(re.findall(r'<g id="(d\d+)">(.*?)</g>(?=<g id=|</defs>)', html))
    return re.sub(r'<svg class="stock".*', "", re.sub(r'<use href="#(d\d+)"/>', lambda use: drawn[use[1]], html))


def test_repeated_shapes_are_written_once() -> None:
    one, two, three, four, five, six = LONG
    html = page([one, two, three, four], [one, two, five, four], [six])
    assert [html.count(each) for each in LONG] == [1] * 6
    assert html.count(one + two) == 1  # they always occur together: one run
    assert html.count("<use") == 4
    assert unfolded(html) == f"<p>{one}{two}{three}{four}</p><p>{one}{two}{five}{four}</p><p>{six}</p>"


def test_shapes_above_repeated_ones_stay_above() -> None:
    one, two, *_ = LONG
    html = page([one, two], [two, one], [one, one])
    assert unfolded(html) == f"<p>{one}{two}</p><p>{two}{one}</p><p>{one}{one}</p>"


def test_a_page_without_repetition_has_no_stock() -> None:
    assert page(LONG[:2], LONG[2:]) == f"<p>{''.join(LONG[:2])}</p><p>{''.join(LONG[2:])}</p>"
    assert page(["<path/>"], ["<path/>"]) == "<p><path/></p><p><path/></p>"  # too short to reference


@pytest.mark.parametrize("slug", BOXES)
def test_pictures_from_the_stock_are_those_without_it(slug: str) -> None:
    box, stock = find(slug), SpriteSheet()
    scenes = [figure.scene(box) for figure in figures(box).values()][:6]
    kept = stock.fill("\n".join(paint(scene, box.looks, PAGE, "fr", stock=stock) for scene in scenes))
    alone = "\n".join(paint(scene, box.looks, PAGE, "fr") for scene in scenes)
    assert plain(unfolded(kept)) == plain(alone)


def plain(html: str) -> str:
    """Return pictures without the names of patterns."""
    return re.sub(r"url\(#[\w-]+\)", "url()", re.sub(r"<defs>.*?</defs>", "", html))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", BOXES)
def test_all_references_of_a_rules_page_are_in_its_stock(slug: str, language: Language) -> None:
    html = rulebook(find(slug), language).html
    names = re.findall(r' id="([^"]+)"', html)
    assert len(names) == len(set(names))  # also across two pictures of which only one is shown
    assert set(re.findall(r'(?:use href="|url\()#([^")]+)', html)) == {name for name in names if re.fullmatch(r"[dp]\d+", name)}
    assert html.count("<use") > 20
