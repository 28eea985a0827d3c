"""Which hosts and origins are the room's own, and the cookie of a guest with and without TLS."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tableronde.room.people.guests import COOKIE, SECURE_COOKIE
from tableronde.room.people.tokens import new_token
from tableronde.room.room import Room
from tableronde.room.web.routes import build
from tableronde.room.web.server.middleware import is_known_host, is_same_origin

NAMES = frozenset({"localhost", "play.example", "203.0.113.5", "2001:db8::5"})


@pytest.mark.parametrize(
    "host", ["localhost:8000", "Play.Example", "127.0.0.1:1", "127.9.9.9", "[::1]:8000", "203.0.113.5:80", "[2001:db8::5]"]
)
def test_own_names_and_this_machine_are_always_known(host: str) -> None:
    assert is_known_host(host, NAMES)


@pytest.mark.parametrize(
    "host", ["192.168.1.7:8000", "10.0.0.1", "172.17.0.2", "169.254.1.1", "100.101.102.103", "[fd00::7]:8000", "[fe80::1]"]
)
def test_private_addresses_are_known_while_the_network_is_open(host: str) -> None:
    assert is_known_host(host, NAMES, is_open=True)
    assert not is_known_host(host, NAMES)


@pytest.mark.parametrize("host", ["", "8.8.8.8", "[2606:4700::1]", "evil.example", "0.0.0.0", "[::]", "::1", "[127.0.0.1]", "1.2.3.4.5"])
def test_others_never_are(host: str) -> None:
    assert not is_known_host(host, NAMES, is_open=True)


def test_an_origin_is_compared_with_its_scheme() -> None:
    own = {"host": "play.example", "origin": "https://play.example"}
    assert is_same_origin(own, ("https",))
    assert not is_same_origin({**own, "origin": "http://play.example"}, ("https",))
    for scheme in ("file", "x", "null", "chrome-extension"):
        assert not is_same_origin({**own, "origin": f"{scheme}://play.example"})
    assert not is_same_origin({**own, "origin": "null"})


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room.at(tmp_path / "data", workers=1)
    yield found
    found.store.close()


def ask(room: Room, scheme: str, cookie: str = "") -> str:
    """Return the cookies that a room gives to a request."""

    async def get() -> str:
        app = build(room, ["testserver"], proxied=scheme == "https")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=f"{scheme}://testserver") as web:
            answer = await web.get("/games.json", headers={"Cookie": cookie} if cookie else {})
            assert answer.status_code == 200
            return str(answer.headers.get("set-cookie", ""))

    return asyncio.run(get())


def test_behind_tls_the_cookie_is_bound_to_the_host_and_the_old_one_exchanged(room: Room) -> None:
    """The guest stays the same, so that nobody loses a seat; from then on, a planted plain cookie counts for nothing."""
    guest, planted = room.signer.sign(new_token()), room.signer.sign(new_token())
    given = ask(room, "https", f"{COOKIE}={guest}")
    assert given.startswith(f"{SECURE_COOKIE}={guest};")
    assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in given.split(";")}
    assert "Domain" not in given
    assert ask(room, "https", f"{SECURE_COOKIE}={guest}; {COOKIE}={planted}") == ""
    assert room.signer.find_guest({SECURE_COOKIE: guest, COOKIE: planted}) == guest.partition(".")[0]
    assert room.signer.find_guest({SECURE_COOKIE: "forged.seal", COOKIE: guest}) == guest.partition(".")[0]


def test_without_tls_the_cookie_is_the_plain_one(room: Room) -> None:
    assert ask(room, "http").startswith(f"{COOKIE}=")
