"""Thousands of requests for lessons and puzzles, all steps of all games, so that nothing is cached, beside an honest learner."""

import json
import threading
import time
from typing import Any

from siege.flood import LINES, flood, get, post
from siege.target import Outcome, Target
from support.rooms import Person

PRESS = json.dumps({"do": "press", "picked": [], "word": "1,1"})
PATIENCE = 5.0  # seconds an honest learner may have to wait for an answer


def attack(target: Target, seconds: float) -> Outcome:
    """Begin and press every step in turn, request every puzzle, and measure the longest wait of an honest learner."""
    with Person(target.server.base) as ana:
        wishes = [*_lessons(ana), *_puzzles(ana)]
        waits: list[float] = []
        over = threading.Event()
        learner = threading.Thread(target=_learn, args=(ana, _first_step(ana), waits, over))
        learner.start()
        answered = flood(target, seconds, wishes)
        over.set()
        learner.join()
    longest = max(waits, default=0.0)
    told = f"{answered} answers on {LINES} lines; a learner beside them got {len(waits)} answers, the slowest after {longest:.2f} s"
    return Outcome(target.honest() and bool(waits) and longest < PATIENCE, told)


def _slugs(ana: Person) -> list[str]:
    return [game["game"] for game in ana.web.get("/index.json").json()["games"]]


def _lessons(ana: Person) -> list[bytes]:
    steps = [path for slug in _slugs(ana) for path in _steps(slug, ana.web.get(f"/learn/{slug}.json").json())]
    return [get(path) for path in steps] + [post(path, PRESS) for path in steps]


def _steps(slug: str, course: dict[str, Any]) -> list[str]:
    return [f"/learn/{slug}/{lesson['id']}/{step}" for lesson in course["lessons"] for step in range(len(lesson["steps"]))]


def _puzzles(ana: Person) -> list[bytes]:
    every = [(slug, puzzle["id"]) for slug in _slugs(ana) for puzzle in ana.web.get(f"/puzzles/{slug}.json").json()["puzzles"]]
    return [get(f"/puzzles/{slug}/{id}") for slug, id in every] + [post(f"/puzzles/{slug}/{id}", PRESS) for slug, id in every]


def _first_step(ana: Person) -> str:
    slug = _slugs(ana)[0]
    return _steps(slug, ana.web.get(f"/learn/{slug}.json").json())[0]


def _learn(ana: Person, step: str, waits: list[float], over: threading.Event) -> None:
    """Send one request after the other, slowly, from another address."""
    while not over.wait(0.2):
        began = time.monotonic()
        assert ana.web.get(step).status_code == 200
        waits.append(time.monotonic() - began)
