"""Take the pictures of the page of `tableronde dev`: a game of two seats, and a record that a changed rule no longer fits.

python docs/pictures/dev.py FOLDER
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.browser_people import CHROMIUM, FLAGS
from support.dev_server import developing
from tableronde.starters.new_game import create

MOVES: Final = ("c2 d4", "c4 b2", "b3 e1", "c5 a1")  # the third one is aslant
QUALITY: Final = 82


def main(folder: Path) -> None:
    """Take both pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        create("night-market", "board", Path(place, "night-market"))
        game = Path(place, "night-market", "night_market")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with developing(str(game), Path(place, "home"), "--seed", "4") as base:
            page = browser.new_page(viewport={"width": 1440, "height": 1230}, color_scheme="dark")
            page.goto(f"{base}/?lang=en")
            page.wait_for_selector("html[data-ready=dev]")
            for ply, action in enumerate(MOVES):
                page.request.post(f"{base}/dev/do", data={"do": "play", "ply": ply, "actor": str(ply % 2), "action": action})
            page.wait_for_selector(f"main[data-ply='{len(MOVES)}']")
            page.locator(".dev-seat[data-seat='0'] .dev-data summary").first.click()
            take(page, folder / "dev-desk-dark.jpg")
            rules = game / "rules.py"
            rules.write_text(rules.read_text(encoding="utf-8").replace("max(across, along) == 1", "across + along == 1"), encoding="utf-8")
            page.wait_for_selector("[data-misfit]")
            page.emulate_media(color_scheme="light")
            take(page, folder / "dev-changed-rule.jpg")


def take(page: Page, path: Path) -> None:
    """Take a picture once the check is done and everything has landed."""
    page.wait_for_selector("main[data-check=sound], main[data-check=fault]", timeout=60_000)
    page.mouse.move(0, 0)
    page.wait_for_timeout(900)
    page.screenshot(path=path, type="jpeg", quality=QUALITY)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
