"""The table page: shared screens, spectators, phones, reconnecting, and everything besides playing."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from support.browser_people import DESK, PHONE, Person, RoomServer, Size
from support.helpers import SHELF
from support.sample_games import Moment, keep
from tableronde.room.tables.table_session import LATEST
from tableronde.shelf import find
from tableronde.table import Table

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
TABLET: Final[Size] = {"width": 820, "height": 1180}
HERE: Final = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}]
WITH_BOT: Final = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}]
BY_LINK: Final = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]


def _private() -> str:
    """Return a game in which seats know different things."""
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
        assert ana.moment().startswith("-/")  # no seat's view is in the page before the curtain opens
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


def test_a_spectator_sees_and_cannot_press(meet: Callable[..., Person]) -> None:
    ana, eve = meet(), meet()
    path = ana.open_table(GAME, 2, HERE)
    eve.come(path)
    before = eve.moment()
    ana.press_with_pointer()
    eve.page.wait_for_function("(moment) => document.querySelector('main').dataset.moment !== moment", arg=before)
    assert not eve.may_act()
    expect(ana.page.get_by_text("1 spectator")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK, BIG], ids=["phone", "desk", "big"])
@pytest.mark.parametrize("game", SHELF)
def test_the_table_fits_any_window(game: str, size: Size, meet: Callable[..., Person]) -> None:
    ana = meet(size=size)
    ana.open_table(game, min(find(game).game_type.players), HERE)
    if ana.page.locator("dialog.curtain").count():
        ana.page.locator("dialog.curtain button").click()
    ana.wait_for_turn()
    assert ana.page.evaluate(OVERFLOW) == [0, 0]
    shown = ana.page.locator(".area:not(.put-away)").first.bounding_box()  # the board, or the area to use now if there is no room for both
    assert shown is not None
    assert shown["width"] * shown["height"] > 0.15 * size["width"] * size["height"]


def test_a_phone_plays_with_fingers(meet: Callable[..., Person]) -> None:
    ana = meet(size=PHONE, has_touch=True)
    ana.open_table(GAME, 2, HERE)
    for _ in range(4):
        ana.wait_for_turn()
        before, offer = ana.moment(), ana.rng.choice(ana.offers())
        ana.page.touchscreen.tap(offer["x"], offer["y"])
        ana.page.wait_for_function("(moment) => document.querySelector('main').dataset.moment !== moment", arg=before)
    expect(ana.page.locator(".log [data-ply]")).to_have_count(4)  # no message is under way that would redraw anything
    heights = ana.page.locator("button:visible, a.button:visible").evaluate_all("(all) => all.map((each) => each.offsetHeight)")
    assert min(heights) >= 44


def test_a_friend_comes_by_link_and_takes_the_seat_to_a_phone(meet: Callable[..., Person]) -> None:
    ana, bo, phone = meet(), meet(language="fr"), meet(size=PHONE)
    path = ana.open_table(GAME, 2, BY_LINK)
    expect(ana.page.locator(".lobby-part")).to_contain_text("For now, this link works on this computer only.")
    expect(ana.page.locator(".lobby-part img.qr")).to_have_count(0)
    bo.sit(path, "Bo")
    ana.page.wait_for_selector("main[data-status=playing]")
    bo.page.locator("[data-seat='1']").click()
    bo.page.get_by_role("button", name="Ma place sur un autre appareil").click()
    phone.come(re.sub(r"^https?://[^/]+", "", bo.page.locator("dialog .address").inner_text()))
    expect(phone.page.locator("[data-seat='1']")).to_contain_text("Bo")
    assert phone.moment().startswith("1/")


def test_a_player_without_a_name_is_you_to_themselves_and_a_guest_to_others(meet: Callable[..., Person]) -> None:
    ana, bo = meet(), meet()
    path = ana.open_table(GAME, 2, [{"kind": "me"}, {"kind": "open"}])
    bo.sit(path, "Bo")
    expect(ana.page.locator("[data-seat='0'] .player")).to_have_text("You")
    expect(ana.page.locator("[data-seat='0'] .note")).to_have_text("Guest")  # the log uses this name, too
    expect(bo.page.locator("[data-seat='0']")).to_contain_text("Guest")
    ana.visit(f"/new/{GAME}")
    assert ana.page.locator(".seat-row input").first.input_value() == ""


def test_a_bot_takes_over_a_seat_and_gives_it_back(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, WITH_BOT)
    ana.page.locator("[data-seat='0']").click()
    ana.page.get_by_role("button", name="Let a bot keep my seat").click()
    expect(ana.page.locator("[data-seat='0']")).not_to_contain_text("you")
    ana.page.locator("[data-seat='0']").click()
    ana.page.get_by_role("button", name="Take my seat back").click()
    expect(ana.page.locator("[data-seat='0']")).to_contain_text("you")


def test_a_mistake_is_taken_back(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, HERE)
    ana.press_with_pointer()
    expect(ana.page.locator(".log [data-ply]")).to_have_count(1)
    ana.page.get_by_label("Take back").click()
    expect(ana.page.locator(".log [data-ply]")).to_have_count(0)


def test_taking_back_needs_agreement_when_others_have_acted(meet: Callable[..., Person]) -> None:
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


def test_a_person_is_muted_and_unmuted(meet: Callable[..., Person]) -> None:
    """Messages of muted people are hidden, also after a reload, and shown again once they are unmuted."""
    ana, bo = meet(), meet()
    path = ana.open_table(GAME, 2, BY_LINK, chat="free")
    bo.sit(path, "Bo")
    ana.page.wait_for_selector("main[data-status=playing]")

    def say(words: str) -> None:
        bo.page.get_by_label("Your message").fill(words)
        bo.page.keyboard.press("Enter")
        expect(bo.page.locator(".chats")).to_contain_text(words)

    def choose(offer: str) -> None:
        ana.page.locator("[data-seat='1']").click()
        ana.page.get_by_role("button", name=offer).click()

    bo.page.get_by_role("tab", name="Chat").click()
    say("one")
    ana.page.get_by_role("tab", name="Chat").click()
    expect(ana.page.locator(".chats p")).to_have_count(1)
    choose("Mute messages")
    expect(ana.page.locator(".chats p")).to_have_count(0)
    say("two")
    ana.come(path)
    ana.page.get_by_role("tab", name="Chat").click()
    assert ana.page.locator(".chats p").count() == 0
    choose("Unmute messages")
    expect(ana.page.locator(".chats p")).to_have_count(2)
    say("three")
    expect(ana.page.locator(".chats p")).to_have_count(3)


def test_a_child_safe_table_has_phrases_only(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, WITH_BOT, chat="phrases")
    ana.page.get_by_role("tab", name="Chat").click()
    expect(ana.page.locator(".phrase").first).to_be_visible()
    assert ana.page.get_by_label("Your message").count() == 0


def test_a_chat_sentence_is_shown_on_a_phone(meet: Callable[..., Person]) -> None:
    """The chat is closed there: the sentence itself comes up, not only a dot."""
    ana, bo = meet(size=PHONE), meet()
    path = ana.open_table(GAME, 2, BY_LINK, chat="free")
    bo.sit(path, "Bo")
    ana.page.wait_for_selector("main[data-status=playing]")
    bo.page.get_by_role("tab", name="Chat").click()
    bo.page.get_by_label("Your message").fill("Good luck to you")
    bo.page.keyboard.press("Enter")
    expect(ana.page.locator(".toast")).to_contain_text("Bo : Good luck to you")
    expect(bo.page.locator(".chats")).to_contain_text("Good luck to you")
    expect(bo.page.locator(".toast")).to_have_count(0)


def test_the_goal_stays_in_sight_while_the_coach_speaks(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, WITH_BOT)
    ana.wait_for_turn()
    expect(ana.page.locator(".coach .now")).to_be_visible()
    expect(ana.page.locator(".action-bar .goal").filter(has_text="four")).to_be_visible()


def test_a_hint_tells_more_when_asked_again(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, HERE)
    ana.page.keyboard.press("h")
    note = ana.page.locator(".action-bar .hint-note")
    first = note.locator("p").first.inner_text()
    ana.page.get_by_role("button", name="Tell me more").click()
    expect(note.locator("p").first).not_to_have_text(first)
    expect(ana.page.locator(".stage .hinted")).to_have_count(1)
    ana.page.keyboard.press("h")
    expect(note).to_contain_text("%")  # the reason: the effect on the win probability
    assert ana.page.locator(".toast").count() == 0
    ana.page.locator(".stage .hinted").click(force=True)  # even if another shape covers it
    expect(note).to_be_hidden()


def _follows_the_clause(person: Person, clause: str, link: str) -> None:
    """Check that the toast's link leads to that clause of the rules."""
    anchor = person.page.get_by_role("alert").get_by_role("link", name=clause, exact=True)
    expect(anchor).to_have_attribute("href", link)
    with person.context.expect_page() as opened:
        anchor.click()
    expect(opened.value.locator(f"[id='{clause}']")).to_be_in_viewport()


