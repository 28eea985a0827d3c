"""What a machine has besides its programs: a clock that can be set, and a disk that can be full."""

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tableronde.room.store.postgres.postgres_server import Server as Postgres

COMPILER = shutil.which("cc")
MISSING_COMPILER = "A CLOCK THAT CAN BE SET needs a C compiler: apt-get install gcc libc6-dev"
MISSING_MOUNT = "A DISK THAT CAN BE FULL needs root and the right to mount a tmpfs"
DISK_MEGABYTES = 160
SMALL_LOG = ("max_wal_size=48MB", "min_wal_size=32MB")  # so that the disk need not be large
PIECE = bytes(65536)


class Clock:
    """The wall clock of one node. The clocks that nobody can set run on, as when an operator sets the time."""

    def __init__(self, folder: Path) -> None:
        assert COMPILER is not None, MISSING_COMPILER
        self._library, self._file = folder / "clock.so", folder / "clock"
        source = str(Path(__file__).with_name("clock.c"))
        subprocess.run([COMPILER, "-shared", "-fPIC", "-O2", "-o", str(self._library), source], check=True)
        self.set(0)

    def set(self, seconds: int) -> None:
        """Set it later than it is by this number of seconds, or earlier if it is negative."""
        fresh = self._file.with_suffix(".new")
        fresh.write_text(str(seconds))
        fresh.replace(self._file)

    @property
    def environment(self) -> Mapping[str, str]:
        """What a program needs to read this clock."""
        return {"LD_PRELOAD": str(self._library), "CLOCK_FILE": str(self._file)}


class Disk:
    """A small disk in memory, with a file that fills it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Leave not a single block free."""
        with self._ballast.open("wb", buffering=0) as file:
            try:
                while file.write(PIECE) == len(PIECE):
                    pass
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise

    def free(self) -> None:
        """Free what was filled."""
        self._ballast.unlink(missing_ok=True)


def can_mount(folder: Path) -> bool:
    """Return whether a disk in memory can be mounted here."""
    if os.geteuid() != 0 or not _mount(folder, 1):
        return False
    _unmount(folder)
    return True


@contextmanager
def on_small_disk(server: Postgres, folder: Path) -> Iterator[Disk]:
    """Move a server that is not running yet to a small disk of its own."""
    folder.mkdir()
    assert _mount(folder, DISK_MEGABYTES), MISSING_MOUNT
    try:
        data = server.folder / "data"
        shutil.copystat(server.folder, folder)
        shutil.move(data, folder / "data")
        data.symlink_to(folder / "data")
        for path in (folder, *folder.rglob("*")):
            os.chown(path, server.folder.stat().st_uid, server.folder.stat().st_gid)
        yield Disk(folder)
    finally:
        _unmount(folder)


def _mount(folder: Path, megabytes: int) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _unmount(folder: Path) -> None:
    subprocess.run(["umount", "--lazy", str(folder)], check=True)
