"""Pictures on repeated request: one after the other for an address, with turns for everybody else in between."""

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from support.rooms import Message
from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.live import commands
from tableronde.room.live.perspective import Perspective
from tableronde.room.live.socket import connect_socket, converse
from tableronde.room.live.table_view import TableView
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store.writer import FIRST_ANSWERS
from tableronde.room.tables.table_session import TableSession
from tableronde.table import Table

PLACE = "192.0.2.1"
SOCKETS = 4
HERE = SeatOrder("here", "P")
ASKED: tuple[tuple[Message, object, str], ...] = (
    ({"do": "recall", "ply": 0}, Perspective, "recall"),
    ({"do": "earlier", "before": 1}, TableView, "show_past"),
    ({"do": "look", "seat": 0}, TableView, "switch_seat"),
    ({"do": "pick", "picked": []}, TableView, "show_picked"),
    ({"do": "rotate", "picked": []}, commands, "show_rotated"),
    ({"do": "press", "word": "nowhere"}, commands, "show_press"),
    ({"do": "jot", "place": "nowhere", "text": "A", "seat": 0}, Table, "draw"),
)


class Impatient:
    """A socket whose messages are all there already: nobody waits between two of them."""

    def __init__(self, said: Iterable[Message]) -> None:
        self.scope: Message = {}
        self.said = [*({"type": "websocket.receive", "text": json.dumps(each)} for each in said), {"type": "websocket.disconnect"}]

    async def receive(self) -> Message:
        return self.said.pop(0)

    async def send_text(self, text: str) -> None:
        pass

    async def close(self, code: int) -> None:
        pass


class Beat:
    """Somebody else in the room: counts the turns of the event loop, and what happened in each."""

    def __init__(self) -> None:
        self.now, self.noted = 0, list[int]()

    async def run(self) -> None:
        while True:
            self.now += 1
            await asyncio.sleep(0)

    def note(self, patch: pytest.MonkeyPatch, owner: object, name: str) -> None:
        """Note the turn of every call of a function from now on."""
        done = getattr(owner, name)

        def noting(*args: Any) -> Any:
            self.noted.append(self.now)
            return done(*args)

        patch.setattr(owner, name, noting)


def _ask(room: Room, table: TableSession, said: Iterable[Message], place: str = PLACE) -> "asyncio.Task[None]":
    socket: Any = Impatient(said)
    connection = connect_socket(socket, table, "guest", "en", "scene", Limits(), Metrics(), place=place)
    connection.view_as(0, follows=False)
    return asyncio.create_task(converse(connection, room, 0, place))


@pytest.mark.parametrize(("message", "owner", "name"), ASKED, ids=[message["do"] for message, *_ in ASKED])
def test_pictures_for_one_address_are_drawn_one_in_a_turn(
    message: Message, owner: object, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat = Beat()

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
        beat.note(monkeypatch, owner, name)
        other = asyncio.create_task(beat.run())
        await asyncio.gather(*(_ask(room, table, [message] * 5) for _ in range(SOCKETS)))
        other.cancel()
        await room.close()

    asyncio.run(live())
    drawn = beat.noted[-5 * SOCKETS :]
    assert len(set(drawn)) == len(drawn) == 5 * SOCKETS


def test_what_is_written_together_is_not_shown_all_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes of many tables confirmed together must not be shown together, or everybody else would wait for all of it."""
    beat = Beat()
    monkeypatch.setattr("tableronde.room.store.writer.TURN_SECONDS", 0.0)

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        tables = [await room.open(Order("four-circles", seats=[HERE, HERE]), "guest") for _ in range(3 * FIRST_ANSWERS)]
        beat.note(monkeypatch, TableSession, "_show_change")
        other = asyncio.create_task(beat.run())
        await asyncio.gather(*(_ask(room, table, [{"do": "act", "action": "0,0", "seat": 0, "sure": True}]) for table in tables))
        other.cancel()
        assert all(table.table.plies == 1 for table in tables)
        await room.close()

    asyncio.run(live())
    assert max(map(beat.noted.count, beat.noted)) <= FIRST_ANSWERS
