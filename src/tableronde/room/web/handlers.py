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

from tableronde.box import Box
from tableronde.options import Unfit, options_of
from tableronde.paint.svg import paint
from tableronde.room.encoding import encode
from tableronde.room.faults import Faulty
from tableronde.room.keeping import LATER
from tableronde.room.live import messages
from tableronde.room.live.socket import converse
from tableronde.room.live.viewer import Feed, Viewer
from tableronde.room.refusals import Refused, TooMuch, Trouble
from tableronde.room.room import Room
from tableronde.room.store import StoreFault
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.seating import hold, leave_for_good
from tableronde.room.table.settings import default_level, read_order
from tableronde.room.web import pages
from tableronde.room.web.assets import png
from tableronde.room.web.learning import in_short
from tableronde.room.web.mine import has, parted, signs
from tableronde.room.web.puzzling import without_positions
from tableronde.room.web.requests import (
    address_of,
    answer,
    base_of,
    card_of,
    data_answer,
    find_box,
    find_table,
    gallery_of,
    greeted,
    guest_of,
    language_of,
    must_be_over,
    number,
    reach_of,
    redirect,
    room_of,
    school_of,
    theme_of,
    wants_page,
)
from tableronde.room.web.rulebook import rulebook
from tableronde.room.web.shell import page
from tableronde.room.web.themes import looks
from tableronde.room.web.unfurl import HOUSE, TO_LEARN, TO_NEW, TO_PUZZLES, TO_REPLAY, TO_RULES, TO_TABLE
from tableronde.scene import Scene
from tableronde.text import Text, same
from tableronde.theme import THEMES

NOT_HERE: Final = Text(
    "Le lien est incomplet, ou ce qu’il montrait a été rangé.", "The link is incomplete, or what it led to has been cleared away."
)
LATECOMERS: Final = "panels/latecomers.js"  # at a table where the game goes on they come after the first picture
OURS: Final = Text("Un défaut de notre côté, ou du jeu ; il est noté.", "A fault on our side, or the game’s; it has been noted.")
Handler = Callable[[Request], Awaitable[Response]]


async def shelf(request: Request) -> Response:
    """The shelf."""
    data = await pages.shelf(room_of(request), guest_of(request), language_of(request))
    return answer(request, "shelf", HOUSE, data, card=card_of(request))


async def games(request: Request) -> Response:
    """A guest's own games: those in progress, and those that are over."""
    title = Text("Mes parties", "My games")[language_of(request)]
    data = parted(await signs(room_of(request), guest_of(request), language_of(request)))
    return answer(request, "games", title, data, card=card_of(request, listed=False))


async def put_away(request: Request) -> Response:
    """A guest leaves a table and wants to see it in no list any more: back to the list for a browser's form, 204 for a program. Who has
    nothing to do with the table leaves no trace there."""
    found, guest = await find_table(request), guest_of(request)
    if await has(room_of(request), guest, found.id):
        await leave_for_good(found, guest)
    return redirect(request, "/games") if wants_page(request) else greeted(request, Response(status_code=204))


async def rules(request: Request) -> Response:
    """A game's rules."""
    box, language = find_box(request), language_of(request)
    if not box.has_rulebook:
        raise Trouble(404, "Ce jeu n’a pas de page de règles.", "This game has no rules page.")
    card = card_of(request, box, TO_RULES)
    if request.url.path.endswith(".json"):
        return answer(request, "rules", "", await asyncio.to_thread(pages.rules, box))
    book = await asyncio.to_thread(rulebook, box, language)  # with all its figures it takes a moment, the first time
    return answer(request, "rules", box.title[language], pages.rules_in_short(box), f'<article class="book">{book.html}</article>', card)


async def learn(request: Request) -> Response:
    """A game's lessons."""
    box, language = find_box(request), language_of(request)
    course = await school_of(request).course(box)
    data = {**(course if request.url.path.endswith(".json") else in_short(course)), **_order_of(box)}
    return answer(request, "learn", box.title[language], data, card=card_of(request, box, TO_LEARN))


