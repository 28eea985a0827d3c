"""The trials of `make chaos`: what each has, what it suffers, and what it needs from this machine."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from chaos.fault_injection import FAULTS, FaultKind
from chaos.machines import Setup
from chaos.players import WAYS, Way
from chaos.surroundings import COMPILER, MISSING_COMPILER, MISSING_MOUNT, can_mount
from chaos.trial import GAMES, Games
from support import pooler

ROOT = Path(__file__).parents[2]
LAST_VERSION = "f8d6ab2"  # 0.1.0, whose store has the same version
MISSING_HISTORY = f"THE LAST VERSION IS MISSING: this is no clone with the commit {LAST_VERSION}"
ALL_GAMES: Games = (
    ("four-circles", 2, {}),
    ("cirkis", 3, {}),
    ("karta-doppio", 2, {}),
    ("cirkle-duo", 2, {}),
    ("kaplan", 3, {"no_dice": True}),
)


class Scenario(NamedTuple):
    """A trial: what it is called, its machines, its games and ways to join, and which faults it suffers."""

    name: str
    setup: Setup
    faults: tuple[FaultKind, ...]
    games: Games = GAMES
    ways: tuple[Way, ...] = WAYS
    missing: str = ""  # why it cannot be had here


@contextmanager
def scenarios() -> Iterator[tuple[Scenario, ...]]:
    """Yield all scenarios; files that they need are there while the context lasts."""
    with TemporaryDirectory(prefix="tableronde-last-") as name:
        folder = Path(name)
        yield _plain(), _pooled(), _full_disk(folder), _upgraded(folder)


def _plain() -> Scenario:
    has_clock = COMPILER is not None
    faults = tuple(kind for kind in FAULTS if not kind.needs or (kind.needs == "clock" and has_clock))
    return Scenario("plain", Setup(clock=has_clock), faults, missing="" if has_clock else f"without a clock: {MISSING_COMPILER}")


def _pooled() -> Scenario:
    names = ("kill_owner", "restart_postgres", "end_backends", "cut_store", "silence_store", "roll")
    return Scenario("pooler", Setup(pooler=True), _choose(*names), missing="" if pooler.PROGRAM else pooler.MISSING)


def _full_disk(folder: Path) -> Scenario:
    faults = tuple(kind for kind in FAULTS if kind.needs == "disk")
    return Scenario("disk", Setup(disk=True), faults, missing="" if can_mount(folder) else MISSING_MOUNT)


def _upgraded(folder: Path) -> Scenario:
    """Programs without a cookie lose their seat on the last version; they are in all other trials."""
    faults = tuple(kind for kind in FAULTS if kind.needs == "source")
    found = extract_last_version(folder)
    ways: tuple[Way, ...] = ("token", "cookie", "invitation")
    return Scenario("upgrade", Setup(source=folder / "src"), faults, ALL_GAMES, ways, "" if found else MISSING_HISTORY)


def _choose(*names: str) -> tuple[FaultKind, ...]:
    return tuple(kind for kind in FAULTS if kind.name in names)


def extract_last_version(folder: Path) -> bool:
    """Write the source of the last version into a folder; return whether this clone has it."""
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", LAST_VERSION, "src"], capture_output=True, check=False)
    if archive.returncode:
        return False
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return True
