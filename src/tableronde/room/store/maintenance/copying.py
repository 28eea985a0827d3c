"""Copies of a store: into another store of either kind, into a plain file, and back. All copies are verified by digests.

A file is JSON lines: a header (format, version, number of tables, the store's numbers and keys), a line for each table with its digests,
and an end with the digest of all lines. Like the store it contains secrets: only its owner may read it.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from tableronde.room.people import keyring
from tableronde.room.store import StoreTrouble
from tableronde.room.store.maintenance.archive import CHUNK, Archive, ArchivedTable
from tableronde.room.store.schema import VERSION, check_version

FORMAT: Final = "tableronde-store-1"
Progress = Callable[[int, int], None]


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line of a file."""

    format: str
    version: int
    tables: int
    numbers: dict[str, float]
    keys: str
    documents: dict[str, str] = {}  # of the store itself: what the operator has decided and done


class End(msgspec.Struct, frozen=True):
    """The last line of a file."""

    end: int
    digest: str


def copy(source: Archive, target: Archive, progress: Progress) -> int:
    """Copy a store into an empty one, completely or not at all; return the number of tables. Raise StoreTrouble if the copy differs."""
    with source.snapshot():
        return _fill(target, source.read_tables(), _make_head(source, source.count()), progress)


def write_file(source: Archive, path: Path, progress: Progress) -> int:
    """Write a store to a new file, completely or not at all; return the number of tables."""
    part = path.with_name(f"{path.name}.part")
    if path.exists():
        raise StoreTrouble(f"{path} exists already: choose another file or move it away")
    try:
        with source.snapshot():
            number = source.count()
            _write_synced(part, _write_lines(source, number, progress))
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return number


def _write_synced(path: Path, lines: Iterable[bytes]) -> None:
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.writelines(line + b"\n" for line in lines)
        file.flush()
        os.fsync(handle)


def read_file(path: Path, target: Archive, progress: Progress) -> int:
    """Read a file into an empty store, completely or not at all; return the number of tables.

    Raise StoreTrouble if a line was changed or is missing.
    """
    whole = hashlib.sha256()
    with path.open("rb") as file:
        lines = _hash_lines(whole, (line.rstrip(b"\n") for line in file))
        head = _read_head(next(lines, b""), path)
        tables = (_read_table(line, i, path) for i, line in enumerate(islice(lines, head.tables), 2))
        return _fill(target, tables, head, progress, lambda: _check_end(file.readline(), End(head.tables, whole.hexdigest()), path))


def _fill(
    target: Archive, tables: Iterable[ArchivedTable], head: Head, progress: Progress, at_end: Callable[[], None] = lambda: None
) -> int:
    """Fill an empty store, and check that it reads back what was written."""
    digests: dict[str, str] = {}
    with target.changing():
        rest = _show_progress(tables, head.tables, progress)
        while chunk := list(islice(rest, CHUNK)):
            target.write_tables(chunk)
            digests |= {each.table: each.digest for each in chunk}
        at_end()
        if digests != {each.table: each.digest for each in target.read_tables()} or len(digests) != head.tables:
            raise StoreTrouble(f"{target.where} does not read back what was written: nothing was stored")
        target.write_numbers(head.numbers)
        target.put_keys(head.keys.encode())
        for name, value in head.documents.items():
            target.put_document("", name, value)
    return head.tables


def _write_lines(source: Archive, number: int, progress: Progress) -> Iterator[bytes]:
    whole = hashlib.sha256()
    yield from _hash_lines(whole, [msgspec.json.encode(_make_head(source, number))])
    yield from _hash_lines(whole, (msgspec.json.encode(each) for each in _show_progress(source.read_tables(), number, progress)))
    yield msgspec.json.encode(End(number, whole.hexdigest()))


def _make_head(source: Archive, number: int) -> Head:
    return Head(FORMAT, VERSION, number, source.read_numbers(), _read_keys(source), source.read_own_documents())


def _read_keys(source: Archive) -> str:
    """Return the keys as text; version 0.1.0 stored bare bytes."""
    keyring.load(source.keyring, is_new=False)
    data = source.keyring.read() or b""
    return json.dumps({"keys": [data.hex()]}) if len(data) == keyring.SIZE else data.decode()


def _show_progress(tables: Iterable[ArchivedTable], number: int, progress: Progress) -> Iterator[ArchivedTable]:
    for done, each in enumerate(tables, 1):
        yield each
        progress(done, number)


def _hash_lines(whole: "hashlib._Hash", lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        whole.update(line)
        yield line


def _read_head(line: bytes, path: Path) -> Head:
    try:
        head = msgspec.json.decode(line, type=Head)
    except msgspec.MsgspecError:
        raise StoreTrouble(f"{path} was not written by `tableronde store export`") from None
    if head.format != FORMAT:
        raise StoreTrouble(f"{path} has the format {head.format}, not {FORMAT}")
    check_version(head.version, path)
    return head


def _read_table(line: bytes, number: int, path: Path) -> ArchivedTable:
    try:
        table = msgspec.json.decode(line, type=ArchivedTable)
    except msgspec.MsgspecError:
        raise StoreTrouble(f"line {number} of {path} is damaged: nothing was stored") from None
    if table.with_digests() != table:
        raise StoreTrouble(f"line {number} of {path} was changed or damaged: nothing was stored")
    return table


def _check_end(line: bytes, wanted: End, path: Path) -> None:
    try:
        found = msgspec.json.decode(line, type=End)
    except msgspec.MsgspecError:
        raise StoreTrouble(f"{path} is incomplete: nothing was stored") from None
    if found != wanted:
        raise StoreTrouble(f"{path} was changed: nothing was stored")
