"""The pool: worker processes in which bots think, so that the room never waits for them. A dead one is replaced."""

import asyncio
import contextlib
import os
import pickle
import sys
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Final

from tableronde.bots.simple import settled
from tableronde.game import Event
from tableronde.kernels.compiled import is_compiled
from tableronde.play.review import MoveValues
from tableronde.room.base.log_events import BOT_FAILED, WORKER_LOST
from tableronde.room.workers.fair_queue import FairQueue
from tableronde.room.workers.worker import (
    Answer,
    EvaluateMoves,
    EvaluatePosition,
    ForeseeGame,
    Request,
    WinShares,
    WorkerFailure,
    WorkerResult,
    WorkerTask,
    change_seconds,
    pack_setup,
    pack_task,
    read_size,
)

PATIENCE: Final = 20.0  # beyond the thinking time, before a worker counts as lost
STARTING: Final = 60.0  # more for one that must be started first, on a busy machine
TRIES: Final = 3
MAX_WAITING: Final = 50  # low-priority tasks, before no more are accepted


class WorkerLost(Exception):
    """Raised when a worker died or stopped answering during a task."""


class BotFailed(Exception):
    """Raised when a bot or its game has a fault: the worker is alive, and another one would fail in the same way."""


@dataclass
class Worker:
    """One process, started with its first task."""

    process: asyncio.subprocess.Process | None = None
    is_retired: bool = False  # whether it is never started again
    has_kernels: bool = True  # whether its process found compiled kernels

    @property
    def is_running(self) -> bool:
        """Whether its process is running."""
        return self.process is not None and self.process.returncode is None

    async def ask(self, request: Request, seconds: float) -> Answer:
        """Return the answer to a request that may take that many seconds; raise WorkerLost if the process died, BotFailed if the bot's code
        failed."""
        if self.is_running and not self.has_kernels and is_compiled():
            await self.stop()  # they have been compiled since: a new process uses them
        patience = PATIENCE if self.is_running else PATIENCE + STARTING
        try:
            async with asyncio.timeout(seconds + patience):
                result = await self._exchange(pack_task(request))
        except Exception as error:  # a dead process shows itself in many ways, which all mean the same
            await self.stop()
            raise WorkerLost(type(error).__name__) from None
        if isinstance(result, WorkerFailure):
            raise BotFailed(result)
        return result

    async def _exchange(self, message: bytes) -> Answer | WorkerFailure:
        if self.is_retired:
            raise WorkerLost
        if not self.is_running:
            self.has_kernels = is_compiled()
            self.process = await _start_process()
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(message)
        await self.process.stdin.drain()
        head = await self.process.stdout.readexactly(4)
        answer = pickle.loads(await self.process.stdout.readexactly(read_size(head)))
        assert isinstance(answer, WorkerResult | dict | list | WinShares | WorkerFailure)
        return answer

    async def stop(self) -> None:
        """Kill the process."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@dataclass
class WorkerPool:
    """A pool of workers. As many bots think at once as there are workers; the others wait in a fair queue."""

    count: int = field(default_factory=lambda: max(2, (os.cpu_count() or 2) - 1))
    lost: int = 0  # workers that were replaced
    failed: int = 0  # tasks in which a bot's own code failed

    def __post_init__(self) -> None:
        self.workers = [Worker() for _ in range(self.count)]
        self.queue = FairQueue(self.workers)
        self.is_ready = True  # whether the last task was not lost with its worker
        self._memories: dict[tuple[str, str], int | None] = {}  # how many past events each bot wants, as it last said

    @property
    def is_closed(self) -> bool:
        """Whether the pool is closed."""
        return all(worker.is_retired for worker in self.workers)

    def get_memory(self, game: str, level: str) -> int | None:
        """Return how many of the latest events a bot wants to hear; None: all, or unknown yet."""
        return self._memories.get((game, level))

    def gauges(self) -> dict[str, int]:
        """Return the gauges for the metrics."""
        return {"workers_lost": self.lost, "bots_failed": self.failed}

    async def choose_action(self, task: WorkerTask, share: str = "") -> WorkerResult:
        """Return a bot's choice, charged to `share`. If the workers fail, it is a random one."""
        result = await self.ask(task, task, share)
        if isinstance(result, WorkerResult):
            self._memories[task.game, task.level] = result.memory
            return result
        actions = settled(task.legal)
        return WorkerResult(SystemRandom().choice(actions) if actions else None, 0.0, failed=True)

    async def evaluate_moves(self, task: WorkerTask, share: str = "") -> MoveValues:
        """Return the best adviser's value of each action; nothing if the workers fail."""
        result = await self.ask(EvaluateMoves(task), task, share)
        return result if isinstance(result, dict) else {}

    async def foresee_game(self, task: WorkerTask, share: str = "") -> list[Event]:
        """Return how the best bot would continue after the action in the task; nothing if the workers fail."""
        result = await self.ask(ForeseeGame(task), task, share)
        return result if isinstance(result, list) else []

    async def evaluate_position(self, task: WorkerTask, share: str = "") -> tuple[float, ...]:
        """Return each seat's expected share, with low priority; nothing if there is no opinion or the workers fail."""
        result = await self.ask(EvaluatePosition(task), task, share)
        return result.shares if isinstance(result, WinShares) else ()

    def is_crowded(self) -> bool:
        """Return whether too many low-priority tasks wait to start more."""
        return sum(map(len, self.queue.low_priority.values())) >= MAX_WAITING

    async def close(self) -> None:
        """Kill all processes, whatever they are doing."""
        for worker in self.workers:
            worker.is_retired = True
        await asyncio.gather(*(worker.stop() for worker in self.workers))

    async def ask(self, request: Request, task: WorkerTask, share: str) -> Answer | None:
        """Return the answer of a worker, or of another one if it is lost; None if all fail."""
        for _ in range(TRIES):
            try:
                answer = await self._ask_worker(request, task.seconds, share)
                self.is_ready = True
                return answer
            except WorkerLost as fault:
                if self.is_closed:
                    return None  # nobody needs the answer any more
                self.lost, self.is_ready = self.lost + 1, False
                WORKER_LOST.log(game=task.game, bot=task.level, fault=str(fault))
            except BotFailed as failed:
                self.failed += 1
                failure = failed.args[0]
                BOT_FAILED.log(game=task.game, bot=task.level, fault=failure.text, trace=failure.trace)
                return None
        return None

    async def _ask_worker(self, request: Request, wished: float, share: str) -> Answer:
        low_priority = isinstance(request, EvaluatePosition)
        worker = await self.queue.take(share, low_priority)
        seconds = self.queue.limit_seconds(wished, low_priority)
        thinking = asyncio.ensure_future(worker.ask(change_seconds(request, seconds), seconds))
        thinking.add_done_callback(lambda done: self._on_answered(share, worker, low_priority, done))
        return await asyncio.shield(thinking)  # a task whose client has gone is finished, not cut

    def _on_answered(self, share: str, worker: Worker, low_priority: bool, done: "asyncio.Future[Answer]") -> None:
        """Return a worker to the queue. A loss over a task whose client has gone is ignored."""
        self.queue.give_back(share, worker, low_priority)
        if not done.cancelled():
            done.exception()


async def _start_process() -> asyncio.subprocess.Process:
    """Start a worker. Its first message gives it the room's module path and added bots, so that it finds the same modules."""
    command = (sys.executable, "-P", "-m", "tableronde.room.workers.worker")  # -P: no module of the current folder is found first
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(pack_setup())
    return process
