"""The relay's end: a guest's request or socket that is answered by another node."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, Final, Literal

from tableronde.room.cluster.frames import Delivered, Heard, Listened, Message, Moved, Open, Probe, Said, Torn, carried
from tableronde.room.cluster.peers import Peers
from tableronde.room.logs import request_id
from tableronde.room.packets import Packet

AHEAD: Final = 16  # messages of a guest on their way, before no more are read
STEP: Final = 32_000  # bytes after which the keeper is told that they were delivered
End = Literal["done", "moved", "torn"]


class Stream:
    """One guest's way to the keeper. What the keeper says goes to `hear`, which says later that it was `delivered`."""

    def __init__(self, peers: Peers, node: str, number: int, hear: Callable[[Message], None], pour: Callable[[Packet], None]) -> None:
        self.peers, self.node, self.number = peers, node, number
        self.hear, self.pour = hear, pour
        self.over: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        self.kept: deque[Message] = deque()  # what the guest said and the keeper may not have taken in
        self.said = self.taken = 0  # messages of the guest
        self.heard = 0  # frames of the keeper
        self.size = self.told = 0  # bytes of the keeper that were delivered, and of which it knows
        self.probed = 0
        self._room = asyncio.Event()

    async def has_room(self) -> None:
        """Wait until the keeper has taken in enough of what the guest said."""
        while self.said - self.taken >= AHEAD and not self.over.done():
            self._room.clear()
            await self._room.wait()

    def say(self, message: Message) -> None:
        """Send something the guest said."""
        self.kept.append(message)
        if not self.over.done():
            self.said += 1
            self.peers.send(self.node, Heard(self.number, self.said, message))

    def listened(self, frame: Listened | Moved) -> None:
        """The keeper has taken in so much."""
        while self.taken < min(frame.count, self.said):
            self.taken += 1
            self.kept.popleft()
        self._room.set()

    def said_by_keeper(self, frame: Said) -> None:
        """The keeper says something."""
        if self._follows(frame.place):
            self.hear(frame.message)

    def poured_by_keeper(self, place: int, packet: Packet) -> None:
        """The keeper says something to many."""
        if self._follows(place):
            self.pour(packet)

    def unheard(self) -> Sequence[Message]:
        """At the end: what the guest said and nobody took in. Of a torn stream nobody knows what was: only what was never sent."""
        return list(self.kept) if self.over.result() == "moved" else list(self.kept)[self.said - self.taken :]

    def delivered(self, size: int) -> None:
        """What the keeper said has reached the guest."""
        self.size += size
        if self.size - self.told >= STEP and not self.over.done():
            self.told = self.size
            self.peers.send(self.node, Delivered(self.number, self.size))

    def answer_probe(self, frame: Probe) -> None:
        """The keeper asks whether everything has come."""
        if frame.place != self.heard:
            self.tear()

    def probe(self) -> None:
        """See to it that the last thing said is not missed for long."""
        if self.said != self.probed and not self.over.done():
            self.probed = self.said
            self.peers.send(self.node, Probe(self.number, self.said, relay=True))

    def end(self, how: End) -> None:
        """It is over."""
        if not self.over.done():
            self.over.set_result(how)
            self._room.set()

    def tear(self) -> None:
        """Something is missing: give it up."""
        if not self.over.done():
            self.peers.send(self.node, Torn(self.number, keeper=False))
            self.end("torn")

    def _follows(self, place: int) -> bool:
        if self.over.done():
            return False
        if place != self.heard + 1:
            self.tear()
            return False
        self.heard += 1
        return True


class Streams:
    """All guests of this node who are answered by others."""

    def __init__(self, peers: Peers) -> None:
        self.peers = peers
        self.open_now: dict[int, Stream] = {}
        self._numbers = count(1)

    def open(
        self, node: str, table: str, scope: Mapping[str, Any], hear: Callable[[Message], None], pour: Callable[[Packet], None]
    ) -> Stream:
        """Begin one; it is to be closed at its end."""
        number = next(self._numbers)
        stream = self.open_now[number] = Stream(self.peers, node, number, hear, pour)
        self.peers.send(node, Open(number, table, carried(scope), request_id.get()))
        return stream

    def close(self, stream: Stream) -> None:
        """The guest has gone, or needs it no longer."""
        if not stream.over.done():
            self.peers.send(stream.node, Torn(stream.number, keeper=False))
            stream.end("done")
        self.open_now.pop(stream.number, None)

    def tear(self, node: str | None) -> None:
        """A node is gone (None: all of them). Should it only have slept, it finds that out when it wakes up."""
        for stream in tuple(self.open_now.values()):
            if node in (None, stream.node):
                stream.tear()

    def __len__(self) -> int:
        return len(self.open_now)
