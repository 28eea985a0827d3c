"""The picture of a result: for link previews as PNG, and as SVG, from which the result is shared."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from tableronde.render.svg import paint_bare
from tableronde.room.base.faults import game_code
from tableronde.room.media.box_art import cover_of
from tableronde.room.media.result_card import ResultCard, list_players, looks_of, looks_of_labels, write_date
from tableronde.room.tables.result_texts import describe_result
from tableronde.room.tables.table_session import TableSession
from tableronde.room.web.pages.assets import png
from tableronde.room.web.requests import address_of, check_over, find_table, language_of, room_of
from tableronde.scene import Area
from tableronde.text import Language
from tableronde.theme import DARK, Look, dressed

AT_LAST = 3600.0  # seconds after which every film has ended
DAY = 86_400  # seconds for which a result may be kept: it never changes


async def drawing(request: Request) -> Response:
    """Answer with the picture of a result as SVG."""
    found, language = await find_table(request), language_of(request)
    area, looks = await _compose(found, language)
    drawn = await asyncio.to_thread(paint_bare, area, looks, DARK, language)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": f"max-age={DAY}"})


async def preview(request: Request, found: TableSession) -> Response:
    """Answer with the picture of a result as PNG."""
    area, looks = await _compose(found, language_of(request))
    return png(await room_of(request).preview_images.render_whole(area, looks, address_of(request)), DAY)


async def _compose(found: TableSession, language: Language) -> tuple[Area, dict[str, Look]]:
    """Return the picture of a result, and the looks of its style words."""
    async with found.lock:
        check_over(found)
        card = describe(found, language)
    looks = looks_of(found.box.looks, cover_of(found.box))
    area = await asyncio.to_thread(card.compose, dressed(DARK, looks))
    return area, {**looks, **looks_of_labels(area)}


def describe(found: TableSession, language: Language) -> ResultCard:
    """Return what the picture of a finished game says."""
    outcome, table = found.outcome, found.table
    assert outcome is not None
    with game_code(found.box):
        players = list_players([name[language] for name in table.names], table.styles(), outcome.winners, outcome.scores)
        sentence = describe_result(found)[language]
        board: Area = found.position.scene(None, ()).after(AT_LAST).areas[0]
    ended = found.saved.over.at if found.saved.over else None
    return ResultCard(found.box.title[language], write_date(ended, language), players, sentence, board, language)
