"""A table in the room: the game being played, the chairs around it, and everybody who looks at it.

Whatever happens at a table happens under its lock, one thing at a time: it is tried, written, and only when the disk
has it is it shown. If it cannot be written it has not happened.
"""

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from random import SystemRandom
from typing import Any, Final, Literal

import msgspec

from tableronde import arena, bots
from tableronde.box import Box
from tableronde.game import CHANCE, Action, Actor, Event, Illegal, Json, Outcome, Seat
from tableronde.options import write as write_options
from tableronde.room.encoding import encode
from tableronde.room.faults import UNPLAYED, Faulty, game_code
from tableronde.room.keeping import ALONE, MOVED, Elsewhere, Keeping
from tableronde.room.limits import Bucket, Limits
from tableronde.room.refusals import Refused
from tableronde.room.store import EventRow, Store, StoreFault, Write
from tableronde.room.table.chairs import Chair, numbered
from tableronde.room.table.clocks import Timepiece
from tableronde.room.table.moment import Moment
from tableronde.room.table.news import (
    Advice,
    Ask,
    Cause,
    Changed,
    Coaching,
    Former,
    Hand,
    Judged,
    Line,
    News,
    Party,
    Person,
    Presence,
    Settled,
)
from tableronde.room.table.settings import Settings
from tableronde.room.table.windows import DECLINE, EXPLAINED, FIRST, Window
from tableronde.table import Table

Status = Literal["waiting", "playing", "over"]
LUCK: Final = SystemRandom()
LONGEST: Final = "longest"  # the reason of an end that only the room knows
LATEST: Final = 200  # events of which whoever comes is told; of those before them when they ask
GOES_ON: Final = "false"  # as it is kept that a game is not over
PRESENCE: Final = 0.15  # seconds within which comings and goings are told together


class Note(msgspec.Struct, frozen=True):
    """Why a table ended without the rules saying so: a seat gave up."""

    seat: Seat
    winners: tuple[Seat, ...]


