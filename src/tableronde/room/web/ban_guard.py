"""Keeps out guests, addresses and networks that the operator has banned, with a sentence in their language."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tableronde.room.room import Room
from tableronde.room.web.pages.link_previews import HOUSE
from tableronde.room.web.pages.page_template import page
from tableronde.room.web.requests import data_answer, language_of, wants_page
from tableronde.room.web.server.middleware import find_place
from tableronde.text import Text

OPEN_TO_ALL = ("/static/", "/looks/", "/healthz", "/readyz", "/metrics", "/about")  # what the page with the sentence shows, and operators


@dataclass
class BanGuard:
    """The layer behind access control that knows guests."""

    app: ASGIApp
    room: Room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket, unless its guest or address is banned."""
        banned = None if scope["type"] not in ("http", "websocket") or scope["path"].startswith(OPEN_TO_ALL) else self._find_ban(scope)
        if banned is None:
            return await self.app(scope, receive, send)
        self.room.metrics.turn_away("banned")
        if scope["type"] == "websocket":
            await receive()
        await _answer(scope, banned)(scope, receive, send)

    def _find_ban(self, scope: Scope) -> Text | None:
        enforcement = self.room.enforcement
        guest = (self.room.signer.find_guest(HTTPConnection(scope).cookies) or "") if enforcement.names_guests else ""
        return enforcement.describe_ban(guest, find_place(scope))


def _answer(scope: Scope, text: Text) -> Response:
    connection = HTTPConnection(scope)
    language = language_of(connection)
    if scope["type"] == "websocket":
        return PlainTextResponse(text[language] + "\n", 403)
    if wants_page(connection):
        return HTMLResponse(page("missing", HOUSE, language, {"status": 403, "text": text[language]}), 403)
    return Response(data_answer({"error": text[language]}).body, 403, media_type="application/json")
