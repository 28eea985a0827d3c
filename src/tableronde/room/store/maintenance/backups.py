"""Backups: complete copies of a store, from which a room can be opened; by date, and only the latest of them."""

import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tableronde.room.administration.copies import clean_copy, read_erasures
from tableronde.room.people.keyring import FILE as KEY_FILE
from tableronde.room.store import StoreTrouble
from tableronde.room.store.maintenance.archive import Archive
from tableronde.room.store.maintenance.archives import SqliteArchive, connect_sqlite, make_archive, open_archive
from tableronde.room.store.maintenance.copying import copy
from tableronde.room.store.open_store import FILE
from tableronde.room.store.private_files import make_private_folder, open_private, sync_folder
from tableronde.room.store.schema import VERSION
from tableronde.room.store.sqlite.older import copy_file

_DATED: Final = re.compile(r"room-\d{4}-\d{2}-\d{2}T\d{6}Z")
Progress = Callable[[int, int], None]


def back_up(place: str, folder: Path, progress: Progress) -> int:
    """Copy a store into an empty or new folder and compare the copy; return the number of tables. An older store keeps its version."""
    if folder.exists() and any(folder.iterdir()):
        raise StoreTrouble(f"{folder} is not empty: choose another folder, move it away, or keep several copies there with --keep N")
    with closing(open_archive(place, reading=True)) as source:
        if isinstance(source, SqliteArchive) and source.version < VERSION:
            return _copy_older(source, folder)
        with closing(make_archive(str(folder))) as target:
            return copy(source, target, progress)


def back_up_dated(place: str, folder: Path, keep: int, progress: Progress) -> tuple[Path, int, list[Path]]:
    """Copy a store into a new folder named after the time; then delete all such folders but the latest.

    Return the new folder, the number of tables, and what was deleted. Nothing is deleted if the copy fails. What was erased from the room
    is erased from the copies that stay; one of another version is deleted instead.
    """
    make_private_folder(folder, tuple(found.name for found in list_backups(folder)) if folder.is_dir() else ())
    fresh = folder / f"room-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}"
    with _named_when_whole(fresh) as part:
        number = back_up(place, part, progress)
    old = list_backups(folder)[:-keep]
    old += _clean_copies([each for each in list_backups(folder) if each not in (*old, fresh)], read_erasures(place))
    for each in old:
        shutil.rmtree(each)
    return fresh, number, old


def _clean_copies(copies: Sequence[Path], erasures: Sequence[tuple[str, float]]) -> list[Path]:
    """Erase from copies what was erased from the room; return those of another version, where that is impossible."""
    unclean: list[Path] = []
    for each in copies if erasures else ():
        try:
            clean_copy(each, erasures)
        except StoreTrouble:
            unclean.append(each)
    return unclean


def list_backups(folder: Path) -> list[Path]:
    """Return the dated backups in a folder, the oldest first."""
    return sorted(found for found in folder.iterdir() if _DATED.fullmatch(found.name) and (found / FILE).is_file())


@contextmanager
def _named_when_whole(folder: Path) -> Iterator[Path]:
    """Fill a folder under another name, so that nobody takes half a copy for a whole one."""
    part = folder.with_name(f"{folder.name}.part")
    try:
        yield part
        part.rename(folder)
        sync_folder(folder.parent)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _copy_older(source: SqliteArchive, folder: Path) -> int:
    """Copy an older store and its keys as they are, so that the Table Ronde that wrote it can open the copy."""
    make_private_folder(folder)
    with closing(connect_sqlite(source.folder / FILE)) as db:
        copy_file(db, folder / FILE)
    handle = open_private(folder / KEY_FILE, os.O_WRONLY)
    with os.fdopen(handle, "wb") as file:
        file.write(source.keyring.read() or b"")
        file.flush()
        os.fsync(handle)
    with closing(open_archive(str(folder), reading=True)) as copied:
        if copied.find_faults() or _list_digests(copied) != _list_digests(source):
            raise StoreTrouble(f"{folder} does not read back what was written, or the room was used meanwhile: delete it and try again")
        return copied.count()


def _list_digests(archive: Archive) -> dict[str, str]:
    with archive.snapshot():
        return {each.table: each.digest for each in archive.read_tables()}
