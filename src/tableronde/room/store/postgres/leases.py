"""Who keeps which table, as the server knows it. A lease lives as long as its node, so that a node with many tables renews one row."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from tableronde.room.store import Lease, StoreFault
from tableronde.room.store.postgres.connecting import Db
from tableronde.room.store.postgres.statements import NOW, alive

_RENEW: Final = f"""
INSERT INTO nodes VALUES (%(node)s, {NOW} + %(seconds)s, %(seconds)s)
ON CONFLICT (node) DO UPDATE SET until = EXCLUDED.until, seconds = EXCLUDED.seconds
RETURNING (SELECT {alive("old")} FROM nodes AS old WHERE old.node = %(node)s)
"""
_KEEPERS: Final = f"SELECT id, node, fence, until - {NOW} FROM keepers JOIN nodes USING (node) WHERE id = ANY(%s) AND {alive('nodes')}"
_THERE: Final = (
    "INSERT INTO keepers SELECT id, '', 0 FROM tables WHERE id = ANY(%s) AND forgotten IS NULL ORDER BY id ON CONFLICT DO NOTHING"
)
_HELD: Final = """
SELECT id, node, fence FROM keepers JOIN tables USING (id)
WHERE id = ANY(%s) AND forgotten IS NULL ORDER BY id FOR UPDATE OF keepers
"""
_LIVING: Final = f"SELECT node, until - {NOW}, {alive('nodes')} FROM nodes WHERE node = ANY(%s) ORDER BY node"
_TAKE: Final = "UPDATE keepers SET node = %s, fence = fence + 1 WHERE id = ANY(%s)"
Claimed = dict[str, Lease]


def renew(db: Db, node: str, seconds: float) -> bool:
    """A node lives on; whether it did until now."""
    [lived] = db.execute(_RENEW, {"node": node, "seconds": seconds}).fetchone() or [False]
    return bool(lived)


def claim(db: Db, tables: Mapping[str, int], node: str) -> Claimed:
    """Who keeps some tables from now on, each with the fence under which this node keeps it already, or 0. One whose keeper lives is
    only looked at, so that nobody who plays there is held up."""
    leases = {lease.table: lease for lease in keepers_of(db, list(tables)) if lease.node != node}
    wanted = {table: fence for table, fence in tables.items() if table not in leases}
    return {**leases, **_claim(db, wanted, node)} if wanted else leases


def _claim(db: Db, tables: Mapping[str, int], node: str) -> Claimed:
    """Claim tables that nobody else seems to keep, under their locks: whatever is being written to them is waited for."""
    db.execute(_THERE, (list(tables),))
    held = db.execute(_HELD, (list(tables),)).fetchall()
    mine = _living(db, [node])
    if held and not mine:
        raise StoreFault("the time of this node is over")
    others = _living(db, sorted({keeper for _, keeper, _ in held} - {node, ""}), "FOR SHARE")  # they cannot renew at this very moment
    free = [table for table, keeper, fence in held if keeper not in others and (keeper, fence) != (node, tables[table])]
    if free:
        db.execute(_TAKE, (node, free))
    taken = {table: Lease(table, node, fence + (table in free), mine[node]) for table, keeper, fence in held if keeper not in others}
    return {**taken, **{table: Lease(table, keeper, fence, others[keeper]) for table, keeper, fence in held if keeper in others}}


def _living(db: Db, nodes: Sequence[str], locked: str = "") -> dict[str, float]:
    """For how many seconds each of these nodes lives; those who do not are left out."""
    return {node: left for node, left, lives in db.execute(f"{_LIVING} {locked}", (nodes,)) if lives} if nodes else {}


def release(db: Db, table: str, fence: int) -> None:
    """Nobody keeps the table any more; its fence stays."""
    db.execute("UPDATE keepers SET node = '' WHERE id = %s AND fence = %s", (table, fence))


def leave(db: Db, node: str) -> None:
    """A node is no more."""
    db.execute("DELETE FROM nodes WHERE node = %s", (node,))


def keepers_of(db: Db, tables: Sequence[str]) -> list[Lease]:
    """Who keeps some tables now."""
    return [Lease(*row) for row in db.execute(_KEEPERS, (tables,))]


def kept_by(db: Db, node: str) -> dict[str, int]:
    """The tables a node keeps."""
    return dict(db.execute("SELECT id, fence FROM keepers WHERE node = %s", (node,)).fetchall())


def nodes(db: Db) -> dict[str, float]:
    """The nodes that live."""
    return dict(db.execute(f"SELECT node, until - {NOW} FROM nodes WHERE {alive('nodes')}").fetchall())


class Claims:
    """Claims that come together, as when many tables lose their keeper, are asked together."""

    def __init__(self, ask: Callable[[Mapping[str, int], str], Awaitable[Claimed]]) -> None:
        self._ask = ask
        self._gathered: dict[str, dict[tuple[str, int], asyncio.Future[Lease | None]]] = {}  # by node, and by table and fence
        self._asking: set[asyncio.Task[None]] = set()

    async def claim(self, table: str, node: str, fence: int) -> Lease | None:
        """Who keeps a table from now on."""
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
            leases = await self._ask(dict(sorted(waiting)), node)
        except StoreFault as fault:
            for answer in waiting.values():
                answer.set_exception(StoreFault(*fault.args))
                answer.exception()  # nobody may be left to hear it
            return
        for (table, _), answer in waiting.items():
            answer.set_result(leases.get(table))
