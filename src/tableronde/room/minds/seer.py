"""The seer at a table: who is likely to win. It speaks to those who look on, and once the game is over to everybody.

Never to who plays, and never about a choice that somebody still has: where people play it is a round behind, so that a player who
looks on from another device learns nothing of the position at hand. Where anything is hidden it is silent until the end.
"""

import asyncio
import contextlib
import logging
from typing import Any, Final, NamedTuple

from tableronde import options
from tableronde.game import CHANCE, Outcome, Seat
from tableronde.room.faults import Faulty, game_code
from tableronde.room.minds.crew import Crew
from tableronde.room.minds.mind import Question
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Judged, Shares
from tableronde.table import Table

GLANCE: Final = 0.4  # seconds of thinking about a moment, for those who look on
ROUNDS: Final = 4  # after which nobody is waited for any longer: who has not acted since may be out of the game
log: Final = logging.getLogger("tableronde.room")


class Sight(NamedTuple):
    """A moment that was judged."""

    state: Any  # so that a moment which was taken back is not taken for the one that came instead
    seat: Seat | None  # whose turn it was, and from whose knowledge it was judged; None: the game was over
    shares: Shares  # nothing if nobody has an opinion


class Seer:
    """Who is likely to win at one table, moment by moment; each is judged once."""

    def __init__(self, gathering: Gathering, game: str, crew: Crew) -> None:
        self.gathering, self.game, self.crew = gathering, game, crew
        self.known: dict[int, Sight] = {}
        self.task: asyncio.Task[None] | None = None  # one moment at a time, however many look on and however fast it goes
        self.last: Any = None  # the state that was judged last for those who look on
        self.stopped = False

    def look(self) -> None:
        """Something has happened, or somebody has come: have the latest moment judged that may be spoken of, if anybody wants to know."""
        gathering = self.gathering
        if gathering.judged is not None and not self._stands(gathering.judged.ply):
            gathering.judged = None
        if self.stopped or self.task is not None or not any(viewer.wonders for viewer in gathering.curious):
            return
        ply = speakable(gathering)
        then = None if ply is None else gathering.table.at(ply)
        if then is not None and then.state is not self.last:
            self.last = then.state
            self.task = asyncio.create_task(self._speak(then))
            self.task.add_done_callback(self._spoken)

    def stop(self) -> None:
        """Say no more."""
        self.stopped = True
        if self.task is not None:
            self.task.cancel()

    async def judge(self, then: Table, seconds: float, share: str) -> Sight:
        """What everybody may expect at a moment of this table, thought of for somebody, unless that is known."""
        sight = self.known.get(then.plies)
        if sight is None or sight.state is not then.state:
            sight = self.known[then.plies] = await self._judged(then, seconds, share)
        return sight

    async def _judged(self, then: Table, seconds: float, share: str) -> Sight:
        with contextlib.suppress(Faulty), game_code(self.gathering.box):
            if (outcome := then.outcome) is not None:
                return Sight(then.state, None, certain(outcome, then.game.seats))
            question = await asyncio.to_thread(self._question, then, seconds)
            if question is not None:
                return Sight(then.state, question.seat, await self.crew.outlook(question, share))
        return Sight(then.state, None, ())

    def _question(self, then: Table, seconds: float) -> Question | None:
        """What is asked: the view of whoever is to act, never a state; None where that is nobody, or chance."""
        seat, seed = next((actor for actor in then.to_act() if actor != CHANCE), None), f"outlook {then.plies}"
        if seat is None:
            return None
        view, heard, legal = then.view(seat), tuple(then.heard(seat)), tuple(then.legal()[seat])
        return Question(self.game, then.game.seats, options.write(then.game.options), seat, "", view, heard, legal, seconds, seed, seed)

    async def _speak(self, then: Table) -> None:
        sight = await self.judge(then, GLANCE, self.gathering.share)
        async with self.gathering.lock:
            if sight.shares and self.gathering.status == "playing" and self._stands(then.plies):
                self.gathering.judged = Judged(then.plies, sight.shares)
                self.gathering.tell(self.gathering.judged)

    def _spoken(self, task: "asyncio.Task[None]") -> None:
        """The next one: more may have happened meanwhile."""
        self.task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a moment could not be judged", exc_info=error, extra={"game": self.gathering.box.slug})
        self.look()

    def _stands(self, ply: int) -> bool:
        """Whether a moment that was judged is still one of the game's."""
        table, sight = self.gathering.table, self.known.get(ply)
        return sight is not None and ply <= table.plies and table.at(ply).state is sight.state


def speakable(gathering: Gathering) -> int | None:
    """The latest moment of which those who look on may hear who is likely to win; None: none yet, or none before the end.

    All people at the table have acted since, so that none of them learns anything about a choice still to be made; among bots it is now.
    """
    table = gathering.table
    if gathering.status != "playing" or gathering.faulty or table.game.hides or table.game.private:
        return None
    people = gathering.people_but(frozenset()) | {former.seat for former in gathering.former}  # who has left may come back
    acted = [-1 if (ply := gathering.undo_ply(frozenset({seat}))) is None else ply for seat in people]
    behind = max(min(acted, default=table.plies), table.plies - ROUNDS * table.game.seats)
    return behind if behind >= 0 and not table.game.sealed(table.at(behind).state) else None


def certain(outcome: Outcome, seats: int) -> Shares:
    """Everybody's share of a game that is over; nothing where nobody has won."""
    won = set(outcome.winners)
    return tuple(1 / len(won) if seat in won else 0.0 for seat in range(seats)) if won else ()
