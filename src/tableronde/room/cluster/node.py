"""This node among the others: connects leases, peers and the guests that are proxied between nodes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Final

from starlette.types import ASGIApp

from tableronde import __version__
from tableronde.box import Box
from tableronde.room.base.logs import watch
from tableronde.room.base.packets import Packet
from tableronde.room.base.tracing import span
from tableronde.room.bus import Bus
from tableronde.room.cluster.bus_health import BusHealth
from tableronde.room.cluster.frames import (
    About,
    Acknowledged,
    Broadcast,
    Closed,
    Delivered,
    Frame,
    FromClient,
    Moved,
    Open,
    Probe,
    ToClient,
)
from tableronde.room.cluster.peers import Peers
from tableronde.room.cluster.proxied_streams import ProxiedStream, ProxiedStreams
from tableronde.room.cluster.proxy import MOVE, Proxy
from tableronde.room.cluster.remote_clients import RemoteClient, RemoteClients
from tableronde.room.cluster.routing import Router
from tableronde.room.room import Room

GOODBYE_SECONDS: Final = 3.0  # time for guests to move to another node


class Node:
    """One of many nodes of a room. Its `proxy` wraps the application."""

    def __init__(self, room: Room, bus: Bus, app: ASGIApp, bus_warning: str = "") -> None:
        assert room.leases is not None, "nodes share a store"
        self.room, self.leases = room, room.leases
        self.peers = Peers(bus, room.node, About(version=__version__, games=_list_games(room.boxes)))
        self.bus_health = BusHealth(self.peers, self.leases, bus_warning)
        self.streams = ProxiedStreams(self.peers)
        self.router = Router(self.leases, self.peers)
        self.remote_clients = RemoteClients(self.peers, app, self.leases)
        self.proxy = Proxy(app, self.router, self.streams, room)
        room.counts.append(self.gauges)
        self.peers.on_frame, self.peers.on_lost, self.peers.on_beat = self._on_frame, self._on_node_lost, self._probe_all

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Take part in the cluster while the context lasts."""
        await self.peers.open()
        watching = watch(asyncio.create_task(self.bus_health.watch(), name="bus health"))
        try:
            yield
        finally:
            watching.cancel()
            await self.remote_clients.close()
            await self.peers.close()

    async def leave(self) -> None:
        """Hand all tables over and send the guests to other nodes; they open a new socket there before they close this one."""
        self.leases.is_leaving = True
        await asyncio.gather(self.room.hand_over(), self._say_goodbye())
        end = asyncio.get_running_loop().time() + GOODBYE_SECONDS
        while self.proxy.connections and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.05)

    async def _say_goodbye(self) -> None:
        """Tell all guests to move; those that do not read are not waited for."""
        sending = [asyncio.create_task(connection.send_payload(MOVE)) for connection in self.proxy.connections]
        if sending:
            _, unfinished = await asyncio.wait(sending, timeout=GOODBYE_SECONDS)
            for task in unfinished:
                task.cancel()

    def gauges(self) -> dict[str, int]:
        """Return the current gauges for the metrics."""
        return {
            "tables_held": len(self.leases.leases),
            "tables_claimed": self.leases.claims,
            "tables_lost": self.leases.lost,
            "lease_certain": int(self.leases.is_certain),
            "bus_up": int(self.peers.bus.is_up),
            "nodes_heard": len(self.peers.alive),
            "streams_out": len(self.streams),
            "streams_in": len(self.remote_clients.clients),
        }

    def _on_frame(self, node: str, frame: Frame) -> None:
        """Pass a frame of another node to the stream it belongs to. If that has ended here, report it as closed."""
        match frame:
            case Open():
                self.remote_clients.open(node, frame)
            case FromClient(number) | Delivered(number):
                self._pass_to_client(node, number, frame)
            case ToClient(number) | Acknowledged(number) | Moved(number):
                self._pass_to_stream(node, number, frame)
            case Broadcast(targets, data, trace):
                with span("node.deliver", trace, clients=len(targets)):
                    self._broadcast(node, targets, data)
            case Closed(number, keeper):
                self._on_closed(node, number, keeper)
            case Probe():
                self._on_probe(node, frame)

    def _pass_to_client(self, node: str, number: int, frame: FromClient | Delivered) -> None:
        client = self.remote_clients.find(node, number)
        if client is None:
            self.peers.send(node, Closed(number, owner=True))
        elif isinstance(frame, FromClient):
            client.on_from_client(frame)
        else:
            client.on_delivered(frame)

    def _pass_to_stream(self, node: str, number: int, frame: ToClient | Acknowledged | Moved) -> None:
        stream = self.streams.streams.get(number)
        if stream is None:
            return self.peers.send(node, Closed(number, owner=False))
        match frame:
            case ToClient():
                stream.on_to_client(frame)
            case Acknowledged():
                stream.on_acknowledged(frame)
            case Moved():
                stream.on_acknowledged(frame)
                stream.end("moved")

    def _broadcast(self, node: str, targets: list[tuple[int, int]], data: bytes) -> None:
        packet = Packet.of(data)  # compressed and framed once for all of them
        for number, place in targets:
            stream = self.streams.streams.get(number)
            if stream is None:
                self.peers.send(node, Closed(number, owner=False))
            else:
                stream.on_broadcast(place, packet)

    def _on_closed(self, node: str, number: int, keeper: bool) -> None:
        client, stream = self.remote_clients.find(node, number), self.streams.streams.get(number)
        if keeper and stream is not None:
            stream.end("closed")
        elif not keeper and client is not None:
            client.leave()

    def _on_probe(self, node: str, frame: Probe) -> None:
        client, stream = self.remote_clients.find(node, frame.number), self.streams.streams.get(frame.number)
        match frame.from_proxy, client, stream:
            case True, None, _:
                self.peers.send(node, Closed(frame.number, owner=True))
            case False, _, None:
                self.peers.send(node, Closed(frame.number, owner=False))
            case True, RemoteClient(), _:
                client.answer_probe(frame)
            case False, _, ProxiedStream():
                stream.answer_probe(frame)

    def _on_node_lost(self, node: str | None) -> None:
        self.streams.drop_node(node)
        self.remote_clients.drop_node(node)

    def _probe_all(self) -> None:
        """Ask, at each beat, whether the last frame of each stream has arrived, so that a lost one is noticed soon."""
        for stream in tuple(self.streams.streams.values()):
            stream.probe()
        for client in tuple(self.remote_clients.clients.values()):
            client.probe()


def _list_games(boxes: Mapping[str, Box]) -> dict[str, list[int]]:
    """Return the editions of each game of this node."""
    return {slug: sorted(box.editions or [box.rules.edition]) for slug, box in boxes.items()}
