"""Pencil marks: what a player writes by hand where the picture has room for it.

They belong to a seat and are for its own eyes: no rule, no record, no replay and no other viewer ever learns of them.
"""

import time
import unicodedata
from typing import Final

from tableronde.game import Seat
from tableronde.room.refusals import Refused
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Jotted, Person

LONGEST: Final = 3  # letters at one place


async def jot(gathering: Gathering, person: Person, seat: Seat, place: str, text: str) -> None:
    """Write something at a place, or nothing to erase what was there; whoever holds the seat sees it on every device."""
    mark = _mark(text)
    if not person.jot_bucket.take(time.monotonic()):
        raise Refused("Moins vite : votre crayon s’use.", "Not so fast: spare your pencil.")
    async with gathering.lock:
        if place not in _places(gathering, seat):
            raise Refused("On ne peut rien écrire là.", "There is no room to write there.")
        marks = {**gathering.jots.get(seat, {}), place: mark}
        marks = {where: what for where, what in marks.items() if what}
        await gathering.keep(**{f"jots_{seat}": marks})
        gathering.jots[seat] = marks
    gathering.tell(Jotted())


def _mark(text: str) -> str:
    """A text fit to be written in a small place."""
    mark = " ".join(unicodedata.normalize("NFC", text).split())
    if len(mark) > LONGEST or not mark.isprintable():
        raise Refused(f"{LONGEST} lettres au plus.", f"At most {LONGEST} letters.")
    return mark


def _places(gathering: Gathering, seat: Seat) -> set[str]:
    """Where a seat can write now."""
    scene = gathering.table.draw(seat)
    return {shape.jot for shape in scene.shapes() if shape.jot}
