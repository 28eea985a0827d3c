"""The operator's acts in the store: each is one transaction with the policy, the tables it changes, and a line of the audit log.

A command writes to the store whether a room is open or not, with SQLite and with PostgreSQL. Rooms and nodes ask once a second whether
the policy has changed. Until then a room that still has a changed table in memory cannot write to it, because its fence is too old.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from tableronde.room.administration.policy import Policy
from tableronde.room.base.logs import hash_secret
from tableronde.room.store.maintenance.archive import Archive

AUDIT: Final = "audit "  # followed by a number of ten digits
ERASED: Final = "erased "  # likewise: what was erased, as hashes, so that copies can follow
MAX_AUDIT: Final = 10_000  # acts that are kept
_COUNT_UP: Final = "INSERT INTO meta VALUES ('policy', 1) ON CONFLICT (name) DO UPDATE SET value = meta.value + 1"
_REVISION: Final = "SELECT value FROM meta WHERE name = 'policy'"


@dataclass(frozen=True)
class Act:
    """A line of the audit log."""

    number: int
    at: float
    by: str
    act: str
    target: str = ""
    details: dict[str, Any] = field(default_factory=dict)


@dataclass
class Transaction:
    """One act under way. What it changes is stored together with its line of the audit log, or not at all."""

    archive: Archive
    revision: int
    policy: Policy
    now: float
    touched: list[str] = field(default_factory=list)
    erased: list[str] = field(default_factory=list)
    target: str = ""
    details: dict[str, Any] = field(default_factory=dict)

    def change_policy(self, change: Callable[[Policy], Policy]) -> None:
        """Change the policy."""
        self.policy = change(self.policy)

    def fence(self, table: str) -> None:
        """Begin to change a table: rooms that have it in memory load it again."""
        self.archive.fence(table)
        self.touched.append(hash_secret(table))

    def note_erased(self, digest: str) -> None:
        """Note that the table or guest of a hash was erased, so that copies can follow."""
        self.erased.append(digest)


class Ledger:
    """The operator's access to a store."""

    def __init__(self, archive: Archive, by: str, clock: Callable[[], float] = time.time) -> None:
        self.archive, self.by, self.clock = archive, by, clock

    def read_policy(self) -> Policy:
        """Return the current policy."""
        found = self.archive.run("SELECT value FROM docs WHERE id = '' AND name = 'policy'").fetchone()
        return Policy.read(found[0] if found else "")

    @contextmanager
    def acting(self, act: str, target: str = "", **details: Any) -> Iterator[Transaction]:
        """Context of one act, which is stored with its line of the audit log; nothing is stored if it raises an exception."""
        with self.archive.changing():
            self.archive.run(_COUNT_UP)  # from here on no other act is under way
            revision = int(self.archive.run(_REVISION).fetchone()[0])
            begun = Transaction(self.archive, revision, self.read_policy(), round(self.clock(), 3), target=target, details=details)
            yield begun
            policy = begun.policy.with_touched(revision, begun.touched)
            self.archive.put_document("", "policy", policy.json())
            for place, digest in enumerate(begun.erased):
                self.archive.put_document("", f"{ERASED}{revision:010} {place}", json.dumps({"hash": digest, "at": begun.now}))
            line = {"at": begun.now, "by": self.by, "act": act, "target": begun.target, "details": begun.details}
            self.archive.put_document("", f"{AUDIT}{revision:010}", json.dumps(line, ensure_ascii=False))
            self.archive.run("DELETE FROM docs WHERE id = '' AND name > ? AND name <= ?", (AUDIT, f"{AUDIT}{revision - MAX_AUDIT:010}"))

    def list_acts(self, most: int = 100) -> list[Act]:
        """Return the latest lines of the audit log, the oldest first."""
        query = "SELECT name, value FROM docs WHERE id = '' AND name LIKE ? ORDER BY name DESC LIMIT ?"
        rows = self.archive.run(query, (f"{AUDIT}%", most)).fetchall()
        return [Act(int(name.removeprefix(AUDIT)), **json.loads(value)) for name, value in reversed(rows)]

    def list_erasures(self) -> Sequence[tuple[str, float]]:
        """Return the hashes of all erased tables and guests, and when that was."""
        rows = self.archive.run("SELECT value FROM docs WHERE id = '' AND name LIKE ? ORDER BY name", (f"{ERASED}%",)).fetchall()
        return [(found["hash"], found["at"]) for found in (json.loads(value) for (value,) in rows)]
