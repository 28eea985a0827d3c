"""Lessons in the browser: every step of every game that has them, by pointer and by keyboard; wrong answers; progress."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect

from browser.test_access import violations
from support.browser_people import DESK, PHONE, Person, RoomServer, Size
from tableronde.shelf import Shelf

FORD = Path(__file__).parents[1] / "outside" / "ford"
ESCORT = Path(__file__).parents[1] / "support" / "escort.py"
GAMES = ["ford", *(box.slug for box in Shelf.installed().boxes() if box.has_lessons)]
SIZES: dict[str, Size] = {"desk": DESK, "laptop": {"width": 1280, "height": 720}, "tablet": {"width": 768, "height": 1024}, "phone": PHONE}
ARROWS = {(True, True): "ArrowRight", (True, False): "ArrowLeft", (False, True): "ArrowDown", (False, False): "ArrowUp"}
WHERE = """(word) => {
  const middle = (node) => { const b = node.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; };
  const there = [...document.querySelectorAll('.area:not(.put-away) .pressable, .bar .choice')].filter((n) => n.dataset.word === word);
  const here = document.activeElement;
  const at = here.dataset.word === undefined ? null : middle(here);
  return { there: there.length ? middle(there.at(-1)) : null, here: at, on: here.dataset.word };
}"""


SOMETHING = """(before) => {
  const { moment, verdict } = document.querySelector('main').dataset;
  return moment !== before || verdict || document.querySelector('.second');
}"""


@pytest.fixture(scope="module")
def lesson_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoomServer]:
    """Run a room with an outside game that has lessons, and one in which the coach always has a reason to give."""
    server = RoomServer(tmp_path_factory.mktemp("school"), [FORD, ESCORT])
    server.start()
    yield server
    server.stop()


class Learner:
    """A person who takes a game's lessons."""

    def __init__(self, person: Person, game: str) -> None:
        self.person, self.page, self.game = person, person.page, game
        self.data: dict[str, Any] = person.fetch(f"/learn/{game}.json").json()
        person.visit(f"/learn/{game}")

    def wait(self, lesson: str, step: int, verdict: str = "") -> None:
        self.page.wait_for_selector(f'main[data-lesson="{lesson}"][data-step="{step}"][data-verdict="{verdict}"]')

    def walk(self, press: Callable[[str], None], on: Callable[[], None]) -> int:
        """Do all steps of all lessons word by word; return their number."""
        count = 0
        for lesson in self.data["lessons"]:
            for i, step in enumerate(lesson["steps"]):
                self.wait(lesson["id"], i)
                expect(self.page.locator(".task")).to_have_text(step["text"]["en"])
                if step["asks"]:
                    self.do(step["words"], press)
                    self.wait(lesson["id"], i, "done")
                on()
                count += 1
        self.page.wait_for_selector('main[data-verdict="finished"]')
        return count

    def do(self, words: list[str], press: Callable[[str], None]) -> None:
        """Press the words of an action; words that are picked automatically are not pressed."""
        for _ in range(20):
            if self.page.locator("main").get_attribute("data-verdict") == "done":
                return
            picked = self.picked(words)
            if picked is None:
                self.insist("", lambda _: self.turn(press))
                continue
            if "*" in words[: picked + 1]:
                return self.write(words[-1])
            self.insist(words[picked], press)
            if self.page.locator(".second").count():
                self.person.insist()
                return

    def insist(self, word: str, press: Callable[[str], None]) -> None:
        """Press, and again if nothing happens: the target may have moved just then."""
        before = self.person.moment()
        for _ in range(5):
            if word:  # a film may have to end first
                self.page.wait_for_function(f"(word) => ({WHERE})(word).there", arg=word)
            press(word)
            with suppress(TimeoutError):
                self.page.wait_for_function(SOMETHING, arg=before, timeout=5000)
                return
        raise AssertionError(f"nothing happens after {before} on {self.page.url}")

    def turn(self, press: Callable[[str], None]) -> None:
        """Turn the held piece, which is picked up in its usual position."""
        self.page.keyboard.press("r") if press == self.aim else self.page.locator(".turning").click()

    def picked(self, words: list[str]) -> int | None:
        """Return how many of the words are picked already; None if the held piece is turned differently."""
        held = "/".join(self.person.moment().split("/")[2:])
        return next((count for count in range(len(words), -1, -1) if "/".join(words[:count]) == held), None)

    def write(self, text: str) -> None:
        self.page.locator(".bar input").focus()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        if self.page.locator(".second").count():
            self.person.insist()

    def click(self, word: str) -> None:
        """Press a word with the mouse."""
        found = self.page.evaluate(WHERE, word)["there"]
        assert found, f"{word!r} cannot be pressed"
        self.page.mouse.click(*found)

    def aim(self, word: str) -> None:
        """Press a word by keyboard: arrows towards it or, if they miss it, one choice after the other; then Enter."""
        for i in range(300):
            place = self.page.evaluate(WHERE, word)
            assert place["there"], f"{word!r} cannot be pressed"
            if place["on"] == word:
                return self.page.keyboard.press("Enter")
            (x, y), (u, v) = place["there"], place["here"] or (0, 0)
            across = abs(x - u) > abs(y - v)
            self.page.keyboard.press(ARROWS[across, x > u if across else y > v] if i < 12 else "PageDown")
        raise AssertionError(f"no way by keys to {word!r} on {self.page.url}")


