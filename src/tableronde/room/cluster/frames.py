"""What nodes say to each other: a guest's request or socket on its way from the node it came to (the relay) to the one that keeps
the table, and what the keeper says on its way back. Messages are those of ASGI; a relay sees bytes, never a state.

What one side sends of a stream is numbered: a number left out means that something is missing, and the stream is torn.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

Message = dict[str, Any]
_TABLE: Final = re.compile(r"/(?:t|replay|review|games)/([A-Za-z0-9_-]{22})(?:[./].*)?")
_CARRIED: Final = frozenset(
    ("type", "method", "path", "raw_path", "query_string", "headers", "client", "server", "scheme", "http_version", "root_path")
)
_BARE: Final = {"asgi": {"version": "3.0", "spec_version": "2.4"}, "subprotocols": []}


class Open(Struct, array_like=True, tag=0):
    """A guest has come: what they asked for, and where they come from."""

    number: int
    table: str
    scope: Message
    request: str  # under which the logs of both nodes speak of it


class Heard(Struct, array_like=True, tag=1):
    """What the guest says, to the keeper."""

    number: int
    place: int
    message: Message


class Said(Struct, array_like=True, tag=2):
    """What the keeper says, to the relay."""

    number: int
    place: int
    message: Message


class Poured(Struct, array_like=True, tag=3):
    """A message of text to many guests of one relay: for each the number and place of the stream."""

    targets: list[tuple[int, int]]
    data: bytes


class Listened(Struct, array_like=True, tag=4):
    """The keeper has taken in what it heard, so many messages in all."""

    number: int
    count: int


class Delivered(Struct, array_like=True, tag=5):
    """The relay has passed on what the keeper said, so many bytes in all."""

    number: int
    size: int


class Moved(Struct, array_like=True, tag=6):
    """The table is not kept here, or no longer: so many messages of the guest were taken in; the others were not looked at."""

    number: int
    count: int


class Torn(Struct, array_like=True, tag=7):
    """Something is missing: the relay's end of the stream (or, with `keeper`, the keeper's) has been given up."""

    number: int
    keeper: bool


class Probe(Struct, array_like=True, tag=8):
    """So much was said of a stream by its keeper's side (or, with `relay`, the relay's): is it all there?"""

    number: int
    place: int
    relay: bool


class Left(Struct, array_like=True, tag=9):
    """To all: the sender is one of the nodes no more."""


Frame = Open | Heard | Said | Poured | Listened | Delivered | Moved | Torn | Probe | Left


class Envelope(Struct, array_like=True):
    """Frames of one node for another. The epoch grows whenever the sender was cut off from the bus: its older streams are gone."""

    sender: str
    epoch: int
    frames: list[Frame]


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Envelope)


def seal(sender: str, epoch: int, frames: Sequence[Frame]) -> bytes:
    """An envelope, as it travels."""
    return _ENCODER.encode(Envelope(sender, epoch, list(frames)))


def unseal(data: bytes) -> Envelope:
    """The envelope that has come; ValueError if it is none."""
    return _DECODER.decode(data)


def size(message: Mapping[str, Any]) -> int:
    """About how many bytes a message has."""
    return 64 + len(message.get("body") or message.get("bytes") or message.get("text") or b"")


def table_of(path: str) -> str | None:
    """The table that an address is about; None for all others, which any node answers by itself."""
    found = _TABLE.fullmatch(path)
    return found[1] if found else None


def carried(scope: Mapping[str, Any]) -> Message:
    """What of a request or socket is told to the keeper."""
    return {name: scope[name] for name in _CARRIED if name in scope}


def restored(carried: Message) -> Message:
    """A request or socket as the keeper's application expects it."""
    pairs = [(bytes(name), bytes(value)) for name, value in carried["headers"]]
    addresses = {name: tuple(carried[name]) for name in ("client", "server") if carried.get(name)}
    return {**_BARE, **carried, **addresses, "headers": pairs, "extensions": {}, "state": {}}
