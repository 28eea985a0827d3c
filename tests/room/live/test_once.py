"""An action whose answer was lost may be sent again: it happens once."""

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from starlette.websockets import WebSocket

from support.rooms import HERE, ME, Line, Message, Person
from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.live.socket import connect_socket, converse
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder


def _heard(person: Person, table: str) -> list[list[object]]:
    page = person.web.get(f"/t/{table}.json").json()
    heard: list[list[object]] = page["heard"]
    return heard


def test_an_action_sent_twice_happens_once(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.say("act", action="0,0", seat=0, ref=1, ply=0)
        assert line.until(lambda m: m.get("ok") == 1)["turn"]["ply"] == 1
        line.say("act", action="0,0", seat=0, ref=1, ply=0)
        assert line.until(lambda m: m.get("ok") == 1) == {"ok": 1}
        assert len(_heard(ana, table["id"])) == 1


def test_another_action_for_a_moment_that_is_gone_does_not_happen(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.act("0,0", 0)
        line.say("act", action="1,1", seat=0, ref=2, ply=0)
        refused = line.until("refused")["refused"]
        assert (refused["clause"], refused["ref"]) == ("R3", 2)
        line.act("2,2", 1)
        line.say("act", action="1,1", seat=0, ref=3, ply=0)  # legal by now, but meant for another position
        assert line.until("error") == {"error": "You have already moved since.", "ref": 3}
        assert len(_heard(ana, table["id"])) == 2


def test_what_others_did_meanwhile_does_not_matter(ana: Person) -> None:
    """It was decided before somebody else acted, and is still legal."""
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.act("0,0", 0, ref=1)
        line.say("act", action="1,1", seat=1, ref=2, ply=0)
        assert line.until(lambda m: m.get("ok") == 2)["turn"]["ply"] == 2


def test_without_a_ply_whatever_is_legal_happens_as_often_as_it_is_sent(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.act("0,0", 0, ref=1)
        line.say("act", action="0,0", seat=0, ref=1)
        assert "refused" in line.until(lambda m: "refused" in m or m.get("ok") == 1)


def test_a_press_sent_twice_happens_once_and_asks_nothing(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], seat=0) as line:
        _press(line, 1)
        _press(line, 1)
        assert "why" not in line.heard[-1]
        assert len(_heard(ana, table["id"])) == 1


def _press(line: Line, ref: int) -> None:
    """Press as the first player does at the beginning."""
    if not line.heard:
        line.word = line.until("choices")["choices"]["offers"][0]["word"]  # type: ignore[attr-defined]
    picked: list[str] = []
    word = line.word  # type: ignore[attr-defined]
    while True:
        line.say("press", word=word, picked=picked, ref=ref, ply=0)
        message = line.until(lambda m: "choices" in m or "ok" in m or "why" in m)
        if "ok" in message or "why" in message:
            return
        picked, word = message["choices"]["picked"], message["choices"]["offers"][0]["word"]


class Lapsing:
    """Ownership that becomes uncertain as soon as a message arrives."""

    def __init__(self, socket: "Sayings") -> None:
        self.socket = socket

    def owns(self, table: str) -> bool:
        return not self.socket.has_spoken

    async def wait_until_certain(self) -> None:
        """Return without an answer of the store."""

    def drop(self, table: str) -> None:
        raise AssertionError("nothing is lost by saying something")


class Sayings:
    """A socket on which some messages arrive, one after the other, and which is then closed."""

    def __init__(self, said: Iterable[Message]) -> None:
        self.scope: Message = {}
        self.said = [*({"type": "websocket.receive", "text": json.dumps(each)} for each in said), {"type": "websocket.disconnect"}]
        self.heard: list[Message] = []
        self.has_spoken = False

    async def receive(self) -> Message:
        self.has_spoken = True
        await asyncio.sleep(0)
        return self.said.pop(0)

    async def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def close(self, code: int) -> None:
        pass


def test_what_had_happened_is_confirmed_at_a_moment_when_nothing_can_be_kept(tmp_path: Path) -> None:
    """A lease may expire between the view that shows an event and the repeated action."""
    again: Message = {"do": "act", "action": "0,0", "seat": 0, "ref": 1, "ply": 0}
    press: Message = {"do": "press", "word": "0,0", "ref": 2, "ply": 0}
    fresh: Message = {"do": "act", "action": "1,1", "seat": 1, "ref": 3, "ply": 1}
    other: Message = {"do": "act", "action": "2,2", "seat": 0, "ref": 4, "ply": 0}

    async def live() -> list[Message]:
        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        await table.act(0, "0,0")
        socket: Any = Sayings([again, press, fresh, other])
        viewer = connect_socket(cast(WebSocket, socket), table, "guest", "en", "facts", Limits(), Metrics())
        viewer.view_as(0, follows=False)
        table.storage.ownership = Lapsing(socket)
        await converse(viewer, room, 0, "")
        assert table.table.plies == 1
        await room.close()
        return socket.heard  # type: ignore[no-any-return]

    unsaved = "This could not be saved; try again in a moment."
    answers = [{key: message[key] for key in ("ok", "error", "ref") if key in message} for message in asyncio.run(live())]
    assert [answer for answer in answers if answer] == [{"ok": 1}, {"ok": 2}, {"error": unsaved, "ref": 3}, {"error": unsaved, "ref": 4}]
