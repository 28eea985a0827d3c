"""What every request needs: who asks, in which language, and how to answer."""

from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tableronde.box import Box
from tableronde.room.encoding import encode
from tableronde.room.guests import COOKIE, YEAR, token
from tableronde.room.keeping import Elsewhere
from tableronde.room.refusals import Trouble
from tableronde.room.room import Room
from tableronde.room.table.gathering import Gathering
from tableronde.room.web.guard import place_of
from tableronde.room.web.learning import School
from tableronde.room.web.puzzling import Gallery
from tableronde.room.web.shell import page
from tableronde.room.web.unfurl import HOUSE, WELCOME, Card
from tableronde.text import LANGUAGES, Language, Text
from tableronde.theme import THEMES


def room_of(connection: HTTPConnection) -> Room:
    """The room asked."""
    room = connection.app.state.room
    assert isinstance(room, Room)
    return room


def gallery_of(connection: HTTPConnection) -> Gallery:
    """The puzzles of the application that serves this."""
    gallery = connection.app.state.gallery
    assert isinstance(gallery, Gallery)
    return gallery


def school_of(connection: HTTPConnection) -> School:
    """Where the room gives its lessons."""
    school = connection.app.state.school
    assert isinstance(school, School)
    return school


def language_of(connection: HTTPConnection) -> Language:
    """The language asked for in the address, kept in a cookie, or liked best by the browser; French if nothing helps."""
    chosen = (connection.query_params.get("lang"), connection.cookies.get("lang"))
    liked = (part.strip()[:2].lower() for part in connection.headers.get("accept-language", "").split(","))
    return next((language for wish in (*chosen, *liked) for language in LANGUAGES if language == wish), "fr")


def guest_of(connection: HTTPConnection) -> str:
    """The guest who asks; a new one if the cookie is missing or not ours."""
    if not hasattr(connection.state, "guest"):
        connection.state.guest = room_of(connection).signer.read(connection.cookies.get(COOKIE, "")) or token()
    guest = connection.state.guest
    assert isinstance(guest, str)
    return guest


def address_of(connection: HTTPConnection) -> str:
    """Where the request comes from, as limits count it."""
    return place_of(connection.scope)


def greeted(request: Request, response: Response) -> Response:
    """The answer with the cookies that belong to it."""
    signer = room_of(request).signer
    if not signer.is_latest(request.cookies.get(COOKIE, "")):
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, signer.sign(guest_of(request)), max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    wish = request.query_params.get("lang")
    if wish in LANGUAGES:
        response.set_cookie("lang", wish, max_age=YEAR, samesite="lax")
    return response


def data_answer(data: Any, status: int = 200) -> Response:
    """Data as JSON."""
    return Response(encode(data), status, media_type="application/json")


def answer(request: Request, name: str, title: str, data: Any, body: str = "", card: Card | None = None, also: str = "") -> Response:
    """A page's data, or the page around it, as the address says. `also`: a module the page needs at once, and not always."""
    if request.url.path.endswith(".json"):
        return greeted(request, data_answer(data))
    language = language_of(request)
    return greeted(request, HTMLResponse(page(name, title, language, data, body, card.html(language) if card else "", also)))


def redirect(request: Request, path: str) -> Response:
    """Go on there."""
    return greeted(request, RedirectResponse(path, 303))


async def find_table(connection: HTTPConnection) -> Gathering:
    """The table in the address; 404 with a sentence if there is none. Elsewhere if its keeper was asked, and has not answered."""
    if getattr(connection.state, "elsewhere", False):
        raise Elsewhere
    try:
        found = await room_of(connection).find(connection.path_params["id"])
    except LookupError as error:
        raise Trouble(404, "Cette table n’existe pas, ou ne peut plus être jouée.", str(error.args[0])) from None
    found.look()
    return found


def find_box(connection: HTTPConnection) -> Box:
    """The game in the address; 404 if there is none."""
    box = room_of(connection).boxes.get(connection.path_params["slug"])
    if box is None:
        raise Trouble(404, "Ce jeu n’est pas sur l’étagère.", "There is no such game on the shelf.")
    return box


def number(connection: HTTPConnection, name: str) -> int | None:
    """A whole number in the address, if there is one."""
    text = connection.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else None


def theme_of(connection: HTTPConnection) -> str:
    """The theme in the address, if there is one."""
    wish = connection.query_params.get("theme", "light")
    return wish if wish in THEMES else "light"


def reach_of(connection: HTTPConnection) -> str | None:
    """How others reach the room: "" as this request did, or by the network's address where that would lead nowhere; None if they cannot."""
    if connection.url.hostname not in ("localhost", "127.0.0.1", "::1"):
        return ""
    return room_of(connection).address or None


def base_of(request: Request) -> str:
    """The address of the room in links for others."""
    return reach_of(request) or f"{request.url.scheme}://{request.url.netloc}"


def card_of(request: Request, box: Box | None = None, about: Text = WELCOME, picture: str = "", listed: bool = True) -> Card:
    """How the page asked for is shown elsewhere; with a game its box is the picture, unless there is a better one."""
    language, base = language_of(request), base_of(request)
    told = about.named([box.title, box.blurb]) if box else about
    shown = picture or (f"/cover/{box.slug}.png" if box else f"/cover/{next(iter(room_of(request).boxes), '')}.png")
    title = f"{box.title[language]} · {HOUSE}" if box else HOUSE
    return Card(title, told[language], base + request.url.path, f"{base}{shown}", listed)


def wants_page(request: Request) -> bool:
    """Whether a person's browser asks, rather than a program."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.endswith(".json")


def must_be_over(found: Gathering) -> None:
    """Trouble while a game goes on: what tells more than an onlooker may know is for later."""
    if found.status != "over":
        raise Trouble(409, "Cette partie n’est pas terminée.", "This game is still going on.")
