"""A scripted visit to a real room: five games, a table with company, every page; all keys that come back.

What is dealt is not in our hands, so some keys do not come each time. The lists are of several visits: a key of every
visit is one that must come (`room.txt`), one of some visits may come (`room-sometimes.txt`).
"""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from compat import current
from support.rooms import ME, OPEN, TOKEN, Line, Message, Person, bot, token_of

QUICK = ("--limit", "metrics_seconds=0", "--limit", "review_seconds=1", "--workers", "2", "--metrics-token", TOKEN)


class Visit:
    """What came back, line by line: where it came from, and a key."""

    def __init__(self, base: str) -> None:
        self.base, self.found = base, set[str]()

    def heard(self, label: str, *lines: Line) -> None:
        """Wait until everything asked for has come, and take its keys down."""
        for line in lines:
            line.asked("ping", "pong")
            for text in line.heard:
                self.found |= {f"{label} {key}" for key in current.keys(json.loads(text))}

    def got(self, person: Person, address: str, label: str, status: int = 200, **query: Any) -> Any:
        """Open a page, and take the keys of its data down."""
        answer = person.web.get(address, params=query) if query else person.web.get(address)
        assert answer.status_code == status, (address, answer.status_code, answer.text[:300])
        kind = answer.headers["content-type"].split(";")[0]
        self.found.add(f"GET {label} {kind}")
        if kind != "application/json":
            return answer.text
        value = answer.json()
        self.found |= {f"GET {label} {key}" for key in current.keys(value)}
        return value


def visit(base: str) -> Visit:
    """All of it, everybody at the same time."""
    made = Visit(base)
    with ThreadPoolExecutor() as pool:
        parts = [pool.submit(play, made, game) for game in current.GAMES]
        parts += [pool.submit(part, made) for part in (company, pages)]
        for part in parts:
            part.result()
    return made


def play(made: Visit, game: str) -> None:
    """One person against a bot, with a socket for people and one for programs, and somebody looking on."""
    with ExitStack() as stack:
        ana, eva = stack.enter_context(Person(made.base)), stack.enter_context(Person(made.base))
        table = ana.open(game, ME, bot("random"), chat="free", clock={"kind": "move", "seconds": 3600}, pace="now")
        scene = stack.enter_context(ana.at(table["id"], seat=0))
        facts = stack.enter_context(ana.at(table["id"], seat=0, feed="facts"))
        spectator = stack.enter_context(eva.at(table["id"]))
        first = scene.hear()
        spectator.say("outlook")
        scene.say("pick", picked=[])
        scene.say("pick", picked=["nonsense"], preview=True)
        scene.say("press", word="no such word", ref="p")
        scene.say("act", action="no such action", seat=0, ref="r")
        scene.say("hint", step=1)
        scene.say("coach")
        scene.say("chat", text="bonjour")
        scene.say("jot", place="3", text="a")
        scene.say("earlier", before=0)
        scene.say("recall", ply=0)
        scene.say("nothing of ours")
        if offers := first.get("choices", {}).get("offers"):
            scene.say("press", word=offers[0]["word"], hold=True)
        for _ in range(3):
            ply = act(facts)
            if ply is None:
                break
        scene.say("recall", ply=1)
        scene.say("earlier", before=2)
        scene.asked("ping", "pong")
        scene.say("resign", seat=0)
        for line in (scene, facts, spectator):
            line.until("outcome")
        scene.say("rematch")
        scene.until("next")
        made.heard(f"{game} scene", scene, spectator)
        made.heard(f"{game} facts", facts)
        for address, label in (("/t/{}.json", "table"), ("/replay/{}.json", "replay"), ("/t/{}/record.json", "record.json")):
            made.got(ana, address.format(table["id"]), f"{game} {label}")
        made.got(ana, f"/t/{table['id']}.svg", "table.svg")
        if game == "four-circles":
            made.got(ana, f"/t/{table['id']}/qr.svg", "qr.svg")
            look_back(made, ana, table["id"])


def act(line: Line) -> int | None:
    """Play the first action that needs no word of one's own, once it is seat 0's turn; which ply that was, None at the end."""
    message = line.until(lambda m: "outcome" in m or (bool(m.get("legal", {}).get("0")) and 0 in m["turn"]["to_act"]))
    if "outcome" in message:
        return None
    ply: int = message["turn"]["ply"]
    closed = [action for action in message["legal"]["0"] if not action.endswith(" *")]
    line.say("act", action=closed[0], seat=0, ref=ply, ply=ply)
    return ply


