"""Starts the room: its address, a browser, a QR code for the home network, and a clean shutdown."""

import asyncio
import contextlib
import faulthandler
import gc
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import segno
import uvicorn

from tableronde import __version__
from tableronde.room.base.limits import Limits
from tableronde.room.base.log_events import BUS_UNPROTECTED, ROOM_CLOSED, ROOM_OPENED
from tableronde.room.base.logs import configure_logging
from tableronde.room.base.setup_job import SetupJob
from tableronde.room.base.tracing import close_tracer, record_with
from tableronde.room.bus import Bus, Mode, find_weakness, seal_bus
from tableronde.room.room import KEEP, Room
from tableronde.room.store import StoreTrouble
from tableronde.room.web.home_network import HomeNetwork, find_network_address
from tableronde.room.web.metrics_endpoint import MetricsEndpoint
from tableronde.room.web.routes import build
from tableronde.room.web.server.connection_limits import ConnectionLimits, raise_descriptors
from tableronde.room.web.server.http_protocol import HttpProtocol
from tableronde.room.web.server.websocket_protocol import WebSocketProtocol
from tableronde.shelf import Shelf

if TYPE_CHECKING:
    from tableronde.room.bus.sealed import SealedBus
    from tableronde.room.cluster.node import Node

LOOPBACK: Final = "127.0.0.1"
SWITCH: Final = 0.0005  # after which a busy event loop lets the writer thread run
COLLECTION: Final = (20_000, 5, 1_000_000)  # garbage collector thresholds: only young objects; the room collects the rest
UNUSABLE: Final = 3  # exit status: the store cannot be used
BROKEN: Final = 4  # exit status: the store could not be written to any more
PATIENCE: Final = 3  # that open connections get when the room closes
GRACE: Final = 2  # after that, for their requests in progress


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that can be chosen when the room is opened."""

    host: str | None  # None: this machine only
    port: int
    data: Path
    opens_browser: bool
    limits: Limits = field(default_factory=Limits)
    workers: int | None = None
    games: Sequence[str] = ()  # beside the installed ones
    names: Sequence[str] = ()
    keep_days: int = KEEP
    proxies: Sequence[str] = ()  # trusted to say where requests come from
    contact: str = ""  # an address to write to, for the page about the room
    metrics_token: str = ""  # for metrics at the room's own address
    metrics_port: int | None = None  # for metrics without a token, for this machine only
    store: str = ""  # the address of a shared store; else the folder's is used
    bus: str = ""  # the address of the bus between nodes; empty: there is only this one
    bus_password: str = ""  # of the user in that address, if it does not name one
    bus_seal: Mode = "accept"  # whether messages on the bus are sealed
    traces: str = ""  # the address of an OpenTelemetry collector
    shares_port: bool = False  # whether other nodes on this machine listen on the same port


def run(plan: Plan) -> int:
    """Serve as planned and return the exit status."""
    configure_logging()
    try:
        shelf = Shelf.installed(*plan.games)
        listener = _listen(plan.host or LOOPBACK, plan.port, plan.shares_port)
        with contextlib.ExitStack() as cautious:
            cautious.callback(listener.close)
            bus, sealed = _make_bus(plan)
            room = Room.at(plan.data, plan.limits, plan.workers, shelf, plan.keep_days, plan.store, bus)
            if plan.traces:
                _record_traces(plan.traces, room.node)
            if sealed is not None:
                sealed.use_room_keys(room.node, lambda: room.signer.keys)
            cautious.pop_all()
    except (LookupError, OSError) as error:
        print(f"tableronde: {_explain(error, plan)}", file=sys.stderr)
        return 2
    except StoreTrouble as trouble:
        print(f"tableronde: {trouble}", file=sys.stderr)
        return UNUSABLE
    address = f"http://{_choose_shown_host(plan.host)}:{listener.getsockname()[1]}/"
    room.address = address.rstrip("/") if _is_open(plan.host) else ""
    room.printer.setup = SetupJob.from_environment()
    network = None if _is_open(plan.host) or plan.proxies or plan.bus else HomeNetwork(room)
    server = _make_server(room, plan, bus, network)
    for number in (signal.SIGINT, signal.SIGTERM):  # a signal that comes before the server handles it must not be missed
        signal.signal(number, server.handle_exit)
    _announce(address, plan, network.key if network else "")
    _tune_process()
    try:
        server.run(sockets=[listener])
    finally:
        room.printer.setup.stop()
        close_tracer()
    ROOM_CLOSED.log()
    return BROKEN if room.store.failure else 0


def _record_traces(url: str, node: str) -> None:
    """Send traces to a collector; raise LookupError if what that needs is not installed."""
    try:
        from tableronde.room.base.open_telemetry import make_tracer
    except ImportError:
        raise LookupError("--traces needs OpenTelemetry: install it with `pip install 'tableronde[otel]'`") from None
    record_with(make_tracer(url, node))


def _explain(error: Exception, plan: Plan) -> str:
    """Describe why the room cannot be opened."""
    match error:
        case OSError(filename=None):
            return f"cannot listen on port {plan.port} of {plan.host or LOOPBACK}: {error.strerror or error}"
        case OSError():
            return f"{error.filename}: {error.strerror}"
    return str(error.args[0])


def _tune_process() -> None:
    """Avoid long pauses: let the writer thread run soon, and keep the garbage collector from scanning all tables during play."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECTION)