def test_a_word_the_rules_refuse_is_refused_with_the_clause(meet: Callable[..., Person]) -> None:
    """Only words can be announced, not digits. The text stays in the field, to be corrected."""
    ana = meet()
    ana.open_table("kaplan", 2, WITH_BOT)
    ana.page.locator("[data-word=kaplan]").first.click()
    ana.page.locator(".bar input").fill("1234")
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("alert")).to_contain_text("Write a word of 1 to 30 letters.")
    _follows_the_clause(ana, "Q29", "/rules/kaplan#Q29")
    assert ana.page.locator(".bar input").input_value() == "1234"
    assert ana.page.locator("main").get_attribute("data-status") == "playing"


class SlowLine:
    """A connection on which the server's messages can be held back for a while."""

    def __init__(self, person: Person) -> None:
        self.waiting: list[str | bytes] | None = None
        person.page.route_web_socket(re.compile("/live"), self._join)

    def _join(self, page: WebSocketRoute) -> None:
        self.page, server = page, page.connect_to_server()
        page.on_message(server.send)
        server.on_message(self._pass)

    def _pass(self, message: str | bytes) -> None:
        if self.waiting is None:
            self.page.send(message)
        else:
            self.waiting.append(message)

    def hold(self) -> None:
        self.waiting = []

    def release(self) -> None:
        waiting, self.waiting = self.waiting or [], None
        for message in waiting:
            self.page.send(message)


