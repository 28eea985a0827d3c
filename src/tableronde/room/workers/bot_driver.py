"""Drives a table when no person does: bots and chance, and with its timers clocks and reaction windows."""

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from typing import Any, Final

from tableronde.bots import default_level
from tableronde.bots.improvised_words import improvised
from tableronde.game import CHANCE, Action, Event, Illegal, Seat, is_open
from tableronde.play.review import MoveValues, advisers, weighed
from tableronde.plugins.loader import describe_error
from tableronde.room.base.faults import PLAYED_AT_RANDOM, Faulty, game_code
from tableronde.room.base.log_events import BOT_DRIVER_FAILED, BOT_ILLEGAL_ACTION
from tableronde.room.base.refusals import Refused
from tableronde.room.tables.decisions.chat import add_remark
from tableronde.room.tables.decisions.playing import open_with_chance
from tableronde.room.tables.table_session import LUCK, TableSession, find_pause
from tableronde.room.tables.timers import Timers
from tableronde.room.tables.updates import Advice, PresenceChanged, TableChanged, Update
from tableronde.room.workers.evaluation_graph import EvaluationGraph
from tableronde.room.workers.live_evaluation import LiveEvaluation
from tableronde.room.workers.pacing import compute_wait
from tableronde.room.workers.pool import WorkerPool
from tableronde.room.workers.tasks import make_task
from tableronde.room.workers.worker import WorkerResult, WorkerTask
from tableronde.table import Table

THINKING_SECONDS: Final = 3.0  # maximum thinking time for levels that ask for more
ADVICE_SECONDS: Final = 1.0  # for a hint
EVALUATION_SECONDS: Final = 0.4  # for the coach's view of another bot's action
STAND_IN_SECONDS: Final = 0.3  # for a seat whose time is up
FUTILE_SECONDS: Final = 0.6  # before the room plays a turn that decides nothing
RETRY_SECONDS: Final = 2.0  # before an action that could not be written is tried again


