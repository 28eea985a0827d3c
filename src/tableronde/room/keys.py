"""The room's keys, with which guests' cookies are signed: as durable as the store, checked, and changed from time to time.

A room alone has them in its folder; nodes that share a store have them there.
"""

import json
import os
import secrets
import time
from pathlib import Path
from typing import Final, Protocol

from tableronde.room.store import StoreTrouble

SIZE: Final = 32  # bytes
KEPT: Final = 4  # keys: the newest signs, the others are still read
NAME: Final = "key"
SPREAD: Final = 180.0  # seconds after which every node knows a new key: until then it is read, and signs nothing
Keys = tuple[bytes, ...]


class Ring(Protocol):
    """Where keys are kept."""

    @property
    def where(self) -> object:
        """How people call the place."""

    @property
    def since(self) -> float | None:
        """When keys written now were written; None where nobody else reads them, so that they sign at once."""

    def read(self) -> bytes | None:
        """What is kept; None if there has never been anything."""

    def write(self, data: bytes, first: bool = False) -> None:
        """Replace it: all of it or nothing, and safe before anything is signed. With `first` nothing that is there already."""


class Folder:
    """The keys of a room alone, in a file that its owner alone may read."""

    since = None

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.where = folder / NAME

    def read(self) -> bytes | None:
        """The file."""
        return self.where.read_bytes() if self.where.exists() else None

    def write(self, data: bytes, first: bool = False) -> None:
        """Another file, synced, in its place. Nobody else writes there while the folder is locked."""
        fresh = self._folder / f"{NAME}.new"
        fresh.unlink(missing_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
        fresh.rename(self.where)
        _sync(self._folder)


def load(place: Path | Ring, is_new: bool = True) -> Keys:
    """The keys of a folder or ring, the one that signs first; made on the first day. StoreTrouble if they are damaged, or gone since."""
    ring = _ring(place)
    if ring.read() is None and is_new:
        _save(ring, _fresh(), first=True)
    return _in_use(*_kept(ring))


def rotate(place: Path | Ring) -> None:
    """A new key signs from now on, or as soon as all nodes know it; the latest others are still read."""
    ring = _ring(place)
    keys, _ = _kept(ring)
    _save(ring, (*_fresh(), *keys)[:KEPT])


def renew(place: Path | Ring) -> None:
    """A new key alone: whatever was signed before is worth nothing any more."""
    _save(_ring(place), _fresh())


def parse(data: bytes) -> Keys:
    """Keys as they are kept, the one that signs first; none if they are damaged."""
    return _in_use(*_read(data))


_LOSS: Final = (
    "and with it who the guests are: put back a copy, or begin anew with `tableronde store new-key` "
    "(guests then find their tables by their links alone)"
)


def _ring(place: Path | Ring) -> Ring:
    return Folder(place) if isinstance(place, Path) else place


def _fresh() -> Keys:
    return (secrets.token_bytes(SIZE),)


def _save(ring: Ring, keys: Keys, first: bool = False) -> None:
    since = {} if ring.since is None else {"since": ring.since}
    ring.write(json.dumps({"keys": [key.hex() for key in keys], **since}).encode(), first)


def _kept(ring: Ring) -> tuple[Keys, float]:
    """The keys of a ring, the newest first, and since when; StoreTrouble if there are none."""
    data = ring.read()
    if data is None:
        raise StoreTrouble(f"{ring.where} is missing, {_LOSS}")
    keys, since = _read(data)
    if not keys:
        raise StoreTrouble(f"{ring.where} is damaged ({len(data)} bytes), {_LOSS}")
    return keys, since


def _in_use(keys: Keys, since: float) -> Keys:
    """The one that signs first: not one that some nodes may not know yet, nor one made by a clock that is ahead of this one."""
    return (*keys[1:], keys[0]) if len(keys) > 1 and time.time() - since < SPREAD else keys


def _read(data: bytes) -> tuple[Keys, float]:
    """The keys, the newest first, and since when; none if they are damaged."""
    if len(data) == SIZE and any(data):
        return (data,), 0.0  # the bare key is how 0.1.0 wrote it
    try:
        found = json.loads(data)
        keys, since = tuple(bytes.fromhex(text) for text in found["keys"]), float(found.get("since", 0))
    except (ValueError, KeyError, TypeError, AttributeError):
        return (), 0.0
    return (keys, since) if all(len(key) == SIZE and any(key) for key in keys) else ((), 0.0)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
