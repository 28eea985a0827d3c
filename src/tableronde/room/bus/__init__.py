"""The bus: how the nodes of one room, and the processes that think for them, talk to each other.

A room alone has nobody to talk to, and imports nothing of this. `here` is a bus within one process, `nats` one between machines.
A message is heard at most once, in the order of its sender, or, when the bus fails meanwhile, not at all: who needs to know asks again.
"""

from argparse import ArgumentTypeError
from collections.abc import Awaitable, Callable
from typing import Final, Protocol
from urllib.parse import urlsplit

SCHEMES: Final = ("nats", "tls")
Hear = Callable[[bytes], None]
Answer = Callable[[bytes], Awaitable[bytes | None]]


def address(text: str) -> str:
    """Where a bus is, for argparse; several servers of a cluster with commas between them. Its error does not repeat what was said: it
    may hold a password."""
    if text and not all(map(_is_address, text.split(","))):
        raise ArgumentTypeError("the address of a bus is nats://USER@HOST:4222, or tls://…, several with commas between them")
    return text


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none
        return False


class Nobody(Exception):
    """Nobody is there to answer, or nobody answered in time."""


class Bus(Protocol):
    """What nodes need to talk. Subjects are made by the room itself, never of anything that a guest has sent."""

    @property
    def is_up(self) -> bool:
        """Whether others can be reached now."""

    @property
    def most(self) -> int:
        """Bytes that one message may have."""

    async def open(self, lost: Callable[[], None]) -> None:
        """Connect, now or as soon as that is possible. `lost` is called whenever messages may have been missed."""

    async def publish(self, subject: str, message: bytes) -> bool:
        """Say something to whoever listens; whether it could be said at all. Nothing is kept for later."""

    async def subscribe(self, subject: str, hear: Hear) -> None:
        """Listen: `hear` is called with each message, in order."""

    async def answer(self, subject: str, group: str, answer: Answer) -> None:
        """Answer questions; of a group one gets each. None: somebody else shall be asked."""

    async def ask(self, subject: str, message: bytes, seconds: float) -> bytes:
        """The answer of one of those who answer there; Nobody if there is none."""

    async def close(self) -> None:
        """Say and hear nothing more."""
