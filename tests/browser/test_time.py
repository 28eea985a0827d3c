"""Timed events at the table: hats that fall, races that open for all at once, keys for each seat, a word revealed letter by letter."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Route, TimeoutError, WebSocket, expect

from support.browser_people import MOMENT, PHONE, Person, RoomServer
from support.games.kaplan import log, seated
from support.sample_games import Moment, keep

HERE: Final = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}]
LOOKS: Final = """(node) => [...node.querySelectorAll('path')].map((path) =>
  [path.getAttribute('class'), path.getAttribute('d'), path.getAttribute('fill'), path.getAttribute('stroke')].join())"""


def _stop_the_clock(person: Person) -> None:
    """Stop this page's clock: it advances only when the test says so. The room's own clock is not affected."""
    person.page.clock.install(time=0)
    person.page.clock.pause_at(1)


# --- hats ---


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_lifted_hat_falls_again_and_all_hats_look_alike(motion: str, meet: Callable[..., Person]) -> None:
    ana = meet(reduced_motion=motion)
    _stop_the_clock(ana)
    path = ana.open_table("cirkle-duo", 2, HERE)
    page, peg, caption = ana.page, ana.page.locator("[aria-label^='Under hat 5']"), ana.page.locator(".captions p").first
    ana.page.locator("[data-word='5']").click()
    expect(peg).to_have_count(1)
    expect(caption).to_contain_text("lifts hat 5:")
    expect(page.locator("#live")).to_contain_text("lifts hat 5:")
    page.clock.run_for(1000)
    expect(peg).to_have_count(1)
    page.clock.run_for(1500)
    expect(peg).to_have_count(0)
    expect(page.get_by_text("hat 5:")).to_have_count(0)  # neither shown nor announced
    page.mouse.move(2, 2)
    _look_alike(page.locator("[data-shape='veil 4']"), page.locator("[data-shape='veil 8']"))
    while "Under hat" in ana.fetch(f"{path}.svg?lang=en").text():  # until the time has passed on the room's clock
        page.wait_for_timeout(100)
    page.reload()
    page.wait_for_selector("main[data-moment]")
    expect(peg).to_have_count(0)  # it does not come back


def _look_alike(one: Locator, other: Locator) -> None:
    assert one.evaluate(LOOKS) == other.evaluate(LOOKS)
    for attribute in ("class", "role"):
        assert one.get_attribute(attribute) == other.get_attribute(attribute)
    assert (one.get_attribute("aria-label"), other.get_attribute("aria-label")) == ("Hat 5", "Hat 9")


def test_at_the_end_all_hats_stay_up(meet: Callable[..., Person]) -> None:
    ana = meet()
    _stop_the_clock(ana)
    ana.open_table("cirkle-duo", 2, HERE, {"max_turns": 1})
    ana.page.locator("[data-word='5']").click()
    pegs = ana.page.locator("[aria-label^='Under hat']")
    expect(pegs).to_have_count(16)
    ana.page.clock.run_for(5000)
    expect(pegs).to_have_count(16)


# --- races ---


def _listen(person: Person) -> list[dict[str, Any]]:
    """Record all messages of the room to a person from now on."""
    heard: list[dict[str, Any]] = []

    def note(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: heard.append(json.loads(text)))

    person.page.on("websocket", note)
    return heard


def _lift_until_a_race(ana: Person, others: list[Person]) -> None:
    """Lift hats until a player has made an error and several seats at Ana's screen may slap."""
    jumps = ana.page.locator(".jump:enabled")
    for _ in range(200):
        if jumps.count() > 1:
            return
        for person in (ana, *others):
            hats = [offer for offer in person.offers() if offer["shape"] and offer["word"].isdigit()]
            if hats:
                spot = person.rng.choice(hats)
                person.page.mouse.click(spot["x"], spot["y"])
        ana.page.wait_for_timeout(100)
    raise AssertionError("nobody has erred")


