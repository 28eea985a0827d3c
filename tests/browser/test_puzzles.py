"""Puzzles in the browser: solved by pointer and by keyboard, a wrong answer, hints, the solution, progress on the device."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.test_access import violations
from browser.test_learning import ARROWS, WHERE
from support.browser_people import PHONE, Person
from support.helpers import SHELF
from tableronde.puzzles.puzzle import Puzzle, puzzles
from tableronde.shelf import find

OPEN = SHELF[0]


def of_kind(kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles(find(OPEN)) if puzzle.kind == kind)


class Solver:
    """A person who solves a puzzle."""

    def __init__(self, person: Person, puzzle: Puzzle, game: str = OPEN) -> None:
        self.person, self.page, self.puzzle, self.game = person, person.page, puzzle, game
        person.visit(f"/puzzles/{game}#{puzzle.id}")
        self.wait(0)

    def wait(self, answers: int, verdict: str = "") -> None:
        place = f'main[data-puzzle="{self.puzzle.id}"][data-answers="{answers}"][data-verdict="{verdict}"]'
        self.page.wait_for_selector(place, timeout=30_000)

    def do(self, action: str, press: Callable[[str], None]) -> None:
        """Press the words of an action one after the other."""
        for word in self.puzzle.table(find(self.game)).game.touch(action):
            before = self.person.moment()
            press(word)
            self.page.wait_for_function(
                "(before) => document.querySelector('main').dataset.moment !== before || document.querySelector('main').dataset.verdict",
                arg=before,
            )

    def click(self, word: str) -> None:
        self.page.mouse.click(*self.page.evaluate(WHERE, word)["there"])

    def aim(self, word: str) -> None:
        """Press arrows towards a word, then Enter."""
        for i in range(80):
            place = self.page.evaluate(WHERE, word)
            if place["on"] == word:
                return self.page.keyboard.press("Enter")
            (x, y), (u, v) = place["there"], place["here"] or (0, 0)
            across = abs(x - u) > abs(y - v) if i % 7 < 5 else abs(x - u) <= abs(y - v)
            self.page.keyboard.press(ARROWS[across, x > u if across else y > v])
        raise AssertionError(f"no way by arrows to {word!r}")

    def wrong(self) -> str:
        """Return a legal action that is not the solution and begins differently."""
        table = self.puzzle.table(find(self.game))
        first = table.game.touch(self.puzzle.answer)[0]
        return next(action for action in table.legal()[self.puzzle.seat] if table.game.touch(action)[0] != first)


def test_a_puzzle_solved_by_pointer_is_remembered(meet: Callable[..., Person]) -> None:
    ana = Solver(meet(), of_kind("win-1"))
    ana.do(ana.puzzle.answer, ana.click)
    ana.wait(0, "solved")
    expect(ana.page.locator(".verdict")).to_contain_text("Solved!")
    ana.page.reload()
    ana.wait(0)
    ana.page.locator(".puzzle-list summary").click()
    expect(ana.page.locator(f'[data-id="{ana.puzzle.id}"]')).to_have_attribute("aria-label", r"Win in one 1, easy · solved")
    ana.person.visit("/")
    expect(ana.page.locator(".puzzles-link").first).to_have_accessible_name(re.compile(r"^Puzzles \(1 solved\)"))
    ana.person.visit(f"/game/{ana.game}")
    expect(ana.page.locator(".puzzles-link")).to_have_text("Puzzles (1 solved)")


def test_a_win_in_two_by_keyboard(meet: Callable[..., Person]) -> None:
    ana = Solver(meet(), of_kind("win-2"))
    first, _, last = (action for _, action in ana.puzzle.solution)
    ana.do(first, ana.aim)
    ana.wait(1)  # the reply was shown, and play continues by itself
    ana.do(last, ana.aim)
    ana.wait(1, "solved")
    ana.page.keyboard.press("Enter")  # to the next one
    ana.page.wait_for_selector(f'main:not([data-puzzle="{ana.puzzle.id}"])[data-verdict=""]')


def test_a_wrong_answer_is_refuted_and_taken_back(meet: Callable[..., Person]) -> None:
    ana = Solver(meet(), of_kind("win-2"))
    ana.do(ana.wrong(), ana.click)
    ana.wait(0, "wrong")
    assert ana.page.locator(".told li").count() == 2  # the answer, and the reply that refutes it
    ana.page.locator(".retry").click()
    ana.wait(0)
    expect(ana.page.locator(".verdict")).to_be_hidden()
    assert ana.page.locator(".stage-part .pressable").count() > 0


def test_hints_come_step_by_step_and_mark_their_shapes(meet: Callable[..., Person]) -> None:
    ana = Solver(meet(), of_kind("win-1"))
    ana.page.locator(".lesson-panel .hint").click()
    expect(ana.page.locator(".hint-steps li")).to_have_count(1)
    word = ana.puzzle.table(find(OPEN)).game.touch(ana.puzzle.answer)[0]
    assert set(ana.page.locator(".hinted").evaluate_all("nodes => nodes.map((n) => n.getAttribute('data-word'))")) == {word}
    ana.page.keyboard.press("h")
    expect(ana.page.locator(".hint-steps li")).to_have_count(2)


def test_the_solution_is_played_out(meet: Callable[..., Person]) -> None:
    ana = Solver(meet(), of_kind("win-2"))
    ana.page.locator(".lesson-panel .solution").click()
    ana.wait(0, "shown")
    expect(ana.page.locator(".told li")).to_have_count(3)
    ana.page.wait_for_selector('main[data-film=""]')
    assert ana.person.moment().split("/")[1] == "3"
    ana.page.locator(".retry").click()
    ana.wait(0)
    ana.person.visit("/")
    expect(ana.page.locator(".puzzles-link").first).to_have_text("Puzzles")  # a solution that was shown does not count as solved


@pytest.mark.parametrize("game", [slug for slug in SHELF if not any(each.film for each in puzzles(find(slug)))])
def test_on_a_phone_the_position_is_seen_first_and_the_solution_on_it(game: str, meet: Callable[..., Person]) -> None:
    page = meet(size=PHONE).visit(f"/puzzles/{game}")
    board = page.locator('.area[data-role="board"]')
    expect(board).not_to_have_class(re.compile("put-away"))
    assert page.locator(".puzzle-list").evaluate("(list) => list.clientHeight") < 60  # one line
    page.locator(".solution").click()
    page.wait_for_selector('main[data-verdict="shown"]')
    expect(board).not_to_have_class(re.compile("put-away"))


def test_the_puzzle_of_the_day(meet: Callable[..., Person]) -> None:
    ana = meet(size=PHONE)
    ana.visit("/")
    ana.page.get_by_role("link", name="The puzzle of the day").click()
    ana.page.wait_for_selector(".today-page .everybodys")
    assert ana.page.locator(".today-page .box").count() == len(SHELF)
    ana.page.wait_for_function("() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)")
    assert violations(ana) == []
    ana.page.locator(".everybodys .primary").click()
    expect(ana.page.locator(".lesson-panel h2")).to_contain_text("The puzzle of the day")
    assert violations(ana) == []


def test_the_film_to_remember_is_shown_and_can_be_repeated(meet: Callable[..., Person]) -> None:
    game, puzzle = min(((slug, each) for slug in SHELF for each in puzzles(find(slug)) if each.film), key=lambda pair: pair[1].film)
    ana = Solver(meet(), puzzle, game)
    ana.do(puzzle.answer, ana.click)  # a player with a good memory need not wait
    ana.wait(0, "solved")
    ana.page.reload()
    ana.wait(0)
    ana.page.locator(".lesson-panel .watch").click()
    ana.wait(0)


def test_on_a_phone_in_landscape_everything_can_be_pressed(meet: Callable[..., Person]) -> None:
    """The page scrolls; targets do not shrink with the window."""
    solver = Solver(meet(size={"width": 844, "height": 390}), puzzles(find(OPEN))[0])
    sides = solver.page.locator(".stage .pressable").evaluate_all(
        "(all) => all.map((node) => node.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert min(sides) >= 24
    expect(solver.page.get_by_role("button", name="Hint")).to_be_visible()