def test_a_press_that_comes_too_late_is_refused_with_the_clause(meet: Callable[..., Person]) -> None:
    """Two devices share a seat. While the phone's connection is slow the other one plays, and the phone's move is then refused."""
    ana, phone = meet(), meet(language="fr", seed=1)
    ana.open_table(GAME, 2, HERE)
    ana.page.locator("[data-seat='0']").click()
    ana.page.get_by_role("button", name="My seat on another device").click()
    link = re.sub(r"^https?://[^/]+", "", ana.page.locator("dialog .address").inner_text())
    ana.page.keyboard.press("Escape")
    phone.context.add_init_script("localStorage.setItem('confirm', 'on')")
    line = SlowLine(phone)
    phone.come(link)
    phone.press_with_pointer()
    confirm = phone.page.get_by_role("button", name="Confirmer")
    expect(confirm).to_be_visible()
    line.hold()
    ana.press_with_pointer()
    expect(ana.page.locator(".log [data-ply]")).to_have_count(1)
    confirm.click()
    line.release()
    expect(phone.page.get_by_role("alert")).to_contain_text("C’est à Luc de jouer.")
    _follows_the_clause(phone, "R3", f"/rules/{GAME}#R3")
    expect(phone.page.locator(".log [data-ply]")).to_have_count(1)


def test_escape_goes_back_one_word(meet: Callable[..., Person]) -> None:
    ana = meet(seed=5)
    game = next(slug for slug in SHELF if slug != _private())
    ana.open_table(game, 2, HERE)
    for _ in range(30):  # until a press does not complete an action
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


