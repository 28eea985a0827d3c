"""Tables asleep: what is kept of a table, and how it wakes up again."""

import time
from collections.abc import Mapping
from dataclasses import replace

import msgspec

from tableronde.box import Box
from tableronde.game import Event, Json, read_actor
from tableronde.record import Record
from tableronde.room.store import Kept, Store
from tableronde.room.table.chairs import Chair
from tableronde.room.table.gathering import Gathering, Note
from tableronde.room.table.news import Line
from tableronde.room.table.settings import Settings
from tableronde.table import Table


def head(gathering: Gathering) -> Json:
    """What is kept of a table beside its events and chairs; it never changes."""
    record = gathering.table.record().json()
    return {
        "record": {key: value for key, value in record.items() if key not in ("events", "digest")},
        "settings": msgspec.to_builtins(gathering.settings),
        "host": gathering.host,
        "opened": gathering.opened,
    }


def restore(id: str, kept: Kept, boxes: Mapping[str, Box], store: Store) -> Gathering:
    """A table from what was kept of it; BrokenRecord or KeyError if it can no longer be played."""
    top = kept.docs["table"]
    bare = Record.read({**top["record"], "events": []})
    box = boxes[bare.game]
    events = tuple(Event(read_actor(row.actor), row.action) for row in kept.events)
    played = Table.replay(box, replace(bare, events=events))
    chairs = [Chair.read(kept.docs[f"seat {seat}"]) for seat in range(bare.players)]
    gathering = Gathering(id, box, played, chairs, msgspec.convert(top["settings"], Settings), top["host"], top["opened"], store)
    _restore_docs(gathering, kept.docs)
    gathering.since -= time.time() - (kept.events[-1].at if kept.events else gathering.opened)
    if kept.events and kept.events[-1].clock:
        gathering.clock.left = msgspec.json.decode(kept.events[-1].clock, type=list[float])
    gathering.renew()
    gathering.set_clocks(None)
    return gathering


def _restore_docs(gathering: Gathering, docs: Mapping[str, Json]) -> None:
    """The note, the rematch, who was removed, pencil marks, and the chat."""
    gathering.note = msgspec.convert(docs["note"], Note) if "note" in docs else None
    gathering.next = docs.get("next", "")
    gathering.away = set(docs.get("away", ()))
    gathering.removed = set(docs.get("removed", ()))
    gathering.jots = {chair.seat: docs.get(f"jots {chair.seat}", {}) for chair in gathering.chairs}
    lines = sorted((int(name.removeprefix("chat ")), value) for name, value in docs.items() if name.startswith("chat "))
    gathering.said = lines[-1][0] + 1 if lines else 0
    gathering.lines = [msgspec.convert(value, Line) for _, value in lines]
