"""One room for all tests that need none of their own, and one PostgreSQL server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.rooms import Person, Server, serving
from support.stores import KINDS, Opening, be_patient, new_schema, postgres_running
from tableronde.room.store.postgres.store import PostgresStore
from tableronde.room.store.sqlite.store import SqliteStore


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real room on a loopback port."""
    with serving(tmp_path_factory.mktemp("room") / "data", "--workers", "2") as running:
        yield running


@pytest.fixture
def ana(server: Server) -> Iterator[Person]:
    """Somebody in the room."""
    with Person(server.base) as person:
        yield person


@pytest.fixture
def luc(server: Server) -> Iterator[Person]:
    """Somebody else in the room."""
    with Person(server.base) as person:
        yield person


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL server, which runs as long as the tests."""
    with postgres_running("fsync=off", "max_connections=200") as running, pytest.MonkeyPatch.context() as patch:
        be_patient(patch)
        yield running.url


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """The address of an empty schema on it."""
    return new_schema(postgres)


@pytest.fixture(params=KINDS)
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    """A function that opens the same store each time; the test runs once for each kind."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "room.sqlite")
    url: str = request.getfixturevalue("postgres_url")
    return lambda: PostgresStore(url)
