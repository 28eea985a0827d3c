"""The other nodes of the room: which of them are alive, and messages to and from them.

Frames of one turn of the event loop travel together. Every node sends a beat twice a second; a node that was silent for a while counts as
gone until it is heard again. Whether it still owns its tables is for the store to decide.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Final

import msgspec

from tableronde.room.base.log_events import BUS_MESSAGE_INVALID, NODE_SILENT, NODES_DIFFER
from tableronde.room.base.logs import watch
from tableronde.room.base.tracing import current_trace
from tableronde.room.bus import Bus
from tableronde.room.cluster.frames import (
    About,
    Broadcast,
    Frame,
    FromClient,
    Left,
    Open,
    ToClient,
    decode_envelope,
    encode_envelope,
    weigh_message,
)

NODES: Final = "tableronde.nodes"
BEAT_SECONDS: Final = 0.5  # between two beats
SILENT_SECONDS: Final = 2.0  # without a beat, after which a node counts as gone
MAX_MESSAGE_BYTES: Final = 500_000  # in one message of the bus, if they wait for one node
MAX_BYTES_PER_CHARACTER: Final = 4  # in UTF-8


class Peers:
    """This node's connection to the others."""

    def __init__(self, bus: Bus, node: str, about: About | None = None) -> None:
        self.bus, self.node, self.about = bus, node, about or About()
        self.epoch = 0
        self.has_heard_itself = False  # whether a beat of this node has come back, so that the bus works in both directions
        self.abouts: dict[str, About] = {}  # what the other nodes have said of themselves
        self.on_frame: Callable[[str, Frame], None] = _ignore_frame
        self.on_lost: Callable[[str | None], None] = _ignore_node  # all streams with a node (None: with all nodes) are lost
        self.on_beat: Callable[[], None] = _ignore_beat  # called at each beat
        self._last_seen: dict[str, tuple[float, int]] = {}  # time and epoch of the last message of each node
        self._out: dict[str, list[Frame]] = {}
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._node_appeared = asyncio.Event()  # set whenever a silent node is heard again

    async def open(self) -> None:
        """Connect and start to listen, to send and to beat."""
        await self.bus.open(self._on_cut_off)
        works = (self._listen, self._deliver, self._beat)
        self._tasks = [watch(asyncio.create_task(work(), name=work.__name__)) for work in works]

    async def close(self) -> None:
        """Say goodbye and disconnect, so that other nodes need not notice the silence."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.publish(NODES, encode_envelope(self.node, self.epoch, (Left(),)))
        await self.bus.close()

    @property
    def max_bytes(self) -> int:
        """The largest size of a message: the bus may accept less than usual, and the envelope needs some bytes."""
        return min(MAX_MESSAGE_BYTES, self.bus.max_bytes // 2)

    @property
    def alive(self) -> list[str]:
        """The nodes heard within the last two seconds."""
        now = monotonic()
        return [node for node, (at, _) in self._last_seen.items() if now - at < SILENT_SECONDS]

    def is_alive(self, node: str) -> bool:
        """Return whether a node was heard within the last two seconds and the bus is up."""
        return self.bus.is_up and node in self._last_seen and monotonic() - self._last_seen[node][0] < SILENT_SECONDS

    async def wait_for_node(self, seconds: float) -> None:
        """Wait until a node appears or reappears, for `seconds` at most."""
        self._node_appeared.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._node_appeared.wait()

    def send(self, node: str, frame: Frame) -> None:
        """Queue a frame."""
        self._out.setdefault(node, []).append(frame)
        self._wake.set()

    def broadcast(self, node: str, number: int, place: int, data: bytes) -> None:
        """Queue a text message; guests of one node that are sent the same message one after the other share it."""
        last = self._out.get(node, [None])[-1]
        if isinstance(last, Broadcast) and last.data is data:
            last.targets.append((number, place))
        else:
            self.send(node, Broadcast([(number, place)], data, current_trace()))

    # Internal

    async def _listen(self) -> None:
        await self.bus.subscribe(f"tableronde.node.{self.node}", self._receive)
        await self.bus.subscribe(NODES, self._receive)

    def _receive(self, data: bytes) -> None:
        """Handle an envelope; one without frames is a beat."""
        try:
            envelope = decode_envelope(data)
        except (msgspec.MsgspecError, UnicodeError) as error:
            BUS_MESSAGE_INVALID.log(fault=str(error))
            return
        if envelope.sender == self.node:
            self.has_heard_itself = True
            return
        if envelope.about is not None:
            self._compare(envelope.sender, envelope.about)
        at, epoch = self._last_seen.get(envelope.sender, (0.0, envelope.epoch))
        if envelope.epoch < epoch:
            return  # sent before it was cut off; it has given these streams up
        if envelope.epoch > epoch:
            self.on_lost(envelope.sender)
        self._last_seen[envelope.sender] = monotonic(), envelope.epoch
        if monotonic() - at > SILENT_SECONDS:
            self._node_appeared.set()
        for frame in envelope.frames:
            if isinstance(frame, Left):
                self._forget_node(envelope.sender)
            else:
                self.on_frame(envelope.sender, frame)

    async def _deliver(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            out, self._out = self._out, {}
            for node, frames in out.items():
                for part in _split_frames(frames, self.max_bytes):
                    await self.bus.publish(f"tableronde.node.{node}", encode_envelope(self.node, self.epoch, part))

    async def _beat(self) -> None:
        """Send beats and notice silent nodes. A node that was suspended itself listens first."""
        last = monotonic()
        while True:
            await self.bus.publish(NODES, encode_envelope(self.node, self.epoch, (), self.about))
            self.on_beat()
            await asyncio.sleep(BEAT_SECONDS)
            now = monotonic()
            if now - last < 2 * BEAT_SECONDS:
                for node in [node for node, (at, _) in self._last_seen.items() if now - at > SILENT_SECONDS]:
                    NODE_SILENT.log(node=node)
                    self._forget_node(node)
            last = now

    def _compare(self, node: str, about: About) -> None:
        """Remember what a node says of itself, and log once how its games differ from those of this node."""
        if self.abouts.get(node) == about:
            return
        self.abouts[node] = about
        games = describe_differences(self.about.games, about.games)
        if games and self.about.games:
            NODES_DIFFER.log(node=node, games=games, versions=f"{self.about.version} here, {about.version} there")

    def _forget_node(self, node: str) -> None:
        del self._last_seen[node]
        self.abouts.pop(node, None)
        self.on_lost(node)

    def _on_cut_off(self) -> None:
        """Give up all streams, because messages may be missing in both directions; the other nodes notice the new epoch."""
        self.epoch += 1
        self._out.clear()
        self.on_lost(None)


def describe_differences(here: Mapping[str, list[int]], there: Mapping[str, list[int]]) -> str:
    """Describe which games two nodes do not have in the same editions."""
    differences = []
    for game in sorted({*here, *there}):
        mine, theirs = here.get(game, []), there.get(game, [])
        if mine != theirs:
            differences.append(f"{game}: {_list_editions(mine)} here, {_list_editions(theirs)} there")
    return "; ".join(differences)


def _list_editions(editions: Sequence[int]) -> str:
    return f"edition {', '.join(map(str, editions))}" if editions else "missing"


def _split_frames(frames: list[Frame], most: int) -> list[list[Frame]]:
    """Distribute frames over messages of a limited size."""
    parts: list[list[Frame]] = [[]]
    filled = 0
    for frame in frames:
        weight = _weigh_frame(frame)
        if parts[-1] and filled + weight > most:
            parts.append([])
            filled = 0
        parts[-1].append(frame)
        filled += weight
    return parts


def _weigh_frame(frame: Frame) -> int:
    match frame:
        case Broadcast(targets, data, trace):
            return len(data) + len(trace) + 12 * len(targets)
        case ToClient(_, _, message) | FromClient(_, _, message):
            return MAX_BYTES_PER_CHARACTER * weigh_message(message)
        case Open():
            return len(encode_envelope("", 0, [frame]))
    return 64


def _ignore_frame(node: str, frame: Frame) -> None:
    """Default of `on_frame`."""


def _ignore_node(node: str | None) -> None:
    """Default of `on_lost`."""


def _ignore_beat() -> None:
    """Default of `on_beat`."""
