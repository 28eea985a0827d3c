"""JSON for the socket and the store."""

from typing import Any, Final

import msgspec

_ENCODER: Final = msgspec.json.Encoder()


def encode(value: Any) -> bytes:
    """Encode a value as JSON."""
    return _ENCODER.encode(value)


def encode_ahead(value: Any) -> msgspec.Raw:
    """Encode a value as JSON that other messages embed as it is, so that a value sent to many is encoded once."""
    return msgspec.Raw(_ENCODER.encode(value))