class Server(uvicorn.Server):
    """The web server, which also supervises its connections."""

    def __init__(
        self,
        config: uvicorn.Config,
        connection_limits: ConnectionLimits,
        room: Room,
        node: "Node | None" = None,
        network: HomeNetwork | None = None,
    ) -> None:
        super().__init__(config)
        self.connection_limits, self.room, self.node, self.network = connection_limits, room, node, network

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and only then start to install what is missing."""
        await super().startup(sockets)
        port = sockets[0].getsockname()[1] if sockets else self.config.port
        if not self.should_exit:
            ROOM_OPENED.log(version=__version__, port=port)
        if self.network is not None:
            self.network.attach(self.listen, self._list_connections, port)
        self.room.printer.setup.start()

    async def listen(self, bound: socket.socket) -> asyncio.Server:
        """Serve another socket as well, until it is closed or the room closes."""

        def make_protocol() -> asyncio.Protocol:
            protocol: Any = self.config.http_protocol_class
            made: asyncio.Protocol = protocol(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
            return made

        server = await asyncio.get_running_loop().create_server(make_protocol, sock=bound, backlog=self.config.backlog)
        self.servers = [*(each for each in self.servers if each.is_serving()), server]
        return server

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to close the room after a signal."""
        self._begin_countdown()
        super().handle_exit(sig, frame)

    def _begin_countdown(self) -> None:
        """Limit the time left: code that still blocks the room after it is shown in the log and abandoned."""
        if not self.should_exit:
            seconds = max(1, self.connection_limits.limits.closing_seconds) + (
                self.connection_limits.limits.leaving_seconds if self.node else 0
            )
            faulthandler.dump_traceback_later(seconds, exit=True)  # confirmed moves are on disk

    async def on_tick(self, counter: int) -> bool:
        """Run ten times a second: cut overdue connections once a second, and close a room that cannot write any more."""
        if self.room.store.failure:
            self._begin_countdown()
            self.should_exit = True
        if counter % 10 == 0:
            self.connection_limits.cut_overdue(self._list_connections())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop thinking, send the last messages, and disconnect clients that do not read.

        One of many nodes leaves in order: no new guests are sent here, tables and guests go to other nodes, and only then it closes.
        """
        if self.node is not None:
            self.room.leaving = True
            await asyncio.sleep(self.connection_limits.limits.leaving_seconds)
            for listener in self.servers:
                listener.close()
            await self.node.leave()
        await self.room.rest()
        hanging_up = asyncio.get_running_loop().call_later(PATIENCE, self._hang_up)
        await super().shutdown(sockets)
        hanging_up.cancel()

    def _hang_up(self) -> None:
        for line in self._list_connections():
            line.transport.abort()

    def _list_connections(self) -> list[Any]:
        return list(self.server_state.connections)


def _make_server(room: Room, plan: Plan, bus: Bus | None, network: HomeNetwork | None) -> Server:
    room.contact = plan.contact
    raise_descriptors()
    connection_limits = ConnectionLimits(plan.limits, room.metrics, plan.proxies)
    http_protocol: Any = partial(HttpProtocol, connection_limits)
    websocket_protocol: Any = partial(WebSocketProtocol, connection_limits)
    names = [*plan.names, *([plan.host] if plan.host else []), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"]
    weakness = find_weakness(plan.bus, plan.bus_password) if plan.bus else ""
    if weakness:
        BUS_UNPROTECTED.log(fault=weakness)
    numbers = MetricsEndpoint(room, plan.metrics_token, plan.metrics_port)
    app = build(room, names, bool(plan.proxies), numbers, bus, network=network, bus_warning=weakness)
    config = uvicorn.Config(
        app,
        http=http_protocol,
        ws=websocket_protocol,
        ws_max_size=plan.limits.message_bytes,
        forwarded_allow_ips=list(plan.proxies),
        proxy_headers=bool(plan.proxies),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE + GRACE,
    )
    return Server(config, connection_limits, room, app.node, network)


def _make_bus(plan: Plan) -> "tuple[Bus | None, SealedBus | None]":
    """Return the bus, if there are other nodes, and once more if it is sealed; a single node imports none of it."""
    if not plan.bus:
        return None, None
    from tableronde.room.bus.nats import NatsBus

    bus = NatsBus(plan.bus, "tableronde node", plan.bus_password)
    sealed = seal_bus(bus, plan.bus_seal)
    return sealed or bus, sealed


def _listen(host: str, port: int, shared: bool = False) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind((host, port))
    listener.listen(1024)  # early connections wait instead of being refused
    return listener


def _announce(address: str, plan: Plan, key: str = "") -> None:
    """Print the room's address; for the home network also as a QR code. Pages with the key may open the room to the network."""
    print(f"Table Ronde: {address}", flush=True)
    if key:
        address += f"#key={key}"
        print(f"To invite your home network from the page, use this address: {address}", flush=True)
    if _is_open(plan.host):
        segno.make(address).terminal(sys.stdout, compact=True)
    if plan.opens_browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()


def _is_open(host: str | None) -> bool:
    """Return whether other machines can reach the room."""
    return host not in (None, LOOPBACK, "localhost", "::1")


def _choose_shown_host(host: str | None) -> str:
    """Return the address others can use: for "everywhere", this machine's address in its network."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if host and ":" in host else host or LOOPBACK
    return find_network_address() or socket.gethostname()
