"""The installed room: a service worker that caches the client's files, and a page for when the room does not answer."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from support.browser_people import DESK, PHONE, Person, RoomServer, Size

KEPT = """async () => {
  const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  return (await Promise.all(all.map((cache) => cache.keys()))).flat().map((request) => request.url);
}"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_without_the_room_there_is_an_offline_page(meet: Callable[..., Person], tmp_path: Path, size: Size) -> None:
    room = RoomServer(tmp_path)
    room.start()
    try:
        ana = meet(room, size=size)
        path = ana.open_table("four-circles", 2, [{"kind": "me"}, {"kind": "here"}])
        ana.page.evaluate("navigator.serviceWorker.ready")
        ana.visit(path)  # now through the service worker
        kept = ana.page.evaluate(KEPT)
        assert any(url.endswith("/static/main.js") for url in kept)
        assert [url for url in kept if "/static/" not in url] == []  # no tables, pages or looks
        room.kill()
        ana.page.goto(path)
        expect(ana.page.get_by_role("heading", name="La salle ne répond pas.")).to_be_visible()
        expect(ana.page.get_by_role("heading", name="The room does not answer.")).to_be_visible()
        assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ana.problems.clear()  # the browser logs that the room was away
        room.start()
        ana.page.wait_for_selector("html[data-ready=table]", state="attached")
        ana.problems.clear()
    finally:
        room.kill()
