"""Printed games: the page with the choices, pictures of the first pages, and the file."""

from argparse import ArgumentTypeError
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import CLEARANCE, INKS, PAPERS, Wish
from tableronde.printing.print_arguments import WIDEST, clearance, list_parts
from tableronde.room.base.refusals import Trouble
from tableronde.room.base.replies import both
from tableronde.room.media.print_job import PREVIEW_PAGES, Printed
from tableronde.room.web.pages.link_previews import TO_PRINT
from tableronde.room.web.requests import address_of, answer, base_of, card_of, data_answer, find_box, language_of, room_of
from tableronde.text import LANGUAGES

ALL: Final = "all"
HOUR: Final = {"Cache-Control": "private, max-age=3600"}


async def page(request: Request) -> Response:
    """Answer with what can be printed of a game."""
    box = find_box(request)
    return answer(request, "print", box.title[language_of(request)], _list_choices(box), card=card_of(request, box, TO_PRINT))


async def document(request: Request) -> Response:
    """Answer with the file that the query describes."""
    box, wish, part = _read_query(request)
    made = await _print(request, box, wish, part)
    name = f"{box.slug}-{part}-{wish.language}-{wish.paper}-{wish.ink}.pdf"
    head = {**HOUR, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(made.pdf, media_type="application/pdf", headers=head)


async def pages(request: Request) -> Response:
    """Answer with the number of previewed pages, once the file is made."""
    return data_answer({"pages": len((await _print(request, *_read_query(request))).pages)})


async def preview(request: Request) -> Response:
    """Answer with one of the first pages as a picture."""
    box, wish, part = _read_query(request)
    number = request.path_params["page"]
    shown = (await _print(request, box, wish, part)).pages if 1 <= number <= PREVIEW_PAGES else ()
    if number not in range(1, len(shown) + 1):
        raise Trouble(404, "Cette page n’existe pas.", "There is no such page.")
    return Response(shown[number - 1], media_type="image/png", headers=HOUR)


def _list_choices(box: Box) -> dict[str, Json]:
    """Return the choices of the page."""
    return {
        "game": box.slug,
        "title": both(box.title),
        "rules": f"/rules/{box.slug}" if box.has_rulebook else None,
        "parts": [ALL, *list_parts(box)],
        "papers": list(PAPERS),
        "inks": list(INKS),
        "clearance": {"value": CLEARANCE, "most": WIDEST},
    }


def _read_query(request: Request) -> tuple[Box, Wish, str]:
    """Read the query; 400 with a sentence if it is impossible."""
    box, query = find_box(request), request.query_params
    part, paper, ink = query.get("part", ALL), query.get("paper", PAPERS[0]), query.get("ink", INKS[0])
    language, air = query.get("language", language_of(request)), _read_clearance(query.get("clearance", str(CLEARANCE)))
    if part not in _list_choices(box)["parts"] or paper not in PAPERS or ink not in INKS or language not in LANGUAGES or air is None:
        raise Trouble(400, "Cela ne peut pas être imprimé : choisissez autre chose.", "That cannot be printed: choose something else.")
    return box, Wish(paper, language, ink, air, base_of(request) if query.get("code") == "yes" else ""), part


def _read_clearance(text: str) -> float | None:
    """Round to tenths of a millimetre: nobody cuts more exactly, and each value makes a file of its own. None if invalid."""
    try:
        return round(clearance(text), 1)
    except ArgumentTypeError:
        return None


async def _print(request: Request, box: Box, wish: Wish, part: str) -> Printed:
    return await room_of(request).printer.render(box, wish, part, address_of(request))
