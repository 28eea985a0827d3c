"""Small compressed messages that are large when they are unpacked: 16 and 200 megabytes from some kilobytes."""

import os
import struct
import zlib

from siege.target import Outcome, Target, close_code

MEGABYTES = (1, 16, 200)
TOO_LARGE = 1009


def attack(target: Target, seconds: float) -> Outcome:
    """Send each bomb on sockets of its own."""
    before, codes = target.peak(), []
    for size in MEGABYTES:
        bomb = _pack(size)
        with target.upgrade(more="Sec-WebSocket-Extensions: permessage-deflate\r\n") as line:
            line.sendall(bomb)
            codes.append(close_code(line, max(2.0, seconds)))
    grown = target.peak() - before
    told = ", ".join(f"{size} MB: closed {code}" for size, code in zip(MEGABYTES, codes, strict=True))
    return Outcome(all(code in (TOO_LARGE, None) for code in codes) and grown < 20, f"{told}; +{grown:.1f} MB")


def _pack(megabytes: int) -> bytes:
    """Return a masked text frame with that many spaces, compressed."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    payload = b"".join(packer.compress(b" " * 1_000_000) for _ in range(megabytes)) + packer.flush(zlib.Z_SYNC_FLUSH)[:-4]
    mask = os.urandom(4)
    keys = (mask * (len(payload) // 4 + 1))[: len(payload)]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(keys, "big")).to_bytes(len(payload), "big")
    length = struct.pack("!BH", 0x80 | 126, len(payload)) if len(payload) < 65_536 else struct.pack("!BQ", 0x80 | 127, len(payload))
    return bytes([0x80 | 0x40 | 0x1]) + length + mask + masked
