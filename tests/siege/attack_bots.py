"""Finding 11: one guest opens many tables with the strongest bots. How long does another guest's bot take to answer?"""

import time

import httpx

from siege.target import HOSTILE, Outcome, Target
from support.rooms import ME, Person, bot

TABLES = 40
PATIENCE = 4.0  # seconds, of which 3 are the longest thinking time of a worker


def attack(target: Target, seconds: float) -> Outcome:
    """Let all their bots think while an honest guest plays against one of the simplest."""
    with httpx.Client(base_url=target.server.base, transport=httpx.HTTPTransport(local_address=HOSTILE), timeout=30) as web:
        order = {"game": "four-circles", "seats": [{"kind": "bot", "level": "search"}, {"kind": "bot", "level": "search"}]}
        opened = sum(web.post("/tables", json=order).status_code == 201 for _ in range(TABLES))
    with Person(target.server.base) as luc:
        table = luc.open("four-circles", ME, bot("random"))
        with luc.at(table["id"], feed="facts") as line:
            line.hear()
            began = time.monotonic()
            line.act("0,0", 0)
            line.until(lambda m: m.get("turn", {}).get("ply") == 2)
            took = time.monotonic() - began
    return Outcome(took < PATIENCE, f"{opened} tables of two thinkers each; an honest bot answered after {took:.1f} s")
