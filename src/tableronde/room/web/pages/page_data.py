"""The data of each page: JSON for programs. Pages for browsers embed the same JSON (`page_template`)."""

import contextlib
from collections.abc import Sequence
from typing import Any, Final

from tableronde import bots, options
from tableronde.box import Box
from tableronde.game import Json, Seat
from tableronde.learn.openings import advantage
from tableronde.room.base.answers import FinishedAnswer, PlayerAnswer, ReplayAnswer, ReviewPageAnswer
from tableronde.room.base.faults import Faulty, game_code
from tableronde.room.base.refusals import Refused
from tableronde.room.base.replies import LogLineReply, both
from tableronde.room.live.perspective import Perspective
from tableronde.room.media.box_art import cover_of
from tableronde.room.room import Room
from tableronde.room.tables.position_cache import PositionCache
from tableronde.room.tables.result_texts import describe_result
from tableronde.room.tables.table_session import LATEST, TableSession
from tableronde.room.web.pages.my_games import list_tables, split_by_status
from tableronde.room.web.pages.rules_page import rulebook
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import LANGUAGES, Language

LARGE_ADVANTAGE: Final = 0.7  # share of the win that the form for a new table mentions
MAX_OWN_TABLES: Final = 24  # on a guest's shelf


def describe(box: Box) -> dict[str, Any]:
    """Describe a box: what the shelf shows and what is needed to open a table."""
    game = box.game_type
    return {
        **box.description(),
        "blurb": both(box.blurb),
        "credits": box.credits.json() if box.credits else None,
        "age": box.age,
        "minutes": box.minutes,
        "estimated": list(box.estimated),
        "cover": cover(box),
        "private": game.private,
        "rules": f"/rules/{box.slug}" if box.has_rulebook else None,
        "learn": f"/learn/{box.slug}" if box.has_lessons else None,
        "puzzles": f"/puzzles/{box.slug}" if box.has_puzzles else None,
        "openings": f"/openings/{box.slug}" if box.has_openings else None,
        "print": f"/print/{box.slug}",
        "tips": [both(tip) for tip in box.tips],
        "variants": [{"name": v.name, "title": both(v.title), "options": dict(v.options)} for v in box.variants],
        "levels": list(bots.offered(box)),
        "suggested": bots.suggested(box),
        "level_names": level_names(box),
        "seat_names": [both(name) for name in box.names(max(game.players))],
    }


def cover(box: Box) -> dict[str, str]:
    """Return the picture of a box, and the colour in which pages write the title on it."""
    return {"picture": f"/cover/{box.slug}.svg", "ink": cover_of(box).lettering}


def level_names(box: Box) -> dict[str, Any]:
    """Return the names of a box's levels, and what to expect of each."""
    described = bots.describe_levels(box).items()
    return {level: {"name": both(name), "text": both(text) if text.en else None} for level, (name, text) in described}


def form(box: Box) -> dict[str, Any]:
    """Describe a box for the form of a new table, with the values that each variant implies for the options it leaves open."""
    described = describe(box)
    variants = [{**variant, "implied": implied(box, variant["options"])} for variant in described["variants"]]
    return {**described, "variants": variants, "implied": implied(box, {}), "advantage": describe_advantage(box)}


def describe_advantage(box: Box) -> dict[str, Json] | None:
    """Describe the advantage of the seat that begins, if it is known and large, and the options that make it smaller."""
    with game_code(box):
        known = advantage(box)
    if known is None or known[1] < LARGE_ADVANTAGE:
        return None
    seat, share = known
    return {"seat": seat, "wins": round(100 * share), "fairer": dict(box.fairer)}


def implied(box: Box, values: Json) -> dict[str, Json] | None:
    """Return the values that the given options imply for those left out; raise ValueError if the given ones are invalid."""
    chosen: Any = options.read(box.game_type.options_type, values)
    with game_code(box):
        return options.implied(chosen)


async def shelf(room: Room, guest: str, language: Language) -> Json:
    """Return the shelf and the guest's latest tables, if the store answers."""
    mine: list[dict[str, Any]] = []
    with contextlib.suppress(Refused):
        mine = await list_tables(room, guest, language, MAX_OWN_TABLES)
    return {"games": [describe(box) for box in room.boxes.values()], **split_by_status(mine)}