@dataclass(eq=False)
class Gathering:
    """A table in the room."""

    id: str
    box: Box
    table: Table
    chairs: list[Chair]
    settings: Settings
    host: str
    opened: float
    store: Store
    limits: Limits = field(default_factory=Limits)
    place: str = ""  # where it was opened from, as long as the room remembers
    fence: int = 0  # the number under which this node keeps it, if others could
    note: Note | None = None
    next: str = ""  # the table of the rematch
    lines: list[Line] = field(default_factory=list)
    said: int = 0  # lines of chat ever
    away: set[str] = field(default_factory=set)  # guests who want to see the table in no list any more
    talkers: dict[str, Bucket] = field(default_factory=dict)  # how much those who chat may still say
    removed: set[str] = field(default_factory=set)  # guests who may not sit down again
    former: list[Former] = field(default_factory=list)  # who held a seat of this game, and does no longer
    jots: dict[Seat, dict[str, str]] = field(default_factory=dict)  # each seat's pencil marks by place, for its own eyes
    asks: dict[int, Ask] = field(default_factory=dict)
    asked: int = 0
    advice: dict[tuple[int, Seat], Advice | None] = field(default_factory=dict)  # the hint of this moment
    coached: dict[tuple[int, Seat], Coaching] = field(default_factory=dict)  # and what the coach says
    judged: Judged | None = None  # who is likely to win, for those who look on
    viewers: set[Person] = field(default_factory=set)
    curious: set[Person] = field(default_factory=set)  # those of them who want to know who is likely to win
    driver: Hand | None = None
    keeping: Keeping = ALONE
    window: Window | None = None  # the race that is going on, if there is one
    raced: bool = False  # whether there was a race at this table, or at the one before it
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    touched: float = field(default_factory=time.monotonic)
    looked: float = field(default_factory=time.monotonic)  # when somebody last was there to see it
    since: float = field(default_factory=time.monotonic)  # when the last event happened

    def __post_init__(self) -> None:
        self.clock = Timepiece(self.settings.clock, len(self.chairs))
        self.options: Json = write_options(self.table.game.options)
        self.levels = list(bots.offered(self.box))
        self.suggested = bots.suggested(self.box)
        self._presence: asyncio.TimerHandle | None = None
        self.shared: dict[Any, Any] = {}  # what listeners have worked out together about the latest news
        self.insiders: frozenset[str] = frozenset()  # guests and tokens to whom it may mean more than to others
        self.seatings = 0  # how often it was looked at anew who sits where
        self.faulty = False  # whether the game's code has failed, so that nothing can go on for now
        self.lost = False  # whether the store has, or may have, something newer: only what is loaded from there counts
        self.online: frozenset[Seat] = frozenset()  # the seats somebody is there for
        self.watchers = 0
        self.moment = Moment(self.table)
        self.look_around()
        self.renew()
        self.set_clocks(None)

    # What it is now

    @property
    def age(self) -> float:
        """The seconds since the last event: how far its film has run."""
        return max(0.0, time.monotonic() - self.since)

    def has_faded(self) -> bool:
        """Whether what the last event showed for a moment is gone again."""
        return self.age >= self.moment.sketch(None, ()).lasts

    @property
    def outcome(self) -> Outcome | None:
        """How it ended: by the rules, because somebody gave up, or because the room keeps no longer games."""
        if self.note:
            return Outcome(self.note.winners, "resign")
        return self.table.outcome or (Outcome((), LONGEST) if self.is_full() else None)

    @property
    def share(self) -> str:
        """Out of whose share of the thinking its bots think."""
        return self.place or self.host

    def is_full(self) -> bool:
        """Whether the room takes no more events, whatever the game's options say."""
        return self.table.plies >= self.limits.events_per_table

    def is_lonely(self) -> bool:
        """Whether nobody has looked for so long that even bots stop."""
        return not self.viewers and time.monotonic() - self.looked > self.limits.lonely_seconds

    def look(self) -> None:
        """Somebody looks: what stood still goes on."""
        self.looked = time.monotonic()
        if self.driver is not None:
            self.driver.hear(Presence())

    def chair(self, seat: Seat) -> Chair:
        """The chair of a seat; Refused if there is none."""
        if not 0 <= seat < len(self.chairs):
            raise Refused("Cette place n’existe pas à cette table.", "There is no such seat at this table.")
        return self.chairs[seat]

    def look_around(self) -> None:
        """See who sits where: what they are called, and to whom things may mean more than to others."""
        self.seatings += 1
        defaults = self.box.names(len(self.chairs))
        self.table.names = numbered([chair.called(default) for chair, default in zip(self.chairs, defaults, strict=True)])
        self.insiders = frozenset({self.host}.union(*((chair.token, *chair.holders) for chair in self.chairs)))

    def renew(self) -> None:
        """Work out anew what everybody asks for after an event: status, whom the table waits for."""
        self.moment = Moment(self.table, self.moment)
        self.status: Status = self._status()
        self.running = frozenset(actor for actor in self.moment.waited if actor != CHANCE) if self.status == "playing" else frozenset()

    def undo_ply(self, mine: frozenset[Seat]) -> int | None:
        """Where the last action of some seats stands in the record, if there is one."""
        events = self.table.events if mine else ()
        return next((i for i in range(len(events) - 1, -1, -1) if events[i].actor in mine), None)

    def undo_kind(self, person: Person) -> Literal["now", "ask"] | None:
        """Whether somebody's last action could be taken back at once, or only if the others agree."""
        ply = None if self.is_settled() else self.undo_ply(person.seats)
        if ply is None:
            return None
        return "now" if self._is_slip(person, ply) or not self.everybody_but(person) else "ask"

    def _is_slip(self, person: Person, ply: int) -> bool:
        """Whether nobody has acted or learned anything since. After the end there are reviews and a curve to learn from."""
        latest = ply == self.table.plies - 1 and self.status == "playing"
        return latest and not self.table.game.hides and self._did(person, ply)

    def _did(self, person: Person, ply: int) -> bool:
        """Whether an action of a seat somebody holds was their own: nobody else held it then who has left it since."""
        seat = self.table.events[ply].actor
        return not any(former.seat == seat and former.left > ply and person.guest not in former.guests for former in self.former)

    def is_settled(self) -> bool:
        """Whether the end is final: somebody gave up, or its secrets are there for all to see."""
        return self.note is not None or (self.status == "over" and self.table.game.hides)

    def people_but(self, mine: frozenset[Seat]) -> frozenset[Seat]:
        """The seats of all other people, those that a bot keeps for them as well."""
        return frozenset(chair.seat for chair in self.chairs if chair.held) - mine

    def everybody_but(self, person: Person) -> frozenset[Party]:
        """All other people who hold a seat of this game, or ever did."""
        gone = (former for former in self.former if person.guest not in former.guests)
        return frozenset[Party]((*self.people_but(person.seats), *gone))

    def head(self, table: Table | None = None) -> Json:
        """What is kept of it beside its events and chairs; it changes only if the cards are dealt anew."""
        record = (table or self.table).record().json()
        return {
            "record": {key: value for key, value in record.items() if key not in ("events", "digest")},
            "settings": msgspec.to_builtins(self.settings),
            "host": self.host,
            "opened": self.opened,
        }

    def dealt_anew(self, chairs: Iterable[Chair]) -> Table | None:
        """If the game begins with these chairs and hides something: a new deal, since somebody may have looked while seats were open."""
        placed = {**{chair.seat: chair for chair in self.chairs}, **{chair.seat: chair for chair in chairs}}
        if self.status != "waiting" or not self.table.game.hides or any(chair.kind == "open" for chair in placed.values()):
            return None
        with game_code(self.box):
            return Table(self.box, len(self.chairs), self.options, rng=LUCK)

    def must_be_playing(self) -> None:
        """Refused unless the game is going on."""
        if self.faulty:
            raise Faulty
        if self.status == "waiting":
            raise Refused("La partie n’a pas encore commencé : il manque des joueurs.", "The game has not begun: players are missing.")
        if self.status == "over":
            raise Refused("La partie est terminée.", "The game is over.")

    @property
    def watched(self) -> bool:
        """Whether anybody looks at its picture."""
        return any(viewer.watches for viewer in self.viewers)

    def is_early(self, seat: Seat) -> bool:
        """Whether a seat has to wait until the window opens in which it may answer."""
        return self.window is not None and not self.window.is_open and seat in self.running

    def must_not_be_early(self, seat: Seat) -> None:
        """Refused while a seat has to wait until its window opens."""
        if self.is_early(seat):
            raise Refused("Trop tôt : tout le monde regarde encore.", "Too early: everybody is still looking.")

    def clock_json(self) -> Json:
        """The clocks as clients show them, in milliseconds."""
        now, window = time.monotonic(), self.window
        clock = {"seats": [round(1000 * left) for left in self.clock.now(now)], "running": sorted(self.clock.running), "window": None}
        if window is None:
            return clock
        opens = {} if window.is_open else {"opens": max(0, round(1000 * (window.opens - now)))}
        first = {"first": True} if window.first else {}
        return {**clock, "window": max(0, round(1000 * (window.ends - max(now, window.opens)))), **opens, **first}

    # What happens to it

    def acted_since(self, seat: Seat, ply: int | None) -> Action | None:
        """The first thing a seat did after a moment, if it did anything."""
        if ply is None or ply >= self.table.plies:
            return None
        return next((event.action for event in self.table.events[ply:] if event.actor == seat), None)

    async def act(self, actor: Seat, action: Action, cause: Cause | None = None, ply: int | None = None, seen: int | None = None) -> bool:
        """An action, and whatever chance does after it; Illegal or Refused if it cannot be. One meant for another ply does not happen.
        With `seen`, after how many events it was decided on: others may have acted since, but if that seat has, it was this, and it
        is not done twice. Whether it happened now."""
        async with self.lock:
            if ply not in (None, self.table.plies):
                return False
            if (done := self.acted_since(actor, seen)) is not None:
                if done != action:
                    raise self._outdated(actor, action)
                return False
            self.must_be_playing()
            self.must_not_be_early(actor)
            since = self.table.plies
            self._try(since, Event(actor, action))
            await self._go_on(since, actor, cause)
            return True

    def _outdated(self, seat: Seat, action: Action) -> Exception:
        """Why something does not happen that was decided on before the seat did something else: the rules say so, or the room."""
        refusal = self.table.why_not(seat, action)
        return Illegal(refusal) if refusal else Refused("Vous avez déjà joué depuis.", "You have acted since.")

    async def roll(self, ply: int) -> None:
        """Chance opens the game, unless it has begun meanwhile."""
        async with self.lock:
            if self.status == "playing" and self.table.plies == ply:
                self._try(ply)
                await self._go_on(ply, None, None)

    async def resign(self, seat: Seat) -> None:
        """A seat gives up, and the table ends: whoever did not play with it has won."""
        async with self.lock:
            self.must_be_playing()
            friends = next(team for team in self.table.game.teams(self.table.state) if seat in team)
            note = Note(seat, tuple(other for other in range(len(self.chairs)) if other not in friends))
            await self.keep(note=msgspec.to_builtins(note), over=self._ended(note.winners))
            self.note = note
            self.changed()

    async def take_back(self, ply: int) -> None:
        """Cut the record off at an earlier moment. The lock is held by the caller."""
        events = self.table.events[ply:]
        self._rewind(ply)
        try:
            await self.write(Write(self.id, cut=ply, docs=self.standing(), fence=self.fence))
        except StoreFault:
            self._replay(events)
            raise self.unsaved() from None
        self.since = -inf  # what led to that moment was watched long ago
        self.changed(ply)

    async def open_window(self, window: Window) -> None:
        """Everybody has seen what it is about: those who race may begin now, all at once."""
        async with self.lock:
            if self.window is window:
                window.is_open = True
                self.changed()

    async def write(self, write: Write) -> None:
        """Write something of this table; StoreFault if that is impossible. Where the store may know better, the table is let go."""
        if not self.is_kept:
            await self.keeping.settle()
        if self.lost:
            raise Elsewhere
        if not self.is_kept:
            raise StoreFault("nobody knows who keeps this table now")
        try:
            await self.store.write(write)
        except StoreFault as fault:
            if fault.stale:
                self.lose()
            raise

    def lose(self) -> None:
        """From now on nothing of it is true here: it moves no more, and everybody who looks is sent to look again."""
        if self.lost:
            return
        self.lost = True
        self.keeping.drop(self.id)
        if self.driver is not None:
            self.driver.stop()
        for viewer in tuple(self.viewers):
            viewer.close(MOVED)

    @property
    def is_kept(self) -> bool:
        """Whether it is kept here, for certain."""
        return self.keeping.holds(self.id)

    def must_be_kept(self) -> None:
        """Refused where nothing may be done, because the table is kept elsewhere or nobody knows by whom."""
        if self.lost:
            raise Elsewhere
        if not self.is_kept:
            raise self.unsaved()

    async def keep(self, *, holders: Iterable[str] = (), **docs: Json) -> None:
        """Write what has changed beside the events; Refused if that is impossible."""
        try:
            named = {name.replace("_", " "): encode(value).decode() for name, value in docs.items()}
            await self.write(Write(self.id, docs=named, holders=tuple(holders), fence=self.fence))
        except StoreFault:
            raise self.unsaved() from None

    @staticmethod
    def unsaved() -> Refused:
        """What to say when the disk does not take it."""
        return Refused("Impossible d’enregistrer pour l’instant ; réessayez bientôt.", "This could not be saved; try again soon.")

    def changed(self, since: int | None = None, actor: Actor | None = None, cause: Cause | None = None) -> None:
        """Tell everybody what has changed: the events since a ply, or (None) only who sits where."""
        self.touched = time.monotonic()
        if since is None:
            self.look_around()
            self.count_heads()
        for ask in [ask for ask in self.asks.values() if ask.what == "undo"] if self.asks and since is not None else ():
            self.close_ask(ask, False)  # there is something newer to take back
        self.advice, self.coached = {}, {}
        self.faulty = False
        try:
            with game_code(self.box):
                self.renew()
                self.set_clocks(actor)
        except Faulty:
            self._stand_still()
        self.tell(Changed(since, cause))

    def fail(self) -> None:
        """The game's code has failed where nothing can go on without it: nobody is waited for, and everybody is told."""
        self._stand_still()
        self.tell(Changed())

    def _stand_still(self) -> None:
        self.faulty, self.running, self.window = True, frozenset(), None
        self.clock.turn(frozenset(), time.monotonic(), None)

    def tell(self, news: News) -> None:
        """Tell everybody who listens: first the hand that moves bots and clocks, then the people. Nobody, unless it is certain."""
        if not self.is_kept:
            return None if isinstance(news, Presence) else self.lose()
        self.shared = {}
        if self.driver is not None:
            self.driver.hear(news)
        for viewer in tuple(self.viewers):
            viewer.hear(news)

    def set_clocks(self, actor: Actor | None) -> None:
        """From now on, after what somebody did: the window, and the clocks of those who may act."""
        now = time.monotonic()
        self.window = self._window(now)
        if self.settings.clock:
            self.clock.turn(frozenset(seat for seat in self.running if not self.is_early(seat)), now, actor)

    def _window(self, now: float) -> Window | None:
        """The window the table is in, if it is in one; once begun it keeps its times."""
        if not self.running or (self.window is None and len(self.running) == 1):
            return None  # with one seat there is no race
        legal = self.table.legal()
        if not all(DECLINE in legal[seat] for seat in self.running):
            return None
        if self.window is not None or self.table.game.sealed(self.table.state):
            return self.window  # nor with sealed choices: nobody else waits to be first
        first, self.raced = self._is_seen() and not self.raced, True
        opens = now + self.lead_in() + (EXPLAINED if first else 0.0)
        return Window(opens, opens + self.settings.window * (FIRST if first else 1.0), opens == now, first)

    def lead_in(self) -> float:
        """The seconds in which everybody only watches; none where only bots play and nobody looks on."""
        return self.moment.sketch(None, ()).lasts if self._is_seen() else 0.0

    def _is_seen(self) -> bool:
        return self.watched or any(chair.kind == "person" for chair in self.chairs)

    def is_busy(self) -> bool:
        """Whether the table must stay awake: somebody looks at it, or something is going on."""
        return bool(self.viewers) or self.lock.locked() or (self.driver is not None and self.driver.busy())

    def close_ask(self, ask: Ask, yes: bool) -> None:
        """A question is settled one way or the other."""
        self.asks.pop(ask.id, None)
        self.tell(Settled(ask, yes))

    def close_asks(self) -> None:
        """Others are at the table than were asked: whoever wants something asks anew."""
        for ask in tuple(self.asks.values()):
            self.close_ask(ask, False)

    def count_heads(self) -> None:
        """See who is there."""
        held = [viewer.seats for viewer in self.viewers]
        self.online = frozenset().union(*held)
        self.watchers = sum(not seats for seats in held)

    def presence_changed(self) -> None:
        """Somebody came or went: tell the others, a little later, all at once."""
        self.touched = self.looked = time.monotonic()
        self.count_heads()
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE, self._show_presence)

    # Inside

    def _status(self) -> Status:
        if self.note is not None or not self.table.legal() or self.is_full():
            return "over"
        return "waiting" if not self.table.plies and any(chair.kind == "open" for chair in self.chairs) else "playing"

    def _try(self, since: int, *events: Event) -> None:
        """Let something happen, and at once what chance does after it. If the game's code fails nothing has happened."""
        try:
            with game_code(self.box, UNPLAYED):
                for event in events:
                    self.table.play(*event)
                while CHANCE in self.table.legal():
                    self.table.play(*arena.roll(self.table, LUCK))
        except Faulty:
            self._rewind(since)
            raise

    async def _go_on(self, since: int, actor: Actor | None, cause: Cause | None) -> None:
        """What has happened is written, and then shown."""
        await self._keep_events(since)
        self.since = time.monotonic()
        self.changed(since, actor, cause)

    async def _keep_events(self, since: int) -> None:
        """Write the events since a ply, and whether they ended the game; if that fails they have not happened."""
        now, clock = round(time.time(), 3), self.clock.after(time.monotonic())
        rows = [EventRow(i, str(actor), action, now, clock) for i, (actor, action) in enumerate(self.table.events[since:], since)]
        docs = self.standing()
        if docs["over"] == GOES_ON:
            del docs["over"]  # as it was before
        try:
            await self.write(Write(self.id, events=rows, docs=docs, fence=self.fence))
        except StoreFault:
            self._rewind(since)
            raise self.unsaved() from None

    def standing(self) -> dict[str, str]:
        """How far the game is, as it is kept for lists of tables, which fold no record."""
        table, at = self.table, round(time.time())
        if table.legal() and not self.is_full():
            over, to_act = GOES_ON, [seat for seat in table.to_act() if seat != CHANCE]
        else:
            outcome = table.outcome
            over, to_act = encode(self._ended(outcome.winners if outcome else ())).decode(), []
        return {"over": over, "turn": encode({"to_act": to_act, "ply": table.plies, "at": at}).decode()}

    @staticmethod
    def _ended(winners: Sequence[Seat]) -> Json:
        return {"winners": list(winners), "at": round(time.time())}

    def _rewind(self, ply: int) -> None:
        while self.table.plies > ply:
            self.table.undo()

    def _replay(self, events: Sequence[Event]) -> None:
        for event in events:
            self.table.play(*event)

    def _show_presence(self) -> None:
        self._presence = None
        self.tell(Presence())
