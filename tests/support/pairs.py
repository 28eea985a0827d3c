"""Pairs of games that differ only in what one viewer may not know, played over real sockets: the viewer must get the same bytes.

Both games of a pair are put into rooms of their own under the same id, with the same tokens, and the same actions are played in both. So
everything but the secret is equal, and what the viewer is sent must be equal, too, byte for byte.
"""

import asyncio
import json
import random
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from support.rooms import PATIENCE, Line, Person, Server, serving
from tableronde.bots.simple import settled
from tableronde.game import Event, Illegal, Seat, Setup
from tableronde.room.base.encoding import encode
from tableronde.room.room import Room
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.saved.settings import Settings
from tableronde.room.tables.load_session import new_session
from tableronde.shelf import find
from tableronde.table import Table

SEATS = 3
ID = "A" * 22
OPTIONS: dict[str, dict[str, Any]] = {"kaplan": {"no_dice": True}, "cirkle-duo": {}}  # without dice: nothing happens but what is played
TRIES = 400
_PASSING = re.compile(r'"(in|at)":[\d.]+')  # when something happens, in milliseconds or wall-clock time


@dataclass(frozen=True)
class Pair:
    """Two set-ups, the events of both, and the viewer who must not see a difference."""

    game: str
    setups: tuple[Setup, Setup]
    events: tuple[Event, ...]
    viewer: Seat | None


def make(game: str, viewer: Seat | None, plies: int, seed: int) -> Pair:
    """Play a game at random and find another deal in which the viewer would have seen the same; raise LookupError if there is none."""
    rng = random.Random(seed)
    one = Table(find(game), SEATS, OPTIONS[game], rng=rng)
    while one.plies < plies:
        [actor, *_] = one.to_act()
        one.play(actor, rng.choice(settled(one.legal()[actor])))
    for _ in range(TRIES):
        other = _mixed(one, viewer, rng)
        if other != one.setup and _looks_the_same(one, other, viewer):
            return Pair(game, (one.setup, other), tuple(one.events), viewer)
    raise LookupError(f"{game}: no other deal looks the same to {viewer}")


def _mixed(table: Table, viewer: Seat | None, rng: random.Random) -> Setup:
    """Return another deal that keeps what the viewer knows, as far as the set-up alone shows it."""
    fresh, now = dict(table.game.deal(rng)), dict(table.setup)
    if "pegs" in now:  # pegs that nobody lifted change places, and cards not drawn their order
        free = [place for place, turn in enumerate(table.state.seen.lifted) if not turn]
        pegs, mixed = list(now["pegs"]), rng.sample(free, len(free))
        for place, other in zip(free, mixed, strict=True):
            pegs[place] = now["pegs"][other]
        gone = len(now["deck"]) - len(table.state.deck)
        rest = list(now["deck"][gone:])
        return {**now, "pegs": pegs, "deck": [*now["deck"][:gone], *rng.sample(rest, len(rest))]}
    clues = dict(zip(sorted(now["clues"]), table.state.consulted, strict=True))
    kept = {card: now["clues"][card] for card, readers in clues.items() if viewer in readers}
    word = {key: fresh[key] for key in ("word", "start", "forms", "neighbours")}
    return {**now, **word, "clues": {**fresh["clues"], **kept}}


def _looks_the_same(one: Table, setup: Setup, viewer: Seat | None) -> bool:
    try:
        other = Table(one.box, SEATS, OPTIONS[one.game.slug], setup)
        for event in one.events:
            other.play(*event)
    except (Illegal, ValueError):
        return False
    return all(one.at(ply).view(viewer) == other.at(ply).view(viewer) for ply in range(one.plies + 1))


def witness(pair: Pair) -> Seat:
    """Return a seat that does see the difference."""
    one = Table(find(pair.game), SEATS, OPTIONS[pair.game], pair.setups[0])
    for event in pair.events:
        one.play(*event)
    return next(seat for seat in range(SEATS) if not _looks_the_same(one, pair.setups[1], seat))


def prepare(pair: Pair, which: int, data: Path) -> None:
    """Fill a data folder with one of the two games, before its first move."""

    async def fill() -> None:
        room, box = Room.at(data, workers=1), find(pair.game)
        holders = [SeatHolder(seat, "person", f"P{seat}", token=_token(seat), guests=frozenset({"guest"})) for seat in range(SEATS)]
        played = Table(box, SEATS, OPTIONS[pair.game], pair.setups[which])
        await room._open(new_session(played, Settings(), "guest", holders, store=room.store, encode=encode, id=ID))
        await room.close()

    asyncio.run(fill())


