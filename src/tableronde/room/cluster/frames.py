"""Messages between nodes. The node that a guest reached (the proxy) forwards a request or socket to the owner of the table, and the owner's
messages travel back.

They carry ASGI messages; a proxy sees bytes, never a state. Each side numbers what it sends in a stream: a gap means that something was
lost, and the stream is closed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

Message = dict[str, Any]
PROTOCOL: Final = 1  # the number of the protocol of frames; nodes say it with each beat
_TABLE: Final = re.compile(r"/(?:t|replay|review|games)/([A-Za-z0-9_-]{22})(?:[./].*)?")
_SCOPE_KEYS: Final = frozenset(
    ("type", "method", "path", "raw_path", "query_string", "headers", "client", "server", "scheme", "http_version", "root_path")
)
_BASE_SCOPE: Final = {"asgi": {"version": "3.0", "spec_version": "2.4"}, "subprotocols": []}


class Open(Struct, array_like=True, tag=0):
    """A new request or socket of a guest, with the guest's address."""

    number: int
    table: str
    scope: Message
    request: str  # its id in the logs of both nodes


class FromClient(Struct, array_like=True, tag=1):
    """A message of the guest, to the owner."""

    number: int
    place: int  # of the message in its stream
    message: Message


class ToClient(Struct, array_like=True, tag=2):
    """A message of the owner, to the proxy."""

    number: int
    place: int  # of the message in its stream
    message: Message


class Broadcast(Struct, array_like=True, tag=3):
    """A text message to many guests of one proxy: for each the number and place in its stream."""

    targets: list[tuple[int, int]]
    data: bytes
    trace: str = ""  # the span that it belongs to; older nodes send none, and ignore it


class Acknowledged(Struct, array_like=True, tag=4):
    """The owner has taken in `count` messages in total."""

    number: int
    count: int


class Delivered(Struct, array_like=True, tag=5):
    """The proxy has passed on `size` bytes in total."""

    number: int
    size: int


class Moved(Struct, array_like=True, tag=6):
    """The table is not owned here, or no longer: `count` messages of the guest were taken in, the others were ignored."""

    number: int
    count: int


class Closed(Struct, array_like=True, tag=7):
    """Something was lost: the proxy's end of the stream (with `owner`, the owner's) was given up."""

    number: int
    owner: bool


class Probe(Struct, array_like=True, tag=8):
    """Asks whether all messages up to `place` have arrived from the owner (with `from_proxy`, from the proxy)."""

    number: int
    place: int
    from_proxy: bool


class Left(Struct, array_like=True, tag=9):
    """To all: the sender is no longer one of the nodes."""


Frame = Open | FromClient | ToClient | Broadcast | Acknowledged | Delivered | Moved | Closed | Probe | Left


class About(Struct, array_like=True):
    """What a node says of itself with each beat: the number of this protocol, its version, and the editions of its games."""

    protocol: int = PROTOCOL
    version: str = ""
    games: dict[str, list[int]] = {}

    def plays(self, game: str, edition: int) -> bool:
        """Return whether the node has an edition of a game."""
        return edition in self.games.get(game, ())


class Envelope(Struct, array_like=True):
    """Frames from one node to another. The epoch grows whenever the sender was cut off from the bus, which ends its older streams."""

    sender: str
    epoch: int
    frames: list[Frame]
    about: About | None = None  # older nodes send none, and ignore it


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Envelope)


def encode_envelope(sender: str, epoch: int, frames: Sequence[Frame], about: About | None = None) -> bytes:
    """Encode an envelope."""
    return _ENCODER.encode(Envelope(sender, epoch, list(frames), about))


def decode_envelope(data: bytes) -> Envelope:
    """Decode an envelope; raise ValueError if the data is not one."""
    return _DECODER.decode(data)


def weigh_message(message: Mapping[str, Any]) -> int:
    """Estimate the size of a message in bytes."""
    return 64 + len(message.get("body") or message.get("bytes") or message.get("text") or b"")


def find_table(path: str) -> str | None:
    """Return the id of the table in a URL path; None if there is none, and any node can answer."""
    found = _TABLE.fullmatch(path)
    return found[1] if found else None


def select_scope(scope: Mapping[str, Any]) -> Message:
    """Return the part of a request or socket that the owner needs."""
    return {name: scope[name] for name in _SCOPE_KEYS if name in scope}


def restore_scope(sent: Message) -> Message:
    """Return a request or socket as the owner's application expects it."""
    pairs = [(bytes(name), bytes(value)) for name, value in sent["headers"]]
    addresses = {name: tuple(sent[name]) for name in ("client", "server") if sent.get(name)}
    return {**_BASE_SCOPE, **sent, **addresses, "headers": pairs, "extensions": {}, "state": {}}
