"""A bus whose messages are sealed: a stranger on it can neither read nor act, nor repeat what was said.

Senders number their messages, and a receiver accepts only growing numbers. An unknown sender must answer a challenge first, so that
nothing recorded earlier is believed, whatever any clock says. Only senders that have answered are remembered, up to a limit.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec import Struct

from tableronde.room.base.log_events import BUS_MESSAGE_REPLAYED, BUS_MESSAGE_UNSEALED, BUS_PROTOCOL_UNKNOWN, LogEvent
from tableronde.room.bus import AnswerMessage, Bus, Mode, NoAnswer, OnMessage
from tableronde.room.bus.seal import DerivedKeys, NotSealed, OtherProtocol, Seal, is_sealed
from tableronde.room.people.keyring import Keys

OVERHEAD_BYTES: Final = 256  # of a sealed message
MAX_SENDERS: Final = 1_000  # senders that are known; the one heard longest ago is forgotten
MAX_CHALLENGES: Final = 256  # waiting for an answer
CHALLENGE_SECONDS: Final = 0.2  # between two challenges of one sender
NONCE_BYTES: Final = 16
LOG_SECONDS: Final = 60.0  # between two lines of one kind
NODE: Final = "tableronde.node."  # the beginning of the subject of one node
PLAIN, SEALED = "tableronde.", "tableronde.sealed."  # sealed messages have subjects of their own, which older nodes do not hear
MESSAGE, CHALLENGE, ANSWER = range(3)


class SealedMessage(Struct, array_like=True):
    """The content of a sealed message: its kind, its sender, the sender's number, and the data."""

    kind: int
    sender: str
    number: int
    data: bytes


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(SealedMessage)


@dataclass(slots=True)
class KnownSender:
    """A sender that has answered a challenge: the number it had then, and the last number on each subject."""

    first: int = 0
    last: dict[str, int] = field(default_factory=dict)