def look_back(made: Visit, ana: Person, id: str) -> None:
    """The review of a finished game, from the first answer to the last; and the first that is known of the chances."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        answer = ana.web.get(f"/review/{id}.json")
        made.found |= {f"GET review {key}" for key in current.keys(answer.json())}
        if answer.status_code == 200:
            break
        time.sleep(0.1)
    made.found |= {f"GET chances {key}" for key in current.keys(ana.web.get(f"/review/{id}/chances.json").json())}


def company(made: Visit) -> None:
    """Two people at one table: they sit down, ask each other, take back, leave; every verb there is."""
    with ExitStack() as stack:
        ana, luc, eva = (stack.enter_context(Person(made.base)) for _ in range(3))
        seats: list[Message] = [ME, OPEN]
        table = ana.open("four-circles", *seats, chat="free", clock={"kind": "game", "seconds": 3600}, pace="now")
        made.found |= {f"POST /tables {key}" for key in current.keys(table)}
        a = stack.enter_context(ana.at(table["id"]))
        b = stack.enter_context(luc.at(table["id"], seat=1, token=token_of(table["seats"][1]), feed="facts"))
        c = stack.enter_context(eva.at(table["id"]))
        b.say("sit", seat=1, name="Luc")
        joined = a.until(lambda m: m.get("table", {}).get("status") == "playing")
        a.act("2,2", 0)
        b.until(lambda m: m.get("turn", {}).get("ply") == 1)
        b.act("0,0", 1)
        a.until(lambda m: m.get("turn", {}).get("ply") == 2)
        a.act("1,1", 0)
        b.until(lambda m: m.get("turn", {}).get("ply") == 3)
        b.act("3,3", 1)
        a.until(lambda m: m.get("turn", {}).get("ply") == 4)
        a.say("undo")
        ask = b.until("ask")["ask"]
        b.say("answer", ask=ask["id"], yes=True)
        b.until("back")
        a.until("back")
        for step in (1, 2, 3):
            a.say("hint", step=step)
            a.until("hint")
        a.say("coach")
        a.say("pick", picked=["1,1"], preview=True)
        a.until("preview")
        for do, more in (
            ("look", {"seat": 0}),
            ("rotate", {"picked": [], "by": 1}),
            ("name", {"name": "Anna"}),
            ("chat", {"phrase": 0}),
            ("chat", {"text": "salut"}),
            ("press", {"word": "2,2", "ref": 4}),
            ("mute", {"guest": joined["table"]["seats"][1].get("who", "x")}),
            ("mute", {"guest": "x", "yes": False}),
            ("earlier", {"before": 3}),
            ("recall", {"ply": 1}),
            ("start", {}),
        ):
            a.say(do, **more)
        c.say("sit", seat=1, name="Eva")
        c.say("jot", place="1", text="a")
        b.say("stand", seat=1)
        a.say("remove", seat=1)
        a.say("bot", seat=1, level="child")
        a.asked("ping", "pong")
        a.say("resign", seat=0)
        a.until("outcome")
        a.say("rematch")
        made.heard("company scene", a, c)
        made.heard("company facts", b)
        made.got(luc, f"/t/{table['id']}.json", "company table", since=1)
        ana.web.post(f"/games/{table['id']}/away")
    with Person(made.base) as ana:
        answer = ana.web.post("/tables", json={"game": "nothing"})
        made.found |= {f"error {key}" for key in current.keys(answer.json())} | {f"error {answer.status_code}"}


def pages(made: Visit) -> None:
    """Every page with its data, for every game."""
    with Person(made.base) as ana:
        ana.open("four-circles", ME, OPEN)
        for address in ("/", "/index.json", "/games", "/games.json", "/puzzles", "/puzzles.json", "/robots.txt", "/worker.js"):
            made.got(ana, address, address)
        for address in ("/manifest.webmanifest", "/static/style.css", "/healthz", "/readyz"):
            made.got(ana, address, address)
        token = {"Authorization": f"Bearer {TOKEN}"}
        made.found |= {f"GET /readyz for the operator {key}" for key in ana.web.get("/readyz", headers=token).json()}
        made.found |= {f"metric {name}" for name in current.metric_names(ana.numbers())}
        for game in current.GAMES:
            for kind in ("rules", "new", "print", "looks", "implied"):
                made.got(ana, f"/{kind}/{game}.json", f"/{kind}/{game}.json")
            for kind in ("learn", "puzzles", "openings"):
                with suppress(AssertionError):  # not every game has all of them; those that had are in the list
                    made.got(ana, f"/{kind}/{game}.json", f"/{kind}/{game}.json")
            made.got(ana, f"/cover/{game}.svg", f"/cover/{game}.svg")
            data = ana.web.get(f"/learn/{game}.json")
            if data.status_code == 200:
                url = f"/learn/{game}/{data.json()['lessons'][0]['id']}/0"
                made.got(ana, url, f"/learn/{game}/lesson/step")
            step(made, ana, game)


def step(made: Visit, ana: Person, game: str) -> None:
    """The first puzzle for three, or else the first, with a wrong word and its answer; and the clauses of the rules."""
    for language in ("fr", "en"):
        clauses = ana.web.get(f"/rules/{game}.json").json()["clauses"][language]
        made.found |= {f"clause {game} {language} {clause['id']}" for clause in clauses}
    data = ana.web.get(f"/puzzles/{game}.json")
    if data.status_code != 200:
        return
    offered = data.json()["puzzles"]
    puzzle = next((each for each in offered if each["players"] == 3), offered[0])
    url = f"/puzzles/{game}/{puzzle['id']}"
    made.got(ana, url, f"/puzzles/{game}/puzzle")
    for show in ("hints", "solution"):
        made.got(ana, url, f"/puzzles/{game}/puzzle?show={show}", show=show)
    for body in ({"do": "press", "word": "no such word"}, {"do": "act", "action": puzzle["answers"][0]}, {"do": "pick", "picked": []}):
        answer = ana.web.post(url, json=body)
        assert answer.status_code == 200, (body, answer.text)
        made.found |= {f"POST puzzle {game} {body['do']} {key}" for key in current.keys(answer.json())}


def in_store(data: Path) -> Iterator[str]:
    """The names and keys of what lies in the store after a visit."""
    yield from current.documents(data / "room.sqlite")
