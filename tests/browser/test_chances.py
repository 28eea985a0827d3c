"""Win probabilities: a bar for spectators, never for players, and the graph of a finished game that leads to its positions."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import WebSocket, expect

from browser.test_access import violations
from browser.test_reviews import HERE, _give_up
from browser.test_table import OVERFLOW
from support.browser_people import DESK, PHONE, Person

WORKING: Final = 60_000  # milliseconds, on a busy machine
BAR: Final = ".chances-part"


def _listen(wire: WebSocket, said: list[str]) -> None:
    """Record all messages on a socket, in both directions."""
    for way in ("framereceived", "framesent"):
        wire.on(way, lambda frame: said.append(str(frame)))


def test_spectators_see_win_probabilities_and_players_do_not(meet: Callable[..., Person]) -> None:
    """A player neither gets nor requests such a message; a spectator may hide the bar."""
    ana, luc, eve = meet(seed=1), meet(seed=2), meet(size=PHONE, language="fr")
    said: list[str] = []
    for player in (ana, luc):
        player.page.on("websocket", lambda wire: _listen(wire, said))
    path = ana.open_table("four-circles", 2, [{"kind": "me", "name": "Ana"}, {"kind": "open"}])
    luc.sit(path, "Luc")
    eve.come(path)
    for player in (ana, luc, ana):
        player.wait_for_turn()
        player.press_with_pointer()
    expect(eve.page.locator(BAR)).to_be_visible(timeout=WORKING)
    expect(eve.page.locator(BAR)).to_have_attribute(
        "aria-label", re.compile(r"^Chances de gagner, (avant le premier coup|après le coup 1)\u00a0: Ana \d+\u00a0%, Luc \d+\u00a0%$")
    )
    expect(eve.page.locator(f"{BAR} .brief")).to_be_visible()  # on a phone, too, a word says what the numbers are
    numbers = [int(re.sub(r"\D", "", text)) for text in eve.page.locator(f"{BAR} b").all_inner_texts()]
    assert sum(numbers) == 100
    assert eve.page.evaluate(OVERFLOW)[0] == 0
    assert violations(eve) == []
    for player in (ana, luc):
        expect(player.page.locator(BAR)).to_be_hidden()
    assert any('"turn"' in frame for frame in said)
    assert not any("outlook" in frame for frame in said)
    eve.page.get_by_label("Menu de la table").click()
    eve.page.get_by_label("Montrer les chances de gagner").uncheck()
    expect(eve.page.locator(BAR)).to_be_hidden()


def test_the_graph_of_a_finished_game_leads_to_its_positions(meet: Callable[..., Person]) -> None:
    """By click and arrow keys, from table, replay and review."""
    ana = meet(seed=2)
    path = ana.open_table("four-circles", 2, HERE)
    moves = _give_up(ana, 4)
    page, curve = ana.page, ana.page.get_by_role("slider", name="Winning chances")
    tab = page.get_by_role("tab", name="Chances")
    expect(tab).to_be_visible(timeout=WORKING)
    page.get_by_role("tab", name="Log").press("ArrowRight")
    expect(tab).to_be_focused()
    expect(curve).to_be_visible()
    expect(curve).to_have_attribute("aria-valuenow", str(moves))
    expect(page.locator(".growing")).to_have_count(0, timeout=WORKING)
    curve.press("ArrowLeft")
    expect(page.locator(".recall-bar")).to_be_visible()
    expect(curve).to_have_attribute("aria-valuenow", str(moves - 1))
    expect(curve).to_have_attribute("aria-valuetext", re.compile(rf"^after move {moves - 1}: Ana \d+%, Luc \d+%"))
    expect(page.locator(".curve-part .chances")).to_contain_text(f"after move {moves - 1}")
    curve.press("End")
    expect(page.locator(".recall-bar")).to_be_hidden()
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 1, box["y"] + 20)
    expect(page.locator(".recall-bar")).to_contain_text("The beginning of the game")
    page.get_by_role("button", name="Back to the game").click()
    expect(curve).to_have_attribute("aria-valuenow", str(moves))
    assert violations(ana) == []
    page.set_viewport_size(PHONE)
    page.get_by_label("Log").first.click()
    page.get_by_role("dialog").get_by_role("tab", name="Chances").click()
    curve.press("ArrowLeft")
    curve.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".recall-bar")).to_be_visible()
    page.set_viewport_size(DESK)
    ana.visit(path.replace("/t/", "/replay/") + "?ply=1")
    expect(curve).to_have_attribute("aria-valuenow", "1")
    curve.press("ArrowRight")
    expect(page.locator(".count-line")).to_have_text(f"2 / {moves}")
    page.get_by_label("Next move").click()
    expect(curve).to_have_attribute("aria-valuenow", "3")
    page.get_by_label("Show winning chances").click()
    expect(curve).to_be_hidden()
    page.get_by_label("Show winning chances").click()
    ana.visit(path.replace("/t/", "/review/"))
    curve.press("Home")
    curve.press("ArrowRight")
    expect(page).to_have_url(re.compile("/review/"))
    curve.press("Enter")
    page.wait_for_url(re.compile(r"/replay/.*\?ply=1$"))
