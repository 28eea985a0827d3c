"""Tables asleep: what is kept of a table, and how it wakes up again."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from operator import itemgetter

import msgspec

from tableronde.box import Box
from tableronde.game import Event, Json, read_actor
from tableronde.record import BrokenRecord, Record
from tableronde.room.limits import Limits
from tableronde.room.store import Kept, Store
from tableronde.room.table.chairs import Chair
from tableronde.room.table.gathering import Gathering, Note
from tableronde.room.table.news import Former, Line
from tableronde.room.table.settings import Settings
from tableronde.table import Table


def restore(id: str, kept: Kept, boxes: Mapping[str, Box], store: Store, limits: Limits | None = None) -> Gathering:
    """A table from what was kept of it; BrokenRecord or LookupError if it can no longer be played."""
    with _documents():
        top = kept.docs["table"]
        bare = Record.read({**top["record"], "events": []})
        events = tuple(Event(read_actor(row.actor), row.action) for row in kept.events)
        chairs = [Chair.read(kept.docs[f"seat {seat}"]) for seat in range(bare.players)]
        settings, host, opened = msgspec.convert(top["settings"], Settings), str(top["host"]), float(top["opened"])
    box = boxes[bare.game]
    played = Table.replay(box, replace(bare, events=events))
    gathering = Gathering(id, box, played, chairs, settings, host, opened, store, limits or Limits())
    with _documents():
        _restore_docs(gathering, kept.docs)
        gathering.since = _happened(kept.events[-1].at if kept.events else gathering.opened, store.trusts_clock)
        if kept.events and kept.events[-1].clock:
            gathering.clock.left = msgspec.json.decode(kept.events[-1].clock, type=list[float])
    gathering.renew()
    gathering.set_clocks(None)
    return gathering


@contextmanager
def _documents() -> Iterator[None]:
    """What was kept is read in here: whatever is wrong with it is damage, and no fault of a game's code."""
    try:
        yield
    except BrokenRecord:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, msgspec.MsgspecError) as error:
        raise LookupError(f"what was kept of it is damaged ({type(error).__name__})") from error


def _happened(at: float, trusted: bool) -> float:
    """When the last event happened, by the clock that nobody can set. If that cannot be known, its film was seen long ago."""
    ago = time.time() - at
    return time.monotonic() - ago if trusted and ago >= 0 else -inf


def _restore_docs(gathering: Gathering, docs: Mapping[str, Json]) -> None:
    """The note, the rematch, who was removed, pencil marks, and the chat."""
    gathering.note = msgspec.convert(docs["note"], Note) if "note" in docs else None
    gathering.next = docs.get("next", "")
    gathering.away = set(docs.get("away", ()))
    gathering.removed = set(docs.get("removed", ()))
    gathering.former = msgspec.convert(docs.get("former", []), list[Former])
    gathering.jots = {chair.seat: docs.get(f"jots {chair.seat}", {}) for chair in gathering.chairs}
    chat = ((int(name.removeprefix("chat ")), value) for name, value in docs.items() if name.startswith("chat "))
    lines = sorted(((value.get("n", place), value) for place, value in chat), key=itemgetter(0))
    gathering.said = lines[-1][0] + 1 if lines else 0
    gathering.lines = [msgspec.convert(value, Line) for _, value in lines[-gathering.limits.chat_lines :]]
