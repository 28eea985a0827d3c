"""A bus within one process, for a few nodes that live together, as in tests."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from itertools import count

from tableronde.room.bus import AnswerMessage, NoAnswer, OnMessage


class Exchange:
    """The state that the buses of one process share."""

    def __init__(self) -> None:
        self.listeners: defaultdict[str, list[tuple[HereBus, OnMessage]]] = defaultdict(list)
        self.groups: defaultdict[str, list[tuple[HereBus, AnswerMessage]]] = defaultdict(list)
        self.turn = count()


class HereBus:
    """One node's end of the exchange."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self.max_bytes = 1_000_000
        self._on_lost: Callable[[], None] | None = None
        self.is_up = True

    async def open(self, on_lost: Callable[[], None]) -> None:
        """Remember the callback; there is nothing to connect to."""
        self._on_lost = on_lost

    def cut_off(self) -> None:
        """Simulate a lost connection: nothing is sent or received."""
        self.is_up = False
        self._report_loss()

    def reconnect(self) -> None:
        """Restore the connection; messages sent meanwhile are lost."""
        self.is_up = True
        self._report_loss()

    async def publish(self, subject: str, message: bytes) -> bool:
        """Send a message, which is delivered in the next turn of the event loop."""
        if not self.is_up or len(message) > self.max_bytes:
            return False
        for end, hear in self._exchange.listeners[subject]:
            asyncio.get_running_loop().call_soon(end._deliver, hear, message)
        return True

    async def subscribe(self, subject: str, on_message: OnMessage) -> None:
        """Subscribe to a subject."""
        self._exchange.listeners[subject].append((self, on_message))

    async def answer(self, subject: str, group: str, answer: AnswerMessage) -> None:
        """Answer requests; all that answer one subject are one group here."""
        self._exchange.groups[subject].append((self, answer))

    async def ask(self, subject: str, message: bytes, seconds: float) -> bytes:
        """Ask the member whose turn it is."""
        able = [answer for end, answer in self._exchange.groups[subject] if end.is_up and self.is_up]
        if not able:
            raise NoAnswer
        try:
            async with asyncio.timeout(seconds):
                reply = await able[next(self._exchange.turn) % len(able)](message)
        except TimeoutError:
            raise NoAnswer from None
        if reply is None:
            raise NoAnswer
        return reply

    async def close(self) -> None:
        """Disconnect."""
        self.is_up = False

    def _deliver(self, on_message: OnMessage, message: bytes) -> None:
        if self.is_up:
            on_message(message)

    def _report_loss(self) -> None:
        if self._on_lost is not None:
            self._on_lost()