def test_aiming_shows_a_preview_and_leaving_removes_it(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table("cirkis", 2, HERE)
    ana.wait_for_turn()
    piece = ana.offers()[-1]
    ana.page.mouse.click(piece["x"], piece["y"])
    ana.page.wait_for_selector(".bar .back")
    before = ana.page.locator(".stage [data-shape]").count()
    offer = next(offer for offer in ana.offers() if offer["shape"])
    ana.page.mouse.move(offer["x"], offer["y"])
    expect(ana.page.locator(".stage [data-shape]")).not_to_have_count(before)
    ana.page.mouse.move(2, 2)
    expect(ana.page.locator(".stage [data-shape]")).to_have_count(before)


def _overlapping_places(person: Person) -> tuple[float, float]:
    """Pick one piece after the other until two of its places overlap; return that point."""
    for offer in person.offers():
        person.page.touchscreen.tap(offer["x"], offer["y"])
        person.page.wait_for_selector(".bar .back")
        person.page.wait_for_timeout(200)  # until the board is laid out beside the taller action bar
        if spot := person.page.evaluate(OVERLAP):
            return spot[0], spot[1]
        person.page.locator(".bar .back").tap()
        person.page.wait_for_selector(".bar .back", state="detached")
    raise AssertionError("no two places overlap")


def test_a_finger_goes_through_overlapping_choices_and_confirms(meet: Callable[..., Person]) -> None:
    ana = meet(size=TABLET, has_touch=True)
    ana.open_table("cirkis", 2, HERE)
    ana.wait_for_turn()
    spot = _overlapping_places(ana)
    ana.page.touchscreen.tap(*spot)
    confirm = ana.page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_visible()
    first = ana.moment()
    ana.page.get_by_role("button", name="Another one here").tap()
    expect(ana.page.locator("main")).not_to_have_attribute("data-moment", first)
    expect(confirm).to_be_visible()
    ana.page.touchscreen.tap(*spot)
    expect(ana.page.locator(".log [data-ply]")).to_have_count(1)


def test_the_host_opens_the_room_to_the_home_network(meet: Callable[..., Person]) -> None:
    ana, bo = meet(), meet()
    found = re.search(r"#key=(\S+)", (ana.room.data / "log").read_text())
    assert found is not None
    ana.visit(f"/{found[0]}")
    assert ana.page.evaluate("location.hash") == ""  # nobody shares the key with a link
    sent: list[dict[str, object]] = []

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data_json or {})
        if sent:  # it is open from then on, also for a lobby that is drawn again
            route.fulfill(json={"open": True, "address": "http://192.168.1.7:8000"})
        else:
            route.continue_()

    ana.page.route("**/network.json", answer)
    path = ana.open_table(GAME, 2, BY_LINK)
    switch = ana.page.get_by_role("switch", name="Open to the home network")
    switch.click()
    expect(ana.page.locator(".network")).to_contain_text("firewall")
    assert sent == [{"open": True, "key": found[1]}]
    bo.come(path)
    expect(bo.page.get_by_role("button", name="Sit here")).to_be_visible()
    expect(bo.page.get_by_role("switch")).to_have_count(0)
    expect(bo.page.locator(".network")).to_be_hidden()


def test_a_person_is_invited_to_one_seat_and_the_link_expires(meet: Callable[..., Person]) -> None:
    ana, bo, eve = meet(), meet(), meet()
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "open"}, {"kind": "open"}]
    ana.open_table("cirkis", 3, seats)
    ana.page.locator(".chip").last.click()
    ana.page.get_by_role("button", name="Invite to this seat").click()
    link = ana.page.get_by_role("dialog").locator(".address").inner_text()
    assert "/seat/" in link
    bo.come(link)
    seat = bo.page.get_by_role("listitem").filter(has_text="Free seat (you)")
    seat.get_by_label("Nickname").fill("Bo")
    seat.get_by_role("button", name="Sit here").click()
    expect(ana.page.locator(".chip").last).to_contain_text("Bo")
    eve.page.goto(link)
    eve.sees("There is nothing here.")
    eve.problems.clear()  # the browser itself notes the answer 404


def test_the_earlier_part_of_a_long_log_is_fetched_on_demand(tmp_path: Path, meet: Callable[..., Person]) -> None:
    table, rng = Table(find("four-circles"), 2, rng=Random(1)), Random(1)
    while table.plies < LATEST + 30:
        [actor] = table.to_act()
        table.play(actor, rng.choice(table.legal()[actor]))
    [path] = keep(tmp_path, [Moment("long", table, 0)])
    room = RoomServer(tmp_path)
    room.start()
    ana = meet(room)
    ana.come(path)
    lines, more = ana.page.locator(".log [data-ply]"), ana.page.get_by_role("button", name="earlier…")
    expect(lines).to_have_count(LATEST)
    expect(lines.first).to_have_attribute("data-ply", "31")
    more.click()
    expect(lines).to_have_count(LATEST + 30)
    expect(lines.first).to_have_attribute("data-ply", "1")
    expect(more).to_have_count(0)
    room.stop()


def test_a_big_screen_may_show_the_table_only(meet: Callable[..., Person]) -> None:
    game = _private()
    if not game:
        pytest.skip("no game on the shelf hides anything")
    ana = meet()
    ana.open_table(game, 2, WITH_BOT)
    ana.page.locator("[data-seat='0']").click()
    ana.page.get_by_role("button", name="Show only the board here").click()
    ana.page.wait_for_function("() => document.querySelector('main').dataset.moment.startsWith('-/')")


def test_pieces_move_to_their_new_places_and_then_rest(meet: Callable[..., Person]) -> None:
    ana = meet(reduced_motion="no-preference")
    ana.open_table(GAME, 2, HERE)
    ana.page.evaluate(COUNT_GLIDES)
    for _ in range(3):
        ana.wait_for_turn()
        ana.press_with_pointer()
    assert ana.page.evaluate("window.glides") > 0
    ana.page.wait_for_function("() => document.querySelector('.stage').getAnimations({ subtree: true }).length === 0")
    assert ana.page.locator(".leaving").count() == 0


