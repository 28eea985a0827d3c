"""Older copies of a store: what was erased from the room is erased there too, when the next copy is made."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from tableronde.room.administration.finding import list_guest_ids
from tableronde.room.administration.guest_acts import erase_guest_within
from tableronde.room.administration.ledger import Ledger, Transaction
from tableronde.room.administration.policy import hash_guest
from tableronde.room.administration.table_acts import erase_within
from tableronde.room.store import StoreTrouble
from tableronde.room.store.maintenance.archives import SqliteArchive, open_archive

BY: Final = "tableronde"


def read_erasures(place: str) -> list[tuple[str, float]]:
    """Return the hashes of what was erased from a store, and when; nothing from one of an older version."""
    with closing(open_archive(place, reading=True)) as archive:
        return list(Ledger(archive, BY).list_erasures())


def clean_copy(folder: Path, erasures: Sequence[tuple[str, float]]) -> int:
    """Erase in a copy what was erased from the room since; return how many tables and guests that were.

    Raise StoreTrouble for a copy of another version: such a copy has to be deleted instead.
    """
    with closing(open_archive(str(folder))) as archive:
        if not isinstance(archive, SqliteArchive):
            raise StoreTrouble(f"{folder} is not a folder")
        ledger = Ledger(archive, BY)
        known = {digest for digest, _ in ledger.list_erasures()}
        missing = {digest for digest, _ in erasures} - known
        if not missing:
            return 0
        archive.run("PRAGMA secure_delete=ON")
        with ledger.acting("clean_copy", folder.name) as act:
            found = _erase(act, missing)
            act.details |= {"erased": found}
        _compact(archive.db)
        return found


def _erase(act: Transaction, hashes: set[str]) -> int:
    tables = [id for (id,) in act.archive.run("SELECT id FROM tables").fetchall() if hash_guest(id) in hashes]
    for table in tables:
        erase_within(act, table)
    guests = [guest for guest in list_guest_ids(act.archive) if hash_guest(guest) in hashes]
    for guest in guests:
        erase_guest_within(act, guest)
    for digest in hashes - {*map(hash_guest, tables), *map(hash_guest, guests)}:
        act.note_erased(digest)  # it was not there
    return len(tables) + len(guests)


def _compact(db: sqlite3.Connection) -> None:
    """Write the file again, so that nothing of what was erased is left in it."""
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
