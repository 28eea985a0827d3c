"""Accessibility: axe finds no violation on any page, in any theme, at either size."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.browser_people import DESK, PHONE, Person, Size
from support.helpers import SHELF
from tableronde.shelf import find

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="accessibility tests need axe-playwright-python")

HERE = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}]
THEMES = ("dark", "light", "safe")


def violations(person: Person) -> list[str]:
    """Return the violations that axe finds on the current page, one line each."""
    found: dict[str, Any] = axe.Axe().run(person.page, context={"exclude": [[".floating"]]}).response  # fading points are decoration
    return [f"{person.page.url}: {problem['id']}: {problem['nodes'][0]['html'][:200]}" for problem in found["violations"]]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("path", ["/", f"/new/{SHELF[0]}", f"/game/{SHELF[0]}", f"/rules/{SHELF[0]}", f"/print/{SHELF[0]}", "/nothing"])
def test_pages(path: str, theme: str, meet: Callable[..., Person]) -> None:
    ana = meet(size=PHONE if theme == "light" else DESK)
    ana.context.add_init_script(f"localStorage.setItem('theme', '{theme}')")
    ana.visit(path)
    ana.page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    assert violations(ana) == []
    ana.problems[:] = [problem for problem in ana.problems if "404" not in problem]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", SHELF)
def test_tables(game: str, size: Size, meet: Callable[..., Person]) -> None:
    ana = meet(size=size)
    ana.open_table(game, min(find(game).game_type.players), HERE)
    found = violations(ana)
    if ana.page.locator("dialog.curtain").count():
        ana.page.locator("dialog.curtain button").click()
    ana.wait_for_turn()
    ana.press_with_pointer({"kaplan"})
    ana.page.wait_for_selector(".floating", state="detached")  # points fade as they float up
    assert found + violations(ana) == []


def test_the_lobby_and_dialogs(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(SHELF[0], 2, [{"kind": "me", "name": "Ana"}, {"kind": "open"}])
    found = violations(ana)
    ana.open_table(SHELF[0], 2, HERE)
    dialog = ana.page.locator("dialog")
    for opener in (ana.page.get_by_label("Table menu"), ana.page.get_by_label("Invite"), ana.page.locator("[data-seat='0']")):
        opener.click()
        expect(dialog).to_be_visible()
        found += violations(ana)
        ana.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    assert found == []
