"""Seals: authenticated encryption of messages under keys that are derived from the room's keyring.

The cipher is XChaCha20-Poly1305 of PyNaCl, with a random nonce for each message. What a message is about, such as its subject, is
authenticated with it, so that it cannot be passed off as another one. Nodes have a key of their own; that of the workers opens tasks and
seals answers, and nothing else.
"""

import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from nacl.exceptions import CryptoError
from nacl.secret import Aead

from tableronde.room.people.keyring import MAX_KEYS, SIZE, Keys

MARK: Final = 0xC1  # the first byte of a sealed message; no message that is not sealed begins with it
PROTOCOL: Final = 1  # the number of the protocol of sealed messages, in their second byte
ID_BYTES: Final = 4  # of the key, so that the right one is tried
HEADER_BYTES: Final = 2 + ID_BYTES
RELOAD_SECONDS: Final = 1.0  # between two looks into a file of keys
Purpose = Literal["nodes", "workers"]


class NotSealed(Exception):
    """Raised for a message that no key of the room has sealed, or not for this purpose."""


class OtherProtocol(NotSealed):
    """Raised for a message of another version of the protocol."""

    def __init__(self, number: int) -> None:
        super().__init__(f"its protocol is {number}, not {PROTOCOL}")
        self.number = number


class Seal:
    """Seals messages with the first of some keys, and opens those sealed with any of them. `read_keys` returns the current ones."""

    def __init__(self, read_keys: Callable[[], Keys]) -> None:
        self._read_keys = read_keys
        self._keys: Keys = ()
        self._boxes: dict[bytes, Aead] = {}  # by the id of the key, the sealing one first

    def seal(self, data: bytes, about: bytes) -> bytes:
        """Return a sealed message."""
        self._take_keys()
        id, box = next(iter(self._boxes.items()))
        return bytes((MARK, PROTOCOL)) + id + box.encrypt(data, about)

    def open(self, message: bytes, about: bytes) -> bytes:
        """Return what a message says; raise NotSealed if it is not authentic."""
        if len(message) < HEADER_BYTES or not is_sealed(message):
            raise NotSealed("it is not sealed")
        if message[1] != PROTOCOL:
            raise OtherProtocol(message[1])
        self._take_keys()
        box = self._boxes.get(message[2:HEADER_BYTES])
        if box is None:
            raise NotSealed("no key of this room has sealed it")
        try:
            return box.decrypt(message[HEADER_BYTES:], about)
        except (CryptoError, ValueError):
            raise NotSealed("it was changed, or sealed for another purpose") from None

    def _take_keys(self) -> None:
        keys = self._read_keys()
        if keys is not self._keys:
            self._keys, self._boxes = keys, {_identify(key): Aead(key) for key in keys}


def derive_keys(keys: Keys, purpose: Purpose) -> Keys:
    """Derive the keys of a purpose from the room's keys, in the same order."""
    return tuple(hashlib.blake2b(key=key, person=purpose.encode(), salt=b"tableronde bus", digest_size=SIZE).digest() for key in keys)


def is_sealed(message: bytes) -> bool:
    """Return whether a message looks sealed."""
    return message[:1] == bytes((MARK,))


class DerivedKeys:
    """The keys of a purpose, derived again when the room's keys change."""

    def __init__(self, read_room_keys: Callable[[], Keys], purpose: Purpose) -> None:
        self._read_room_keys, self._purpose = read_room_keys, purpose
        self._room_keys: Keys = ()
        self._keys: Keys = ()

    def __call__(self) -> Keys:
        """Return the current keys."""
        current = self._read_room_keys()
        if current is not self._room_keys:
            self._room_keys, self._keys = current, derive_keys(current, self._purpose)
        return self._keys


class KeyFile:
    """The keys of a worker process, in the file that `tableronde store worker-key` writes; read again when it has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._keys = read_key_file(path)
        self._stamp = path.stat().st_mtime_ns
        self._looked = time.monotonic()

    def __call__(self) -> Keys:
        """Return the current keys; the last valid ones if the file cannot be read."""
        if time.monotonic() - self._looked >= RELOAD_SECONDS:
            self._looked = time.monotonic()
            self._reload()
        return self._keys

    def _reload(self) -> None:
        try:
            stamp = self.path.stat().st_mtime_ns
            if stamp != self._stamp:
                self._keys, self._stamp = read_key_file(self.path), stamp
        except (OSError, ValueError):
            return


def read_key_file(path: Path) -> Keys:
    """Read the keys of a file; raise ValueError with a sentence if it holds none, OSError if it cannot be read."""
    lines = path.read_text(encoding="ascii", errors="replace").split()
    try:
        keys = tuple(bytes.fromhex(line) for line in lines)
    except ValueError:
        keys = ()
    if not 0 < len(keys) <= MAX_KEYS or any(len(key) != SIZE for key in keys):
        raise ValueError(f"{path} holds no keys of workers: write it with `tableronde store worker-key`")
    return keys


def write_key_file(path: Path, keys: Keys) -> None:
    """Write keys into a file that only its owner may read, in one step, so that nobody reads half of them."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write("".join(f"{key.hex()}\n" for key in keys))
    fresh.replace(path)


def _identify(key: bytes) -> bytes:
    return hashlib.blake2b(key, person=b"key id", digest_size=ID_BYTES).digest()
