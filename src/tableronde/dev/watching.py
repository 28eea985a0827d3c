"""Watches a folder: the files of a game, and when one of them was saved."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

WATCHED: Final = frozenset({".py", ".md", ".toml", ".json", ".txt", ".bin"})
PAUSE: Final = 0.04  # seconds between two looks
SETTLED: Final = 0.02  # an editor may write a file in several steps
IGNORED: Final = frozenset({"__pycache__", "build", "dist", "node_modules"})

Stamps = Mapping[str, tuple[int, int]]


def look(place: Path) -> Stamps:
    """Return when each file of a game was last changed, and its size; empty while the folder does not exist."""
    if place.is_file():
        return _stamp(place)
    found: dict[str, tuple[int, int]] = {}
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name not in IGNORED and not name.startswith(".")]
        for name in names:
            if Path(name).suffix in WATCHED:
                found.update(_stamp(Path(folder, name)))
    return found


def _stamp(path: Path) -> Stamps:
    try:
        state = path.stat()
    except OSError:  # deleted meanwhile
        return {}
    return {str(path): (state.st_mtime_ns, state.st_size)}


async def next_save(place: Path, before: Stamps) -> Stamps:
    """Wait until the files differ from what they were, and no longer change; return what they are then."""
    now = before
    while now == before:
        await asyncio.sleep(PAUSE)
        now = look(place)
    while True:
        await asyncio.sleep(SETTLED)
        again = look(place)
        if again == now:
            return now
        now = again
