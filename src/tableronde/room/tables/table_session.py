"""A table in the room: its game, the people around it, and its viewers.

Everything happens under the table's lock, one thing at a time. A change is written first; only when it is on disk is it assigned, and
only then published. If it cannot be written, it has not happened.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from random import SystemRandom
from typing import Concatenate, Final, ParamSpec, Protocol

from tableronde import bots
from tableronde.box import Box
from tableronde.game import CHANCE, Action, Actor, Event, Outcome, Seat
from tableronde.record import Record
from tableronde.room.base.faults import Faulty, game_code
from tableronde.room.base.limits import Limits
from tableronde.room.base.ownership import MOVED_CODE
from tableronde.room.base.refusals import Refused, ResultUnknown
from tableronde.room.base.tracing import span
from tableronde.room.saved.saved import Saved, read_record
from tableronde.room.saved.seat_holders import display_names
from tableronde.room.store import StoreFault, Unsure
from tableronde.room.tables.advice_cache import AdviceCache
from tableronde.room.tables.audience import Audience
from tableronde.room.tables.clocks import Clocks
from tableronde.room.tables.decisions.change import Change, Snapshot, is_handed_over
from tableronde.room.tables.decisions.chat import ChatLimits
from tableronde.room.tables.decisions.playing import acted_since, dealt_table, late_error, play_events, replay, rewind
from tableronde.room.tables.decisions.proposal import Proposals
from tableronde.room.tables.position_cache import Encode, PositionCache, keep_plain
from tableronde.room.tables.presence import Presence
from tableronde.room.tables.reaction_windows import Timing, Window
from tableronde.room.tables.table_status import Status, outcome_of, status_of, with_status
from tableronde.room.tables.table_storage import TableStorage, unsaved
from tableronde.room.tables.updates import (
    Cause,
    ChatAdded,
    Driver,
    NotesChanged,
    PresenceChanged,
    RematchOpened,
    TableChanged,
    Update,
    proposal_updates,
)
from tableronde.table import Table
from tableronde.text import Text

P = ParamSpec("P")
LUCK: Final = SystemRandom()
CLOSED: Final = Text("La personne qui tient cette salle a fermé cette table.", "The operator of this room has closed this table.")
LATEST: Final = 200  # events sent to a newcomer; earlier ones are sent on request


class Operator(Protocol):
    """The operator of the room, as a table knows them."""

    @property
    def pause(self) -> Text | None:
        """Why nothing at any table may be changed now; None if it may."""


class NoOperator:
    """The operator of tables outside of a room: none."""

    pause: Text | None = None


NO_OPERATOR: Final = NoOperator()
_SHOWN: Final = ("header", "seats", "note", "removed", "former")  # fields whose changes everybody at the table sees


@dataclass(eq=False)
class TableSession:
    """A table in the room."""

    id: str
    table: Table
    saved: Saved
    storage: TableStorage
    limits: Limits = field(default_factory=Limits)
    place: str = ""  # the address it was opened from, as long as the room remembers it
    encode_ahead: Encode = keep_plain  # encodes what is sent to many, once for everybody
    driver: Driver | None = None
    proposals: Proposals = field(default_factory=Proposals)
    audience: Audience = field(default_factory=Audience)
    advice: AdviceCache = field(default_factory=AdviceCache)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    touched: float = field(default_factory=time.monotonic)
    since: float = field(default_factory=time.monotonic)  # when the last event happened
    clocks_left: Sequence[float] | None = None  # of a loaded table: the seconds its clocks had left
    raced: bool = False  # of a rematch: whether a reaction window was explained before
    operator: Operator = NO_OPERATOR

    def __post_init__(self) -> None:
        self.box: Box = self.table.box
        settings = self.saved.settings
        self.timing = Timing(Clocks(settings.clock, len(self.saved.seats)), settings.window, raced=self.raced)
        self.chat_limits = ChatLimits(self.limits.chat_per_minute)
        self.options = self.saved.header.record["options"]
        self.levels = list(bots.offered(self.box))
        self.suggested = bots.suggested(self.box)
        self.faulty = False  # whether the game's code has failed, so that nothing can continue for now
        self.presence = Presence(self.lock)
        self.position = PositionCache(self.table, encode=self.encode_ahead)
        self._refresh_seats()
        self.refresh()
        if self.clocks_left is not None:
            self.timing.clocks.restore(self.clocks_left, time.monotonic())

    # State

    @property
    def age(self) -> float:
        """The seconds since the last event, which is the time of its film."""
        return max(0.0, time.monotonic() - self.since)

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the game is in progress."""
        return outcome_of(self.saved, self.table, self.limits)

    def record(self) -> Record:
        """Return the record of the game as the store has it."""
        return read_record(self.saved, self.table.events)

    @property
    def share(self) -> str:
        """The account whose share of thinking time its bots use."""
        return self.place or self.saved.host

    def snapshot(self) -> Snapshot:
        """Return the current state for decisions."""
        online, levels, limits = self.audience.online, self.levels, self.limits
        return Snapshot(
            self.id, self.saved, self.table, self.proposals, self.status, online, levels, limits, time.time(), LUCK, self.faulty
        )

    def has_faded(self) -> bool:
        """Return whether what the last event showed briefly is gone again; also if the picture fails, as it may not be shown longer."""
        if not self.box.fading:
            return False
        with contextlib.suppress(Faulty), game_code(self.box):
            return self.age >= self.position.sketch(None, ()).lasts
        return True

    def is_busy(self) -> bool:
        """Return whether the table must stay awake: somebody watches, or something is going on."""
        return bool(self.audience.viewers) or self.lock.locked() or (self.driver is not None and self.driver.is_busy())

    def is_early(self, seat: Seat) -> bool:
        """Return whether a seat must wait until its window opens."""
        return self.timing.window is not None and self.timing.is_early(seat, self.running)

    def is_seen(self) -> bool:
        """Return whether people watch or play."""
        return self.audience.sees_pictures() or any(holder.kind == "person" for holder in self.saved.seats)

    def check_not_early(self, seat: Seat) -> None:
        """Raise Refused while a seat must wait until its window opens."""
        if self.is_early(seat):
            raise Refused("Trop tôt : tout le monde regarde encore.", "Too early: everybody is still watching.")

    async def follow_operator(self) -> None:
        """Stop or go on, because the operator has paused the room or opened it again."""
        async with self.lock:
            self._show_change(None, None, None)

    # Changes

    async def decide(self, decision: Callable[Concatenate[Snapshot, P], Change], *args: P.args, **kwargs: P.kwargs) -> Change:
        """Let a function decide what changes, and commit it; raise Refused, with nothing changed, if that is impossible."""
        async with self.lock:
            change = decision(self.snapshot(), *args, **kwargs)
            await self.commit(change)
            return change

    def start(self, driver: Driver) -> None:
        """Let a driver run bots and timers from now on."""
        self.driver = driver
        driver.on_update(TableChanged())

    def stop(self) -> None:
        """Stop the driver: bots and clocks no longer act."""
        if self.driver is not None:
            self.driver.stop()

    def sleep(self) -> None:
        """Stop, and drop the driver, so that the two do not keep each other in memory."""
        self.stop()
        self.driver = None

    async def act(
        self, actor: Seat, action: Action, cause: Cause | None = None, *, ply: int | None = None, seen: int | None = None
    ) -> bool:
        """Play an action and the chance events after it; raise Illegal or Refused if that is impossible. Return whether it happened now.

        An action meant for another `ply` does not happen. `seen` is the number of events on which it was decided: others may have acted
        since, but if that seat has, the action is a repetition and not played twice.
        """
        async with self.lock:
            if ply not in (None, self.table.plies):
                return False
            if (done := acted_since(self.table, actor, seen)) is not None:
                if done != action:
                    raise late_error(self.table, actor, action)
                return False
            if self.status != "playing" or self.faulty:
                self.snapshot().check_playing()
            self.check_not_early(actor)
            await self.commit(Change(self.saved, events=(Event(actor, action),)), actor, cause)
            return True

    async def open_window(self, window: Window) -> None:
        """Open a reaction window: everybody has seen the film, and the racing seats may act, all at once."""
        async with self.lock:
            if self.timing.window is window:
                window.is_open = True
                self._show_change(None, None, None)

    async def commit(self, change: Change, actor: Actor | None = None, cause: Cause | None = None) -> None:
        """Write a change, apply and publish it. If it cannot be written, nothing has happened. The caller holds the lock."""
        if (pause := find_pause(self)) is not None:
            raise Refused(pause.fr, pause.en)
        old, since = self.saved, self.table.plies
        taken_back = rewind(self.table, change.cut) if change.cut is not None else ()
        base, moved = since if change.cut is None else self.table.plies, bool(change.events) or change.cut is not None
        try:
            if change.events:
                play_events(self.table, change.events, LUCK)
            new = with_status(change.saved, self.table, self.limits, time.time()) if moved else change.saved
            dealt = self.table if new.header is old.header else dealt_table(self.table, new.header)
            rows = self.storage.event_rows(self.table, base, self.timing.clocks) if change.events else ()
            await self.storage.save(old, new, rows, change.cut)
        except Exception as error:  # the store, a limit, or the game's code
            rewind(self.table, base)
            replay(self.table, taken_back)
            if not isinstance(error, StoreFault):
                raise
            if error.is_stale:
                self.lose()
            raise (ResultUnknown() if isinstance(error, Unsure) else unsaved()) from None
        self.saved, self.table = new, dealt
        if moved:
            self.since = time.monotonic() if change.events else -inf  # the film of an earlier position was seen long ago
        with span("table.publish", viewers=len(self.audience.viewers)):
            self._publish_change(old, change, change.cut if change.cut is not None else since if change.events else None, actor, cause)

    def notice(self) -> None:
        """Note that somebody watches, so that paused bots continue."""
        self.audience.looked = time.monotonic()
        if self.driver is not None:
            self.driver.on_update(PresenceChanged())

    def presence_changed(self) -> None:
        """Note that somebody came or left; the others are told a little later, together."""
        self.touched = self.audience.looked = time.monotonic()
        self.audience.count()
        self.presence.schedule(partial(self.publish, PresenceChanged()))

    def lose(self) -> None:
        """Give the table up, because its owner is another node: stop it and disconnect all viewers, so that they reconnect."""
        if self.storage.lost:
            return
        self.storage.lose()
        self.stop()
        self.audience.close(MOVED_CODE)

    def fail(self) -> None:
        """Stop the table because its game's code has failed where nothing can continue without it, and show that."""
        self._stand_still()
        self.publish(TableChanged())

    def publish(self, update: Update) -> None:
        """Send an update to the driver and then to the viewers; give the table up if its ownership is uncertain."""
        if not self.storage.is_certain:
            return None if isinstance(update, PresenceChanged) else self.lose()
        if self.driver is not None:
            self.driver.on_update(update)
        self.audience.publish(update)
        return None

    def refresh(self, actor: Actor | None = None) -> None:
        """Compute what everybody needs after an action of `actor`: position, status, whose turn it is, the window and the clocks."""
        self.position = PositionCache(self.table, self.position)
        self.status: Status = status_of(self.saved, self.table, self.limits)
        waits = self.position.waited if self.status == "playing" and find_pause(self) is None else ()
        self.running = frozenset(seat for seat in waits if seat != CHANCE)
        now = time.monotonic()
        self.timing.turn(self.table, self.running, now, lead_in=self._compute_lead_in)
        if self.timing.clocks.clock:
            self.timing.clocks.turn(frozenset(seat for seat in self.running if not self.is_early(seat)), now, actor)

    # Internal

    def _compute_lead_in(self) -> float | None:
        """Return the seconds in which everybody only watches; None if nobody does."""
        return self.position.sketch(None, ()).lasts if self.is_seen() else None

    def _publish_change(self, old: Saved, change: Change, since: int | None, actor: Actor | None, cause: Cause | None) -> None:
        """Publish the parts of a change."""
        handed_over = old.seats is not self.saved.seats and any(map(is_handed_over, old.seats, self.saved.seats))
        before, self.proposals = self.proposals, (change.proposals or self.proposals).after_change(since is not None, handed_over)
        if before is not self.proposals:
            for update in proposal_updates(before, self.proposals, change.agreed):
                self.publish(update)
        if since is not None or any(getattr(old, name) is not getattr(self.saved, name) for name in _SHOWN):
            self._show_change(since, actor, cause)
        if old.chat is not self.saved.chat:
            for line in self.saved.chat.lines_since(old.chat.said):
                self.publish(ChatAdded(line))
        if old.notes is not self.saved.notes:
            self.publish(NotesChanged())
        if old.next is not self.saved.next:
            self.publish(RematchOpened(self.saved.next))

    def _show_change(self, since: int | None, actor: Actor | None, cause: Cause | None) -> None:
        """Publish the events from `since` on, or (None) only changed seats."""
        self.touched = time.monotonic()
        if since is None:
            self._refresh_seats()
            self.audience.count()
        self.advice.forget_position()
        self.faulty = False
        try:
            with game_code(self.box):
                self.refresh(actor)
        except Faulty:
            self._stand_still()
        self.publish(TableChanged(since, cause))

    def _refresh_seats(self) -> None:
        """Refresh the players' names, and the guests who may learn more from an update than spectators."""
        self.table.names = display_names(self.box, self.saved.seats)
        self.audience.refresh_insiders(self.saved)

    def _stand_still(self) -> None:
        self.faulty, self.running = True, frozenset()
        self.timing.stop(time.monotonic())


def find_pause(session: TableSession) -> Text | None:
    """Return why nothing may be changed at a table now: the operator has closed it, or the room is under maintenance."""
    return CLOSED if session.saved.moderated else session.operator.pause
