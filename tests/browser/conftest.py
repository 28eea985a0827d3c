"""A room for the browser tests, and Debian's chromium."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from support.browser_people import Person, RoomServer

NEEDED = ("playwright", "uvicorn", "starlette", "msgspec", "segno")
MISSING = [name for name in NEEDED if find_spec(name) is None]
collect_ignore_glob = ["test_*.py"] if MISSING else []


def pytest_report_header() -> str:
    """Report prominently if the browser tests cannot run at all."""
    return f"NO BROWSER TESTS: {', '.join(MISSING)} not installed" if MISSING else "browser tests: Debian's chromium"


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """Start the browser; all browser tests are skipped, with a warning, if Debian's chromium is missing."""
    from playwright.sync_api import sync_playwright

    from support.browser_people import CHROMIUM, FLAGS

    if CHROMIUM is None:
        pytest.skip("NO BROWSER TESTS: there is no chromium (apt install chromium-headless-shell)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[RoomServer]":
    """Run a room with the whole shelf."""
    from support.browser_people import RoomServer

    server = RoomServer(tmp_path_factory.mktemp("room"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def meet(chromium: "Browser", room: "RoomServer") -> "Iterator[Callable[..., Person]]":
    """Provide people with separate browsers. At the end no console may contain an error."""
    from support.browser_people import Person

    people: list[Person] = []

    def come(server: "RoomServer" = room, **settings: Any) -> Person:
        people.append(Person(chromium, server, **settings))
        return people[-1]

    yield come
    problems = [problem for person in people for problem in person.problems]
    for person in people:
        person.leave()
    assert problems == []
