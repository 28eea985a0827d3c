"""Text is at least 12 pixels high and targets 40, on a phone 44: in all games, at many positions, in four windows.

`python tests/browser/legibility.py REPORT` measures two more windows and more positions."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from support.browser_people import DESK, MOMENT, PHONE, Person
from support.legibility import PHONE as NARROW
from support.legibility import REST, SIZES, TEXT, TIGHT, ZOOMED, Room, Sizes
from support.sample_games import GAMES

SLACK: Final = 0.05  # browsers round
HERE: Final = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}]
WITH_BOT: Final = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}]
WIDTH: Final = "(node) => node.getBoundingClientRect().width"
BOARD: Final = "() => document.querySelector('.area[data-role=board]').getAttribute('transform')"

ROOM: Final = """async () => {
  const { roomOf } = await import('/static/input/targets.js');
  const { middleOf } = await import('/static/input/nearest.js');
  const nodes = [...document.querySelectorAll('.area[data-role=board] .pressable')];
  return Object.fromEntries([...roomOf(nodes)].map(([node, room]) => [node.dataset.word, [room, middleOf(node).x, middleOf(node).y]]));
}"""


@pytest.fixture
def tour(chromium: Browser, tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Run a room with all positions of a game."""
    rooms: list[Room] = []

    def open_room(*names: str, **settings: Any) -> Room:
        rooms.append(Room(chromium, tmp_path / str(len(rooms)), names, **settings))
        return rooms[-1]

    yield open_room
    for room in rooms:
        assert room.person.problems == []
        room.close()


def faults_of(found: Sizes, finger: float) -> list[str]:
    """List text and targets that are too small, and labels cut beside empty space. Small places on a board need a second tap."""
    text = [f"text of {found.text.size:.1f}: {found.text}"] if found.text and found.text.size < TEXT - SLACK else []
    target = [f"target of {found.target.size:.1f}: {found.target}"] if found.target and found.target.size < finger - SLACK else []
    return [*text, *target, *(f"over each other: {clash}" for clash in found.clashes), *(f"cut: {text}" for text in found.cut)]


@pytest.mark.parametrize("name", GAMES)
def test_everything_can_be_read_and_pressed_in_every_window(name: str, tour: Callable[..., Room]) -> None:
    """At 200 % the page scrolls down, but nothing shrinks."""
    faults = []
    for size, moments in tour(name, few=True).measure(name, TIGHT).items():
        finger = 44.0 if SIZES[size]["width"] < NARROW else 40.0
        faults += [f"{size}: {fault}" for found in moments for fault in faults_of(found, finger)]
        faults += [
            f"{size} scrolls by {found.overflow}" for found in moments if found.overflow[0] or (found.overflow[1] and size != ZOOMED)
        ]
    assert faults == []


@pytest.mark.parametrize(("name", "size"), [("four-circles", "1440×900"), ("karta-doppio", "1280×720")])
def test_the_board_does_not_move_during_a_choice(name: str, size: str, tour: Callable[..., Room]) -> None:
    room = tour(name, size=SIZES[size])
    tried = 0
    for moment in room.moments[name]:
        if not moment.picked:
            continue
        tried += 1
        room.come(moment._replace(picked=()), moment)
        before = room.person.page.evaluate(BOARD)
        for n in range(len(moment.picked)):
            room.pick(moment.picked[: n + 1])
            assert room.person.page.evaluate(BOARD) == before
    assert tried


def _tap(person: Person, beginning: str) -> None:
    """Tap the first shape whose word begins with this."""
    person.page.wait_for_selector(f".area:not(.put-away) .pressable[data-word^='{beginning}']", state="attached")
    before = person.moment()
    person.page.evaluate(REST)
    offer = next(offer for offer in person.offers() if offer["word"].startswith(beginning))
    person.page.touchscreen.tap(offer["x"], offer["y"])
    person.page.wait_for_function(f"(moment) => {MOMENT} !== moment", arg=before)


def _smallest_place(person: Person) -> tuple[str, float, float]:
    """Pick one piece after the other until one of its places has less than 24 CSS pixels; return its word and middle."""
    for offer in person.offers():
        person.page.touchscreen.tap(offer["x"], offer["y"])
        person.page.wait_for_selector(".bar .back")
        person.page.evaluate(REST)
        word, (room, x, y) = min(person.page.evaluate(ROOM).items(), key=lambda item: float(item[1][0]))
        if room < 24:
            return str(word), float(x), float(y)
        person.page.locator(".bar .back").tap()
        person.page.wait_for_selector(".bar .back", state="detached")
    raise AssertionError("all places are large")


