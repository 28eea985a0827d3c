"""The table's layout: names on the chips, answers to "why not?" that cover nothing to press, and areas that stay where they are."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from support.browser_people import DESK, PHONE, Person
from support.legibility import REST, SIZES, Room
from support.sample_games import GAMES

ROBOT: Final = {"kind": "bot", "level": "random"}
CUT: Final = """() => [...document.querySelectorAll('.chip')].map((chip) => {
  const name = chip.querySelector('.player');
  const box = name.getBoundingClientRect();
  const frame = chip.getBoundingClientRect();
  const inside = box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1;
  return { name: name.textContent, width: box.width, whole: name.scrollWidth <= name.clientWidth + 1, inside };
})"""
REFUSED: Final = """() => { // the middles of shapes that cannot be pressed now, far from all that can
  const hit = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const near = pressable.some((box) => box.left - 30 < x && x < box.right + 30 && box.top - 30 < y && y < box.bottom + 30);
    return !near && document.elementFromPoint(x, y)?.closest('[data-word]') === node ? [x, y] : null;
  };
  const pressable = [...document.querySelectorAll('.area:not(.put-away) .pressable')].map((node) => node.getBoundingClientRect());
  return [...document.querySelectorAll('.area:not(.put-away) [data-word]:not(.pressable)')].map(hit).filter(Boolean);
}"""  # the middles of the shapes that cannot be pressed now
COVERED: Final = """() => {
  const why = document.querySelector('.why').getBoundingClientRect();
  const over = (box) => box.left < why.right - 1 && why.left < box.right - 1 && box.top < why.bottom - 1 && why.top < box.bottom - 1;
  return [...document.querySelectorAll('.area:not(.put-away) .possible')].filter((node) => over(node.getBoundingClientRect()))
    .map((node) => node.dataset.word);
}"""
AREAS: Final = """() => Object.fromEntries([...document.querySelectorAll('.area:not(.put-away)')].map((area) => {
  const { a, e, f } = area.transform.baseVal.consolidate().matrix;
  return [area.dataset.area, [a * 100, e, f]];
}))"""  # each area in sight: its scale in percent, and where its origin lies
JUMP: Final = 8.0  # pixels, or hundredths of its scale
WINDOWS: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 390, "height": 844},
    "small phone": PHONE,
    "200 %": {"width": 720, "height": 450},
    "tablet": {"width": 820, "height": 1180},
}


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


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize(("game", "players"), [("cirkis", 4), ("kaplan", 5)])
def test_every_chip_shows_its_name(game: str, players: int, window: str, meet: Callable[..., Person]) -> None:
    ana = meet(size=WINDOWS[window])
    ana.open_table(game, players, [{"kind": "me", "name": "Ana"}, *[ROBOT] * (players - 1)])
    chips: list[dict[str, Any]] = ana.page.evaluate(CUT)
    assert len(chips) == players
    assert chips[0]["name"] == "Ana"
    assert [chip for chip in chips if not chip["whole"] or not chip["inside"] or chip["width"] < 16] == []
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", ["four-circles", "cirkis"])
def test_why_not_is_one_breath_and_covers_no_possible_place(game: str, size: ViewportSize, meet: Callable[..., Person]) -> None:
    """The games in which much of what is on the board cannot be pressed."""
    ana = meet(size=size, seed=2)
    ana.open_table(game, 2, [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Luc"}])
    why, met = ana.page.locator(".why"), 0
    for _ in range(8):
        ana.wait_for_turn()
        ana.page.wait_for_timeout(150)
        refused = ana.page.evaluate(REFUSED)
        for spot in ana.rng.sample(refused, min(3, len(refused))):
            ana.page.mouse.click(*spot)
            ana.page.wait_for_timeout(250)
            if not why.count():  # a tap so close to another place asks which one is meant
                continue
            met += 1
            assert ana.page.evaluate(COVERED) == []
            box = why.bounding_box()
            assert box is not None
            assert box["height"] <= size["height"] / 6
            assert 0 <= box["x"] <= size["width"] - box["width"]
            assert 0 <= box["y"] <= size["height"] - box["height"]
            expect(why.locator("p")).to_have_count(1)
            assert "·" not in why.inner_text()
            ana.page.keyboard.press("Escape")
            expect(why).to_have_count(0)
        ana.press_with_pointer()
    assert met >= 5


def _jumps(before: dict[str, list[float]], after: dict[str, list[float]]) -> list[str]:
    """List the areas in sight before and after that have moved or grown."""
    both = before.keys() & after.keys()
    return [area for area in both if max(abs(one - other) for one, other in zip(before[area], after[area], strict=True)) > JUMP]


@pytest.mark.parametrize("window", ["1440×900", "1280×720"])
@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("karta-doppio, full", "kaplan, no dice")])
def test_nothing_jumps_between_two_clicks_of_an_action(name: str, window: str, tour: Callable[..., Room]) -> None:
    room = tour(name, size=SIZES[window])
    tried = 0
    for moment in room.moments[name]:
        if not moment.picked:
            continue
        tried += 1
        room.come(moment._replace(picked=()), moment)
        before = room.person.page.evaluate(AREAS)
        if "first-game" in before:  # beside two tables there is no place for the turns of a card
            continue
        for n in range(len(moment.picked)):
            room.pick(moment.picked[: n + 1])
            after = room.person.page.evaluate(AREAS)
            assert _jumps(before, after) == [], (moment.name, moment.picked[: n + 1])
            before = after
    assert tried or name.startswith(("four-circles", "cirkle"))


def test_the_hand_stays_where_it_is_once_the_dice_are_used(meet: Callable[..., Person]) -> None:
    """Choosing the dice and betting are several actions of one turn."""
    ana = meet(size=DESK)
    ana.open_table("kaplan", 2, [{"kind": "me", "name": "Ana"}, ROBOT], pace="now")
    ana.page.wait_for_selector(".pressable[data-word^='use-']", state="attached")
    ana.page.evaluate(REST)
    before = ana.page.evaluate(AREAS)
    assert "hand" in before
    offer = next(offer for offer in ana.offers() if offer["word"].startswith("use-"))
    ana.page.mouse.click(offer["x"], offer["y"])
    expect(ana.page.locator(".pressable[data-word^='use-']")).to_have_count(0)
    ana.page.evaluate(REST)
    after = ana.page.evaluate(AREAS)
    assert "hand" in after
    assert _jumps(before, after) == []
