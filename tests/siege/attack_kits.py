"""Printed games, each another one, wanted by eight addresses at once, beside an honest person who wants one."""

import threading
import time

import httpx

from siege.target import Outcome, Target

ADDRESSES = 8
MAX_MEGABYTES = 120.0  # of the room, which prints in a process of its own
PATIENCE = 120.0
GAVE_UP = 0  # in place of a status: nobody waits for ever


def attack(target: Target, seconds: float) -> Outcome:
    """Ask for kits as long as there is time; the honest person asks again when the room is too busy."""
    statuses: list[int] = []
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=_ask, args=(target, number, end, statuses)) for number in range(ADDRESSES)]
    for thread in threads:
        thread.start()
    began = time.monotonic()
    served = _print_one(target, began + PATIENCE)
    waited = time.monotonic() - began
    for thread in threads:
        thread.join()
    printed, memory = statuses.count(200), target.peak()
    told = f"{printed} kits, {len(statuses) - printed} refused or given up; an honest person waited {waited:.0f} s; {memory:.0f} MB"
    return Outcome(served and memory < MAX_MEGABYTES and set(statuses) <= {200, 429, 503, GAVE_UP}, told)


def _ask(target: Target, number: int, end: float, statuses: list[int]) -> None:
    """Want one kit after the other, from an address of its own."""
    transport = httpx.HTTPTransport(local_address=f"127.0.2.{number + 1}")
    with httpx.Client(base_url=target.server.base, transport=transport, timeout=PATIENCE) as web:
        wanted = 0
        while time.monotonic() < end:
            wanted += 1
            try:
                statuses.append(web.get(_kit(wanted * ADDRESSES + number)).status_code)
            except httpx.TimeoutException:
                statuses.append(GAVE_UP)


def _kit(number: int) -> str:
    """Return the address of a kit; eighty of them differ, so that none comes from the cache."""
    paper, ink, language = ("a4", "letter")[number // 10 % 2], ("colour", "black")[number // 20 % 2], ("fr", "en")[number // 40 % 2]
    return f"/print/kaplan.pdf?part=kit&clearance={number % 10 / 10}&paper={paper}&ink={ink}&language={language}"


def _print_one(target: Target, end: float) -> bool:
    with httpx.Client(base_url=target.server.base, timeout=PATIENCE) as web:
        while time.monotonic() < end:
            if web.get("/print/four-circles.pdf?part=summary").status_code == 200:
                return True
            time.sleep(0.5)
    return False
