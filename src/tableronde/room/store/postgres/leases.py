"""Leases in PostgreSQL. A lease lives as long as its node, so that a node with many tables renews one row."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from tableronde.room.store import Lease, StoreFault
from tableronde.room.store.postgres.connecting import Db
from tableronde.room.store.postgres.statements import NOW, is_alive_sql

_RENEW: Final = f"""
INSERT INTO nodes VALUES (%(node)s, {NOW} + %(seconds)s, %(seconds)s)
ON CONFLICT (node) DO UPDATE SET until = EXCLUDED.until, seconds = EXCLUDED.seconds
RETURNING (SELECT {is_alive_sql("old")} FROM nodes AS old WHERE old.node = %(node)s)
"""
_OWNERS: Final = (
    f"SELECT id, node, fence, until - {NOW} FROM keepers JOIN nodes USING (node) WHERE id = ANY(%s) AND {is_alive_sql('nodes')}"
)
_THERE: Final = (
    "INSERT INTO keepers SELECT id, '', 0 FROM tables WHERE id = ANY(%s) AND forgotten IS NULL ORDER BY id ON CONFLICT DO NOTHING"
)
_HELD: Final = """
SELECT id, node, fence FROM keepers JOIN tables USING (id)
WHERE id = ANY(%s) AND forgotten IS NULL ORDER BY id FOR UPDATE OF keepers
"""
_LIVING: Final = f"SELECT node, until - {NOW}, {is_alive_sql('nodes')} FROM nodes WHERE node = ANY(%s) ORDER BY node"
_TAKE: Final = "UPDATE keepers SET node = %s, fence = fence + 1 WHERE id = ANY(%s)"
Claimed = dict[str, Lease]


def renew(db: Db, node: str, seconds: float) -> bool:
    """Extend the life of a node; return whether it was alive until now."""
    [lived] = db.execute(_RENEW, {"node": node, "seconds": seconds}).fetchone() or [False]
    return bool(lived)


def claim(db: Db, tables: Mapping[str, int], node: str) -> Claimed:
    """Claim tables, each with the fence under which this node owns it already, or 0; return their owners.

    A table whose owner is alive is only read, so that its players are not held up.
    """
    leases = {lease.table: lease for lease in list_leases(db, list(tables)) if lease.node != node}
    wanted = {table: fence for table, fence in tables.items() if table not in leases}
    return {**leases, **_claim(db, wanted, node)} if wanted else leases


def _claim(db: Db, tables: Mapping[str, int], node: str) -> Claimed:
    """Claim tables that seem to be free, under their locks, which wait for writes in progress."""
    db.execute(_THERE, (list(tables),))
    rows = db.execute(_HELD, (list(tables),)).fetchall()
    mine = _list_living(db, [node])
    if rows and not mine:
        raise StoreFault("the leases of this node have expired")
    others = _list_living(db, sorted({keeper for _, keeper, _ in rows} - {node, ""}), "FOR SHARE")  # they cannot renew at this very moment
    free = [table for table, keeper, fence in rows if keeper not in others and (keeper, fence) != (node, tables[table])]
    if free:
        db.execute(_TAKE, (node, free))
    taken = {table: Lease(table, node, fence + (table in free), mine[node]) for table, keeper, fence in rows if keeper not in others}
    return {**taken, **{table: Lease(table, keeper, fence, others[keeper]) for table, keeper, fence in rows if keeper in others}}


def _list_living(db: Db, nodes: Sequence[str], locked: str = "") -> dict[str, float]:
    """Return the remaining seconds of each of these nodes that is alive."""
    return {node: left for node, left, lives in db.execute(f"{_LIVING} {locked}", (nodes,)) if lives} if nodes else {}


def release(db: Db, table: str, fence: int) -> None:
    """Remove the owner of a table; its fence stays."""
    db.execute("UPDATE keepers SET node = '' WHERE id = %s AND fence = %s", (table, fence))


def leave(db: Db, node: str) -> None:
    """Remove a node."""
    db.execute("DELETE FROM nodes WHERE node = %s", (node,))


def list_leases(db: Db, tables: Sequence[str]) -> list[Lease]:
    """Return the current leases of some tables."""
    return [Lease(*row) for row in db.execute(_OWNERS, (tables,))]


def list_fences(db: Db, node: str) -> dict[str, int]:
    """Return the tables a node owns."""
    return dict(db.execute("SELECT id, fence FROM keepers WHERE node = %s", (node,)).fetchall())


def list_nodes(db: Db) -> dict[str, float]:
    """Return the nodes that are alive."""
    return dict(db.execute(f"SELECT node, until - {NOW} FROM nodes WHERE {is_alive_sql('nodes')}").fetchall())


class Claims:
    """Joins claims made in the same turn of the event loop, as when many tables lose their owner, into one request."""

    def __init__(self, ask: Callable[[Mapping[str, int], str], Awaitable[Claimed]]) -> None:
        self._claim_tables = ask
        self._gathered: dict[str, dict[tuple[str, int], asyncio.Future[Lease | None]]] = {}  # by node, and by table and fence
        self._asking: set[asyncio.Task[None]] = set()

    async def claim(self, table: str, node: str, fence: int) -> Lease | None:
        """Claim a table; return its owner from now on."""
        loop = asyncio.get_running_loop()
        if node not in self._gathered:
            self._gathered[node] = {}
            loop.call_soon(self._send, node)
        answer = self._gathered[node].setdefault((table, fence), loop.create_future())
        return await asyncio.shield(answer)

    def _send(self, node: str) -> None:
        task = asyncio.ensure_future(self._answer(self._gathered.pop(node), node))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _answer(self, waiting: "dict[tuple[str, int], asyncio.Future[Lease | None]]", node: str) -> None:
        try:
            leases = await self._claim_tables(dict(sorted(waiting)), node)
        except StoreFault as fault:
            for answer in waiting.values():
                answer.set_exception(StoreFault(*fault.args))
                answer.exception()  # all callers may have gone
            return
        for (table, _), answer in waiting.items():
            answer.set_result(leases.get(table))
