"""What the operator and guests of a community see: a message above every page, names in any script, a device that forgets."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

from playwright.sync_api import expect

from support.browser_people import Person, RoomServer
from support.helpers import SHELF
from tableronde.room.administration.ledger import Ledger
from tableronde.room.administration.policy import Notice
from tableronde.room.store.maintenance.archives import open_archive

ARABIC = "دانة"


def test_a_name_from_right_to_left_turns_nothing_around(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(SHELF[0], 2, [{"kind": "me", "name": ARABIC}, {"kind": "here", "name": "Bo"}])
    ana.wait_for_turn()
    expect(ana.page.locator("bdi.player").first).to_have_text(f"\u2068{ARABIC}\u2069")
    ana.press_with_pointer()
    line = ana.page.locator(".log [data-ply]").first
    expect(line).to_be_visible()
    text = line.text_content() or ""
    assert ARABIC not in text or f"\u2068{ARABIC}\u2069" in text


def test_a_device_forgets_its_guest_when_asked(meet: Callable[..., Person]) -> None:
    ana = meet()
    ana.open_table(SHELF[0], 2, [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}])
    page = ana.visit("/games")
    expect(page.locator(".games li")).to_have_count(1)
    page.evaluate("localStorage.setItem('name', 'Ana')")
    page.get_by_role("button", name="Forget me on this device").click()
    page.locator("dialog").get_by_role("button", name="Forget me on this device").click()
    page.wait_for_url("**/")
    assert page.evaluate("localStorage.getItem('name')") is None
    expect(ana.visit("/games").locator(".games li")).to_have_count(0)


def test_a_message_of_the_operator_stands_above_every_page(meet: Callable[..., Person], room: RoomServer) -> None:
    ana = meet()
    with closing(open_archive(str(room.data))) as archive:
        ledger = Ledger(archive, "test")
        with ledger.acting("notice") as act:
            act.change_policy(lambda policy: replace(policy, notice=Notice("Bientôt fermé", "Closing soon")))
        page = ana.visit("/")
        while not page.locator(".room-notice").count():
            page = ana.visit("/")
        expect(page.locator(".room-notice")).to_have_text("Closing soon")
        with ledger.acting("notice") as act:
            act.change_policy(lambda policy: replace(policy, notice=None))
