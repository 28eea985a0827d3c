"""The pages' data: JSON for programs, and the same JSON in the shell that people's browsers get (`shell`)."""

import contextlib
from collections.abc import Sequence
from typing import Any, Final

from tableronde import bots, options
from tableronde.box import Box
from tableronde.game import Json, Seat
from tableronde.room.faults import game_code
from tableronde.room.pictures import Picture
from tableronde.room.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.table.ending import result
from tableronde.room.table.gathering import LATEST, Gathering
from tableronde.room.table.moment import scores_in
from tableronde.room.web.mine import parted, signs
from tableronde.room.web.rulebook import rulebook
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import LANGUAGES, Language, Text
from tableronde.trace import trace

MOST: Final = 24  # of a guest's own tables on the shelf


def both(text: Text) -> dict[str, str]:
    """A text in both languages, as JSON."""
    return {"fr": text.fr, "en": text.en}


def describe(box: Box) -> dict[str, Any]:
    """A box: what the shelf shows and what is needed to open a table."""
    game = box.game_type
    return {
        **box.description(),
        "blurb": both(box.blurb),
        "age": box.age,
        "minutes": box.minutes,
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
        "seat_names": [both(name) for name in box.names(max(game.players))],
    }


def form(box: Box) -> dict[str, Any]:
    """A box as the form for a new table needs it: with what each variant means where it leaves a choice open."""
    described = describe(box)
    variants = [{**variant, "implied": implied(box, variant["options"])} for variant in described["variants"]]
    return {**described, "variants": variants, "implied": implied(box, {})}


def implied(box: Box, values: Json) -> dict[str, Json] | None:
    """What is played where a choice is left out beside these values; ValueError if they are none of this game."""
    chosen: Any = options.read(box.game_type.options_type, values)
    with game_code(box):
        return options.implied(chosen)


async def shelf(room: Room, guest: str, language: Language) -> Json:
    """The shelf, and the latest tables where this guest has sat, as far as the store answers."""
    mine: list[dict[str, Any]] = []
    with contextlib.suppress(Refused):
        mine = await signs(room, guest, language, MOST)
    return {"games": [describe(box) for box in room.boxes.values()], **parted(mine)}


def rules(box: Box) -> Json:
    """A game's rules in both languages, whole and clause by clause."""
    books = {language: rulebook(box, language) for language in LANGUAGES}
    return {
        **rules_in_short(box),
        "html": {language: book.html for language, book in books.items()},
        "clauses": {language: [{"id": c.id, "text": c.text} for c in book.clauses] for language, book in books.items()},
    }


def rules_in_short(box: Box) -> dict[str, Json]:
    """What the rules page needs beside its text."""
    return {
        "game": box.slug,
        "title": both(box.title),
        "rules": f"/rules/{box.slug}" if box.has_rulebook else None,
        "learn": f"/learn/{box.slug}" if box.has_lessons else None,
        "puzzles": f"/puzzles/{box.slug}" if box.has_puzzles else None,
        "openings": f"/openings/{box.slug}" if box.has_openings else None,
        "print": f"/print/{box.slug}",
    }


def table(gathering: Gathering, since: int | None, language: Language) -> Json:
    """A table as an onlooker may know it: who sits where, what is known, what has happened lately, or from some ply on."""
    game, moment = gathering.table.game, gathering.moment
    first = max(0, gathering.table.plies - LATEST) if since is None else min(since, gathering.table.plies)
    last = min(gathering.table.plies, first + LATEST)
    return {
        "id": gathering.id,
        "game": game.slug,
        "title": gathering.box.title[language],
        "players": game.seats,
        "options": gathering.options,
        "private": game.private,
        "status": gathering.status,
        "seats": [
            {"seat": c.seat, "kind": c.kind, "name": name[language], "level": c.level if c.kind == "bot" else ""}
            for c, name in zip(gathering.chairs, gathering.table.names, strict=True)
        ],
        "turn": moment.turn(frozenset(), language) if gathering.status == "playing" else moment.no_turn(),
        "facts": moment.facts(None, gathering.has_faded()),
        "earlier": first,
        "heard": moment.heard(None, first, last),
        "told": moment.told(None, first, language, last),
        "outcome": outcome(gathering, language),
        "next": f"/t/{gathering.next}" if gathering.next else None,
    }


def outcome(gathering: Gathering, language: Language) -> Json:
    """How a table ended; None while it goes on."""
    found = gathering.outcome
    if found is None:
        return None
    return {"winners": found.winners, "scores": found.scores, "reason": found.reason, "text": result(gathering)[language]}


def replay(gathering: Gathering, ply: int | None, language: Language) -> Json:
    """A finished game at one of its moments, as an onlooker saw it: the picture and the log."""
    last = gathering.table.plies
    at = last if ply is None else max(0, min(ply, last))
    then = gathering.table.at(at)
    return {
        "id": gathering.id,
        "game": then.game.slug,
        "title": gathering.box.title[language],
        "seats": seats(then, language),
        "ply": at,
        "plies": last,
        "told": gathering.moment.told(None, 0, language),
        "scene": {**Picture.of(scene_at(gathering, at), language).whole(), "seat": None, "ply": at, "last": trace(then, None)},
        "scores": scores_in(then.facts()),
        "outcome": outcome(gathering, language),
    }


def seats(table: Table, language: Language) -> list[dict[str, Any]]:
    """Who sat where, and the look of their pieces."""
    return [{"seat": i, "name": table.names[i][language], "style": style} for i, style in enumerate(table.styles())]


def review(gathering: Gathering, seat: Seat, open_to: Sequence[bool], language: Language) -> dict[str, Any]:
    """The page of a review: whose game it looks at, and whose it might."""
    return {
        "id": gathering.id,
        "game": gathering.box.slug,
        "title": gathering.box.title[language],
        "plies": gathering.table.plies,
        "seat": seat,
        "seats": [{**each, "open": may} for each, may in zip(seats(gathering.table, language), open_to, strict=True)],
    }


def scene_at(gathering: Gathering, ply: int) -> Scene:
    """The picture after so many events, as an onlooker saw it."""
    return gathering.table.at(ply).scene().named(gathering.table.names)
