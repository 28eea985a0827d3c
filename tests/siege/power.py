"""Simulated power cuts: a real room whose writes and syncs are logged, and the disks that a cut at any moment may leave.

python -m siege.power [CUTS]
"""

import contextlib
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from siege.disk import Disk, read
from support.rooms import HERE, ME, Person, serving
from tableronde.room.people import keyring
from tableronde.room.store import StoreTrouble
from tableronde.room.store.sqlite.store import SqliteStore

KINDS = ("nothing", "all", "some", "torn")
ACTIONS = 120
SOURCE = Path(__file__).with_name("iolog.c")
CELLS = [f"{x},{y}" for y in range(4) for x in range(5)]


@dataclass
class Story:
    """What a room has confirmed, and the length of the log at that time."""

    folder: str
    key: bytes = b""
    confirmed: list[tuple[int, str, int, str]] = field(default_factory=list)  # log, table, ply, action
    greeted: int = 0  # the length of the log when the first cookie had been signed
    log: bytes = b""


@dataclass
class Tally:
    """The results."""

    disks: int = 0
    promised: int = 0
    lost: list[str] = field(default_factory=list)


def compiled(folder: Path) -> Path:
    """Compile the library that logs."""
    library = folder / "iolog.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", str(library), str(SOURCE), "-ldl", "-lpthread"], check=True)
    return library


def play(folder: Path, actions: int = ACTIONS) -> Story:
    """Play in a room and kill it."""
    data, log = folder / "data", folder / "io.log"
    story = Story(str(data))
    env = (f"LD_PRELOAD={compiled(folder)}", f"IOLOG={log}", f"IOLOG_DIR={data}")
    with serving(data, "--game", "four-circles", before=("env", *env)) as server, Person(server.base) as ana:
        ana.web.get("/")
        story.greeted = log.stat().st_size
        for _ in range(max(1, actions // len(CELLS[:8]))):
            table = ana.open("four-circles", ME, HERE)
            with ana.at(table["id"], feed="facts") as line:
                line.hear()
                for ply, cell in enumerate(CELLS[:8]):
                    line.act(cell, ply % 2)
                    story.confirmed.append((log.stat().st_size, table["id"], ply, cell))
        server.process.kill()
        server.process.wait()
    story.log, story.key = log.read_bytes(), keyring.load(data)[0]
    return story


def cuts(story: Story, number: int, seed: int = 1, lies: str = "") -> Tally:
    """Cut the power at `number` moments, each on four disks, and look for everything confirmed before.

    A disk that lies about syncs (`lies`: which files) loses much: that the model finds it proves that the model works.
    """
    rng, tally = random.Random(seed), Tally()
    moments = [*sorted(rng.randrange(story.greeted, len(story.log)) for _ in range(number - 1)), len(story.log)]
    disk, waiting = Disk(story.folder, lies), iter(moments)
    moment = next(waiting)
    for deed in read(story.log):
        while deed.end > moment:
            _look(disk, story, moment, rng, tally)
            moment = next(waiting, len(story.log) + 1)
        disk.do(deed)
    _look(disk, story, len(story.log), rng, tally)
    return tally


def _look(disk: Disk, story: Story, moment: int, rng: random.Random, tally: Tally) -> None:
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            disk.cut(folder, kind, rng)
            promised = [told for told in story.confirmed if told[0] <= moment]
            tally.disks += 1
            tally.promised += len(promised)
            tally.lost += [f"{kind} at {moment}: {loss}" for loss in _losses(folder, story, promised)]


def _losses(folder: Path, story: Story, promised: list[tuple[int, str, int, str]]) -> Iterator[str]:
    """Yield what is missing or wrong on a disk."""
    try:
        store = SqliteStore(folder / "room.sqlite")
    except StoreTrouble as trouble:
        yield f"it cannot be opened: {trouble}"
        return
    store.close()
    with contextlib.closing(sqlite3.connect(folder / "room.sqlite")) as db:
        if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            yield "the database is damaged"
        for _, table, ply, action in promised:
            if db.execute("SELECT action FROM events WHERE id = ? AND seq = ?", (table, ply)).fetchone() != (action,):
                yield f"event {ply} of {table} is missing"
    try:
        if keyring.load(folder, is_new=False)[0] != story.key:
            yield "the key is another"
    except StoreTrouble as trouble:
        yield str(trouble)


def power(number: int) -> int:
    """Play, cut, and print the result; return how much was lost."""
    with tempfile.TemporaryDirectory() as folder:
        tally = cuts(play(Path(folder)), number)
    print(f"power: {number} cuts on {tally.disks} disks, {tally.promised} promises looked for, {len(tally.lost)} lost")
    print("\n".join(tally.lost[:20]))
    return len(tally.lost)


if __name__ == "__main__":
    sys.exit(power(int(sys.argv[1]) if len(sys.argv) > 1 else 40) > 0)
