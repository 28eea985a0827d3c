"""The keys of nodes that share a store: a document of no table, in the store itself."""

import time
from typing import Final

from tableronde.room.store.postgres.connecting import Db, reach, shown

_READ: Final = "SELECT value FROM docs WHERE id = '' AND name = 'keys'"
_WRITE: Final = "INSERT INTO docs VALUES ('', 'keys', %s) ON CONFLICT (id, name) DO "


def read_keys(db: Db) -> bytes | None:
    """The keys as they are kept."""
    found = db.execute(_READ).fetchone()
    return str(found[0]).encode() if found else None


class PostgresRing:
    """The keys in a PostgreSQL store."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.where = f"the key in {shown(url)}"

    @property
    def since(self) -> float | None:
        """Other nodes read them too."""
        return time.time()

    def read(self) -> bytes | None:
        """The document."""
        with reach(self._url) as db:
            return read_keys(db)

    def write(self, data: bytes, first: bool = False) -> None:
        """Another document in its place; of several nodes on their first day only one makes it."""
        with reach(self._url) as db:
            db.execute(_WRITE + ("NOTHING" if first else "UPDATE SET value = EXCLUDED.value"), (data.decode(),))
