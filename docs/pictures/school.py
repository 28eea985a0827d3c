"""Take pictures of each game's lessons, first and last step of each, and of its rules page, on desktop and phone.

python docs/pictures/school.py FOLDER [GAME ...]
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from asked import asked
from browser.test_learning import Learner
from strips import SIZES, join
from support.browser_people import CHROMIUM, FLAGS, Person, RoomServer
from tableronde.shelf import Shelf

SHOWN: Final = {"desk": (420, 4), "phone": (200, 8)}  # width of a frame, and frames in a row
CALM: Final = 900  # milliseconds until all animations have ended
GAMES: Final = [box.slug for box in Shelf.installed().boxes() if box.has_lessons]


def main(folder: Path, games: list[str]) -> None:
    """Take the pictures of all games, or of some."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        room, browser = RoomServer(Path(data)), playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        room.start()
        for game in games or GAMES:
            for device in SIZES:
                take(browser, room, game, device, folder)
        room.stop()


def take(browser: Browser, room: RoomServer, game: str, device: str, folder: Path) -> None:
    """Take a sheet of a game's lessons and its whole rules page, on one device."""
    scheme = "dark" if device == "phone" else "light"
    person = Person(browser, room, language="en", size=SIZES[device], color_scheme=scheme)
    learner = Learner(person, game)
    frames: list[bytes] = []
    last = {lesson["id"]: len(lesson["steps"]) - 1 for lesson in learner.data["lessons"]}

    def on() -> None:
        """Keep the last step of a lesson, and the first of the next one."""
        at = person.page.locator("main")
        ends = last[at.get_attribute("data-lesson") or ""] == int(at.get_attribute("data-step") or 0)
        frames.extend(_seen(person) for _ in range(ends))
        person.page.locator(".next").click()
        frames.extend(_seen(person) for _ in range(ends))

    frames.append(_seen(person))
    learner.walk(learner.click, on)
    width, across = SHOWN[device]
    join(browser, frames, width, folder / f"lessons-{game}-{device}.jpg", across)
    person.leave()
    reader = Person(browser, room, language="en", size=SIZES[device], color_scheme=scheme, device_scale_factor=0.5)
    reader.visit(f"/rules/{game}")
    reader.page.evaluate("() => document.querySelectorAll('.figures').forEach((each) => (each.style.contentVisibility = 'visible'))")
    reader.page.wait_for_timeout(CALM)
    reader.page.screenshot(path=folder / f"rules-{game}-{device}.jpg", type="jpeg", quality=60, full_page=True)
    reader.leave()


def _seen(person: Person) -> bytes:
    person.page.wait_for_timeout(CALM)
    return person.page.screenshot(type="jpeg", quality=85)


if __name__ == "__main__":
    main(*asked(__doc__, GAMES))
