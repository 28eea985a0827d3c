"""A store that many nodes share: PostgreSQL. One writer a node, a few readers, and leases that say which node keeps a table."""

import asyncio
import json
import logging
import time
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

import psycopg

from tableronde.room.logs import shadow
from tableronde.room.store import Docs, EventRow, Kept, Lease, StoreFault, Write
from tableronde.room.store.calendar import DAY, Calendar
from tableronde.room.store.forgetting import forget
from tableronde.room.store.postgres import leases
from tableronde.room.store.postgres.connecting import PATIENCE, Db, reach, shown
from tableronde.room.store.postgres.desk import PostgresDesk
from tableronde.room.store.postgres.readers import Readers
from tableronde.room.store.postgres.ring import read_keys
from tableronde.room.store.postgres.schema import migrate
from tableronde.room.store.postgres.statements import NOW
from tableronde.room.store.schema import VERSION
from tableronde.room.store.statements import TODAY
from tableronde.room.store.writer import Writer, Written

LOOK: Final = 0.5  # seconds between two looks whether a commit takes too long
HOUR: Final = 3600
_DOCS: Final = "SELECT id, name, value FROM docs WHERE id = ANY(%s)"
_EVENTS: Final = "SELECT seq, actor, action, at, clock FROM events WHERE id = %s ORDER BY seq"
_HELD: Final = "SELECT id FROM holders JOIN tables USING (id) WHERE guest = %s AND forgotten IS NULL ORDER BY opened DESC LIMIT %s"
_COUNT: Final = "SELECT count(*) FROM tables WHERE forgotten IS NULL"
_CALENDAR: Final = "SELECT value FROM meta WHERE name IN ('days', 'at') ORDER BY name DESC FOR UPDATE"
_TURN: Final = (  # forgetting is for whoever comes first on one of the store's days
    f"INSERT INTO meta VALUES ('forgot', {TODAY}) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value "
    "WHERE meta.value <= EXCLUDED.value - 0.99"
)
_FILLED: Final = f"least(EXCLUDED.left_over + 1, old.left_over + greatest(0, {NOW} - old.at) * (EXCLUDED.left_over + 1) / {DAY})"
_SPEND: Final = f"""
INSERT INTO allowances AS old
SELECT who, most - 1, {NOW} FROM unnest(%s::text[], %s::float8[]) AS wanted(who, most) WHERE most >= 1 ORDER BY who
ON CONFLICT (who) DO UPDATE SET left_over = {_FILLED} - 1, at = EXCLUDED.at WHERE {_FILLED} >= 1
"""
_SWEEP: Final = (
    f"DELETE FROM nodes WHERE until < {NOW} - {HOUR}",
    f"DELETE FROM writers WHERE at < {NOW} - {DAY}",
    f"DELETE FROM allowances WHERE at < {NOW} - {DAY}",
)
log: Final = logging.getLogger("tableronde.room")


