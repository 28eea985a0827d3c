"""Both kinds of store for tests that run against both: a file of its own, or a schema of its own on a real server."""

import itertools
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tableronde.room.store.postgres import backend, connecting, readers, store
from tableronde.room.store.postgres.postgres_server import Server
from tableronde.room.store.postgres.store import PostgresStore
from tableronde.room.store.sqlite.store import SqliteStore

AnyStore = SqliteStore | PostgresStore
Opening = Callable[[], AnyStore]
KINDS = ("sqlite", "postgres")
PATIENCE = 60  # seconds, on a busy machine
HASTE = {**connecting.HASTE}
_NUMBERS = itertools.count(1)


def be_patient(patch: pytest.MonkeyPatch, patience: float = PATIENCE, settling: float = PATIENCE, haste: str = f"{PATIENCE}s") -> None:
    """Wait longer for a server than a room would: on a busy machine slowness alone is no fault."""
    patch.setattr(store, "PATIENCE", patience)
    patch.setattr(readers, "PATIENCE", patience)
    patch.setattr(backend, "SETTLING", settling)
    patch.setattr(connecting, "HASTE", {name: haste or value for name, value in HASTE.items()})


def be_hasty(patch: pytest.MonkeyPatch) -> None:
    """Wait as long as a room does."""
    be_patient(patch, connecting.PATIENCE, 2.0, "")


@contextmanager
def postgres_running(*settings: str) -> Iterator[Server]:
    """Run a real server. If there is none, the tests fail: nothing is skipped silently."""
    with tempfile.TemporaryDirectory(prefix="tableronde-postgres-") as name:
        Path(name).chmod(0o755)
        server = Server(Path(name), settings=settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def new_schema(url: str) -> str:
    """Return the address of an empty schema on a server."""
    name = f"test{next(_NUMBERS)}"
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"CREATE SCHEMA {name}")
    return f"{url}?connect_timeout={PATIENCE}&options=-csearch_path%3D{name}"
