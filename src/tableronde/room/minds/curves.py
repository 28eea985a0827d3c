"""The curve of a finished game: what everybody could expect, moment by moment, and where that changed most."""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from tableronde.game import Seat
from tableronde.room.minds.seer import Seer, Sight
from tableronde.room.table.news import Shares
from tableronde.table import Table
from tableronde.text import Language

THINKING: Final = 8.0  # seconds of thinking for a curve, shared by all moments
LONGEST: Final = 0.25  # seconds for one of them, at most
MOMENTS: Final = 200  # judged; of a longer game so many, evenly spread
SWINGS: Final = 3
LEAST: Final = 0.1  # of the win: a smaller change is no turning point
log: Final = logging.getLogger("tableronde.room")


@dataclass(eq=False)
class Curve:
    """What everybody could expect in the course of one game, as far as it has been judged: first roughly, then finer and finer."""

    seer: Seer
    table: Table
    share: str  # out of which it is thought
    sights: dict[int, Sight] = field(default_factory=dict)
    task: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        self.moments = spread(self.table.plies)

    @property
    def ready(self) -> bool:
        """Whether no more will come of it."""
        return self.task is not None and self.task.done()

    def begin(self) -> None:
        """Have it worked out, one moment after the other."""
        self.task = asyncio.create_task(self._work())
        self.task.add_done_callback(self._finished)

    def stop(self) -> None:
        """Go no further."""
        if self.task is not None:
            self.task.cancel()

    async def _work(self) -> None:
        seconds = min(LONGEST, THINKING / len(self.moments))
        for ply in self.moments:
            self.sights[ply] = await self.seer.judge(self.table.at(ply), seconds, self.share)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a curve could not be drawn", exc_info=error, extra={"game": self.table.game.slug})

    def points(self) -> dict[int, Shares]:
        """Everybody's share at each moment that was judged, in the order of the game."""
        seen = {ply: sight for ply, sight in sorted(self.sights.items()) if sight.shares}
        if self.table.game.hides:
            return dict(zip(seen, _remembered(list(seen.values()), self.table.game.seats), strict=True))
        return {ply: sight.shares for ply, sight in seen.items()}

    def json(self, language: Language) -> dict[str, Any]:
        """The curve as far as it has come."""
        points = self.points()
        return {
            "status": "ready" if self.ready else "thinking",
            "plies": self.table.plies,
            "shares": [[ply, [round(share, 4) for share in shares]] for ply, shares in points.items()],
            "swings": [self._swing(*swing, language) for swing in swings(points)] if self.ready else [],
        }

    def _swing(self, ply: int, seat: Seat, change: float, language: Language) -> dict[str, Any]:
        """A turning point: what happened there, as an onlooker may read it."""
        [told] = self.table.at(ply).tale(None, ply - 1)
        return {"ply": ply, "seat": seat, "change": round(change, 4), "text": told.named(self.table.names)[language]}


def spread(plies: int) -> list[int]:
    """The moments to judge: the two ends, then what halves the greatest gaps, again and again. Of a long game not all."""
    most = min(plies, MOMENTS - 1)
    whole = [round(i * plies / most) for i in range(most + 1)] if most else [0]
    chosen = dict.fromkeys((whole[-1], whole[0]))
    gaps = [(0, most)]
    while gaps:
        low, high = gaps.pop(0)
        if high - low > 1:
            middle = (low + high) // 2
            chosen[whole[middle]] = None
            gaps += [(low, middle), (middle, high)]
    return list(chosen)


def swings(points: Mapping[int, Shares]) -> list[tuple[int, Seat, float]]:
    """The plies at which a share changed most, whose it was and by how much, in the order of the game."""
    changes = [(ply, *_change(points[before], points[ply])) for before, ply in pairwise(points)]
    greatest = sorted(changes, key=lambda change: -abs(change[2]))[:SWINGS]
    return sorted(change for change in greatest if abs(change[2]) >= LEAST)


def _change(before: Shares, after: Shares) -> tuple[Seat, float]:
    """Whose share has changed most, and by how much."""
    changes = [later - earlier for earlier, later in zip(before, after, strict=True)]
    seat = max(range(len(changes)), key=lambda seat: round(abs(changes[seat]), 9))  # of two alike the first
    return seat, changes[seat]


def _remembered(sights: list[Sight], seats: int) -> Iterator[Shares]:
    """Where something was hidden each share is what its seat itself thought when it last was to act; together they are 1."""
    last = [1 / seats] * seats
    for sight in sights:
        if sight.seat is None:
            last = list(sight.shares)
        else:
            last[sight.seat] = sight.shares[sight.seat]
        yield tuple(share / sum(last) for share in last) if sum(last) else tuple(1 / seats for _ in last)