def test_the_area_to_use_opens_and_changed_areas_are_marked(meet: Callable[..., Person]) -> None:
    """On a phone the uses of the dice open, then the dial, then the hand; a tab the player opened stays until another area is needed."""
    ana = meet(size=PHONE, has_touch=True)
    ana.open_table("kaplan", 2, WITH_BOT)
    ana.wait_for_turn()
    open_tab = ana.page.locator(".area-tab[aria-pressed=true]")
    expect(open_tab).to_have_attribute("data-area", "uses")
    ana.page.locator(".area-tab[data-area=clues]").tap()
    expect(open_tab).to_have_attribute("data-area", "clues")
    ana.page.evaluate(REST)
    expect(open_tab).to_have_attribute("data-area", "clues")
    ana.page.locator(".area-tab[data-area=uses]").tap()
    expect(open_tab).to_have_attribute("data-area", "uses")
    _tap(ana, "use-")
    expect(open_tab).to_have_attribute("data-area", "dial")
    _tap(ana, "p")
    expect(open_tab).to_have_attribute("data-area", "hand")
    _tap(ana, "v")
    expect(ana.page.locator(".area-tab.changed[data-area=players]")).to_be_visible()
    expect(ana.page.locator(".area-tab.changed[data-area=players]")).to_have_attribute("aria-label", "The players (new)")
    ana.page.locator(".area-tab[data-area=players]").tap()
    expect(ana.page.locator(".area-tab.changed[data-area=players]")).to_have_count(0)


@pytest.mark.parametrize("keys", [True, False], ids=["keys", "pointer"])
def test_the_areas_of_others_are_enlarged_and_made_small_again(keys: bool, meet: Callable[..., Person]) -> None:
    ana = meet(size=DESK)
    ana.open_table("cirkle-duo", 2, HERE)
    ana.wait_for_turn()
    area = ana.page.locator(".area[data-role=others]")
    name = area.get_attribute("aria-label")
    small = area.evaluate(WIDTH)
    title = ana.page.get_by_role("button", name=f"{name}: enlarge")
    expect(title).to_have_attribute("aria-expanded", "false")
    if keys:
        title.focus()
        ana.page.keyboard.press("Enter")
    else:
        title.click()
    expect(ana.page.get_by_role("button", name=f"{name}: shrink")).to_be_focused()
    ana.page.evaluate(REST)
    assert area.evaluate(WIDTH) > 1.5 * small
    before = ana.moment()
    if keys:
        ana.page.keyboard.press("Escape")
    else:
        ana.page.get_by_role("button", name=f"{name}: shrink").click()
    expect(title).to_have_attribute("aria-expanded", "false")
    ana.page.evaluate(REST)
    assert area.evaluate(WIDTH) == small
    assert ana.moment() == before


def test_an_empty_area_is_not_shown(meet: Callable[..., Person]) -> None:
    ana = meet(size=DESK)
    ana.open_table("four-circles", 2, HERE)
    ana.wait_for_turn()
    expect(ana.page.locator(".area-title")).to_have_count(1)  # of both hands
    for _ in range(12):
        ana.wait_for_turn()
        ana.press_with_pointer()
    expect(ana.page.locator(".area-title")).to_have_count(0)
    expect(ana.page.locator(".area:not(.put-away)")).to_have_count(1)


def test_small_places_are_enlarged_for_a_finger(meet: Callable[..., Person]) -> None:
    """With 24 CSS pixels or less around a place, the first tap shows the board larger there, and the next one chooses."""
    ana = meet(size=PHONE, has_touch=True)
    ana.open_table("cirkis", 2, HERE)
    ana.wait_for_turn()
    word, x, y = _smallest_place(ana)
    before = ana.moment()
    ana.page.touchscreen.tap(x, y)
    whole = ana.page.get_by_role("button", name="Whole board")
    expect(whole).to_be_visible()
    ana.page.evaluate(REST)
    assert ana.moment() == before
    assert ana.page.evaluate(ROOM)[word][0] >= 24
    whole.tap()
    expect(whole).to_be_hidden()
    ana.page.touchscreen.tap(x, y)
    ana.page.evaluate(REST)
    _, *spot = ana.page.evaluate(ROOM)[word]
    ana.page.touchscreen.tap(*spot)
    expect(whole).to_be_hidden()
    assert ana.moment() != before


def test_the_size_of_a_target_is_its_side_or_the_distance_to_the_next(meet: Callable[..., Person]) -> None:
    """The size that decides about a second tap: of separate boxes, of overlapping ones, of two shapes with one word."""
    page = meet().visit("/")
    rooms = page.evaluate("""async () => {
      const { loadLooks } = await import('/static/board/looks.js');
      const { roomOf, tooSmall } = await import('/static/input/targets.js');
      await loadLooks('four-circles');
      const node = ([word, x, y, w, h]) => {
        const div = document.createElement('div');
        div.dataset.word = word;
        Object.assign(div.style, { position: 'fixed', left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
        document.body.append(div);
        return div;
      };
      const apart = [['a', 0, 0, 50, 60], ['d', 300, 0, 50, 50], ['d', 300, 10, 50, 50]];
      const nodes = [...apart, ['b', 100, 0, 60, 60], ['c', 110, 0, 60, 60]].map(node);
      return [[...roomOf(nodes).values()], tooSmall(nodes).map((each) => each.dataset.word)];
    }""")
    assert rooms == [[50, 50, 50, 10, 10], ["b", "c"]]