def learner(meet: Callable[..., Person], lesson_server: RoomServer, game: str = "ford", **settings: Any) -> Learner:
    return Learner(meet(lesson_server, **settings), game)


@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_by_pointer(game: str, meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server, game)
    assert ana.walk(ana.click, lambda: ana.page.locator(".next").click()) >= 6
    assert ana.page.get_by_role("button", name="Play a game against a bot").is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_by_keyboard_alone(game: str, meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server, game)

    def on() -> None:
        expect(ana.page.locator(".next")).to_be_focused()
        ana.page.keyboard.press("Enter")

    assert ana.walk(ana.aim, on) >= 6
    expect(ana.page.get_by_role("button", name="Play a game against a bot")).to_be_focused()


def test_a_wrong_action_gets_its_sentence_and_is_taken_back(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server)
    ana.page.locator(".next").click()
    ana.wait("cross", 1)
    ana.click("a1")
    ana.page.wait_for_selector('.pressable[data-word="a2"]')
    ana.click("a2")
    expect(ana.page.locator(".verdict")).to_have_text("That is allowed, but take the stone in the middle first.")
    assert ana.page.locator(".next").is_hidden()
    ana.page.keyboard.press("Enter")  # the button back has the focus
    ana.wait("cross", 1)
    expect(ana.page.locator(".verdict")).to_be_hidden()
    ana.page.wait_for_selector('.pressable[data-word="e1"]')


def test_an_illegal_press_in_a_lesson_is_explained(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server)
    ana.page.locator(".next").click()
    ana.wait("cross", 1)
    ana.click("e1")
    ana.page.wait_for_selector('.pressable[data-word="e2"]')
    box = ana.page.locator('[data-shape="hexagon e4"]').bounding_box()
    assert box
    ana.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ana.page.locator(".why")).to_contain_text("A stone goes one hexagon ahead, never sideways or back.")
    expect(ana.page.locator(".why .clause")).to_have_attribute("href", "/rules/ford#R3")
    assert ana.page.locator("main").get_attribute("data-verdict") == ""


def test_hints_come_on_demand_and_then_mark_what_to_press(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server)
    ana.page.locator(".next").click()
    ana.wait("cross", 1)
    expect(ana.page.locator(".hint-note")).to_be_hidden()
    ana.page.keyboard.press("h")
    expect(ana.page.locator(".hint-note")).to_contain_text("Press the stone with the ring")
    assert ana.page.locator(".hinted").count() == 0
    ana.page.locator(".hint-note button").click()
    assert ana.page.locator(".hinted").get_attribute("data-word") == "e1"
    ana.click("e1")
    expect(ana.page.locator(".hinted")).to_have_attribute("data-word", "e2")


