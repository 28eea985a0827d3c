"""Connections to a PostgreSQL server that never wait for ever, and its address without the password."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tableronde.room.store import StoreTrouble

Db = psycopg.Connection[tuple[Any, ...]]
OLDEST: Final = 14
POOLER_TRIES: Final = 4
PATIENCE: Final = 3  # for anything that should take milliseconds
TRIES: Final[dict[str, Any]] = {  # a peer that disappears silently is noticed
    "connect_timeout": PATIENCE,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
# A node that stops in the middle of a transaction must release it soon, so that another can continue.
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


def hide_password(url: str) -> str:
    """Return a store's address for people and logs: without the password, wherever it stood."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        return "postgresql://…"
    user = f"{parts['user']}@" if "user" in parts else ""
    port = f":{parts['port']}" if "port" in parts else ""
    return f"postgresql://{user}{parts.get('host', 'localhost')}{port}/{parts.get('dbname', '')}"


def connect(url: str, name: str, haste: bool = False) -> Db:
    """Connect under a name that identifies the node to the server's operator; with `haste`, with short timeouts for use during play.

    Raise psycopg.Error if that fails.
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
    """Return the first connection to a store; raise StoreTrouble with a sentence that says what is wrong and what to do."""
    try:
        db = connect(url, name)
    except psycopg.ProgrammingError as error:
        raise StoreTrouble(
            f"this is not the address of a PostgreSQL store ({_describe_error(error)}): use postgresql://USER@HOST/DATABASE"
        ) from None
    except psycopg.Error as error:
        raise StoreTrouble(
            f"{hide_password(url)} cannot be reached ({_describe_error(error)}): check that the server runs and that this user may connect"
        ) from None
    with closed_by_faults(db):
        old, [encoding] = db.info.server_version // 10_000, db.execute("SHOW server_encoding").fetchone() or [""]
        if old < OLDEST or encoding != "UTF8":
            raise StoreTrouble(
                f"{hide_password(url)} is PostgreSQL {old} with the encoding {encoding}: it must be {OLDEST} or newer, and UTF8"
            )
        if _is_pooled(db) and _shares_sessions(db, url, name):
            raise StoreTrouble(
                f"{hide_password(url)} is a pooler that gives the session of one connection to others: "
                "set its pool_mode to session, or connect to the server itself"
            )
    return db


def _is_pooled(db: Db) -> bool:
    """Return whether something between here and the server answers in its name: it then announces itself as another process."""
    [process] = db.execute("SELECT pg_backend_pid()").fetchone() or [0]
    return bool(process != db.info.backend_pid)


def _shares_sessions(db: Db, url: str, name: str) -> bool:
    """Return whether another connection is served by the session of this one, as with transaction pooling.

    Locks, timeouts and what is settled after a lost commit belong to a session. Others may use the pooler as well, so this tries
    several times, each time holding what it was given.
    """
    with ExitStack() as stack:
        for _ in range(POOLER_TRIES):
            mine = db.execute("SELECT pg_backend_pid()").fetchone()
            other = connect(url, name)
            stack.callback(other.close)
            try:
                other.execute("BEGIN")
            except psycopg.Error:  # of a pooler that shares statements
                return True
            if other.execute("SELECT pg_backend_pid()").fetchone() == mine:
                return True
    return False


@contextmanager
def closed_by_faults(db: Db) -> Iterator[None]:
    """Close the connection if an exception leaves the context."""
    try:
        yield
    except BaseException:
        db.close()
        raise


_REASONS: Final[dict[type[psycopg.Error], str]] = {
    psycopg.errors.InsufficientPrivilege: "does not let this user make or change tables: grant that, or use another database",
    psycopg.errors.ReadOnlySqlTransaction: "is read-only: perhaps it is a standby",
    psycopg.errors.DiskFull: "cannot be written to because its disk is full: free some space first",
    psycopg.errors.UndefinedTable: "holds no store: open the room there once",
}


def explain(url: str, error: psycopg.Error) -> str:
    """Describe in a sentence what is wrong with a store and what to do."""
    return f"{hide_password(url)} {_REASONS.get(type(error), 'cannot be used')} ({_describe_error(error)})"


def _describe_error(error: Exception) -> str:
    """Return the error of the server or its library in one line: the last, if there were several attempts."""
    lines = [line.strip() for line in str(error).strip().splitlines() if not line.startswith(("LINE ", "CONTEXT:", " "))]
    return lines[-1] if lines else type(error).__name__
