"""The lock of a folder: one room at a time. The system releases it when its holder dies, however it dies."""

import fcntl
import json
import os
import socket
import time
from pathlib import Path

from tableronde.room.store import StoreTrouble
from tableronde.room.store.private_files import open_private


class Lock:
    """The right to use a folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "lock"
        self.handle = open_private(self.path, os.O_RDWR)
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = self._describe_holder()
            os.close(self.handle)
            raise StoreTrouble(
                f"another room uses {folder} already ({holder}): close it first, or choose another folder with --data"
            ) from None
        self._write_holder()

    def release(self) -> None:
        """Release the folder."""
        os.close(self.handle)

    def _write_holder(self) -> None:
        who = {"process": os.getpid(), "machine": socket.gethostname(), "since": time.strftime("%Y-%m-%d %H:%M:%S")}
        os.ftruncate(self.handle, 0)
        os.pwrite(self.handle, json.dumps(who).encode(), 0)

    def _describe_holder(self) -> str:
        try:
            who = json.loads(os.pread(self.handle, 1000, 0))
            return f"process {who['process']} on {who['machine']}, since {who['since']}"
        except (ValueError, KeyError, TypeError):
            return "an unknown process"
