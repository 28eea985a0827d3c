"""The switch that opens the room to the home network, and closes it again, while it runs.

A second listener takes connections from the network; the first one goes on listening to this machine alone. Only a page that the
program itself has opened, or whose address it has printed, can use the switch.
"""

import asyncio
import hmac
import ipaddress
import re
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tableronde.room.base.log_events import NETWORK_CLOSED, NETWORK_OPENED
from tableronde.room.base.refusals import Trouble
from tableronde.room.live.connection import Connection
from tableronde.room.room import Room
from tableronde.room.tables.updates import PresenceChanged
from tableronde.room.web.requests import data_answer, room_of
from tableronde.text import Text

ANYWHERE: Final = "192.0.2.1"  # an address for documentation; asking for the way there sends nothing
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
HOST: Final = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?", re.ASCII)
Listen = Callable[[socket.socket], Awaitable[asyncio.Server]]
NO_KEY: Final = Text(
    "Ouvrez d’abord la salle avec l’adresse que le programme a affichée à son démarrage.",
    "First open the room with the address that the program printed when it started.",
)
NO_NETWORK: Final = Text(
    "Cet ordinateur n’est relié à aucun réseau : connectez-le au Wi-Fi, puis réessayez.",
    "This computer is not connected to a network: connect it to Wi-Fi, then try again.",
)


class Wish(msgspec.Struct):
    """What the switch sends."""

    open: bool
    key: str = ""


class HomeNetwork:
    """The listener for the home network. `listen` starts to serve a socket; `connections` lists those of the server."""

    def __init__(self, room: Room, find_address: Callable[[], str | None] | None = None) -> None:
        self.room = room
        self.key = secrets.token_urlsafe(24)  # known to the page that the program opens, and to nobody else
        self.find_address = find_address or find_network_address
        self._lock = asyncio.Lock()
        self._listener: asyncio.Server | None = None
        self._place: tuple[str, int] | None = None

    def attach(self, listen: Listen, connections: Callable[[], Iterable[Any]], port: int) -> None:
        """Say how to serve another socket; until then the switch does not work."""
        self._listen, self._connections, self._port = listen, connections, port

    @property
    def is_open(self) -> bool:
        """Whether other machines can reach the room."""
        return self._listener is not None

    async def open(self) -> None:
        """Listen on this machine's address in its network; raise Trouble if it has none."""
        async with self._lock:
            if self._listener is not None:
                return
            address = self.find_address()
            if address is None:
                raise Trouble(409, NO_NETWORK.fr, NO_NETWORK.en)
            bound = _bind(address, self._port)
            self._listener = await self._listen(bound)
            self._place = bound.getsockname()[:2]
            self._announce(f"http://{self._place[0]}:{self._place[1]}")
            NETWORK_OPENED.log(address=self.room.address)

    async def close(self) -> None:
        """Stop listening there, and disconnect everybody who came that way."""
        async with self._lock:
            if self._listener is None:
                return
            self._listener.close()
            for connection in tuple(self._connections()):
                if connection.transport.get_extra_info("sockname", ("", 0))[:2] == self._place:
                    connection.transport.abort()
            self._listener = self._place = None
            self._announce("")
            NETWORK_CLOSED.log()

    def _announce(self, address: str) -> None:
        """Tell everybody at a table how others reach the room now."""
        self.room.address = address
        for session in self.room.tables.values():
            for viewer in session.audience.viewers:
                if isinstance(viewer, Connection) and viewer.reach != "":
                    viewer.reach = address or None
            session.audience.publish(PresenceChanged())


def find_network_address() -> str | None:
    """Return this machine's address in its network, if it is in one. Nothing is sent: the system only chooses the interface."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ANYWHERE, 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_loopback or address == "0.0.0.0" else address


def _bind(address: str, port: int) -> socket.socket:
    """Return a socket on the room's own port, or on a free one if another program has it there."""
    for each in (port, 0):
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((address, each))
        except OSError:
            bound.close()
        else:
            return bound
    raise Trouble(409, NO_NETWORK.fr, NO_NETWORK.en)


async def switch(request: Request) -> Response:
    """Answer whether the room is open to the home network; `POST` opens or closes it. 404 except on this machine."""
    network: HomeNetwork | None = request.app.state.home_network
    if network is None or not _is_from_here(request):
        raise HTTPException(404)
    if request.method == "POST":
        wish = _read_wish(await request.body())
        if not _is_authorized(request, network.key, wish.key):
            raise Trouble(403, NO_KEY.fr, NO_KEY.en)
        await (network.open() if wish.open else network.close())
    return data_answer({"open": network.is_open, "address": room_of(request).address or None})


def _read_wish(body: bytes) -> Wish:
    try:
        return msgspec.json.decode(body, type=Wish)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from None


def _is_from_here(request: Request) -> bool:
    """Return whether a request comes from this machine, to a name of this machine, and through no proxy."""
    headers = request.headers
    is_named = HOST.fullmatch(headers.get("host", "")) is not None
    return is_named and _is_loopback(request.client.host if request.client else "") and not any(name in headers for name in FORWARDED)


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _is_authorized(request: Request, key: str, given: str) -> bool:
    """Return whether a page of the room that knows the key sends the request."""
    origin = request.headers.get("origin", "")
    is_own = origin == f"http://{request.headers.get('host')}"
    is_page = request.headers.get("sec-fetch-site", "same-origin") == "same-origin"
    return is_own and is_page and hmac.compare_digest(given.encode(), key.encode())
