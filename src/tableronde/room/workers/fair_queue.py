"""A fair queue for workers: each client has a queue of its own, and the queues are served in a circle.

A client with many tasks delays only itself: however long its queue is, somebody else's task comes next but one. Low-priority tasks wait
in a circle of their own, and get a worker that nobody else wants and that is not the last free one.
"""

import asyncio
from collections import Counter, deque
from typing import Final, Generic, TypeVar

T = TypeVar("T")
MIN_SECONDS: Final = 0.05  # of thinking that each task gets however many wait
Circle = dict[str, deque[asyncio.Future[T]]]  # the client whose turn was longest ago first


class FairQueue(Generic[T]):
    """A few workers for many clients. No client gets the last free one beside those it has."""

    def __init__(self, workers: list[T]) -> None:
        self.count = len(workers)
        self.idle = list(reversed(workers))
        self.waiting: Circle[T] = {}
        self.low_priority: Circle[T] = {}  # low-priority tasks
        self.busy: Counter[str] = Counter()  # workers each client has now

    async def take(self, share: str, low_priority: bool = False) -> T:
        """Return a worker when it is this client's turn; with low priority, one that nobody else wants."""
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._get_circle(low_priority).setdefault(share, deque()).append(turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            self._withdraw(share, turn, low_priority)
            raise

    def give_back(self, share: str, worker: T, low_priority: bool = False) -> None:
        """Return a worker to the queue."""
        if not low_priority:
            self.busy[share] -= 1
            if not self.busy[share]:
                del self.busy[share]
        self.idle.append(worker)
        self._serve()

    def limit_seconds(self, wished: float, low_priority: bool = False) -> float:
        """Return the time to think: less, the more tasks wait. Low-priority tasks count only for each other."""
        queues = [*self.waiting.values(), *(self.low_priority.values() if low_priority else ())]
        crowd = sum(map(len, queues)) / self.count
        return min(wished, max(MIN_SECONDS, wished / (1 + crowd)))

    def _get_circle(self, low_priority: bool) -> Circle[T]:
        return self.low_priority if low_priority else self.waiting

    def _serve(self) -> None:
        """Hand out free workers, one to each client in turn."""
        while self.idle and (self._hand_out(False) or self._hand_out(True)):
            pass

    def _hand_out(self, low_priority: bool) -> bool:
        """Hand a free worker to the next client in a circle; return False if there is none."""
        circle = self._get_circle(low_priority)
        share = next(filter(self._may_spare if low_priority else self._may_have_worker, circle), None)
        if share is None:
            return False
        queue = circle.pop(share)
        turn = queue.popleft()
        if queue:
            circle[share] = queue  # at the end of the circle
        if not turn.done():
            self.busy.update([] if low_priority else [share])
            turn.set_result(self.idle.pop())
        return True

    def _may_have_worker(self, share: str) -> bool:
        return self.busy[share] < max(1, self.count - 1)

    def _may_spare(self, share: str) -> bool:
        """Return whether another free worker is left for urgent tasks; a pool of one never has another."""
        return len(self.idle) > 1 or self.count == 1

    def _withdraw(self, share: str, turn: "asyncio.Future[T]", low_priority: bool) -> None:
        """Withdraw a cancelled request; a worker that was just assigned goes back."""
        if turn.done() and not turn.cancelled():
            return self.give_back(share, turn.result(), low_priority)
        circle = self._get_circle(low_priority)
        queue = circle.get(share)
        if queue and turn in queue:
            queue.remove(turn)
            if not queue:
                del circle[share]
