"""Input on the board: choosing, changing the choice, dragging, turning, and asking why with a finger or a key."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from support.browser_people import PHONE, Person

HERE = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}]
PLACINGS = ["0,0", "4,3", "1,0", "3,3", "0,1", "2,3", "1,1", "4,2", "2,0", "3,2", "2,1", "2,2"]
MESSAGES = """() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text)); return send.call(this, text); };
}"""


def _middle(ana: Person, word: str) -> tuple[float, float]:
    """Return the centre of a word's shape once it does not move any more."""
    shape, before = ana.page.locator(f"[data-word='{word}']").last, None
    while (box := shape.bounding_box()) != before or box is None:
        before = box
        ana.page.wait_for_timeout(60)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _press(ana: Person, word: str) -> None:
    ana.page.mouse.click(*_middle(ana, word))


def _moment(ana: Person, moment: str) -> None:
    expect(ana.page.locator("main")).to_have_attribute("data-moment", moment)


def _second_phase(meet: Callable[..., Person], **more: Any) -> Person:
    """Open Four Circles with all pawns placed, White to move."""
    ana = meet(**more)
    ana.open_table("four-circles", 2, HERE)
    for i, word in enumerate(PLACINGS):
        _moment(ana, f"{i % 2}/{i}")
        _press(ana, word)
    _moment(ana, "0/12")
    return ana


def test_a_three_word_action_costs_three_messages(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.page.add_init_script(f"({MESSAGES})()")
    ana.open_table("karta-doppio", 2, HERE)
    card = next(offer["word"] for offer in ana.offers())
    _press(ana, card)
    _moment(ana, f"0/0/{card}/r0")
    _press(ana, "0,0")
    expect(ana.page.locator(".log [data-ply]")).to_have_count(1)
    said = [message["do"] for message in ana.page.evaluate("window.sent") if not message.get("preview")]
    assert said == ["press", "press"]


def test_pressing_another_piece_chooses_it_and_pressing_it_again_deselects_it(meet: Callable[..., Person]) -> None:
    ana = _second_phase(meet)
    _press(ana, "1,1")
    _moment(ana, "0/12/1,1")
    _press(ana, "2,1")
    _moment(ana, "0/12/2,1")
    _press(ana, "2,1")
    _moment(ana, "0/12")


def test_escape_and_a_press_on_the_empty_table_deselect(meet: Callable[..., Person]) -> None:
    ana = _second_phase(meet)
    _press(ana, "1,1")
    _moment(ana, "0/12/1,1")
    ana.page.keyboard.press("Escape")
    _moment(ana, "0/12")
    _press(ana, "1,1")
    _moment(ana, "0/12/1,1")
    stage = ana.page.locator("svg.stage").bounding_box()
    assert stage is not None
    ana.page.mouse.click(stage["x"] + 3, stage["y"] + stage["height"] - 3)
    _moment(ana, "0/12")


def test_an_illegal_press_is_explained_at_that_place(meet: Callable[..., Person]) -> None:
    ana = _second_phase(meet)
    _press(ana, "2,2")
    why = ana.page.locator(".why")
    expect(why).to_contain_text("That pawn is not yours.")
    expect(why.get_by_role("link", name="R7")).to_have_attribute("href", "/rules/four-circles#R7")
    box, (x, y) = why.bounding_box(), _middle(ana, "2,2")
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - x) < 250
    assert min(abs(box["y"] - y), abs(box["y"] + box["height"] - y)) < 120
    assert ana.page.locator(".possible").count() > 3
    _moment(ana, "0/12")
    ana.page.keyboard.press("Escape")
    expect(why).to_have_count(0)


def test_why_not_can_be_asked_with_the_keyboard(meet: Callable[..., Person]) -> None:
    ana = _second_phase(meet)
    ana.page.locator("[data-word='2,1']").last.focus()
    ana.page.keyboard.press("Shift+ArrowDown")
    assert ana.page.evaluate("document.activeElement.dataset.word") == "2,2"
    assert ana.page.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true"
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".why")).to_contain_text("That pawn is not yours.")
    expect(ana.page.locator("#live")).to_contain_text("That pawn is not yours.")


def test_a_finger_asks_why_too(meet: Callable[..., Person]) -> None:
    ana = meet(size=PHONE, has_touch=True)
    ana.open_table("four-circles", 2, HERE)
    _press(ana, "2,1")
    _moment(ana, "1/1")
    ana.page.touchscreen.tap(*_middle(ana, "2,1"))
    expect(ana.page.locator(".why")).to_contain_text("The tile H7 is already occupied.")
    box = ana.page.locator(".why").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


def _drag(ana: Person, start: tuple[float, float], end: tuple[float, float]) -> None:
    ana.page.mouse.move(*start)
    ana.page.mouse.down()
    ana.page.mouse.move(start[0] + 12, start[1] + 5)
    ana.page.mouse.move(*end, steps=6)
    expect(ana.page.locator(".dragged")).to_have_count(1)
    ana.page.mouse.up()
    expect(ana.page.locator(".dragged")).to_have_count(0)


def test_a_pawn_is_dragged_to_where_it_goes(meet: Callable[..., Person]) -> None:
    ana = _second_phase(meet)
    _drag(ana, _middle(ana, "2,1"), _middle(ana, "3,1"))
    _moment(ana, "1/13")
    expect(ana.page.locator(".log [data-ply='13']")).to_be_visible()


