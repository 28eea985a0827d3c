"""Players over real sockets. They play at random, reconnect when their socket breaks, and record all they send and see.

They join in every way there is (`Way`), and know nothing of the room but its documented API.
"""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Message = dict[str, Any]
Way = Literal["cookie", "invitation", "token", "no cookie", "second device", "spectator"]
WAYS: tuple[Way, ...] = ("token", "cookie", "invitation", "no cookie")  # of taking a seat
PATIENCE = 60.0  # without a message, before a socket counts as dead
BROKEN = (OSError, WebSocketException, TimeoutError)


@dataclass
class Saying:
    """An action that was sent, perhaps more than once."""

    ply: int
    action: str
    ref: int
    fate: str = ""  # "ok", "refused" by the rules, "error" of the room, or "": unknown
    sent: int = 0  # how often
    answer: str = ""  # the reason of a refusal


@dataclass
class Sight:
    """A position as it was shown: the number of events, the latest events, and the facts; `is_new_socket`: the first on its socket."""

    ply: int
    heard: list[list[str]]
    facts: Any
    over: bool
    is_new_socket: bool
    at: float = 0.0  # when


@dataclass
class Entry:
    """How a player reaches a table: a seat's token, or a cookie, or neither."""

    way: Way
    seat: int | None
    token: str = ""
    cookie: str = ""

    @property
    def query(self) -> str:
        """The query of the socket's address."""
        if self.seat is None:
            return "feed=facts&seat=none"
        if self.token:
            return f"feed=facts&token={self.token}"
        return f"feed=facts&seat={self.seat}" if self.way == "cookie" else "feed=facts"  # the host holds other seats as well


@dataclass
class History:
    """Everything that one player sent and saw at one table."""

    table: str
    seat: int | None
    way: Way = "token"
    said: list[Saying] = field(default_factory=list)
    seen: list[Sight] = field(default_factory=list)
    pauses: list[tuple[float, float]] = field(default_factory=list)  # when an action was wanted, and how long it took
    breaks: int = 0  # broken sockets
    waits: int = 0  # how often the proxy announced a wait or a new owner
    moves: int = 0  # how often it was asked to move to another node, and did
    closes: list[float] = field(default_factory=list)  # how long it took to close the old socket after moving
    errors: list[str] = field(default_factory=list)
    lost_seats: list[str] = field(default_factory=list)  # what the room said when a seat that was theirs was theirs no longer


