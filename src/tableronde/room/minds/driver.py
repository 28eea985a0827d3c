"""What moves a table when no person does: bots, chance, clocks at zero, and windows that close."""

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

from tableronde.bots.words import improvised
from tableronde.game import CHANCE, Action, Event, Illegal, Seat, is_open
from tableronde.outside import told
from tableronde.review import Worths, advisers, weighed
from tableronde.room.faults import AT_RANDOM, Faulty, game_code
from tableronde.room.minds.crew import Crew
from tableronde.room.minds.curves import Curve
from tableronde.room.minds.mind import Question, Thought
from tableronde.room.minds.seer import Seer
from tableronde.room.refusals import Refused
from tableronde.room.table.gathering import LUCK, Gathering
from tableronde.room.table.news import Advice, Changed, News, Presence
from tableronde.room.table.settings import default_level
from tableronde.room.table.talk import announce, remark
from tableronde.room.table.windows import DECLINE
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import Text

PACE: Final = {"calm": 1.5, "brisk": 0.6, "now": 0.0}  # seconds between two events when people watch
WATCHED: Final = {"calm": 1.0, "brisk": 0.5, "now": 0.0}  # the part of a film that bots wait for, if it only leads up to the picture
CHAPTER: Final = 8.0  # seconds that people have to read how a game of a match ended, before bots go on
THINKING: Final = 3.0  # seconds a bot may think, if its level asks for so many
ADVICE: Final = 1.0  # seconds it may think about a hint
APPRAISAL: Final = 0.4  # seconds it may think about what another bot has done, for the coach
HASTE: Final = 0.3  # seconds it may think for somebody whose time is up
GRID: Final = 0.1  # seconds: bots' answers come on a grid of time, so that nobody reads from the clock what they know
AGAIN: Final = 2.0  # seconds before something is tried again that could not be written
TIME_UP: Final = Text("Le temps de {0} est écoulé.", "{0} has run out of time.")
STOOD_IN: Final = Text("Le temps de {0} est écoulé : un robot a joué ce coup.", "{0} has run out of time: a bot made this move.")
log: Final = logging.getLogger("tableronde.room")


