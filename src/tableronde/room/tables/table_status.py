"""The status of a table: waiting, playing or over, whose turn it is, and the result."""

from typing import Final, Literal

from tableronde.game import CHANCE, Outcome, Seat
from tableronde.room.base.limits import Limits
from tableronde.room.saved.saved import Ended, Saved, Turn
from tableronde.table import Table

Status = Literal["waiting", "playing", "over"]
LONGEST: Final = "longest"  # the reason of an end that only the room knows


def is_full(table: Table, limits: Limits) -> bool:
    """Return whether the room accepts no more events, regardless of the game's options."""
    return table.plies >= limits.events_per_table


def status_of(saved: Saved, table: Table, limits: Limits) -> Status:
    """Return whether a table waits for players, is being played, or is over."""
    if saved.note is not None or not table.legal() or is_full(table, limits):
        return "over"
    return "waiting" if not table.plies and any(holder.kind == "open" for holder in saved.seats) else "playing"


def decided_winners(table: Table) -> tuple[Seat, ...] | None:
    """Return the winners if nothing that follows can change them, as far as all may know."""
    winners = table.box.decided(table.view()) if table.box.decided and table.legal() else None
    return None if winners is None else tuple(winners)


def is_futile(table: Table) -> bool:
    """Return whether nothing can be won in this turn, as far as all may know."""
    return bool(table.box.futile and table.legal() and table.box.futile(table.view()))


def outcome_of(saved: Saved, table: Table, limits: Limits) -> Outcome | None:
    """Return the result: by the rules, by resignation, or because the room allows no longer games."""
    if saved.note:
        return Outcome(saved.note.winners, saved.note.reason, saved.note.scores)
    return _rules_outcome(table, limits)


def _rules_outcome(table: Table, limits: Limits) -> Outcome | None:
    return table.outcome or (Outcome((), LONGEST) if is_full(table, limits) else None)


def with_status(saved: Saved, table: Table, limits: Limits, now: float) -> Saved:
    """Return the saved state with the current status of the game."""
    over, turn = stored_status(table, limits, now)
    return saved.with_status(over, turn)


def stored_status(table: Table, limits: Limits, now: float) -> tuple[Ended | None, Turn]:
    """Return the status as it is stored for lists of tables, which replay no record."""
    at = round(now)
    if table.legal() and not is_full(table, limits):
        return None, Turn(tuple([seat for seat in table.to_act() if seat != CHANCE]), table.plies, at)
    outcome = _rules_outcome(table, limits)
    ended = Ended(outcome.winners, at, outcome.reason, outcome.scores) if outcome else Ended((), at)
    return ended, Turn((), table.plies, at)
