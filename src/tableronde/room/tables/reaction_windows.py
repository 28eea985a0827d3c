"""Reaction windows: several seats race to be first, and those that let the time pass decline.

Nobody may answer before everybody could see what it is about: a window opens when the film of the position has ended.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tableronde.game import Action, Seat
from tableronde.room.base.replies import ClockReply
from tableronde.room.tables.clocks import Clocks
from tableronde.table import Table

EXPLAINED: Final = 5.0  # during which the first window of a table is explained before it opens
FIRST: Final = 2.0  # factor by which that one stays open longer
DECLINE: Final[Action] = "decline"  # the action of seats that let a window pass


@dataclass
class Window:
    """When the racing seats may answer, and until when."""

    opens: float
    ends: float
    is_open: bool
    first: bool = False  # the first of the table: it is explained, and leaves more time


@dataclass
class Timing:
    """The clocks of a table and its current window, if any."""

    clocks: Clocks
    seconds: int  # to answer in a window
    window: Window | None = None
    raced: bool = False  # whether there was a race at this table, or at the one before it

    def turn(self, table: Table, running: frozenset[Seat], now: float, *, lead_in: Callable[[], float | None]) -> None:
        """Find the window after an event. `lead_in` returns how long people watch first; None: nobody watches."""
        self.window = self._find_window(table, running, now, lead_in)

    def is_early(self, seat: Seat, running: frozenset[Seat]) -> bool:
        """Return whether a seat must wait until its window opens."""
        return self.window is not None and not self.window.is_open and seat in running

    def stop(self, now: float) -> None:
        """Stop the clocks and drop the window."""
        self.window = None
        self.clocks.turn(frozenset(), now, None)

    def json(self, now: float) -> ClockReply:
        """Return the clocks as clients show them, in milliseconds."""
        window, seats = self.window, [round(1000 * left) for left in self.clocks.now(now)]
        clock: ClockReply = {"seats": seats, "running": sorted(self.clocks.running), "window": None}
        if window is None:
            return clock
        clock["window"] = max(0, round(1000 * (window.ends - max(now, window.opens))))
        if not window.is_open:
            clock["opens"] = max(0, round(1000 * (window.opens - now)))
        if window.first:
            clock["first"] = True
        return clock

    def _find_window(self, table: Table, running: frozenset[Seat], now: float, lead_in: Callable[[], float | None]) -> Window | None:
        """Return the window of the current position; once begun it keeps its times."""
        if not running or (self.window is None and len(running) == 1):
            return None  # with one seat there is no race
        legal = table.legal()
        if not all(DECLINE in legal[seat] for seat in running):
            return None
        if self.window is not None or table.game.sealed(table.state):
            return self.window  # nor with sealed choices, where nobody can be first
        watched = lead_in()
        first, self.raced = watched is not None and not self.raced, True
        opens = now + (watched or 0.0) + (EXPLAINED if first else 0.0)
        return Window(opens, opens + self.seconds * (FIRST if first else 1.0), opens == now, first)
