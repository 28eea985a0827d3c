"""The keys that sign guests' cookies: as durable as the store, checked, and changed from time to time.

A single node has them in its folder; nodes that share a store have them there.
"""

import json
import secrets
import time
from pathlib import Path
from typing import Final, Protocol

from tableronde.room.store import StoreTrouble
from tableronde.room.store.private_files import replace_private

SIZE: Final = 32  # bytes
MAX_KEYS: Final = 4  # the newest signs, the others are still accepted
FILE: Final = "key"
SPREAD_SECONDS: Final = 180.0  # after which every node knows a new key; until then it verifies but does not sign
Keys = tuple[bytes, ...]


class KeyringPlace(Protocol):
    """A place that stores keys."""

    @property
    def where(self) -> object:
        """The place, for error messages."""

    @property
    def since(self) -> float | None:
        """When keys written now count as written; None on a single node, whose new keys sign at once."""

    def read(self) -> bytes | None:
        """Return the stored data; None if nothing was ever stored."""

    def write(self, data: bytes, first: bool = False) -> None:
        """Replace the data atomically and durably; with `first`, only if there is none."""


class KeyringFile:
    """The keys of a single node, in a file that only its owner may read."""

    since = None

    def __init__(self, folder: Path) -> None:
        self.where = folder / FILE

    def read(self) -> bytes | None:
        """Return the contents of the file."""
        return self.where.read_bytes() if self.where.exists() else None

    def write(self, data: bytes, first: bool = False) -> None:
        """Replace the file by a synced one of the same owner and mode. The folder is locked, so nobody else writes there."""
        replace_private(self.where, data)


def load(place: Path | KeyringPlace, is_new: bool = True) -> Keys:
    """Load the keys of a folder or place, the signing one first; make them if the place is new.

    Raise StoreTrouble if they are damaged or have disappeared.
    """
    keyring = _get_place(place)
    if keyring.read() is None and is_new:
        _save(keyring, _make_keys(), first=True)
    return _order_keys(*_read_saved(keyring))


def rotate(place: Path | KeyringPlace) -> None:
    """Add a new key, which signs as soon as all nodes know it; the latest others are still accepted."""
    keyring = _get_place(place)
    keys, _ = _read_saved(keyring)
    _save(keyring, (*_make_keys(), *keys)[:MAX_KEYS])


def renew(place: Path | KeyringPlace) -> None:
    """Replace all keys by a new one; earlier signatures become invalid."""
    _save(_get_place(place), _make_keys())


def parse(data: bytes) -> Keys:
    """Parse stored keys, the signing one first; none if they are damaged."""
    return _order_keys(*_parse(data))


_LOSS: Final = (
    "so guests cannot be identified: restore a copy, or make a new key with `tableronde store new-key` "
    "(guests then reach their tables only by links)"
)


def _get_place(place: Path | KeyringPlace) -> KeyringPlace:
    return KeyringFile(place) if isinstance(place, Path) else place


def _make_keys() -> Keys:
    return (secrets.token_bytes(SIZE),)


def _save(place: KeyringPlace, keys: Keys, first: bool = False) -> None:
    since = {} if place.since is None else {"since": place.since}
    place.write(json.dumps({"keys": [key.hex() for key in keys], **since}).encode(), first)


def _read_saved(place: KeyringPlace) -> tuple[Keys, float]:
    """Return the keys of a place, the newest first, and their time; raise StoreTrouble if there are none."""
    data = place.read()
    if data is None:
        raise StoreTrouble(f"{place.where} is missing, {_LOSS}")
    keys, since = _parse(data)
    if not keys:
        raise StoreTrouble(f"{place.where} is damaged ({len(data)} bytes), {_LOSS}")
    return keys, since


def _order_keys(keys: Keys, since: float) -> Keys:
    """Put the signing key first: not one that some nodes may not know yet, nor one dated in the future by another clock."""
    return (*keys[1:], keys[0]) if len(keys) > 1 and time.time() - since < SPREAD_SECONDS else keys


def _parse(data: bytes) -> tuple[Keys, float]:
    """Parse keys, the newest first, and their time; none if they are damaged."""
    if len(data) == SIZE and any(data):
        return (data,), 0.0  # version 0.1.0 stored the bare key
    try:
        found = json.loads(data)
        keys, since = tuple(bytes.fromhex(text) for text in found["keys"]), float(found.get("since", 0))
    except (ValueError, KeyError, TypeError, AttributeError):
        return (), 0.0
    return (keys, since) if all(len(key) == SIZE and any(key) for key in keys) else ((), 0.0)