def test_each_seat_at_a_screen_has_its_own_key_and_the_first_one_counts(meet: Callable[..., Person]) -> None:
    ana, bo = meet(seed=3), meet(seed=4)
    heard = _listen(bo)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Abe"}, {"kind": "open"}]
    path = ana.open_table("cirkle-duo", 4, seats, {"mode": "bridge"}, window=60)
    bo.sit(path, "Bo")
    _lift_until_a_race(ana, [bo])
    page = ana.page
    expect(page.locator(".explained")).to_contain_text("This is a race")
    assert page.locator("dialog.curtain").count() == 0
    keys = page.locator(".jump").evaluate_all("(all) => all.map((each) => each.getAttribute('aria-keyshortcuts'))")
    names = page.locator(".jump .jumper").evaluate_all("(all) => all.map((each) => each.firstChild.textContent)")
    known = dict(zip(["Ana", "Ada", "Abe"], "slv", strict=True))
    assert keys == [known[name] for name in names]
    page.keyboard.press(keys[-1])
    page.keyboard.press(keys[0])
    expect(page.locator(".log [data-ply]").last).to_have_text(f"{names[-1]} slaps the table and takes over.")
    expect(page.locator(".race")).to_have_count(0)
    expect(page.locator(".window")).to_be_hidden()
    assert page.locator(".toast").count() == 0  # a key that came too late is not an error
    ana.wait_for_turn()
    _opened_for_all_at_once(heard)


def _opened_for_all_at_once(heard: list[dict[str, Any]]) -> None:
    """Remote players could not press before the window opened, either."""
    asked = [message for message in heard if "window" in message.get("clock", {})]
    assert "opens" in asked[0]["clock"]
    for message in asked:
        if "opens" in message["clock"]:
            assert message["choices"]["offers"] == []
            assert not message["turn"]["yours"]


def test_those_at_one_screen_let_it_pass_together(meet: Callable[..., Person]) -> None:
    ana = meet(seed=5, size=PHONE, has_touch=True)
    seats = [{"kind": "me", "name": "Ana"}, *[{"kind": "here", "name": name} for name in ("Ada", "Abe", "Amy")]]
    ana.open_table("cirkle-duo", 4, seats, {"mode": "bridge"}, window=60)
    _lift_until_a_race(ana, [])
    expect(ana.page.locator(".explained")).to_be_hidden()  # there is no space for it, and it has been announced
    box = ana.page.locator(".jump").first.bounding_box()
    assert box is not None
    assert box["height"] >= 60
    expect(ana.page.locator(".jump kbd").first).to_be_hidden()
    ana.page.get_by_role("button", name="Let it pass").tap()
    expect(ana.page.locator(".race")).to_have_count(0)
    expect(ana.page.locator(".window")).to_be_hidden()


# --- the revealed word ---

LETTERS: Final = "[data-shape^='reveal '] text"


def _announce(meet: Callable[..., Person], hold: Callable[[Route], None] | None = None, **settings: Any) -> Person:
    """End a game by a wrong word, just before the letters of the right one are turned over. `hold` stops the page's clock."""
    ana = meet(**settings)
    if hold is not None:
        ana.page.route(re.compile("lazy_panels"), hold)
    _stop_the_clock(ana)
    ana.open_table("kaplan", 2, [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}])
    ana.page.wait_for_function(f"() => Number({MOMENT}.split('/')[1]) > 0")  # the dice have been thrown: no other event comes in between
    field = ana.page.locator(".bar input")
    for _ in range(3):  # on a phone the tab with the uses of the dice may open just then: press again
        ana.page.locator(".area:not(.put-away) [data-word=kaplan]").first.click()
        with suppress(TimeoutError):
            field.wait_for(timeout=5000)
            break
    field.fill("lavande")
    ana.page.locator(".bar input").press("Enter")
    ana.insist()
    ana.page.wait_for_selector("main[data-status=over]")
    return ana


def test_late_texts_are_announced_with_the_rest(meet: Callable[..., Person]) -> None:
    held: list[Route] = []
    ana = _announce(meet, lambda route: held.append(route), reduced_motion="no-preference", service_workers="block")
    live = ana.page.locator("#live")
    expect(live).to_contain_text("Kaplan’s word was")
    expect(live).not_to_contain_text("This time you lose")
    assert held
    for route in held:
        route.continue_()
    expect(live).to_contain_text("This time you lose")
    expect(live).to_contain_text("Kaplan’s word was")
    ana.problems[:] = [problem for problem in ana.problems if "Service Worker registration blocked" not in problem]  # the tests block it


