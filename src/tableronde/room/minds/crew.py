"""The crew: worker processes in which bots think, so that the room never waits for them. A dead one is replaced."""

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Final

from tableronde import bots
from tableronde.bots.simple import settled
from tableronde.game import Event
from tableronde.review import Worths
from tableronde.room.minds.mind import (
    Answer,
    Asked,
    Doubt,
    Failure,
    Foresight,
    Outlook,
    Question,
    Thought,
    Wonder,
    hurried,
    pack_question,
    size,
)
from tableronde.room.minds.turns import Turns

PATIENCE: Final = 20.0  # seconds beyond the thinking time before a worker is taken for lost
STARTING: Final = 60.0  # seconds more for one that has to be started first, on a busy machine
TRIES: Final = 3
WAITING: Final = 50  # questions of those who have time, before no more of them are welcome
log: Final = logging.getLogger("tableronde.room")


class WorkerLost(Exception):
    """A worker died, or went silent, while it was thinking."""


class BotFailed(Exception):
    """A bot, or the game it plays, has a fault: the worker lives, and another one would fail in the same way."""


@dataclass
class Worker:
    """One process; it is started when it is first asked something."""

    process: asyncio.subprocess.Process | None = None
    retired: bool = False  # whether it is never started again

    @property
    def runs(self) -> bool:
        """Whether there is a process that has not ended."""
        return self.process is not None and self.process.returncode is None

    async def ask(self, asked: Asked, seconds: float) -> Answer:
        """The answer, which may take about so long; WorkerLost if the process died over it, BotFailed if the bot's code failed."""
        patience = PATIENCE if self.runs else PATIENCE + STARTING
        try:
            async with asyncio.timeout(seconds + patience):
                answer = await self._exchange(pack_question(asked))
        except Exception as error:  # a dead process shows itself in many ways, and all mean the same
            await self.stop()
            raise WorkerLost(type(error).__name__) from None
        if isinstance(answer, Failure):
            raise BotFailed(answer)
        return answer

    async def _exchange(self, message: bytes) -> Answer | Failure:
        if self.retired:
            raise WorkerLost
        if not self.runs:
            self.process = await _start()
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(message)
        await self.process.stdin.drain()
        head = await self.process.stdout.readexactly(4)
        answer = pickle.loads(await self.process.stdout.readexactly(size(head)))
        assert isinstance(answer, Thought | dict | list | Outlook | Failure)
        return answer

    async def stop(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@dataclass
class Crew:
    """As many bots think at once as there are workers; the others wait their turn, everybody in a queue of their own."""

    count: int = field(default_factory=lambda: max(2, (os.cpu_count() or 2) - 1))
    lost: int = 0  # workers that had to be replaced
    failed: int = 0  # questions over which a bot's own code failed

    def __post_init__(self) -> None:
        self.all = [Worker() for _ in range(self.count)]
        self.turns = Turns(self.all)
        self._memories: dict[tuple[str, str], int | None] = {}  # how much of the past each bot wants to hear, as it said itself

    @property
    def closed(self) -> bool:
        """Whether nothing is thought any more."""
        return all(worker.retired for worker in self.all)

    def memory(self, game: str, level: str) -> int | None:
        """How many of the latest events a bot wants to be told; None: all, or it has not said yet."""
        return self._memories.get((game, level))

    def gauges(self) -> dict[str, int]:
        """What is worth counting about it."""
        return {"workers_lost": self.lost, "bots_failed": self.failed}

    async def think(self, question: Question, share: str = "") -> Thought:
        """A bot's choice, out of somebody's share of the thinking. Whatever happens to the workers, there is one."""
        answer = await self._ask(question, question, share)
        if isinstance(answer, Thought):
            self._memories[question.game, question.level] = answer.hears
            return answer
        actions = settled(question.legal)
        return Thought(SystemRandom().choice(actions) if actions else None, 0.0, failed=True)

    async def weigh(self, question: Question, share: str = "") -> Worths:
        """What the best adviser thinks of each action; nothing, if the workers fail."""
        answer = await self._ask(Doubt(question), question, share)
        return answer if isinstance(answer, dict) else {}

    async def foresee(self, question: Question, share: str = "") -> list[Event]:
        """What the best bot would play on after the action in question; nothing, if the workers fail."""
        answer = await self._ask(Foresight(question), question, share)
        return answer if isinstance(answer, list) else []

    async def outlook(self, question: Question, share: str = "") -> tuple[float, ...]:
        """What everybody may expect, thought of when nobody else wants anything; nothing, if nobody has an opinion or the workers fail."""
        answer = await self._ask(Wonder(question), question, share)
        return answer.shares if isinstance(answer, Outlook) else ()

    def is_crowded(self) -> bool:
        """Whether so much waits already for a worker to spare that no more should be begun."""
        return sum(map(len, self.turns.patient.values())) >= WAITING

    async def close(self) -> None:
        """End all processes, whatever they are thinking about."""
        for worker in self.all:
            worker.retired = True
        await asyncio.gather(*(worker.stop() for worker in self.all))

    async def _ask(self, asked: Asked, question: Question, share: str) -> Answer | None:
        """The answer of a worker, or of another one if it is lost over it; None if all fail."""
        for _ in range(TRIES):
            try:
                return await self._ask_one(asked, question.seconds, share)
            except WorkerLost as fault:
                if self.closed:
                    return None  # nobody wants to know any more
                self.lost += 1
                log.warning("a bot's worker was lost", extra={"game": question.game, "bot": question.level, "fault": str(fault)})
            except BotFailed as failed:
                self.failed += 1
                failure = failed.args[0]
                about = {"game": question.game, "bot": question.level, "fault": failure.text, "trace": failure.trace}
                log.error("a bot failed", extra=about)
                return None
        return None

    async def _ask_one(self, asked: Asked, wished: float, share: str) -> Answer:
        patient = isinstance(asked, Wonder)
        worker = await self.turns.take(share, patient)
        seconds = self.turns.seconds(wished, patient)
        thinking = asyncio.ensure_future(worker.ask(hurried(asked, seconds), seconds))
        thinking.add_done_callback(lambda done: self._thought(share, worker, patient, done))
        return await asyncio.shield(thinking)  # a question no longer of interest is thought to its end, not cut

    def _thought(self, share: str, worker: Worker, patient: bool, done: "asyncio.Future[Answer]") -> None:
        """A worker is free again. If it was lost over a question in which nobody is interested any more, that is no news."""
        self.turns.give(share, worker, patient)
        if not done.cancelled():
            done.exception()


async def _start() -> asyncio.subprocess.Process:
    path = f"import sys; sys.path[:] = {sys.path!r}"  # a module found here is found there
    invited = f"from tableronde import bots; bots.guests.update({bots.guests!r})"
    command = (sys.executable, "-c", f"{path}; {invited}; from tableronde.room.minds.mind import main; main()")
    return await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
