"""The live evaluation at a table: each seat's win probability, for spectators, and after the end for everybody.

It is never shown to players and never concerns a choice that somebody still has: if people play, it is a round behind, so that a player
who watches on another device learns nothing about the current position. In games with secrets it is silent until the end.
"""

import asyncio
import contextlib
from typing import Any, Final, NamedTuple

from tableronde.game import CHANCE, Outcome, Seat
from tableronde.room.base.faults import Faulty, game_code
from tableronde.room.base.log_events import EVALUATION_FAILED
from tableronde.room.tables.decisions.change import last_ply_of
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.updates import Evaluated, Shares
from tableronde.room.workers.pool import WorkerPool
from tableronde.room.workers.tasks import make_task
from tableronde.room.workers.worker import WorkerTask
from tableronde.table import Table

EVALUATION_SECONDS: Final = 0.4  # of thinking about a position, for spectators
MAX_ROUNDS_BEHIND: Final = 4  # longer than this nobody is waited for: a player who has not acted since may be out of the game


class Evaluation(NamedTuple):
    """An evaluated position."""

    state: Any  # tells a position that was taken back from the one that replaced it
    seat: Seat | None  # whose turn it was, and from whose knowledge it was evaluated; None: the game was over
    shares: Shares  # empty if no adviser has an opinion


class LiveEvaluation:
    """The win probabilities at one table, position by position; each is computed once."""

    def __init__(self, session: TableSession, game: str, pool: WorkerPool) -> None:
        self.session, self.game, self.pool = session, game, pool
        self.evaluations: dict[int, Evaluation] = {}
        self.task: asyncio.Task[None] | None = None  # one position at a time, however many watch and however fast the game goes
        self.latest_state: Any = None  # the state that was evaluated last for spectators
        self.is_stopped = False

    def refresh(self) -> None:
        """Evaluate the latest position that may be shown, if anybody wants to know; called after updates."""
        session = self.session
        if session.advice.evaluation is not None and not self._is_current(session.advice.evaluation.ply):
            session.advice.evaluate(None)
        curious = session.audience.curious
        if self.is_stopped or self.task is not None or not curious or not any(viewer.wants_evaluation for viewer in curious):
            return
        ply = find_public_ply(session)
        then = None if ply is None else session.table.at(ply)
        if then is not None and then.state is not self.latest_state:
            self.latest_state = then.state
            self.task = asyncio.create_task(self._publish(then))
            self.task.add_done_callback(self._on_published)

    def stop(self) -> None:
        """Stop evaluating."""
        self.is_stopped = True
        if self.task is not None:
            self.task.cancel()

    async def evaluate(self, then: Table, seconds: float, share: str) -> Evaluation:
        """Return the evaluation of a position of this table, computing it if it is unknown."""
        evaluation = self.evaluations.get(then.plies)
        if evaluation is None or evaluation.state is not then.state:
            evaluation = self.evaluations[then.plies] = await self._compute(then, seconds, share)
        return evaluation

    async def _compute(self, then: Table, seconds: float, share: str) -> Evaluation:
        with contextlib.suppress(Faulty), game_code(self.session.box):
            if (outcome := then.outcome) is not None:
                return Evaluation(then.state, None, share_win(outcome, then.game.seats))
            task = await asyncio.to_thread(self._make_task, then, seconds)
            if task is not None:
                return Evaluation(then.state, task.seat, await self.pool.evaluate_position(task, share))
        return Evaluation(then.state, None, ())

    def _make_task(self, then: Table, seconds: float) -> WorkerTask | None:
        """Make the task: the view of the seat to act, never a state; None if that is nobody, or chance."""
        seat, seed = next((actor for actor in then.to_act() if actor != CHANCE), None), f"outlook {then.plies}"
        if seat is None:
            return None
        return make_task(self.game, then, seat, then.legal()[seat], seconds=seconds, bot_seed=seed, move_seed=seed)

    async def _publish(self, then: Table) -> None:
        evaluation = await self.evaluate(then, EVALUATION_SECONDS, self.session.share)
        async with self.session.lock:
            if evaluation.shares and self.session.status == "playing" and self._is_current(then.plies):
                update = Evaluated(then.plies, evaluation.shares)
                self.session.advice.evaluate(update)
                self.session.publish(update)

    def _on_published(self, task: "asyncio.Task[None]") -> None:
        """Continue with the next position: more may have happened meanwhile."""
        self.task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            EVALUATION_FAILED.log(error, game=self.session.box.slug)
        self.refresh()

    def _is_current(self, ply: int) -> bool:
        """Return whether an evaluated position still belongs to the game."""
        table, evaluation = self.session.table, self.evaluations.get(ply)
        return evaluation is not None and ply <= table.plies and table.at(ply).state is evaluation.state


def find_public_ply(session: TableSession) -> int | None:
    """Return the latest ply whose evaluation spectators may see; None: none yet, or none before the end.

    All people at the table have acted since, so that nobody learns anything about a choice still to be made; among bots it is the current
    one.
    """
    table = session.table
    if session.status != "playing" or session.faulty or table.game.hides or table.game.private:
        return None
    held = {holder.seat for holder in session.saved.seats if holder.is_held}
    people = held | {former.seat for former in session.saved.former}  # a player who has left may come back
    acted = [-1 if (ply := last_ply_of(table, frozenset({seat}))) is None else ply for seat in people]
    behind = max(min(acted, default=table.plies), table.plies - MAX_ROUNDS_BEHIND * table.game.seats)
    return behind if behind >= 0 and not table.game.sealed(table.at(behind).state) else None


def share_win(outcome: Outcome, seats: int) -> Shares:
    """Return everybody's share of a finished game; nothing if nobody has won."""
    won = set(outcome.winners)
    return tuple(1 / len(won) if seat in won else 0.0 for seat in range(seats)) if won else ()
