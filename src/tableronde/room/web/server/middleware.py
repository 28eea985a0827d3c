"""Access control: which requests are admitted, how many and how large, and security headers."""

import ipaddress
import re
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tableronde.room.base.limits import Rates, group_address
from tableronde.room.base.log_events import UNTRUSTED_PROXY
from tableronde.room.base.logs import request_id
from tableronde.room.base.metrics import REASON_OF_STATUS
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
SHARED: Final = ipaddress.ip_network("100.64.0.0/10")  # private networks over the internet use it
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
        self.room.metrics.turn_away(REASON_OF_STATUS[refusal[0]])
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
        if not is_known_host(headers.get("host", ""), self.names, is_open=bool(self.room.address)):
            return 421, "this room does not have this host name; its host can add it with --name"
        if (scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")) and not is_same_origin(
            headers, self._list_schemes(scope)
        ):
            return 403, "this request comes from another site"
        if int(headers.get("content-length") or 0) > self.room.limits.message_bytes:
            return 413, "the request body is too long"
        return None

    def _list_schemes(self, scope: Scope) -> tuple[str, ...]:
        """Return the schemes of the room's own pages. Without a trusted proxy it cannot know whether there is TLS before it."""
        return ("https" if scope.get("scheme") in ("https", "wss") else "http",) if self.is_proxied else ("http", "https")

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


def is_known_host(host: str, names: frozenset[str], *, is_open: bool = False) -> bool:
    """Return whether a request uses a host name of the room; others may be an attack through a visitor's browser.

    This machine's own addresses are known, and while the room `is_open` to its network, private addresses.
    """
    found = HOST.fullmatch(host)
    if found is None:
        return False
    name, inner = found["name"].lower(), found["inner"]
    return name in names or (inner or "").lower() in names or _is_near(inner or name, bool(inner), is_open)


def is_same_origin(headers: Mapping[str, str], schemes: Collection[str] = ("http", "https")) -> bool:
    """Return whether a request comes from a page of the room, or from a program without a page."""
    origin = headers.get("origin")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return origin is None or origin in {f"{scheme}://{headers.get('host')}" for scheme in schemes}


def _is_near(text: str, bracketed: bool, is_open: bool) -> bool:
    """Return whether this is an address of this machine, or of a private network while the room is open to it."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) != bracketed:
        return False
    is_private = found.is_private or found.is_link_local or found in SHARED
    return found.is_loopback or (is_open and is_private and not found.is_unspecified)
