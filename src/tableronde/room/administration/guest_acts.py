"""Acts on one guest: erase them, so that finished games of others stay whole, or export what is theirs."""

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random, SystemRandom
from typing import Any, Final

from tableronde.game import Event, read_actor
from tableronde.room.administration.finding import list_people, read_documents
from tableronde.room.administration.ledger import Ledger, Transaction
from tableronde.room.administration.policy import hash_guest
from tableronde.room.administration.table_acts import erase_within
from tableronde.room.base.logs import hash_secret
from tableronde.room.people.tokens import new_token
from tableronde.room.saved.saved import CHAT, FormerHolder, Saved, changed_documents, read_record, read_saved
from tableronde.room.saved.seat_holders import FORMER_PLAYER, SeatHolder, public_id
from tableronde.room.store.maintenance.archive import Archive
from tableronde.text import Text

LUCK: Final = SystemRandom()
GONE: Final = Text("(message effacé)", "(message erased)")
FORMAT: Final = "tableronde-guest-1"


def erase_guest(ledger: Ledger, guest: str) -> dict[str, int]:
    """Erase everything of a guest; return how many tables were erased, and at how many others they became a former player.

    Tables where nobody else ever sat are erased. At the others, their seat is a former player's once the game is over, and open again
    before; their name, chat, notes and link are gone. Records of games keep their moves, so that they stay whole for the others.
    """
    with ledger.acting("erase_guest", hash_secret(guest)) as act:
        return erase_guest_within(act, guest)


def erase_guest_within(act: Transaction, guest: str) -> dict[str, int]:
    """Erase a guest as a part of an act; return the same."""
    tables = _list_tables(act.archive, guest)
    erased = [table for table in tables if _erase_at_table(act, table, guest)]
    act.archive.run("DELETE FROM holders WHERE guest = ?", (guest,))
    act.archive.forget_allowances(guest)
    act.note_erased(hash_guest(guest))
    counted = {"erased_tables": len(erased), "changed_tables": len(tables) - len(erased)}
    act.details |= counted
    return counted


def export_guest(ledger: Ledger, guest: str) -> dict[str, Any]:
    """Return everything that is stored of a guest, and nothing of others but the moves of shared games."""
    archive = ledger.archive
    with archive.snapshot():
        tables = [_export_table(archive, table, guest) for table in _list_tables(archive, guest)]
    with ledger.acting("export_guest", hash_secret(guest), tables=len(tables)):
        return {"format": FORMAT, "guest": guest, "exported": ledger.clock(), "tables": tables}


def _list_tables(archive: Archive, guest: str) -> list[str]:
    """Return the tables in a guest's list, and those they left for good or were removed from."""
    listed = archive.run("SELECT id FROM holders WHERE guest = ?", (guest,)).fetchall()
    query = "SELECT id, value FROM docs WHERE id <> '' AND value LIKE ? AND name NOT LIKE ?"
    named = archive.run(query, (f"%{guest}%", f"{CHAT} %")).fetchall()
    return sorted({id for (id,) in listed} | {id for id, value in named if json.dumps(guest) in value})


def _erase_at_table(act: Transaction, table: str, guest: str) -> bool:
    """Erase a guest at one table; return whether the whole table is gone."""
    act.fence(table)
    saved = read_saved(read_documents(act.archive, table))
    if list_people(table, saved) <= {guest}:
        erase_within(act, table)
        return True
    clean = _without_guest(saved, guest, LUCK)
    documents = {name: json.dumps(value, ensure_ascii=False) for name, value in changed_documents(saved, clean).items()}
    documents |= _clean_chat(act.archive, table, guest, _list_names(saved, guest))
    for name, value in documents.items():
        act.archive.put_document(table, name, value)
    act.archive.run("UPDATE tables SET host = ? WHERE id = ? AND host = ?", (clean.host, table, guest))
    return False