def _order_of(box: Box) -> dict[str, object]:
    """What is needed to open a first table: as few seats as can be, against the friendliest bot."""
    return {"players": list(box.game_type.players), "level": default_level(box)}


async def learn_step(request: Request) -> Response:
    """Where a step of a lesson begins, or, to what is said there as on a table's socket, the answer."""
    place = find_box(request), request.path_params["lesson"], request.path_params["step"], language_of(request)
    if request.method == "GET":
        return data_answer(await school_of(request).begin(*place))
    return data_answer(await school_of(request).hear(*place, messages.decode(await request.body())))


async def puzzles_today(request: Request) -> Response:
    """The puzzle of the day, of every game."""
    data = await asyncio.to_thread(gallery_of(request).today, today())
    return answer(request, "today", Text("Le problème du jour", "The puzzle of the day")[language_of(request)], data, card=card_of(request))


async def puzzles(request: Request) -> Response:
    """A game's puzzles."""
    box = find_box(request)
    whole = await gallery_of(request).all_of(box, today())
    data = whole if request.url.path.endswith(".json") else without_positions(whole)
    return answer(request, "puzzles", box.title[language_of(request)], data, card=card_of(request, box, TO_PUZZLES))


async def puzzle(request: Request) -> Response:
    """A puzzle after some right answers (`after`, once for each), or, to what is said there as on a table's socket, the answer."""
    place = find_box(request), request.path_params["puzzle"], request.query_params.getlist("after"), language_of(request)
    if request.method == "GET":
        return data_answer(await gallery_of(request).ask(*place, request.query_params.get("show", "")))
    return data_answer(await gallery_of(request).hear(*place, messages.decode(await request.body())))


def today() -> date:
    """The day whose puzzles are shown: the same all over the world."""
    return datetime.now(UTC).date()


async def new(request: Request) -> Response:
    """The form to open a table."""
    box = find_box(request)
    return answer(request, "new", box.title[language_of(request)], pages.form(box), card=card_of(request, box, TO_NEW))


async def implied(request: Request) -> Response:
    """What is played where a choice is left out beside those in the query."""
    box = find_box(request)
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    values = {name: known[name].parse(text) for name, text in request.query_params.items() if name in known}
    return data_answer({"implied": pages.implied(box, values)})


async def game_looks(request: Request) -> Response:
    """What a game's theme words look like."""
    return data_answer(await asyncio.to_thread(looks, find_box(request)))


async def cover(request: Request) -> Response:
    """The picture on a game's box."""
    box, theme, language = find_box(request), theme_of(request), language_of(request)
    drawn = await asyncio.to_thread(room_of(request).covers.draw, box.slug, theme, language)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})


async def cover_card(request: Request) -> Response:
    """The picture on a game's box for link previews, as PNG."""
    box, room = find_box(request), room_of(request)
    board = await asyncio.to_thread(room.covers.board, box.slug)
    return png(await room.postcards.of(box, board, _card_theme(request), address_of(request)), 86_400)


async def table_card(request: Request) -> Response:
    """The board as an onlooker sees it now, as PNG."""
    found = await find_table(request)
    async with found.lock:
        board = _seen(found).areas[0]
    return png(await room_of(request).postcards.of(found.box, board, _card_theme(request), address_of(request)), 60)


def _card_theme(request: Request) -> str:
    """By lamplight, unless another theme is asked for."""
    return theme_of(request) if "theme" in request.query_params else "dark"


def _seen(found: Gathering) -> Scene:
    """What an onlooker sees at this moment, and nothing that flashed by."""
    return found.moment.scene(None, ()).after(found.age)


async def open_table(request: Request) -> Response:
    """Open a table: 303 to it for a browser's form, 201 with its links for a program."""
    room, guest = room_of(request), guest_of(request)
    order = read_order(await _order_text(request))
    if not await room.may_open(guest, address_of(request)):
        raise Trouble(
            429,
            "Vous avez ouvert bien des tables aujourd’hui : finissez-en d’abord une.",
            "You have opened many tables today; finish one of them first.",
        )
    table = await room.open(order, guest, address_of(request))
    if wants_page(request):
        return redirect(request, f"/t/{table.id}")
    links = [None if chair.kind == "bot" else f"/t/{table.id}/seat/{chair.token}" for chair in table.chairs]
    return greeted(request, data_answer({"id": table.id, "url": f"/t/{table.id}", "seats": links}, 201))


