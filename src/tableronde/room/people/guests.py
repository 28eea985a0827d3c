"""Guests: people without an account. A signed cookie tells the room that a device was here before."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tableronde.room.people.keyring import Keys

COOKIE: Final = "guest"
SECURE_COOKIE: Final = "__Host-guest"  # behind TLS: no other site or subdomain can set it
YEAR: Final = 31_536_000
_GUEST: Final = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs guests' cookies with the newest key; signatures of older keys remain valid."""

    keys: Keys

    def sign(self, guest: str) -> str:
        """Return a guest's cookie."""
        return f"{guest}.{_compute_seal(self.keys[0], guest)}"

    def read(self, cookie: str) -> str | None:
        """Return the guest of a cookie; None if its signature is not the room's."""
        guest, _, seal = cookie.partition(".")
        known = (
            _GUEST.fullmatch(guest) and seal.isascii() and any(hmac.compare_digest(seal, _compute_seal(key, guest)) for key in self.keys)
        )
        return guest if known else None

    def find_guest(self, cookies: Mapping[str, str]) -> str | None:
        """Return the guest of a request: of its secure cookie, or else of the plain one, which rooms used to set behind TLS too."""
        found = (self.read(cookies.get(name, "")) for name in (SECURE_COOKIE, COOKIE))
        return next((guest for guest in found if guest is not None), None)

    def is_latest(self, cookie: str) -> bool:
        """Return whether a cookie is signed with the newest key."""
        guest, _, seal = cookie.partition(".")
        return self.read(cookie) is not None and hmac.compare_digest(seal, _compute_seal(self.keys[0], guest))


def _compute_seal(key: bytes, guest: str) -> str:
    return hmac.new(key, guest.encode(), hashlib.sha256).hexdigest()
