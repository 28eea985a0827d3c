"""The bus: messages between the nodes of a room and its worker processes.

A room with a single node imports none of this. `here` is a bus within one process, `nats` one between machines. A message is delivered at
most once, in the order of its sender, or not at all if the bus fails; senders that need certainty ask again.
"""

import ipaddress
from argparse import ArgumentTypeError
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, Literal, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tableronde.room.bus.sealed import SealedBus

SCHEMES: Final = ("nats", "tls")
Mode = Literal["off", "accept", "require"]  # whether messages are sealed
MODES: Final[tuple[Mode, ...]] = ("off", "accept", "require")
OnMessage = Callable[[bytes], None]
AnswerMessage = Callable[[bytes], Awaitable[bytes | None]]


def parse_address(text: str) -> str:
    """Parse the address of a bus for argparse: one or several servers separated by commas.

    The error does not repeat the text, which may hold a password.
    """
    if text and not all(map(_is_address, text.split(","))):
        raise ArgumentTypeError("the address of a bus must be nats://USER@HOST:4222 or tls://…, several separated by commas")
    return text


def seal_bus(bus: "Bus", mode: Mode) -> "SealedBus | None":
    """Return a sealed bus around another one, if it is to be sealed; raise LookupError if the library is missing."""
    if mode == "off":
        return None
    try:
        from tableronde.room.bus.sealed import SealedBus
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "nacl":
            raise
        raise LookupError(
            "sealing the bus needs PyNaCl: install it with `pip install 'tableronde[cluster]'`, or choose --bus-seal off"
        ) from None
    return SealedBus(bus, mode)


def find_weakness(url: str, password: str = "") -> str:
    """Describe how a bus is reached over a network without any protection; nothing if it is protected or on this machine."""
    for server in map(urlsplit, url.split(",")):
        if not (_is_loopback(server.hostname or "") or server.scheme == "tls" or server.password or password):
            return f"the bus at {server.hostname} is reached with neither a password nor TLS"
    return ""


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an invalid port
        return False


class NoAnswer(Exception):
    """Raised when nobody answers, or not in time."""


class Bus(Protocol):
    """Messages between nodes. Subjects are made by the room itself and never contain anything a guest sent."""

    @property
    def is_up(self) -> bool:
        """Return whether others can be reached now."""

    @property
    def max_bytes(self) -> int:
        """The largest size of a message, in bytes."""

    async def open(self, on_lost: Callable[[], None]) -> None:
        """Connect, now or as soon as possible. `on_lost` is called whenever messages may have been missed."""

    async def publish(self, subject: str, message: bytes) -> bool:
        """Send a message to all subscribers; return whether it could be sent. Nothing is kept for later."""

    async def subscribe(self, subject: str, on_message: OnMessage) -> None:
        """Subscribe: `on_message` is called with each message, in order."""

    async def answer(self, subject: str, group: str, answer: AnswerMessage) -> None:
        """Answer requests; each goes to one member of the group. An answer of None means that the member is busy."""

    async def ask(self, subject: str, message: bytes, seconds: float) -> bytes:
        """Return the answer of one member; raise NoAnswer if there is none."""

    async def close(self) -> None:
        """Disconnect."""
