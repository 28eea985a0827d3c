"""The page of `tableronde dev` in a browser: every seat, each save, mistakes, and what can be copied."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.dev_server import developing
from tableronde.starters.new_game import create

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="accessibility tests need axe-playwright-python")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the folder of a new card game."""
    create("hidden-hand", "cards", tmp_path / "hidden-hand")
    return tmp_path / "hidden-hand" / "hidden_hand"


@pytest.fixture(params=["desk", "phone"])
def page(request: pytest.FixtureRequest, chromium: "Browser", game: Path, tmp_path: Path) -> "Iterator[Page]":
    """Return the page, on a large window in light colours and on a phone in dark ones. No console may contain an error."""
    sizes = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
    scheme = "light" if request.param == "desk" else "dark"
    with developing(str(game), tmp_path / "home", "--seed", "3") as base:
        context = chromium.new_context(
            viewport=sizes[request.param],  # type: ignore[arg-type]
            color_scheme=scheme,  # type: ignore[arg-type]
            permissions=["clipboard-read", "clipboard-write"],
        )
        page = context.new_page()
        errors: list[str] = []
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{base}/?lang=en")
        page.wait_for_selector("html[data-ready=dev]")
        yield page
        context.close()
    assert errors == []


def at(page: "Page", selector: str) -> None:
    """Wait until the page is in a state."""
    page.wait_for_selector(selector, state="attached", timeout=60_000)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_every_seat_sees_its_own_and_presses_for_itself(page: "Page") -> None:
    assert page.locator(".dev-seats > .dev-seat[data-seat]").count() == 4
    first = page.locator(".dev-seat[data-seat='0']")
    first.locator("g.pressable").first.click()
    at(page, "main[data-ply='1']")
    assert page.locator(".dev-seat[data-seat='1'] [data-shape='back 0']").count() == 1, "others see its back"
    assert first.locator("[data-shape='back 0']").count() == 0
    page.locator(".dev-differences summary").click()
    page.wait_for_selector(".dev-differences th")
    assert "view.hand" in page.locator(".dev-differences th").all_inner_texts()


def test_a_save_is_shown_and_the_game_goes_on(page: "Page", game: Path) -> None:
    page.click("[data-do=random]")
    at(page, "main[data-ply='1']")
    change(game / "picture.py", "Round {number}", "Lap {number}")
    at(page, "main[data-seconds]")
    assert "Lap 1 of 5" in page.locator(".dev-captions").first.inner_text()
    assert page.locator("main").get_attribute("data-ply") == "1"
    assert re.fullmatch(r"Shown \d+\.\d\d s after the save", page.locator(".dev-aside [role=status]").first.inner_text())


def test_mistakes_are_shown_with_their_line_and_pass(page: "Page", game: Path) -> None:
    change(game / "rules.py", "ROUNDS = 5", "ROUNDS = (5")
    at(page, "main[data-fault=SyntaxError]")
    assert "hidden_hand/rules.py:" in page.locator(".dev-fault").first.inner_text()
    assert page.locator(".dev-seat[data-seat='0'] [data-shape]").count() > 0, "the last picture stays"
    change(game / "rules.py", "ROUNDS = (5", "ROUNDS = 5")
    at(page, "main[data-fault='']")
    change(game / "picture.py", "if seat is None:", "if seat == 1: raise RuntimeError('no')\n    if seat is None:")
    at(page, ".dev-seat[data-seat='1'] .dev-fault")
    assert page.locator(".dev-seat[data-seat='0'] .dev-fault").count() == 0
    assert "RuntimeError: no" in page.locator(".dev-seat[data-seat='1'] .dev-cause").inner_text()


def test_a_record_that_no_longer_fits_says_where(page: "Page", game: Path) -> None:
    page.click("[data-do=random]")
    at(page, "main[data-ply='1']")
    change(game / "rules.py", "state.hands[seat]]", 'state.hands[seat][:0]] or ["pass 1"]')
    at(page, "[data-misfit='1']")
    assert "from event 1 on" in page.locator("[data-misfit]").inner_text()
    change(game / "rules.py", 'state.hands[seat][:0]] or ["pass 1"]', "state.hands[seat]]")
    page.wait_for_selector("[data-misfit]", state="detached")
    at(page, "main[data-ply='1']")


def test_bots_play_to_the_end_and_the_record_is_scrubbed(page: "Page") -> None:
    page.click("[data-do=bots]")
    page.wait_for_function("() => document.querySelector('.dev-outcome').textContent.includes('most points')", timeout=60_000)
    assert page.locator("main").get_attribute("data-ply") == "15"
    page.keyboard.press("ArrowLeft")
    at(page, "main[data-ply='14']")
    page.locator(".dev-log button").nth(3).click()
    at(page, "main[data-ply='4']")
    page.click("[data-do=random]")
    at(page, "main[data-ply='5']")
    page.click("[data-do=back]")
    at(page, "main[data-ply='15']")


def test_data_is_a_tree_and_positions_are_copied(page: "Page") -> None:
    page.locator(".dev-seat[data-seat='0'] .dev-data summary").first.click()
    page.wait_for_selector(".dev-seat[data-seat='0'] .dev-data .dev-branch")
    text = page.locator(".dev-seat[data-seat='0'] .dev-data").inner_text()
    assert all(part in text for part in ("View", "Facts", "Legal actions", "Words to press"))
    page.click("[data-do=figure]")
    page.wait_for_function("() => navigator.clipboard.readText().then((text) => text.startsWith('[name-it]'))")
    page.click("[data-do=test]")
    page.wait_for_function("() => navigator.clipboard.readText().then((text) => text.includes('position('))")


def test_it_is_accessible_and_nothing_overflows(page: "Page") -> None:
    at(page, "main[data-check=sound]")
    found = axe.Axe().run(page).response["violations"]
    assert [f"{each['id']}: {each['nodes'][0]['html'][:100]}" for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone = page.locator(".dev-phone").bounding_box()
    assert phone is not None
    assert phone["width"] <= 362