@pytest.mark.parametrize("game", GAMES)
def test_a_step_with_next_shows_no_other_instruction(game: str, meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    """The captions and choices of a table show only while the step asks for an action."""
    ana = learner(meet, lesson_server, game)
    shown = []
    for lesson in ana.data["lessons"]:
        for i, step in enumerate(lesson["steps"]):
            ana.wait(lesson["id"], i)
            here = [each.is_visible() for each in ana.page.locator(".captions p, .bar .choice").all()]
            assert step["asks"] or not any(here), (lesson["id"], i)
            shown += here
            ana.page.evaluate("document.querySelector('.next').click()")  # as if the step had been done
    assert any(shown)


def test_a_hint_ends_with_its_step(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server, "four-circles")
    ana.page.locator(".course .chip").nth(3).click()
    ana.wait("tile", 0)
    ana.page.keyboard.press("h")
    ana.page.keyboard.press("h")
    expect(ana.page.locator(".hinted")).to_have_count(1)
    ana.page.evaluate("document.querySelector('.next').click()")  # the next step is at the same position
    ana.wait("tile", 1)
    expect(ana.page.locator(".hinted")).to_have_count(0)


def test_a_step_marks_its_shapes_with_rings(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server)
    ana.page.locator(".next").click()
    ana.wait("cross", 1)
    assert ana.page.locator('[data-shape="ring stone 0 4"]').count() == 1


def test_a_piece_can_be_dragged(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server, has_touch=False)
    ana.page.locator(".next").click()
    ana.wait("cross", 1)
    middles = {name: ana.page.locator(f'[data-shape="{name}"]').bounding_box() for name in ("stone 0 4", "hexagon e2")}
    points = {name: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for name, box in middles.items() if box}
    ana.page.mouse.move(*points["stone 0 4"])
    ana.page.mouse.down()
    ana.page.mouse.move(*points["hexagon e2"], steps=6)
    ana.page.mouse.up()
    ana.wait("cross", 1, "done")


def test_every_choice_is_reached_by_keys_even_if_arrows_miss_it(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server)
    ana.page.locator(".next").click()
    ana.wait("cross", 1)
    focused = "document.activeElement.dataset.word"
    seen = []
    for _ in range(9):
        ana.page.keyboard.press("PageDown")
        seen.append(ana.page.evaluate(focused))
    assert sorted(seen) == [f"{column}1" for column in "abcdefghi"]
    ana.page.keyboard.press("PageDown")
    assert ana.page.evaluate(focused) == seen[0]
    ana.page.keyboard.press("PageUp")
    assert ana.page.evaluate(focused) == seen[-1]


def test_progress_is_kept_on_the_device_and_shown_on_the_shelf(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server)
    ana.person.visit("/")
    link = ana.page.locator('.learn-link[href="/learn/ford"]')
    expect(link).to_have_accessible_name(re.compile("^Learn in 5 minutes"))
    assert link.locator("progress").count() == 0
    link.click()
    ana.page.locator(".next").click()
    ana.wait("cross", 1)
    ana.do(["e1", "e2"], ana.click)
    ana.wait("cross", 1, "done")
    ana.person.visit("/")
    expect(link).to_have_accessible_name(re.compile("^Continue the lessons"))
    expect(link.locator("progress")).to_be_visible()
    assert link.locator("progress").get_attribute("value") == "2"
    ana.person.visit("/learn/ford")
    ana.wait("cross", 2)
    ana.page.get_by_label("Start over").click()
    ana.wait("cross", 0)
    ana.person.visit("/rules/ford")
    expect(ana.page.locator(".contents .learn-link")).to_have_text("Learn in 5 minutes")


def test_the_last_lesson_leads_to_a_friendly_game(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server)
    ana.walk(ana.click, lambda: ana.page.locator(".next").click())
    ana.page.get_by_role("button", name="Play a game against a bot").click()
    ana.page.wait_for_url("**/t/*")
    table = ana.person.fetch(f"{ana.page.url}.json").json()
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    assert table["seats"][1]["level"] == "easy"


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES)
def test_a_lesson_fits_every_window(size: str, theme: str, meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = meet(lesson_server, size=SIZES[size])
    ana.context.add_init_script(f"localStorage.setItem('theme', '{theme}')")
    pupil = Learner(ana, "ford")
    found = []
    for i, words in enumerate(([], ["e1", "e2"])):
        pupil.wait("cross", i)
        if words:
            pupil.do(words, pupil.click)
            pupil.wait("cross", i, "done")
        assert ana.page.evaluate(
            "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
        )
        box = ana.page.locator(".next").bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= SIZES[size]["height"]
        stage = ana.page.locator(".stage").bounding_box()
        assert stage
        assert min(stage["width"], stage["height"]) > 200
        found += violations(ana)
        pupil.page.locator(".next").click()
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_the_table_stays_in_sight_at_every_step_on_a_phone(game: str, meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = learner(meet, lesson_server, game, size=PHONE)
    for lesson in ana.data["lessons"]:
        for i in range(len(lesson["steps"])):
            ana.wait(lesson["id"], i)
            stage = ana.page.locator(".stage").bounding_box()
            assert stage
            assert min(stage["width"], stage["height"]) >= 200, (lesson["id"], i)
            expect(ana.page.locator(".course [aria-current]")).to_be_in_viewport()
            assert ana.page.evaluate(
                "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
            )
            ana.page.evaluate("document.querySelector('.next').click()")  # as if the step had been done


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_coach_speaks_in_the_first_games_until_it_is_turned_off(
    size: str, meet: Callable[..., Person], lesson_server: RoomServer
) -> None:
    ana = meet(lesson_server, size=SIZES[size])
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    ana.open_table("escort", 2, seats, pace="now")
    coach = ana.page.locator(".coach")
    expect(coach).to_contain_text("You can choose: run or walk (The path).")
    expect(coach.locator(".why-so")).to_have_count(0)
    assert violations(ana) == []
    ana.press_with_pointer()
    expect(coach.locator(".why-so")).to_have_text("Blaise had no other move.")
    expect(coach).to_contain_text("You can choose: run or walk (The path).")
    assert violations(ana) == []
    coach.get_by_label("Turn the coach off").click()
    expect(coach).to_be_hidden()
    ana.open_table("escort", 2, seats, pace="now")
    ana.wait_for_turn()
    expect(coach).to_be_hidden()
    ana.page.get_by_label("Table menu").click()
    ana.page.get_by_role("button", name="Turn the coach on").click()
    expect(coach).to_be_visible()


def test_after_two_finished_games_the_coach_is_off(meet: Callable[..., Person], lesson_server: RoomServer) -> None:
    ana = meet(lesson_server)
    ana.context.add_init_script("localStorage.setItem('played ford', 'one two')")
    ana.open_table("ford", 2, [{"kind": "me"}, {"kind": "bot", "level": "greedy"}], pace="now")
    ana.wait_for_turn()
    expect(ana.page.locator(".coach")).to_be_hidden()
    ana.page.evaluate("localStorage.setItem('coach ford', 'on')")
    ana.page.reload()
    expect(ana.page.locator(".coach")).to_be_visible()
