"""One room for all tests that do not need a room of their own."""

from collections.abc import Iterator

import pytest

from room.rooms import Person, Server, serving


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
