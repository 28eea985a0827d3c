"""The checks of the conformance kit one by one, in groups that share their random games; faults with the smallest game that shows them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from inspect import getdoc
from typing import Final

from tableronde.box import Box
from tableronde.conformance import runner
from tableronde.conformance.fixes import fix_of
from tableronde.conformance.report import Fault, Report
from tableronde.conformance.sampling import Property
from tableronde.options import Variant
from tableronde.record import Record
from tableronde.shelf import Shelf
from tableronde.testing.shrinking import as_code, shows, shrink

OF_POSITIONS: Final = tuple(dict.fromkeys((*runner.AT_THE_FIRST, *runner.AT_THE_END)))
BY_NAME: Final = {check.__name__: check for check in OF_POSITIONS}


@dataclass
class Group:
    """Checks that share one report, made when the first of them is run."""

    box: Box
    title: str
    names: tuple[str, ...]

    @cached_property
    def report(self) -> Report:
        """The report on all of its checks."""
        return runner.check_box(self.box)

    def faults(self, name: str) -> list[Fault]:
        """Return the faults that a check has found."""
        return [fault for fault in self.report.faults if fault.name == name]

    def advice(self, name: str) -> list[str]:
        """Return the advice of a check."""
        return [f"{self.box.slug}: {advice}" for advice in self.report.advice if advice.name == name]

    def describe(self, fault: Fault) -> str:
        """Describe a fault: what is wrong, what the game promises, how to mend it, and the smallest game that shows it."""
        promise = getdoc(_promise(fault.name)) or ""
        lines = [fault.message, f"promise: {promise.splitlines()[0]}" if promise else "", f"fix: {fix}" if (fix := fix_of(fault)) else ""]
        return "\n".join([*filter(None, lines), *self._counterexample(fault)])

    def _counterexample(self, fault: Fault) -> Iterator[str]:
        if fault.where is None:
            return
        small = smallest_game(self.box, fault)
        record = small or fault.where
        size = f"{len(record.events)} of {len(fault.where.events)} events" if small else f"{len(record.events)} events, not made smaller"
        yield f"smallest game that shows it ({size}):"
        yield f"    {as_code(record)}"


@dataclass
class GroupOfGames(Group):
    """The checks of positions, for one number of seats and one variant."""

    seats: int
    variant: Variant
    games: int
    seed: int

    @cached_property
    def report(self) -> Report:
        """The report on all of its checks."""
        return runner.check_games(self.box, self.seats, self.variant, self.games, seed=self.seed)


def load_game(place: str) -> Box:
    """Return a game on the shelf, or that of a file, folder or module; LookupError with a sentence if there is none."""
    return Shelf.installed().find(place)


def groups_of(box: Box, games: int, seed: int) -> list[Group]:
    """Return the checks of the box, and those of positions for each number of seats and each variant."""
    names = (*(check.__name__ for check in OF_POSITIONS), *runner.OF_GAMES)
    of_box = Group(box, "", tuple(check.__name__ for check in runner.OF_THE_BOX))
    return [of_box, *(GroupOfGames(box, _title(*each), names, *each, games, seed) for each in runner.groups(box))]


def _title(seats: int, variant: Variant) -> str:
    return f"{seats} {'player' if seats == 1 else 'players'}" + (f", {variant.name}" if variant.name else "")


def _promise(name: str) -> object:
    return next((check for check in (*OF_POSITIONS, *runner.OF_THE_BOX) if check.__name__ == name), None)


def smallest_game(box: Box, fault: Fault) -> Record | None:
    """Return the smallest game found in which a check finds the same fault; None if none could be made smaller.

    Events are left out as long as the fault stays. Where Hypothesis is installed, it also searches for a smaller game from nothing.
    """
    check = BY_NAME.get(fault.name)
    small = check and shrink(box, fault, check)
    if not small or not check or len(small.events) < 2:
        return small or None
    other = _search_from_nothing(box, fault, check)
    return other if other and len(other.events) < len(small.events) else small


def _search_from_nothing(box: Box, fault: Fault, check: Property) -> Record | None:
    """Let Hypothesis search for a small game; None where it is not installed."""
    try:
        from tableronde.testing.strategies import find_game
    except ImportError:
        return None
    assert fault.where is not None
    table = find_game(box, fault.where.players, fault.where.options, lambda table: shows(table, check, fault.first))
    return None if table is None else table.record()
