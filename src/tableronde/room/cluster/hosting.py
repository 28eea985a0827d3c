"""The keeper's end: guests of other nodes, as the keeper's own application sees them."""

import asyncio
import logging
from collections import deque
from collections.abc import MutableMapping
from typing import Any, Final

from starlette.types import ASGIApp

from tableronde.room.cluster.frames import Delivered, Heard, Listened, Message, Moved, Open, Probe, Said, Torn, restored, size
from tableronde.room.cluster.peers import WIDEST, Peers
from tableronde.room.keepers import Keepers
from tableronde.room.keeping import LATER, MOVED
from tableronde.room.live.outbox import BACK, PIPE
from tableronde.room.logs import request_id
from tableronde.room.packets import Packet

WINDOW: Final = 128_000  # bytes said and not yet delivered, before the keeper waits
PIECE: Final = 256_000  # bytes of a message that travel at once
LISTENED: Final = 8  # messages after which the relay is told that they were taken in
GONE: Final[dict[str, Message]] = {"http": {"type": "http.disconnect"}, "websocket": {"type": "websocket.disconnect", "code": 1001}}
log: Final = logging.getLogger("tableronde.room")


class Hosted:
    """A guest of another node: an ASGI connection whose other end is far away."""

    def __init__(self, peers: Peers, node: str, opened: Open) -> None:
        self.peers, self.node, self.opened, self.number = peers, node, opened, opened.number
        self.kind: str = opened.scope["type"]
        self.inbox: deque[Message] = deque()
        self.heard = 0  # messages that have come
        self.taken = 0  # messages the application has taken in
        self.told = 0  # of which the relay knows
        self.place = 0  # frames said
        self.said = self.delivered = 0  # bytes
        self.probed = 0  # up to which frame the relay was asked whether all is there
        self.over = False  # whether nothing more is said
        self._wake, self._room = asyncio.Event(), asyncio.Event()

    async def run(self, app: ASGIApp) -> None:
        """Let the application talk with the guest until one of them has enough."""
        scope = restored(self.opened.scope)
        scope["extensions"].update({PIPE: self, BACK: self.give_back})
        request_id.set(self.opened.request)
        try:
            await app(scope, self.receive, self.send)
        except Exception as error:
            if self.over and isinstance(error, OSError):
                return  # the guest has gone: nobody's fault
            log.exception("a request that came by another node met a fault")
            if self.kind == "websocket" and not self.over:
                await self.send({"type": "websocket.close", "code": 1011})
        finally:
            if not self.over:
                self.tear()

    # What the application does

    async def receive(self) -> Message:
        """The next thing the guest says. Who asks for it has done with what came before."""
        if self.taken - self.told >= LISTENED and not self.over:
            self.told = self.taken
            self.peers.send(self.node, Listened(self.number, self.taken))
        while not self.inbox:
            self._wake.clear()
            await self._wake.wait()
        self.taken += 1
        return self.inbox.popleft()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Say something, once there is room for it. Who talks on a socket to somebody who is gone is told so."""
        if self.over and self.kind == "websocket":
            raise OSError("the guest has gone")
        if message["type"] == "websocket.close" and message.get("code") in (MOVED, LATER):
            return self.move()
        for piece in _pieces(dict(message), self._piece):
            await self._has_room()
            if not self.over:
                self._say(piece)
        self.over = (
            self.over or message["type"] == "websocket.close" or (message["type"] == "http.response.body" and not message.get("more_body"))
        )

    def pour(self, packet: Packet) -> bool:
        """Say a message of text at once, if there is room for it."""
        if self.over or len(packet) > self._piece or self.said - self.delivered > WINDOW:
            return False
        self.place += 1
        self.said += len(packet)
        self.peers.pour(self.node, self.number, self.place, packet.data)
        return True

    def give_back(self) -> None:
        """What was taken in last was not looked at after all."""
        self.taken -= 1

    @property
    def _piece(self) -> int:
        return min(PIECE, self.peers.most // 2)

    # What happens to it

    def hear(self, frame: Heard) -> None:
        """The guest says something."""
        if frame.place != self.heard + 1:
            return self.tear()
        self.heard += 1
        self._put(frame.message)

    def deliver(self, frame: Delivered) -> None:
        """What was said has come a bit farther."""
        self.delivered = max(self.delivered, frame.size)
        self._room.set()

    def move(self) -> None:
        """The table is kept elsewhere from now on; what the guest said and nobody took in is said again there."""
        if not self.over:
            self.peers.send(self.node, Moved(self.number, self.taken))
            self.leave()

    def tear(self) -> None:
        """Something is missing."""
        if not self.over:
            self.peers.send(self.node, Torn(self.number, keeper=True))
            self.leave()

    def leave(self) -> None:
        """The guest is gone, or cannot be reached any more."""
        self.over = True
        self._room.set()
        self._put(GONE[self.kind])

    def answer_probe(self, frame: Probe) -> None:
        """The relay asks whether everything has come."""
        if frame.place != self.heard:
            self.tear()

    def probe(self) -> None:
        """See to it that the last thing said is not missed for long."""
        if not self.over and self.place != self.probed:
            self.probed = self.place
            self.peers.send(self.node, Probe(self.number, self.place, relay=False))

    def _put(self, message: Message) -> None:
        self.inbox.append(message)
        self._wake.set()

    def _say(self, message: Message) -> None:
        self.place += 1
        self.said += size(message)
        self.peers.send(self.node, Said(self.number, self.place, message))

    async def _has_room(self) -> None:
        while self.said - self.delivered > WINDOW and not self.over:
            self._room.clear()
            await self._room.wait()


class Hosting:
    """All guests of other nodes."""

    def __init__(self, peers: Peers, app: ASGIApp, keepers: Keepers) -> None:
        self.peers, self.app, self.keepers = peers, app, keepers
        self.guests: dict[tuple[str, int], Hosted] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, node: str, frame: Open) -> None:
        """Somebody has come."""
        guest = self.guests[node, frame.number] = Hosted(self.peers, node, frame)
        task = asyncio.create_task(self._host(guest))
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._finished(node, frame.number, task))

    async def _host(self, guest: Hosted) -> None:
        """If the table is kept here, or by nobody, they are welcome; else they are sent on."""
        if await self.keepers.takes(guest.opened.table):
            await guest.run(self.app)
        else:
            guest.move()

    def find(self, node: str, number: int) -> Hosted | None:
        """The guest with that number; None if they have gone."""
        return self.guests.get((node, number))

    def tear(self, node: str | None) -> None:
        """A node is gone (None: all of them): so are its guests. Should it only have slept, it finds that out when it wakes up."""
        for (other, _), guest in tuple(self.guests.items()):
            if node in (None, other):
                guest.tear()

    async def close(self) -> None:
        """Let everybody go on elsewhere."""
        for guest in tuple(self.guests.values()):
            guest.move()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)

    def _finished(self, node: str, number: int, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.guests.pop((node, number), None)


def _pieces(message: Message, most: int) -> list[Message]:
    """A long message as several, which the relay puts together again."""
    key, step = ("body", most) if "body" in message else ("text", most // WIDEST)
    whole = message.get(key) or b""
    if len(whole) <= step:
        return [message]
    parts = [whole[start : start + step] for start in range(0, len(whole), step)]
    if key == "body":
        last = bool(message.get("more_body"))
        return [{**message, "body": part, "more_body": last or i < len(parts) - 1} for i, part in enumerate(parts)]
    return [{**message, "text": part, "more": i < len(parts) - 1} for i, part in enumerate(parts)]