async def _order_text(request: Request) -> bytes:
    """The JSON of an order: the body, or the field named order of a form."""
    body = await request.body()
    if request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        return parse_qs(body).get(b"order", [body])[0]
    return body


async def table(request: Request) -> Response:
    """A table: the page asks for the rest by socket, a program gets all an onlooker may know."""
    found, language = await find_table(request), language_of(request)
    if not request.url.path.endswith(".json"):
        data = {"id": found.id, "game": found.box.slug, "title": found.box.title[language]}
        card = card_of(
            request, found.box, TO_TABLE, f"/t/{found.id}.png?at={found.table.plies}", listed=False
        )  # messengers keep what they have seen
        also = "" if found.status == "playing" else LATECOMERS
        return answer(request, "table", found.box.title[language], data, card=card, also=also)
    async with found.lock:
        return answer(request, "table", "", pages.table(found, number(request, "since"), language))


async def take_seat(request: Request) -> Response:
    """A link that carries a seat: whoever follows it holds the seat on this device."""
    found = await find_table(request)
    if not await hold(found, guest_of(request), request.path_params["token"]):
        raise Trouble(404, "Ce lien n’est plus valable : demandez-en un autre.", "This link is no longer valid: ask for a new one.")
    return redirect(request, f"/t/{found.id}")


async def record(request: Request) -> Response:
    """The record of a finished game; while it goes on it would tell secrets."""
    found = await find_table(request)
    async with found.lock:
        must_be_over(found)
        head = {"Content-Disposition": f'attachment; filename="{found.box.slug}.json"'}
        return Response(found.table.record().text(), media_type="application/json", headers=head)


async def drawing(request: Request) -> Response:
    """The position as an onlooker sees it, as SVG."""
    found, ply = await find_table(request), number(request, "ply")
    async with found.lock:
        if ply is not None:
            must_be_over(found)
        scene = _seen(found) if ply is None else pages.scene_at(found, ply)
    drawn = await asyncio.to_thread(paint, scene, found.box.looks, THEMES[theme_of(request)], language_of(request))
    return Response(drawn, media_type="image/svg+xml")


async def qr(request: Request) -> Response:
    """A code to point a phone at: the link to a table, or, for who holds it, to a seat."""
    found, seat = await find_table(request), number(request, "seat")
    path = f"/t/{found.id}"
    if seat is not None:
        if seat >= len(found.chairs):
            raise Trouble(404, "Cette place n’existe pas.", "There is no such seat.")
        chair = found.chairs[seat]
        if guest_of(request) not in chair.holders and not (chair.kind == "open" and found.host == guest_of(request)):
            raise Trouble(403, "Cette place n’est pas la vôtre.", "That seat is not yours.")
        path += f"/seat/{chair.token}"
    return Response(await asyncio.to_thread(_code, base_of(request) + path), media_type="image/svg+xml")


def _code(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link).save(picture, kind="svg", scale=8, border=4, light="#ffffff", dark="#000000")
    return picture.getvalue()


async def replay(request: Request) -> Response:
    """A finished game, move by move."""
    found, language = await find_table(request), language_of(request)
    async with found.lock:
        must_be_over(found)
        card = card_of(request, found.box, TO_REPLAY, f"/t/{found.id}.png", listed=False)
        data = await asyncio.to_thread(
            pages.replay, found, number(request, "ply"), language
        )  # all of it is told: a long game takes a while
    return answer(request, "replay", found.box.title[language], data, card=card)


async def health(request: Request) -> Response:
    """Whether the room is open and can write."""
    wrong = await _illness(room_of(request))
    return PlainTextResponse(f"{wrong or 'ok'}\n", 503 if wrong else 200)


