"""The guard at the door: who may call, how often, how much, and what browsers are told to be careful about."""

import ipaddress
import logging
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tableronde.room.limits import Rates, neighbourhood
from tableronde.room.logs import request_id
from tableronde.room.refusals import TooMuch
from tableronde.room.room import Room
from tableronde.room.web.shell import early_digest

if TYPE_CHECKING:
    from tableronde.room.cluster.node import Node

FOR_ALL: Final = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
HEADERS: Final = {
    "Content-Security-Policy": (
        f"default-src 'none'; script-src 'self' {early_digest()}; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    **FOR_ALL,
}
PARTS: Final = ("text/javascript", "text/css")  # of a page, which is told the rest
log: Final = logging.getLogger("tableronde.room")
HOST: Final = re.compile(r"(?P<name>[\w.-]+|\[(?P<inner>[0-9A-Fa-f:.]+)\])(:\d{1,5})?", re.ASCII)
NAME: Final = re.compile(r"[A-Za-z0-9_.-]{8,64}")  # of a request
FRESH: Final = ("/static/", "/looks/")  # may be kept, and asked about each time


@dataclass
class Guard:
    """Stands before the application and lets through what is in order."""

    app: ASGIApp
    room: Room
    names: frozenset[str]  # under which the room may be called, beside addresses
    proxied: bool = False  # whether a proxy is believed
    node: "Node | None" = None  # this room among others, if there are any

    def __post_init__(self) -> None:
        self.warned = self.proxied
        self.requests = Rates(self.room.limits.requests_per_second, self.room.limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        request_id.set(self._name(scope))
        refusal = self._refusal(scope)
        if refusal is None:
            return await self._pass(scope, receive, send)
        self.room.metrics.turned_away += 1
        if scope["type"] == "websocket":
            await receive()
        headers = {**HEADERS, "Connection": "close"} if refusal[0] == 429 else HEADERS
        await PlainTextResponse(refusal[1] + "\n", refusal[0], headers)(scope, receive, send)

    def _name(self, scope: Scope) -> str:
        """What logs call this request: as a proxy that is believed calls it, or a name of our own. On all nodes it is the same."""
        given = Headers(scope=scope).get("x-request-id", "") if self.proxied else ""
        return given if NAME.fullmatch(given) else secrets.token_hex(8)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if not self.warned and "x-forwarded-for" in headers:
            self.warned = True
            log.warning("requests come through a proxy that is not named: all its guests count as one address; name it with --proxy")
        if not self.requests.allow(place_of(scope)):
            return 429, "too many requests; wait a moment"
        if len(headers.getlist("host")) > 1:
            return 400, "a request calls the room by one name"
        if not known_host(headers.get("host", ""), self.names):
            return 421, "this room is not called that"
        if (scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")) and not same_origin(headers):
            return 403, "this request comes from another site"
        if int(headers.get("content-length") or 0) > self.room.limits.message_bytes:
            return 413, "that is too much at once"
        return None

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        async with self.room.gates.through(place_of(scope)):
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit, read = self.room.limits.message_bytes, 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limit:
                raise TooMuch
            return message

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                _dress(MutableHeaders(scope=message), scope["path"])
                MutableHeaders(scope=message)["X-Request-Id"] = request_id.get()
            await send(message)

        await self.app(scope, counted, dressed)


def place_of(scope: Scope) -> str:
    """Where a request or socket comes from, as limits count it."""
    client = scope.get("client")
    return neighbourhood(client[0]) if client else "?"


def _dress(headers: MutableHeaders, path: str) -> None:
    part = path.startswith("/static/") and headers.get("content-type", "").startswith(PARTS)
    headers.update(FOR_ALL if part else HEADERS)
    headers.setdefault("Cache-Control", "no-cache" if path.startswith(FRESH) else "no-store")


def known_host(host: str, names: frozenset[str]) -> bool:
    """Whether a request calls the room by a name of its own; others may be a trick to reach it through somebody's browser."""
    found = HOST.fullmatch(host)
    return found is not None and (found["name"].lower() in names or _is_address(found["inner"] or found["name"], bool(found["inner"])))


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of ours, or from a program that names no page."""
    origin = headers.get("origin")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2] == headers.get("host")


def _is_address(text: str, bracketed: bool) -> bool:
    """Whether this is an address of the internet; those of the sixth version stand in brackets."""
    try:
        return isinstance(ipaddress.ip_address(text), ipaddress.IPv6Address) == bracketed
    except ValueError:
        return False
