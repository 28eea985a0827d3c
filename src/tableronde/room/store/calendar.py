"""The calendar: how many days a store has lived through. A clock is believed only as far as that can be checked."""

from dataclasses import dataclass
from typing import Final

DAY: Final = 86_400.0
LONGEST: Final = 31.0  # days a room is believed to have been closed, whatever the clock says
SLACK: Final = 2.0  # seconds by which clocks are set back all the time


@dataclass(slots=True)
class Calendar:
    """Days grow by the clock; while the room is open by no more than really went by, and between two openings by a month at most."""

    days: float = 0.0
    at: float = 0.0  # what the clock said last; 0: nobody has ever looked
    looked: float | None = None  # and a clock that nobody can set, in this process

    def is_behind(self, wall: float) -> bool:
        """Whether the clock says it is earlier than it has been already."""
        return wall < self.at - SLACK

    def turn(self, wall: float, monotonic: float) -> None:
        """Look at both clocks."""
        if self.at:
            most = LONGEST if self.looked is None else (monotonic - self.looked) / DAY
            self.days += min(max(0.0, (wall - self.at) / DAY), most)
        self.at, self.looked = wall, monotonic
