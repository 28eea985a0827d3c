"""Read learned weights from a game's folder: a line of JSON that says how they were made, then packed 16-bit numbers."""

import zlib

from tableronde.flat import i16, i64, vec


def unpacked(kept: bytes, count: i64) -> "vec[i16]":
    """Unpack `count` numbers of a file."""
    plain = zlib.decompress(kept[kept.index(b"\n") + 1 :])
    numbers = vec[i16]([0] * count)
    for i in range(count):
        low: i64 = plain[2 * i]
        high: i64 = plain[2 * i + 1]
        value: i64 = low | high << 8
        numbers[i] = i16(value - 65536 if value >= 32768 else value)
    return numbers
