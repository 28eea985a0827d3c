"""A cache of expensive things, made one at a time in a thread of its own."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from tableronde.room.base.limits import make_daily_rates
from tableronde.room.base.refusals import Trouble
from tableronde.text import Text

Subject = TypeVar("Subject", bound=Hashable)
Made = TypeVar("Made")


class RenderQueue(Generic[Subject, Made]):
    """A cache keyed by what is shown and nothing else. Requests for the same thing at the same time share one result."""

    def __init__(self, name: str, per_address: int, max_saved: int, max_waiting: int, busy: Text) -> None:
        """Limit requests per address and day, saved results and pending requests; `busy` is the text of a refusal."""
        self._rates = make_daily_rates(per_address)
        self._max_saved, self._max_waiting, self._busy = max_saved, max_waiting, busy
        self._saved: OrderedDict[Subject, Made] = OrderedDict()
        self._pending: dict[Subject, asyncio.Future[Made]] = {}
        self._executor = ThreadPoolExecutor(1, name)

    async def get(self, subject: Subject, address: str, make: Callable[[], Made]) -> Made:
        """Return a saved result, or make it; raise Trouble if too many wait or the address asks too often."""
        if subject in self._saved:
            self._saved.move_to_end(subject)
            return self._saved[subject]
        if subject not in self._pending:
            self._start(subject, address, make)
        return await asyncio.shield(self._pending[subject])

    def close(self) -> None:
        """Stop making things."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _start(self, subject: Subject, address: str, make: Callable[[], Made]) -> None:
        if len(self._pending) >= self._max_waiting or not self._rates.allow(address):
            raise Trouble(503, self._busy.fr, self._busy.en)
        self._pending[subject] = asyncio.get_running_loop().run_in_executor(self._executor, make)
        self._pending[subject].add_done_callback(lambda done: self._save(subject, done))

    def _save(self, subject: Subject, done: "asyncio.Future[Made]") -> None:
        del self._pending[subject]
        if not done.cancelled() and not done.exception():
            self._saved[subject] = done.result()
            if len(self._saved) > self._max_saved:
                self._saved.popitem(last=False)
