"""The page of `tableronde dev` as a web application, for this machine only."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tableronde.dev.dev_session import Answer, DevSession
from tableronde.room.web.pages import assets
from tableronde.room.web.pages.page_template import page
from tableronde.room.web.requests import language_of
from tableronde.room.web.server.middleware import HEADERS, is_same_origin

LOCAL: Final = ("localhost", "127.0.0.1", "[::1]")
SHEET: Final = '<link rel="stylesheet" href="/static/css/dev.css">'
LARGEST: Final = 1 << 20  # bytes of a request
ALIVE: Final = 20.0  # seconds between two signs of life


def build(session: DevSession) -> Starlette:
    """Build the application of a session."""
    client = str(files("tableronde").joinpath("client"))
    routes = [
        Route("/", show_page),
        Route("/dev/state.json", state),
        Route("/dev/data.json", data),
        Route("/dev/copy.json", copy),
        Route("/dev/events", events),
        Route("/dev/do", do, methods=["POST"]),
        Route("/looks/{slug}.json", looks),
        Route("/manifest.webmanifest", assets.manifest_page),
        Route("/icon/{name}.png", assets.icon_picture),
        Route("/static/style.css", assets.style_css),
        Mount("/static", StaticFiles(directory=client, check_dir=False)),
    ]
    app = Starlette(routes=routes, lifespan=_lifespan, middleware=[Middleware(LocalOnly)])
    app.state.session = session
    return app


class LocalOnly:
    """Refuses requests under another name than this machine's, or from other sites, and adds the security headers of every page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        request = Request(scope)
        host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
        if host not in LOCAL:
            return await PlainTextResponse("this page is for this machine only\n", 421, HEADERS)(scope, receive, send)
        if scope["method"] != "GET" and not is_same_origin(request.headers):
            return await PlainTextResponse("this request comes from another site\n", 403, HEADERS)(scope, receive, send)

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-cache" if scope["path"].startswith("/static/") else "no-store")
            await send(message)

        await self.app(scope, receive, add_headers)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Follow the folder while the page is served."""
    session: DevSession = app.state.session
    following = asyncio.create_task(session.follow())
    yield
    following.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await following
    await session.close()


def _session(request: Request) -> DevSession:
    session = request.app.state.session
    assert isinstance(session, DevSession)
    return session


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def show_page(request: Request) -> Response:
    """Answer with the page."""
    session, language = _session(request), language_of(request)
    if session.version == 0:  # the game is being loaded for the first time
        await session.wait(0)
    title = session.game["title"][language] if session.game else session.place
    data = {"title": title, "place": session.place}
    answer = HTMLResponse(page("dev", f"{title} · dev", language, data, head=SHEET))
    if request.query_params.get("lang") in ("fr", "en"):
        answer.set_cookie("lang", language, samesite="lax")
    return answer


async def state(request: Request) -> Response:
    """Answer with the session and a position: `ply`, or the end."""
    session = _session(request)
    about = session.json()
    ply = _number(request, "ply", 1_000_000)
    position = await session.ask(do="show", ply=ply, language=language_of(request)) if session.game else {}
    return _json({**about, "position": position})


async def data(request: Request) -> Response:
    """Answer with what some seats know and may do at a position."""
    seats = [None if word == "-" else int(word) for word in request.query_params.getlist("seat") if word == "-" or word.isdecimal()]
    session, ply, language = _session(request), _number(request, "ply", 1_000_000), language_of(request)
    return _json([await session.ask(do="data", ply=ply, seat=seat, language=language) for seat in seats[:9]])


async def copy(request: Request) -> Response:
    """Answer with a position as a figure or as a test."""
    form = "figure" if request.query_params.get("form") == "figure" else "test"
    seat = request.query_params.get("seat", "")
    wanted = int(seat) if seat.isdecimal() else None
    return _json(await _session(request).ask(do="copy", ply=_number(request, "ply", 1_000_000), seat=wanted, form=form))


async def looks(request: Request) -> Response:
    """Answer with the looks of the game's style words."""
    return _json(await _session(request).ask(do="looks"))


async def events(request: Request) -> Response:
    """Send a line each time something has changed."""
    session = _session(request)

    async def lines() -> AsyncIterator[str]:
        version = -1
        while True:
            try:
                version = await asyncio.wait_for(session.wait(version), ALIVE)
                yield f"data: {version}\n\n"
            except TimeoutError:
                yield ": alive\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")


async def do(request: Request) -> Response:
    """Do what the page asks for: press, play, deal, let bots play, open a record, take back."""
    body = await request.body()
    try:
        wish = msgspec.json.decode(body) if len(body) <= LARGEST else None
    except msgspec.DecodeError:
        wish = None
    if not isinstance(wish, dict) or wish.get("do") not in WISHES:
        return _json({"error": f"a wish is an object whose do is one of {', '.join(WISHES)}"}, 400)
    session = _session(request)
    if session.game is None:
        return _json({"fault": session.fault}, 409)
    if wish["do"] != "stop" and session.playing:
        session.playing = False
    return _json(await WISHES[wish["do"]](session, wish, language_of(request)))


def _passed_on(*keys: str) -> Callable[[DevSession, Answer, str], Awaitable[Answer]]:
    """Return a wish that the game answers itself, with these keys of the request."""

    async def wish(session: DevSession, given: Answer, language: str) -> Answer:
        return await session.ask(do=given["do"], language=language, **{key: given[key] for key in keys if key in given})

    return wish


async def _bots(session: DevSession, given: Answer, language: str) -> Answer:
    return await session.let_bots_play(given.get("ply", 0), str(given.get("level", "greedy")), language)


async def _stop(session: DevSession, given: Answer, language: str) -> Answer:
    session.playing = False
    return {}


async def _open(session: DevSession, given: Answer, language: str) -> Answer:
    return await session.open(given.get("record"))


async def _take_back(session: DevSession, given: Answer, language: str) -> Answer:
    return await session.take_back()


WISHES: Final[dict[str, Callable[[DevSession, Answer, str], Awaitable[Answer]]]] = {
    "press": _passed_on("ply", "seat", "picked", "word"),
    "pick": _passed_on("ply", "seat", "picked"),
    "play": _passed_on("ply", "actor", "action"),
    "new": _passed_on("players", "options", "seed"),
    "random": _passed_on("ply"),
    "bots": _bots,
    "stop": _stop,
    "open": _open,
    "back": _take_back,
}


def _number(request: Request, name: str, otherwise: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else otherwise
