"""A model of a disk after a power cut, given the log of everything that was done to it.

Only synced data is certain. Of the rest any part may be there: nothing, all of it, some of it, or a torn write.
"""

import random
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

HEAD = struct.Struct("<cqqq")
SECTOR = 512


class Deed(NamedTuple):
    """An operation on a file."""

    what: str
    fd: int
    at: int
    data: bytes
    end: int  # the length of the log after it


@dataclass
class Inode:
    """A file's contents, whatever its name."""

    sure: bytearray = field(default_factory=bytearray)
    unsure: list[Deed] = field(default_factory=list)
    began: int = 0  # how many of them preceded the sync in progress


def read(log: bytes) -> list[Deed]:
    """Return the operations of a log, in order."""
    deeds, at = [], 0
    while at + HEAD.size <= len(log):
        what, fd, offset, size = HEAD.unpack_from(log, at)
        has_data = what in b"OWRU"
        data = log[at + HEAD.size : at + HEAD.size + size] if has_data else b""
        at += HEAD.size + (size if has_data else 0)
        deeds.append(Deed(what.decode(), fd, offset, data, at))
    return deeds


class Disk:
    """Files by name: their certain contents, and the operations that may be lost."""

    def __init__(self, folder: str, lies: str = "") -> None:
        self.lies = lies  # files whose name contains this are never really synced
        self.folder = folder.rstrip("/")
        self.names: dict[str, Inode] = {}  # as running programs see them
        self.sure: dict[str, Inode] = {}  # as they are after a power cut
        self.fds: dict[int, Inode | None] = {}  # None: the folder itself

    def do(self, deed: Deed) -> None:
        """Apply an operation."""
        match deed.what:
            case "O":
                path = deed.data.decode()
                self.fds[deed.fd] = None if path.rstrip("/") == self.folder else self.names.setdefault(path, Inode())
            case "C":
                self.fds.pop(deed.fd, None)
            case "R":
                old, new = deed.data.decode().split("\0")
                self.names[new] = self.names.pop(old)
            case "U":
                self.names.pop(deed.data.decode(), None)
            case "B" | "S":
                inode = self.fds[deed.fd]
                if not (self.lies and any(self.lies in name for name, known in self.names.items() if known is inode)):
                    self._sync(inode, deed.what == "S")
            case _:
                inode = self.fds[deed.fd]
                assert inode is not None
                inode.unsure.append(deed)

    def _sync(self, inode: Inode | None, done: bool) -> None:
        if inode is None:
            self.sure = dict(self.names)
        elif not done:
            inode.began = len(inode.unsure)
        else:
            for deed in inode.unsure[: inode.began]:
                _apply(inode.sure, deed)
            del inode.unsure[: inode.began]
            inode.began = 0

    def cut(self, folder: Path, kind: str, rng: random.Random) -> None:
        """Write the files as they are after the power cut."""
        names = self.names if kind == "all" or (kind != "nothing" and rng.random() < 0.5) else self.sure
        for path, inode in names.items():
            if path.endswith("-shm"):
                continue  # memory, not disk
            contents = bytearray(inode.sure)
            for deed in inode.unsure:
                if kind == "all" or (kind in ("some", "torn") and rng.random() < 0.5):
                    _apply(contents, _torn(deed, rng) if kind == "torn" else deed)
            (folder / Path(path).name).write_bytes(contents)


def _apply(contents: bytearray, deed: Deed) -> None:
    if deed.what == "T":
        del contents[deed.at :]
        contents.extend(bytes(deed.at - len(contents)))
    else:
        contents.extend(bytes(max(0, deed.at - len(contents))))
        contents[deed.at : deed.at + len(deed.data)] = deed.data


def _torn(deed: Deed, rng: random.Random) -> Deed:
    """Keep only the first sectors of a write."""
    sectors = max(1, len(deed.data) // SECTOR)
    return deed._replace(data=deed.data[: SECTOR * rng.randint(1, sectors)]) if deed.what == "W" else deed
