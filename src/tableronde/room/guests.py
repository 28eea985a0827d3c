"""Guests: people without an account. A signed cookie tells the room that this device was here before."""

import hashlib
import hmac
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

COOKIE: Final = "guest"
YEAR: Final = 31_536_000
LONGEST_NAME: Final = 24
_GUEST: Final = re.compile(r"[A-Za-z0-9_-]{22}")


def token() -> str:
    """128 bits nobody can guess, as text that may stand in an address."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs guests' cookies with the room's own key."""

    key: bytes

    @classmethod
    def of(cls, folder: Path) -> "Signer":
        """The signer of a data folder; its key is made on the first day and readable by its owner alone."""
        path = folder / "key"
        if not path.exists():
            fresh = path.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(32))
            fresh.rename(path)
        return cls(path.read_bytes())

    def sign(self, guest: str) -> str:
        """A guest's cookie."""
        return f"{guest}.{self._seal(guest)}"

    def read(self, cookie: str) -> str | None:
        """The guest whose cookie this is; None if it is not one of ours."""
        guest, _, seal = cookie.partition(".")
        known = _GUEST.fullmatch(guest) and seal.isascii() and hmac.compare_digest(seal, self._seal(guest))
        return guest if known else None

    def _seal(self, guest: str) -> str:
        return hmac.new(self.key, guest.encode(), hashlib.sha256).hexdigest()


def nickname(text: str) -> str:
    """A name fit to be shown: one line, no control characters, no braces (they stand for seats), not too long."""
    kept = "".join(c for c in text if c.isprintable() and c not in "{}<>")
    return " ".join(kept.split())[:LONGEST_NAME].strip()
