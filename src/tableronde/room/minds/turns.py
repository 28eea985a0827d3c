"""Whose turn it is to be thought for: everybody's queue is their own, and the queues are served in a circle.

Who asks for a lot waits for themselves: however long their queue, somebody else's question comes next but one.
"""

import asyncio
from collections import Counter, deque
from typing import Final, Generic, TypeVar

T = TypeVar("T")
HURRIED: Final = 0.05  # seconds of thinking that are left to each however many wait


class Turns(Generic[T]):
    """A few workers for many who wait. Nobody gets the last free one beside those they have."""

    def __init__(self, workers: list[T]) -> None:
        self.count = len(workers)
        self.idle = list(reversed(workers))
        self.waiting: dict[str, deque[asyncio.Future[T]]] = {}  # those whose turn was longest ago first
        self.busy: Counter[str] = Counter()  # workers each has now

    async def take(self, share: str) -> T:
        """A worker, when it is this one's turn."""
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(share, deque()).append(turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            self._forget(share, turn)
            raise

    def give(self, share: str, worker: T) -> None:
        """A worker is free again."""
        self.busy[share] -= 1
        if not self.busy[share]:
            del self.busy[share]
        self.idle.append(worker)
        self._serve()

    def seconds(self, wished: float) -> float:
        """How long may be thought: less, the more wait."""
        crowd = sum(len(queue) for queue in self.waiting.values()) / self.count
        return min(wished, max(HURRIED, wished / (1 + crowd)))

    def _serve(self) -> None:
        """Give free workers away, one to each in turn."""
        while self.idle and (share := next(filter(self._may, self.waiting), None)) is not None:
            queue = self.waiting.pop(share)
            turn = queue.popleft()
            if queue:
                self.waiting[share] = queue  # at the end of the circle
            if not turn.done():
                self.busy[share] += 1
                turn.set_result(self.idle.pop())

    def _may(self, share: str) -> bool:
        return self.busy[share] < max(1, self.count - 1)

    def _forget(self, share: str, turn: "asyncio.Future[T]") -> None:
        """Nobody waits here any longer; a worker that came just then goes back."""
        if turn.done() and not turn.cancelled():
            return self.give(share, turn.result())
        queue = self.waiting.get(share)
        if queue and turn in queue:
            queue.remove(turn)
            if not queue:
                del self.waiting[share]
