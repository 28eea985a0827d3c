"""A store as maintenance sees it: complete, table by table, in one snapshot, of either kind, whether a room uses it or not."""

import contextlib
import hashlib
import json
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from operator import itemgetter
from typing import Any, Final

import msgspec

from tableronde.game import Event, read_actor
from tableronde.record import BrokenRecord, Record
from tableronde.room.people.keyring import KeyringPlace
from tableronde.room.saved.saved import read_record, read_saved
from tableronde.room.store.statements import GRAVE_DAYS, TODAY

CHUNK: Final = 100  # tables read or written together
SAVED_NUMBERS: Final = ("days", "at", "forgot", "policy")  # numbers of a store that are copied with its tables
_FORGOTTEN: Final = f"""
SELECT id, game, {GRAVE_DAYS} - ({TODAY} - forgotten), (SELECT count(*) FROM events WHERE events.id = tables.id)
FROM tables WHERE forgotten IS NOT NULL ORDER BY forgotten DESC
"""
_RESTORE: Final = f"UPDATE tables SET forgotten = NULL, day = {TODAY} WHERE id = ? AND forgotten IS NOT NULL"


class ArchivedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is stored of one table, in its stored form."""

    table: str
    game: str | None
    host: str | None
    opened: float | None
    day: float
    forgotten: float | None
    holders: list[str]
    docs: dict[str, str]
    events: list[tuple[int, str, str, float, str | None]]
    record: str = ""  # the digest of the game's record, as in a downloaded record; empty if it is damaged
    digest: str = ""  # the digest of everything else

    def with_digests(self) -> "ArchivedTable":
        """Return the table with its digests."""
        bare = msgspec.structs.replace(self, record=self._compute_record_digest(), digest="")
        return msgspec.structs.replace(bare, digest=hashlib.sha256(msgspec.json.encode(bare, order="sorted")).hexdigest())

    def read_record(self) -> Record:
        """Return the record of its game; raise BrokenRecord or LookupError with a sentence if it is damaged."""
        places = [row[0] for row in self.events]
        if places != list(range(len(places))):
            raise LookupError("its events are incomplete")
        try:
            docs = {name: json.loads(value) for name, value in self.docs.items()}
            record = read_record(read_saved(docs), (Event(read_actor(actor), action) for _, actor, action, *_ in self.events))
        except BrokenRecord:
            raise
        except (ValueError, LookupError, TypeError) as error:
            raise LookupError(f"its documents are damaged ({type(error).__name__})") from None
        return record

    @property
    def may_serve_research(self) -> bool:
        """Whether its game is over and may serve research; never for a damaged table."""
        if self.forgotten is not None or not self.record:
            return False
        saved = read_saved({name: json.loads(value) for name, value in self.docs.items()})
        return saved.over is not None and saved.settings.research

    def _compute_record_digest(self) -> str:
        with contextlib.suppress(ValueError, LookupError):
            return self.read_record().digest
        return ""


class Archive(ABC):
    """A store under maintenance. Placeholders in its statements are ?, as in SQLite."""

    where: str
    version: int  # of the store as it is
    keyring: KeyringPlace

    @abstractmethod
    def run(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run a statement and return its cursor."""

    @abstractmethod
    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of some rows."""

    @abstractmethod
    def begin(self, reading: bool) -> None:
        """Begin a transaction; one for reading sees the store as it is now."""

    def find_faults(self) -> list[str]:
        """Return what is wrong with the store as a whole."""
        return []

    @abstractmethod
    def lock(self) -> AbstractContextManager[None]:
        """Keep rooms from using it; raise StoreTrouble if one is open."""

    def put_keys(self, data: bytes) -> None:
        """Store the keys of the store that this is a copy of."""
        self.keyring.write(data)

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Context in which all reads see the same state."""
        self.begin(reading=True)
        try:
            yield
        finally:
            self.run("ROLLBACK")

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Context in which all changes are stored together, or none."""
        self.begin(reading=False)
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            self.run("ROLLBACK")
            raise

    def count(self, name: str = "tables") -> int:
        """Count the rows."""
        [number] = self.run(f"SELECT count(*) FROM {name}").fetchone()
        return int(number)

    @abstractmethod
    def fence(self, table: str) -> None:
        """See to it that a room that has this table in memory writes nothing more from there. Call it first, in `changing`."""

    def delete_table(self, table: str) -> None:
        """Delete everything of a table."""
        for name in ("events", "docs", "holders", "tables"):
            self.run(f"DELETE FROM {name} WHERE id = ?", (table,))

    def forget_allowances(self, guest: str) -> None:
        """Delete what is counted of a guest; a single node counts in memory."""
        return None

    def put_document(self, table: str, name: str, value: str) -> None:
        """Store a document of a table; without a table, one of the store."""
        self.run("INSERT INTO docs VALUES (?, ?, ?) ON CONFLICT (id, name) DO UPDATE SET value = excluded.value", (table, name, value))

    def read_own_documents(self) -> dict[str, str]:
        """Return the documents of the store itself that are copied with it: what the operator has decided and done."""
        found = self.run("SELECT name, value FROM docs WHERE id = ''").fetchall()
        return {name: value for name, value in found if name != "keys" and not name.startswith("fence ")}

    def read_numbers(self) -> dict[str, float]:
        """Return the numbers of the store that are copied with its tables."""
        return {name: value for name, value in self.run("SELECT name, value FROM meta") if name in SAVED_NUMBERS}

    def read_tables(self) -> Iterator[ArchivedTable]:
        """Return every table with its digests, in the order of ids. Call it in a snapshot."""
        ids = sorted(id for (id,) in self.run("SELECT id FROM tables").fetchall())
        for start in range(0, len(ids), CHUNK):
            yield from self._read_chunk(ids[start : start + CHUNK])

    def _read_chunk(self, ids: Sequence[str]) -> Iterator[ArchivedTable]:
        marks = f"({', '.join('?' * len(ids))})"
        heads = self.run(f"SELECT id, game, host, opened, day, forgotten FROM tables WHERE id IN {marks} ORDER BY id", ids).fetchall()
        holders = _group_rows(self.run(f"SELECT id, guest FROM holders WHERE id IN {marks}", ids))
        docs = _group_rows(self.run(f"SELECT id, name, value FROM docs WHERE id IN {marks}", ids))
        events = _group_rows(self.run(f"SELECT id, seq, actor, action, at, clock FROM events WHERE id IN {marks}", ids))
        for id, game, host, opened, day, forgotten in sorted(heads):
            guests = [guest for (guest,) in holders[id]]
            yield ArchivedTable(id, game, host, opened, day, forgotten, guests, dict(docs[id]), events[id]).with_digests()

    def write_tables(self, tables: Sequence[ArchivedTable]) -> None:
        """Store some tables as they are. Call it in `changing`."""
        heads = [(each.table, each.game, each.host, each.opened, each.day, each.forgotten) for each in tables]
        self.run_many("INSERT INTO tables(id, game, host, opened, day, forgotten) VALUES (?, ?, ?, ?, ?, ?)", heads)
        self.run_many("INSERT INTO holders VALUES (?, ?)", [(guest, each.table) for each in tables for guest in each.holders])
        self.run_many("INSERT INTO docs VALUES (?, ?, ?)", [(each.table, *pair) for each in tables for pair in each.docs.items()])
        self.run_many("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", [(each.table, *event) for each in tables for event in each.events])

    def write_numbers(self, numbers: Mapping[str, float]) -> None:
        """Store numbers of the store itself."""
        self.run_many("DELETE FROM meta WHERE name = ?", [(name,) for name in numbers])
        self.run_many("INSERT INTO meta VALUES (?, ?)", list(numbers.items()))

    def list_forgotten(self) -> list[tuple[str, str, float, int]]:
        """Return the forgotten tables: id, game, days left to restore them, number of events."""
        return list(self.run(_FORGOTTEN).fetchall())

    def restore(self, table: str) -> bool:
        """Restore a forgotten table; return whether it was one."""
        return bool(self.run(_RESTORE, (table,)).rowcount)


def _group_rows(rows: Iterable[tuple[Any, ...]]) -> defaultdict[str, list[Any]]:
    """Group rows by the table they begin with, in order."""
    groups: defaultdict[str, list[Any]] = defaultdict(list)
    for id, *rest in rows:
        groups[id].append(tuple(rest))
    for group in groups.values():
        group.sort(key=itemgetter(0))
    return groups
