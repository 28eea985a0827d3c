"""Thousands of requests on many connections of one address for the most expensive pages; all answers are read."""

from siege.flood import LINES, flood, get
from siege.target import Outcome, Target
from support.rooms import HERE, ME, Message, Person

GAME = "karta-doppio"  # has the largest pictures


def attack(target: Target, seconds: float) -> Outcome:
    """Request all pages in turn."""
    with Person(target.server.base) as ana:
        wishes = _wishes(_finished(ana))
    answered = flood(target, seconds, [get(path) for path in wishes])
    return Outcome(target.honest(), f"{answered} answers on {LINES} lines")


def _finished(ana: Person) -> Message:
    """Return a finished game, for which all pages are available."""
    table = ana.open(GAME, ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.say("resign", seat=0)
        line.until("outcome")
    return table


def _wishes(table: Message) -> list[str]:
    id, url = table["id"], table["url"]
    pictures = [f"{url}.svg", f"{url}.svg?ply=0&theme=dark", f"{url}.png?theme=light", f"{url}/qr.svg", f"/cover/{GAME}.svg?theme=dark"]
    pages = [
        "/index.json",
        "/",
        f"/rules/{GAME}",
        f"/looks/{GAME}.json",
        f"/replay/{id}?ply=0",
        f"/review/{id}.json?seat=1",
        f"{url}/record.json",
    ]
    return [*pictures, *pages]
