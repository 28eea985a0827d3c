"""Copies of a store: into another store of either kind, into a plain file, and back. Whatever was copied is compared by its digests.

A file is JSON lines: a head (format, version, how many tables, the store's numbers and keys), a line for each table with its digests,
and an end with the digest of all that. It holds everybody's secrets, as the store does: its owner alone may read it.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from tableronde.room import keys
from tableronde.room.store import StoreTrouble
from tableronde.room.store.care.archive import CHUNK, Archive, Filed
from tableronde.room.store.schema import VERSION, must_be_known

FORMAT: Final = "tableronde-store-1"
Progress = Callable[[int, int], None]


class Head(msgspec.Struct, frozen=True):
    """The first line of a file."""

    format: str
    version: int
    tables: int
    numbers: dict[str, float]
    keys: str


class End(msgspec.Struct, frozen=True):
    """The last line of a file."""

    end: int
    digest: str


def copy(source: Archive, target: Archive, progress: Progress) -> int:
    """All of a store into an empty one, all the way or not at all; how many tables. StoreTrouble if the copy is not the same."""
    with source.snapshot():
        return _fill(target, source.filed(), Head(FORMAT, VERSION, source.count(), source.numbers(), _keys(source)), progress)


def write_file(source: Archive, path: Path, progress: Progress) -> int:
    """All of a store into a file that is not there yet, whole or not at all; how many tables."""
    part = path.with_name(f"{path.name}.part")
    if path.exists():
        raise StoreTrouble(f"{path} is there already: name another file, or move it away")
    try:
        with source.snapshot():
            number = source.count()
            _write_synced(part, _lines(source, number, progress))
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
    """All of a file into an empty store, all the way or not at all; how many tables. StoreTrouble if a line was changed or is missing."""
    whole = hashlib.sha256()
    with path.open("rb") as file:
        lines = _counted(whole, (line.rstrip(b"\n") for line in file))
        head = _head(next(lines, b""), path)
        tables = (_table(line, i, path) for i, line in enumerate(islice(lines, head.tables), 2))
        return _fill(target, tables, head, progress, lambda: _must_end(file.readline(), End(head.tables, whole.hexdigest()), path))


def _fill(target: Archive, tables: Iterable[Filed], head: Head, progress: Progress, at_end: Callable[[], None] = lambda: None) -> int:
    """Fill an empty store, and see that what can be read from it is what was written."""
    digests: dict[str, str] = {}
    with target.changing():
        rest = _shown(tables, head.tables, progress)
        while chunk := list(islice(rest, CHUNK)):
            target.file(chunk)
            digests |= {each.table: each.digest for each in chunk}
        at_end()
        if digests != {each.table: each.digest for each in target.filed()} or len(digests) != head.tables:
            raise StoreTrouble(f"what was written to {target.where} is not what can be read from it: nothing was kept")
        target.note(head.numbers)
        target.put_keys(head.keys.encode())
    return head.tables


def _lines(source: Archive, number: int, progress: Progress) -> Iterator[bytes]:
    whole = hashlib.sha256()
    yield from _counted(whole, [msgspec.json.encode(Head(FORMAT, VERSION, number, source.numbers(), _keys(source)))])
    yield from _counted(whole, (msgspec.json.encode(each) for each in _shown(source.filed(), number, progress)))
    yield msgspec.json.encode(End(number, whole.hexdigest()))


def _keys(source: Archive) -> str:
    """The keys as text: 0.1.0 had bare bytes."""
    keys.load(source.ring, is_new=False)
    data = source.ring.read() or b""
    return json.dumps({"keys": [data.hex()]}) if len(data) == keys.SIZE else data.decode()


def _shown(tables: Iterable[Filed], number: int, progress: Progress) -> Iterator[Filed]:
    for done, each in enumerate(tables, 1):
        yield each
        progress(done, number)


def _counted(whole: "hashlib._Hash", lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        whole.update(line)
        yield line


def _head(line: bytes, path: Path) -> Head:
    try:
        head = msgspec.json.decode(line, type=Head)
    except msgspec.MsgspecError:
        raise StoreTrouble(f"{path} is no file that `tableronde store export` has written") from None
    if head.format != FORMAT:
        raise StoreTrouble(f"{path} is of the format {head.format}, not {FORMAT}")
    must_be_known(head.version, path)
    return head


def _table(line: bytes, number: int, path: Path) -> Filed:
    try:
        filed = msgspec.json.decode(line, type=Filed)
    except msgspec.MsgspecError:
        raise StoreTrouble(f"line {number} of {path} is damaged: nothing was kept") from None
    if filed.signed() != filed:
        raise StoreTrouble(f"line {number} of {path} was changed or damaged: nothing was kept")
    return filed


def _must_end(line: bytes, wanted: End, path: Path) -> None:
    try:
        found = msgspec.json.decode(line, type=End)
    except msgspec.MsgspecError:
        raise StoreTrouble(f"{path} breaks off: its end is missing, and nothing was kept") from None
    if found != wanted:
        raise StoreTrouble(f"{path} is not as it was written: nothing was kept")
