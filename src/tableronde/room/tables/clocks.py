"""Clocks: the time each seat has left. They run on the server, and only while it is the seat's turn."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tableronde.game import Actor, Seat
from tableronde.room.saved.settings import Clock


@dataclass
class Clocks:
    """The clocks of a table. Without a clock setting it does nothing."""

    clock: Clock | None
    seats: int
    left: list[float] = field(default_factory=list)  # seconds at the time `since`
    running: frozenset[Seat] = frozenset()
    since: float = 0.0

    def __post_init__(self) -> None:
        self.left = [float(self.clock.seconds)] * self.seats if self.clock else []

    @property
    def zero(self) -> str:
        """The consequence for a seat without time."""
        return self.clock.zero if self.clock else "nothing"

    def turn(self, running: frozenset[Seat], now: float, actor: Actor | None) -> None:
        """Start the clocks of the seats whose turn it is, after an action of `actor`."""
        if not self.clock:
            return
        self.left = self.now(now)
        if self.clock.kind == "move":
            for seat in range(self.seats):
                if seat == actor or seat not in running or seat not in self.running:
                    self.left[seat] = float(self.clock.seconds)
        self.running, self.since = running, now

    def restore(self, left: Sequence[float], now: float) -> None:
        """Continue with the time that each seat had left when the table fell asleep."""
        self.left, self.since = list(left), now

    def now(self, now: float) -> list[float]:
        """Return the time that each seat has left."""
        gone = now - self.since
        return [max(0.0, left - gone) if seat in self.running else left for seat, left in enumerate(self.left)]

    def after(self, now: float) -> list[float] | None:
        """Return what is stored with an event: the seconds left to each seat; None without clocks."""
        return [round(left, 3) for left in self.now(now)] if self.clock else None

    def zero_in(self, now: float) -> tuple[float, Seat] | None:
        """Return the seconds until the next clock runs out, and its seat; None if none runs."""
        if not self.clock or not self.running:
            return None
        left = self.now(now)
        return min((left[seat], seat) for seat in self.running)
