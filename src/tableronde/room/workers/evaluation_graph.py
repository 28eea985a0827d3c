"""The evaluation graph of a finished game: every seat's win probability at each ply, and where it changed most."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from tableronde.game import Seat
from tableronde.room.base.answers import CurveAnswer, SwingAnswer
from tableronde.room.base.log_events import EVALUATION_GRAPH_FAILED
from tableronde.room.tables.updates import Shares
from tableronde.room.workers.live_evaluation import Evaluation, LiveEvaluation
from tableronde.table import Table
from tableronde.text import Language

THINKING_SECONDS: Final = 8.0  # for a whole graph
LONGEST_SECONDS: Final = 0.25  # for one position
MAX_PLIES: Final = 200  # evaluated plies; in a longer game they are evenly spread
MAX_SWINGS: Final = 3
MIN_CHANGE: Final = 0.1  # in win probability; a smaller change is no turning point


@dataclass(eq=False)
class EvaluationGraph:
    """Every seat's win probability over one game, computed in the background: first a few plies, then more between them."""

    live_evaluation: LiveEvaluation
    table: Table
    charged_to: str  # the client address whose quota the thinking time is taken from
    evaluations: dict[int, Evaluation] = field(default_factory=dict)
    task: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        self.chosen_plies = choose_plies(self.table.plies)

    @property
    def is_ready(self) -> bool:
        """Whether the graph is complete."""
        return self.task is not None and self.task.done()

    def begin(self) -> None:
        """Start to compute it, one position after the other."""
        self.task = asyncio.create_task(self._evaluate_plies())
        self.task.add_done_callback(self._on_finished)

    def stop(self) -> None:
        """Stop computing."""
        if self.task is not None:
            self.task.cancel()

    async def _evaluate_plies(self) -> None:
        seconds = min(LONGEST_SECONDS, THINKING_SECONDS / len(self.chosen_plies))
        for ply in self.chosen_plies:
            self.evaluations[ply] = await self.live_evaluation.evaluate(self.table.at(ply), seconds, self.charged_to)

    def _on_finished(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            EVALUATION_GRAPH_FAILED.log(error, game=self.table.game.slug)

    def compute_points(self) -> dict[int, Shares]:
        """Return every seat's share of the win at each evaluated ply, in the order of the game."""
        known = {ply: evaluation for ply, evaluation in sorted(self.evaluations.items()) if evaluation.shares}
        if self.table.game.hides:
            return dict(zip(known, _remember_shares(list(known.values()), self.table.game.seats), strict=True))
        return {ply: evaluation.shares for ply, evaluation in known.items()}

    def describe(self, language: Language) -> CurveAnswer:
        """Return the graph as far as it is computed."""
        points = self.compute_points()
        return {
            "status": "ready" if self.is_ready else "thinking",
            "plies": self.table.plies,
            "shares": [(ply, [round(share, 4) for share in shares]) for ply, shares in points.items()],
            "swings": [self._describe_swing(*swing, language) for swing in find_swings(points)] if self.is_ready else [],
        }

    def _describe_swing(self, ply: int, seat: Seat, change: float, language: Language) -> SwingAnswer:
        """Describe a turning point as a spectator may read it."""
        [described] = self.table.at(ply).tale(None, ply - 1)
        return {"ply": ply, "seat": seat, "change": round(change, 4), "text": described.named(self.table.names)[language]}


def choose_plies(plies: int) -> list[int]:
    """Return the plies to evaluate: the two ends, then the middles of the greatest gaps, and so on; of a long game not all."""
    most = min(plies, MAX_PLIES - 1)
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


def find_swings(points: Mapping[int, Shares]) -> list[tuple[int, Seat, float]]:
    """Return the plies at which a share changed most, its seat and the change, in the order of the game."""
    changes = [(ply, *_find_change(points[before], points[ply])) for before, ply in pairwise(points)]
    greatest = sorted(changes, key=lambda change: -abs(change[2]))[:MAX_SWINGS]
    return sorted(change for change in greatest if abs(change[2]) >= MIN_CHANGE)


def _find_change(before: Shares, after: Shares) -> tuple[Seat, float]:
    """Return the seat whose share has changed most, and the change."""
    changes = [later - earlier for earlier, later in zip(before, after, strict=True)]
    seat = max(range(len(changes)), key=lambda seat: round(abs(changes[seat]), 9))  # the first of equal ones
    return seat, changes[seat]


def _remember_shares(evaluations: list[Evaluation], seats: int) -> Iterator[Shares]:
    """Yield the shares of a game with secrets: each seat's own estimate when it last was to act, scaled so that they add up to 1."""
    last = [1 / seats] * seats
    for evaluation in evaluations:
        if evaluation.seat is None:
            last = list(evaluation.shares)
        else:
            last[evaluation.seat] = evaluation.shares[evaluation.seat]
        yield tuple(share / sum(last) for share in last) if sum(last) else tuple(1 / seats for _ in last)
