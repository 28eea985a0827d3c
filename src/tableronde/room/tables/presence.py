"""Arrivals and departures: the others are told a little later, together."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

SECONDS: Final = 0.15  # within which arrivals and departures are published together


@dataclass(eq=False)
class Presence:
    """Publishes arrivals and departures together, and never during a change: nothing half-written is shown."""

    lock: asyncio.Lock  # held while the table changes
    _timer: asyncio.TimerHandle | None = field(default=None, init=False)

    def schedule(self, publish: Callable[[], None]) -> None:
        """Publish soon, unless that is scheduled. `publish` is dropped then: a reference to the table would keep it in memory."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SECONDS, self._publish_if_idle, publish)

    def _publish_if_idle(self, publish: Callable[[], None]) -> None:
        self._timer = None
        if self.lock.locked():
            self.schedule(publish)
        else:
            publish()
