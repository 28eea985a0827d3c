"""Nobody is sent more than they may know: every byte to every viewer is recorded and searched."""

import asyncio
import json
import math
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from support.helpers import OUTSIDE
from support.rooms import Line, Message, Person, serving, token_of
from tableronde.bots.simple import settled
from tableronde.game import CHANCE, Event, Seat, read_actor
from tableronde.play import arena
from tableronde.record import Record
from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.live.socket import SocketConnection, connect_socket
from tableronde.room.live.table_description import Feed
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.shelf import Shelf, find
from tableronde.table import Table

SECRETIVE = ("tableronde.games.cirkle_duo", "tableronde.games.kaplan", str(OUTSIDE / "mistigri"))
SEATS = 3
HERE = SeatOrder("here", "P")


def _viewer(room: Room, table: Any, feed: Feed, seat: Seat | None) -> SocketConnection:
    """Return a viewer with a seat's view, without a network."""
    viewer = connect_socket(cast(WebSocket, None), table, "guest" if seat is not None else "stranger", "fr", feed, Limits(), Metrics())
    viewer.view_as(seat, follows=False)
    return viewer


def _sent(viewer: SocketConnection, since: int) -> str:
    """Return what a viewer is sent on opening the table."""
    viewer.open(since)
    return "\n".join(packet.text for packet in viewer.outbox.waiting)


def _step(table: Table, rng: random.Random) -> None:
    actor = rng.choice(table.to_act())
    if actor == CHANCE:
        table.play(*arena.roll(table, rng))
    else:
        table.play(actor, rng.choice(settled(table.legal()[actor])))


@pytest.mark.parametrize("game", SECRETIVE)
def test_what_a_seat_may_not_know_changes_no_byte_it_is_sent(game: str, tmp_path: Path) -> None:
    """Put another state behind the same view: picture, choices, facts and legal actions stay the same."""

    async def check() -> int:
        room, rng, compared = Room.at(tmp_path / "data", workers=1, shelf=Shelf.installed(game)), random.Random(4), 0
        slug = find(game).slug
        table = await room.open(Order(slug, seats=[HERE] * SEATS), "guest")
        table.driver = None
        table.since = math.inf  # every film is seen from beginning to end
        for ply in range(60):
            if not table.table.legal():
                break
            _step(table.table, rng)
            if ply % 4 == 0:
                compared += _compare(room, table, rng)
        await room.close()
        return compared

    assert asyncio.run(check()) > 20


def _compare(room: Room, table: Any, rng: random.Random) -> int:
    """Compare what each seat and a spectator get with what they would get if everything they cannot know were different."""
    truth, plies, compared = table.table.state, table.table.plies, 0
    for seat in (None, *range(SEATS)):
        other = table.table.game.imagine(table.table.game.view(truth, seat), rng)
        for feed in ("scene", "facts"):
            table.table._states[-1], table.table._legal = truth, None
            table.refresh()
            real = _sent(_viewer(room, table, feed, seat), plies)
            table.table._states[-1], table.table._legal = other, None
            table.refresh()
            assert _sent(_viewer(room, table, feed, seat), plies) == real, f"seat {seat} at ply {plies}"
            compared += 1
    table.table._states[-1], table.table._legal = truth, None
    table.refresh()
    return compared


def _strings(value: object) -> Iterator[str]:
    """Yield all texts in a JSON value."""
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _strings(item)
        case dict():
            for key, item in value.items():
                yield key
                yield from _strings(item)


def _kept(data: Path, id: str, game: str) -> Table:
    """Return the stored table, secrets included, before its first event; its events beside it."""
    with sqlite3.connect(data / "room.sqlite") as db:
        (top,) = db.execute("SELECT value FROM docs WHERE id = ? AND name = 'table'", (id,)).fetchone()
        rows = db.execute("SELECT actor, action FROM events WHERE id = ? ORDER BY seq", (id,)).fetchall()
    db.close()
    bare = Record.read({**json.loads(top)["record"], "events": []})
    events = tuple(Event(read_actor(actor), action) for actor, action in rows)
    return Table.replay(find(game), Record(bare.game, bare.edition, bare.players, bare.options, bare.setup, events))


def _play(lines: dict[tuple[Seat | None, str], Line], rng: random.Random, moves: int) -> None:
    """Let programs play until that many events have happened; all of them receive everything."""
    latest: dict[Seat, Message] = {}
    ply = 0
    while ply < moves:
        for (seat, feed), line in lines.items():
            message = _catch_up(line, ply)
            if feed == "facts" and seat is not None:
                latest[seat] = message
        ready = [seat for seat, message in latest.items() if seat in message["turn"]["to_act"] and message["legal"]]
        if not ready:
            return
        seat = rng.choice(ready)
        lines[seat, "facts"].say("act", seat=seat, action=rng.choice(settled(latest[seat]["legal"][str(seat)])), ref=ply)
        ply = lines[seat, "facts"].until("ok")["turn"]["ply"]
        latest[seat] = json.loads(lines[seat, "facts"].heard[-1])


def _catch_up(line: Line, ply: int) -> Message:
    """Return the message in which that many events have happened, reading on if needed."""
    for text in reversed(line.heard):
        message: Message = json.loads(text)
        if "turn" in message:
            if message["turn"]["ply"] >= ply:
                return message
            break
    return line.until(lambda m: m.get("turn", {}).get("ply", -1) >= ply)