def test_the_last_action_is_marked_for_all_and_after_a_reload(meet: Callable[..., Person]) -> None:
    ana = meet()
    path = ana.open_table("four-circles", 2, [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}])
    expect(ana.page.locator(".last-mark.over")).to_have_count(0)
    ana.press_with_pointer()
    expect(ana.page.locator(".last-mark.over")).to_have_count(1)
    spectator = meet()
    spectator.come(path)
    expect(spectator.page.locator(".last-mark.over")).to_have_count(1)


def test_on_a_phone_a_message_is_noticed_outside_the_log(meet: Callable[..., Person]) -> None:
    ana, luc = meet(size=PHONE), meet()
    path = ana.open_table(GAME, 2, BY_LINK, chat="free")
    luc.sit(path, "Luc")
    tool = ana.page.get_by_role("button", name="Log")
    expect(tool).not_to_have_class(re.compile("news"))
    luc.page.get_by_role("tab", name="Chat").click()
    luc.page.locator(".phrase").first.click()
    expect(tool).to_have_class(re.compile("news"))
    ana.page.get_by_role("button", name="Log, unread message").click()
    expect(ana.page.locator(".chats p")).to_be_visible()
    expect(ana.page.locator(".tool.news")).to_have_count(0)


def test_the_others_notice_that_a_move_is_taken_back(meet: Callable[..., Person]) -> None:
    ana, luc = meet(), meet()
    path = ana.open_table(GAME, 2, BY_LINK)
    luc.sit(path, "Luc")
    ana.wait_for_turn()
    ana.press_with_pointer()
    ana.page.keyboard.press("u")
    expect(luc.page.locator(".log .notice")).to_have_text("Ana takes a move back.")
    expect(luc.page.locator(".toast")).to_contain_text("Ana takes a move back.")


def test_a_clock_that_runs_out_is_seen(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, WITH_BOT, clock={"kind": "move", "seconds": 9, "zero": "nothing"})
    expect(ana.page.locator(".chip .clock.low")).to_have_count(1)
    expect(ana.page.locator("#live")).to_contain_text("Your time is running out.")


def test_the_rules_are_read_at_the_table(meet: Callable[..., Person]) -> None:
    ana = meet()
    path = ana.open_table(GAME, 2, HERE)
    ana.page.get_by_role("button", name="Rules").click()
    book = ana.page.locator("dialog .book")
    expect(book.locator("#R9")).to_be_attached()
    book.locator("a[href^='#Q']").first.click()
    assert ana.page.url.endswith(path)
    assert len(ana.context.pages) == 1
    ana.page.keyboard.press("Escape")
    expect(book).to_have_count(0)


def test_the_start_button_says_that_bots_take_the_free_seats(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table("cirkis", 3, [{"kind": "me", "name": "Ana"}, {"kind": "open"}, {"kind": "open"}])
    expect(ana.page.locator(".lobby-part")).to_contain_text("Bots will take the 2 free seats.")


def test_after_a_resignation_no_player_is_asked_to_act(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(GAME, 2, HERE)
    expect(ana.page.locator(".captions p").first).to_be_visible()
    ana.page.get_by_role("button", name="Table menu").click()
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.get_by_role("dialog").last.get_by_role("button", name="Resign").click()
    ana.page.wait_for_selector(".result-part h2")
    expect(ana.page.locator(".captions p")).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_seat_dialog_is_not_stretched(size: Size, meet: Callable[..., Person]) -> None:
    ana = meet(size=size)
    ana.open_table(GAME, 2, WITH_BOT)
    ana.page.locator(".chip").first.click()
    ana.page.wait_for_selector("dialog button")
    heights = ana.page.locator("dialog button:visible, dialog select").evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect().height)"
    )
    assert max(heights) < 80
    assert ana.page.locator("dialog").evaluate("(box) => box.scrollWidth <= box.clientWidth")
    assert min(heights) >= 40


def test_points_float_below_the_player_bar_and_never_over_the_title(meet: Callable[..., Person]) -> None:
    ana = meet(reduced_motion="no-preference")
    ana.open_table(GAME, 2, HERE)
    top, header = ana.page.evaluate("""async () => {
      const { floatUp } = await import('/static/board/animation.js');
      floatUp(document.querySelector('[data-seat="0"]'), '+20');
      const edge = (node, side) => node.getBoundingClientRect()[side];
      return [edge(document.querySelector('.floating'), 'top'), edge(document.getElementById('header'), 'bottom')];
    }""")
    assert top >= header
