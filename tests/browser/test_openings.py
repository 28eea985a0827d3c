"""The page of opening values in a browser: linked from the shelf, readable on every screen, also as text."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.test_access import violations
from support.browser_people import DESK, PHONE, Person, Size
from support.helpers import SHELF

GAME = SHELF[0]


def test_from_the_shelf_to_the_openings_and_on_to_a_table(meet: Callable[..., Person]) -> None:
    page = meet(language="fr").visit("/")
    page.locator(f".box a.lid[href='/game/{GAME}']").click()
    page.locator(".openings-link").click()
    page.wait_for_selector("html[data-ready=openings]")
    expect(page.get_by_role("heading", name="Ce que vaut le premier coup")).to_be_visible()
    assert page.locator(".worths tbody tr").count() == 6
    page.get_by_role("link", name="Jouer").click()
    page.wait_for_selector("html[data-ready=new]")


@pytest.mark.parametrize(("game", "size", "theme"), [(GAME, PHONE, "dark"), (SHELF[1], DESK, "safe")], ids=["map", "gallery"])
def test_the_page_fits_and_can_be_heard(game: str, size: Size, theme: str, meet: Callable[..., Person]) -> None:
    ana = meet(size=size)
    ana.context.add_init_script(f"localStorage.setItem('theme', '{theme}')")
    page = ana.visit(f"/openings/{game}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".book svg[role=img]").evaluate_all("(all) => all.every((picture) => picture.getAttribute('aria-label'))")
    assert violations(ana) == []
