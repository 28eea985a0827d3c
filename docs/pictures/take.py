"""Take the pictures of the room: every page, and each game's table in mid-game, on desktop and phone, light and dark.

python docs/pictures/take.py FOLDER [TABLE ...]
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from asked import asked
from support.browser_people import CHROMIUM, DESK, FLAGS, PHONE, Person, RoomServer

SIZES: Final = {"desk": DESK, "phone": PHONE}
SCHEMES: Final = ("light", "dark")
PAGES: Final = {"shelf": "/", "game": "/game/cirkis", "today": "/puzzles", "rules": "/rules/kaplan", "new": "/new/cirkle-duo"}
TABLES: Final = {  # name of the picture: the game, players, presses, options
    "four-circles": ("four-circles", 2, 24, {}),
    "cirkis": ("cirkis", 3, 9, {}),
    "karta-doppio": ("karta-doppio", 2, 6, {}),
    "cirkle-duo": ("cirkle-duo", 4, 4, {}),
    "cirkle-duo-dice": ("cirkle-duo", 3, 4, {"mode": "dice"}),
    "cirkle-duo-bridge": ("cirkle-duo", 4, 5, {"mode": "bridge"}),
    "kaplan": ("kaplan", 3, 12, {}),
}
AVOIDED: Final = {"kaplan"}  # a word that might end the game too early


def main(folder: Path, names: list[str]) -> None:
    """Take all pictures, or those of some tables."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        room, browser = RoomServer(Path(data)), playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        room.start()
        if not names:
            take_pages(browser, room, folder)
            take_result(browser, room, folder)
        for name in names or TABLES:
            take_table(browser, room, name, folder)
        room.stop()


def take_pages(browser: Browser, room: RoomServer, folder: Path) -> None:
    """Take the shelf, a game's page, the puzzles of the day, a rules page and the form for a new table."""
    person = Person(browser, room, language="fr")
    for name, path in PAGES.items():
        person.visit(path)
        take(person, folder, name)
    person.leave()


def take_result(browser: Browser, room: RoomServer, folder: Path) -> None:
    """Take the picture of a result, as messengers show it."""
    person = Person(browser, room, language="fr", seed=2)
    path = person.open_table("karta-doppio", 2, [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "random"}])
    while is_asked(person):
        person.press_with_pointer()
    (folder / "result.png").write_bytes(person.fetch(f"{path}.png?lang=fr").body())
    person.leave()


def take_table(browser: Browser, room: RoomServer, name: str, folder: Path) -> None:
    """Take a table in mid-game, as seen by a person who plays against bots; retry if a game is over too soon."""
    game, players, presses, options = TABLES[name]
    person = Person(browser, room, language="fr", seed=3)
    rivals = [{"kind": "bot", "level": "greedy"}] * (players - 1)
    reached = False
    while not reached:
        person.open_table(game, players, [{"kind": "me", "name": "Ana"}, *rivals], options)
        reached = all(press(person) for _ in range(presses)) and is_asked(person)
    take(person, folder, name)
    person.leave()


def press(person: Person) -> bool:
    """Press something when possible; False if the game is over."""
    if asked := is_asked(person):
        person.press_with_pointer(AVOIDED)
    return asked


def is_asked(person: Person) -> bool:
    """Wait until there is something to press besides the avoided words; False if the game is over."""
    while not person.may_act(AVOIDED) and not person.is_over():
        person.page.wait_for_timeout(200)
    return not person.is_over()


def take(person: Person, folder: Path, name: str) -> None:
    """Take what a person sees, on desktop and phone, in the light and the dark theme."""
    for device, size in SIZES.items():
        person.page.set_viewport_size(size)
        for scheme in SCHEMES:
            person.page.emulate_media(color_scheme=scheme)
            person.page.wait_for_function("() => [...document.images].every((image) => image.complete)")
            person.page.wait_for_timeout(1500)  # the themes cross-fade
            person.page.screenshot(path=folder / f"{name}-{device}-{scheme}.jpg", type="jpeg", quality=70)
    person.page.set_viewport_size(DESK)


if __name__ == "__main__":
    main(*asked(__doc__, TABLES))
