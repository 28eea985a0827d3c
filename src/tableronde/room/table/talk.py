"""Chat: short lines, ready-made phrases, and the quiet table."""

import time
from typing import Final

import msgspec

from tableronde.room.live.viewer import Viewer
from tableronde.room.refusals import Refused
from tableronde.room.table.chairs import speaker
from tableronde.room.table.gathering import Line, RoomTable
from tableronde.room.table.phrases import PHRASES
from tableronde.text import Text, same

LONGEST: Final = 200  # letters in a line


async def say(table: RoomTable, viewer: Viewer, text: str, phrase: int | None) -> None:
    """A line for everybody at the table, kept with it."""
    words = _words(table, text, phrase)
    if not viewer.chat_bucket.take(time.monotonic()):
        raise Refused("Un peu de calme : attendez avant de reparler.", "Take a breath before you speak again.")
    line = Line(_seat(viewer), speaker(table.id, viewer.guest), _name(table, viewer), words.fr, words.en, round(time.time(), 3))
    async with table.lock:
        await table.keep(**{f"chat_{table.said}": msgspec.to_builtins(line)})
        table.said += 1
        table.lines = [*table.lines, line][-viewer.limits.chat_lines :]
    for other in table.viewers:
        other.say(line)


def mute(viewer: Viewer, who: str, yes: bool) -> None:
    """Hear no more of somebody, or again."""
    if yes and len(viewer.muted) < 100:
        viewer.muted.add(who)
    if not yes:
        viewer.muted.discard(who)


def _words(table: RoomTable, text: str, phrase: int | None) -> Text:
    if table.settings.chat == "off":
        raise Refused("On ne bavarde pas à cette table.", "There is no chat at this table.")
    if phrase is not None:
        if phrase >= len(PHRASES):
            raise Refused("Cette phrase n'existe pas.", "There is no such phrase.")
        return PHRASES[phrase]
    if table.settings.chat == "phrases":
        raise Refused("Ici, on choisit parmi les phrases toutes faites.", "Only ready-made phrases here.")
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not line:
        raise Refused("Rien à dire ?", "Nothing to say?")
    if len(line) > LONGEST:
        raise Refused(f"{LONGEST} signes au plus.", f"At most {LONGEST} letters.")
    return same(line)


def _seat(viewer: Viewer) -> int | None:
    return viewer.seat if viewer.seat in viewer.seats else min(viewer.seats, default=None)


def _name(table: RoomTable, viewer: Viewer) -> str:
    seat = _seat(viewer)
    return viewer.name or "…" if seat is None else table.table.names[seat][viewer.language]
