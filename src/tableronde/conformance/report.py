"""The report of a check: faults grouped by cause, each with a count and an example that can be replayed."""

import sysconfig
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import tableronde
from tableronde.options import write
from tableronde.record import Record, compact
from tableronde.table import Table

HOUSE: Final = Path(tableronde.__file__).parent
SOME: Final = 3  # games that are kept for the check in another process
PYTHON: Final = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib"))


class Finding(NamedTuple):
    """Something that is wrong: a cause, the same for all findings that one change would fix, and the details of this case."""

    cause: str
    example: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.cause}: {self.example}" if self.example else self.cause


class Advice(Finding):
    """Something that works but should be improved."""

    __slots__ = ()


class Unsound(Exception):
    """Raised where a property cannot continue because of a finding."""

    def __init__(self, cause: str, example: str = "") -> None:
        super().__init__(cause)
        self.finding = Finding(cause, example)


@dataclass
class Fault:
    """A promise that a game breaks, or advice: the cause, how often, and the record of the first case (None if it needs no game)."""

    name: str
    first: Finding
    where: Record | None
    count: int = 1

    @property
    def message(self) -> str:
        """Return what is wrong, with the first example."""
        return self.first.sentence

    def __str__(self) -> str:
        times = f" ({self.count} times)" if self.count > 1 else ""
        return f"{self.name}{times}: {self.message}{self._place()}"

    def _place(self) -> str:
        if self.where is None:
            return ""
        game, players, options, event = self.where.game, self.where.players, compact(dict(self.where.options)), len(self.where.events)
        return f" [{game}, {players} players, {options}, event {event}]"


@dataclass
class Report:
    """The work and the findings of a check."""

    games: int = 0
    plies: int = 0
    moments: int = 0
    shown: dict[str, list[str]] = field(default_factory=dict)  # the figures and lessons that show each clause of the rules pages
    kept: list[Record] = field(default_factory=list)  # some of the games, to be replayed in another process
    _found: dict[tuple[str, str], Fault] = field(default_factory=dict)

    @property
    def faults(self) -> list[Fault]:
        """Return the faults in the order in which they were found."""
        return [found for found in self._found.values() if not isinstance(found.first, Advice)]

    @property
    def advice(self) -> list[Fault]:
        """Return the advice in the order in which it was found."""
        return [found for found in self._found.values() if isinstance(found.first, Advice)]

    def add(self, name: str, finding: Finding, table: Table | None = None) -> None:
        """Add a finding; the first one with its cause keeps the record that shows it."""
        known = self._found.get((name, finding.cause))
        if known:
            known.count += 1
        else:
            self._found[name, finding.cause] = Fault(name, finding, None if table is None else _record(table))

    def keep(self, table: Table) -> None:
        """Keep a finished game if there are not enough of them."""
        if len(self.kept) < SOME:
            self.kept.append(_record(table))

    def found(self, name: str) -> int:
        """Return how often a promise was broken."""
        return sum(fault.count for fault in self._found.values() if fault.name == name)


def blame(error: Exception) -> Finding:
    """Turn an exception into a finding: the cause is its type and the innermost line of the author's code, the example its message."""
    if isinstance(error, Unsound):
        return error.finding
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if _is_authors(frame.filename)]
    frame = (theirs or frames)[-1]
    return Finding(f"{type(error).__name__} in {frame.name} ({_short(frame.filename)}:{frame.lineno})", str(error))


def _is_authors(name: str) -> bool:
    path = Path(name)
    if path.is_relative_to(HOUSE):
        return path.is_relative_to(HOUSE / "games")
    return path.exists() and not any(path.is_relative_to(place) for place in PYTHON)


def _short(name: str) -> str:
    path = Path(name)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else name


def _record(table: Table) -> Record:
    """Return the record without the game's own notes, which may be what is wrong."""
    game = table.game
    return Record(game.slug, game.edition, game.seats, write(game.options), table.setup, tuple(table.events))
