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
from tableronde.room.table.gathering import Line, Note, RoomTable
from tableronde.room.table.settings import Settings
from tableronde.table import Table


def head(table: RoomTable) -> Json:
    """What is kept of a table beside its events and chairs; it never changes."""
    record = table.table.record().json()
    return {
        "record": {key: value for key, value in record.items() if key not in ("events", "digest")},
        "settings": msgspec.to_builtins(table.settings),
        "host": table.host,
        "opened": table.opened,
    }


def restore(id: str, kept: Kept, boxes: Mapping[str, Box], store: Store) -> RoomTable:
    """A table from what was kept of it; BrokenRecord or KeyError if it can no longer be played."""
    top = kept.docs["table"]
    bare = Record.read({**top["record"], "events": []})
    box = boxes[bare.game]
    events = tuple(Event(read_actor(row.actor), row.action) for row in kept.events)
    played = Table.replay(box, replace(bare, events=events))
    chairs = [Chair.read(kept.docs[f"seat {seat}"]) for seat in range(bare.players)]
    table = RoomTable(id, box, played, chairs, msgspec.convert(top["settings"], Settings), top["host"], top["opened"], store)
    _restore_docs(table, kept.docs)
    table.since -= time.time() - (kept.events[-1].at if kept.events else table.opened)
    if kept.events and kept.events[-1].clock:
        table.clock.left = msgspec.json.decode(kept.events[-1].clock, type=list[float])
    table.renew()
    table.set_clocks(None)
    return table


def _restore_docs(table: RoomTable, docs: Mapping[str, Json]) -> None:
    """The note, the rematch, who was removed, pencil marks, and the chat."""
    table.note = msgspec.convert(docs["note"], Note) if "note" in docs else None
    table.next = docs.get("next", "")
    table.removed = set(docs.get("removed", ()))
    table.jots = {chair.seat: docs.get(f"jots {chair.seat}", {}) for chair in table.chairs}
    lines = sorted((int(name.removeprefix("chat ")), value) for name, value in docs.items() if name.startswith("chat "))
    table.said = lines[-1][0] + 1 if lines else 0
    table.lines = [msgspec.convert(value, Line) for _, value in lines]
