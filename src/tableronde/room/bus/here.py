"""A bus within one process: for a few nodes that live together, as in tests."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from itertools import count

from tableronde.room.bus import Answer, Hear, Nobody


class Exchange:
    """What the buses of one process have in common."""

    def __init__(self) -> None:
        self.listeners: defaultdict[str, list[tuple[HereBus, Hear]]] = defaultdict(list)
        self.groups: defaultdict[str, list[tuple[HereBus, Answer]]] = defaultdict(list)
        self.turn = count()


class HereBus:
    """One node's end of it."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self.most = 1_000_000
        self._lost: Callable[[], None] | None = None
        self.is_up = True

    async def open(self, lost: Callable[[], None]) -> None:
        """There is nothing to connect to."""
        self._lost = lost

    def cut(self) -> None:
        """This end is cut off: it says and hears nothing."""
        self.is_up = False
        self._tell()

    def mend(self) -> None:
        """It is back; what was said meanwhile is gone."""
        self.is_up = True
        self._tell()

    async def publish(self, subject: str, message: bytes) -> bool:
        """Say something; it is heard in the next turn of the event loop."""
        if not self.is_up or len(message) > self.most:
            return False
        for end, hear in self._exchange.listeners[subject]:
            asyncio.get_running_loop().call_soon(end._hear, hear, message)
        return True

    async def subscribe(self, subject: str, hear: Hear) -> None:
        """Listen."""
        self._exchange.listeners[subject].append((self, hear))

    async def answer(self, subject: str, group: str, answer: Answer) -> None:
        """Answer; all who answer to one subject are one group here."""
        self._exchange.groups[subject].append((self, answer))

    async def ask(self, subject: str, message: bytes, seconds: float) -> bytes:
        """Ask whoever's turn it is."""
        able = [answer for end, answer in self._exchange.groups[subject] if end.is_up and self.is_up]
        if not able:
            raise Nobody
        try:
            async with asyncio.timeout(seconds):
                given = await able[next(self._exchange.turn) % len(able)](message)
        except TimeoutError:
            raise Nobody from None
        if given is None:
            raise Nobody
        return given

    async def close(self) -> None:
        """Say and hear nothing more."""
        self.is_up = False

    def _hear(self, hear: Hear, message: bytes) -> None:
        if self.is_up:
            hear(message)

    def _tell(self) -> None:
        if self._lost is not None:
            self._lost()
