"""A guest's own tables in a list: those that go on and those that are over, told from what is kept without folding a record."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from tableronde.box import Box
from tableronde.game import Json, Seat
from tableronde.room.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.store import StoreFault
from tableronde.room.table.chairs import Chair, numbered
from tableronde.room.table.moment import waiting
from tableronde.text import NOTHING, Language, Text

MOST: Final = 200  # of a guest's latest tables
Docs = Mapping[str, Any]


async def signs(room: Room, guest: str, language: Language, most: int = MOST) -> list[dict[str, Any]]:
    """The tables where this guest has sat, the latest first, but for those put away; Refused if the store does not answer."""
    held = [(id, docs) for id, docs in await _held(room, guest, most) if guest not in docs.get("away", ())]
    return [sign for id, docs in held if (sign := _sign_if_whole(id, docs, guest, room.boxes, language))]


async def has(room: Room, guest: str, table: str) -> bool:
    """Whether a table is one of this guest's, put away or not; Refused if the store does not answer."""
    return any(id == table for id, _ in await _held(room, guest, MOST))


async def _held(room: Room, guest: str, most: int) -> list[tuple[str, Docs]]:
    try:
        return list(await room.store.held_by(guest, most))
    except StoreFault:
        raise Refused("Vos parties ne peuvent pas être lues pour l’instant.", "Your games cannot be read at the moment.") from None


def parted(tables: Sequence[dict[str, Any]]) -> Json:
    """Tables that go on, and those that are over."""
    return {
        "tables": [sign for sign in tables if sign["status"] != "over"],
        "finished": [sign for sign in tables if sign["status"] == "over"],
    }


def _game(docs: Docs) -> str:
    return str(docs["table"]["record"]["game"])


def _sign_if_whole(id: str, docs: Docs, guest: str, boxes: Mapping[str, Box], language: Language) -> dict[str, Any] | None:
    """A table in a list; None if its game is not here, or if it is damaged: that costs nobody the others."""
    try:
        return _sign(id, docs, guest, boxes, language) if _game(docs) in boxes else None
    except (LookupError, TypeError, ValueError, AttributeError, msgspec.MsgspecError):
        return None


def _sign(id: str, docs: Docs, guest: str, boxes: Mapping[str, Box], language: Language) -> dict[str, Any]:
    """A table in a list."""
    chairs = [Chair.read(docs[f"seat {seat}"]) for seat in range(docs["table"]["record"]["players"])]
    box = boxes[_game(docs)]
    names = numbered([chair.called(name) for chair, name in zip(chairs, box.names(len(chairs)), strict=True)])
    mine = [chair.seat for chair in chairs if guest in chair.holders]
    return {
        "id": id,
        "url": f"/t/{id}",
        "game": box.slug,
        "title": box.title[language],
        "players": [name[language] for name in names],
        "mine": mine,
        "opened": docs["table"]["opened"],
        **_standing(docs, chairs, names, mine, language),
    }


def _standing(docs: Docs, chairs: Sequence[Chair], names: Sequence[Text], mine: Sequence[Seat], language: Language) -> dict[str, Any]:
    """How far it is, since when, and in words who won or who is waited for."""
    over, turn = docs.get("over"), docs.get("turn") or {}
    if over:
        known: Json = over if isinstance(over, dict) else {}
        return {"status": "over", "at": known.get("at"), "yours": False, "text": _ending(known, names, mine)[language]}
    if any(chair.kind == "open" for chair in chairs) and not turn.get("ply"):
        return {"status": "waiting", "at": turn.get("at"), "yours": False, "text": ""}
    waited = turn.get("to_act", [])
    yours = any(seat in mine for seat in waited)
    return {"status": "playing", "at": turn.get("at"), "yours": yours, "text": waiting([names[seat] for seat in waited], yours, language)}


def _ending(over: Json, names: Sequence[Text], mine: Sequence[Seat]) -> Text:
    """Who won, in a few words; nothing about games that ended before this was kept."""
    winners = over.get("winners")
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
