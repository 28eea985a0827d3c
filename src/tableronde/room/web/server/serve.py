"""Opening the room: its address, a browser, a QR code for the home network, and a clean end."""

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

from tableronde.room.bus import Bus
from tableronde.room.limits import Limits
from tableronde.room.logs import configure
from tableronde.room.room import KEEP, Room
from tableronde.room.store import StoreTrouble
from tableronde.room.web.app import build
from tableronde.room.web.door import Door
from tableronde.room.web.edge import Edge, raise_descriptors
from tableronde.room.web.numbers import Numbers
from tableronde.room.web.wire import Wire
from tableronde.shelf import Shelf

if TYPE_CHECKING:
    from tableronde.room.cluster.node import Node

LOOPBACK: Final = "127.0.0.1"
SWITCH: Final = 0.0005  # seconds after which a busy event loop lets the writer thread have its turn
COLLECTION: Final = (20_000, 5, 1_000_000)  # cyclic garbage is looked for among young things; the room itself does the rest
UNUSABLE: Final = 3  # exit status: the store cannot be used
BROKEN: Final = 4  # exit status: the store could not be written to any more
PATIENCE: Final = 3  # seconds that open connections get when the room closes
GRACE: Final = 2  # seconds after that in which what was being done for them comes to its end


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that can be chosen when the room is opened."""

    host: str | None  # None: this machine alone
    port: int
    data: Path
    browser: bool
    limits: Limits = field(default_factory=Limits)
    workers: int | None = None
    games: Sequence[str] = ()  # beside those installed
    names: Sequence[str] = ()
    keep: int = KEEP
    proxies: Sequence[str] = ()  # addresses whose word is taken for whom they speak
    metrics_token: str = ""  # for who asks for the room's numbers at its own address
    metrics_port: int | None = None  # where they are told without one, on this machine alone
    store: str = ""  # the address of a store that nodes share; otherwise that of the folder is used
    bus: str = ""  # where nodes talk to each other; empty: there is only this one
    shares_port: bool = False  # whether other nodes on this machine listen on the same port


def run(plan: Plan) -> int:
    """Serve as planned; the exit status."""
    configure()
    try:
        shelf = Shelf.installed(*plan.games)
        listener = _listen(plan.host or LOOPBACK, plan.port, plan.shares_port)
        with contextlib.ExitStack() as cautious:
            cautious.callback(listener.close)
            bus = _bus(plan)
            room = Room.at(plan.data, plan.limits, plan.workers, shelf, plan.keep, plan.store, bus)
            cautious.pop_all()
    except (LookupError, OSError) as error:
        print(f"tableronde: {_why_not(error, plan)}", file=sys.stderr)
        return 2
    except StoreTrouble as trouble:
        print(f"tableronde: {trouble}", file=sys.stderr)
        return UNUSABLE
    address = f"http://{_shown_host(plan.host)}:{listener.getsockname()[1]}/"
    room.address = address.rstrip("/") if _is_open(plan.host) else ""
    server = _server(room, plan, bus)
    for number in (signal.SIGINT, signal.SIGTERM):  # one that comes before the server listens by itself must not be missed
        signal.signal(number, server.handle_exit)
    _announce(address, plan)
    _be_even()
    server.run(sockets=[listener])
    return BROKEN if room.store.dead else 0


def _why_not(error: Exception, plan: Plan) -> str:
    """Why the room cannot be opened."""
    match error:
        case OSError(filename=None):
            return f"cannot listen on port {plan.port} of {plan.host or LOOPBACK}: {error.strerror or error}"
        case OSError():
            return f"{error.filename}: {error.strerror}"
    return str(error.args[0])


def _be_even() -> None:
    """No long pauses: the writer thread gets its turn soon, and all that tables keep is not gone through in the middle of play."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECTION)


class Server(uvicorn.Server):
    """The web server, which looks after its connections."""

    def __init__(self, config: uvicorn.Config, edge: Edge, room: Room, node: "Node | None" = None) -> None:
        super().__init__(config)
        self.edge, self.room, self.node = edge, room, node

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The room is told to end."""
        self._must_end()
        super().handle_exit(sig, frame)

    def _must_end(self) -> None:
        """From now on there is little time: whatever holds the room after it is named in the log and left behind."""
        if not self.should_exit:
            seconds = max(1, self.edge.limits.closing_seconds) + (self.edge.limits.leaving_seconds if self.node else 0)
            faulthandler.dump_traceback_later(seconds, exit=True)  # what was confirmed is on the disk

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second; those who take too long are looked for once. A room that cannot write any more closes."""
        if self.room.store.dead:
            self._must_end()
            self.should_exit = True
        if counter % 10 == 0:
            self.edge.sweep(self._lines())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Think no more, let everybody hear the last words, and hang up on who does not listen. One of many nodes goes in order:
        nobody is sent here any more, tables and guests go to others, and only then it ends."""
        if self.node is not None:
            self.room.leaving = True
            await asyncio.sleep(self.edge.limits.leaving_seconds)
            for listener in self.servers:
                listener.close()
            await self.node.leave()
        await self.room.rest()
        hanging_up = asyncio.get_running_loop().call_later(PATIENCE, self._hang_up)
        await super().shutdown(sockets)
        hanging_up.cancel()

    def _hang_up(self) -> None:
        for line in self._lines():
            line.transport.abort()

    def _lines(self) -> list[Any]:
        return list(self.server_state.connections)


def _server(room: Room, plan: Plan, bus: Bus | None) -> Server:
    raise_descriptors()
    edge = Edge(plan.limits, room.metrics, plan.proxies)
    door: Any = partial(Door, edge)
    wire: Any = partial(Wire, edge)
    names = [*plan.names, socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"]
    app = build(room, names, bool(plan.proxies), Numbers(room, plan.metrics_token, plan.metrics_port), bus)
    config = uvicorn.Config(
        app,
        http=door,
        ws=wire,
        ws_max_size=plan.limits.message_bytes,
        forwarded_allow_ips=list(plan.proxies),
        proxy_headers=bool(plan.proxies),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE + GRACE,
    )
    return Server(config, edge, room, app.node)


def _bus(plan: Plan) -> Bus | None:
    """The bus, if there are other nodes; a room alone imports nothing of it."""
    if not plan.bus:
        return None
    from tableronde.room.bus.nats import NatsBus

    return NatsBus(plan.bus, "tableronde node")


def _listen(host: str, port: int, shared: bool = False) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind((host, port))
    listener.listen(1024)  # whoever comes before everything is ready waits instead of being turned away
    return listener


def _announce(address: str, plan: Plan) -> None:
    """Say where the room is; for the home network also as a code to point a phone at."""
    print(f"Table Ronde: {address}", flush=True)
    if _is_open(plan.host):
        segno.make(address).terminal(sys.stdout, compact=True)
    if plan.browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()


def _is_open(host: str | None) -> bool:
    """Whether other machines can reach the room."""
    return host not in (None, LOOPBACK, "localhost", "::1")


def _shown_host(host: str | None) -> str:
    """The address others can use: for "everywhere" the one this machine has in its network."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if host and ":" in host else host or LOOPBACK
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which way packets would go
        return str(probe.getsockname()[0])
    return socket.gethostname()
