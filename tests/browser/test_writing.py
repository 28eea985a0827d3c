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


def test_what_is_being_written_stays_while_others_act(meet: Callable[..., Person]) -> None:
    ana, bo = meet(seed=1), meet(seed=2)
    path = ana.open_table("kaplan", 2, [{"kind": "me", "name": "Ana"}, {"kind": "open"}], {})
    bo.sit(path, "Bo")
    ana.page.wait_for_selector("main[data-status=playing]")
    other = first_to_act(ana, bo)
    writer = bo if other is ana else ana
    writer.page.locator("[data-word=kaplan]").first.click()
    field = writer.page.locator(".bar input")
    field.fill("lavande")
    before = writer.page.locator(".log [data-ply]").count()
    other.press_with_pointer({"kaplan"})
    writer.page.wait_for_function("(lines) => document.querySelectorAll('.log [data-ply]').length > lines", arg=before)
    assert field.input_value() == "lavande"
    field.press("Enter")
    alert = writer.page.locator(".dock-part .second")
    expect(alert).to_contain_text("You announce “LAVANDE”: +12 points if it is the word")
    writer.page.get_by_role("button", name="Yes, go ahead").click()
    writer.page.wait_for_selector(".result-part h2")


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
