"""Pictures of boards as PNG, for link previews: painted one at a time in a thread of their own, kept for a while, and never too many."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tableronde.box import Box
from tableronde.paint.png import paint
from tableronde.room.limits import per_day
from tableronde.room.refusals import Trouble
from tableronde.scene import Area
from tableronde.theme import THEMES

KEPT: Final = 48  # pictures; some have 200 kB
WAITING: Final = 8  # asked for at the same time

Subject = tuple[str, Area, str]  # what tells two pictures apart: the game, what is seen, the theme


class Postcards:
    """The pictures painted of late. A picture is known by what is seen on it and by nothing else, so it cannot tell more."""

    def __init__(self, per_address: int) -> None:
        self._allowed = per_day(per_address)
        self._kept: OrderedDict[Subject, bytes] = OrderedDict()
        self._coming: dict[Subject, asyncio.Future[bytes]] = {}
        self._painter = ThreadPoolExecutor(1, "postcard")

    async def of(self, box: Box, area: Area, theme: str, address: str) -> bytes:
        """A picture of an area, asked for from some address; Trouble if too many wait for theirs, or if it asks too often."""
        subject = (box.slug, area, theme)
        if subject in self._kept:
            self._kept.move_to_end(subject)
            return self._kept[subject]
        if subject not in self._coming:
            self._begin(subject, box, address)
        return await asyncio.shield(self._coming[subject])

    def close(self) -> None:
        """Paint nothing more."""
        self._painter.shutdown(wait=False, cancel_futures=True)

    def _begin(self, subject: Subject, box: Box, address: str) -> None:
        if len(self._coming) >= WAITING or not self._allowed.allow(address):
            raise Trouble(503, "Trop d’images à la fois ; réessayez bientôt.", "Too many pictures at once; try again soon.")
        loop = asyncio.get_running_loop()
        self._coming[subject] = loop.run_in_executor(self._painter, paint, subject[1], box.looks, THEMES[subject[2]])
        self._coming[subject].add_done_callback(lambda done: self._keep(subject, done))

    def _keep(self, subject: Subject, done: "asyncio.Future[bytes]") -> None:
        del self._coming[subject]
        if not done.cancelled() and not done.exception():
            self._kept[subject] = done.result()
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
