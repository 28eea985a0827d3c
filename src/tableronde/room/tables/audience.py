"""The connections through which people and programs watch a table."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tableronde.game import Seat
from tableronde.room.saved.saved import Saved
from tableronde.room.tables.updates import Update, Viewer


@dataclass(eq=False)
class Audience:
    """Everybody who watches a table now."""

    viewers: set[Viewer] = field(default_factory=set)
    curious: set[Viewer] = field(default_factory=set)  # those who want win probabilities
    online: frozenset[Seat] = frozenset()  # seats whose players are connected
    watchers: int = 0  # connections without a seat
    looked: float = field(default_factory=time.monotonic)  # when somebody last was here to see the table
    shared: dict[Any, Any] = field(default_factory=dict)  # what viewers have computed together for the latest update
    insiders: frozenset[str] = frozenset()  # guests and tokens that may learn more from an update than spectators
    seatings: int = 0  # how often seat assignments were refreshed

    def add(self, viewer: Viewer) -> None:
        """Add a viewer."""
        self.viewers.add(viewer)
        self.count()

    def discard(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self.viewers.discard(viewer)
        self.curious.discard(viewer)
        self.count()

    def count(self) -> None:
        """Count which seats are online and how many viewers have no seat."""
        held = [viewer.seats for viewer in self.viewers]
        self.online = frozenset().union(*held)
        self.watchers = sum(not seats for seats in held)

    def refresh_insiders(self, saved: Saved) -> None:
        """Update the guests and tokens that hold a seat."""
        self.seatings += 1
        self.insiders = saved.guests().union(holder.token for holder in saved.seats)

    def set_curious(self, viewer: Viewer, yes: bool) -> None:
        """Start or stop sending win probabilities to a viewer."""
        (self.curious.add if yes else self.curious.discard)(viewer)

    def share_update(self, keys: Iterable[Any], value: Any) -> None:
        """Share what one viewer has computed for the latest update with viewers of the same kind."""
        self.shared.update(dict.fromkeys(keys, value))

    def publish(self, update: Update) -> None:
        """Send an update to all viewers."""
        self.shared = {}
        for viewer in tuple(self.viewers):
            viewer.on_update(update)

    def close(self, code: int) -> None:
        """Disconnect all viewers."""
        for viewer in tuple(self.viewers):
            viewer.close(code)

    def sees_pictures(self) -> bool:
        """Return whether any viewer sees the picture."""
        return any(viewer.watches for viewer in self.viewers)

    def is_gone(self, seconds: float) -> bool:
        """Return whether nobody has watched for that many seconds."""
        return not self.viewers and time.monotonic() - self.looked > seconds