class Player:
    """One seat of one table (or a spectator), with one socket at a time."""

    def __init__(self, table: str, entry: Entry, bases: Callable[[], list[str]], think: float, rng: random.Random) -> None:
        self.history = History(table, entry.seat, entry.way)
        self.table, self.entry, self.seat, self.bases, self.think, self.rng = table, entry, entry.seat, bases, think, rng
        self.over = False
        self.has_begun = False  # whether the game has
        self.is_seated = entry.seat is None
        self.is_stranded = False  # whether it cannot come back: its socket broke before it knew the link of its seat
        self.is_playing = True  # whether anybody still plays at the table
        self.refs = 0
        self.unsure: Saying | None = None  # sent, and not answered
        self.since = 0.0  # since when the missing action is wanted
        self.offer: tuple[int, list[str]] = (0, [])  # the legal actions, and after how many events
        self.is_new_socket = True
        self.should_move = False  # whether the node is about to leave
        self.base = ""
        self.socket: ClientConnection | None = None
        self._closing: set[asyncio.Task[None]] = set()

    def __str__(self) -> str:
        """Describe the state, for error messages."""
        history, seen = self.history, [sight.ply for sight in self.history.seen[-3:]]
        line = f"at {self.base}" if self.socket is not None else "without a line"
        who = f"{self.table[:6]}, seat {self.seat} by {self.entry.way}, {line}"
        waits = f"{history.waits} waits, {history.breaks} breaks, {history.moves} moves"
        return f"<{who}: saw {seen}, may do {self.offer}, {self.unsure}, {history.errors[-2:]}, {waits}>"

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.over and not self.is_stranded:
            try:
                if self.socket is None:
                    self.socket = await self._dial()
                await self._listen()
            except BROKEN:
                self.history.breaks += self.socket is not None
                self.is_stranded = self.socket is not None and not self.is_seated and self.entry.way == "no cookie"
                await self._hang_up()
                await asyncio.sleep(0.1)
        await self._hang_up()

    async def _dial(self, but: str = "") -> ClientConnection:
        base = self.rng.choice([base for base in self.bases() if base != but] or self.bases())
        self.base = base
        self.is_new_socket, self.should_move = True, False
        headers = {"Cookie": self.entry.cookie} if self.entry.cookie else {}
        address = f"{base.replace('http', 'ws', 1)}/t/{self.table}/live?{self.entry.query}"
        return await connect(address, additional_headers=headers, open_timeout=PATIENCE, max_size=None, ping_interval=None)

    async def _hang_up(self) -> None:
        for task in self._closing:
            task.cancel()
        socket, self.socket = self.socket, None
        if socket is not None:
            with contextlib.suppress(*BROKEN):
                async with asyncio.timeout(1):
                    await socket.close()

    async def _listen(self) -> None:
        assert self.socket is not None
        while not self.over:
            async with asyncio.timeout(PATIENCE):  # wait_for may swallow a cancellation
                text = await self.socket.recv()
            await self._hear(json.loads(text))

    async def _hear(self, message: Message) -> None:
        if message.get("move"):
            self.should_move = True
        if "line" in message:
            self.history.waits += 1
            self.is_new_socket = True
            return
        if "table" in message:
            await self._look_at_seat(message["table"])
        if self.should_move and self.is_seated:  # who waits for a seat would come back without knowing its new link
            return await self._move()
        waited = self.unsure
        if self._answered(message):
            await asyncio.sleep(0.2)
            return await self._act()
        if waited is not None and self.unsure is None and "turn" not in message:
            return await self._act()  # it had happened before: the legal actions are known already
        if "turn" in message and "facts" in message and self.has_begun:
            await self._look(message)

    async def _look_at_seat(self, table: Message) -> None:
        """Sit down if the seat is free, keep its link, and note if it was lost."""
        self.has_begun = table["status"] != "waiting"
        if self.seat is None:
            return
        seat = table["seats"][self.seat]
        if seat["kind"] == "person" and seat["yours"]:
            self.is_seated = True
            if self.entry.token and seat.get("link"):
                self.entry.token = seat["link"].rpartition("/")[2]  # sitting down gave the seat a new one
        elif self.is_seated:
            self.history.lost_seats.append(str(seat))
        elif seat["kind"] == "open" and self.socket is not None:
            await self.socket.send(json.dumps({"do": "sit", "seat": self.seat, "name": f"P{self.seat}"}))

    def _answered(self, message: Message) -> bool:
        """Return whether the room has refused the last action, so that another must be tried."""
        unsure = self.unsure
        if unsure is None:
            return False
        if message.get("ok") == unsure.ref:
            self._settle("ok")
        elif unsure.ref in (message.get("ref"), message.get("refused", {}).get("ref")):
            unsure.fate, self.unsure = "refused" if "refused" in message else "" if message.get("unsure") else "error", None
            unsure.answer = str(message.get("error") or message["refused"])
            self.history.errors.append(unsure.answer)
            return True
        return False

    def _settle(self, fate: str) -> None:
        """Record the fate of the last action, or give it up."""
        assert self.unsure is not None
        self.unsure.fate, self.unsure = fate, None
        self.history.pauses.append((self.since, time.monotonic() - self.since))
        self.since = 0.0

    async def _look(self, message: Message) -> None:
        ply = message["turn"]["ply"]
        self.history.seen.append(Sight(ply, message["heard"], message["facts"], "outcome" in message, self.is_new_socket, time.monotonic()))
        again, self.is_new_socket = self.is_new_socket, False
        self.over = "outcome" in message
        mine = message["legal"].get(str(self.seat), ()) if self.seat in message["turn"]["to_act"] else ()
        self.offer = ply, [action for action in mine if not action.endswith(" *")]
        if self.seat is None or self.over or self.entry.way == "second device":
            return
        if self.unsure is not None and again:
            return await self._send(self.unsure)  # the answer, or the action itself, was lost: send it again
        if self.unsure is None and self.offer[1]:
            await asyncio.sleep(self.think * self.rng.uniform(0.5, 1.5))
            await self._act()

    async def _act(self) -> None:
        ply, actions = self.offer
        if actions:
            self.refs += 1
            self.since = self.since or time.monotonic()
            self.unsure = Saying(ply, self.rng.choice(actions), self.refs)
            self.history.said.append(self.unsure)
            await self._send(self.unsure)

    async def _send(self, saying: Saying) -> None:
        assert self.socket is not None
        saying.sent += 1
        message = {"do": "act", "action": saying.action, "seat": self.seat, "ref": saying.ref, "ply": saying.ply, "sure": True}
        await self.socket.send(json.dumps(message))

    async def _move(self) -> None:
        """Open a socket on another node before this one is closed."""
        self.should_move = False
        old, base = self.socket, self.base
        try:
            self.socket = await self._dial(base)
        except BROKEN:
            self.is_new_socket = False
            return  # this one still works for a while
        self.history.moves += 1
        if old is not None:
            task = asyncio.create_task(self._close(old))  # as a browser does: it plays on meanwhile
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _close(self, socket: ClientConnection) -> None:
        began = time.monotonic()
        with contextlib.suppress(*BROKEN):
            await socket.close()
        self.history.closes.append(time.monotonic() - began)
