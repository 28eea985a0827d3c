"""Pencil notes: what a player writes by hand where the picture has room for it.

They belong to a seat and are visible to it only: no rule, record, replay or other connection ever learns of them.
"""

import unicodedata
from dataclasses import replace
from typing import Final

from tableronde.game import Seat
from tableronde.room.base.refusals import Refused
from tableronde.room.tables.decisions.change import Change, Snapshot

LONGEST: Final = 3  # letters at one place


def check_note(text: str) -> str:
    """Return a text that fits a small place; raise Refused if it does not."""
    note = " ".join(unicodedata.normalize("NFC", text).split())
    if len(note) > LONGEST or not note.isprintable():
        raise Refused(f"{LONGEST} lettres au plus.", f"At most {LONGEST} letters.")
    return note


def write_note(table: Snapshot, seat: Seat, place: str, note: str) -> Change:
    """Write something at a place, or erase it with an empty text; it is shown on every device that holds the seat."""
    if place not in _list_places(table, seat):
        raise Refused("On ne peut rien écrire là.", "You cannot write there.")
    notes = {**table.saved.notes[seat], place: note}
    notes = {where: what for where, what in notes.items() if what}
    return Change(replace(table.saved, notes=tuple(notes if owner == seat else each for owner, each in enumerate(table.saved.notes))))


def _list_places(table: Snapshot, seat: Seat) -> set[str]:
    """Return the places where a seat can write now."""
    scene = table.table.draw(seat)
    return {shape.jot for shape in scene.shapes() if shape.jot}
