"""A cache of expensive things, made one at a time in a thread of its own."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

from tableronde.room.base.limits import make_daily_rates
from tableronde.room.base.refusals import Trouble
from tableronde.text import Text

Subject = TypeVar("Subject", bound=Hashable)
Made = TypeVar("Made")


@dataclass(frozen=True)
class RenderWeight(Generic[Made]):
    """How much memory a result takes, and how much all saved ones may take together."""

    measure: Callable[[Made], int]
    most: int


class RenderQueue(Generic[Subject, Made]):
    """A cache keyed by what is shown and nothing else. Requests for the same thing at the same time share one result."""

    def __init__(
        self,
        name: str,
        per_address: int,
        max_saved: int,
        max_waiting: int,
        busy: Text,
        *,
        weight: RenderWeight[Made] | None = None,
        per_client: int | None = None,
    ) -> None:
        """Limit requests per address and day, saved results and pending requests; `busy` is the text of a refusal.

        `per_client` limits the pending requests of one address, so that nobody takes the places of the others.
        """
        self._rates = make_daily_rates(per_address)
        self._max_saved, self._max_waiting, self._busy = max_saved, max_waiting, busy
        self._weight, self._per_client = weight, max_waiting if per_client is None else per_client
        self._saved: OrderedDict[Subject, Made] = OrderedDict()
        self._pending: dict[Subject, asyncio.Future[Made]] = {}
        self._clients: Counter[str] = Counter()  # pending requests by address
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
        is_full = len(self._pending) >= self._max_waiting or self._clients[address] >= self._per_client
        if is_full or not self._rates.allow(address):
            raise Trouble(503, self._busy.fr, self._busy.en)
        self._clients[address] += 1
        self._pending[subject] = asyncio.get_running_loop().run_in_executor(self._executor, make)
        self._pending[subject].add_done_callback(lambda done: self._save(subject, address, done))

    def _save(self, subject: Subject, address: str, done: "asyncio.Future[Made]") -> None:
        del self._pending[subject]
        self._clients -= Counter([address])  # and forget addresses that wait for nothing
        if not done.cancelled() and not done.exception():
            self._saved[subject] = done.result()
            while len(self._saved) > 1 and (len(self._saved) > self._max_saved or self._weighs_too_much()):
                self._saved.popitem(last=False)

    def _weighs_too_much(self) -> bool:
        return self._weight is not None and sum(map(self._weight.measure, self._saved.values())) > self._weight.most
