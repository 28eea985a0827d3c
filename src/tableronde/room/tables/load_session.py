"""Makes a new table session, or loads one from the store."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from typing import NotRequired, TypedDict

from tableronde.box import Box
from tableronde.game import Event, Json, read_actor
from tableronde.record import BrokenRecord
from tableronde.room.base.limits import Limits
from tableronde.room.people.tokens import new_token
from tableronde.room.saved.saved import Chat, Header, Saved, read_record, read_saved, record_header
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.saved.settings import Settings
from tableronde.room.store import EventRow, Store, StoredTable
from tableronde.room.tables.position_cache import Encode, keep_plain
from tableronde.room.tables.table_session import NO_OPERATOR, Operator, TableSession
from tableronde.room.tables.table_status import stored_status
from tableronde.room.tables.table_storage import TableStorage
from tableronde.table import Table


class Storage(TypedDict):
    """The store and encoders of sessions; the same for all sessions of a room."""

    store: Store
    encode: Callable[[Json], bytes]
    limits: Limits
    encode_ahead: Encode
    operator: NotRequired[Operator]


def new_session(
    table: Table,
    settings: Settings,
    host: str,
    holders: Sequence[SeatHolder],
    *,
    store: Store,
    encode: Callable[[Json], bytes],
    limits: Limits | None = None,
    place: str = "",
    id: str = "",
    removed: frozenset[str] = frozenset(),
    raced: bool = False,
    encode_ahead: Encode = keep_plain,
    operator: Operator = NO_OPERATOR,
) -> TableSession:
    """Make a new table. A rematch also inherits who was removed, and whether a race was explained."""
    limits = limits or Limits()
    over, turn = stored_status(table, limits, time.time())
    header, chat = Header(record_header(table), settings, host, time.time()), Chat(max(1, limits.chat_lines))
    saved = Saved(header, tuple(holders), chat, ({},) * len(holders), removed=removed, over=over, turn=turn)
    id = id or new_token()
    return TableSession(id, table, saved, TableStorage(id, store, encode), limits, place, encode_ahead, raced=raced, operator=operator)


def load_session(
    id: str,
    stored: StoredTable,
    boxes: Mapping[str, Box],
    *,
    store: Store,
    encode: Callable[[Json], bytes],
    limits: Limits | None = None,
    encode_ahead: Encode = keep_plain,
    operator: Operator = NO_OPERATOR,
) -> TableSession:
    """Load a table from what was stored; raise BrokenRecord or LookupError if it can no longer be played."""
    limits = limits or Limits()
    with _damage_as_lookup_error():
        saved = read_saved(stored.docs, limits.chat_lines)
        record = read_record(saved, (Event(read_actor(row.actor), row.action) for row in stored.events))
        since = _compute_event_time(stored.events[-1].at if stored.events else saved.header.opened, store.trusts_clock)
        left = _read_clocks(stored.events)
    table = Table.replay(boxes[record.game], record)
    storage = TableStorage(id, store, encode, fence=stored.fence)
    return TableSession(id, table, saved, storage, limits, encode_ahead=encode_ahead, since=since, clocks_left=left, operator=operator)


@contextmanager
def _damage_as_lookup_error() -> Iterator[None]:
    """Context for reading stored data: an error in it means damage, not a fault of a game's code."""
    try:
        yield
    except BrokenRecord:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise LookupError(f"its stored data is damaged ({type(error).__name__})") from error


def _read_clocks(events: Sequence[EventRow]) -> list[float] | None:
    """Return the seconds that the clocks had left after the last event, if there are clocks."""
    return [float(left) for left in json.loads(events[-1].clock)] if events and events[-1].clock else None


def _compute_event_time(at: float, is_trusted: bool) -> float:
    """Return the monotonic time of the last event. If it cannot be known, its film counts as seen long ago."""
    ago = time.time() - at
    return time.monotonic() - ago if is_trusted and ago >= 0 else -inf
