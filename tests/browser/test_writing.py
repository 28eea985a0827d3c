"""A word being written is not lost when somebody else acts meanwhile."""

from collections.abc import Callable

from playwright.sync_api import expect

from browser.people import Person


def first_to_act(*people: Person) -> Person:
    """Whose turn it is, once the dice have been rolled; anybody may announce at any time, which is no turn."""
    while True:
        for person in people:
            if person.may_act({"kaplan"}):
                return person
        people[0].page.wait_for_timeout(50)


def at_kaplans(meet: Callable[..., Person]) -> tuple[Person, Person]:
    """Two people at a table: one who writes a word, and the other, whose turn it is."""
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
    """The other acts, and the writer has seen it."""
    before = writer.page.locator(".log [data-ply]").count()
    other.press_with_pointer({"kaplan"})
    writer.page.wait_for_function("(lines) => document.querySelectorAll('.log [data-ply]').length > lines", arg=before)


def test_what_is_being_written_stays_while_others_act(meet: Callable[..., Person]) -> None:
    writer, other = at_kaplans(meet)
    act_before(writer, other)
    field = writer.page.locator(".bar input")
    assert field.input_value() == "lavande"
    field.press("Enter")
    alert = writer.page.locator(".dock-part .second")
    expect(alert).to_contain_text("You announce “LAVANDE”: +12 points if it is the word")
    writer.page.get_by_role("button", name="Yes, go ahead").click()
    writer.page.wait_for_selector(".result-part h2")


def test_what_one_is_asked_about_it_stays_while_others_act(meet: Callable[..., Person]) -> None:
    writer, other = at_kaplans(meet)
    writer.page.locator(".bar input").press("Enter")
    sure = writer.page.get_by_role("button", name="Yes, go ahead")
    sure.focus()
    act_before(writer, other)
    expect(writer.page.locator(".dock-part .second")).to_contain_text("You announce “LAVANDE”: +12 points if it is the word")
    expect(sure).to_be_focused()
    sure.click()
    writer.page.wait_for_selector(".result-part h2")


def test_what_one_is_asked_about_it_goes_with_the_word(meet: Callable[..., Person]) -> None:
    writer, other = at_kaplans(meet)
    writer.page.locator(".bar input").press("Enter")
    alert = writer.page.locator(".dock-part .second")
    expect(alert).to_have_count(1)
    writer.page.keyboard.press("Escape")
    expect(alert).to_have_count(0)
    act_before(writer, other)
    expect(alert).to_have_count(0)
    assert writer.page.locator(".result-part h2").count() == 0


def test_a_word_that_cannot_be_the_one_is_warned_of_and_can_be_written_anew(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table("kaplan", 2, [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}], {})
    ana.page.locator("[data-word=kaplan]").first.click()
    expect(ana.page.locator(".captions")).to_contain_text("What is Kaplan’s word?")
    ana.page.locator(".bar input").fill("a1")
    ana.page.locator(".bar input").press("Enter")
    expect(ana.page.locator(".dock-part .second")).to_contain_text("It cannot be the one: it has 1 letter,")
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".dock-part .second")).to_have_count(0)
    assert ana.page.locator(".result-part h2").count() == 0
