"""Helpers of every request: its guest, its language, and its answer."""

from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tableronde.box import Box
from tableronde.room.base.encoding import encode
from tableronde.room.base.ownership import MovedElsewhere
from tableronde.room.base.refusals import Trouble
from tableronde.room.exercises.lessons import Lessons
from tableronde.room.exercises.puzzles import Puzzles
from tableronde.room.people.guests import COOKIE, SECURE_COOKIE, YEAR
from tableronde.room.people.tokens import new_token
from tableronde.room.room import Room
from tableronde.room.tables.table_session import TableSession
from tableronde.room.web.pages.link_previews import HOUSE, WELCOME, LinkPreview
from tableronde.room.web.pages.page_template import page
from tableronde.room.web.server.middleware import find_place
from tableronde.text import LANGUAGES, Language, Text
from tableronde.theme import THEMES


def room_of(connection: HTTPConnection) -> Room:
    """Return the room that serves a connection."""
    room = connection.app.state.room
    assert isinstance(room, Room)
    return room


def puzzles_of(connection: HTTPConnection) -> Puzzles:
    """Return the puzzles of the application."""
    puzzles = connection.app.state.puzzles
    assert isinstance(puzzles, Puzzles)
    return puzzles


def lessons_of(connection: HTTPConnection) -> Lessons:
    """Return the lessons of the application."""
    lessons = connection.app.state.lessons
    assert isinstance(lessons, Lessons)
    return lessons


def language_of(connection: HTTPConnection) -> Language:
    """Return the language of the address, of the cookie or of the browser's preference; else French."""
    chosen = (connection.query_params.get("lang"), connection.cookies.get("lang"))
    liked = (part.strip()[:2].lower() for part in connection.headers.get("accept-language", "").split(","))
    return next((language for wish in (*chosen, *liked) for language in LANGUAGES if language == wish), "fr")


def guest_of(connection: HTTPConnection) -> str:
    """Return the guest of the cookie; a new one if it is missing or invalid."""
    if not hasattr(connection.state, "guest"):
        connection.state.guest = room_of(connection).signer.find_guest(connection.cookies) or new_token()
    guest = connection.state.guest
    assert isinstance(guest, str)
    return guest


def address_of(connection: HTTPConnection) -> str:
    """Return where the request comes from, as limits count it."""
    return find_place(connection.scope)


def with_cookie(request: Request, response: Response) -> Response:
    """Add the cookies that belong to an answer.

    Behind TLS a plain cookie of an earlier version is exchanged for a secure one, which counts from then on. The plain one stays where it
    is, so that the guest keeps their seats at a node of that version, or after going back to it.
    """
    signer, secure = room_of(request).signer, request.url.scheme == "https"
    name = SECURE_COOKIE if secure else COOKIE
    if not signer.is_latest(request.cookies.get(name, "")):
        response.set_cookie(name, signer.sign(guest_of(request)), max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    wish = request.query_params.get("lang")
    if wish in LANGUAGES:
        response.set_cookie("lang", wish, max_age=YEAR, samesite="lax")
    return response


def data_answer(data: Any, status: int = 200) -> Response:
    """Answer with JSON."""
    return Response(encode(data), status, media_type="application/json")


def answer(request: Request, name: str, title: str, data: Any, body: str = "", card: LinkPreview | None = None, also: str = "") -> Response:
    """Answer with a page's data, or the page around it, depending on the address. `also`: another module to preload."""
    if request.url.path.endswith(".json"):
        return with_cookie(request, data_answer(data))
    language = language_of(request)
    notice = room_of(request).enforcement.notice
    head, said = card.html(language) if card else "", notice[language] if notice else ""
    return with_cookie(request, HTMLResponse(page(name, title, language, data, body, head, also, notice=said)))


def redirect(request: Request, path: str) -> Response:
    """Redirect with the cookies."""
    return with_cookie(request, RedirectResponse(path, 303))


async def find_table(connection: HTTPConnection) -> TableSession:
    """Return the table in the address; 404 with a sentence if there is none, MovedElsewhere if its owner did not answer."""
    if getattr(connection.state, "elsewhere", False):
        raise MovedElsewhere
    try:
        found = await room_of(connection).find(connection.path_params["id"])
    except LookupError as error:
        raise Trouble(404, "Cette table n’existe pas, ou ne peut plus être jouée.", str(error.args[0])) from None
    found.notice()
    return found


def find_box(connection: HTTPConnection) -> Box:
    """Return the game in the address; 404 if there is none."""
    box = room_of(connection).boxes.get(connection.path_params["slug"])
    if box is None:
        raise Trouble(404, "Ce jeu n’est pas sur l’étagère.", "This game is not on the shelf.")
    return box


def number(connection: HTTPConnection, name: str) -> int | None:
    """Return a whole number of the query, if there is one."""
    text = connection.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else None


def theme_of(connection: HTTPConnection) -> str:
    """Return the theme of the query, or the light one."""
    wish = connection.query_params.get("theme", "light")
    return wish if wish in THEMES else "light"


def reach_of(connection: HTTPConnection) -> str | None:
    """Return how others reach the room: "" as this request did, the network's address if that is local only; None if they cannot."""
    if connection.url.hostname not in ("localhost", "127.0.0.1", "::1"):
        return ""
    return room_of(connection).address or None


def base_of(request: Request) -> str:
    """Return the address of the room in links for others."""
    return reach_of(request) or f"{request.url.scheme}://{request.url.netloc}"


def card_of(
    request: Request, box: Box | None = None, about: Text = WELCOME, picture: str = "", listed: bool = True, *, path: str = ""
) -> LinkPreview:
    """Return the link preview of the requested page, or of another `path`; a game's picture is its box, unless a better one is given."""
    language, base = language_of(request), base_of(request)
    told = about.named([box.title, box.blurb]) if box else about
    shown = picture or (f"/cover/{box.slug}.png" if box else f"/cover/{next(iter(room_of(request).boxes), '')}.png")
    title = f"{box.title[language]} · {HOUSE}" if box else HOUSE
    return LinkPreview(title, told[language], base + (path or request.url.path), f"{base}{shown}", listed)


def wants_page(request: HTTPConnection) -> bool:
    """Return whether a person's browser asks, rather than a program."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.endswith(".json")


def check_over(found: TableSession) -> None:
    """Raise Trouble during a game: what reveals more than a spectator may know is for later."""
    if found.status != "over":
        raise Trouble(409, "Cette partie n’est pas terminée.", "This game is not over.")
