"""People at a browser: what they look at, press and type; and the room they meet in."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import APIResponse, Browser, ConsoleMessage, Page, TimeoutError, ViewportSize, expect

CHROMIUM: Final = shutil.which("chromium-headless-shell") or shutil.which("chromium")  # the headless shell needs a fifth less CPU
FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features="
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"  # two more pages for each of ours, in an invisible address bar: half of the CPU time
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,"
    "MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",  # Playwright's own list, repeated because only the last such flag counts
]
Size = ViewportSize
Seat = dict[str, str]
PHONE: Final[Size] = {"width": 360, "height": 640}
DESK: Final[Size] = {"width": 1440, "height": 900}
PATIENCE: Final = 15_000  # milliseconds for the table to answer
RETRIES: Final = 2  # the room may close an idle connection just when it is used again; browsers retry by themselves
MOMENT: Final = "document.querySelector('main').dataset.moment"
PRESSABLE: Final = ".stage .pressable, .bar .choice, .bar input"
WORDS: Final = ["soleil", "rivière", "maison", "cheval", "montagne", "jardin", "bateau", "forêt"]
OFFERED: Final = "[...document.querySelectorAll('.area:not(.put-away) .pressable, .bar .choice')]"
POINT: Final = """(node) => {
  const box = node.getBoundingClientRect();
  const at = (i, j) => [box.left + box.width * i, box.top + box.height * j];
  const inside = ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-word]')?.dataset.word === node.dataset.word;
  const eighths = [0.5, 0.375, 0.625, 0.25, 0.75, 0.125, 0.875];
  return eighths.flatMap((j) => eighths.map((i) => at(i, j))).find(inside) ?? at(0.5, 0.5);
}"""  # a point inside the shape: the middle of a dart's box lies in its notch
OFFERS: Final = f"""() => {OFFERED}.map((node) => {{
  const [x, y] = ({POINT})(node);
  return {{word: node.dataset.word, x, y, shape: node.matches('.pressable')}};
}})"""
AIM: Final = f"""([avoid, luck]) => {{
  const all = {OFFERED};
  const wanted = all.filter((node) => !avoid.includes(node.dataset.word));
  const some = wanted.length ? wanted : all;
  return some.length ? ({POINT})(some[Math.floor(luck * some.length)]) : null;
}}"""  # one of the offers, if possible none of those to avoid


class RoomServer:
    """The room in a process of its own, on a free port, that can be killed and restarted."""

    def __init__(self, data: Path, games: Sequence[Path] = ()) -> None:
        self.data = data
        self.games = games  # beside the installed ones
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "tableronde.room", "--port", str(self.port), "--data", str(self.data), "--no-browser"]
        limits = ("requests_per_second=4000", "request_burst=8000", "tables_per_address=9999", "review_seconds=6")
        generous = [word for limit in limits for word in ("--limit", limit)]
        more = [word for game in self.games for word in ("--game", str(game))]
        with (self.data / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *generous, *more], stdout=log, stderr=log, env={**os.environ, "PYTHONUNBUFFERED": "1"}
            )
        for _ in range(200):
            if self.answers():
                return
            time.sleep(0.05)
        raise TimeoutError((self.data / "log").read_text())

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """Kill it, like a power cut."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