def test_the_word_comes_letter_by_letter_and_then_all_the_rest(meet: Callable[..., Person]) -> None:
    ana = _announce(meet, reduced_motion="no-preference")
    page, letters, result = ana.page, ana.page.locator(LETTERS), ana.page.locator(".result-part h2")
    expect(page.locator("main")).to_have_attribute("data-film", "unfolds")
    expect(page.locator("#live")).to_contain_text("Blaise wins")
    assert page.locator("#live").inner_text().count("Kaplan’s word was") == 1  # screen readers announce all of it, once
    count = page.locator("[data-shape^='reveal ']").count()
    expect(letters).to_have_count(0)
    expect(result).to_be_hidden()
    page.clock.run_for(1100)
    expect(letters).to_have_count(1)
    page.clock.run_for(500)
    expect(letters).to_have_count(2)
    expect(page.locator(".captions")).not_to_contain_text("Kaplan’s word was")
    page.clock.run_for(500 * (count - 1) + 600)
    expect(letters).to_have_count(count)
    expect(page.locator(".captions")).to_contain_text("Kaplan’s word was")
    expect(page.locator("[data-shape='saying 0']")).to_be_visible()
    page.clock.run_for(6 * 400)
    expect(page.locator("[data-shape^='told chip']")).to_have_count(6)
    expect(result).to_be_hidden()
    page.clock.run_for(1100)
    expect(result).to_be_visible()


def test_the_animation_comes_after_the_revealed_word(tmp_path: Path, meet: Callable[..., Person]) -> None:
    [path] = keep(tmp_path, [Moment("one word from a win", log(seated(2), "c roll 3 7 10"), 0)])
    room = RoomServer(tmp_path)
    room.start()
    ana = meet(room, reduced_motion="no-preference")
    _stop_the_clock(ana)
    ana.come(path)
    ana.page.clock.run_for(2000)
    ana.page.locator("[data-word=kaplan]").first.click()
    ana.page.locator(".bar input").fill("perche")
    ana.page.locator(".bar input").press("Enter")
    ana.insist()
    ana.page.wait_for_selector("main[data-film=unfolds]")
    while ana.page.locator("main").get_attribute("data-film"):
        assert ana.page.locator(".celebration").count() == 0
        ana.page.clock.run_for(300)
    expect(ana.page.locator(".result-part h2")).to_have_text("You win!")
    expect(ana.page.locator(".celebration")).not_to_have_count(0)
    room.stop()


@pytest.mark.parametrize("how", ["key", "click", "button"])
def test_the_revealed_word_can_be_skipped_to(how: str, meet: Callable[..., Person]) -> None:
    ana = _announce(meet, reduced_motion="no-preference")
    ways: dict[str, Callable[[], None]] = {
        "key": lambda: ana.page.keyboard.press("x"),
        "click": lambda: ana.page.mouse.click(5, 5),
        "button": lambda: ana.page.get_by_role("button", name="Show everything").dispatch_event("click"),
    }
    expect(ana.page.locator(LETTERS)).to_have_count(0)
    ways[how]()
    expect(ana.page.locator(".result-part h2")).to_be_visible()
    expect(ana.page.locator(LETTERS)).to_have_count(ana.page.locator("[data-shape^='reveal ']").count())
    expect(ana.page.get_by_role("button", name="Show everything")).to_be_hidden()


def test_on_a_phone_the_word_comes_to_the_front(meet: Callable[..., Person]) -> None:
    ana = _announce(meet, reduced_motion="no-preference", size=PHONE)
    tab = ana.page.get_by_role("button", name="Kaplan’s word")
    expect(tab).to_have_attribute("aria-pressed", "true")
    expect(ana.page.locator(".area:not(.put-away) [data-shape^='reveal ']").first).to_be_visible()
    ana.page.keyboard.press("x")
    expect(ana.page.locator(".result-part h2")).to_be_visible()
    expect(tab).to_have_attribute("aria-pressed", "true")
    ana.page.get_by_role("button", name="The players").click()
    expect(tab).to_have_attribute("aria-pressed", "false")


def test_with_reduced_motion_the_word_is_there_at_once(meet: Callable[..., Person]) -> None:
    ana = _announce(meet)
    expect(ana.page.locator(".result-part h2")).to_be_visible()
    expect(ana.page.locator(LETTERS)).to_have_count(ana.page.locator("[data-shape^='reveal ']").count())


# --- games with secrets ---

CURTAIN: Final = """async (race) => {
  const { Curtain } = await import('/static/panels/table/curtain.js');
  const looks = [];
  const line = {
    table: { private: true, status: 'playing' }, turn: { to_act: [0, 1] }, choices: { race }, lookedAt: 2,
    ownSeats: () => [0, 1, 2], nameOf: () => 'Ana', on: () => {}, look: (seat) => looks.push(seat),
  };
  new Curtain(line).follow();
  return [looks, document.querySelectorAll('dialog.curtain').length];
}"""


@pytest.mark.parametrize(("race", "curtains"), [(None, 1), ({"seats": [0, 1]}, 0)])
def test_no_curtain_comes_between_players_of_a_race(race: Any, curtains: int, meet: Callable[..., Person]) -> None:
    """A shared screen that showed one seat's view shows the public table during a race, since all players look at it."""
    ana = meet()
    ana.visit("/")
    assert ana.page.evaluate(CURTAIN, race) == [[None], curtains]


