"""The review of a finished game: requested from table and replay, shown in three cards."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import expect

from browser.test_access import violations
from browser.test_table import OVERFLOW
from support.browser_people import PHONE, Person

GAME: Final = "cirkis"
HERE: Final = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}]
WORKING: Final = 90_000  # milliseconds, on a busy machine


def _give_up(person: Person, moves: int = 0) -> int:
    """Play some moves, then resign; return the number of moves."""
    log = person.page.locator(".log [data-ply]")
    while log.count() < moves:
        person.press_with_pointer()
        person.wait_for_turn()
    person.page.get_by_label("Menu de la table").or_(person.page.get_by_label("Table menu")).click()
    person.page.get_by_role("button", name=re.compile("Abandonner|Resign")).click()
    person.page.locator("dialog .primary").click()
    person.page.wait_for_selector("main[data-status=over]")
    return log.count()


def test_three_cards_link_to_positions_of_the_replay(meet: Callable[..., Person]) -> None:
    ana = meet(language="fr", seed=2)
    ana.open_table(GAME, 2, HERE)
    moves = _give_up(ana, 6)
    link = ana.page.get_by_role("link", name="Analyse")
    link.focus()
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("heading", name="Analyse de la partie")).to_be_visible()
    cards = ana.page.locator(".lesson")
    expect(cards.first).to_be_visible(timeout=WORKING)
    assert 1 <= cards.count() <= 3
    expect(ana.page.locator("#live")).to_have_text("L’analyse est prête.")
    first = cards.first
    expect(first.locator(".loss")).to_contain_text(re.compile(r"−\d+\u00a0%"))
    assert [text.strip() for text in first.locator("dt").all_inner_texts()] == ["Joué", "Meilleur coup"]
    assert all(re.match(r"Ana pose .* \(\d+\u00a0%\)", text) for text in first.locator("dd:not(.ahead)").all_inner_texts())
    assert all(re.match(r"Suite probable\u00a0: Luc pose .* Ana pose ", text) for text in first.locator(".ahead").all_inner_texts())
    expect(first.locator(".ahead")).to_have_count(2)
    assert re.findall(r" [:;!?»%]|« ", ana.page.locator("main").text_content() or "") == [], "French punctuation stays with its word"
    assert first.locator("img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    assert violations(ana) == []
    number = int(re.sub(r"\D", "", first.get_by_role("link", name="Coup").inner_text()))
    first.get_by_role("link", name="Coup").click()
    expect(ana.page.locator(".count-line")).to_have_text(f"{number - 1} / {moves}")


def test_the_replay_leads_to_the_review_of_any_open_seat(meet: Callable[..., Person]) -> None:
    """A spectator on a phone, in the dark theme; a review without mistakes has a friendly text."""
    ana, eve = meet(), meet(size=PHONE)
    path = ana.open_table(GAME, 2, HERE)
    _give_up(ana)
    eve.context.add_init_script("localStorage.setItem('theme', 'dark')")
    eve.visit(path.replace("/t/", "/replay/"))
    eve.page.get_by_role("link", name="Review of the game").click()
    eve.page.locator("nav .chip", has_text="Luc").click()
    expect(eve.page.locator("nav [aria-current=page]")).to_have_text("Luc")
    expect(eve.page.locator(".kind")).to_have_text("No serious mistakes. Well played!", timeout=WORKING)
    assert eve.page.evaluate(OVERFLOW)[0] == 0
    assert violations(eve) == []


def test_the_page_shows_progress_during_the_analysis(meet: Callable[..., Person]) -> None:
    """While the data is held back, progress is shown and announced; then the review, or why there is none."""
    ana = meet()
    path = ana.open_table(GAME, 2, HERE)
    _give_up(ana)
    progress = {"status": "thinking", "done": 3, "choices": 7, "moments": []}
    ana.page.route(re.compile(r"/review/[^/]*\.json"), lambda route: route.fulfill(status=202, json=progress))
    ana.visit(path.replace("/t/", "/review/"))
    expect(ana.page.locator("progress")).to_have_attribute("max", "7")
    expect(ana.page.locator(".thinking")).to_contain_text("3 / 7")
    expect(ana.page.locator("#live")).to_have_text("Looking over the game…")
    assert violations(ana) == []
    ana.page.unroute(re.compile(r"/review/[^/]*\.json"))
    ana.page.route(
        re.compile(r"/review/[^/]*\.json"),
        lambda route: route.fulfill(status=429, json={"error": "You have reached today’s limit for reviews: come back tomorrow."}),
    )
    expect(ana.page.get_by_role("alert")).to_have_text("You have reached today’s limit for reviews: come back tomorrow.")
    ana.problems[:] = [problem for problem in ana.problems if "429" not in problem]
