"""Access control: which requests are admitted, how many and how large, and security headers."""

import ipaddress
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tableronde.room.base.limits import Rates, group_address
from tableronde.room.base.log_events import UNTRUSTED_PROXY
from tableronde.room.base.logs import request_id
from tableronde.room.base.refusals import TooMuch
from tableronde.room.room import Room
from tableronde.room.web.pages.page_template import early_digest

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
PARTS: Final = ("text/javascript", "text/css")  # parts of a page, which itself has the other headers
HOST: Final = re.compile(r"(?P<name>[\w.-]+|\[(?P<inner>[0-9A-Fa-f:.]+)\])(:\d{1,5})?", re.ASCII)
NAME: Final = re.compile(r"[A-Za-z0-9_.-]{8,64}")  # of a request
FRESH: Final = ("/static/", "/looks/")  # cached, but checked each time


@dataclass
class AccessMiddleware:
    """The layer before the application, which refuses requests over the limits or from elsewhere."""

    app: ASGIApp
    room: Room
    names: frozenset[str]  # host names of the room, beside addresses
    is_proxied: bool = False  # whether a proxy is trusted
    node: "Node | None" = None  # this room as one of many nodes, if there are others

    def __post_init__(self) -> None:
        self.has_warned = self.is_proxied
        self.requests = Rates(self.room.limits.requests_per_second, self.room.limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        request_id.set(self._name_request(scope))
        refusal = self._check(scope)
        if refusal is None:
            return await self._pass(scope, receive, send)
        self.room.metrics.turned_away += 1
        if scope["type"] == "websocket":
            await receive()
        headers = {**HEADERS, "Connection": "close"} if refusal[0] == 429 else HEADERS
        await PlainTextResponse(refusal[1] + "\n", refusal[0], headers)(scope, receive, send)

    def _name_request(self, scope: Scope) -> str:
        """Return the request's id for logs, the same on all nodes: the trusted proxy's, or a new one."""
        given = Headers(scope=scope).get("x-request-id", "") if self.is_proxied else ""
        return given if NAME.fullmatch(given) else secrets.token_hex(8)

    def _check(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if not self.has_warned and "x-forwarded-for" in headers:
            self.has_warned = True
            UNTRUSTED_PROXY.log()
        if not self.requests.allow(find_place(scope)):
            return 429, "too many requests; wait a moment"
        if len(headers.getlist("host")) > 1:
            return 400, "a request must have exactly one Host header"
        if not is_known_host(headers.get("host", ""), self.names):
            return 421, "this room does not have this host name; its host can add it with --name"
        if (scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")) and not is_same_origin(headers):
            return 403, "this request comes from another site"
        if int(headers.get("content-length") or 0) > self.room.limits.message_bytes:
            return 413, "the request body is too long"
        return None

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        async with self.room.gates.enter(find_place(scope)):
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit, read = self.room.limits.message_bytes, 0

        async def count_body() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limit:
                raise TooMuch
            return message

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message), scope["path"])
                MutableHeaders(scope=message)["X-Request-Id"] = request_id.get()
            await send(message)

        await self.app(scope, count_body, add_headers)


def find_place(scope: Scope) -> str:
    """Return where a request or socket comes from, as limits count it."""
    client = scope.get("client")
    return group_address(client[0]) if client else "?"


def _add_headers(headers: MutableHeaders, path: str) -> None:
    part = path.startswith("/static/") and headers.get("content-type", "").startswith(PARTS)
    headers.update(FOR_ALL if part else HEADERS)
    headers.setdefault("Cache-Control", "no-cache" if path.startswith(FRESH) else "no-store")


def is_known_host(host: str, names: frozenset[str]) -> bool:
    """Return whether a request uses a host name of the room; others may be an attack through a visitor's browser."""
    found = HOST.fullmatch(host)
    return found is not None and (found["name"].lower() in names or _is_address(found["inner"] or found["name"], bool(found["inner"])))


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Return whether a request comes from a page of the room, or from a program without a page."""
    origin = headers.get("origin")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2] == headers.get("host")


def _is_address(text: str, bracketed: bool) -> bool:
    """Return whether this is an IP address; those of version 6 are in brackets."""
    try:
        return isinstance(ipaddress.ip_address(text), ipaddress.IPv6Address) == bracketed
    except ValueError:
        return False