KAPLAN = """
from dataclasses import replace
from tableronde.games.kaplan import BOX as KAPLAN
from tableronde.games.kaplan.rules import Kaplan

TEXTS = {"expression": "clue-one", "length": "6", "synonym": "clue-two", "analogy": "clue-three", "gender": "clue-four", "initial": "Q"}
CLUES = {card: {"kind": kind, "text": text} for card, (kind, text) in zip(["c1", "c2", "g1", "g2", "s1", "s2"], TEXTS.items())}
SETUP = {"word": "QXWZJV", "start": 8, "clues": CLUES, "forms": ["QXWZJVS"], "neighbours": ["QXWZJW"], "first": 0}


class Known(Kaplan):
    def deal(self, rng):
        return SETUP


BOX = replace(KAPLAN, rules=Known)
"""


@pytest.fixture(params=["kaplan", "mistigri"])
def secretive(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A game whose secrets are unmistakable: a word of rare letters with distinctive clues, or a hand of cards."""
    if request.param == "mistigri":
        return str(OUTSIDE / "mistigri")
    path = tmp_path / "known.py"
    path.write_text(KAPLAN, encoding="utf-8")
    return str(path)


def _secrets(setup: Any) -> set[str]:
    """Return everything a deal hides: every text in it, and the letters of its word; but no keys, kinds or single digits."""
    clues = [clue["text"] for clue in setup.get("clues", {}).values() if not clue["text"].isdecimal()]
    word = setup.get("word", "")
    return {*clues, *word, word, *setup.get("forms", ()), *setup.get("neighbours", ()), *_strings(setup.get("hands", []))} - {""}


def _known(truth: Table, seat: Seat | None, ply: int) -> str:
    """Return everything a seat has learned up to a ply: its facts and events."""
    then = truth.at(ply)
    return json.dumps([then.facts(seat), then.heard(seat)], ensure_ascii=False)


def _leaks(truth: Table, seat: Seat | None, sent: list[str], secrets: set[str]) -> Iterator[tuple[int, str]]:
    """Yield every secret in a message that its reader could not know yet, with the ply."""
    known, at = _known(truth, seat, 0), 0
    for text in sent:
        message = json.loads(text)
        ply = message.get("turn", {}).get("ply", at)
        known += "".join(_known(truth, seat, between) for between in range(at + 1, ply + 1))
        at = max(at, ply)
        read = TOKEN.sub("", "\n".join(_strings(message)))  # a token may by chance hold a letter between two hyphens
        yield from ((at, secret) for secret in secrets if _says(read, secret) and not _says(known, secret))


TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def _says(text: str, secret: str) -> bool:
    return secret in text and re.search(rf"\b{re.escape(secret)}\b", text) is not None


def test_every_byte_sent_is_searched_for_secrets(secretive: str, tmp_path: Path) -> None:
    """No word, letter, clue or card reaches a viewer before that viewer's own facts or events contain it.

    A game whose deal consists of things everybody sees (pegs on a board) has nothing to search for: there the test above applies.
    """
    data, rng, slug = tmp_path / "data", random.Random(8), find(secretive).slug
    with serving(data, "--game", secretive) as server, Person(server.base) as ana, ExitStack() as stack:
        order = [{"kind": "here", "name": f"P{seat}"} for seat in range(SEATS)]
        table = ana.open(slug, *order)
        lines: dict[tuple[Seat | None, str], Line] = {}
        for seat in (None, *range(SEATS)):
            for feed in ("scene", "facts"):
                query = {"feed": feed} if seat is None else {"feed": feed, "seat": seat, "token": token_of(table["seats"][seat])}
                person = stack.enter_context(Person(server.base))
                lines[seat, feed] = stack.enter_context(person.at(table["id"], **query))
                lines[seat, feed].hear()
        _play(lines, rng, 70)
        for line in lines.values():
            line.asked("ping", "pong")
        page = json.dumps(
            {"turn": {"ply": 10**6}, "page": ana.web.get(f"{table['url']}.json").text + ana.web.get(f"{table['url']}.svg").text}
        )
    truth = _kept(data, table["id"], secretive)
    secrets = _secrets(truth.setup)
    assert truth.plies > 25
    assert len(secrets) > 10
    for (seat, feed), line in lines.items():
        sent = [*line.heard, page.replace(str(10**6), str(truth.plies))] if seat is None else line.heard
        leaked = list(_leaks(truth, seat, sent, secrets))
        assert not leaked, f"seat {seat} on {feed} was sent {leaked[:3]}"
    shown = "\n".join(text for (seat, _), line in lines.items() if seat is not None for text in line.heard)
    assert any(_says(shown, secret) for secret in secrets), "the search finds what there is to be found"


def test_the_search_would_find_a_leak() -> None:
    setup = {"hands": [["9d"], ["Jc"], ["As"]]}
    truth = Table(find(str(OUTSIDE / "mistigri")), 3, rng=random.Random(1))
    [card, *_] = truth.state.hands[1]
    message = json.dumps({"turn": {"ply": 0}, "scene": {"areas": [{"shapes": [{"id": f"card {card}"}]}]}})
    assert list(_leaks(truth, 0, [message], {card})) == [(0, card)]
    assert list(_leaks(truth, 1, [message], {card})) == []
    assert _secrets(setup) == {"9d", "Jc", "As"}
