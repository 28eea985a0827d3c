"""A stranger who reaches NATS: what they read, and whether they act for a player, for each `--bus-seal`."""

import asyncio
import json
import time
from contextlib import ExitStack
from pathlib import Path

import nats
import pytest
from nats.aio.msg import Msg

from support.rooms import HERE, ME, Line, Person, serving
from support.stores import new_schema
from tableronde.room.bus import Mode
from tableronde.room.bus.nats_server import Server as Nats
from tableronde.room.cluster.frames import FromClient, encode_envelope

RESIGN = {"type": "websocket.receive", "text": json.dumps({"do": "resign", "seat": 0})}
NEXT = 3  # the number of the player's next message in its stream: it has connected and acted


class Stranger:
    """Hears and says everything on a bus without a password. Its knowledge of the room is its source."""

    def __init__(self) -> None:
        self.recorded: list[tuple[str, bytes]] = []

    async def listen(self, url: str) -> None:
        async def record(message: Msg) -> None:
            self.recorded.append((message.subject, message.data))

        self.client = await nats.connect(url)
        await self.client.subscribe("tableronde.>", cb=record)
        await self.client.flush()

    def reads(self, *secret: str) -> bool:
        """Return whether it has read one of these texts."""
        return any(text.encode() in data for _, data in self.recorded for text in secret)

    async def act(self) -> None:
        """Put words into the mouth of a player: a frame in the name of each node, for each stream that may be theirs."""
        nodes = {subject.rpartition(".")[2] for subject, _ in self.recorded if ".node." in subject}
        for sender in nodes:
            for receiver in nodes - {sender}:
                for number in range(1, 12):
                    letter = encode_envelope(sender, 0, [FromClient(number, NEXT, RESIGN)])
                    for prefix in ("tableronde.node.", "tableronde.sealed.node."):
                        await self.client.publish(f"{prefix}{receiver}", letter)
        await self.client.flush()

    async def repeat(self) -> None:
        """Say all again that was ever said."""
        for subject, data in tuple(self.recorded):
            await self.client.publish(subject, data)
        await self.client.flush()


@pytest.mark.parametrize(("mode", "can_read", "can_act"), [("off", True, True), ("accept", False, True), ("require", False, False)])
def test_what_a_stranger_on_the_bus_can_do(mode: Mode, can_read: bool, can_act: bool, postgres: str, tmp_path: Path) -> None:
    server, url = Nats(tmp_path / "nats.log"), new_schema(postgres)
    with ExitStack() as stack:
        stack.callback(server.stop)
        server.start()
        more = ("--store", url, "--bus", server.url, "--workers", "1", "--bus-seal", mode)
        owner, entry = (stack.enter_context(serving(tmp_path / name, *more)) for name in ("owner", "entry"))
        ana, there = stack.enter_context(Person(owner.base)), stack.enter_context(Person(entry.base))
        for person in (ana, there):
            _wait_until_heard(person)
        asyncio.run(_attack(server.url, ana, there, can_read, can_act))
        if mode == "require":
            assert "bus_message_replayed" in owner.log.read_text() + entry.log.read_text()


async def _attack(url: str, ana: Person, there: Person, can_read: bool, can_act: bool) -> None:
    stranger = Stranger()
    await stranger.listen(url)
    table = await asyncio.to_thread(ana.open, "four-circles", ME, HERE)
    there.web.cookies.update(ana.web.cookies)  # she is now at another node
    cookie = ana.web.cookies["guest"]
    with ExitStack() as stack:
        line = await asyncio.to_thread(stack.enter_context, there.at(table["id"], feed="facts", seat=0))
        await asyncio.to_thread(line.until, "facts")
        await asyncio.to_thread(line.act, "0,0", 0)
        assert stranger.reads(cookie, '"facts"') is can_read
        await stranger.act()
        await stranger.repeat()
        await asyncio.to_thread(*((_wait_until_over, ana, table["url"]) if can_act else (_play_on, line)))
    await stranger.client.close()


def _wait_until_over(ana: Person, url: str) -> None:
    end = time.monotonic() + 60
    while ana.web.get(f"{url}.json").json()["status"] != "over":
        assert time.monotonic() < end
        time.sleep(0.1)


def _play_on(line: Line) -> None:
    """Play one more round on the same socket: the game goes on. What the stranger sent was delivered before, as the bus keeps order."""
    line.say("look", seat=1)
    line.act("1,1", 1, ref=2)
    line.say("look", seat=0)
    line.until(lambda message: message.get("turn", {}).get("ply") == 2)


def _wait_until_heard(person: Person) -> None:
    end = time.monotonic() + 60
    while "tableronde_nodes_heard 1\n" not in person.numbers():
        assert time.monotonic() < end, person.numbers()
        time.sleep(0.1)