class Driver:
    """The unseen hand at one table."""

    def __init__(self, gathering: Gathering, game: str, crew: Crew) -> None:
        self.gathering, self.game, self.crew = gathering, game, crew
        self.thinking: dict[Seat, tuple[int, asyncio.Task[None]]] = {}  # the ply each bot thinks about
        self.tasks: set[asyncio.Task[None]] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.paused = False  # whether it waits until somebody looks again
        self.stopped = False
        self.confessed: set[Seat] = set()  # bots that have said that they failed
        self.seer = Seer(gathering, game, crew)
        self.curve: Curve | None = None  # of the game, once it is over

    def hear(self, news: News) -> None:
        """Something has happened at the table."""
        if isinstance(news, Changed) or (self.paused and isinstance(news, Presence)):
            self.changed()
        if isinstance(news, (Changed, Presence)):
            self.seer.look()

    def changed(self) -> None:
        """Something has happened at the table: see who is to be moved now."""
        if self.stopped:
            return
        gathering = self.gathering
        self._set_timer()
        if gathering.status != "playing" or gathering.faulty:
            return
        self.paused = gathering.is_lonely()
        if self.paused:
            return
        legal = gathering.table.legal()
        if CHANCE in legal:
            self._spawn(self._roll(gathering.table.plies))
        for chair in gathering.chairs:
            if chair.kind == "bot" and chair.seat in legal and not gathering.is_early(chair.seat):
                self._wake(chair.seat)

    def busy(self) -> bool:
        """Whether the table must stay awake for what is going on."""
        return bool(self.tasks) or self.timer is not None

    def stop(self) -> None:
        """Let go of the table, for good."""
        self.stopped = True
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        for task in tuple(self.tasks):
            task.cancel()
        self.seer.stop()
        if self.curve is not None:
            self.curve.stop()

    # Bots and chance

    def _wake(self, seat: Seat) -> None:
        ply, task = self.thinking.get(seat, (-1, None))
        if ply == self.gathering.table.plies and task is not None and not task.done():
            return
        self.thinking[seat] = self.gathering.table.plies, self._spawn(self._move(seat, self.gathering.table.plies))

    async def _move(self, seat: Seat, ply: int) -> None:
        """A bot thinks, waits until all have seen what there is to see, and acts, unless something else has happened meanwhile."""
        began = time.monotonic()
        thought = await self._think(seat, ply, self.gathering.chairs[seat].level, THINKING)
        if thought is None:
            return
        if thought.failed:
            await self._confess(seat)
        action = thought.action if thought.action is not None else self._must(seat)
        await asyncio.sleep(max(0.0, self._film_left(), self._chapter_left(), self._pace(thought, time.monotonic() - began)))
        if action is not None and self._still(seat, ply):
            await self._act(seat, action, ply)

    async def _think(self, seat: Seat, ply: int, level: str, seconds: float, share: str = "") -> Thought | None:
        """A bot's choice for a seat; None if the moment is gone already."""
        question = await self._ask(seat, ply, level, seconds)
        return None if question is None else await self.crew.think(question, share or self.gathering.share)

    async def _ask(self, seat: Seat, ply: int, level: str, seconds: float) -> Question | None:
        """What a bot is asked about a seat; None if the moment is gone already."""
        async with self.gathering.lock:  # nothing half written is ever thought about
            if self.gathering.table.plies != ply or seat not in self.gathering.table.legal():
                return None
            return self._question(seat, level, seconds)

    async def _confess(self, seat: Seat) -> None:
        """A bot whose program has failed says so, once at each table: nobody shall take it for its level."""
        if seat not in self.confessed:
            self.confessed.add(seat)
            with contextlib.suppress(Refused):  # what cannot be written now is not worth waiting for
                await remark(self.gathering, seat, AT_RANDOM)

    def _pace(self, thought: Thought, taken: float) -> float:
        """How long to wait still with an answer that has taken so long."""
        usual = PACE[self.gathering.settings.pace] if self.gathering.watched else 0.0
        step = max(GRID, usual / 2)
        return math.ceil(max(step, usual, thought.pause, taken) / step) * step - taken

    def _film_left(self) -> float:
        """How long people still watch what happened last; where nothing can be drawn there is nothing to watch."""
        if not self.gathering.watched:
            return 0.0
        with contextlib.suppress(Faulty), game_code(self.gathering.box):
            scene = self.gathering.moment.sketch(None, ())
            return self._waited_for(scene) * scene.lasts - self.gathering.age
        return 0.0

    def _waited_for(self, scene: Scene) -> float:
        """The part of a film that bots let people watch: all of it where something is shown for a moment only, or to one player alone."""
        own = (self.gathering.moment.sketch(seat, ()) for seat in self.gathering.online)
        alone = any(len(each.film) > len(scene.film) for each in own)
        return WATCHED[self.gathering.settings.pace] if scene.unfolds and not alone else 1.0

    def _chapter_left(self) -> float:
        """How long people still read how a game of the match, or a round, ended."""
        return CHAPTER - self.gathering.age if self.gathering.watched and self.gathering.moment.chapter else 0.0

    def _still(self, seat: Seat, ply: int) -> bool:
        return self.gathering.table.plies == ply and self.gathering.chairs[seat].kind == "bot" and self.gathering.status == "playing"

    def _must(self, seat: Seat) -> Action | None:
        """Something to do for a bot that is silent though the table waits for it."""
        if seat not in self.gathering.running:
            return None
        with game_code(self.gathering.box):
            return improvised(self.gathering.table, seat, LUCK)

    async def _act(self, seat: Seat, action: Action, ply: int) -> None:
        """Play for a seat; a bot that breaks the rules gets a random action instead, a full disk is waited for."""
        try:
            await self.gathering.act(seat, action, ply=ply)
        except Illegal as illegal:
            log.error("a bot chose an illegal action", extra={"game": self.game, "fault": str(illegal)})
            other = self._must(seat)
            if other is not None and self._still(seat, ply):
                await self.gathering.act(seat, other, ply=ply)
        except Faulty:
            raise  # it would fail again
        except Refused:
            await asyncio.sleep(AGAIN)
            self.thinking.pop(seat, None)
            self.changed()

    async def _roll(self, ply: int) -> None:
        """Chance begins; later it follows at once on the action before it."""
        try:
            await self.gathering.roll(ply)
        except Faulty:
            raise
        except Refused:
            await asyncio.sleep(AGAIN)
            self.changed()

    def _question(self, seat: Seat, level: str, seconds: float) -> Question:
        table = self.gathering.table
        chair = self.gathering.chairs[seat]
        known = level if level in self.gathering.levels else default_level(self.gathering.box)
        memory = self.crew.memory(self.game, known)
        return Question(
            self.game,
            table.game.seats,
            dict(self.gathering.options),
            seat,
            known,
            table.view(seat),
            tuple(table.heard(seat, 0 if memory is None else max(0, table.plies - memory))),
            tuple(table.legal()[seat]),
            seconds,
            f"{chair.token} {seat}",
            f"{chair.token} {seat} {table.plies}",
        )

    async def advise(self, seat: Seat, share: str) -> Advice | None:
        """What the best adviser thinks best for that seat, thought of for somebody; without an opinion what the strongest bot would do."""
        ply, best = self.gathering.table.plies, advisers(self.gathering.box)[0]
        question = await self._ask(seat, ply, best, ADVICE)
        worths = {} if question is None else await self.crew.weigh(question, share)
        ranked = sorted((action for action in worths if action), key=lambda action: -worths[action])
        if ranked and not is_open(ranked[0]):
            return Advice(ranked[0], worths[ranked[0]], worths[ranked[1]] if len(ranked) > 1 else None)
        thought = await self._think(seat, ply, best, ADVICE, share)
        return Advice(thought.action) if thought is not None and thought.action is not None else None

    async def appraise(self, then: Table, event: Event, share: str) -> Worths:
        """What the best adviser thinks of the actions that a seat had, one of which is the event."""
        assert event.actor != CHANCE
        seed = f"coach {then.plies}"
        question = Question(
            self.game,
            then.game.seats,
            dict(self.gathering.options),
            event.actor,
            "",
            then.view(event.actor),
            tuple(then.heard(event.actor)),
            weighed(then, event.actor, event.action),
            APPRAISAL,
            seed,
            seed,
        )
        return await self.crew.weigh(question, share)

    def drawn(self) -> Curve | None:
        """The curve of the game as it stands, if it has been asked for: an end may be taken back, and another one found."""
        return self.curve if self.curve is not None and self.curve.table.state is self.gathering.table.state else None

    def draw(self, share: str) -> Curve:
        """Have the curve of the finished game worked out for somebody."""
        if self.curve is not None:
            self.curve.stop()
        self.curve = Curve(self.seer, self.gathering.table.at(self.gathering.table.plies), share)
        self.curve.begin()
        return self.curve

    # Clocks and windows

    def _set_timer(self) -> None:
        """One timer a table: for the window if there is one, else for the clock that runs out first."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        window, clock = self.gathering.window, self.gathering.clock
        if window is None and clock.zero == "nothing":
            return
        now, later = time.monotonic(), asyncio.get_running_loop().call_later
        if window is not None and not window.is_open:
            self.timer = later(window.opens - now, self._ring, partial(self.gathering.open_window, window))
        elif window is not None:
            self.timer = later(window.ends - now, self._ring, self._close_window)
        elif (zero := clock.zero_in(now)) is not None:
            self.timer = later(zero[0], self._ring, partial(self._zero, zero[1]))

    def _ring(self, what: "Callable[[], Coroutine[Any, Any, None]]") -> None:
        self.timer = None
        self._spawn(what())

    async def _close_window(self) -> None:
        """Decline for those who have not answered."""
        for seat in sorted(self.gathering.running):
            if DECLINE in self.gathering.table.legal().get(seat, ()):
                await self._act(seat, DECLINE, self.gathering.table.plies)

    async def _zero(self, seat: Seat) -> None:
        """A seat's time is up: a bot plays for it, or it gives up."""
        if seat not in self.gathering.running:
            return
        if self.gathering.clock.zero == "resign":
            await self.gathering.resign(seat)
            await self._say(seat, TIME_UP)
        else:
            await self._stand_in(seat, self.gathering.table.plies)

    async def _stand_in(self, seat: Seat, ply: int) -> None:
        """A bot makes one move for somebody whose time is up."""
        thought = await self._think(seat, ply, default_level(self.gathering.box), HASTE)
        action = thought.action if thought is not None and thought.action is not None else self._must(seat)
        if action is not None and self.gathering.table.plies == ply and self.gathering.status == "playing":
            await self._act(seat, action, ply)
            await self._say(seat, STOOD_IN)

    async def _say(self, seat: Seat, words: Text) -> None:
        """Have it written in the journal what the clock has done to somebody."""
        with contextlib.suppress(Refused):
            async with self.gathering.lock:
                await announce(self.gathering, words.named([self.gathering.table.names[seat]]))

    def _spawn(self, what: "Coroutine[Any, Any, None]") -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(what)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if not isinstance(error, Faulty):  # of which the log knows already
                log.error("a table's driver failed", exc_info=error, extra={"game": self.gathering.box.slug, "fault": told(error)})
            self.gathering.fail()
