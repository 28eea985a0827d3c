"""This node among the others: it brings together who keeps what, who is heard, and the guests who come and go between nodes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from starlette.types import ASGIApp

from tableronde.room.bus import Bus
from tableronde.room.cluster.finding import Finder
from tableronde.room.cluster.frames import Delivered, Frame, Heard, Listened, Moved, Open, Poured, Probe, Said, Torn
from tableronde.room.cluster.hosting import Hosted, Hosting
from tableronde.room.cluster.peers import Peers
from tableronde.room.cluster.relay import MOVE, Relay
from tableronde.room.cluster.streams import Stream, Streams
from tableronde.room.packets import Packet
from tableronde.room.room import Room

GOODBYE: Final = 3.0  # seconds for guests to go to another node


class Node:
    """One of many nodes of a room. `relay` stands before the application."""

    def __init__(self, room: Room, bus: Bus, app: ASGIApp) -> None:
        assert room.keepers is not None, "nodes share a store"
        self.room, self.keepers = room, room.keepers
        self.peers = Peers(bus, room.node)
        self.streams = Streams(self.peers)
        self.finder = Finder(self.keepers, self.peers)
        self.hosting = Hosting(self.peers, app, self.keepers)
        self.relay = Relay(app, self.finder, self.streams, room.metrics, room.backlog)
        room.counts.append(self.gauges)
        self.peers.hear, self.peers.tear, self.peers.look = self._hear, self._tear, self._look

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While this lasts the node is one of the others."""
        await self.peers.open()
        try:
            yield
        finally:
            await self.hosting.close()
            await self.peers.close()

    async def leave(self) -> None:
        """Hand all tables over, and send the guests to other nodes, who open a new socket there before they let go of this one."""
        self.keepers.leaving = True
        await asyncio.gather(self.room.hand_over(), self._say_goodbye())
        end = asyncio.get_running_loop().time() + GOODBYE
        while self.relay.sessions and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)

    async def _say_goodbye(self) -> None:
        """Who does not read it is not waited for."""
        telling = [asyncio.create_task(session.tell(MOVE)) for session in self.relay.sessions]
        if telling:
            _, deaf = await asyncio.wait(telling, timeout=GOODBYE)
            for task in deaf:
                task.cancel()

    def gauges(self) -> dict[str, int]:
        """What there is at this moment."""
        return {
            "tables_held": len(self.keepers.leases),
            "tables_claimed": self.keepers.claims,
            "tables_lost": self.keepers.lost,
            "lease_certain": int(self.keepers.is_certain),
            "bus_up": int(self.peers.bus.is_up),
            "nodes_heard": len(self.peers.alive),
            "streams_out": len(self.streams),
            "streams_in": len(self.hosting.guests),
        }

    def _hear(self, node: str, frame: Frame) -> None:
        """What another node says goes to the end of the stream that it is about. If that is over here, the other end is told."""
        match frame:
            case Open():
                self.hosting.open(node, frame)
            case Heard(number) | Delivered(number):
                self._at_keeper(node, number, frame)
            case Said(number) | Listened(number) | Moved(number):
                self._at_relay(node, number, frame)
            case Poured(targets, data):
                self._pour(node, targets, data)
            case Torn(number, keeper):
                self._torn(node, number, keeper)
            case Probe():
                self._probed(node, frame)

    def _at_keeper(self, node: str, number: int, frame: Heard | Delivered) -> None:
        guest = self.hosting.find(node, number)
        if guest is None:
            self.peers.send(node, Torn(number, keeper=True))
        elif isinstance(frame, Heard):
            guest.hear(frame)
        else:
            guest.deliver(frame)

    def _at_relay(self, node: str, number: int, frame: Said | Listened | Moved) -> None:
        stream = self.streams.open_now.get(number)
        if stream is None:
            return self.peers.send(node, Torn(number, keeper=False))
        match frame:
            case Said():
                stream.said_by_keeper(frame)
            case Listened():
                stream.listened(frame)
            case Moved():
                stream.listened(frame)
                stream.end("moved")

    def _pour(self, node: str, targets: list[tuple[int, int]], data: bytes) -> None:
        packet = Packet.of(data)  # compressed and framed once for all of them
        for number, place in targets:
            stream = self.streams.open_now.get(number)
            if stream is None:
                self.peers.send(node, Torn(number, keeper=False))
            else:
                stream.poured_by_keeper(place, packet)

    def _torn(self, node: str, number: int, keeper: bool) -> None:
        guest, stream = self.hosting.find(node, number), self.streams.open_now.get(number)
        if keeper and stream is not None:
            stream.end("torn")
        elif not keeper and guest is not None:
            guest.leave()

    def _probed(self, node: str, frame: Probe) -> None:
        guest, stream = self.hosting.find(node, frame.number), self.streams.open_now.get(frame.number)
        match frame.relay, guest, stream:
            case True, None, _:
                self.peers.send(node, Torn(frame.number, keeper=True))
            case False, _, None:
                self.peers.send(node, Torn(frame.number, keeper=False))
            case True, Hosted(), _:
                guest.answer_probe(frame)
            case False, _, Stream():
                stream.answer_probe(frame)

    def _tear(self, node: str | None) -> None:
        self.streams.tear(node)
        self.hosting.tear(node)

    def _look(self) -> None:
        """At each beat: what was said last must not be missing for long."""
        for stream in tuple(self.streams.open_now.values()):
            stream.probe()
        for guest in tuple(self.hosting.guests.values()):
            guest.probe()