# --- between two games of a match ---


def test_a_match_pauses_between_its_games_until_the_player_continues(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table("karta-doppio", 2, [{"kind": "bot", "level": "random"}, {"kind": "open"}], {"match": "double"}, pace="now")
    ana.page.get_by_role("button", name="Start").click()  # bots play only once the page is loaded
    chapter = ana.page.locator(".chapter-part")
    expect(chapter).to_contain_text("after the first game", timeout=60_000)
    chapter.get_by_role("button", name="Continue").click()
    expect(chapter).to_be_hidden()


PAUSE: Final = """async () => {
  const { Chapter } = await import('/static/panels/ending/chapter.js');
  const heard = new Map();
  const holder = document.createElement('section');
  new Chapter(holder, { on: (what, listener) => heard.set(what, listener) });
  heard.get('chapter')({ ply: 3, text: 'Ana leads.' });
  return [null, { picked: [] }, { picked: ['c1'] }].map((choices) => (heard.get('choices')(choices), holder.hidden));
}"""


def test_a_choice_continues_the_match(meet: Callable[..., Person]) -> None:
    assert meet().visit("/").evaluate(PAUSE) == [False, False, True]


# --- dice ---


def _tap(person: Person, *beginnings: str) -> None:
    """Press the first offer whose word begins with one of these, in their order."""
    before, offers = person.moment(), person.offers()
    offer = next(offer for beginning in beginnings for offer in offers if offer["word"].startswith(beginning))
    person.page.mouse.click(offer["x"], offer["y"])
    person.page.wait_for_function(f"(moment) => {MOMENT} !== moment", arg=before)


def test_on_a_small_phone_dice_are_seen_to_roll_before_their_uses_come_up(meet: Callable[..., Person]) -> None:
    people = [meet(size=PHONE, reduced_motion="no-preference") for _ in range(2)]
    for person in people:
        _stop_the_clock(person)
    people[1].sit(people[0].open_table("kaplan", 2, [{"kind": "me", "name": "Ana"}, {"kind": "open"}]), "Luc")
    for person in people:
        person.page.wait_for_function(f"() => {MOMENT}.split('/')[1] === '1'")  # the first dice
    for person in people:
        while person.page.locator("main").get_attribute("data-film"):
            person.page.clock.run_for(500)
    bets, waits = sorted(people, key=lambda person: not any(offer["word"].startswith("use-") for offer in person.offers()))
    main, open_tab = waits.page.locator("main"), waits.page.locator(".area-tab[aria-pressed=true]")
    expect(main).to_have_attribute("data-film", "")
    while any(offer["word"] != "kaplan" for offer in bets.offers()):
        _tap(bets, "end", "use-", "v", "p")
    expect(main).to_have_attribute("data-film", "unfolds")
    expect(open_tab).to_have_attribute("data-area", "dial")
    die = waits.page.locator("[data-shape='die 0']")
    expect(die).to_have_attribute("aria-label", "The dice are rolling…")
    waits.page.clock.run_for(1500)
    expect(main).to_have_attribute("data-film", "")
    expect(die).to_have_attribute("aria-label", re.compile("Die: "))
    expect(open_tab).to_have_attribute("data-area", "uses")


EARLY = """() => {
  window.early = 0;
  const look = () => {
    const result = document.querySelector('.result-part');
    const moving = document.querySelector('.stage')?.getAnimations({ subtree: true }) ?? [];
    const flies = moving.some((each) => each.playState === 'running' && each.effect.getComputedTiming().endTime < 5000);
    if (flies) window.flew = true;
    if (flies && result?.checkVisibility()) window.early += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@pytest.mark.parametrize("game", ["karta-doppio", "four-circles"])
def test_the_result_waits_until_the_last_piece_has_landed(game: str, meet: Callable[..., Person]) -> None:
    ana = meet(reduced_motion="no-preference", seed=4)
    options = {"max_plies": 20} if game == "four-circles" else {}
    ana.open_table(game, 2, [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}], options)
    ana.page.evaluate(EARLY)
    while not ana.is_over():
        ana.wait_for_turn()
        if not ana.is_over():
            ana.press_with_pointer()
    expect(ana.page.locator(".result-part h2")).to_be_visible()
    ana.page.wait_for_timeout(300)
    assert ana.page.evaluate("window.flew")
    assert ana.page.evaluate("window.early") == 0
