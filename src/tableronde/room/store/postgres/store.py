"""A store that many nodes share: PostgreSQL. Each node has one writer and a few readers; leases say which node owns a table."""

import asyncio
import json
import time
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

import psycopg

from tableronde.room.base.log_events import TABLE_DAMAGED
from tableronde.room.base.logs import hash_secret
from tableronde.room.saved.saved import UNLISTED
from tableronde.room.store import Docs, EventRow, Lease, PolicyText, StoredTable, StoreFault, Write
from tableronde.room.store.expiry import forget_tables
from tableronde.room.store.postgres import leases
from tableronde.room.store.postgres.backend import PostgresBackend
from tableronde.room.store.postgres.connecting import PATIENCE, Db, hide_password, reach
from tableronde.room.store.postgres.keyring import read_keys
from tableronde.room.store.postgres.readers import Readers
from tableronde.room.store.postgres.schema import migrate
from tableronde.room.store.postgres.statements import NOW
from tableronde.room.store.schema import VERSION
from tableronde.room.store.statements import TODAY
from tableronde.room.store.store_days import DAY, StoreDays
from tableronde.room.store.writer import Writer, WriterCounters

WATCH_SECONDS: Final = 0.5  # between two checks whether a commit takes too long
HOUR: Final = 3600
_DOCS: Final = "SELECT id, name, value FROM docs WHERE id = ANY(%s)"
_LISTED: Final = _DOCS + "".join(f" AND name NOT LIKE '{beginning}%%'" for beginning in UNLISTED)
_EVENTS: Final = "SELECT seq, actor, action, at, clock FROM events WHERE id = %s ORDER BY seq"
_HELD: Final = "SELECT id FROM holders JOIN tables USING (id) WHERE guest = %s AND forgotten IS NULL ORDER BY opened DESC LIMIT %s"
_COUNT: Final = "SELECT count(*) FROM tables WHERE forgotten IS NULL"
_STORE_DAYS: Final = "SELECT value FROM meta WHERE name IN ('days', 'at') ORDER BY name DESC FOR UPDATE"
_POLICY: Final = (
    "SELECT meta.value, docs.value FROM meta LEFT JOIN docs ON docs.id = '' AND docs.name = 'policy' "
    "WHERE meta.name = 'policy' AND meta.value <> %s"
)
_TURN: Final = (  # the first node on each of the store's days forgets tables
    f"INSERT INTO meta VALUES ('forgot', {TODAY}) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value "
    "WHERE meta.value <= EXCLUDED.value - 0.99"
)
_FILLED: Final = f"least(EXCLUDED.left_over + 1, old.left_over + greatest(0, {NOW} - old.at) * (EXCLUDED.left_over + 1) / {DAY})"
_SPEND: Final = f"""
INSERT INTO allowances AS old
SELECT who, most - 1, {NOW} FROM unnest(%s::text[], %s::float8[]) AS wanted(who, most) WHERE most >= 1 ORDER BY 1
ON CONFLICT (who) DO UPDATE SET left_over = {_FILLED} - 1, at = EXCLUDED.at WHERE {_FILLED} >= 1
"""
_SWEEP: Final = (
    f"DELETE FROM nodes WHERE until < {NOW} - {HOUR}",
    f"DELETE FROM writers WHERE at < {NOW} - {DAY}",
    f"DELETE FROM allowances WHERE at < {NOW} - {DAY}",
)


