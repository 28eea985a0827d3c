"""One function for each address of the room."""

import asyncio
import contextlib
import io
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from typing import Final
from urllib.parse import parse_qs

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from tableronde.bots import default_level
from tableronde.box import Box
from tableronde.options import Unfit, options_of
from tableronde.render.svg import paint
from tableronde.room.base.encoding import encode
from tableronde.room.base.faults import Faulty, game_code
from tableronde.room.base.ownership import RETRY_CODE
from tableronde.room.base.refusals import Refused, TooMuch, Trouble
from tableronde.room.base.replies import Reply
from tableronde.room.exercises.lessons import without_records
from tableronde.room.exercises.puzzles import without_positions
from tableronde.room.live.message_decoder import decode
from tableronde.room.live.socket import SocketConnection, connect_socket, converse
from tableronde.room.live.table_description import Feed
from tableronde.room.room import Room
from tableronde.room.store import StoreFault
from tableronde.room.tables.decisions.joining import leave_for_good
from tableronde.room.tables.table_session import TableSession
from tableronde.room.web.orders import read_order
from tableronde.room.web.pages import page_data, result_page
from tableronde.room.web.pages.assets import png
from tableronde.room.web.pages.link_previews import HOUSE, TO_LEARN, TO_NEW, TO_PUZZLES, TO_REPLAY, TO_RULES, TO_TABLE
from tableronde.room.web.pages.my_games import has_table, list_tables, split_by_status
from tableronde.room.web.pages.page_template import page
from tableronde.room.web.pages.rules_page import colophon, rulebook
from tableronde.room.web.pages.themes import looks
from tableronde.room.web.requests import (
    address_of,
    answer,
    base_of,
    card_of,
    check_over,
    data_answer,
    find_box,
    find_table,
    guest_of,
    language_of,
    lessons_of,
    number,
    puzzles_of,
    reach_of,
    redirect,
    room_of,
    theme_of,
    wants_page,
    with_cookie,
)
from tableronde.scene import Scene
from tableronde.text import Text, same
from tableronde.theme import THEMES

NOT_HERE: Final = Text("Le lien est incomplet, ou la page a été supprimée.", "The link is incomplete, or the page has been removed.")
LAZY_PANELS: Final = "panels/table/lazy_panels.js"  # loaded after the first picture while a game is in progress
OURS: Final = Text(
    "L’erreur vient de la salle ou du jeu. Elle a été enregistrée dans le journal.",
    "The error is in the room or in the game. It has been logged.",
)
Handler = Callable[[Request], Awaitable[Response]]


async def shelf(request: Request) -> Response:
    """Answer with the shelf."""
    data = await page_data.shelf(room_of(request), guest_of(request), language_of(request))
    return answer(request, "shelf", HOUSE, data, card=card_of(request))


async def games(request: Request) -> Response:
    """Answer with a guest's own games: those in progress and those that are over."""
    title = Text("Mes parties", "My games")[language_of(request)]
    data = split_by_status(await list_tables(room_of(request), guest_of(request), language_of(request)))
    return answer(request, "games", title, data, card=card_of(request, listed=False))


async def put_away(request: Request) -> Response:
    """Leave a table and hide it from the guest's list: 303 to the list for a browser's form, 204 for a program.

    A guest who was never at the table leaves no trace there.
    """
    found, guest = await find_table(request), guest_of(request)
    if await has_table(room_of(request), guest, found.id):
        await found.decide(leave_for_good, guest)
    return redirect(request, "/games") if wants_page(request) else with_cookie(request, Response(status_code=204))


async def rules(request: Request) -> Response:
    """Answer with a game's rules."""
    box, language = find_box(request), language_of(request)
    if not box.has_rulebook:
        raise Trouble(404, "Ce jeu n’a pas de page de règles.", "This game has no rules page.")
    card = card_of(request, box, TO_RULES)
    if request.url.path.endswith(".json"):
        return answer(request, "rules", "", await asyncio.to_thread(page_data.rules, box))
    book = await asyncio.to_thread(rulebook, box, language)  # with all its figures it takes a moment, the first time
    html = f'<article class="book">{book.html}{colophon(box, language)}</article>'
    return answer(request, "rules", box.title[language], page_data.rules_in_short(box), html, card)


async def learn(request: Request) -> Response:
    """Answer with a game's lessons."""
    box, language = find_box(request), language_of(request)
    course = await lessons_of(request).course(box)
    data = {**(course if request.url.path.endswith(".json") else without_records(course)), **_describe_order(box)}
    return answer(request, "learn", box.title[language], data, card=card_of(request, box, TO_LEARN))