def rules(box: Box) -> Json:
    """Return a game's rules in both languages, complete and clause by clause."""
    books = {language: rulebook(box, language) for language in LANGUAGES}
    return {
        **rules_in_short(box),
        "html": {language: book.html for language, book in books.items()},
        "clauses": {language: [{"id": c.id, "text": c.text} for c in book.clauses] for language, book in books.items()},
    }


def rules_in_short(box: Box) -> dict[str, Json]:
    """Return what the rules page needs beside its text."""
    return {
        "game": box.slug,
        "title": both(box.title),
        "rules": f"/rules/{box.slug}" if box.has_rulebook else None,
        "learn": f"/learn/{box.slug}" if box.has_lessons else None,
        "puzzles": f"/puzzles/{box.slug}" if box.has_puzzles else None,
        "openings": f"/openings/{box.slug}" if box.has_openings else None,
        "print": f"/print/{box.slug}",
        "credits": box.credits.json() if box.credits else None,
    }


def table(session: TableSession, since: int | None, language: Language) -> Json:
    """Describe a table as a spectator may know it: seats, facts, and the events from `since` on, or the latest."""
    game, position = session.table.game, session.position
    first = max(0, session.table.plies - LATEST) if since is None else min(since, session.table.plies)
    last = min(session.table.plies, first + LATEST)
    told, fault = _log_lines(session, first, last, language)
    return {
        "id": session.id,
        "game": game.slug,
        "title": session.box.title[language],
        "players": game.seats,
        "options": session.options,
        "private": game.private,
        "status": session.status,
        "seats": [
            {"seat": c.seat, "kind": c.kind, "name": name[language], "level": c.level if c.kind == "bot" else ""}
            for c, name in zip(session.saved.seats, session.table.names, strict=True)
        ],
        "turn": position.turn(frozenset(), language) if session.status == "playing" else position.no_turn(),
        "facts": position.facts(None, session.has_faded()),
        "earlier": first,
        "heard": position.heard(None, first, last),
        "told": told,
        "outcome": outcome(session, language),
        "next": f"/t/{session.saved.next}" if session.saved.next else None,
        **fault,
    }


def _log_lines(session: TableSession, first: int, last: int, language: Language) -> tuple[list[LogLineReply], dict[str, Json]]:
    """Return events as text; if the game's code fails on one of them, none, and the sentence that says so."""
    try:
        with game_code(session.box):
            return session.position.log_lines(None, first, language, last), {}
    except Faulty as fault:
        return [], {"fault": fault.text[language]}


def outcome(session: TableSession, language: Language) -> FinishedAnswer | None:
    """Return the result of a table; None while the game is in progress."""
    found = session.outcome
    if found is None:
        return None
    return {"winners": found.winners, "scores": found.scores, "reason": found.reason, "text": describe_result(session)[language]}


def replay(session: TableSession, ply: int | None, language: Language) -> ReplayAnswer:
    """Return a finished game at one of its positions, as a spectator saw it: the picture and the log."""
    last = session.table.plies
    at = last if ply is None else max(0, min(ply, last))
    then = session.table.at(at)
    perspective = Perspective(PositionCache(then), None, language)
    return {
        "id": session.id,
        "game": then.game.slug,
        "title": session.box.title[language],
        "seats": seats(then, language),
        "ply": at,
        "plies": last,
        "told": Perspective(session.position, None, language).log(0),
        "scene": perspective.still(),
        "scores": perspective.scores(),
        "outcome": outcome(session, language),
    }


def seats(table: Table, language: Language) -> list[PlayerAnswer]:
    """Return the players and the styles of their pieces."""
    return [{"seat": i, "name": table.names[i][language], "style": style} for i, style in enumerate(table.styles())]


def review(session: TableSession, seat: Seat, open_to: Sequence[bool], language: Language) -> ReviewPageAnswer:
    """Return the data of a review's page: its seat, and the seats that can be reviewed."""
    return {
        "id": session.id,
        "game": session.box.slug,
        "title": session.box.title[language],
        "plies": session.table.plies,
        "seat": seat,
        "seats": [{**each, "open": may} for each, may in zip(seats(session.table, language), open_to, strict=True)],
    }


def scene_at(session: TableSession, ply: int) -> Scene:
    """Return the picture after that many events, as a spectator saw it."""
    return session.table.at(ply).scene().named(session.table.names)
