"""JSON as it goes over the wire and into the store."""

from typing import Any, Final

import msgspec

_ENCODER: Final = msgspec.json.Encoder()


def encode(value: Any) -> bytes:
    """A value as JSON."""
    return _ENCODER.encode(value)
