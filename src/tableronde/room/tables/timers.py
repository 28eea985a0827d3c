"""The timer of a table: reaction windows that open and close, and clocks that run out."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, Protocol

from tableronde.game import Action, Seat
from tableronde.room.base.refusals import Refused
from tableronde.room.tables.decisions.chat import announce
from tableronde.room.tables.decisions.playing import resign
from tableronde.room.tables.reaction_windows import DECLINE
from tableronde.room.tables.table_session import TableSession
from tableronde.text import Text

TIME_UP: Final = Text("Le temps de {0} est écoulé.", "{0} has run out of time.")
STOOD_IN: Final = Text("Le temps de {0} est écoulé : un robot a joué ce coup.", "{0} has run out of time: a bot made this move.")


class Mover(Protocol):
    """Plays for the seats of a table when a timer fires."""

    async def act(self, seat: Seat, action: Action, ply: int) -> None:
        """Play for a seat, if the table is still at that ply."""

    async def stand_in(self, seat: Seat, ply: int) -> bool:
        """Let a bot play once for a seat; return whether it did."""

    def spawn(self, what: Coroutine[Any, Any, None]) -> object:
        """Run a coroutine in a task of its own."""


class Timers:
    """One timer per table: for the reaction window if there is one, else for the clock that runs out first."""

    def __init__(self, session: TableSession) -> None:
        self.session = session
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether the timer is set."""
        return self._timer is not None

    def set(self, mover: Mover) -> None:
        """Set the timer for what comes next. The mover is referenced only while the timer is set."""
        self.stop()
        window, clocks = self.session.timing.window, self.session.timing.clocks
        if window is None and clocks.zero == "nothing":
            return
        now, later = time.monotonic(), asyncio.get_running_loop().call_later
        if window is not None and not window.is_open:
            self._timer = later(window.opens - now, self._fire, mover, partial(self.session.open_window, window))
        elif window is not None:
            self._timer = later(window.ends - now, self._fire, mover, partial(self._close_window, mover))
        elif (zero := clocks.zero_in(now)) is not None:
            self._timer = later(zero[0], self._fire, mover, partial(self._run_out, mover, zero[1]))

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fire(self, mover: Mover, happens: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._timer = None
        mover.spawn(happens())

    async def _close_window(self, mover: Mover) -> None:
        """Decline for the seats that have not answered."""
        for seat in sorted(self.session.running):
            if DECLINE in self.session.table.legal().get(seat, ()):
                await mover.act(seat, DECLINE, self.session.table.plies)

    async def _run_out(self, mover: Mover, seat: Seat) -> None:
        """Let a bot play for a seat whose time is up, or resign for it."""
        if seat not in self.session.running:
            return
        if self.session.timing.clocks.zero == "resign":
            await self.session.decide(resign, seat)
            await self._announce(seat, TIME_UP)
        elif await mover.stand_in(seat, self.session.table.plies):
            await self._announce(seat, STOOD_IN)

    async def _announce(self, seat: Seat, words: Text) -> None:
        """Announce in the chat what the clock has done."""
        with contextlib.suppress(Refused):
            await self.session.decide(announce, words.named([self.session.table.names[seat]]))
