"""Looks back at finished games: what a seat might have done better, and what everybody could expect from move to move."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from tableronde.room.faults import game_code
from tableronde.room.minds.curves import Curve
from tableronde.room.minds.driver import Driver
from tableronde.room.minds.reviews import Review, may_review, review_json
from tableronde.room.refusals import Refused, Trouble
from tableronde.room.table.gathering import Gathering
from tableronde.room.web import pages
from tableronde.room.web.requests import (
    address_of,
    answer,
    data_answer,
    find_table,
    greeted,
    guest_of,
    language_of,
    must_be_over,
    number,
    room_of,
    theme_of,
)


async def review(request: Request) -> Response:
    """A look back at a seat's game: the page asks for its data until it is ready (202 until then)."""
    found, language = await find_table(request), language_of(request)
    async with found.lock:
        must_be_over(found)
        open_to = [_may_review(request, found, seat) for seat in range(len(found.chairs))]
        seat = _seat_to_review(request, found)
        page = pages.review(found, seat, open_to, language)
        if not request.url.path.endswith(".json"):
            return answer(request, "review", found.box.title[language], page)
        if not open_to[seat]:
            raise Trouble(403, "Cette analyse est réservée à la personne qui tient la place.", "This review is for whoever holds the seat.")
        asked = room_of(request).reviews.find(found, seat) or _begin_review(request, found, seat)
    return greeted(request, data_answer({**page, **review_json(asked, found.id, language)}, 200 if asked.ready else 202))


def _begin_review(request: Request, found: Gathering, seat: int) -> Review:
    if not room_of(request).reviewed_by_address.allow(address_of(request)):
        raise Trouble(
            429,
            "Assez d’analyses pour aujourd’hui : revenez demain.",
            "That is enough reviews for today: come back tomorrow.",
        )
    return room_of(request).reviews.begin(found, seat, address_of(request))


def _may_review(request: Request, found: Gathering, seat: int) -> bool:
    return may_review(found, seat, guest_of(request), request.query_params.get("token", ""))


def _seat_to_review(request: Request, found: Gathering) -> int:
    """The seat in the address; else one's own; else the first."""
    asked, guest = number(request, "seat"), guest_of(request)
    if asked is None:
        return next((chair.seat for chair in found.chairs if guest in chair.holders), 0)
    if asked >= len(found.chairs):
        raise Trouble(404, "Cette place n’existe pas.", "There is no such seat.")
    return asked


async def review_drawing(request: Request) -> Response:
    """A moment of a review as the seat saw it, with what would have been better marked."""
    found = await find_table(request)
    async with found.lock:
        must_be_over(found)
        seat = _seat_to_review(request, found)
        asked = room_of(request).reviews.find(found, seat) if _may_review(request, found, seat) else None
    ply = number(request, "ply")
    drawn = await asyncio.to_thread(asked.draw, -1 if ply is None else ply, theme_of(request), language_of(request)) if asked else None
    if drawn is None:
        raise Trouble(404, "Il n’y a pas d’image ici.", "There is no picture here.")
    return Response(drawn, media_type="image/svg+xml")


async def chances(request: Request) -> Response:
    """What everybody could expect in the course of a finished game: asked for until it is ready (202 until then)."""
    found, language = await find_table(request), language_of(request)
    async with found.lock:
        must_be_over(found)
        assert isinstance(found.driver, Driver)
        curve = found.driver.drawn() or _begin_curve(request, found.driver)
        with game_code(found.box):
            data = {"seats": pages.seats(found.table, language), **curve.json(language)}
    return greeted(request, data_answer(data, 200 if curve.ready else 202))


def _begin_curve(request: Request, driver: Driver) -> Curve:
    room, address = room_of(request), address_of(request)
    if not room.drawn_by_address.allow(address):
        raise Trouble(429, "Assez de courbes pour aujourd’hui : revenez demain.", "That is enough curves for today: come back tomorrow.")
    if room.crew.is_crowded():
        raise Refused("Trop d’analyses sont en cours ; revenez bientôt.", "Too many reviews are under way; come back soon.")
    return driver.draw(address)
