"""Clocks: how much time each seat has left. They run on the server, and only while the table waits for the seat."""

from dataclasses import dataclass, field

from tableronde.game import Actor, Seat
from tableronde.room.encoding import encode
from tableronde.room.table.settings import Clock


@dataclass
class Timepiece:
    """The clocks of a table. With no clock set it does nothing."""

    clock: Clock | None
    seats: int
    left: list[float] = field(default_factory=list)  # seconds, when `since` was noted
    running: frozenset[Seat] = frozenset()
    since: float = 0.0

    def __post_init__(self) -> None:
        self.left = [float(self.clock.seconds)] * self.seats if self.clock else []

    @property
    def zero(self) -> str:
        """What happens to a seat without time."""
        return self.clock.zero if self.clock else "nothing"

    def turn(self, running: frozenset[Seat], now: float, actor: Actor | None) -> None:
        """From now on, after what somebody did, the table waits for these seats."""
        if not self.clock:
            return
        self.left = self.now(now)
        if self.clock.kind == "move":
            for seat in range(self.seats):
                if seat == actor or seat not in running or seat not in self.running:
                    self.left[seat] = float(self.clock.seconds)
        self.running, self.since = running, now

    def now(self, now: float) -> list[float]:
        """What is left to each seat now."""
        gone = now - self.since
        return [max(0.0, left - gone) if seat in self.running else left for seat, left in enumerate(self.left)]

    def after(self, now: float) -> str:
        """What is kept with an event."""
        return encode([round(left, 3) for left in self.now(now)]).decode() if self.clock else ""

    def zero_in(self, now: float) -> tuple[float, Seat] | None:
        """When the next clock runs out, and whose; None if none runs."""
        if not self.clock or not self.running:
            return None
        left = self.now(now)
        return min((left[seat], seat) for seat in self.running)
