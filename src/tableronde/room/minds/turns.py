"""Whose turn it is to be thought for: everybody's queue is their own, and the queues are served in a circle.

Who asks for a lot waits for themselves: however long their queue, somebody else's question comes next but one. What has time
waits in a circle of its own, and gets a worker that nobody else wants and that would not be the last free one.
"""

import asyncio
from collections import Counter, deque
from typing import Final, Generic, TypeVar

T = TypeVar("T")
HURRIED: Final = 0.05  # seconds of thinking that are left to each however many wait
Circle = dict[str, deque[asyncio.Future[T]]]  # those whose turn was longest ago first


class Turns(Generic[T]):
    """A few workers for many who wait. Nobody gets the last free one beside those they have."""

    def __init__(self, workers: list[T]) -> None:
        self.count = len(workers)
        self.idle = list(reversed(workers))
        self.waiting: Circle[T] = {}
        self.patient: Circle[T] = {}  # those who have time
        self.busy: Counter[str] = Counter()  # workers each has now

    async def take(self, share: str, patient: bool = False) -> T:
        """A worker, when it is this one's turn; who is patient gets one that nobody else wants."""
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._circle(patient).setdefault(share, deque()).append(turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            self._forget(share, turn, patient)
            raise

    def give(self, share: str, worker: T, patient: bool = False) -> None:
        """A worker is free again."""
        if not patient:
            self.busy[share] -= 1
            if not self.busy[share]:
                del self.busy[share]
        self.idle.append(worker)
        self._serve()

    def seconds(self, wished: float, patient: bool = False) -> float:
        """How long may be thought: less, the more wait. Those who have time count only for each other."""
        queues = [*self.waiting.values(), *(self.patient.values() if patient else ())]
        crowd = sum(map(len, queues)) / self.count
        return min(wished, max(HURRIED, wished / (1 + crowd)))

    def _circle(self, patient: bool) -> Circle[T]:
        return self.patient if patient else self.waiting

    def _serve(self) -> None:
        """Give free workers away, one to each in turn."""
        while self.idle and (self._hand_out(False) or self._hand_out(True)):
            pass

    def _hand_out(self, patient: bool) -> bool:
        """A free worker for whose turn it is in a circle; False if there is nobody."""
        circle = self._circle(patient)
        share = next(filter(self._may_spare if patient else self._may, circle), None)
        if share is None:
            return False
        queue = circle.pop(share)
        turn = queue.popleft()
        if queue:
            circle[share] = queue  # at the end of the circle
        if not turn.done():
            self.busy.update([] if patient else [share])
            turn.set_result(self.idle.pop())
        return True

    def _may(self, share: str) -> bool:
        return self.busy[share] < max(1, self.count - 1)

    def _may_spare(self, share: str) -> bool:
        """Whether another free worker is left, for whom nobody has time to wait; of one alone there is never another."""
        return len(self.idle) > 1 or self.count == 1

    def _forget(self, share: str, turn: "asyncio.Future[T]", patient: bool) -> None:
        """Nobody waits here any longer; a worker that came just then goes back."""
        if turn.done() and not turn.cancelled():
            return self.give(share, turn.result(), patient)
        circle = self._circle(patient)
        queue = circle.get(share)
        if queue and turn in queue:
            queue.remove(turn)
            if not queue:
                del circle[share]