def _describe_order(box: Box) -> dict[str, object]:
    """Return what is needed to open a first table: the players allowed, and the easiest bot."""
    return {"players": list(box.game_type.players), "level": default_level(box)}


async def learn_step(request: Request) -> Response:
    """Answer with the beginning of a lesson's step, or to a message about it, in the form of a table's socket."""
    place = find_box(request), request.path_params["lesson"], request.path_params["step"], language_of(request)
    if request.method == "GET":
        return data_answer(await lessons_of(request).begin(*place))
    return data_answer(await lessons_of(request).answer(*place, decode(await request.body())))


async def puzzles_today(request: Request) -> Response:
    """Answer with the puzzle of the day of every game."""
    data = await asyncio.to_thread(puzzles_of(request).today, today())
    return answer(request, "today", Text("Le problème du jour", "The puzzle of the day")[language_of(request)], data, card=card_of(request))


async def puzzles(request: Request) -> Response:
    """Answer with a game's puzzles."""
    box = find_box(request)
    whole = await puzzles_of(request).all_of(box, today())
    data = whole if request.url.path.endswith(".json") else without_positions(whole)
    return answer(request, "puzzles", box.title[language_of(request)], data, card=card_of(request, box, TO_PUZZLES))


async def puzzle(request: Request) -> Response:
    """Answer with a puzzle after some right answers (one `after` each), or to a message about it, in the form of a table's socket."""
    place = find_box(request), request.path_params["puzzle"], request.query_params.getlist("after"), language_of(request)
    if request.method == "GET":
        return data_answer(await puzzles_of(request).ask(*place, request.query_params.get("show", "")))
    return data_answer(await puzzles_of(request).answer(*place, decode(await request.body())))


def today() -> date:
    """Return the day whose puzzles are shown: the same all over the world."""
    return datetime.now(UTC).date()


async def new(request: Request) -> Response:
    """Answer with the form for a new table."""
    box = find_box(request)
    return answer(request, "new", box.title[language_of(request)], page_data.form(box), card=card_of(request, box, TO_NEW))


async def implied(request: Request) -> Response:
    """Answer with the values of the options that the query leaves out."""
    box = find_box(request)
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    values = {name: known[name].parse(text) for name, text in request.query_params.items() if name in known}
    return data_answer({"implied": page_data.implied(box, values)})


async def game_looks(request: Request) -> Response:
    """Answer with the looks of a game's theme words."""
    return data_answer(await asyncio.to_thread(looks, find_box(request)))


async def cover(request: Request) -> Response:
    """Answer with the picture on a game's box."""
    box, theme, language = find_box(request), theme_of(request), language_of(request)
    drawn = await asyncio.to_thread(room_of(request).box_art.draw, box.slug, theme, language)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def cover_card(request: Request) -> Response:
    """Answer with the picture on a game's box for link previews, as PNG."""
    box, room = find_box(request), room_of(request)
    drawn = await asyncio.to_thread(room.box_art.find_area, box.slug)
    looks = room.box_art.looks(box.slug)
    return png(await room.preview_images.render(box, drawn, _choose_card_theme(request), address_of(request), looks), 86_400)


async def table_card(request: Request) -> Response:
    """Answer with the board as a spectator sees it now, as PNG; after the game with its result."""
    found = await find_table(request)
    if found.status == "over" and "theme" not in request.query_params:
        return await result_page.preview(request, found)
    async with found.lock:
        board = _draw_for_spectators(found).areas[0]
    images, language = room_of(request).preview_images, language_of(request)
    return png(await images.render(found.box, board, _choose_card_theme(request), address_of(request), language=language), 60)


def _choose_card_theme(request: Request) -> str:
    """Return the dark theme, unless another one is requested."""
    return theme_of(request) if "theme" in request.query_params else "dark"


def _draw_for_spectators(found: TableSession) -> Scene:
    """Return what a spectator sees now, without what was shown only briefly; raise Faulty if the game's code fails."""
    with game_code(found.box):
        return found.position.scene(None, ()).after(found.age)