def _without_guest(saved: Saved, guest: str, rng: Random) -> Saved:
    """Return what is saved of a table without a guest."""
    is_over = saved.over is not None
    lost = {holder.seat for holder in saved.seats if guest in holder.guests and holder.guests <= {guest}}
    seats = tuple(_without_holder(holder, guest, is_over, rng) if guest in holder.guests else holder for holder in saved.seats)
    header = replace(saved.header, host=new_token(rng)) if saved.host == guest else saved.header  # nobody's, as nobody is the host
    return replace(
        saved,
        header=header,
        seats=seats,
        notes=tuple({} if seat in lost and notes else notes for seat, notes in enumerate(saved.notes)),
        away=saved.away - {guest},
        removed=saved.removed - {guest},
        former=tuple(_without_former(each, guest) for each in saved.former),
    )


def _without_holder(holder: SeatHolder, guest: str, is_over: bool, rng: Random) -> SeatHolder:
    """Return a seat without a guest. Other devices there belong to the same person; they keep the seat, without its name."""
    rest = holder.without(guest)
    if rest.guests:
        return replace(rest, name="")
    if holder.kind == "open":
        return rest
    return holder.erase(rng) if is_over or holder.kind == "bot" else holder.left(rng)


def _without_former(former: FormerHolder, guest: str) -> FormerHolder:
    if guest not in former.guests:
        return former
    return replace(former, name="", guests=former.guests - {guest})


def _list_names(saved: Saved, guest: str) -> list[str]:
    """Return the names that a guest had at a table, the longest first."""
    held = [holder.name for holder in saved.seats if guest in holder.guests]
    former = [each.name for each in saved.former if guest in each.guests]
    return sorted({name for name in (*held, *former) if name}, key=lambda name: (-len(name), name))


def _clean_chat(archive: Archive, table: str, guest: str, names: Sequence[str]) -> dict[str, str]:
    """Return the lines of chat that change: what the guest said is gone, and lines of the room itself no longer name them."""
    mine, changed = public_id(table, guest), dict[str, str]()
    rows = archive.run("SELECT name, value FROM docs WHERE id = ? AND name LIKE ?", (table, f"{CHAT} %")).fetchall()
    for name, value in rows:
        line = json.loads(value)
        if line["who"] == mine:
            line |= {"who": "", "name": FORMER_PLAYER.en, "fr": GONE.fr, "en": GONE.en}
        elif not line["who"]:
            line |= {"fr": _rename(line["fr"], names, FORMER_PLAYER.fr), "en": _rename(line["en"], names, FORMER_PLAYER.en)}
        text = json.dumps(line, ensure_ascii=False)
        if json.loads(value) != line:
            changed[name] = text
    return changed


def _rename(text: str, names: Sequence[str], to: str) -> str:
    for name in names:
        text = text.replace(name, to)
    return text


def _export_table(archive: Archive, table: str, guest: str) -> dict[str, Any]:
    """Return what is stored of a guest at one table."""
    documents = read_documents(archive, table)
    saved, mine = read_saved(documents), public_id(table, guest)
    seats = [holder for holder in saved.seats if guest in holder.guests]
    events = archive.run("SELECT seq, actor, action, at FROM events WHERE id = ? ORDER BY seq", (table,)).fetchall()
    own = {str(holder.seat) for holder in seats}
    chat = [value for name, value in sorted(documents.items()) if name.startswith(f"{CHAT} ") and value["who"] == mine]
    return {
        "table": table,
        "game": saved.header.record["game"],
        "opened": saved.header.opened,
        "host": saved.host == guest,
        "hidden": guest in saved.away,
        "removed": guest in saved.removed,
        "seats": [{"seat": holder.seat, "name": holder.name} for holder in seats],
        "earlier_seats": [{"seat": each.seat, "name": each.name} for each in saved.former if guest in each.guests],
        "actions": [{"at": at, "place": seq, "action": action} for seq, actor, action, at in events if actor in own],
        "chat": [{"at": line["at"], "text": line["fr"]} for line in chat],
        "notes": [dict(saved.notes[holder.seat]) for holder in seats if saved.notes[holder.seat]],
        "record": _export_record(archive, table, saved),
    }


def _export_record(archive: Archive, table: str, saved: Saved) -> Any:
    """Return the record of a finished game; during the game it would reveal the secrets of others."""
    if saved.over is None:
        return None
    rows = archive.run("SELECT actor, action FROM events WHERE id = ? ORDER BY seq", (table,)).fetchall()
    return read_record(saved, (Event(read_actor(actor), action) for actor, action in rows)).json()
