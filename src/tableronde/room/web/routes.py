"""The room as a web application: its addresses, what guards them, and what runs beside them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from tableronde.room.bus import Bus
from tableronde.room.logs import watched
from tableronde.room.refusals import Refused, TooMuch, Trouble
from tableronde.room.room import Room
from tableronde.room.web import assets, handlers, openings, printing, reviewing
from tableronde.room.web.guard import Guard
from tableronde.room.web.learning import School
from tableronde.room.web.numbers import Numbers
from tableronde.room.web.puzzling import Gallery

if TYPE_CHECKING:
    from tableronde.room.cluster.node import Node

LOCAL_NAMES = frozenset({"localhost"})


def build(room: Room, names: Iterable[str] = (), proxied: bool = False, numbers: Numbers | None = None, bus: Bus | None = None) -> Guard:
    """The application around a room, which may be called by some more names, may stand behind a proxy that is believed, and may be
    one of many nodes that talk over a bus."""
    app = Starlette(
        routes=_routes(),
        lifespan=_lifespan,
        middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={
            **dict.fromkeys((HTTPException, Refused, Trouble, TooMuch, ValueError), handlers.refuse),
            ClientDisconnect: handlers.hung_up,
            Exception: handlers.apologise,
        },
    )
    app.state.room, app.state.numbers = room, numbers or Numbers(room)
    app.state.school, app.state.gallery = School(room.boxes), Gallery(room.boxes)
    node = app.state.node = None if bus is None else _node(room, bus, app)
    return Guard(node.relay if node else app, room, LOCAL_NAMES | frozenset(names), proxied, node)


def _node(room: Room, bus: Bus, app: ASGIApp) -> "Node":
    """This room as one of many nodes; a room alone imports nothing of that."""
    from tableronde.room.cluster.node import Node

    return Node(room, bus, app)


def _routes() -> list[Route | WebSocketRoute | Mount]:
    client = str(files("tableronde").joinpath("client"))
    return [
        Route("/", handlers.shelf),
        Route("/index.json", handlers.shelf),
        *_both("/games", handlers.games),
        Route("/games/{id}/away", handlers.put_away, methods=["POST"]),
        *_both("/rules/{slug}", handlers.rules),
        *_both("/learn/{slug}", handlers.learn),
        Route("/learn/{slug}/{lesson}/{step:int}", handlers.learn_step, methods=["GET", "POST"]),
        *_both("/puzzles", handlers.puzzles_today),
        *_both("/puzzles/{slug}", handlers.puzzles),
        Route("/puzzles/{slug}/{puzzle}", handlers.puzzle, methods=["GET", "POST"]),
        *_both("/openings/{slug}", openings.page),
        Route("/print/{slug}.pdf", printing.document),
        *_both("/print/{slug}", printing.page),
        Route("/print/{slug}/pages.json", printing.pages),
        Route("/print/{slug}/{page:int}.png", printing.preview),
        *_both("/new/{slug}", handlers.new),
        Route("/implied/{slug}.json", handlers.implied),
        Route("/looks/{slug}.json", handlers.game_looks),
        Route("/cover/{slug}.svg", handlers.cover),
        Route("/cover/{slug}.png", handlers.cover_card),
        Route("/manifest.webmanifest", assets.manifest_page),
        Route("/icon/{name}.png", assets.icon_picture),
        Route("/worker.js", assets.worker_script),
        Route("/robots.txt", assets.robots),
        Route("/static/style.css", assets.style_css),
        Route("/tables", handlers.open_table, methods=["POST"]),
        Route("/t/{id}/record.json", handlers.record),
        Route("/t/{id}/seat/{token}", handlers.take_seat),
        Route("/t/{id}/qr.svg", handlers.qr),
        Route("/t/{id}.svg", handlers.drawing),
        Route("/t/{id}.png", handlers.table_card),
        *_both("/t/{id}", handlers.table),
        *_both("/replay/{id}", handlers.replay),
        Route("/review/{id}.svg", reviewing.review_drawing),
        Route("/review/{id}/chances.json", reviewing.chances),
        *_both("/review/{id}", reviewing.review),
        Route("/healthz", handlers.health),
        Route("/readyz", handlers.readiness),
        Route("/metrics", handlers.numbers),
        WebSocketRoute("/t/{id}/live", handlers.live),
        Mount("/static", StaticFiles(directory=client, check_dir=False)),
    ]


def routes() -> list[str]:
    """All addresses, for who writes about them."""
    return [route.path for route in _routes()]


def _both(path: str, handler: handlers.Handler) -> list[Route]:
    """A page, and its data beside it."""
    return [Route(f"{path}.json", handler), Route(path, handler)]


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """While the room is open idle tables are put to sleep; at the end everything is closed."""
    room: Room = app.state.room
    await room.begin()
    house = watched(asyncio.create_task(room.keep_house(), name="house"))
    async with app.state.numbers.served(), app.state.node.running() if app.state.node else contextlib.nullcontext():
        yield
    house.cancel()
    await room.close()
