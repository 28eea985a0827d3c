"""Files that every page loads beside the client's own: the style sheet, icons, and the manifest of an installed room."""

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tableronde.room.base.encoding import encode
from tableronde.room.base.refusals import Trouble
from tableronde.room.web.pages.home_screen import ROBOTS, icon, manifest, worker
from tableronde.room.web.pages.page_template import styles
from tableronde.room.web.requests import language_of


async def style_css(request: Request) -> Response:
    """Answer with the style sheet, or 304 if the browser has it."""
    sheet, tag = styles()
    known = request.headers.get("if-none-match") == tag
    return Response("" if known else sheet, 304 if known else 200, {"ETag": tag}, "text/css")


async def manifest_page(request: Request) -> Response:
    """Answer with the manifest by which a device installs the room."""
    return Response(encode(manifest(language_of(request))), media_type="application/manifest+json")


async def icon_picture(request: Request) -> Response:
    """Answer with the room's icon in one of its sizes."""
    picture = await asyncio.to_thread(icon, request.path_params["name"])
    if picture is None:
        raise Trouble(404, "Il n’y a pas d’image ici.", "There is no picture here.")
    return png(picture, 86_400)


async def worker_script(request: Request) -> Response:
    """Answer with the service worker, at the root so that it may serve every page."""
    return Response(worker(), media_type="text/javascript")


async def robots(request: Request) -> Response:
    """Answer with the addresses that search engines should not visit."""
    return PlainTextResponse(ROBOTS)


def png(picture: bytes, seconds: int) -> Response:
    """Answer with a picture that may be cached for that many seconds."""
    return Response(picture, media_type="image/png", headers={"Cache-Control": f"max-age={seconds}"})
