"""Players over real sockets. They play at random, come back when their socket breaks, and write down all they say and see."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Message = dict[str, Any]
PATIENCE = 60.0  # seconds without a word before a socket is taken for dead
BROKEN = (OSError, WebSocketException, TimeoutError)


@dataclass
class Saying:
    """An action that was sent, perhaps more than once."""

    ply: int
    action: str
    ref: int
    fate: str = ""  # "ok", "refused" by the rules, "error": by the room, or nothing: nobody knows
    sent: int = 0  # how often
    answer: str = ""  # why not


@dataclass
class Sight:
    """What was shown of the record: after so many events, what was heard last and what the seat may know; `anew`: on another socket."""

    ply: int
    heard: list[list[str]]
    facts: Any
    over: bool
    anew: bool


@dataclass
class History:
    """Everything that one player said and saw at one table."""

    table: str
    seat: int | None
    said: list[Saying] = field(default_factory=list)
    seen: list[Sight] = field(default_factory=list)
    pauses: list[tuple[float, float]] = field(default_factory=list)  # when an action was wanted, and how long it took
    breaks: int = 0  # sockets that broke
    waits: int = 0  # times the relay said that it waits, or went on elsewhere
    moves: int = 0  # times it was asked to go to another node, and did
    errors: list[str] = field(default_factory=list)


class Player:
    """One seat of one table (or nobody's: an onlooker), on one socket at a time."""

    def __init__(self, table: str, seat: int | None, token: str, bases: Callable[[], list[str]], think: float, rng: random.Random) -> None:
        self.history = History(table, seat)
        self.table, self.seat, self.token, self.bases, self.think, self.rng = table, seat, token, bases, think, rng
        self.over = False
        self.is_playing = True  # whether anybody still plays at the table
        self.refs = 0
        self.unsure: Saying | None = None  # sent, and not answered
        self.since = 0.0  # when the action was first wanted that is not there yet
        self.offer: tuple[int, list[str]] = (0, [])  # what may be done, and after how many events
        self.anew = True
        self.base = ""
        self.socket: ClientConnection | None = None

    def __str__(self) -> str:
        """How it stands."""
        history, seen = self.history, [sight.ply for sight in self.history.seen[-3:]]
        line = f"at {self.base}" if self.socket is not None else "without a line"
        waits = f"{history.waits} waits, {history.breaks} breaks, {history.moves} moves"
        return (
            f"<{self.table[:6]}, seat {self.seat}, {line}: saw {seen}, may do {self.offer}, {self.unsure}, {history.errors[-2:]}, {waits}>"
        )

    async def play(self) -> None:
        """Play to the end of the game."""
        while not self.over:
            try:
                if self.socket is None:
                    self.socket = await self._dial()
                await self._listen()
            except BROKEN:
                self.history.breaks += self.socket is not None
                await self._hang_up()
                await asyncio.sleep(0.1)
        await self._hang_up()

    async def _dial(self, but: str = "") -> ClientConnection:
        base = self.rng.choice([base for base in self.bases() if base != but] or self.bases())
        query = f"feed=facts&token={self.token}" if self.seat is not None else "feed=facts&seat=none"
        self.base = base
        self.anew = True
        return await connect(
            f"{base.replace('http', 'ws', 1)}/t/{self.table}/live?{query}", open_timeout=PATIENCE, max_size=None, ping_interval=None
        )

    async def _hang_up(self) -> None:
        socket, self.socket = self.socket, None
        if socket is not None:
            with contextlib.suppress(*BROKEN):
                async with asyncio.timeout(1):
                    await socket.close()

    async def _listen(self) -> None:
        assert self.socket is not None
        while not self.over:
            async with asyncio.timeout(PATIENCE):  # wait_for may swallow that somebody wants it to end
                text = await self.socket.recv()
            await self._hear(json.loads(text))

    async def _hear(self, message: Message) -> None:
        if message.get("move"):
            return await self._move()
        if "line" in message:
            self.history.waits += 1
            self.anew = True
            return
        waited = self.unsure
        if self._answered(message):
            await asyncio.sleep(0.2)
            return await self._act()
        if waited is not None and self.unsure is None and "turn" not in message:
            return await self._act()  # it had happened before: what may be done now was told already
        if "turn" in message and "facts" in message:
            await self._look(message)

    def _answered(self, message: Message) -> bool:
        """Whether the room has said no to the last action, so that it is to be tried again."""
        unsure = self.unsure
        if unsure is None:
            return False
        if message.get("ok") == unsure.ref:
            self._settle("ok")
        elif unsure.ref in (message.get("ref"), message.get("refused", {}).get("ref")):
            unsure.fate, self.unsure = "refused" if "refused" in message else "error", None
            unsure.answer = str(message.get("error") or message["refused"])
            self.history.errors.append(unsure.answer)
            return True
        return False

    def _settle(self, fate: str) -> None:
        """It is known what became of the last action, or there is nothing to be done about it any more."""
        assert self.unsure is not None
        self.unsure.fate, self.unsure = fate, None
        self.history.pauses.append((self.since, time.monotonic() - self.since))
        self.since = 0.0

    async def _look(self, message: Message) -> None:
        ply = message["turn"]["ply"]
        self.history.seen.append(Sight(ply, message["heard"], message["facts"], "outcome" in message, self.anew))
        again, self.anew = self.anew, False
        self.over = "outcome" in message
        mine = message["legal"].get(str(self.seat), ()) if self.seat in message["turn"]["to_act"] else ()
        self.offer = ply, [action for action in mine if not action.endswith(" *")]
        if self.seat is None or self.over:
            return
        if self.unsure is not None and again:
            return await self._send(self.unsure)  # the answer was lost, or it was never heard: the same again
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
        """Open a socket elsewhere before this one is let go."""
        old, base = self.socket, self.base
        try:
            self.socket = await self._dial(base)
        except BROKEN:
            self.anew = False
            return  # this one still serves for a while
        self.history.moves += 1
        if old is not None:
            with contextlib.suppress(*BROKEN):
                await old.close()
