"""Chat: short lines, ready-made phrases, or no chat at all."""

import time
from dataclasses import replace
from typing import Final

from tableronde.game import Seat
from tableronde.room.base.limits import Bucket
from tableronde.room.base.refusals import Refused
from tableronde.room.people.nicknames import clean_text
from tableronde.room.saved.saved import ChatLine
from tableronde.room.saved.seat_holders import public_id
from tableronde.room.tables.decisions.change import Change, Snapshot
from tableronde.room.tables.decisions.person import Person
from tableronde.room.tables.decisions.phrases import PHRASES
from tableronde.text import Text, same

LONGEST: Final = 200  # characters in a line
MAX_CHATTERS: Final = 1000  # people whose limits are remembered


def say_line(table: Snapshot, person: Person, text: str, phrase: int | None) -> Change:
    """Add a line of chat."""
    words = _choose_words(table, text, phrase)
    seat = person.seat if person.seat in person.seats else min(person.seats, default=None)
    name = person.name or "…" if seat is None else table.table.names[seat][person.language]
    return _add_line(table, ChatLine(seat, public_id(table.id, person.guest), name, words.fr, words.en, round(table.now, 3)))


def add_remark(table: Snapshot, seat: Seat, words: Text) -> Change:
    """Add a bot's remark about the game, with any chat setting. It has no speaker who could be muted."""
    return _add_line(table, ChatLine(seat, "", table.table.names[seat].fr, words.fr, words.en, round(table.now, 3)))


def announce(table: Snapshot, words: Text, ply: int | None = None) -> Change:
    """Add a line of the room itself about the game."""
    after = table.table.plies if ply is None else ply
    return _add_line(table, ChatLine(None, "", "", words.fr, words.en, round(table.now, 3), after))


def _add_line(table: Snapshot, line: ChatLine) -> Change:
    return Change(replace(table.saved, chat=table.saved.chat.with_line(line)))


def _choose_words(table: Snapshot, text: str, phrase: int | None) -> Text:
    """Return the text, if it is allowed at this table."""
    chat = table.saved.settings.chat
    if chat == "off":
        raise Refused("On ne bavarde pas à cette table.", "There is no chat at this table.")
    if phrase is not None:
        if phrase >= len(PHRASES):
            raise Refused("Cette phrase n’existe pas.", "There is no such phrase.")
        return PHRASES[phrase]
    if chat == "phrases":
        raise Refused("Ici, on choisit parmi les phrases toutes faites.", "Only ready-made phrases here.")
    line = clean_text(text)
    if not line:
        raise Refused("Écrivez d’abord un message.", "Write a message first.")
    if len(line) > LONGEST:
        raise Refused(f"{LONGEST} signes au plus.", f"At most {LONGEST} characters.")
    return same(line)


class ChatLimits:
    """Limits on chat at a table, counted per address across connections."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._buckets: dict[str, Bucket] = {}

    def check(self, person: Person) -> None:
        """Raise Refused if somebody has said too much lately."""
        now, rate = time.monotonic(), self.per_minute
        if len(self._buckets) > MAX_CHATTERS:
            self._buckets.clear()
        bucket = self._buckets.setdefault(person.place or person.guest, Bucket.full(rate / 60, max(1, rate / 3), now))
        if not bucket.take(now):
            raise Refused("Doucement : attendez un peu avant d’écrire à nouveau.", "Slow down: wait a moment before you write again.")
