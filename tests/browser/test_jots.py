"""Pencil notes in the picture: written with pointer, keyboard and finger, visible on all devices of the seat only."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from support.browser_people import PHONE, Person
from support.helpers import SHELF
from tableronde.shelf import find
from tableronde.table import Table

WITH_BOT: Final = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}]
HERE: Final = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}]


def _game() -> str:
    """Return a game whose picture has places for notes."""
    written = (slug for slug in SHELF if any(shape.jot for shape in Table(find(slug), min(find(slug).game_type.players)).scene(0).shapes()))
    return next(written)


def _place(person: Person, name: str) -> Locator:
    return person.page.locator(f"[data-jot='{name}']")


def test_a_note_is_written_and_erased_with_the_pointer(meet: Callable[..., Person]) -> None:
    ana = meet(language="fr")
    path = ana.open_table(_game(), 2, WITH_BOT)
    _place(ana, "3").click()
    field = ana.page.locator(".pencil-note-field")
    expect(field).to_be_focused()
    field.fill("AB")
    ana.page.locator(".captions").click()  # losing the focus saves the note
    expect(_place(ana, "3")).to_have_text("AB")
    expect(_place(ana, "3")).to_have_attribute("aria-label", "Case à annoter, place 3 : AB")
    ana.come(path)
    expect(_place(ana, "3")).to_have_text("AB")
    _place(ana, "3").click()
    ana.page.keyboard.press("Delete")
    ana.page.keyboard.press("Enter")
    expect(_place(ana, "3")).to_have_text("")
    expect(_place(ana, "3")).to_have_attribute("aria-label", "Case à annoter, place 3 : aucune note")


def test_a_note_is_written_with_the_keyboard_alone(meet: Callable[..., Person]) -> None:
    """One place is in the tab order; arrows move among the places, letters write, Escape cancels, Delete erases."""
    ana = meet()
    ana.open_table(_game(), 2, WITH_BOT)
    assert ana.page.locator(".pencil-note[tabindex='0']").count() == 1
    for _ in range(40):
        if ana.page.evaluate("document.activeElement.matches('.pencil-note')"):
            break
        ana.page.keyboard.press("Tab")
    first = ana.page.evaluate("document.activeElement.dataset.jot")
    ana.page.keyboard.press("ArrowDown")
    second = ana.page.evaluate("document.activeElement.dataset.jot")
    assert second != first
    moment = ana.moment()
    ana.page.keyboard.type("hu")  # letters that are keyboard shortcuts elsewhere
    ana.page.keyboard.press("Enter")
    expect(_place(ana, second)).to_have_text("hu")
    expect(_place(ana, second)).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.type("x")
    ana.page.keyboard.press("Escape")
    expect(_place(ana, second)).to_have_text("hu")
    ana.page.keyboard.press("Delete")
    expect(_place(ana, second)).to_have_text("")
    assert ana.moment() == moment


def test_a_finger_gets_a_sheet_where_places_are_small(meet: Callable[..., Person]) -> None:
    ana = meet(size={"width": 220, "height": 420}, has_touch=True)
    ana.open_table(_game(), 2, WITH_BOT)
    ana.page.locator(".area-tab", has_text="notebook").tap()
    _place(ana, "3").tap()
    sheet = ana.page.locator(".pencil-note-sheet input")
    expect(sheet).to_have_count(12)
    expect(sheet.nth(2)).to_be_focused()
    sizes = sheet.evaluate_all("(all) => all.map((each) => [each.offsetHeight, parseFloat(getComputedStyle(each).fontSize)])")
    assert all(height >= 44 and font >= 16 for height, font in sizes)  # large enough for a finger, and phones do not zoom in
    sheet.nth(2).fill("Q")
    sheet.nth(5).fill("Z")
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Escape")
    expect(_place(ana, "3")).to_have_text("Q")
    expect(_place(ana, "6")).to_have_text("Z")


def test_a_finger_writes_in_the_picture_where_places_are_large(meet: Callable[..., Person]) -> None:
    ana = meet(size=PHONE, has_touch=True)
    ana.open_table(_game(), 2, WITH_BOT)
    ana.page.locator(".area-tab", has_text="notebook").tap()
    _place(ana, "3").tap()
    expect(ana.page.locator(".pencil-note-field")).to_be_focused()
    ana.page.keyboard.type("Q")
    ana.page.keyboard.press("Enter")
    expect(_place(ana, "3")).to_have_text("Q")


def test_notes_stay_behind_the_curtain(meet: Callable[..., Person]) -> None:
    """Two seats on one screen: one seat's notes are not in the page while another seat, or none, is shown."""
    ana = meet()
    ana.open_table(_game(), 2, HERE)
    curtain = ana.page.locator("dialog.curtain")
    writer = curtain.locator("button").inner_text()
    curtain.locator("button").click()
    _place(ana, "3").click()
    ana.page.keyboard.type("ŒŸ")
    ana.page.keyboard.press("Enter")
    expect(_place(ana, "3")).to_have_text("ŒŸ")
    while not curtain.count():
        ana.press_with_pointer({"kaplan"})
        ana.page.wait_for_timeout(100)
    assert curtain.locator("button").inner_text() != writer
    assert "ŒŸ" not in ana.page.content()
    curtain.locator("button").click()
    expect(_place(ana, "3")).to_have_text("")
    assert "ŒŸ" not in ana.page.content()


@pytest.mark.parametrize("seated", [True, False], ids=["another seat", "a spectator"])
def test_no_other_player_sees_a_note(seated: bool, meet: Callable[..., Person]) -> None:
    ana, bo = meet(), meet()
    sent: list[str] = []
    bo.page.on("websocket", lambda line: line.on("framereceived", lambda frame: sent.append(str(frame))))
    path = ana.open_table(_game(), 3, [{"kind": "me", "name": "Ana"}, {"kind": "open"}, {"kind": "bot", "level": "random"}])
    if seated:
        bo.sit(path, "Bo")
    else:
        ana.page.get_by_role("button", name="Start with bots").click()
        bo.come(path)
    ana.page.wait_for_selector("main[data-status=playing]")
    _place(ana, "3").click()
    ana.page.keyboard.type("ŒŸ")
    ana.page.keyboard.press("Enter")
    expect(_place(ana, "3")).to_have_text("ŒŸ")
    bo.come(path)
    assert sent
    assert not any("ŒŸ" in frame or "jots" in frame for frame in sent)
    assert bo.page.locator(".pencil-note").count() == (12 if seated else 0)
