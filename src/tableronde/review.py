"""A look back at a finished game: the moments where a player let most slip, judged only by what the player could know then.

At each of the player's choices a bot gets the view of that moment, what was heard up to it, and the legal actions; it says
what it thinks of each. What it never gets is what the player could not see, or what came later.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tableronde.bots import Bot
from tableronde.game import Action, Seat
from tableronde.table import Table

MOMENTS: Final = 3


@dataclass(frozen=True, slots=True)
class Slip:
    """A choice after which a player's prospects were worse than they might have been."""

    ply: int  # how many events had happened before
    played: Action
    better: Action
    share: float  # of the win, after what was played
    best: float  # after what would have been better

    @property
    def lost(self) -> float:
        return self.best - self.share


def review(table: Table, seat: Seat, adviser: Callable[[Table], Bot], moments: int = MOMENTS) -> list[Slip]:
    """The choices that cost a seat most, the costliest first; the adviser is a bot made for the table as it stood."""
    slips = [
        slip
        for ply, event in enumerate(table.events)
        if event.actor == seat and (slip := _slip(table.at(ply), seat, event.action, adviser))
    ]
    return sorted(slips, key=lambda slip: -slip.lost)[:moments]


def _slip(table: Table, seat: Seat, played: Action, adviser: Callable[[Table], Bot]) -> Slip | None:
    """What a choice cost, if there was a choice and the adviser prefers another one."""
    legal = table.legal()[seat]
    if len(legal) < 2:
        return None
    worths = adviser(table).weigh(table.view(seat), table.heard(seat), legal)
    if played not in worths:
        return None
    better = max(worths, key=lambda action: worths[action])
    return Slip(table.plies, played, better, worths[played], worths[better]) if worths[better] > worths[played] else None