async def readiness(request: Request) -> Response:
    """Whether guests should be sent here, and, for who brings the token, what there is to know about it."""
    room = room_of(request)
    wrong = "this node is leaving" if room.leaving else await _illness(room)
    clock = "ok" if room.store.trusts_clock else "behind what the store has seen: what was to be seen for a moment only counts as seen"
    trusted = request.app.state.numbers.may(request.headers.get("authorization", ""))
    more = {**await _report(room), **await room.gauges()} if trusted else {}
    return data_answer({"ready": not wrong, "store": wrong or "ok", "clock": clock, **more}, 503 if wrong else 200)


async def _report(room: Room) -> dict[str, float]:
    with contextlib.suppress(StoreFault):
        return await room.store.report()
    return {}


async def _illness(room: Room) -> str:
    """What is wrong with the room, if anything."""
    try:
        await room.probe()
    except StoreFault as fault:
        return f"nothing can be written: {fault}"
    except TimeoutError:
        return "nothing can be written: the writer does not answer"
    return ""


async def numbers(request: Request) -> Response:
    """What the room counts about itself, for who brings the token."""
    told = request.app.state.numbers
    if not told.may(request.headers.get("authorization", "")):
        raise HTTPException(404)
    return PlainTextResponse(await told.read())


async def live(socket: WebSocket) -> None:
    """The socket of a table. Who hangs up at the wrong moment is not worth a word. It has a task of its own, since every message would
    otherwise go through the frames of everything that led here."""
    with contextlib.suppress(WebSocketDisconnect):
        await asyncio.create_task(_live(socket))


async def _live(socket: WebSocket) -> None:
    room, address = room_of(socket), address_of(socket)
    await socket.accept()
    try:
        found = await room.find(socket.path_params["id"])
    except LookupError:
        return await socket.close(4404)
    except Faulty as fault:
        await socket.send_text(encode({"fault": fault.text[language_of(socket)]}).decode())
        return await socket.close(4503)
    except Refused:
        return await socket.close(LATER)
    if room.connections[address] >= room.limits.connections_per_address or len(found.viewers) >= room.limits.viewers_per_table:
        room.metrics.turned_away += 1
        return await socket.close(4429)
    room.connections[address] += 1
    try:
        await converse(_viewer(socket, found), room, number(socket, "since") or 0, address)
    finally:
        room.connections.leave(address)


def _viewer(socket: WebSocket, found: Gathering) -> Viewer:
    room, seat = room_of(socket), number(socket, "seat")
    feed, token = socket.query_params.get("feed"), socket.query_params.get("token", "")
    shown: Feed = "facts" if feed == "facts" else "scene"
    viewer = Viewer(socket, found, guest_of(socket), language_of(socket), shown, room.limits, room.metrics, token, backlog=room.backlog)
    viewer.place = address_of(socket)
    viewer.reach = reach_of(socket)
    viewer.seat, viewer.follows = seat, seat is None and socket.query_params.get("seat") != "none"
    return viewer


async def refuse(request: Request, error: Exception) -> Response:
    """A sentence for what went wrong: JSON for programs, a page for people."""
    status, sentence, headers = _explain(error)
    text = sentence[language_of(request)]
    if not wants_page(request):
        return Response(data_answer({"error": text}).body, status, headers, "application/json")
    missing = page("missing", HOUSE, language_of(request), {"status": status, "text": text})
    return Response(missing, status, headers, "text/html")


async def hung_up(request: Request, error: Exception) -> Response:
    """Somebody has gone in the middle of what they were saying: nobody hears the answer, and nobody is at fault."""
    return Response(status_code=400)


async def apologise(request: Request, error: Exception) -> Response:
    """A fault of ours: counted here, and logged by the web server."""
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
            return 413, Text("C’est trop à la fois.", "That is too much at once."), {}
        case HTTPException():
            return error.status_code, NOT_HERE, dict(error.headers or {})
        case _:
            return 400, same(str(error.args[0]) if error.args else ""), {}
