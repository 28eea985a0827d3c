"""A word being typed is not lost when another player acts meanwhile."""

from collections.abc import Callable

from playwright.sync_api import expect

from support.browser_people import Person


def first_to_act(*people: Person) -> Person:
    """Return the person whose turn it is once the dice have been rolled; announcing is possible at any time and is not a turn."""
    while True:
        for person in people:
            if person.may_act({"kaplan"}):
                return person
        people[0].page.wait_for_timeout(50)


def at_kaplans(meet: Callable[..., Person]) -> tuple[Person, Person]:
    """Seat two people at a table: one who types a word, and the other, whose turn it is."""
    ana, bo = meet(seed=1), meet(seed=2)
    path = ana.open_table("kaplan", 2, [{"kind": "me", "name": "Ana"}, {"kind": "open"}], {})
    bo.sit(path, "Bo")
    ana.page.wait_for_selector("main[data-status=playing]")
    other = first_to_act(ana, bo)
    writer = bo if other is ana else ana
    writer.page.locator("[data-word=kaplan]").first.click()
    writer.page.locator(".bar input").fill("lavande")
    return writer, other


def act_before(writer: Person, other: Person) -> None:
    """Let the other person act, and wait until the writer has seen it."""
    before = writer.page.locator(".log [data-ply]").count()
    other.press_with_pointer({"kaplan"})
    writer.page.wait_for_function("(lines) => document.querySelectorAll('.log [data-ply]').length > lines", arg=before)


def test_text_being_typed_stays_while_others_act(meet: Callable[..., Person]) -> None:
    writer, other = at_kaplans(meet)
    act_before(writer, other)
    field = writer.page.locator(".bar input")
    assert field.input_value() == "lavande"
    field.press("Enter")
    alert = writer.page.locator(".action-bar .second")
    expect(alert).to_contain_text("You announce “LAVANDE”. +12 points for the exact word")
    writer.page.get_by_role("button", name="Yes, go ahead").click()
    writer.page.wait_for_selector(".result-part h2")


def test_its_confirmation_stays_while_others_act(meet: Callable[..., Person]) -> None:
    writer, other = at_kaplans(meet)
    writer.page.locator(".bar input").press("Enter")
    sure = writer.page.get_by_role("button", name="Yes, go ahead")
    sure.focus()
    act_before(writer, other)
    expect(writer.page.locator(".action-bar .second")).to_contain_text("You announce “LAVANDE”. +12 points for the exact word")
    expect(sure).to_be_focused()
    sure.click()
    writer.page.wait_for_selector(".result-part h2")


def test_its_confirmation_disappears_with_the_word(meet: Callable[..., Person]) -> None:
    writer, other = at_kaplans(meet)
    writer.page.locator(".bar input").press("Enter")
    alert = writer.page.locator(".action-bar .second")
    expect(alert).to_have_count(1)
    writer.page.keyboard.press("Escape")
    expect(alert).to_have_count(0)
    act_before(writer, other)
    expect(alert).to_have_count(0)
    assert writer.page.locator(".result-part h2").count() == 0


def test_an_impossible_word_is_warned_about_and_can_be_corrected(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table("kaplan", 2, [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}], {})
    ana.page.locator("[data-word=kaplan]").first.click()
    expect(ana.page.locator(".captions")).to_contain_text("What is Kaplan’s word?")
    ana.page.locator(".bar input").fill("a1")
    ana.page.locator(".bar input").press("Enter")
    expect(ana.page.locator(".action-bar .second")).to_contain_text("It cannot be this word: it has 1 letter,")
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".action-bar .second")).to_have_count(0)
    assert ana.page.locator(".result-part h2").count() == 0
