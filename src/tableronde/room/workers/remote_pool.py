"""Workers on other machines: a pool that first asks them, and uses its own workers if none answers."""

from collections.abc import Mapping
from typing import Final

from tableronde.box import Box
from tableronde.room.base.log_events import WORKER_TASK_REFUSED
from tableronde.room.bus import Bus, NoAnswer
from tableronde.room.workers.pool import WorkerPool
from tableronde.room.workers.wire_format import NotTransferable, read_result, read_task, write_result, write_task
from tableronde.room.workers.worker import Answer, EvaluatePosition, Request, WorkerTask
from tableronde.shelf import Shelf

SUBJECT: Final = "tableronde.minds"
GRACE: Final = 4.0  # beyond the thinking time, before the answer is given up
MAX_TASKS_PER_WORKER: Final = 3  # for each worker, before others are asked


class RemotePool(WorkerPool):
    """A node's pool: its own workers handle only the tasks that no other machine takes."""

    def __init__(self, bus: Bus, boxes: Mapping[str, Box], names: Mapping[str, str], count: int | None = None) -> None:
        super().__init__() if count is None else super().__init__(count)
        self.bus = bus
        self.remote_asked = self.remote_answered = 0
        self._latest = {names[slug]: (slug, box.game_type.edition) for slug, box in boxes.items()}

    def gauges(self) -> dict[str, int]:
        """Return the gauges for the metrics, with the tasks sent to other machines and their answers."""
        return {**super().gauges(), "minds_asked": self.remote_asked, "minds_answered": self.remote_answered}

    async def ask(self, request: Request, task: WorkerTask, share: str) -> Answer | None:
        """Return the answer of a remote worker, or else of a local one."""
        result = await self._ask_remote(request, task, share)
        return await super().ask(request, task, share) if result is None else result

    async def _ask_remote(self, request: Request, task: WorkerTask, share: str) -> Answer | None:
        if self.is_closed or not self.bus.is_up:
            return None
        self.remote_asked += 1
        try:
            slug, latest = self._latest[task.game]
            data = write_task(request, slug, task.edition or latest, share)
            result = read_result(await self.bus.ask(SUBJECT, data, task.seconds + GRACE), request)
        except (NotTransferable, NoAnswer):
            return None
        self.remote_answered += result is not None
        return result


class WorkerService:
    """The remote side: answers tasks of any room about the games on its own shelf."""

    def __init__(self, bus: Bus, pool: WorkerPool, shelf: Shelf) -> None:
        self.bus, self.pool, self.shelf = bus, pool, shelf
        self.running = 0
        self.answered = 0
        self.is_leaving = False

    async def open(self) -> None:
        """Start to accept tasks."""
        await self.bus.open(lambda: None)
        await self.bus.answer(SUBJECT, "minds", self.answer_message)

    async def answer_message(self, data: bytes) -> bytes | None:
        """Answer a task; return None if there is too much to do, or the task does not fit this machine, so that another is asked."""
        if self.is_leaving or self.running >= MAX_TASKS_PER_WORKER * self.pool.count:
            return None
        self.running += 1
        try:
            request, share = read_task(data, self.shelf)
            if isinstance(request, EvaluatePosition) and self.running > self.pool.count:
                return None  # low-priority tasks must not take the place of others
            task = request if isinstance(request, WorkerTask) else request.task
            result = await self.pool.ask(request, task, share)
            self.answered += 1
            return write_result(result)
        except (NotTransferable, LookupError) as error:
            WORKER_TASK_REFUSED.log(fault=str(error))
            return None
        finally:
            self.running -= 1
