"""Requests by the thousand on many connections of one address, all answers read: for the pages that are the most work."""

from room.rooms import HERE, ME, Message, Person
from siege.flood import LINES, flood, get
from siege.target import Outcome, Target

GAME = "karta-doppio"  # has the largest pictures


def attack(target: Target, seconds: float) -> Outcome:
    """All pages in turn."""
    with Person(target.server.base) as ana:
        wishes = _wishes(_finished(ana))
    answered = flood(target, seconds, [get(path) for path in wishes])
    return Outcome(target.honest(), f"{answered} answers on {LINES} lines")


def _finished(ana: Person) -> Message:
    """A game that is over: only then all of its pages can be asked for."""
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
