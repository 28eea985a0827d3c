"""Finding tables and guests: by id, address, seat, name, or the hash in a line of the log."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tableronde.room.administration.policy import hash_guest
from tableronde.room.base.logs import hash_secret
from tableronde.room.saved.saved import Saved, read_saved
from tableronde.room.saved.seat_holders import public_id
from tableronde.room.store.maintenance.archive import Archive

ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")
HASH: Final = re.compile(r"[0-9a-f]{6,64}")
AT_TABLE: Final = re.compile(
    r"(?P<table>[^:]+):(?P<place>\d{1,2}|[0-9a-f]{12})"
)  # a seat, or the id under which a table's chat shows a speaker
_HEADS: Final = "SELECT id, game, host, opened, forgotten FROM tables"


@dataclass(frozen=True)
class FoundTable:
    """A table as the operator sees it; none of it is the content of the game."""

    id: str
    game: str
    opened: float
    status: str  # waiting, playing, over, forgotten or damaged
    moderated: str
    events: int
    seats: Sequence[dict[str, Any]] = ()
    host: str = ""  # a hash, as all guests here

    @property
    def hash(self) -> str:
        """The name of the table in the log."""
        return hash_secret(self.id)


@dataclass
class FoundGuest:
    """A guest as the operator sees them."""

    id: str
    names: set[str] = field(default_factory=set)
    tables: int = 0
    hosted: int = 0
    last_opened: float = 0.0

    @property
    def hash(self) -> str:
        """The name of the guest in the log."""
        return hash_secret(self.id)


def find_table(archive: Archive, text: str) -> str:
    """Return the id of a table: given as such, as an address, or by its hash. Raise LookupError if there is none, or several."""
    wanted = re.sub(r"^.*/t/([A-Za-z0-9_-]{22}).*$", r"\1", text.strip())
    ids = [id for (id,) in archive.run("SELECT id FROM tables").fetchall()]
    if wanted in ids:
        return wanted
    return _choose(text, "table", [id for id in ids if HASH.fullmatch(wanted) and hash_guest(id).startswith(wanted)])


def find_guest(archive: Archive, text: str) -> str:
    """Return the id of a guest: given as such, by hash, or by a table and a seat or speaker there. Raise LookupError as `find_table`."""
    wanted = text.strip()
    if at := AT_TABLE.fullmatch(wanted):
        return _find_at_table(archive, find_table(archive, at["table"]), at["place"], text)
    guests = list_guest_ids(archive)
    if wanted in guests:
        return wanted
    return _choose(text, "guest", [guest for guest in guests if HASH.fullmatch(wanted) and hash_guest(guest).startswith(wanted)])


def list_tables(archive: Archive, *, game: str = "", status: str = "", guest: str = "", most: int = 100) -> list[FoundTable]:
    """Return tables, the latest first: of a game, in a state, of a guest."""
    rows = archive.run(f"{_HEADS} ORDER BY opened DESC").fetchall()
    held = {id for (id,) in archive.run("SELECT id FROM holders WHERE guest = ?", (guest,)).fetchall()} if guest else None
    found: list[FoundTable] = []
    for row in rows:
        if (game and row[1] != game) or (held is not None and row[0] not in held):
            continue
        table = _describe(archive, *row)
        if status in ("", table.status, table.moderated):
            found.append(table)
        if len(found) >= most:
            break
    return found


def describe_table(archive: Archive, id: str) -> FoundTable:
    """Return one table."""
    [row] = archive.run(f"{_HEADS} WHERE id = ?", (id,)).fetchall()
    return _describe(archive, *row)


def list_guests(archive: Archive, name: str = "", most: int = 100) -> list[FoundGuest]:
    """Return guests, those with the most tables first; with a name, those who played under it."""
    guests = {guest: FoundGuest(guest) for guest in list_guest_ids(archive)}
    opened = {id: (host, at or 0.0) for id, _, host, at, _ in archive.run(_HEADS).fetchall()}
    for id, guest in archive.run("SELECT id, guest FROM holders").fetchall():
        found, (host, at) = guests[guest], opened.get(id, ("", 0.0))
        found.tables += 1
        found.hosted += host == guest
        found.last_opened = max(found.last_opened, at)
    for value in _read_seats(archive):
        for guest in value.get("holders", ()):
            if guest in guests and value.get("name"):
                guests[guest].names.add(value["name"])
    wanted = name.casefold()
    chosen = [found for found in guests.values() if not wanted or any(wanted in each.casefold() for each in found.names)]
    return sorted(chosen, key=lambda found: (-found.tables, -found.last_opened, found.id))[:most]


def describe_guest(archive: Archive, guest: str) -> tuple[FoundGuest, list[FoundTable], list[str]]:
    """Return a guest, their tables, and the other guests who hold one of their seats: their other devices, perhaps."""
    found = next((each for each in list_guests(archive, most=10**9) if each.id == guest), FoundGuest(guest))
    shared = {each for value in _read_seats(archive) if guest in value.get("holders", ()) for each in value["holders"]} - {guest}
    return found, list_tables(archive, guest=guest), sorted(shared)


def read_documents(archive: Archive, table: str) -> dict[str, Any]:
    """Return the documents of a table; raise LookupError if they are damaged."""
    try:
        return {name: json.loads(value) for name, value in archive.run("SELECT name, value FROM docs WHERE id = ?", (table,)).fetchall()}
    except ValueError:
        raise LookupError(f"the documents of table {hash_secret(table)} are damaged: run `tableronde store check`") from None


def list_people(table: str, saved: Saved) -> set[str]:
    """Return all guests who hold or held a seat of a table, or host it."""
    return {saved.host}.union(*(holder.guests for holder in saved.seats), *(former.guests for former in saved.former))


def _describe(archive: Archive, id: str, game: str | None, host: str | None, opened: float | None, forgotten: float | None) -> FoundTable:
    [events] = archive.run("SELECT count(*) FROM events WHERE id = ?", (id,)).fetchone()
    known = {"id": id, "game": game or "", "opened": opened or 0.0, "events": events, "host": hash_secret(host) if host else ""}
    try:
        saved = read_saved(read_documents(archive, id))
    except (LookupError, TypeError, ValueError, AttributeError):
        return FoundTable(status="damaged", moderated="", **known)
    seats = [
        {"seat": each.seat, "kind": each.kind, "name": each.name, "guests": sorted(map(hash_secret, each.guests))} for each in saved.seats
    ]
    waiting = any(each.kind == "open" for each in saved.seats) and not saved.turn.ply
    status = "forgotten" if forgotten is not None else "over" if saved.over else "waiting" if waiting else "playing"
    return FoundTable(status=status, moderated=saved.moderated, seats=seats, **known)


def list_guest_ids(archive: Archive) -> set[str]:
    """Return the ids of all guests who ever had a table in their list."""
    return {guest for (guest,) in archive.run("SELECT DISTINCT guest FROM holders").fetchall()}


def _read_seats(archive: Archive) -> Iterator[dict[str, Any]]:
    for (value,) in archive.run("SELECT value FROM docs WHERE name LIKE ? AND id <> ''", ("seat %",)).fetchall():
        try:
            yield json.loads(value)
        except ValueError:
            continue


def _find_at_table(archive: Archive, table: str, place: str, text: str) -> str:
    saved = read_saved(read_documents(archive, table))
    if len(place) == 12:
        return _choose(text, "guest", [guest for guest in list_guest_ids(archive) if public_id(table, guest) == place])
    seats = [holder for holder in saved.seats if str(holder.seat) == place]
    return _choose(text, "guest", sorted(guest for holder in seats for guest in holder.guests))


def _choose(text: str, what: str, found: Iterable[str]) -> str:
    found = sorted(set(found))
    if len(found) == 1:
        return found[0]
    if found:
        raise LookupError(f"{text!r} fits {len(found)} {what}s: {', '.join(map(hash_secret, found[:5]))}; give more letters")
    raise LookupError(f"there is no {what} {text!r}: give its id, or the hash from the log or from `tableronde admin {what}s`")
