"""The board of a puzzle as a picture, for the page of the day."""

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.render.svg import OUTLINES, paint_bare
from tableronde.room.web.requests import find_box, language_of, puzzles_of, theme_of
from tableronde.theme import THEMES

HOUR: Final = 3600  # seconds for which a browser may keep it


async def drawing(request: Request) -> Response:
    """Answer with the board at a puzzle's question as SVG, without a ground."""
    box, language = find_box(request), language_of(request)
    board = await puzzles_of(request).draw(box, request.path_params["puzzle"], language)
    drawn = await asyncio.to_thread(paint_bare, board, box.looks, THEMES[theme_of(request)], language, OUTLINES)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": f"max-age={HOUR}"})
