"""What every page loads beside the client's own files: its style sheet, icons, and the papers of an installed room."""

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tableronde.room.encoding import encode
from tableronde.room.refusals import Trouble
from tableronde.room.web.install import ROBOTS, icon, manifest, worker
from tableronde.room.web.requests import language_of
from tableronde.room.web.shell import styles


async def style_css(request: Request) -> Response:
    """How pages look; who has it already is told so."""
    sheet, tag = styles()
    known = request.headers.get("if-none-match") == tag
    return Response("" if known else sheet, 304 if known else 200, {"ETag": tag}, "text/css")


async def manifest_page(request: Request) -> Response:
    """What a device needs to know to install the room."""
    return Response(encode(manifest(language_of(request))), media_type="application/manifest+json")


async def icon_picture(request: Request) -> Response:
    """The room's icon in one of its sizes."""
    picture = await asyncio.to_thread(icon, request.path_params["name"])
    if picture is None:
        raise Trouble(404, "Il n’y a pas d’image ici.", "There is no picture here.")
    return png(picture, 86_400)


async def worker_script(request: Request) -> Response:
    """The service worker, at the root so that it may serve every page."""
    return Response(worker(), media_type="text/javascript")


async def robots(request: Request) -> Response:
    """What search engines leave alone."""
    return PlainTextResponse(ROBOTS)


def png(picture: bytes, seconds: int) -> Response:
    """A picture that may be kept for so long."""
    return Response(picture, media_type="image/png", headers={"Cache-Control": f"max-age={seconds}"})
