"""Files and folders that only the room's own user can read, also with an open umask, or if root runs maintenance."""

import contextlib
import os
from pathlib import Path
from stat import S_IMODE
from typing import Final

from tableronde.room.store import StoreTrouble

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
_OTHERS: Final = 0o077
_EVERYBODY: Final = 0o007


def make_private_folder(folder: Path, known: tuple[str, ...] = ()) -> None:
    """Create a folder, or see to it that others cannot read the one that exists.

    A folder of ours is tightened: an empty one, or one that contains a file of the `known` names. Raise StoreTrouble for any other folder
    that everybody can read, and OSError if it cannot be created.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=FOLDER_MODE)
    mode = S_IMODE(folder.stat().st_mode)
    if not mode & _OTHERS:
        return
    is_ours = any((folder / name).exists() for name in known) or all(found.name == "lost+found" for found in folder.iterdir())
    if is_ours:
        with contextlib.suppress(PermissionError):
            folder.chmod(mode & ~_OTHERS)
            return
    if mode & _EVERYBODY:
        raise StoreTrouble(
            f"{folder} can be read by others (mode {mode:04o}) and would hold keys, seat links and chat: "
            f"choose a folder of its own, or close it with `chmod 700 {folder}`"
        )


def open_private(path: Path, flags: int) -> int:
    """Open a file that others cannot read, and create it if it is missing; return its descriptor.

    A file that root creates belongs to the owner of the folder, so that the room can go on using it.
    """
    is_new = not path.exists()
    handle = os.open(path, flags | os.O_CREAT, FILE_MODE)
    try:
        if is_new:
            os.fchmod(handle, FILE_MODE)
            _give(handle, path.parent.stat())
        else:
            tighten(handle)
    except BaseException:
        os.close(handle)
        raise
    return handle


def tighten(file: int | Path) -> None:
    """Take the right to read a file from others, where its owner or root asks."""
    mode = S_IMODE(os.stat(file).st_mode)
    if mode & _OTHERS:
        with contextlib.suppress(PermissionError):
            os.chmod(file, mode & ~_OTHERS)


def replace_private(path: Path, data: bytes) -> None:
    """Replace a file atomically and durably by one of the same owner and mode; a new one belongs to the owner of its folder.

    Raise PermissionError, with nothing changed, if the file could then not be read by its owner.
    """
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    try:
        with os.fdopen(handle, "wb") as file:
            model = path.stat() if path.exists() else None
            os.fchmod(handle, FILE_MODE if model is None else S_IMODE(model.st_mode))
            _give(handle, model or path.parent.stat())
            file.write(data)
            file.flush()
            os.fsync(handle)
        fresh.rename(path)
    finally:
        fresh.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _give(handle: int, model: os.stat_result) -> None:
    """Give a file the owner and group of another one; only root gives files to somebody else."""
    mine = os.fstat(handle)
    if mine.st_uid != model.st_uid:
        os.fchown(handle, model.st_uid, model.st_gid)
    elif mine.st_gid != model.st_gid:
        with contextlib.suppress(PermissionError):
            os.fchown(handle, -1, model.st_gid)
