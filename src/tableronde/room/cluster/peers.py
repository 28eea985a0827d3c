"""The other nodes of the room: who of them lives, and letters to and from them.

Frames of one turn of the event loop travel together. Every node says twice a second that it lives; whom nobody has heard for a
while counts as gone, until it is heard again. Whether it keeps its tables is for the store to say.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from time import monotonic
from typing import Final

import msgspec

from tableronde.room.bus import Bus
from tableronde.room.cluster.frames import Frame, Heard, Left, Open, Poured, Said, seal, size, unseal
from tableronde.room.logs import watched

NODES: Final = "tableronde.nodes"
BEAT: Final = 0.5  # seconds between two signs of life
SILENT: Final = 2.0  # seconds without one, after which a node counts as gone
LETTER: Final = 500_000  # bytes in one message of the bus, if there are so many for one node
WIDEST: Final = 4  # bytes that a character of a text may have
log: Final = logging.getLogger("tableronde.room")


class Peers:
    """This node among the others."""

    def __init__(self, bus: Bus, me: str) -> None:
        self.bus, self.me = bus, me
        self.epoch = 0
        self.hear: Callable[[str, Frame], None] = _ignore
        self.tear: Callable[[str | None], None] = _ignore_node  # all streams with a node (None: with everybody) are gone
        self.look: Callable[[], None] = _ignore_beat  # called at each beat
        self._heard: dict[str, tuple[float, int]] = {}  # when each node was last heard, and its epoch
        self._out: dict[str, list[Frame]] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._news = asyncio.Event()  # set whenever a node is heard anew

    async def open(self) -> None:
        """Begin to talk."""
        await self.bus.open(self._cut_off)
        works = (self._listen, self._deliver, self._beat)
        self._tasks = [watched(asyncio.create_task(work(), name=work.__name__)) for work in works]

    async def close(self) -> None:
        """Say goodbye, and nothing more: nobody has to find out that this node is not heard any longer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.publish(NODES, seal(self.me, self.epoch, (Left(),)))
        await self.bus.close()

    @property
    def most(self) -> int:
        """Bytes that a letter may have: the bus may take less than usual at once, and some are for what is around the frames."""
        return min(LETTER, self.bus.most // 2)

    @property
    def alive(self) -> list[str]:
        """The nodes heard a moment ago."""
        now = monotonic()
        return [node for node, (at, _) in self._heard.items() if now - at < SILENT]

    def is_alive(self, node: str) -> bool:
        """Whether a node was heard a moment ago, and can hear us."""
        return self.bus.is_up and node in self._heard and monotonic() - self._heard[node][0] < SILENT

    async def news(self, seconds: float) -> None:
        """Wait until a node is heard for the first time, or again, but no longer than that."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()

    def send(self, node: str, frame: Frame) -> None:
        """Put a frame on its way."""
        self._out.setdefault(node, []).append(frame)
        self._wake.set()

    def pour(self, node: str, number: int, place: int, data: bytes) -> None:
        """Put a message of text on its way; if another guest of that node has just been sent the same, they share it."""
        last = self._out.get(node, [None])[-1]
        if isinstance(last, Poured) and last.data is data:
            last.targets.append((number, place))
        else:
            self.send(node, Poured([(number, place)], data))

    # Inside

    async def _listen(self) -> None:
        await self.bus.subscribe(f"tableronde.node.{self.me}", self._receive)
        await self.bus.subscribe(NODES, self._receive)

    def _receive(self, data: bytes) -> None:
        """A letter, or a sign of life: a letter without frames."""
        try:
            letter = unseal(data)
        except (msgspec.MsgspecError, UnicodeError):
            log.error("something on the bus is no letter of a node")
            return
        if letter.sender == self.me:
            return
        at, epoch = self._heard.get(letter.sender, (0.0, letter.epoch))
        if letter.epoch < epoch:
            return  # said before it was cut off; it has given all that up
        if letter.epoch > epoch:
            self.tear(letter.sender)
        self._heard[letter.sender] = monotonic(), letter.epoch
        if monotonic() - at > SILENT:
            self._news.set()
        for frame in letter.frames:
            if isinstance(frame, Left):
                self._gone(letter.sender)
            else:
                self.hear(letter.sender, frame)

    async def _deliver(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            out, self._out = self._out, {}
            for node, frames in out.items():
                for letter in _parted(frames, self.most):
                    await self.bus.publish(f"tableronde.node.{node}", seal(self.me, self.epoch, letter))

    async def _beat(self) -> None:
        """Say that this node lives, and notice who does not. Who was asleep itself has to listen first."""
        last = monotonic()
        while True:
            await self.bus.publish(NODES, seal(self.me, self.epoch, ()))
            self.look()
            await asyncio.sleep(BEAT)
            now = monotonic()
            if now - last < 2 * BEAT:
                for node in [node for node, (at, _) in self._heard.items() if now - at > SILENT]:
                    log.warning("a node is no longer heard", extra={"node": node})
                    self._gone(node)
            last = now

    def _gone(self, node: str) -> None:
        del self._heard[node]
        self.tear(node)

    def _cut_off(self) -> None:
        """Messages may be missing in both directions: whatever was going on with others is given up, and they are told by the epoch."""
        self.epoch += 1
        self._out.clear()
        self.tear(None)


def _parted(frames: list[Frame], most: int) -> list[list[Frame]]:
    """Frames in letters that are not too long."""
    letters: list[list[Frame]] = [[]]
    filled = 0
    for frame in frames:
        weight = _weight(frame)
        if letters[-1] and filled + weight > most:
            letters.append([])
            filled = 0
        letters[-1].append(frame)
        filled += weight
    return letters


def _weight(frame: Frame) -> int:
    match frame:
        case Poured(targets, data):
            return len(data) + 12 * len(targets)
        case Said(_, _, message) | Heard(_, _, message):
            return WIDEST * size(message)
        case Open():
            return len(seal("", 0, [frame]))
    return 64


def _ignore(node: str, frame: Frame) -> None:
    """Nobody listens yet."""


def _ignore_node(node: str | None) -> None:
    """Nobody listens yet."""


def _ignore_beat() -> None:
    """Nobody listens yet."""
