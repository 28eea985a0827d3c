"""The room as a web application: its addresses, its access control, and its background tasks."""

import asyncio
import contextlib
import mimetypes
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

from tableronde.room.base.logs import watch
from tableronde.room.base.refusals import Refused, TooMuch, Trouble
from tableronde.room.bus import Bus
from tableronde.room.exercises.lessons import Lessons
from tableronde.room.exercises.puzzles import Puzzles
from tableronde.room.room import Room
from tableronde.room.web import device, handlers, home_network
from tableronde.room.web.ban_guard import BanGuard
from tableronde.room.web.home_network import HomeNetwork
from tableronde.room.web.metrics_endpoint import MetricsEndpoint
from tableronde.room.web.pages import (
    about_page,
    assets,
    game_page,
    openings_page,
    printing_page,
    puzzle_picture,
    result_page,
    review_page,
    rulings_page,
    seat_page,
)
from tableronde.room.web.policy_watch import PolicyWatch
from tableronde.room.web.server.middleware import AccessMiddleware

if TYPE_CHECKING:
    from tableronde.room.cluster.node import Node

LOCAL_NAMES = frozenset({"localhost"})
mimetypes.add_type("font/woff2", ".woff2")  # not known on every system


def build(
    room: Room,
    names: Iterable[str] = (),
    proxied: bool = False,
    numbers: MetricsEndpoint | None = None,
    bus: Bus | None = None,
    *,
    network: HomeNetwork | None = None,
    bus_warning: str = "",
) -> AccessMiddleware:
    """Build the application of a room.

    `names` are further host names of the room; `proxied`: it is behind a trusted proxy; `bus`: it is one of many nodes;
    `network`: it may be opened to the home network while it runs.
    `bus_warning`: what its operator should know of the bus.
    """
    app = Starlette(
        routes=_routes(),
        lifespan=_lifespan,
        middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={
            **dict.fromkeys((HTTPException, Refused, Trouble, TooMuch, ValueError), handlers.answer_refusal),
            ClientDisconnect: handlers.answer_closed,
            Exception: handlers.answer_error,
        },
    )
    app.state.room, app.state.metrics_endpoint = room, numbers or MetricsEndpoint(room)
    app.state.home_network = network
    app.state.lessons, app.state.puzzles = Lessons(room.boxes), Puzzles(room.boxes)
    node = app.state.node = None if bus is None else _make_node(room, bus, app, bus_warning)
    return AccessMiddleware(BanGuard(node.proxy if node else app, room), room, LOCAL_NAMES | frozenset(names), proxied, node)


def _make_node(room: Room, bus: Bus, app: ASGIApp, bus_warning: str) -> "Node":
    """Return this room as one of many nodes; a single node imports none of that."""
    from tableronde.room.cluster.node import Node

    return Node(room, bus, app, bus_warning)


def _routes() -> list[Route | WebSocketRoute | Mount]:
    client = str(files("tableronde").joinpath("client"))
    return [
        Route("/", handlers.shelf),
        Route("/index.json", handlers.shelf),
        *_make_routes("/about", about_page.page),
        *_make_routes("/games", handlers.games),
        Route("/games/{id}/away", handlers.put_away, methods=["POST"]),
        *_make_routes("/game/{slug}", game_page.page),
        *_make_routes("/rules/{slug}", handlers.rules),
        *_make_routes("/rules/{slug}/rulings", rulings_page.page),
        *_make_routes("/learn/{slug}", handlers.learn),
        Route("/learn/{slug}/{lesson}/{step:int}", handlers.learn_step, methods=["GET", "POST"]),
        *_make_routes("/puzzles", handlers.puzzles_today),
        *_make_routes("/puzzles/{slug}", handlers.puzzles),
        Route("/puzzles/{slug}/{puzzle}.svg", puzzle_picture.drawing),
        Route("/puzzles/{slug}/{puzzle}", handlers.puzzle, methods=["GET", "POST"]),
        *_make_routes("/openings/{slug}", openings_page.page),
        Route("/print/{slug}.pdf", printing_page.document),
        *_make_routes("/print/{slug}", printing_page.page),
        Route("/print/{slug}/pages.json", printing_page.pages),
        Route("/print/{slug}/{page:int}.png", printing_page.preview),
        *_make_routes("/new/{slug}", handlers.new),
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
        Route("/t/{id}/seat/{token}", seat_page.page),
        Route("/t/{id}/seat/{token}", seat_page.take, methods=["POST"]),
        Route("/t/{id}/qr.svg", handlers.qr),
        Route("/t/{id}/result.svg", result_page.drawing),
        Route("/t/{id}.svg", handlers.drawing),
        Route("/t/{id}.png", handlers.table_card),
        *_make_routes("/t/{id}", handlers.table),
        *_make_routes("/replay/{id}", handlers.replay),
        Route("/review/{id}.svg", review_page.review_drawing),
        Route("/review/{id}/chances.json", review_page.chances),
        *_make_routes("/review/{id}", review_page.review),
        Route("/network.json", home_network.switch, methods=["GET", "POST"]),
        Route("/forget", device.forget, methods=["POST"]),
        Route("/healthz", handlers.health),
        Route("/readyz", handlers.readiness),
        Route("/metrics", handlers.metrics),
        WebSocketRoute("/t/{id}/live", handlers.live),
        Mount("/static", StaticFiles(directory=client, check_dir=False)),
    ]


def routes() -> list[str]:
    """Return all addresses, for the tests of the documentation."""
    return [route.path for route in _routes()]


def _make_routes(path: str, handler: handlers.Handler) -> list[Route]:
    """Return the routes of a page and its data."""
    return [Route(f"{path}.json", handler), Route(path, handler)]


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Maintain the room while it is open, and close it at the end."""
    room: Room = app.state.room
    await room.begin()
    policy = PolicyWatch(room)
    await policy.look()  # nobody banned comes in first
    house = watch(asyncio.create_task(room.maintain(), name="house"))
    operator = watch(asyncio.create_task(policy.run(), name="policy"))
    async with app.state.metrics_endpoint.serve(), app.state.node.running() if app.state.node else contextlib.nullcontext():
        yield
    house.cancel()
    operator.cancel()
    await room.close()
