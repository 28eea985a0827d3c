"""A store as those see it who look after it: all of it, table by table, in one snapshot, whatever it lies in and whether a room uses it."""

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

from tableronde.record import BrokenRecord, Record
from tableronde.room.keys import Ring
from tableronde.room.store.statements import GRAVE, TODAY

CHUNK: Final = 100  # tables that are read or written together
KEPT: Final = ("days", "at", "forgot")  # numbers about a store that go with its tables
_FORGOTTEN: Final = f"""
SELECT id, game, {GRAVE} - ({TODAY} - forgotten), (SELECT count(*) FROM events WHERE events.id = tables.id)
FROM tables WHERE forgotten IS NOT NULL ORDER BY forgotten DESC
"""
_RESTORE: Final = f"UPDATE tables SET forgotten = NULL, day = {TODAY} WHERE id = ? AND forgotten IS NOT NULL"


class Filed(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is kept of one table, as it is kept."""

    table: str
    game: str | None
    host: str | None
    opened: float | None
    day: float
    forgotten: float | None
    holders: list[str]
    docs: dict[str, str]
    events: list[tuple[int, str, str, float, str | None]]
    record: str = ""  # the digest of the game's record, as in a record that was downloaded; nothing if it is damaged
    digest: str = ""  # that of everything else

    def signed(self) -> "Filed":
        """The same with its digests."""
        bare = msgspec.structs.replace(self, record=self._record_digest(), digest="")
        return msgspec.structs.replace(bare, digest=hashlib.sha256(msgspec.json.encode(bare, order="sorted")).hexdigest())

    def read(self) -> Record:
        """The record of its game; BrokenRecord or LookupError says what is wrong with it."""
        places = [row[0] for row in self.events]
        if places != list(range(len(places))):
            raise LookupError("its events are not complete")
        try:
            docs = {name: json.loads(value) for name, value in self.docs.items()}
            body = docs["table"]["record"]
            record = Record.read({**body, "events": [[actor, action] for _, actor, action, *_ in self.events]})
            for seat in range(record.players):
                docs[f"seat {seat}"]["kind"]
        except BrokenRecord:
            raise
        except (ValueError, LookupError, TypeError) as error:
            raise LookupError(f"its documents are damaged ({type(error).__name__})") from None
        return record

    @property
    def agreed(self) -> bool:
        """Whether its game is over, and its players agreed that it serves research; never of a table that is damaged."""
        if self.forgotten is not None or not self.record or not json.loads(self.docs.get("over", "null")):
            return False
        return bool(json.loads(self.docs["table"])["settings"].get("research"))

    def _record_digest(self) -> str:
        with contextlib.suppress(ValueError, LookupError):
            return self.read().digest
        return ""


class Archive(ABC):
    """A store that is looked after. Values in its statements stand as ?, as SQLite has it."""

    where: str
    ring: Ring

    @abstractmethod
    def run(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Run a statement; its cursor."""

    @abstractmethod
    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement for each of some rows."""

    @abstractmethod
    def begin(self, reading: bool) -> None:
        """Begin a transaction; for reading one that sees the store as it is now, whatever happens meanwhile."""

    def faults(self) -> list[str]:
        """What is wrong with the store as a whole."""
        return []

    @abstractmethod
    def unused(self) -> AbstractContextManager[None]:
        """While in here no room uses it; StoreTrouble says who does if one is open."""

    def put_keys(self, data: bytes) -> None:
        """Keep the keys of the store this is a copy of."""
        self.ring.write(data)

    @abstractmethod
    def close(self) -> None:
        """Let go of it."""

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """What is read in here is all of the same moment."""
        self.begin(reading=True)
        try:
            yield
        finally:
            self.run("ROLLBACK")

    @contextmanager
    def changing(self) -> Iterator[None]:
        """What is changed in here is changed all of it or not at all."""
        self.begin(reading=False)
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            self.run("ROLLBACK")
            raise

    def count(self, name: str = "tables") -> int:
        """How many rows there are."""
        [number] = self.run(f"SELECT count(*) FROM {name}").fetchone()
        return int(number)

    def numbers(self) -> dict[str, float]:
        """The numbers about the store that go with its tables."""
        return {name: value for name, value in self.run("SELECT name, value FROM meta") if name in KEPT}

    def filed(self) -> Iterator[Filed]:
        """Every table, with its digests, in the order of their ids. To be gone through in a snapshot."""
        ids = sorted(id for (id,) in self.run("SELECT id FROM tables").fetchall())
        for start in range(0, len(ids), CHUNK):
            yield from self._filed(ids[start : start + CHUNK])

    def _filed(self, ids: Sequence[str]) -> Iterator[Filed]:
        marks = f"({', '.join('?' * len(ids))})"
        heads = self.run(f"SELECT id, game, host, opened, day, forgotten FROM tables WHERE id IN {marks} ORDER BY id", ids).fetchall()
        holders = _grouped(self.run(f"SELECT id, guest FROM holders WHERE id IN {marks}", ids))
        docs = _grouped(self.run(f"SELECT id, name, value FROM docs WHERE id IN {marks}", ids))
        events = _grouped(self.run(f"SELECT id, seq, actor, action, at, clock FROM events WHERE id IN {marks}", ids))
        for id, game, host, opened, day, forgotten in sorted(heads):
            guests = [guest for (guest,) in holders[id]]
            yield Filed(id, game, host, opened, day, forgotten, guests, dict(docs[id]), events[id]).signed()

    def file(self, tables: Sequence[Filed]) -> None:
        """Keep some tables as they are. To be called while changing."""
        heads = [(each.table, each.game, each.host, each.opened, each.day, each.forgotten) for each in tables]
        self.run_many("INSERT INTO tables(id, game, host, opened, day, forgotten) VALUES (?, ?, ?, ?, ?, ?)", heads)
        self.run_many("INSERT INTO holders VALUES (?, ?)", [(guest, each.table) for each in tables for guest in each.holders])
        self.run_many("INSERT INTO docs VALUES (?, ?, ?)", [(each.table, *pair) for each in tables for pair in each.docs.items()])
        self.run_many("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", [(each.table, *event) for each in tables for event in each.events])

    def note(self, numbers: Mapping[str, float]) -> None:
        """Keep numbers about the store."""
        self.run_many("DELETE FROM meta WHERE name = ?", [(name,) for name in numbers])
        self.run_many("INSERT INTO meta VALUES (?, ?)", list(numbers.items()))

    def forgotten(self) -> list[tuple[str, str, float, int]]:
        """The tables that were forgotten: id, game, days for which they can still be brought back, events."""
        return list(self.run(_FORGOTTEN).fetchall())

    def restore(self, table: str) -> bool:
        """Bring a forgotten table back; whether it was one."""
        return bool(self.run(_RESTORE, (table,)).rowcount)


def _grouped(rows: Iterable[tuple[Any, ...]]) -> defaultdict[str, list[Any]]:
    """Rows by the table they begin with, in order."""
    groups: defaultdict[str, list[Any]] = defaultdict(list)
    for id, *rest in rows:
        groups[id].append(tuple(rest))
    for group in groups.values():
        group.sort(key=itemgetter(0))
    return groups
