"""A game on paper: the page where one chooses, pictures of the first pages, and the file."""

from argparse import ArgumentTypeError
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import CLEARANCE, INKS, PAPERS, Wish
from tableronde.printing.arguments import PARTS, WIDEST, clearance
from tableronde.room.printer import SHOWN, Printed
from tableronde.room.refusals import Trouble
from tableronde.room.web.pages import both
from tableronde.room.web.requests import address_of, answer, base_of, card_of, data_answer, find_box, language_of, room_of
from tableronde.room.web.unfurl import TO_PRINT
from tableronde.text import LANGUAGES

ALL: Final = "all"
HOUR: Final = {"Cache-Control": "private, max-age=3600"}


async def page(request: Request) -> Response:
    """What can be printed of a game."""
    box = find_box(request)
    return answer(request, "print", box.title[language_of(request)], _choices(box), card=card_of(request, box, TO_PRINT))


async def document(request: Request) -> Response:
    """The file, as the query says."""
    box, wish, part = _order(request)
    made = await _printed(request, box, wish, part)
    name = f"{box.slug}-{part}-{wish.language}-{wish.paper}-{wish.ink}.pdf"
    head = {**HOUR, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(made.pdf, media_type="application/pdf", headers=head)


async def pages(request: Request) -> Response:
    """How many of the first pages of the file can be seen; made by then."""
    return data_answer({"pages": len((await _printed(request, *_order(request))).pages)})


async def preview(request: Request) -> Response:
    """One of the first pages of the same file, as a picture."""
    box, wish, part = _order(request)
    number = request.path_params["page"]
    shown = (await _printed(request, box, wish, part)).pages if 1 <= number <= SHOWN else ()
    if number not in range(1, len(shown) + 1):
        raise Trouble(404, "Cette page n’existe pas.", "There is no such page.")
    return Response(shown[number - 1], media_type="image/png", headers=HOUR)


def _choices(box: Box) -> dict[str, Json]:
    """What the page needs to offer."""
    has = {"rules": box.has_rulebook, "summary": box.has_rulebook, "puzzles": box.has_puzzles}
    return {
        "game": box.slug,
        "title": both(box.title),
        "rules": f"/rules/{box.slug}" if box.has_rulebook else None,
        "parts": [ALL, *(part for part in PARTS if has.get(part, True))],
        "papers": list(PAPERS),
        "inks": list(INKS),
        "clearance": {"value": CLEARANCE, "most": WIDEST},
    }


def _order(request: Request) -> tuple[Box, Wish, str]:
    """What is asked for; 400 with a sentence if that cannot be."""
    box, query = find_box(request), request.query_params
    part, paper, ink = query.get("part", ALL), query.get("paper", PAPERS[0]), query.get("ink", INKS[0])
    language, air = query.get("language", language_of(request)), _clearance(query.get("clearance", str(CLEARANCE)))
    if part not in _choices(box)["parts"] or paper not in PAPERS or ink not in INKS or language not in LANGUAGES or air is None:
        raise Trouble(400, "Cela ne peut pas être imprimé : choisissez autre chose.", "That cannot be printed: choose something else.")
    return box, Wish(paper, language, ink, air, base_of(request) if query.get("code") == "yes" else ""), part


def _clearance(text: str) -> float | None:
    """In whole tenths of a millimetre: more exact nobody cuts, and each is a file of its own; None if it cannot be."""
    try:
        return round(clearance(text), 1)
    except ArgumentTypeError:
        return None


async def _printed(request: Request, box: Box, wish: Wish, part: str) -> Printed:
    return await room_of(request).printer.of(box, wish, part, address_of(request))
