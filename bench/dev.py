"""From a save to the picture: `tableronde dev` on every game of the shelf, in a browser, in the middle of a game.

python bench/dev.py [GAME ...] [--saves N]

A save sets the time of the game's picture module. The page says how long after that time everything was drawn: every seat, the
spectator and the phone. The game is loaded in a fresh process, and the record of some random moves is folded again.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.browser_people import CHROMIUM, FLAGS
from support.dev_server import developing
from tableronde.dev.command import find_place
from tableronde.shelf import Shelf

MOVES = 8
PAUSE = 2.0  # between two saves, as an author needs at least


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=list(Shelf.installed()))
    parser.add_argument("--saves", type=int, default=9)
    chosen = parser.parse_args()
    print("game             seats  save to picture: median  longest")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in chosen.games:
            with developing(game, Path(home), "--seed", "1") as base:
                seats, times = measure(browser, base, game, chosen.saves)
            print(f"{game:16} {seats:5}  {median(times):23.2f}  {max(times):7.2f}  s", flush=True)


def measure(browser: Browser, base: str, game: str, saves: int) -> tuple[int, list[float]]:
    """Return the number of seats, and the seconds from each save to its picture."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{base}/?lang=en")
    page.wait_for_selector("html[data-ready=dev]")
    for move in range(1, MOVES + 1):
        page.click("[data-do=random]")
        page.wait_for_function(f"() => Number(document.querySelector('main').dataset.ply) >= {move}")
    file = next(path for path in find_place(game)[1].rglob("*.py") if path.stem in ("scene", "picture", "__init__"))
    times = [save(page, file) for _ in range(saves)]
    seats = page.locator(".dev-seats > .dev-seat[data-seat]").count() - 1
    page.close()
    return seats, times


def save(page: Page, file: Path) -> float:
    """Save a file; return the seconds until everything was drawn."""
    time.sleep(PAUSE)
    before = page.locator("main").get_attribute("data-saved") or ""
    os.utime(file)
    page.wait_for_function(f"() => (document.querySelector('main').dataset.saved ?? '') !== '{before}'")
    return float(page.locator("main").get_attribute("data-seconds") or "nan")


if __name__ == "__main__":
    main()
