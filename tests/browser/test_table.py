"""At the table: sharing a screen, looking on, phones, coming back, and everything besides playing."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from browser.people import DESK, PHONE, Person, Size
from tableronde.games import SHELF, find

GAME: Final = SHELF[0]
BIG: Final[Size] = {"width": 2560, "height": 1440}
OVERFLOW: Final = "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
OVERLAP: Final = """() => {
  for (const node of document.querySelectorAll('.area:not(.put-away) .pressable')) {
    const { left, top, width, height } = node.getBoundingClientRect();
    const grid = [0.3, 0.5, 0.7].flatMap((i) => [0.3, 0.5, 0.7].map((j) => [left + i * width, top + j * height]));
    for (const [x, y] of grid) {
      const words = document.elementsFromPoint(x, y).map((each) => each.closest('.pressable')?.dataset.word);
      if (new Set(words.filter(Boolean)).size > 1) return [x, y];
    }
  }
  return null;
}"""
COUNT_GLIDES: Final = """() => {
  const animate = Element.prototype.animate;
  window.glides = 0;
  Element.prototype.animate = function (frames, ...more) {
    if (frames.some((frame) => frame.transform)) window.glides += 1;
    return animate.call(this, frames, ...more);
  };
}"""
HERE: Final = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}]
WITH_BOT: Final = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}]
BY_LINK: Final = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]


def _private() -> str:
    """A game in which seats know different things."""
    return next((slug for slug in SHELF if find(slug).game_type.private), "")


def test_a_shared_screen_is_handed_over_behind_a_curtain(meet: Callable[..., Person]) -> None:
    game = _private()
    if not game:
        pytest.skip("no game on the shelf hides anything")
    ana = meet(seed=3)
    ana.open_table(game, 2, HERE)
    for _ in range(3):
        curtain = ana.page.locator("dialog.curtain")
        name = curtain.locator("button").inner_text()
        assert ana.moment().startswith("-/")  # nothing of any seat is there before the curtain opens
        ana.page.keyboard.press("Escape")
        expect(curtain).to_be_visible()
        curtain.locator("button").click()
        ana.page.wait_for_function("() => !document.querySelector('main').dataset.moment.startsWith('-')")
        while not ana.page.locator("dialog.curtain").count() and not ana.is_over():
            ana.press_with_pointer({"kaplan"})
            ana.page.wait_for_timeout(100)
        if ana.is_over():
            break
        assert ana.page.locator("dialog.curtain button").inner_text() != name


def test_a_shared_screen_without_secrets_follows_the_turn(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, HERE)
    seen = set()
    for _ in range(4):
        ana.wait_for_turn()
        seen.add(ana.moment().split("/")[0])
        ana.press_with_pointer()
        ana.page.wait_for_timeout(150)
    assert seen == {"0", "1"}


def test_an_onlooker_sees_and_cannot_press(meet: Callable[..., Person]) -> None:
    ana, eve = meet(), meet()
    path = ana.open_table(GAME, 2, HERE)
    eve.come(path)
    before = eve.moment()
    ana.press_with_pointer()
    eve.page.wait_for_function("(moment) => document.querySelector('main').dataset.moment !== moment", arg=before)
    assert not eve.may_act()
    expect(ana.page.get_by_text("1 onlooker")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK, BIG], ids=["phone", "desk", "big"])
@pytest.mark.parametrize("game", SHELF)
def test_the_table_fits_any_window(game: str, size: Size, meet: Callable[..., Person]) -> None:
    ana = meet(size=size)
    ana.open_table(game, min(find(game).game_type.players), HERE)
    if ana.page.locator("dialog.curtain").count():
        ana.page.locator("dialog.curtain button").click()
    ana.wait_for_turn()
    assert ana.page.evaluate(OVERFLOW) == [0, 0]
    board = ana.page.locator(".area").first.bounding_box()
    assert board is not None
    assert board["width"] * board["height"] > 0.15 * size["width"] * size["height"]


def test_a_phone_plays_with_fingers(meet: Callable[..., Person]) -> None:
    ana = meet(size=PHONE, has_touch=True)
    ana.open_table(GAME, 2, HERE)
    for _ in range(4):
        ana.wait_for_turn()
        before, offer = ana.moment(), ana.rng.choice(ana.offers())
        ana.page.touchscreen.tap(offer["x"], offer["y"])
        ana.page.wait_for_function("(moment) => document.querySelector('main').dataset.moment !== moment", arg=before)
    heights = ana.page.locator("button:visible, a.button:visible").evaluate_all("(all) => all.map((each) => each.offsetHeight)")
    assert min(heights) >= 44


def test_a_friend_comes_by_link_and_takes_the_seat_to_a_phone(meet: Callable[..., Person]) -> None:
    ana, bo, phone = meet(), meet(language="fr"), meet(size=PHONE)
    path = ana.open_table(GAME, 2, BY_LINK)
    expect(ana.page.locator(".lobby-part img.qr")).to_be_visible()
    bo.sit(path, "Bo")
    ana.page.wait_for_selector("main[data-status=playing]")
    bo.page.locator("[data-seat='1']").click()
    bo.page.get_by_role("button", name="Ma place sur un autre appareil").click()
    phone.come(re.sub(r"^https?://[^/]+", "", bo.page.locator("dialog .address").inner_text()))
    expect(phone.page.locator("[data-seat='1']")).to_contain_text("Bo")
    assert phone.moment().startswith("1/")


def test_a_bot_keeps_a_chair_warm_and_gives_it_back(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, WITH_BOT)
    ana.page.locator("[data-seat='0']").click()
    ana.page.get_by_role("button", name="Let a bot keep my seat").click()
    expect(ana.page.locator("[data-seat='0'] .note .icon")).to_be_visible()
    ana.page.locator("[data-seat='0']").click()
    ana.page.get_by_role("button", name="Take my seat back").click()
    expect(ana.page.locator("[data-seat='0']")).to_contain_text("you")


def test_a_slip_is_taken_back(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, HERE)
    ana.press_with_pointer()
    expect(ana.page.locator(".log [data-ply]")).to_have_count(1)
    ana.page.get_by_label("Take back").click()
    expect(ana.page.locator(".log [data-ply]")).to_have_count(0)


def test_taking_back_needs_consent_when_others_have_acted(meet: Callable[..., Person]) -> None:
    ana, bo = meet(), meet()
    bo.sit(ana.open_table(GAME, 2, BY_LINK), "Bo")
    ana.wait_for_turn()
    ana.press_with_pointer()
    bo.wait_for_turn()
    bo.press_with_pointer()
    expect(ana.page.locator(".log [data-ply]")).to_have_count(2)
    ana.page.get_by_label("Take back").click()
    bo.page.get_by_role("button", name="Accept").click()
    expect(ana.page.locator(".log [data-ply]")).to_have_count(0)


def test_resign_and_rematch_with_the_same_group(meet: Callable[..., Person]) -> None:
    ana = meet()
    path = ana.open_table(GAME, 2, WITH_BOT)
    ana.page.get_by_label("Table menu").click()
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.locator("dialog .primary").click()
    ana.page.get_by_role("button", name="Rematch").click()
    ana.page.wait_for_url(lambda url: "/t/" in url and not url.endswith(path))
    ana.page.wait_for_selector("main[data-status=playing]")


def test_chat_in_words_and_phrases(meet: Callable[..., Person]) -> None:
    ana, bo = meet(), meet()
    bo.sit(ana.open_table(GAME, 2, BY_LINK, chat="free"), "Bo")
    ana.page.wait_for_selector("main[data-status=playing]")
    ana.page.get_by_role("tab", name="Chat").click()
    ana.page.get_by_label("Your message").fill("Hello there")
    ana.page.keyboard.press("Enter")
    bo.page.get_by_role("tab", name="Chat").click()
    expect(bo.page.locator(".chats")).to_contain_text("Hello there")
    bo.page.locator(".phrase").first.click()
    expect(ana.page.locator(".chats p")).to_have_count(2)


def test_a_child_safe_table_has_phrases_only(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, WITH_BOT, chat="phrases")
    ana.page.get_by_role("tab", name="Chat").click()
    expect(ana.page.locator(".phrase").first).to_be_visible()
    assert ana.page.get_by_label("Your message").count() == 0


def test_a_hint_tells_more_when_asked_again(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, HERE)
    ana.page.keyboard.press("h")
    first = ana.page.locator(".toast p").last.inner_text()
    ana.page.get_by_role("button", name="Tell me more").click()
    expect(ana.page.locator(".toast p").last).not_to_have_text(first)


def test_a_refusal_names_the_clause_and_leads_to_it(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, HERE)
    refused = {"clause": "R2", "text": "That is not allowed.", "link": f"/rules/{GAME}#R2"}
    ana.page.evaluate("(refused) => import('/static/toast.js').then(({ refusal }) => refusal(refused))", refused)
    expect(ana.page.get_by_role("alert")).to_contain_text("That is not allowed.")
    expect(ana.page.get_by_role("link", name="R2")).to_have_attribute("href", f"/rules/{GAME}#R2")


def test_escape_goes_back_one_word(meet: Callable[..., Person]) -> None:
    ana = meet(seed=5)
    game = next(slug for slug in SHELF if slug != _private())
    ana.open_table(game, 2, HERE)
    for _ in range(30):  # until one press is not a whole action
        before = ana.moment()
        ana.press_with_pointer()
        if ana.page.locator(".bar .back").count():
            ana.page.keyboard.press("Escape")
            expect(ana.page.locator("main")).to_have_attribute("data-moment", before)
            return
        ana.wait_for_turn()
    raise AssertionError("every action was a single word")


def test_screen_readers_hear_what_happened(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, HERE)
    ana.press_with_pointer()
    told = ana.page.locator(".log [data-ply]").last.inner_text()
    expect(ana.page.locator("#live")).not_to_be_empty()
    assert told
    names = ana.page.locator(".stage .pressable").evaluate_all("(all) => all.map((node) => node.getAttribute('aria-label'))")
    assert names
    assert all(names)


def test_aiming_shows_what_would_happen_and_leaving_takes_it_back(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table("cirkis", 2, HERE)
    ana.wait_for_turn()
    ana.page.locator(".area .pressable").last.click()
    ana.page.wait_for_selector(".bar .back")
    before = ana.page.locator(".stage [data-shape]").count()
    offer = next(offer for offer in ana.offers() if offer["shape"])
    ana.page.mouse.move(offer["x"], offer["y"])
    expect(ana.page.locator(".stage [data-shape]")).not_to_have_count(before)
    ana.page.mouse.move(2, 2)
    expect(ana.page.locator(".stage [data-shape]")).to_have_count(before)


def _overlapping_places(person: Person) -> tuple[float, float]:
    """Pick one piece after the other until two of its places overlap; where they do."""
    for offer in person.offers():
        person.page.touchscreen.tap(offer["x"], offer["y"])
        person.page.wait_for_selector(".bar .back")
        person.page.wait_for_timeout(200)  # until the board has found its place again beside the taller dock
        if spot := person.page.evaluate(OVERLAP):
            return spot[0], spot[1]
        person.page.locator(".bar .back").tap()
        person.page.wait_for_selector(".bar .back", state="detached")
    raise AssertionError("no two places overlap")


def test_where_choices_overlap_a_finger_goes_through_them_and_confirms(meet: Callable[..., Person]) -> None:
    ana = meet(size=PHONE, has_touch=True)
    ana.open_table("cirkis", 2, HERE)
    ana.wait_for_turn()
    spot = _overlapping_places(ana)
    ana.page.touchscreen.tap(*spot)
    confirm = ana.page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_visible()
    first = ana.moment()
    ana.page.touchscreen.tap(*spot)
    expect(ana.page.locator("main")).not_to_have_attribute("data-moment", first)
    expect(confirm).to_be_visible()
    confirm.tap()
    expect(ana.page.locator(".log [data-ply]")).to_have_count(1)


def test_a_big_screen_may_show_the_table_only(meet: Callable[..., Person]) -> None:
    game = _private()
    if not game:
        pytest.skip("no game on the shelf hides anything")
    ana = meet()
    ana.open_table(game, 2, WITH_BOT)
    ana.page.locator("[data-seat='0']").click()
    ana.page.get_by_role("button", name="Show only the table here").click()
    ana.page.wait_for_function("() => document.querySelector('main').dataset.moment.startsWith('-/')")


def test_things_glide_to_their_new_places_and_then_rest(meet: Callable[..., Person]) -> None:
    ana = meet(reduced_motion="no-preference")
    ana.open_table(GAME, 2, HERE)
    ana.page.evaluate(COUNT_GLIDES)
    for _ in range(3):
        ana.wait_for_turn()
        ana.press_with_pointer()
    assert ana.page.evaluate("window.glides") > 0
    ana.page.wait_for_function("() => document.querySelector('.stage').getAnimations({ subtree: true }).length === 0")
    assert ana.page.locator(".leaving").count() == 0