class Person:
    """Somebody with a browser: a window, a language, and a list of all problems in it."""

    def __init__(self, browser: Browser, room: RoomServer, language: str = "en", size: Size = DESK, seed: int = 0, **more: Any) -> None:
        self.room = room
        self.rng = Random(seed)
        settings = {"viewport": size, "locale": language, "base_url": room.address, "reduced_motion": "reduce", **more}
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.problems.append(f"{self.page.url}: {error}"))

    def _note(self, message: ConsoleMessage) -> None:
        lost_line = "WebSocket connection to" in message.text or "ERR_CONNECTION_REFUSED" in message.text
        if message.type in ("error", "warning") and not lost_line:
            self.problems.append(f"{self.page.url}: {message.text}")

    def leave(self) -> None:
        self.context.close()

    def visit(self, path: str) -> Page:
        """Open a page of the room and wait until it is ready."""
        self.page.goto(path)
        self.page.wait_for_selector("html[data-ready]", state="attached")
        return self.page

    def fetch(self, address: str) -> APIResponse:
        """Return what a program gets there, with this browser's cookie."""
        return self.context.request.get(address, max_retries=RETRIES)

    def open_table(self, game: str, players: int, seats: Sequence[Seat], options: dict[str, Any] | None = None, **more: Any) -> str:
        """Open a table as the form does, and go to it; return its path."""
        order = {"game": game, "players": players, "options": options or {}, "seats": list(seats), "friendly": True}
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Origin": self.room.address}
        answer = self.context.request.post("/tables", data=json.dumps({**order, **more}), headers=headers, max_retries=RETRIES)
        assert answer.status == 201, answer.text()
        path = str(answer.json()["url"])
        self.come(path)
        return path

    def come(self, path: str) -> None:
        """Go to a table and wait until it is drawn."""
        self.visit(path)
        self.page.wait_for_selector("main[data-moment]")

    def sit(self, path: str, name: str) -> None:
        """Go to a table by its link and take the first free seat."""
        self.come(path)
        self.page.get_by_label("Nickname").or_(self.page.get_by_label("Prénom ou surnom")).first.fill(name)
        self.page.get_by_role("button", name="Sit here").or_(self.page.get_by_role("button", name="S’asseoir ici")).first.click()

    def moment(self) -> str:
        """Return what the page shows now: the ply and the picked words."""
        return str(self.page.evaluate(MOMENT))

    def is_over(self) -> bool:
        return bool(self.page.evaluate("document.querySelector('main').dataset.status === 'over'"))

    def may_act(self, avoid: Collection[str] = ()) -> bool:
        """Return whether something can be pressed, other than these words, or typed."""
        words = self.page.evaluate(f"() => {OFFERED}.map((node) => node.dataset.word)")
        return any(word not in avoid for word in words) or bool(self.page.locator(".bar input").count())

    def offers(self) -> list[dict[str, Any]]:
        """Return what can be pressed, with a point inside each."""
        return list(self.page.evaluate(OFFERS))

    def press_with_pointer(self, avoid: Collection[str] = ()) -> None:
        """Press any offered shape or button with the mouse."""
        self._until_something_happens(lambda: self._click(avoid))

    def press_with_keys(self, avoid: Collection[str] = ()) -> None:
        """Press something with the keyboard alone: arrows to aim, Enter to press."""
        self._until_something_happens(lambda: self._aim_and_enter(avoid))

    def _until_something_happens(self, press: Callable[[], None]) -> None:
        """Press until something changes: the target may have moved because somebody else acted, and then people aim again."""
        before = self.moment()
        for _ in range(5):
            try:
                self._write() if self.page.locator(".bar input").count() else press()
                self.page.wait_for_function(f"(moment) => {MOMENT} !== moment", arg=before, timeout=3000)
                return
            except TimeoutError:
                continue
        raise AssertionError(f"nothing happens after {before} on {self.page.url}")

    def _click(self, avoid: Collection[str]) -> None:
        self.page.wait_for_selector(PRESSABLE, state="attached", timeout=3000)
        if spot := self.page.evaluate(AIM, [list(avoid), self.rng.random()]):
            self.page.mouse.click(*spot)

    def _aim_and_enter(self, avoid: Collection[str]) -> None:
        for _ in range(self.rng.randint(1, 3)):
            self.page.keyboard.press(self.rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        for _ in range(9):
            if self.page.evaluate("document.activeElement.dataset.word") not in avoid:
                break
            self.page.keyboard.press(self.rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        self.page.keyboard.press("Enter")

    def _write(self) -> None:
        """Answer by typing a word."""
        self.page.locator(".bar input").focus(timeout=3000)
        self.page.keyboard.type(self.rng.choice(WORDS))
        self.page.keyboard.press("Enter")
        self.insist()

    def insist(self) -> None:
        """Confirm an action, if the table asks for it."""
        sure = self.page.get_by_role("button", name="Yes, go ahead").or_(self.page.get_by_role("button", name="Oui, c’est décidé"))
        sure.click(timeout=3000)

    def wait_for_turn(self) -> None:
        """Wait until there is something to press, or the game is over."""
        self.page.wait_for_function(
            f"() => document.querySelector('main').dataset.status === 'over' || document.querySelector('{PRESSABLE}')"
        )

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()
