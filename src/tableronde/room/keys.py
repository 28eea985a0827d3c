"""The room's keys, with which guests' cookies are signed: as durable as the store, checked, and changed from time to time."""

import json
import os
import secrets
from pathlib import Path
from typing import Final

from tableronde.room.store import StoreTrouble

SIZE: Final = 32  # bytes
KEPT: Final = 4  # keys: the newest signs, the others are still read
NAME: Final = "key"
Keys = tuple[bytes, ...]


def load(folder: Path, is_new: bool = True) -> Keys:
    """The keys of a data folder, the newest first; made on the first day. StoreTrouble if they are damaged, or gone since."""
    path = folder / NAME
    if not path.exists():
        if not is_new:
            raise StoreTrouble(
                f"{path} is missing, and with it who the guests are: put back a copy, or begin anew with `tableronde store new-key` "
                "(guests then find their tables by their links alone)"
            )
        save(folder, (secrets.token_bytes(SIZE),))
    return _read(path)


def save(folder: Path, keys: Keys) -> None:
    """Replace the keys: all of it or nothing, and on the disk before anything is signed."""
    fresh = folder / f"{NAME}.new"
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump({"keys": [key.hex() for key in keys]}, file)
        file.flush()
        os.fsync(handle)
    fresh.rename(folder / NAME)
    _sync(folder)


def rotate(folder: Path) -> None:
    """A new key signs from now on; the latest others are still read."""
    save(folder, (secrets.token_bytes(SIZE), *load(folder))[:KEPT])


def renew(folder: Path) -> None:
    """A new key alone: whatever was signed before is worth nothing any more."""
    save(folder, (secrets.token_bytes(SIZE),))


def _read(path: Path) -> Keys:
    data = path.read_bytes()
    keys = (data,) if len(data) == SIZE else _parse(data)  # the bare key is how 0.1.0 wrote it
    if not keys or any(len(key) != SIZE or not any(key) for key in keys):
        raise StoreTrouble(
            f"{path} is damaged ({len(data)} bytes), and with it who the guests are: put back a copy, or begin anew with "
            "`tableronde store new-key` (guests then find their tables by their links alone)"
        )
    return keys


def _parse(data: bytes) -> Keys:
    try:
        return tuple(bytes.fromhex(text) for text in json.loads(data)["keys"])
    except (ValueError, KeyError, TypeError):
        return ()


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
