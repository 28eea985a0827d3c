"""Secrets that are part of addresses."""

import base64
from random import Random, SystemRandom
from typing import Final

_SECRET: Final = SystemRandom()


def new_token(rng: Random = _SECRET) -> str:
    """Return 128 random bits as text for an address; they cannot be guessed if `rng` is the system's generator."""
    return base64.urlsafe_b64encode(rng.randbytes(16)).rstrip(b"=").decode()