class KnownSenders:
    """The senders that are known, and the numbers of their messages."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, KnownSender] = OrderedDict()
        self._challenges: OrderedDict[str, tuple[bytes, float]] = OrderedDict()

    def __contains__(self, sender: str) -> bool:
        return sender in self._known

    def __len__(self) -> int:
        return len(self._known)

    def accept(self, sender: str, subject: str, number: int) -> bool:
        """Return whether a number of a known sender is new, and remember it."""
        peer = self._known[sender]
        self._known.move_to_end(sender)
        if number <= peer.last.get(subject, peer.first):
            return False
        peer.last[subject] = number
        return True

    def add(self, sender: str, number: int = 0) -> None:
        """Add a sender, from a number on."""
        self._known[sender] = KnownSender(number)
        if len(self._known) > MAX_SENDERS:
            self._known.popitem(last=False)

    def challenge(self, sender: str) -> bytes | None:
        """Return a new challenge for a sender; None if it was given one just now."""
        now = time.monotonic()
        if sender in self._challenges and now - self._challenges[sender][1] < CHALLENGE_SECONDS:
            return None
        nonce = secrets.token_bytes(NONCE_BYTES)
        self._challenges[sender] = nonce, now
        self._challenges.move_to_end(sender)
        if len(self._challenges) > MAX_CHALLENGES:
            self._challenges.popitem(last=False)
        return nonce

    def take_answer(self, sender: str, nonce: bytes) -> bool:
        """Return whether an answer is right; each challenge can be answered once."""
        expected, _ = self._challenges.get(sender, (b"", 0.0))
        if not expected or not secrets.compare_digest(expected, nonce):
            return False
        del self._challenges[sender]
        return True


class SealedBus:
    """A bus around another one. With `accept` it also hears what is not sealed, and seals what it says to those who can open it."""

    def __init__(self, bus: Bus, mode: Mode) -> None:
        self.bus, self.mode = bus, mode
        self.name = ""
        self.senders = KnownSenders()
        self._number = 0
        self._seal: Seal | None = None  # of messages between nodes
        self._task_seal: Seal | None = None  # of tasks and their answers
        self._asked: OrderedDict[str, int] = OrderedDict()  # the last number of each node whose task was answered
        self._logged: dict[str, float] = {}  # when a line of each kind was last logged
        self._sending: set[asyncio.Task[bool]] = set()  # challenges and answers on their way

    def use_room_keys(self, name: str, read_keys: Callable[[], Keys]) -> None:
        """Seal with keys derived from the room's: this is the node of that name."""
        self.name = name
        self.senders.add(name)
        self._seal = Seal(DerivedKeys(read_keys, "nodes"))
        self._task_seal = Seal(DerivedKeys(read_keys, "workers"))

    def use_worker_keys(self, name: str, read_keys: Callable[[], Keys]) -> None:
        """Seal with the keys of workers: this process answers tasks."""
        self.name = name
        self._task_seal = Seal(read_keys)

    @property
    def is_up(self) -> bool:
        """Return whether others can be reached now."""
        return self.bus.is_up

    @property
    def max_bytes(self) -> int:
        """The largest size of a message, in bytes, before it is sealed."""
        return self.bus.max_bytes - OVERHEAD_BYTES

    async def open(self, on_lost: Callable[[], None]) -> None:
        """Connect, and listen for challenges and their answers."""
        await self.bus.open(on_lost)

    async def close(self) -> None:
        """Disconnect."""
        await self.bus.close()

    # Messages between nodes

    async def publish(self, subject: str, message: bytes) -> bool:
        """Send a message, sealed to those who can open it. Others are only told if this node need not seal."""
        if self.mode == "require" or self._is_known(subject):
            return await self._publish_sealed(MESSAGE, subject, message)
        if not subject.startswith(NODE):
            await self._publish_sealed(MESSAGE, subject, message)  # and once more for those who cannot open it
        return await self.bus.publish(subject, message)

    async def subscribe(self, subject: str, on_message: OnMessage) -> None:
        """Subscribe to sealed messages, and to others if they are accepted."""

        def receive(data: bytes) -> None:
            sealed = self._open(subject, data)
            if sealed is not None:
                self._on_sealed(sealed, subject, on_message)

        await self.bus.subscribe(_rename(subject), receive)
        if self.mode != "require":
            await self.bus.subscribe(subject, on_message)

    def _is_known(self, subject: str) -> bool:
        return subject.startswith(NODE) and subject.removeprefix(NODE) in self.senders

    def _on_sealed(self, sealed: SealedMessage, subject: str, on_message: OnMessage) -> None:
        sender, is_known = sealed.sender, sealed.sender in self.senders
        if sealed.kind == MESSAGE and is_known:
            if self.senders.accept(sender, subject, sealed.number):
                on_message(sealed.data)
            elif self._may_log(BUS_MESSAGE_REPLAYED):
                BUS_MESSAGE_REPLAYED.log()
            return
        if sealed.kind == ANSWER and self.senders.take_answer(sender, sealed.data):
            self.senders.add(sender, sealed.number)
        elif sealed.kind == CHALLENGE and sender != self.name:
            self._send(ANSWER, sender, sealed.data)
        if sender not in self.senders and (nonce := self.senders.challenge(sender)) is not None:
            self._send(CHALLENGE, sender, nonce)

    def _send(self, kind: int, node: str, data: bytes) -> None:
        if len(self._sending) < MAX_CHALLENGES:
            task = asyncio.create_task(self._publish_sealed(kind, f"{NODE}{node}", data))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _publish_sealed(self, kind: int, subject: str, message: bytes) -> bool:
        assert self._seal is not None
        self._number += 1
        sealed = _ENCODER.encode(SealedMessage(kind, self.name, self._number, message))
        return await self.bus.publish(_rename(subject), self._seal.seal(sealed, _rename(subject).encode()))

    def _open(self, subject: str, data: bytes) -> SealedMessage | None:
        assert self._seal is not None
        try:
            return _DECODER.decode(self._seal.open(data, _rename(subject).encode()))
        except (NotSealed, msgspec.MsgspecError, UnicodeError) as error:
            self._log_unsealed(error)
        return None

    # Tasks and their answers

    async def ask(self, subject: str, message: bytes, seconds: float) -> bytes:
        """Return the answer of one member, which only a worker with the room's key can give where seals are required."""
        if self.mode != "require":
            return await self.bus.ask(subject, message, seconds)
        assert self._task_seal is not None
        self._number += 1
        id = secrets.token_bytes(NONCE_BYTES)
        task = _ENCODER.encode(SealedMessage(MESSAGE, self.name, self._number, id + message))
        answer = await self.bus.ask(subject, self._task_seal.seal(task, subject.encode()), seconds)
        try:
            return self._task_seal.open(answer, id)
        except NotSealed as error:
            self._log_unsealed(error)
            raise NoAnswer from None

    async def answer(self, subject: str, group: str, answer: AnswerMessage) -> None:
        """Answer requests: those that are sealed with a sealed answer, others only where seals are not required."""

        async def open_and_answer(data: bytes) -> bytes | None:
            if self.mode != "require" and not is_sealed(data):
                return await answer(data)
            try:
                seal, task = self._open_task(subject, data)
            except (NotSealed, msgspec.MsgspecError, UnicodeError) as error:
                self._log_unsealed(error)
                return None
            reply = await answer(task[NONCE_BYTES:]) if task else None
            return None if reply is None else seal.seal(reply, task[:NONCE_BYTES])

        await self.bus.answer(subject, group, open_and_answer)

    def _open_task(self, subject: str, data: bytes) -> tuple[Seal, bytes]:
        """Return what a task says, and the seal for its answer; nothing for a task that is not newer than the last one of its node."""
        if self._task_seal is None:
            raise NotSealed("this process has no key of workers")
        task = _DECODER.decode(self._task_seal.open(data, subject.encode()))
        if task.number <= self._asked.get(task.sender, 0):
            if self._may_log(BUS_MESSAGE_REPLAYED):
                BUS_MESSAGE_REPLAYED.log()
            return self._task_seal, b""
        self._asked[task.sender] = task.number
        self._asked.move_to_end(task.sender)
        if len(self._asked) > MAX_SENDERS:
            self._asked.popitem(last=False)
        return self._task_seal, task.data

    # Logging: a stranger may send as much as they like

    def _log_unsealed(self, error: Exception) -> None:
        if isinstance(error, OtherProtocol):
            if self._may_log(BUS_PROTOCOL_UNKNOWN):
                BUS_PROTOCOL_UNKNOWN.log(number=error.number)
        elif self._may_log(BUS_MESSAGE_UNSEALED):
            BUS_MESSAGE_UNSEALED.log(fault=str(error))

    def _may_log(self, event: LogEvent) -> bool:
        now = time.monotonic()
        if now - self._logged.get(event.code, -LOG_SECONDS) < LOG_SECONDS:
            return False
        self._logged[event.code] = now
        return True


def _rename(subject: str) -> str:
    """Return the subject of sealed messages for that of others."""
    return SEALED + subject.removeprefix(PLAIN)
