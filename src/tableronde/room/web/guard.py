"""The guard at the door: who may call, how often, how much, and what browsers are told to be careful about."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tableronde.room.limits import Rates
from tableronde.room.refusals import TooMuch
from tableronde.room.room import Room

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
FRESH: Final = ("/static/", "/looks/")  # may be kept, and asked about each time


@dataclass
class Guard:
    """Stands before the application and lets through what is in order."""

    app: ASGIApp
    room: Room
    names: frozenset[str]  # under which the room may be called, beside addresses

    def __post_init__(self) -> None:
        self.requests = Rates(self.room.limits.requests_per_second, self.room.limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        refusal = self._refusal(scope)
        if refusal is None:
            return await self._pass(scope, receive, send)
        self.room.metrics.turned_away += 1
        if scope["type"] == "websocket":
            await receive()
            return await send({"type": "websocket.close", "code": 4000 + refusal[0]})
        await PlainTextResponse(refusal[1] + "\n", refusal[0], HEADERS)(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if not known_host(headers.get("host", ""), self.names):
            return 421, "this room is not called that"
        if (scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")) and not same_origin(headers):
            return 403, "this request comes from another site"
        if int(headers.get("content-length") or 0) > self.room.limits.message_bytes:
            return 413, "that is too much at once"
        if not self.requests.allow(scope["client"][0] if scope.get("client") else "?"):
            return 429, "too many requests; wait a moment"
        return None

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
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
            await send(message)

        await self.app(scope, counted, dressed)


def _dress(headers: MutableHeaders, path: str) -> None:
    headers.update(HEADERS)
    headers.setdefault("Cache-Control", "no-cache" if path.startswith(FRESH) else "no-store")


def known_host(host: str, names: frozenset[str]) -> bool:
    """Whether a request calls the room by a name of its own; others may be a trick to reach it through somebody's browser."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and not host.endswith("]") else host
    return name.lower() in names or _is_address(name.strip("[]"))


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of ours, or from a program that names no page."""
    origin = headers.get("origin")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2] == headers.get("host")


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
