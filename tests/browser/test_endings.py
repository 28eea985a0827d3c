"""The end of a game: a celebration of its own over the board, and the picture that is shared; and the table of keys."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from support.browser_people import Person
from support.helpers import SHELF
from tableronde.shelf import find

ME_AND_A_BOT: Final = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}]
PLACES: Final = """() => [...document.querySelectorAll(".celebration > g")].map((piece) => {
  const { x, y } = piece.getBoundingClientRect();
  return `${Math.round(x)} ${Math.round(y)}`;
})"""
PAUSED: Final = """() => {
  const pieces = document.querySelector(".celebration").getAnimations({ subtree: true });
  for (const piece of pieces) (piece.pause(), (piece.currentTime = 900));
  return pieces.length;
}"""
FRAMES: Final = """() => new Set(
  document.querySelector(".celebration").getAnimations({ subtree: true })[0].effect.getKeyframes().map((frame) => frame.transform),
).size"""


def resign(page: Page) -> None:
    """Give up, and wait for the celebration."""
    page.get_by_label("Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog .primary").click()
    page.wait_for_selector(".celebration", state="attached")


@pytest.mark.parametrize("game", SHELF)
def test_each_game_celebrates_in_its_own_way(game: str, meet: Callable[..., Person]) -> None:
    ana = meet(reduced_motion="no-preference")
    ana.open_table(game, 2, ME_AND_A_BOT)
    resign(ana.page)
    box = find(game)
    assert box.celebration is not None
    assert ana.page.locator(".celebration").get_attribute("data-motion") == box.celebration.motion
    assert ana.page.evaluate(PAUSED) == ana.page.locator(".celebration > g").count() > 10
    assert ana.page.evaluate(FRAMES) > 1
    assert len(set(ana.page.evaluate(PLACES))) > 10


def test_the_celebrations_of_our_games_differ() -> None:
    ways = [find(game).celebration for game in SHELF]
    assert len({way.motion for way in ways if way}) == len(SHELF)


def test_with_less_motion_nothing_moves(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(SHELF[0], 2, ME_AND_A_BOT)
    resign(ana.page)
    assert ana.page.evaluate(FRAMES) == 1
    expect(ana.page.locator(".celebration")).to_have_count(0)


def test_a_question_mark_opens_the_table_of_keys(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(SHELF[0], 2, ME_AND_A_BOT)
    ana.wait_for_turn()
    ana.page.keyboard.press("?")
    rows = ana.page.get_by_role("dialog", name="Keyboard").locator("tr")
    expect(rows).to_have_count(12)
    expect(rows.filter(has_text="Ask for a hint").locator("kbd")).to_have_text("H")
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    ana.page.get_by_role("button", name="Keyboard").click()
    expect(rows).to_have_count(12)
