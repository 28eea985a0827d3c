"""The keys of nodes that share a store: a document in the store itself."""

import time
from typing import Final

from tableronde.room.store.postgres.connecting import Db, hide_password, reach

_READ: Final = "SELECT value FROM docs WHERE id = '' AND name = 'keys'"
_WRITE: Final = "INSERT INTO docs VALUES ('', 'keys', %s) ON CONFLICT (id, name) DO "


def read_keys(db: Db) -> bytes | None:
    """Return the stored keys."""
    found = db.execute(_READ).fetchone()
    return str(found[0]).encode() if found else None


class PostgresKeyring:
    """The keys in a PostgreSQL store."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.where = f"the key in {hide_password(url)}"

    @property
    def since(self) -> float | None:
        """The current time, because other nodes read the keys too."""
        return time.time()

    def read(self) -> bytes | None:
        """Return the document."""
        with reach(self._url) as db:
            return read_keys(db)

    def write(self, data: bytes, first: bool = False) -> None:
        """Replace the document; if several nodes start for the first time, only one of them makes it."""
        with reach(self._url) as db:
            db.execute(_WRITE + ("NOTHING" if first else "UPDATE SET value = EXCLUDED.value"), (data.decode(),))