def test_a_finger_drags_a_pawn_to_where_it_goes(meet: Callable[..., Person]) -> None:
    ana = _second_phase(meet, size=PHONE, has_touch=True)
    (x, y), end = _middle(ana, "2,1"), _middle(ana, "3,1")
    line = ana.context.new_cdp_session(ana.page)
    way = [("touchStart", (x, y)), *(("touchMove", (x + (end[0] - x) * i / 6, y + 3)) for i in range(1, 7)), ("touchMove", end)]
    for what, point in way:
        line.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": [{"x": point[0], "y": point[1]}]})
    expect(ana.page.locator(".dragged")).to_have_count(1)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    _moment(ana, "1/13")


def test_a_piece_dropped_elsewhere_goes_back(meet: Callable[..., Person]) -> None:
    ana = _second_phase(meet)
    _drag(ana, _middle(ana, "2,1"), _middle(ana, "4,3"))
    _moment(ana, "0/12")


def test_picking_up_a_piece_plays_nothing(meet: Callable[..., Person]) -> None:
    """In the first phase a press on a tile puts a pawn there; dragging it anywhere does not."""
    ana = meet()
    ana.open_table("four-circles", 2, HERE)
    _moment(ana, "0/0")
    _drag(ana, _middle(ana, "2,1"), _middle(ana, "3,1"))
    _moment(ana, "0/0")


def test_a_token_is_dragged_to_its_place(meet: Callable[..., Person]) -> None:
    """In Kaplan's Dial the place is chosen before the token; a token can be dragged all the same."""
    ana = meet()
    ana.open_table("kaplan", 2, [HERE[0], {"kind": "bot", "level": "random"}], {"no_dice": True})
    ana.page.wait_for_selector(".pressable[data-word^=p]", state="attached")
    place = next(offer["word"] for offer in ana.offers() if offer["word"].startswith("p"))
    before = ana.moment()
    _drag(ana, _middle(ana, "v5"), _middle(ana, place))
    expect(ana.page.locator("main")).not_to_have_attribute("data-moment", before)
    expect(ana.page.locator(".log")).to_contain_text(re.compile(rf"You lay (your 5, hidden,|a 5) on sarcophagus {place[1:]}\."))


def test_a_pawn_that_is_not_ones_own_is_not_dragged(meet: Callable[..., Person]) -> None:
    ana = _second_phase(meet)
    _drag(ana, _middle(ana, "2,2"), _middle(ana, "2,1"))
    expect(ana.page.locator(".why")).to_contain_text("That pawn is not yours.")
    _moment(ana, "0/12")


def test_a_held_card_is_turned_by_wheel_and_key(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table("karta-doppio", 2, HERE)
    card = next(offer["word"] for offer in ana.offers())
    _press(ana, card)
    _moment(ana, f"0/0/{card}/r0")
    ana.page.mouse.move(*_middle(ana, "0,0"))
    ana.page.mouse.wheel(0, 100)
    _moment(ana, f"0/0/{card}/r1")
    ana.page.keyboard.press("r")
    _moment(ana, f"0/0/{card}/r2")
    ana.page.get_by_role("button", name="Turn", exact=True).click()
    _moment(ana, f"0/0/{card}/r3")


def test_a_line_of_the_log_shows_its_position_and_play_continues(meet: Callable[..., Person]) -> None:
    ana = _second_phase(meet)
    ana.page.locator(".log [data-ply='3'] button").click()
    bar = ana.page.locator(".recall-bar")
    expect(bar).to_contain_text("Ana puts a pawn on G6.")
    expect(ana.page.locator("[data-shape='pawn-1-1']").locator("visible=true")).to_have_count(1)
    assert ana.page.locator(".stage .pressable").count() == 0
    ana.page.get_by_role("button", name="Previous moment").click()
    expect(bar).to_contain_text("Luc puts a pawn on J9.")
    ana.page.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    _press(ana, "2,1")
    _moment(ana, "0/12/2,1")


def test_one_key_replays_everything_since_the_last_turn(meet: Callable[..., Person]) -> None:
    ana, bo = meet(), meet()
    bo.sit(ana.open_table("four-circles", 2, [{"kind": "me", "name": "Ana"}, {"kind": "open"}]), "Bo")
    _moment(ana, "0/0")
    _press(ana, "0,0")
    _moment(bo, "1/1")
    _press(bo, "2,2")
    _moment(ana, "0/2")
    ana.page.keyboard.press("s")
    bar = ana.page.locator(".recall-bar")
    expect(bar).to_contain_text("You put a pawn on F6.")
    expect(bar).to_contain_text("Bo puts a pawn on H8.")
    expect(bar).to_be_hidden()


def test_the_last_hint_takes_up_the_piece_and_draws_its_way(meet: Callable[..., Person]) -> None:
    """The piece keeps its colours; the place to go to glows, and one step back releases the piece."""
    ana = _second_phase(meet)
    for _ in range(3):
        ana.page.keyboard.press("h")
        ana.page.wait_for_timeout(100)
    note = ana.page.locator(".hint-note p").first
    expect(note).to_contain_text(re.compile("Press “.+”, then “.+”\\."), timeout=20_000)
    expect(ana.page.locator(".hint-way")).to_have_count(1)
    words = ana.moment().split("/")[2:]
    assert words
    expect(ana.page.locator(".stage .hinted").first).to_be_visible()
    fill = ana.page.locator(".stage .hinted .halo").first.evaluate("(node) => getComputedStyle(node).fill")
    assert fill == "none"
    ana.page.keyboard.press("Escape")
    _moment(ana, "0/12")
