"""The server is killed in mid-game and restarted; the pages continue by themselves, without a reload."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from support.browser_people import Person, RoomServer
from support.helpers import SHELF


def test_play_continues_after_kill_minus_nine(tmp_path: Path, meet: Callable[..., Person]) -> None:
    server = RoomServer(tmp_path)
    server.start()
    try:
        _play_through_a_power_cut(server, meet(server), meet(server, language="fr"))
    finally:
        server.stop()


def _play_through_a_power_cut(server: RoomServer, ana: Person, bo: Person) -> None:
    bo.sit(ana.open_table(SHELF[0], 2, [{"kind": "me", "name": "Ana"}, {"kind": "open"}]), "Bo")
    for person in (ana, bo, ana):
        person.wait_for_turn()
        person.press_with_pointer()
    expect(bo.page.locator(".log [data-ply]")).to_have_count(3)
    for person in (ana, bo):
        person.page.evaluate("window.sameAsBefore = true")
    server.kill()
    expect(ana.page.locator(".lost-part")).to_be_visible()
    server.start()
    for person in (ana, bo):
        expect(person.page.locator(".lost-part")).to_be_hidden()
        assert person.page.evaluate("window.sameAsBefore") is True
    bo.wait_for_turn()
    bo.press_with_keys()
    expect(ana.page.locator(".log [data-ply]")).to_have_count(4)
