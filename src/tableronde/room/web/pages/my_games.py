"""A guest's own tables in a list: those in progress and those that are over, described from stored data without replaying records."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tableronde.box import Box
from tableronde.game import Json, Seat
from tableronde.room.base.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.saved.saved import Ended, Saved, read_saved
from tableronde.room.saved.seat_holders import display_names
from tableronde.room.store import StoreFault
from tableronde.room.tables.position_cache import describe_waiting
from tableronde.room.tables.result_texts import NOBODY, describe_reason, is_nobodys, with_reason
from tableronde.text import NOTHING, Language, Text

MOST: Final = 200  # of a guest's latest tables
Docs = Mapping[str, Any]


async def list_tables(room: Room, guest: str, language: Language, most: int = MOST) -> list[dict[str, Any]]:
    """Return the tables of a guest, the latest first, without hidden ones; raise Refused if the store does not answer."""
    longest = room.limits.events_per_table
    shown = [_describe_if_whole(id, docs, guest, room.boxes, language, longest) for id, docs in await _load_tables(room, guest, most)]
    return [sign for sign in shown if sign]


async def has_table(room: Room, guest: str, table: str) -> bool:
    """Return whether a table is one of this guest's, hidden or not; raise Refused if the store does not answer."""
    return any(id == table for id, _ in await _load_tables(room, guest, MOST))


async def _load_tables(room: Room, guest: str, most: int) -> list[tuple[str, Docs]]:
    try:
        return list(await room.store.list_tables_of(guest, most))
    except StoreFault:
        raise Refused("Vos parties ne peuvent pas être lues pour l’instant.", "Your games cannot be read at the moment.") from None


def split_by_status(tables: Sequence[dict[str, Any]]) -> Json:
    """Split tables into those in progress and those that are over."""
    return {
        "tables": [sign for sign in tables if sign["status"] != "over"],
        "finished": [sign for sign in tables if sign["status"] == "over"],
    }


def _describe_if_whole(
    id: str, docs: Docs, guest: str, boxes: Mapping[str, Box], language: Language, longest: int
) -> dict[str, Any] | None:
    """Describe a table in a list; return None if its game is not here, or if it is damaged, so that the others can be shown."""
    try:
        saved = read_saved(docs)
        box = boxes.get(str(saved.header.record["game"]))
        if box is None or guest in saved.away or saved.moderated == "hidden":
            return None
        return {**_describe(id, saved, box, guest, language), **describe_end(saved, box, guest, language, longest)}
    except (LookupError, TypeError, ValueError, AttributeError):
        return None


def _describe(id: str, saved: Saved, box: Box, guest: str, language: Language) -> dict[str, Any]:
    """Describe a table in a list."""
    names = display_names(box, saved.seats)
    mine = [holder.seat for holder in saved.seats if guest in holder.guests]
    return {
        "id": id,
        "url": f"/t/{id}",
        "game": box.slug,
        "title": box.title[language],
        "players": [name[language] for name in names],
        "mine": mine,
        "opened": saved.header.opened,
        **_describe_status(saved, names, mine, language),
    }


def _describe_status(saved: Saved, names: Sequence[Text], mine: Sequence[Seat], language: Language) -> dict[str, Any]:
    """Describe the status, since when, and as text who won or whose turn it is."""
    if saved.over:
        return {"status": "over", "at": saved.over.at, "yours": False, "text": _describe_result(saved.over, names, mine)[language]}
    at, to_act = saved.turn.at, saved.turn.to_act
    if any(holder.kind == "open" for holder in saved.seats) and not saved.turn.ply:
        return {"status": "waiting", "at": at, "yours": False, "text": ""}
    yours = any(seat in mine for seat in to_act)
    return {"status": "playing", "at": at, "yours": yours, "text": describe_waiting([names[seat] for seat in to_act], yours, language)}


def describe_end(saved: Saved, box: Box, guest: str, language: Language, longest: int) -> dict[str, Any]:
    """Describe how a finished game ended: the sentence, who won, and the scores unless they only repeat that."""
    over = saved.over
    outcome = over.outcome if over else None
    if over is None or outcome is None:
        return {}
    names = display_names(box, saved.seats)
    mine = [holder.seat for holder in saved.seats if guest in holder.guests]
    result = box.reasons.get("nobody", NOBODY) if is_nobodys(outcome) else _describe_result(over, names, mine)
    reason = describe_reason(outcome, box, names, saved.note, longest)
    scores = [] if set(outcome.scores) <= {0.0, 1.0} else list(outcome.scores)
    return {"result": with_reason(result, reason)[language], "winners": list(outcome.winners), "scores": scores}


def _describe_result(over: Ended, names: Sequence[Text], mine: Sequence[Seat]) -> Text:
    """Describe who won, in a few words; nothing for games that ended before this was stored."""
    winners = over.winners
    if winners is None:
        return NOTHING
    if not winners:
        return Text("Personne ne gagne", "Nobody wins")
    if len(winners) == len(names) > 1:
        return Text("Partie nulle", "A draw")
    if len(mine) == 1 and mine[0] in winners:
        return Text("Vous gagnez", "You win")
    who = Text(", ".join(names[seat].fr for seat in winners), ", ".join(names[seat].en for seat in winners))
    several = len(winners) > 1
    return Text(f"{who.fr} gagne{'nt' * several}", f"{who.en} win{'s' * (not several)}")
