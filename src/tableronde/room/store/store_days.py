"""The age of a store in days. A clock is trusted only as far as it can be checked."""

from dataclasses import dataclass
from typing import Final

DAY: Final = 86_400.0
LONGEST_CLOSED_DAYS: Final = 31.0  # longest time that a room is believed to have been closed, whatever the clock says
SLACK: Final = 2.0  # seconds: systems often set their clocks back by a little


@dataclass(slots=True)
class StoreDays:
    """Days counted by the clock: while the room is open, at most the time that really passed; between two openings, at most a month."""

    days: float = 0.0
    at: float = 0.0  # the clock's last time; 0: never read
    looked_at: float | None = None  # the monotonic clock at that time, in this process

    def is_behind(self, wall: float) -> bool:
        """Return whether the clock is behind its own last time."""
        return wall < self.at - SLACK

    def advance(self, wall: float, monotonic: float) -> None:
        """Add the time since the last call."""
        if self.at:
            most = LONGEST_CLOSED_DAYS if self.looked_at is None else (monotonic - self.looked_at) / DAY
            self.days += min(max(0.0, (wall - self.at) / DAY), most)
        self.at, self.looked_at = wall, monotonic
