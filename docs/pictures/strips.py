"""Take picture series of play at the table: drag, change of mind, "why not?", a won letter, an ending; on desktop and phone.

python docs/pictures/strips.py FOLDER [NAME ...]
"""

import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from asked import asked
from support.browser_people import CHROMIUM, FLAGS, Person, RoomServer, Size
from support.games.kaplan import log, seated
from support.sample_games import Moment, keep
from tableronde.shelf import find
from tableronde.table import Table

SIZES: Final[dict[str, Size]] = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
SHOWN: Final = {"desk": 560, "phone": 300}  # width of a frame in its strip
GAP: Final = 12
PLACINGS: Final = ["0,0", "4,3", "1,0", "3,3", "0,1", "2,3", "1,1", "4,2", "2,0", "3,2", "2,1", "2,2"]
BETS: Final = """c roll 3 7 10; 0 use 3 7 10; 0 bet 3 4; 0 bet 7 3; 0 end
                 c roll 3 5 6; 1 use 3 5 6; 1 bet 3 2; 1 bet 5 1; 1 end; c roll 3 8 9; 0 use 3 8 9"""
Point = tuple[float, float]


class Hand:
    """A player's hand on the table: a mouse, or a finger on touch screens."""

    def __init__(self, person: Person, finger: bool) -> None:
        self.person, self.page, self.finger = person, person.page, finger
        self.line = person.context.new_cdp_session(person.page)

    def at(self, word: str) -> Point:
        """Return the place of a word once it does not move any more; its tab is opened."""
        shape, before = self.page.locator(f"[data-word='{word}']").last, None
        tab = shape.evaluate("(node) => node.closest('.area.put-away')?.dataset.area")
        if tab:
            self.page.locator(f".area-tab[data-area='{tab}']").click()
        while (box := shape.bounding_box()) != before or box is None:
            before = box
            self.page.wait_for_timeout(80)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, word: str) -> None:
        point = self.at(word)
        self.page.touchscreen.tap(*point) if self.finger else self.page.mouse.click(*point)
        self.page.wait_for_timeout(700)

    def lay_on(self, point: Point) -> None:
        """Press and hold."""
        if self.finger:
            self._touch("touchStart", point)
        else:
            self.page.mouse.move(*point)
            self.page.mouse.down()

    def draw_to(self, start: Point, end: Point) -> None:
        """Move to another place while holding."""
        for i in range(1, 7):
            point = start[0] + (end[0] - start[0]) * i / 6, start[1] + (end[1] - start[1]) * i / 6
            self._touch("touchMove", point) if self.finger else self.page.mouse.move(*point)
        self.page.wait_for_timeout(400)

    def let_go(self) -> None:
        self._touch("touchEnd") if self.finger else self.page.mouse.up()
        self.page.wait_for_timeout(900)

    def _touch(self, what: str, *points: Point) -> None:
        self.line.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def drag(hand: Hand) -> Iterator[None]:
    """Pick up a pawn, drag it over the tiles and drop it on a legal one."""
    start, end = hand.at("2,1"), hand.at("3,1")
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 30
    yield
    hand.lay_on(start)
    hand.draw_to(start, middle)
    yield
    hand.draw_to(middle, end)
    yield
    hand.let_go()
    yield


def change_of_mind(hand: Hand) -> Iterator[None]:
    """Choose a pawn, then another one instead, and deselect that one."""
    yield
    for word in ("1,1", "2,1", "2,1"):
        hand.press(word)
        yield


def why_not(hand: Hand) -> Iterator[None]:
    """Press the opponent's pawn, then, with a pawn chosen, a tile out of its reach: each explains why not."""
    yield
    hand.press("2,2")
    yield
    hand.press("1,1")
    yield
    hand.press("3,0")
    yield


def won_letter(hand: Hand) -> Iterator[None]:
    """Play the token that wins a look at a card; the card is turned over, read, and written into the notebook."""
    hand.press("p3")
    yield
    hand.press("v9")
    yield
    for milliseconds in (900, 2200):
        hand.page.clock.run_for(milliseconds)
        hand.page.wait_for_timeout(900)
        yield


def ending(hand: Hand) -> Iterator[None]:
    """Announce the right word, confirm it, watch it being revealed, and win."""
    hand.press("kaplan")
    hand.page.locator(".bar input").fill("perche")
    hand.page.locator(".bar input").press("Enter")
    hand.page.wait_for_timeout(700)
    yield
    hand.page.get_by_role("button", name="Oui, c’est décidé").click()
    hand.page.wait_for_selector("main[data-film=unfolds]")
    for milliseconds in (2600, 2600):
        hand.page.clock.run_for(milliseconds)
        hand.page.wait_for_timeout(500)
        yield
    while hand.page.locator("main").get_attribute("data-film"):
        hand.page.clock.run_for(300)
    hand.page.wait_for_selector(".spark")
    hand.page.wait_for_timeout(300)
    yield


def _four_circles() -> Table:
    table = Table(find("four-circles"), 2)
    for i, tile in enumerate(PLACINGS):
        table.play(i % 2, tile)
    return table


SERIES: Final[dict[str, tuple[Callable[[], Table], Callable[[Hand], Iterator[None]]]]] = {
    "drag": (_four_circles, drag),
    "change-of-mind": (_four_circles, change_of_mind),
    "why-not": (_four_circles, why_not),
    "won-letter": (lambda: log(seated(2), BETS), won_letter),
    "ending": (lambda: log(seated(2), BETS), ending),
}

FILMS: Final = {"won-letter", "ending"}  # the page's clock is advanced only by the script


def main(folder: Path, names: list[str]) -> None:
    """Take all series, or some of them."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        room, browser = RoomServer(Path(data)), playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        wanted = [(name, device) for name in names or SERIES for device in SIZES]
        paths = keep(Path(data), [Moment(name, SERIES[name][0](), 0) for name, _ in wanted])
        room.start()
        for (name, device), path in zip(wanted, paths, strict=True):
            take(browser, room, name, device, path, folder)
        room.stop()


def take(browser: Browser, room: RoomServer, name: str, device: str, path: str, folder: Path) -> None:
    """Take one series on one device, as one strip."""
    phone = device == "phone"
    looks: dict[str, Any] = {"reduced_motion": "no-preference", "color_scheme": "dark" if phone else "light"}
    person = Person(browser, room, language="fr", size=SIZES[device], has_touch=phone, **looks)
    if name in FILMS:
        person.page.clock.install(time=0)
        person.page.clock.pause_at(1)
    person.come(path)
    person.page.wait_for_timeout(1500)
    frames = [person.page.screenshot(type="jpeg", quality=90) for _ in SERIES[name][1](Hand(person, finger=phone))]
    person.leave()
    join(browser, frames, SHOWN[device], folder / f"{name}-{device}.jpg")


def join(browser: Browser, frames: list[bytes], width: int, path: Path, across: int = 99) -> None:
    """Join frames side by side into one picture, `across` in a row."""
    page = browser.new_page(viewport={"width": min(across, len(frames)) * (width + GAP) - GAP, "height": 400})
    images = "".join(f'<img src="data:image/jpeg;base64,{b64encode(frame).decode()}" width="{width}">' for frame in frames)
    page.set_content(
        f'<!doctype html><body style="margin:0;display:flex;flex-wrap:wrap;align-items:flex-start;gap:{GAP}px;background:#888">{images}'
    )
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    page.locator("body").screenshot(path=path, type="jpeg", quality=72)
    page.close()


if __name__ == "__main__":
    main(*asked(__doc__, SERIES))