async def open_table(request: Request) -> Response:
    """Open a table: 303 to it for a browser's form, 201 with its links for a program."""
    room, guest = room_of(request), guest_of(request)
    order = read_order(await _read_order_text(request))
    if not await room.may_open(guest, address_of(request)):
        room.metrics.turn_away("tables_a_day")
        raise Trouble(
            429,
            "Vous avez ouvert beaucoup de tables aujourd’hui : terminez d’abord une partie.",
            "You have opened many tables today; finish a game first.",
        )
    table = await room.open(order, guest, address_of(request))
    if wants_page(request):
        return redirect(request, f"/t/{table.id}")
    links = [None if holder.kind == "bot" else f"/t/{table.id}/seat/{holder.token}" for holder in table.saved.seats]
    return with_cookie(request, data_answer({"id": table.id, "url": f"/t/{table.id}", "seats": links}, 201))


async def _read_order_text(request: Request) -> bytes:
    """Return the JSON of an order: the body, or the field `order` of a form."""
    body = await request.body()
    if request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        return parse_qs(body).get(b"order", [body])[0]
    return body


async def table(request: Request) -> Response:
    """Answer with a table: its page, which loads the rest by socket, or for a program all that a spectator may know."""
    found, language = await find_table(request), language_of(request)
    if not request.url.path.endswith(".json"):
        named = {"level_names": page_data.level_names(found.box)}
        data = {"id": found.id, "game": found.box.slug, "title": found.box.title[language], **named}
        card = card_of(
            request, found.box, TO_TABLE, f"/t/{found.id}.png?at={found.table.plies}&lang={language}", listed=False
        )  # messengers cache what they have seen
        also = "" if found.status == "playing" else LAZY_PANELS
        return answer(request, "table", found.box.title[language], data, card=card, also=also)
    async with found.lock:
        with game_code(found.box):
            data = page_data.table(found, number(request, "since"), language)
        return answer(request, "table", "", data)


async def record(request: Request) -> Response:
    """Answer with the record of a finished game; during the game it would reveal secrets."""
    found = await find_table(request)
    async with found.lock:
        check_over(found)
        head = {"Content-Disposition": f'attachment; filename="{found.box.slug}.json"'}
        return Response(found.record().text(), media_type="application/json", headers=head)


async def drawing(request: Request) -> Response:
    """Answer with the position as a spectator sees it, as SVG."""
    found, ply = await find_table(request), number(request, "ply")
    async with found.lock:
        if ply is not None:
            check_over(found)
        scene = _draw_for_spectators(found) if ply is None else page_data.scene_at(found, ply)
    drawn = await asyncio.to_thread(paint, scene, found.box.looks, THEMES[theme_of(request)], language_of(request))
    return Response(drawn, media_type="image/svg+xml")


async def qr(request: Request) -> Response:
    """Answer with a QR code: the link of a table, or, for its holder, of a seat."""
    found, seat = await find_table(request), number(request, "seat")
    path = f"/t/{found.id}"
    if seat is not None:
        if seat >= len(found.saved.seats):
            raise Trouble(404, "Cette place n’existe pas.", "There is no such seat.")
        holder = found.saved.seats[seat]
        if guest_of(request) not in holder.guests and not (holder.kind == "open" and found.saved.host == guest_of(request)):
            raise Trouble(403, "Cette place n’est pas la vôtre.", "That seat is not yours.")
        path += f"/seat/{holder.token}"
    return Response(await asyncio.to_thread(_draw_code, base_of(request) + path), media_type="image/svg+xml")


def _draw_code(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link).save(picture, kind="svg", scale=8, border=4, light="#ffffff", dark="#000000")
    return picture.getvalue()


async def replay(request: Request) -> Response:
    """Answer with a finished game, move by move."""
    found, language = await find_table(request), language_of(request)
    async with found.lock:
        check_over(found)
        card = card_of(request, found.box, TO_REPLAY, f"/t/{found.id}.png?lang={language}", listed=False)
        data = await asyncio.to_thread(
            page_data.replay, found, number(request, "ply"), language
        )  # all events are described: a long game takes a while
    return answer(request, "replay", found.box.title[language], data, card=card)


async def health(request: Request) -> Response:
    """Answer whether the room is open and can write."""
    wrong = await _describe_illness(room_of(request))
    return PlainTextResponse(f"{wrong or 'ok'}\n", 503 if wrong else 200)


async def readiness(request: Request) -> Response:
    """Answer whether guests should be sent here, and with a token, the room's figures."""
    room = room_of(request)
    wrong = "this node is leaving" if room.leaving else await _describe_illness(room)
    bus = request.app.state.node.bus_health if request.app.state.node else None
    fault = bus.describe_fault() if bus else ""
    clock = "ok" if room.store.trusts_clock else "behind the store's latest time, so pictures meant to be shown briefly count as seen"
    trusted = request.app.state.metrics_endpoint.is_authorized(request.headers.get("authorization", ""))
    more = {**await _report(room), **await room.gauges()} if trusted else {}
    found = {"ready": not (wrong or fault), "store": wrong or "ok", "clock": clock, **({"bus": bus.describe()} if bus else {}), **more}
    return data_answer(found, 200 if found["ready"] else 503)


