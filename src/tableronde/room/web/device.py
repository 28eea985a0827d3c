"""What a device remembers of its user, and forgets when they ask for it."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.room.people.guests import COOKIE, SECURE_COOKIE

CLEARED: Final = '"cookies", "storage"'  # the browser clears these for the room; only over TLS, so the client clears them too


async def forget(request: Request) -> Response:
    """Let the device forget its guest: the next person at it is a stranger. The tables stay for the others."""
    response = Response(status_code=204, headers={"Clear-Site-Data": CLEARED})
    for name in (COOKIE, SECURE_COOKIE, "lang"):
        response.delete_cookie(name, secure=request.url.scheme == "https", samesite="lax")
    return response
