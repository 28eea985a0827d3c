"""Analysis of finished games: the better moves of a seat, and every seat's win probability from move to move."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from tableronde.room.base.answers import ChancesAnswer, ReviewAnswer
from tableronde.room.base.faults import game_code
from tableronde.room.base.refusals import Refused, Trouble
from tableronde.room.tables.table_session import TableSession
from tableronde.room.web.pages import page_data
from tableronde.room.web.requests import (
    address_of,
    answer,
    check_over,
    data_answer,
    find_table,
    guest_of,
    language_of,
    number,
    room_of,
    theme_of,
    with_cookie,
)
from tableronde.room.workers.bot_driver import BotDriver
from tableronde.room.workers.evaluation_graph import EvaluationGraph
from tableronde.room.workers.reviews import Review, describe_review, may_review


async def review(request: Request) -> Response:
    """Answer with the review of a seat's game; the page polls until it is ready (202 until then)."""
    session, language = await find_table(request), language_of(request)
    async with session.lock:
        check_over(session)
        open_to = [_may_review(request, session, seat) for seat in range(len(session.saved.seats))]
        seat = _seat_to_review(request, session)
        page = page_data.review(session, seat, open_to, language)
        if not request.url.path.endswith(".json"):
            return answer(request, "review", session.box.title[language], page)
        if not open_to[seat]:
            raise Trouble(
                403, "Cette analyse est réservée à la personne qui tient la place.", "This review is only for the player in this seat."
            )
        asked = room_of(request).reviews.find(session, seat) or _begin_review(request, session, seat)
    data: ReviewAnswer = {**page, **describe_review(asked, session.id, language)}
    return with_cookie(request, data_answer(data, 200 if asked.is_ready else 202))


def _begin_review(request: Request, session: TableSession, seat: int) -> Review:
    if not room_of(request).reviewed_by_address.allow(address_of(request)):
        raise Trouble(
            429,
            "Vous avez atteint la limite d’analyses pour aujourd’hui : revenez demain.",
            "You have reached today’s limit for reviews: come back tomorrow.",
        )
    return room_of(request).reviews.begin(session, seat, address_of(request))


def _may_review(request: Request, session: TableSession, seat: int) -> bool:
    return may_review(session, seat, guest_of(request), request.query_params.get("token", ""))


def _seat_to_review(request: Request, session: TableSession) -> int:
    """Return the seat in the address, else the guest's own, else the first."""
    asked, guest = number(request, "seat"), guest_of(request)
    if asked is None:
        return next((holder.seat for holder in session.saved.seats if guest in holder.guests), 0)
    if asked >= len(session.saved.seats):
        raise Trouble(404, "Cette place n’existe pas.", "There is no such seat.")
    return asked


async def review_drawing(request: Request) -> Response:
    """Answer with a position of a review as the seat saw it, with the better action marked."""
    session = await find_table(request)
    async with session.lock:
        check_over(session)
        seat = _seat_to_review(request, session)
        asked = room_of(request).reviews.find(session, seat) if _may_review(request, session, seat) else None
    ply = number(request, "ply")
    drawn = await asyncio.to_thread(asked.draw, -1 if ply is None else ply, theme_of(request), language_of(request)) if asked else None
    if drawn is None:
        raise Trouble(404, "Il n’y a pas d’image ici.", "There is no picture here.")
    return Response(drawn, media_type="image/svg+xml")


async def chances(request: Request) -> Response:
    """Answer with the evaluation graph of a finished game; the page polls until it is ready (202 until then)."""
    session, language = await find_table(request), language_of(request)
    async with session.lock:
        check_over(session)
        assert isinstance(session.driver, BotDriver)
        graph = session.driver.find_graph() or _begin_graph(request, session.driver)
        with game_code(session.box):
            data: ChancesAnswer = {"seats": page_data.seats(session.table, language), **graph.describe(language)}
    return with_cookie(request, data_answer(data, 200 if graph.is_ready else 202))


def _begin_graph(request: Request, driver: BotDriver) -> EvaluationGraph:
    room, address = room_of(request), address_of(request)
    if not room.drawn_by_address.allow(address):
        raise Trouble(
            429,
            "Vous avez atteint la limite de courbes pour aujourd’hui : revenez demain.",
            "You have reached today’s limit for graphs: come back tomorrow.",
        )
    if room.pool.is_crowded():
        raise Refused(
            "Trop d’analyses sont en cours ; réessayez dans quelques minutes.",
            "Too many reviews are in progress; try again in a few minutes.",
        )
    return driver.start_graph(address)
