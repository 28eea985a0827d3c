"""The switch that opens the room to the home network: who may use it, and what opening and closing change."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from support.rooms import Person, serving
from tableronde.room.base.refusals import Trouble
from tableronde.room.room import Room
from tableronde.room.web import home_network
from tableronde.room.web.home_network import HomeNetwork
from tableronde.room.web.routes import build

ELSEWHERE = "127.0.0.2"  # stands for the address in the home network: traffic stays on this machine
HERE = "http://127.0.0.1"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    opened = Room.at(tmp_path, workers=1)
    yield opened
    opened.store.close()


class Listeners:
    """A server that accepts connections and says nothing."""

    def __init__(self) -> None:
        self.connections: list[Any] = []

    async def listen(self, bound: socket.socket) -> asyncio.Server:
        return await asyncio.get_running_loop().create_server(asyncio.Protocol, sock=bound)


def switch_of(room: Room, address: str | None = ELSEWHERE) -> HomeNetwork:
    network, listeners = HomeNetwork(room, lambda: address), Listeners()
    network.attach(listeners.listen, lambda: listeners.connections, 0)
    return network


async def web_of(room: Room, network: HomeNetwork | None, peer: str = "127.0.0.1", base: str = HERE) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(build(room, ("room.example",), network=network), client=(peer, 4321))
    async with httpx.AsyncClient(transport=transport, base_url=base) as web:
        yield web


def ask(
    room: Room, network: HomeNetwork | None, order: object = None, *, peer: str = "127.0.0.1", base: str = HERE, **headers: str
) -> httpx.Response:
    """Send one request; return the answer."""

    async def go() -> httpx.Response:
        async for web in web_of(room, network, peer, base):
            named = {name.replace("_", "-"): text for name, text in headers.items()}
            if order is None:
                answer = await web.get("/network.json", headers=named)
            else:
                answer = await web.post("/network.json", json=order, headers=named)
            if network is not None:
                await network.close()
        return answer

    return asyncio.run(go())


def test_the_switch_opens_with_the_key_of_the_program(room: Room) -> None:
    network = switch_of(room)
    answer = ask(room, network, {"open": True, "key": network.key}, Origin=HERE)
    assert answer.status_code == 200
    assert answer.json()["open"] is True
    assert answer.json()["address"].startswith(f"http://{ELSEWHERE}:")
    assert room.address == ""  # closed again by then


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"Origin": HERE, "key": "wrong"}, 403),
        ({"Origin": HERE, "key": ""}, 403),
        ({}, 403),  # a program, or a page of an old browser that says nothing about itself
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": HERE, "sec_fetch_site": "none"}, 403),
        ({"Origin": HERE, "peer": "192.168.1.9"}, 404),
        ({"Origin": "http://room.example", "base": "http://room.example"}, 404),
        ({"Origin": "http://192.168.1.7", "base": "http://192.168.1.7"}, 421),  # no host of the room while the network is closed
        ({"Origin": HERE, "x_forwarded_for": "192.168.1.9"}, 404),
        ({"Origin": HERE, "via": "1.1 proxy"}, 404),
    ],
)
def test_nobody_else_may_open_it(room: Room, more: dict[str, str], status: int) -> None:
    network = switch_of(room)
    opened: list[str] = []
    network._announce = opened.append  # type: ignore[assignment, method-assign]
    answer = ask(room, network, {"open": True, "key": more.pop("key", network.key)}, **more)
    assert answer.status_code == status
    assert not opened


def test_a_room_with_a_proxy_or_many_nodes_has_no_switch(room: Room) -> None:
    assert ask(room, None).status_code == 404


def test_what_is_no_order_is_refused(room: Room) -> None:
    network = switch_of(room)
    assert ask(room, network, {"open": "yes", "key": network.key}, Origin=HERE).status_code == 400
    assert ask(room, network, [True], Origin=HERE).status_code == 400


def test_without_a_network_it_says_so(room: Room) -> None:
    network = switch_of(room, None)
    answer = ask(room, network, {"open": True, "key": network.key}, Origin=HERE)
    assert answer.status_code == 409
    assert ask(room, network).json() == {"open": False, "address": None}


def test_a_port_that_another_program_has_is_replaced() -> None:
    with socket.socket() as taken:
        taken.bind((ELSEWHERE, 0))
        taken.listen()
        with home_network._bind(ELSEWHERE, taken.getsockname()[1]) as bound:
            assert bound.getsockname()[1] != taken.getsockname()[1]
    with pytest.raises(Trouble, match="network"):
        home_network._bind("192.0.2.1", 0)  # not an address of this machine


PROGRAM = """
import sys
from tableronde.room.web import home_network
home_network.find_network_address = lambda: "127.0.0.2"
from tableronde.room.__main__ import main
sys.exit(main(sys.argv[4:]))  # without this program's own name, and `python -m tableronde.room`
"""


def test_the_listener_opens_and_closes_while_the_room_runs(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    with serving(tmp_path / "data", before=[sys.executable, str(program)]) as server, Person(server.base) as ana:
        assert server.process.stdout is not None
        key = server.process.stdout.readline().strip().partition("#key=")[2]
        table = ana.open("four-circles", {"kind": "me"}, {"kind": "open"})
        with ana.at(table["id"]) as line:
            assert line.until("table")["table"]["reach"] is None
            origin = {"Origin": server.base}
            opened = ana.web.post("/network.json", json={"open": True, "key": key}, headers=origin).json()
            assert line.until("table")["table"]["reach"] == opened["address"]
            with Person(opened["address"]) as bo:
                assert bo.web.get(table["url"]).status_code == 200
                with bo.at(table["id"]) as other:
                    assert other.until("table")["table"]["reach"] == ""
                    ana.web.post("/network.json", json={"open": False, "key": key}, headers=origin)
                    with pytest.raises(ConnectionClosed):
                        other.until("never")
                with pytest.raises(httpx.ConnectError):
                    httpx.get(opened["address"], timeout=5)
            line.until(lambda message: "table" in message and message["table"]["reach"] is None)  # others may come and go before
        assert ana.web.get("/healthz").status_code == 200