class PostgresStore(WriterCounters):
    """The store of many nodes."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self.where = hide_password(url)
        with reach(url) as db:
            migrate(db, self.where)
            self.store_days = _read_store_days(db)
            self.is_new = db.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is None
        self.trusts_clock = not self.store_days.is_behind(time.time())
        self._backend = PostgresBackend(url)
        self._writer = Writer(self._backend)
        self._readers = Readers(url)
        self._renewals = Readers(url, 1)  # a node must be able to renew its leases, whatever else is being read
        self._claims = leases.Claims(lambda tables, node: self._readers.ask(partial(leases.claim, tables=tables, node=node)))
        self._watching: asyncio.TimerHandle | None = None
        self._waiting = 0

    async def write(self, write: Write) -> None:
        """Store this; raise StoreFault if that fails, Fenced if another node owns the table, Unsure if the result is unknown."""
        if self._watching is None:
            self._watching = asyncio.get_running_loop().call_later(WATCH_SECONDS, self._watch_commits)
        self._waiting += 1
        try:
            await self._writer.write(write)
        finally:
            self._waiting -= 1

    def _watch_commits(self) -> None:
        """Cut the connection to a server that does not answer, while somebody waits for a commit."""
        if time.monotonic() - self._backend.batch_began > PATIENCE:
            self._backend.cut()
        self._watching = asyncio.get_running_loop().call_later(WATCH_SECONDS, self._watch_commits) if self._waiting else None

    async def load(self, table: str) -> StoredTable | None:
        """Return everything stored of a table; None if there is no such table. Raise LookupError if it is damaged."""
        if self._backend.is_unsure:
            raise StoreFault("it is not known yet whether the last commit was stored")
        try:
            return await self._readers.ask(partial(_load, table=table))
        except ValueError:
            TABLE_DAMAGED.log(table=hash_secret(table))
            raise LookupError("The stored data of this table is damaged and cannot be read.") from None

    async def list_tables_of(self, guest: str, most: int) -> list[tuple[str, Docs]]:
        """Return the latest tables of a guest, each with its documents; damaged ones are left out."""
        return await self._readers.ask(partial(_list_tables_of, guest=guest, most=most))

    async def count(self) -> int:
        """Count the tables."""
        return await self._readers.ask(_count)

    async def read_report(self) -> dict[str, float]:
        """Return numbers for operators."""
        size = await self._readers.ask(lambda db: _read_one(db, "SELECT pg_database_size(current_database())"))
        return {"version": VERSION, "days": round(self.store_days.days, 2), "database_bytes": size, "nodes": len(await self.list_nodes())}

    async def read_policy(self, revision: int) -> PolicyText | None:
        """Return what the operator has decided, if that has changed."""
        found = await self._readers.ask(lambda db: db.execute(_POLICY, (revision,)).fetchone())
        return None if found is None else PolicyText(int(found[0]), found[1] or "")

    async def tick(self) -> None:
        """Count the days by the server's clock, and sweep away the rows of nodes that are gone."""
        await self._readers.ask(self._tick)

    async def forget(self, keep: int) -> int:
        """Forget tables not visited for `keep` days, on one node per day, the oldest first, a limited number; return how many."""
        if not await self._readers.ask(lambda db: db.execute(_TURN).rowcount):
            return 0
        return await forget_tables(self, keep)

    async def spend(self, allowances: Mapping[str, int]) -> bool:
        """Use one unit of each daily allowance; return False, and use none, if one of them is exhausted."""
        return await self._readers.ask(partial(_spend, allowances=allowances))

    async def read_keys(self) -> bytes | None:
        """Return the keys that sign cookies."""
        return await self._readers.ask(read_keys)

    async def renew(self, node: str, seconds: float) -> bool:
        """Extend the life of a node and its leases; return whether it was alive until now."""
        return await self._renewals.ask(partial(leases.renew, node=node, seconds=seconds))

    async def claim(self, table: str, node: str, fence: int = 0) -> Lease | None:
        """Claim a table; return its owner from now on, this node if no other owns it; None: no such table."""
        return await self._claims.claim(table, node, fence)

    async def release(self, table: str, fence: int) -> None:
        """Release a table, so that any node may claim it."""
        await self._readers.ask(partial(leases.release, table=table, fence=fence))

    async def leave(self, node: str) -> None:
        """Remove a node, so that others may claim its tables."""
        await self._readers.ask(partial(leases.leave, node=node))

    async def find_lease(self, table: str) -> Lease | None:
        """Return the current lease of a table; None if it has none."""
        return next(iter(await self._readers.ask(partial(leases.list_leases, tables=[table]))), None)

    async def list_fences(self, node: str) -> dict[str, int]:
        """Return the tables a node owns, with their fences."""
        return await self._readers.ask(partial(leases.list_fences, node=node))

    async def list_nodes(self) -> dict[str, float]:
        """Return the nodes that are alive, and for how many seconds."""
        return await self._renewals.ask(leases.list_nodes)

    def finish(self) -> None:
        """Accept no more writes; those waiting are still written. Call it in the thread that writes."""
        self._writer.finish()

    def close(self) -> None:
        """Finish, and wait until everything is written."""
        self.finish()
        self._writer.join()
        self._readers.close()
        self._renewals.close()

    def _tick(self, db: Db) -> None:
        found = _read_store_days(db)
        self.store_days.days, self.store_days.at = found.days, found.at
        self.store_days.advance(_read_one(db, f"SELECT {NOW}"), time.monotonic())
        for pair in (("days", self.store_days.days), ("at", self.store_days.at)):
            db.execute("UPDATE meta SET value = %s WHERE name = %s", pair[::-1])
        for statement in _SWEEP:
            db.execute(statement)


def _read_one(db: Db, query: str) -> Any:
    [value] = db.execute(query).fetchone() or [None]
    return value


def _read_store_days(db: Db) -> StoreDays:
    """Return the store's days, locked until this transaction is over."""
    db.execute("INSERT INTO meta VALUES ('days', 0), ('at', 0) ON CONFLICT DO NOTHING")
    [[days], [at]] = db.execute(_STORE_DAYS).fetchall()
    return StoreDays(days, at)


def _count(db: Db) -> int:
    return int(_read_one(db, _COUNT))


def _load(db: Db, table: str) -> StoredTable | None:
    db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
    forgotten = db.execute("SELECT forgotten FROM tables WHERE id = %s", (table,)).fetchone()
    docs = {name: json.loads(value) for _, name, value in db.execute(_DOCS, ([table],))}
    if not docs or (forgotten is not None and forgotten[0] is not None):
        return None
    return StoredTable([EventRow(*row) for row in db.execute(_EVENTS, (table,))], docs)


def _list_tables_of(db: Db, guest: str, most: int) -> list[tuple[str, Docs]]:
    ids = [id for (id,) in db.execute(_HELD, (guest, most))]
    rows = db.execute(_LISTED, (ids,)).fetchall()
    read = {id: _parse_docs((name, value) for other, name, value in rows if other == id) for id in ids}
    return [(id, docs) for id, docs in read.items() if docs is not None]


def _parse_docs(pairs: Iterable[tuple[str, str]]) -> Docs | None:
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
