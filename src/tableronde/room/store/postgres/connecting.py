"""The way to a PostgreSQL server: how it is named without its password, and connections that never wait for ever."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tableronde.room.store import StoreTrouble

Db = psycopg.Connection[tuple[Any, ...]]
OLDEST: Final = 14
PATIENCE: Final = 3  # seconds for anything that should take milliseconds
TRIES: Final[dict[str, Any]] = {  # a peer that is gone without a word is noticed
    "connect_timeout": PATIENCE,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
# A node that stops in the middle of something lets go of it soon, so that another can go on.
HASTE: Final = {
    "lock_timeout": f"{PATIENCE}s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "2s",
    "transaction_timeout": "5s",  # since version 17
}
_SET: Final = (
    "SELECT set_config(name, wanted, false) FROM unnest(%s::text[], %s::text[]) AS haste(name, wanted) JOIN pg_settings USING (name)"
)
_SAFE: Final = "SELECT set_config(name, 'on', false) FROM pg_settings WHERE name = 'synchronous_commit' AND setting IN ('off', 'local')"


def shown(url: str) -> str:
    """A store's address as people and logs may see it: without the password, wherever it stood."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        return "postgresql://…"
    user = f"{parts['user']}@" if "user" in parts else ""
    port = f":{parts['port']}" if "port" in parts else ""
    return f"postgresql://{user}{parts.get('host', 'localhost')}{port}/{parts.get('dbname', '')}"


def connect(url: str, name: str, haste: bool = False) -> Db:
    """A connection under a name that tells the server's operator whose it is; in the midst of play one that holds up nobody for long.

    psycopg.Error if there is none to be had.
    """
    given = conninfo_to_dict(url)
    more = {key: value for key, value in TRIES.items() if key not in given}
    db = psycopg.connect(make_conninfo(url, **more, application_name=name), autocommit=True)
    with closed_by_faults(db):
        db.execute(_SAFE)
        if haste:
            db.execute(_SET, (list(HASTE), list(HASTE.values())))
    return db


def reach(url: str, name: str = "tableronde") -> Db:
    """The first connection to a store; StoreTrouble says what is wrong and what to do."""
    try:
        db = connect(url, name)
    except psycopg.ProgrammingError as error:
        raise StoreTrouble(f"this is no address of a PostgreSQL store ({_said(error)}): postgresql://USER@HOST/DATABASE is one") from None
    except psycopg.Error as error:
        raise StoreTrouble(
            f"{shown(url)} cannot be reached ({_said(error)}): see whether the server runs, and whether this user may connect"
        ) from None
    with closed_by_faults(db):
        old, [encoding] = db.info.server_version // 10_000, db.execute("SHOW server_encoding").fetchone() or [""]
        if old < OLDEST or encoding != "UTF8":
            raise StoreTrouble(f"{shown(url)} is PostgreSQL {old} with the encoding {encoding}: it must be {OLDEST} or newer, and UTF8")
    return db


@contextmanager
def closed_by_faults(db: Db) -> Iterator[None]:
    """Whatever goes wrong in here, the connection is not left behind."""
    try:
        yield
    except BaseException:
        db.close()
        raise


_REASONS: Final[dict[type[psycopg.Error], str]] = {
    psycopg.errors.InsufficientPrivilege: "does not let this user make or change tables: grant that, or use another database",
    psycopg.errors.ReadOnlySqlTransaction: "can only be read: it is a standby, perhaps",
    psycopg.errors.DiskFull: "cannot be written to because its disk is full: make some room first",
    psycopg.errors.UndefinedTable: "holds no store: open the room there once",
}


def explain(url: str, error: psycopg.Error) -> str:
    """What is wrong with a store, and what to do, in a sentence."""
    return f"{shown(url)} {_REASONS.get(type(error), 'cannot be used')} ({_said(error)})"


def _said(error: Exception) -> str:
    """What the server or its library says, in one line: the last, if it tells of several attempts."""
    lines = [line.strip() for line in str(error).strip().splitlines() if not line.startswith(("LINE ", "CONTEXT:", " "))]
    return lines[-1] if lines else type(error).__name__
