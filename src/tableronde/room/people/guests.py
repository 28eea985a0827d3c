"""Guests: people without an account. A signed cookie tells the room that this device was here before."""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Final

from tableronde.room.keys import Keys

COOKIE: Final = "guest"
YEAR: Final = 31_536_000
LONGEST_NAME: Final = 24
_GUEST: Final = re.compile(r"[A-Za-z0-9_-]{22}")


def token() -> str:
    """128 bits nobody can guess, as text that may stand in an address."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs guests' cookies with the newest of the room's own keys; what an older one has signed is still good."""

    keys: Keys

    def sign(self, guest: str) -> str:
        """A guest's cookie."""
        return f"{guest}.{_seal(self.keys[0], guest)}"

    def read(self, cookie: str) -> str | None:
        """The guest whose cookie this is; None if it is not one of ours."""
        guest, _, seal = cookie.partition(".")
        known = _GUEST.fullmatch(guest) and seal.isascii() and any(hmac.compare_digest(seal, _seal(key, guest)) for key in self.keys)
        return guest if known else None

    def is_latest(self, cookie: str) -> bool:
        """Whether a cookie is ours and need not be signed again."""
        guest, _, seal = cookie.partition(".")
        return self.read(cookie) is not None and hmac.compare_digest(seal, _seal(self.keys[0], guest))


def _seal(key: bytes, guest: str) -> str:
    return hmac.new(key, guest.encode(), hashlib.sha256).hexdigest()


def nickname(text: str) -> str:
    """A name fit to be shown: one line, no control characters, no braces (they stand for seats), not too long."""
    kept = "".join(c for c in text if c.isprintable() and c not in "{}<>")
    return " ".join(kept.split())[:LONGEST_NAME].strip()
