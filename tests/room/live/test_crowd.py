"""Many spectators: one drawing, one encoding and one compression for all that see the same."""

import asyncio
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import connect

from support.rooms import HERE, ME, Person
from support.sessions import change_seat
from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.packets import Packet
from tableronde.room.live.socket import SocketConnection, connect_socket
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.tables.table_session import TableSession
from tableronde.scene import Scene
from tableronde.text import LANGUAGES, Language


class Spout:
    """A connection that records its packets."""

    def __init__(self) -> None:
        self.packets: list[Packet] = []

    def write_now(self, packet: Packet) -> bool:
        """Accept a packet."""
        self.packets.append(packet)
        return True


def _spectator(table: TableSession, guest: str, language: Language) -> tuple[SocketConnection, Spout]:
    no_socket: Any = None
    viewer, spout = connect_socket(no_socket, table, guest, language, "scene", Limits(), Metrics()), Spout()
    viewer.outbox.sink = spout
    table.audience.viewers.add(viewer)
    viewer.open(0)
    return viewer, spout


def test_what_all_spectators_see_is_worked_out_once_for_each_language(tmp_path: Path) -> None:
    async def live() -> None:
        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        crowd = [_spectator(table, f"stranger {i}", LANGUAGES[i % 2]) for i in range(20)]
        _, hand = _spectator(table, "guest", "fr")
        for _ in range(3):
            seat = table.table.to_act()[0]
            assert isinstance(seat, int)
            await table.act(seat, table.table.legal()[seat][0])
            latest = [spout.packets[-1] for _, spout in crowd]
            assert len({id(packet) for packet in latest}) == len(LANGUAGES)
            for (viewer, _), packet in zip(crowd, latest, strict=True):
                assert packet.data == _afresh(table, viewer)
            assert hand.packets[-1] is not latest[0]  # seat holders get more
        await room.close()

    asyncio.run(live())


def test_who_sits_down_leaves_the_crowd_and_who_stands_up_joins_it_again(tmp_path: Path) -> None:
    async def live() -> None:
        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        (ana, hers), (_, his), (_, third) = (_spectator(table, name, "fr") for name in ("ana", "bob", "eve"))

        async def act() -> None:
            seat = table.table.to_act()[0]
            assert isinstance(seat, int)
            await table.act(seat, table.table.legal()[seat][0])
            assert his.packets[-1] is third.packets[-1]
            assert _is_new(his.packets[-1], table)
            assert _is_new(hers.packets[-1], table)

        await act()
        assert hers.packets[-1] is his.packets[-1]
        await change_seat(table, 0, guests=table.saved.seats[0].guests | {"ana"})
        await act()
        assert ana.seat == 0
        assert hers.packets[-1] is not his.packets[-1]
        assert json.loads(hers.packets[-1].data)["scene"]["seat"] == 0
        assert json.loads(his.packets[-1].data)["scene"]["seat"] is None
        await change_seat(table, 0, guests=table.saved.seats[0].guests - {"ana"})
        assert ana.seat is None
        await act()
        ana.view.switch_seat(None)  # requests by herself what the others are not sent again
        await act()
        assert hers.packets[-1].data == his.packets[-1].data == _afresh(table, ana)
        await room.close()

    asyncio.run(live())


def _is_new(packet: Packet, table: TableSession) -> bool:
    scene = json.loads(packet.data)["scene"]
    return bool(scene["ply"] == table.table.plies and scene["base"] == table.table.plies - 1)


def test_spectators_cost_one_drawing_an_action(tmp_path: Path) -> None:
    """Changes are computed from the picture drawn before."""

    async def live() -> None:
        room, here, drawn = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P"), []
        table = await room.open(Order("cirkis", seats=[here, here]), "guest")
        draw = table.box.draw

        def counting(view: Any, seat: Any, picked: Any, offers: Any) -> Scene:
            drawn.append(seat)
            return draw(view, seat, picked, offers)

        table.table.box = replace(table.box, draw=counting)
        crowd = [_spectator(table, f"stranger {i}", LANGUAGES[i % 2]) for i in range(4)]
        for _ in range(3):
            drawn.clear()
            seat = table.table.to_act()[0]
            assert isinstance(seat, int)
            await table.act(seat, table.table.legal()[seat][0])
            assert drawn == [None]
            assert all(json.loads(spout.packets[-1].data)["scene"]["last"] for _, spout in crowd)
        await room.close()

    asyncio.run(live())


def _afresh(table: TableSession, viewer: SocketConnection) -> bytes:
    """Return what a viewer would be sent if nobody had been sent it before."""
    no_socket: Any = None
    lone = connect_socket(no_socket, table, "nobody", viewer.language, "scene", Limits(), Metrics())
    lone.outbox.sink = spout = Spout()
    then = table.table.at(table.table.plies - 1)
    before = table.position
    table.position = type(before)(then)
    lone.open(0)
    table.position = before
    lone.view.show(table.table.plies - 1)
    return spout.packets[-1].data


def test_a_packet_is_one_frame_that_needs_no_other() -> None:
    for size in (1, 200, 70_000):
        packet = Packet({"text": "é" * size})
        assert packet.plain.endswith(packet.data)
        head = 2 if packet.deflated[1] < 126 else 4
        body = packet.deflated[head:] + b"\x00\x00\xff\xff"
        assert zlib.decompressobj(wbits=-12).decompress(body) == packet.data


def test_clients_that_compress_otherwise_are_served_too(ana: Person) -> None:
    """With less memory than usual, or without compression: the same messages."""
    table = ana.open("four-circles", ME, HERE)
    small = ClientPerMessageDeflateFactory(server_max_window_bits=9, client_max_window_bits=9)
    address = f"{ana.base.replace('http', 'ws', 1)}{table['url']}/live?lang=fr"
    heard = []
    choices: list[dict[str, Any]] = [{}, {"compression": None}, {"compression": None, "extensions": [small]}]
    for options in choices:
        with connect(address, max_size=None, close_timeout=1, **options) as socket:
            heard.append(json.loads(socket.recv(60))["scene"])
    assert heard[0] == heard[1] == heard[2]


def test_nobody_is_asked_whether_they_want_to_know_who_wins(tmp_path: Path) -> None:
    """A viewer that wants win probabilities says so, and it holds until it says otherwise or leaves."""

    async def live() -> None:
        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        (ana, _), (bob, _), (host, _) = (_spectator(table, name, "fr") for name in ("ana", "bob", "guest"))
        for viewer in (ana, bob, host):
            viewer.want_evaluation(True)
        assert [viewer.wants_evaluation for viewer in (ana, bob, host)] == [True, True, False]  # seat holders may not have them
        ana.want_evaluation(False)
        bob.close()
        assert table.audience.curious == {host}
        await room.close()

    asyncio.run(live())
