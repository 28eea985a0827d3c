"""The page behind the link of a seat: its form takes the seat. Fetching the page changes nothing, so link previews are harmless."""

import contextlib
from collections.abc import Iterator
from html import escape
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tableronde.room.base.refusals import Trouble
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.tables.decisions.joining import InvalidLink, enter_by_link, find_linked
from tableronde.room.web.pages.link_previews import TO_TABLE
from tableronde.room.web.requests import answer, card_of, find_table, guest_of, language_of, redirect, wants_page
from tableronde.text import Text

INVITED: Final = Text("Vous êtes invité à cette table.", "You are invited to this table.")
HELD: Final = Text("Cette place est à vous ? Continuez sur cet appareil.", "Is this your seat? Continue on this device.")
TO_INVITED: Final = Text("Aller à la table", "Go to the table")
TO_HELD: Final = Text("Continuer ici", "Continue here")


async def page(request: Request) -> Response:
    """Answer with the page, or send devices that know the seat already, and programs, on to the table."""
    found, guest, language = await find_table(request), guest_of(request), language_of(request)
    with _explaining_links():
        holder = find_linked(found.snapshot(), guest, request.path_params["token"])
    is_known = guest in holder.guests and guest not in found.saved.away
    if is_known or not wants_page(request):
        return redirect(request, f"/t/{found.id}")
    title, address = found.box.title[language], f"/t/{found.id}"
    card = card_of(request, found.box, TO_TABLE, f"{address}.png?at={found.table.plies}", listed=False, path=address)
    form = _write_form(title, *(text[language] for text in _choose_texts(holder)))
    return answer(request, "seat", title, {"title": title}, form, card)


async def take(request: Request) -> Response:
    """Let a guest hold a seat on this device too, or remember that they are invited to it; then send them to the table."""
    found = await find_table(request)
    with _explaining_links():
        await found.decide(enter_by_link, guest_of(request), request.path_params["token"])
    return redirect(request, f"/t/{found.id}")


def _choose_texts(holder: SeatHolder) -> tuple[Text, Text]:
    return (HELD, TO_HELD) if holder.is_held else (INVITED, TO_INVITED)


def _write_form(title: str, text: str, button: str) -> str:
    """Return the form; the client sends it at once when a person sees the page."""
    words = f"<h1>{escape(title)}</h1><p>{escape(text)}</p>"
    return f'<form method="post" class="seat-form">{words}<button class="button primary">{escape(button)}</button></form>'


@contextlib.contextmanager
def _explaining_links() -> Iterator[None]:
    """Answer an invalid link with 404 and its sentence."""
    try:
        yield
    except InvalidLink as invalid:
        raise Trouble(404, invalid.text.fr, invalid.text.en) from None