class PostgresStore(Written):
    """The memory of many nodes."""

    shared = True

    def __init__(self, url: str) -> None:
        self.where = shown(url)
        with reach(url) as db:
            migrate(db, self.where)
            self.calendar = _calendar(db)
            self.is_new = db.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is None
        self.trusts_clock = not self.calendar.is_behind(time.time())
        self._desk = PostgresDesk(url)
        self._writer = Writer(self._desk)
        self._readers = Readers(url)
        self._pulse = Readers(url, 1)  # a node must be able to say that it lives, whatever else is being asked
        self._claims = leases.Claims(lambda tables, node: self._readers.ask(partial(leases.claim, tables=tables, node=node)))
        self._looking: asyncio.TimerHandle | None = None
        self._waiting = 0

    async def write(self, write: Write) -> None:
        """Keep this; StoreFault if that was not possible, Fenced if another node keeps the table, Unsure if nobody knows."""
        if self._looking is None:
            self._looking = asyncio.get_running_loop().call_later(LOOK, self._look)
        self._waiting += 1
        try:
            await self._writer.write(write)
        finally:
            self._waiting -= 1

    def _look(self) -> None:
        """As long as somebody waits: a server that does not answer is not waited for any longer."""
        if time.monotonic() - self._desk.since > PATIENCE:
            self._desk.cut()
        self._looking = asyncio.get_running_loop().call_later(LOOK, self._look) if self._waiting else None

    async def load(self, table: str) -> Kept | None:
        """All that is kept of a table; None if there is no such table, LookupError if it is damaged."""
        if self._desk.doubt:
            raise StoreFault("it is not known yet what the store has kept")
        try:
            return await self._readers.ask(partial(_load, table=table))
        except ValueError:
            log.error("a table is damaged", extra={"table": shadow(table)})
            raise LookupError("What was kept of this table is damaged and cannot be read.") from None

    async def held_by(self, guest: str, most: int) -> list[tuple[str, Docs]]:
        """The latest tables of a guest, each with what is kept beside its events; a damaged one costs nobody the others."""
        return await self._readers.ask(partial(_held_by, guest=guest, most=most))

    async def count(self) -> int:
        """How many tables are kept."""
        return await self._readers.ask(_count)

    async def report(self) -> dict[str, float]:
        """Numbers for whoever looks after it."""
        size = await self._readers.ask(lambda db: _one(db, "SELECT pg_database_size(current_database())"))
        return {"version": VERSION, "days": round(self.calendar.days, 2), "database_bytes": size, "nodes": len(await self.nodes())}

    async def tick(self) -> None:
        """Time goes by: the days are counted, by the server's clock, and what is left of those who are gone is swept away."""
        await self._readers.ask(self._tick)

    async def forget(self, keep: int) -> int:
        """Forget tables nobody came to for so many days, on each day on one node only, the oldest first and not too many; how many."""
        if not await self._readers.ask(lambda db: db.execute(_TURN).rowcount):
            return 0
        return await forget(self, keep)

    async def spend(self, allowances: Mapping[str, int]) -> bool:
        """Take one of each of these allowances, so many a day; False, and nothing is taken, if one of them is used up."""
        return await self._readers.ask(partial(_spend, allowances=allowances))

    async def keys(self) -> bytes | None:
        """The keys that sign cookies."""
        return await self._readers.ask(read_keys)

    async def renew(self, node: str, seconds: float) -> bool:
        """A node lives on, and all its leases with it; whether it did until now."""
        return await self._pulse.ask(partial(leases.renew, node=node, seconds=seconds))

    async def claim(self, table: str, node: str, fence: int = 0) -> Lease | None:
        """Who keeps a table from now on: this node if nobody else does; None: no such table."""
        return await self._claims.claim(table, node, fence)

    async def release(self, table: str, fence: int) -> None:
        """Anybody may claim the table."""
        await self._readers.ask(partial(leases.release, table=table, fence=fence))

    async def leave(self, node: str) -> None:
        """Anybody may claim this node's tables."""
        await self._readers.ask(partial(leases.leave, node=node))

    async def keeper_of(self, table: str) -> Lease | None:
        """Who keeps a table now; None if nobody does."""
        return next(iter(await self._readers.ask(partial(leases.keepers_of, tables=[table]))), None)

    async def kept_by(self, node: str) -> dict[str, int]:
        """The tables a node keeps, with their fences."""
        return await self._readers.ask(partial(leases.kept_by, node=node))

    async def nodes(self) -> dict[str, float]:
        """The nodes that live, and for how many seconds."""
        return await self._pulse.ask(leases.nodes)

    def finish(self) -> None:
        """Take nothing more; what waits is still written. To be called where writes come from."""
        self._writer.finish()

    def close(self) -> None:
        """Finish, and wait until everything is written."""
        self.finish()
        self._writer.join()
        self._readers.close()
        self._pulse.close()

    def _tick(self, db: Db) -> None:
        found = _calendar(db)
        self.calendar.days, self.calendar.at = found.days, found.at
        self.calendar.turn(_one(db, f"SELECT {NOW}"), time.monotonic())
        for pair in (("days", self.calendar.days), ("at", self.calendar.at)):
            db.execute("UPDATE meta SET value = %s WHERE name = %s", pair[::-1])
        for statement in _SWEEP:
            db.execute(statement)


def _one(db: Db, query: str) -> Any:
    [value] = db.execute(query).fetchone() or [None]
    return value


def _calendar(db: Db) -> Calendar:
    """The store's days, which nobody else can turn until this transaction is over."""
    db.execute("INSERT INTO meta VALUES ('days', 0), ('at', 0) ON CONFLICT DO NOTHING")
    [[days], [at]] = db.execute(_CALENDAR).fetchall()
    return Calendar(days, at)


def _count(db: Db) -> int:
    return int(_one(db, _COUNT))


def _load(db: Db, table: str) -> Kept | None:
    db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
    forgotten = db.execute("SELECT forgotten FROM tables WHERE id = %s", (table,)).fetchone()
    docs = {name: json.loads(value) for _, name, value in db.execute(_DOCS, ([table],))}
    if not docs or (forgotten is not None and forgotten[0] is not None):
        return None
    return Kept([EventRow(*row) for row in db.execute(_EVENTS, (table,))], docs)


def _held_by(db: Db, guest: str, most: int) -> list[tuple[str, Docs]]:
    ids = [id for (id,) in db.execute(_HELD, (guest, most))]
    rows = db.execute(f"{_DOCS} AND name NOT LIKE 'chat %%' AND name NOT LIKE 'jots %%'", (ids,)).fetchall()
    read = {id: _read((name, value) for other, name, value in rows if other == id) for id in ids}
    return [(id, docs) for id, docs in read.items() if docs is not None]


def _read(pairs: Iterable[tuple[str, str]]) -> Docs | None:
    try:
        return {name: json.loads(value) for name, value in pairs}
    except ValueError:
        return None


def _spend(db: Db, allowances: Mapping[str, int]) -> bool:
    with db.transaction():
        if db.execute(_SPEND, (list(allowances), list(allowances.values()))).rowcount == len(allowances):
            return True
        raise psycopg.Rollback
    return False
