"""Who keeps which table, as the server knows it. A lease lives as long as its node, so that a node with many tables renews one row."""

from typing import Final

from tableronde.room.store import Lease, StoreFault
from tableronde.room.store.postgres.connecting import Db
from tableronde.room.store.postgres.statements import NOW, alive

_RENEW: Final = f"""
INSERT INTO nodes VALUES (%(node)s, {NOW} + %(seconds)s, %(seconds)s)
ON CONFLICT (node) DO UPDATE SET until = EXCLUDED.until, seconds = EXCLUDED.seconds
RETURNING (SELECT {alive("old")} FROM nodes AS old WHERE old.node = %(node)s)
"""
_KEEPER: Final = f"SELECT id, node, fence, until - {NOW} FROM keepers JOIN nodes USING (node) WHERE id = %s AND {alive('nodes')}"
_THERE: Final = "INSERT INTO keepers SELECT id, '', 0 FROM tables WHERE id = %s AND forgotten IS NULL ON CONFLICT DO NOTHING"
_HELD: Final = (
    "SELECT node, fence FROM keepers WHERE id = %s AND EXISTS (SELECT 1 FROM tables WHERE id = %s AND forgotten IS NULL) FOR UPDATE"
)
_LIVES: Final = f"SELECT until - {NOW} FROM nodes WHERE node = %s AND {alive('nodes')}"
_TAKE: Final = "UPDATE keepers SET node = %s, fence = %s WHERE id = %s"


def renew(db: Db, node: str, seconds: float) -> bool:
    """A node lives on; whether it did until now."""
    [lived] = db.execute(_RENEW, {"node": node, "seconds": seconds}).fetchone() or [False]
    return bool(lived)


def claim(db: Db, table: str, node: str) -> Lease | None:
    """Who keeps a table from now on. One whose keeper lives is only looked at, so that nobody who plays there is held up."""
    lease = keeper_of(db, table)
    if lease is not None and lease.node != node:
        return lease
    db.execute(_THERE, (table,))
    held = db.execute(_HELD, (table, table)).fetchone()
    if held is None:
        return None
    left = db.execute(_LIVES, (node,)).fetchone()
    if left is None:
        raise StoreFault("the time of this node is over")
    keeper, fence = held
    if keeper != node:
        others = db.execute(f"{_LIVES} FOR SHARE", (keeper,)).fetchone()  # it cannot renew at this very moment
        if others is not None:
            return Lease(table, keeper, fence, *others)
        fence += 1
        db.execute(_TAKE, (node, fence, table))
    return Lease(table, node, fence, *left)


def release(db: Db, table: str, fence: int) -> None:
    """Nobody keeps the table any more; its fence stays."""
    db.execute("UPDATE keepers SET node = '' WHERE id = %s AND fence = %s", (table, fence))


def leave(db: Db, node: str) -> None:
    """A node is no more."""
    db.execute("DELETE FROM nodes WHERE node = %s", (node,))


def keeper_of(db: Db, table: str) -> Lease | None:
    """Who keeps a table now."""
    found = db.execute(_KEEPER, (table,)).fetchone()
    return Lease(*found) if found else None


def kept_by(db: Db, node: str) -> dict[str, int]:
    """The tables a node keeps."""
    return dict(db.execute("SELECT id, fence FROM keepers WHERE node = %s", (node,)).fetchall())


def nodes(db: Db) -> dict[str, float]:
    """The nodes that live."""
    return dict(db.execute(f"SELECT node, until - {NOW} FROM nodes WHERE {alive('nodes')}").fetchall())
