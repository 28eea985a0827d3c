"""Heavy things made one at a time in a thread of their own, kept for a while, and never too many of them."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from tableronde.room.limits import per_day
from tableronde.room.refusals import Trouble
from tableronde.text import Text

Subject = TypeVar("Subject", bound=Hashable)
Made = TypeVar("Made")


class Studio(Generic[Subject, Made]):
    """What was made of late, by what it shows and nothing else. Who asks for the same at the same time waits for one and the same."""

    def __init__(self, name: str, per_address: int, kept: int, waiting: int, busy: Text) -> None:
        """So many for one address in a day, so many kept, so many waited for at once; `busy` is said to who asks for more."""
        self._allowed = per_day(per_address)
        self._most, self._waiting, self._busy = kept, waiting, busy
        self._kept: OrderedDict[Subject, Made] = OrderedDict()
        self._coming: dict[Subject, asyncio.Future[Made]] = {}
        self._hands = ThreadPoolExecutor(1, name)

    async def get(self, subject: Subject, address: str, make: Callable[[], Made]) -> Made:
        """What is kept, or is made now for some address; Trouble if too many wait for theirs, or if it asks too often."""
        if subject in self._kept:
            self._kept.move_to_end(subject)
            return self._kept[subject]
        if subject not in self._coming:
            self._begin(subject, address, make)
        return await asyncio.shield(self._coming[subject])

    def close(self) -> None:
        """Make nothing more."""
        self._hands.shutdown(wait=False, cancel_futures=True)

    def _begin(self, subject: Subject, address: str, make: Callable[[], Made]) -> None:
        if len(self._coming) >= self._waiting or not self._allowed.allow(address):
            raise Trouble(503, self._busy.fr, self._busy.en)
        self._coming[subject] = asyncio.get_running_loop().run_in_executor(self._hands, make)
        self._coming[subject].add_done_callback(lambda done: self._keep(subject, done))

    def _keep(self, subject: Subject, done: "asyncio.Future[Made]") -> None:
        del self._coming[subject]
        if not done.cancelled() and not done.exception():
            self._kept[subject] = done.result()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
