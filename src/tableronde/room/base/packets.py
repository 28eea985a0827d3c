"""A message on its way to many: encoded once, compressed once, and framed once, whoever is sent it."""

import struct
import zlib
from typing import Any, Final, Protocol

from tableronde.room.encoding import encode

WINDOW: Final = 12  # bits: 4 KiB of memory for what repeats within one message
MEMORY: Final = 5
LEVEL: Final = 4  # of long lists a third of the time of the usual 6, for messages a few hundredths larger
_TEXT: Final = 0x81  # a whole message of text
_DEFLATED: Final = 0x40
_TAIL: Final = b"\x00\x00\xff\xff"  # left out by agreement (RFC 7692)


class Packet:
    """A message. It depends on nothing that was sent before, so that the same bytes serve everybody."""

    __slots__ = ("_deflated", "_plain", "data")

    def __init__(self, payload: Any) -> None:
        self.data = encode(payload)
        self._plain = self._deflated = b""

    @classmethod
    def of(cls, data: bytes) -> "Packet":
        """A message that is encoded already."""
        packet = cls.__new__(cls)
        packet.data = data
        packet._plain = packet._deflated = b""
        return packet

    def __len__(self) -> int:
        """How many bytes it is, before compression."""
        return len(self.data)

    @property
    def text(self) -> str:
        """As text, for servers that frame it themselves."""
        return self.data.decode()

    @property
    def plain(self) -> bytes:
        """As a frame for clients that do not take compressed ones."""
        self._plain = self._plain or _frame(_TEXT, self.data)
        return self._plain

    @property
    def deflated(self) -> bytes:
        """As a compressed frame."""
        self._deflated = self._deflated or self._squeezed()
        return self._deflated

    def _squeezed(self) -> bytes:
        squeeze = zlib.compressobj(LEVEL, wbits=-WINDOW, memLevel=MEMORY)
        body = squeeze.compress(self.data) + squeeze.flush(zlib.Z_SYNC_FLUSH)
        return _frame(_TEXT | _DEFLATED, body.removesuffix(_TAIL))


class Pipe(Protocol):
    """A connection that takes packets as they are."""

    def pour(self, packet: Packet) -> bool:
        """Send a packet at once; False if it cannot be now, and nothing of it was sent."""


def _frame(head: int, body: bytes) -> bytes:
    """A frame as a server sends it (RFC 6455)."""
    size = len(body)
    if size < 126:
        return bytes((head, size)) + body
    return (struct.pack("!BBH", head, 126, size) if size < 65_536 else struct.pack("!BBQ", head, 127, size)) + body
