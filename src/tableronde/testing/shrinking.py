"""Counterexamples made small: the shortest game in which a check still finds the same fault."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from tableronde.box import Box
from tableronde.conformance.report import Fault, Finding, blame
from tableronde.conformance.sampling import Property, Sample
from tableronde.game import Event, Illegal
from tableronde.record import Record
from tableronde.table import Table

LOOKS: Final = 6  # at a position: a check tries only some of what can be tried there
TRIES: Final = 150  # games that are tried

Holds = Callable[[Table], bool]


def shrink(box: Box, fault: Fault, check: Property) -> Record | None:
    """Return the record of a shorter game with the same fault; None if the fault needs no game or is not found again."""
    if fault.where is None:
        return None
    found = Search(box, fault.where, lambda table: shows(table, check, fault.first))
    return found.smallest()


def shows(table: Table, check: Property, wanted: Finding) -> bool:
    """Return whether a check finds the same fault at a table."""
    return any(finding.cause == wanted.cause for look in range(LOOKS) for finding in _findings(table, check, look))


def _findings(table: Table, check: Property, look: int) -> list[Finding]:
    past = tuple(event.action for event in table.events)
    try:
        return list(check(Sample(table, Random(look), past)))
    except Exception as error:
        return [blame(error)]


class Search:
    """The search for a short game: ever smaller parts of its events are left out, as long as the fault stays."""

    def __init__(self, box: Box, record: Record, holds: Holds) -> None:
        self.box, self.record, self.holds = box, record, holds
        self.left = TRIES

    def smallest(self) -> Record | None:
        """Return the record of the shortest game found; None if the whole game does not show the fault."""
        best = self._try(self.record.events)
        if best is None:
            return None
        size = max(1, len(best.events) // 2)
        while size and best.events:
            best, size = self._without(best, size)
        return best.record()

    def _without(self, best: Table, size: int) -> tuple[Table, int]:
        """Try to leave out `size` events, from the end; return the shorter game, or a smaller size to try next."""
        events = tuple(best.events)
        for end in range(len(events), 0, -size):
            shorter = self._try((*events[: max(0, end - size)], *events[end:]))
            if shorter is not None and shorter.plies < best.plies:
                return shorter, min(size, max(1, shorter.plies // 2))
        return best, size // 2

    def _try(self, events: Sequence[Event]) -> Table | None:
        """Play those of the events that are legal; return the table if the fault is there."""
        if not self.left:
            return None
        self.left -= 1
        table = Table(self.box, self.record.players, self.record.options, self.record.setup)
        try:
            for event in events:
                play_if_legal(table, event)
        except Exception:  # the rules fail on the way: another fault
            return None
        return table if self.holds(table) else None


def play_if_legal(table: Table, event: Event) -> None:
    """Play an event, if not as its own actor then as another one whose turn it is now; nothing if it is not legal."""
    for actor in dict.fromkeys((event.actor, *table.to_act())):
        try:
            table.play(actor, event.action)
        except Illegal:
            continue
        return


def as_code(record: Record) -> str:
    """Write a record as the call that makes its position in a test."""
    given = {"players": record.players, "options": dict(record.options), "setup": dict(record.setup)}
    actions = [f'"{event.actor}: {event.action}"' for event in record.events]
    keywords = [f"{name}={value!r}" for name, value in given.items() if value != {}]
    return f"position(BOX, {', '.join([*actions, *keywords])})"
