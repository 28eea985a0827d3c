"""Chat: short lines, ready-made phrases, and the quiet table."""

import time
from typing import Final

import msgspec

from tableronde.room.limits import Bucket
from tableronde.room.refusals import Refused
from tableronde.room.table.chairs import speaker
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Line, Person, Said
from tableronde.room.table.phrases import PHRASES
from tableronde.text import Text, same

LONGEST: Final = 200  # letters in a line
MOST_TALKERS: Final = 1000  # whose allowances are kept


async def say(gathering: Gathering, person: Person, text: str, phrase: int | None) -> None:
    """A line for everybody at the table, kept with it."""
    words = _words(gathering, text, phrase)
    if not _may_talk(gathering, person):
        raise Refused("Un peu de calme : attendez avant de reparler.", "Take a breath before you speak again.")
    line = Line(_seat(person), speaker(gathering.id, person.guest), _name(gathering, person), words.fr, words.en, round(time.time(), 3))
    await _keep(gathering, line)


async def remark(gathering: Gathering, seat: int, words: Text) -> None:
    """Something a bot says of its own accord, chat or no chat: it is about the game. It has no speaker who could be muted."""
    line = Line(seat, "", gathering.table.names[seat].fr, words.fr, words.en, round(time.time(), 3))
    await _keep(gathering, line)


async def announce(gathering: Gathering, words: Text) -> None:
    """Something the room itself has to say about the game, for the journal. The lock is held by the caller."""
    await _put(gathering, Line(None, "", "", words.fr, words.en, round(time.time(), 3), gathering.table.plies))


def _may_talk(gathering: Gathering, person: Person) -> bool:
    """Whether somebody has not said too much lately: counted for all who come from one place, however often they come."""
    now, rate = time.monotonic(), gathering.limits.chat_per_minute
    if len(gathering.talkers) > MOST_TALKERS:
        gathering.talkers.clear()
    return gathering.talkers.setdefault(person.place or person.guest, Bucket.full(rate / 60, max(1, rate / 3), now)).take(now)


async def _keep(gathering: Gathering, line: Line) -> None:
    async with gathering.lock:
        await _put(gathering, line)


async def _put(gathering: Gathering, line: Line) -> None:
    """A line is kept in the place of the oldest, on the disk as in memory."""
    most = max(1, gathering.limits.chat_lines)
    await gathering.keep(**{f"chat_{gathering.said % most}": {"n": gathering.said, **msgspec.to_builtins(line)}})
    gathering.said += 1
    gathering.lines = [*gathering.lines, line][-most:]
    gathering.tell(Said(line))


def _words(gathering: Gathering, text: str, phrase: int | None) -> Text:
    if gathering.settings.chat == "off":
        raise Refused("On ne bavarde pas à cette table.", "There is no chat at this table.")
    if phrase is not None:
        if phrase >= len(PHRASES):
            raise Refused("Cette phrase n’existe pas.", "There is no such phrase.")
        return PHRASES[phrase]
    if gathering.settings.chat == "phrases":
        raise Refused("Ici, on choisit parmi les phrases toutes faites.", "Only ready-made phrases here.")
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not line:
        raise Refused("Rien à dire ?", "Nothing to say?")
    if len(line) > LONGEST:
        raise Refused(f"{LONGEST} signes au plus.", f"At most {LONGEST} characters.")
    return same(line)


def _seat(person: Person) -> int | None:
    return person.seat if person.seat in person.seats else min(person.seats, default=None)


def _name(gathering: Gathering, person: Person) -> str:
    seat = _seat(person)
    return person.name or "…" if seat is None else gathering.table.names[seat][person.language]