def _token(seat: Seat) -> str:
    return f"token{seat}".ljust(22, "x")


@dataclass
class Eye:
    """A socket of the viewer that records all messages."""

    line: Line
    wire: list[tuple[str, int]]  # the text of each message, and its compressed size


@contextmanager
def eye(server: Server, feed: str, viewer: Seat | None) -> Iterator[Eye]:
    """Connect as the viewer."""
    seat = "seat=none" if viewer is None else f"seat={viewer}&token={_token(viewer)}"
    address = f"{server.base.replace('http', 'ws', 1)}/t/{ID}/live?lang=fr&feed={feed}&{seat}"
    scale = Scale()
    with connect(address, max_size=None, close_timeout=1, ping_interval=None, compression=None, extensions=[scale]) as socket:
        seen = Eye(Line(socket), [])
        seen.line.until("turn")
        yield seen
        seen.line.asked("ping", "pong")
        seen.wire[:] = list(zip(seen.line.heard, scale.sizes, strict=False))


class Scale(ClientPerMessageDeflateFactory):
    """Measures compressed messages as they arrive."""

    def __init__(self) -> None:
        super().__init__(client_max_window_bits=True)
        self.sizes: list[int] = []

    def process_response_params(self, *rest: Any) -> PerMessageDeflate:
        """Wrap the negotiated extension."""
        squeeze = super().process_response_params(*rest)
        plain = squeeze.decode

        def decode(frame: Frame, *, max_size: int | None = None) -> Frame:
            if frame.opcode is Opcode.TEXT:
                self.sizes.append(len(frame.data))
            return plain(frame, max_size=max_size)

        squeeze.decode = decode  # type: ignore[method-assign]
        return squeeze


def seen(pair: Pair, which: int, data: Path, hints: int = 0, review: bool = False) -> list[object]:
    """Return everything the viewer gets of one of the games: by both feeds, by page, as hints and as a review."""
    prepare(pair, which, data)
    with serving(data, "--workers", "1") as server, ExitStack() as stack, Person(server.base) as stranger:
        eyes = [stack.enter_context(eye(server, feed, pair.viewer)) for feed in ("scene", "facts")]
        hands = [stack.enter_context(_hand(server, seat)) for seat in range(SEATS)]
        got: list[object] = []
        for ply, event in enumerate(pair.events):
            assert isinstance(event.actor, int)
            if event.actor == pair.viewer and hints:
                hints -= 1
                got.append(hands[event.actor].asked("hint", "hint", step=3, seat=event.actor))
            hands[event.actor].say("act", action=event.action, seat=event.actor, ref=ply, sure=True)
            hands[event.actor].until(partial(_is_done, ply))
            if ply % 5 == 0:
                got += [_timeless(stranger.web.get(f"/t/{ID}{kind}").text) for kind in (".json", ".svg")]
        for each in eyes:
            each.line.until(lambda m: m.get("turn", {}).get("ply") == len(pair.events))
        if review:
            hands[0].say("resign", seat=0)
            hands[0].until("outcome")
            got.append(_review(stranger, pair.viewer or 0))
    for each in eyes:
        got += [_told(text, size) for text, size in each.wire if _matters(text)]
    return got


def _hand(server: Server, seat: Seat) -> Any:
    return Person(server.base).at(ID, feed="facts", seat=seat, token=_token(seat))


def _is_done(ply: int, message: dict[str, Any]) -> bool:
    """Return whether the action of a ply is confirmed; fail if it is refused."""
    assert not message.keys() & {"refused", "error"}, message
    return bool(message.get("ok") == ply)


def _review(person: Person, seat: Seat) -> object:
    """Return a seat's review, once it is ready."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = person.web.get(f"/review/{ID}.json?seat={seat}&token={_token(seat)}")
        if answer.status_code == 200:
            return answer.json()["moments"]
        time.sleep(0.2)
    raise TimeoutError("no review")


def _matters(text: str) -> bool:
    """Return whether a message is about the game: arrivals are a matter of chance, and at the end secrets are revealed."""
    message = json.loads(text)
    return set(message) != {"table"} and "pong" not in message and "outcome" not in message


def _told(text: str, size: int) -> tuple[str, int]:
    """Return a message and its size; if it contains milliseconds, its size says nothing."""
    plain = _timeless(text)
    return plain, size if plain == text else 0


def _timeless(text: str) -> str:
    return _PASSING.sub(r'"\1":0', text)