class BotDriver:
    """Drives the bots and timers of one table."""

    def __init__(self, session: TableSession, game: str, pool: WorkerPool) -> None:
        self.session, self.game, self.pool = session, game, pool
        self.thinking: dict[Seat, tuple[int, asyncio.Task[None]]] = {}  # the ply each bot thinks about
        self.tasks: set[asyncio.Task[None]] = set()
        self.timers = Timers(session)
        self.is_paused = False  # whether it waits until somebody watches again
        self.is_stopped = False
        self.announced_failures: set[Seat] = set()  # bots that have announced their failure
        self.live_evaluation = LiveEvaluation(session, game, pool)
        self.graph: EvaluationGraph | None = None  # of the game, once it is over

    def on_update(self, update: Update) -> None:
        """React to an update of the table."""
        if isinstance(update, TableChanged) or (self.is_paused and isinstance(update, PresenceChanged)):
            self.schedule_moves()
        if isinstance(update, (TableChanged, PresenceChanged)):
            self.live_evaluation.refresh()

    def schedule_moves(self) -> None:
        """Find who is to be moved now, after an update."""
        if self.is_stopped:
            return
        session = self.session
        if find_pause(session) is not None:
            return self.timers.stop()
        self.timers.set(self)
        if session.status != "playing" or session.faulty:
            return
        self.is_paused = session.audience.is_gone(session.limits.lonely_seconds)
        if self.is_paused:
            return
        legal = session.table.legal()
        if CHANCE in legal:
            self.spawn(self._roll(session.table.plies))
        for holder in session.saved.seats:
            if holder.kind == "bot" and holder.seat in legal and not session.is_early(holder.seat):
                self._start_thinking(holder.seat)

        if session.position.futile and session.position.decided is not None:
            for seat in session.running:
                if session.saved.seats[seat].kind == "person":
                    self.spawn(self._play_futile(seat, session.table.plies))

    async def _play_futile(self, seat: Seat, ply: int) -> None:
        """Play a turn in which nothing can be won for a person too, once the result is decided."""
        await asyncio.sleep(FUTILE_SECONDS)
        action = self._choose_fallback(seat) if self.session.table.plies == ply and self.session.status == "playing" else None
        if action is not None:
            await self.act(seat, action, ply)

    def is_busy(self) -> bool:
        """Return whether the table must stay awake."""
        return bool(self.tasks) or self.timers.is_set

    def stop(self) -> None:
        """Stop driving the table, for good."""
        self.is_stopped = True
        self.timers.stop()
        for task in tuple(self.tasks):
            task.cancel()
        self.live_evaluation.stop()
        if self.graph is not None:
            self.graph.stop()

    # Bots and chance

    def _start_thinking(self, seat: Seat) -> None:
        ply, task = self.thinking.get(seat, (-1, None))
        if ply == self.session.table.plies and task is not None and not task.done():
            return
        self.thinking[seat] = self.session.table.plies, self.spawn(self._make_move(seat, self.session.table.plies))

    async def _make_move(self, seat: Seat, ply: int) -> None:
        """Let a bot think, wait until everybody has seen the last event, and act, unless something else has happened meanwhile."""
        began = time.monotonic()
        result = await self._ask_bot(seat, ply, self.session.saved.seats[seat].level, THINKING_SECONDS)
        if result is None:
            return
        if result.failed:
            await self._announce_failure(seat)
        action = result.action if result.action is not None else self._choose_fallback(seat)
        await asyncio.sleep(compute_wait(self.session, result, time.monotonic() - began))
        if action is not None and self._is_current(seat, ply):
            await self.act(seat, action, ply)

    async def _ask_bot(self, seat: Seat, ply: int, level: str, seconds: float, share: str = "") -> WorkerResult | None:
        """Return a bot's choice for a seat; None if the position has changed already."""
        task = await self._make_current_task(seat, ply, level, seconds)
        return None if task is None else await self.pool.choose_action(task, share or self.session.share)

    async def _make_current_task(self, seat: Seat, ply: int, level: str, seconds: float) -> WorkerTask | None:
        """Make a task about a seat; return None if the position has changed already."""
        async with self.session.lock:  # a half-written change must not be thought about
            if self.session.table.plies != ply or seat not in self.session.table.legal():
                return None
            return self._make_task(seat, level, seconds)

    async def _announce_failure(self, seat: Seat) -> None:
        """Announce, once per table, that a bot's program has failed, so that nobody mistakes it for its level."""
        if seat not in self.announced_failures:
            self.announced_failures.add(seat)
            with contextlib.suppress(Refused):  # not worth waiting for if it cannot be written now
                await self.session.decide(add_remark, seat, PLAYED_AT_RANDOM)

    def _is_current(self, seat: Seat, ply: int) -> bool:
        return self.session.table.plies == ply and self.session.saved.seats[seat].kind == "bot" and self.session.status == "playing"

    def _choose_fallback(self, seat: Seat) -> Action | None:
        """Return an action for a bot that gave none although it is to act."""
        if seat not in self.session.running:
            return None
        with game_code(self.session.box):
            return improvised(self.session.table, seat, LUCK)

    async def act(self, seat: Seat, action: Action, ply: int) -> None:
        """Play for a seat; an illegal action is replaced by a random one, a full disk is waited for."""
        try:
            await self.session.act(seat, action, ply=ply)
        except Illegal as illegal:
            BOT_ILLEGAL_ACTION.log(game=self.game, fault=str(illegal))
            other = self._choose_fallback(seat)
            if other is not None and self._is_current(seat, ply):
                await self.session.act(seat, other, ply=ply)
        except Faulty:
            raise  # it would fail again
        except Refused:
            await asyncio.sleep(RETRY_SECONDS)
            self.thinking.pop(seat, None)
            self.schedule_moves()

    async def _roll(self, ply: int) -> None:
        """Play chance's first event; later ones directly follow the action before them."""
        try:
            await self.session.decide(open_with_chance, ply)
        except Faulty:
            raise
        except Refused:
            await asyncio.sleep(RETRY_SECONDS)
            self.schedule_moves()

    def _make_task(self, seat: Seat, level: str, seconds: float) -> WorkerTask:
        table, token = self.session.table, self.session.saved.seats[seat].token
        known = level if level in self.session.levels else default_level(self.session.box)
        return make_task(
            self.game,
            table,
            seat,
            table.legal()[seat],
            seconds=seconds,
            bot_seed=f"{token} {seat}",
            move_seed=f"{token} {seat} {table.plies}",
            level=known,
            memory=self.pool.get_memory(self.game, known),
            chosen=dict(self.session.options),
        )

    async def suggest_action(self, seat: Seat, share: str) -> Advice | None:
        """Return the best adviser's favourite action for a seat; without an opinion, what the strongest bot would do."""
        ply, best = self.session.table.plies, advisers(self.session.box)[0]
        task = await self._make_current_task(seat, ply, best, ADVICE_SECONDS)
        values = {} if task is None else await self.pool.evaluate_moves(task, share)
        ranked = sorted((action for action in values if action), key=lambda action: -values[action])
        if ranked and not is_open(ranked[0]):
            return Advice(ranked[0], values[ranked[0]], values[ranked[1]] if len(ranked) > 1 else None)
        result = await self._ask_bot(seat, ply, best, ADVICE_SECONDS, share)
        return Advice(result.action) if result is not None and result.action is not None else None

    async def evaluate_actions(self, then: Table, event: Event, share: str) -> MoveValues:
        """Return the best adviser's values of the actions that a seat had when it chose the event."""
        assert event.actor != CHANCE
        seed, actions = f"coach {then.plies}", weighed(then, event.actor, event.action)
        task = make_task(
            self.game,
            then,
            event.actor,
            actions,
            seconds=EVALUATION_SECONDS,
            bot_seed=seed,
            move_seed=seed,
            chosen=dict(self.session.options),
        )
        return await self.pool.evaluate_moves(task, share)

    def find_graph(self) -> EvaluationGraph | None:
        """Return the graph of the current end of the game, if it was requested: an end may be taken back and another one played."""
        return self.graph if self.graph is not None and self.graph.table.state is self.session.table.state else None

    def start_graph(self, share: str) -> EvaluationGraph:
        """Start to compute the graph of the finished game."""
        if self.graph is not None:
            self.graph.stop()
        self.graph = EvaluationGraph(self.live_evaluation, self.session.table.at(self.session.table.plies), share)
        self.graph.begin()
        return self.graph

    async def stand_in(self, seat: Seat, ply: int) -> bool:
        """Let a bot play once for a seat whose time is up; return whether it did."""
        result = await self._ask_bot(seat, ply, default_level(self.session.box), STAND_IN_SECONDS)
        action = result.action if result is not None and result.action is not None else self._choose_fallback(seat)
        if action is None or self.session.table.plies != ply or self.session.status != "playing":
            return False
        await self.act(seat, action, ply)
        return True

    def spawn(self, what: "Coroutine[Any, Any, None]") -> asyncio.Task[None]:
        """Run a coroutine in a task, as long as the table is awake."""
        task = asyncio.get_running_loop().create_task(what)
        self.tasks.add(task)
        task.add_done_callback(self._on_finished)
        return task

    def _on_finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if not isinstance(error, Faulty):  # logged already
                BOT_DRIVER_FAILED.log(error, game=self.session.box.slug, fault=describe_error(error))
            self.session.fail()