async def _report(room: Room) -> dict[str, float]:
    with contextlib.suppress(StoreFault):
        return await room.store.read_report()
    return {}


async def _describe_illness(room: Room) -> str:
    """Describe what is wrong with the room, if anything."""
    try:
        await room.probe()
    except StoreFault as fault:
        return f"nothing can be written: {fault}"
    except TimeoutError:
        return "nothing can be written: the writer does not answer"
    return ""


async def metrics(request: Request) -> Response:
    """Answer with the metrics, for clients with the token."""
    told = request.app.state.metrics_endpoint
    if not told.is_authorized(request.headers.get("authorization", "")):
        raise HTTPException(404)
    return PlainTextResponse(await told.read())


async def live(socket: WebSocket) -> None:
    """Serve the socket of a table; disconnections at any moment are ignored.

    It runs in a task of its own, because every message would otherwise pass through all stack frames that led here.
    """
    with contextlib.suppress(WebSocketDisconnect):
        await asyncio.create_task(_serve_live(socket))


async def _serve_live(socket: WebSocket) -> None:
    room, address = room_of(socket), address_of(socket)
    await socket.accept()
    try:
        found = await room.find(socket.path_params["id"])
    except LookupError:
        return await socket.close(4404)
    except Faulty as fault:
        told: Reply = {"fault": fault.text[language_of(socket)]}
        await socket.send_text(encode(told).decode())
        return await socket.close(4503)
    except Refused:
        return await socket.close(RETRY_CODE)
    if room.connections[address] >= room.limits.connections_per_address or len(found.audience.viewers) >= room.limits.viewers_per_table:
        room.metrics.turn_away("connections")
        return await socket.close(4429)
    room.connections[address] += 1
    try:
        await converse(_connect(socket, found), room, number(socket, "since") or 0, address)
    finally:
        room.connections.leave(address)


def _connect(socket: WebSocket, found: TableSession) -> SocketConnection:
    room, seat = room_of(socket), number(socket, "seat")
    feed, token = socket.query_params.get("feed"), socket.query_params.get("token", "")
    shown: Feed = "facts" if feed == "facts" else "scene"
    return connect_socket(
        socket,
        found,
        guest_of(socket),
        language_of(socket),
        shown,
        room.limits,
        room.metrics,
        token=token,
        backlog=room.backlog,
        place=address_of(socket),
        reach=reach_of(socket),
        seat=seat,
        follows=seat is None and socket.query_params.get("seat") != "none",
    )


async def answer_refusal(request: Request, error: Exception) -> Response:
    """Answer a refusal with its sentence: JSON for programs, a page for people."""
    status, sentence, headers = _explain(error)
    text = sentence[language_of(request)]
    if not wants_page(request):
        return Response(data_answer({"error": text}).body, status, headers, "application/json")
    missing = page("missing", HOUSE, language_of(request), {"status": status, "text": text})
    return Response(missing, status, headers, "text/html")


async def answer_closed(request: Request, error: Exception) -> Response:
    """Answer a request whose client has left: nobody hears it, and it is nobody's fault."""
    return Response(status_code=400)


async def answer_error(request: Request, error: Exception) -> Response:
    """Answer a fault of the room, which is counted here and logged by the web server."""
    room_of(request).metrics.faults += 1
    if wants_page(request):
        text = OURS[language_of(request)]
        return HTMLResponse(page("missing", "Table Ronde", language_of(request), {"status": 500, "text": text}), 500)
    return data_answer({"error": OURS.en}, 500)


def _explain(error: Exception) -> tuple[int, Text, dict[str, str]]:
    match error:
        case Trouble():
            return error.status, error.text, {}
        case Refused():
            return 503, error.text, {"Retry-After": "5"}
        case Unfit():
            return 400, error.text, {}
        case TooMuch():
            return (
                413,
                Text("Trop de demandes à la fois ; réessayez dans un instant.", "Too many requests at once; try again in a moment."),
                {},
            )
        case HTTPException():
            return error.status_code, NOT_HERE, dict(error.headers or {})
        case _:
            return 400, same(str(error.args[0]) if error.args else ""), {}
