"""Snapshots of a table, as decisions read it, and changes, as decisions return them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple

from tableronde.box import Box
from tableronde.game import Event, Outcome, Seat
from tableronde.room.base.faults import Faulty
from tableronde.room.base.limits import Limits
from tableronde.room.base.refusals import Refused
from tableronde.room.saved.saved import FormerHolder, Saved
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.tables.decisions.person import Person
from tableronde.room.tables.decisions.proposal import Party, Proposal, Proposals
from tableronde.room.tables.table_status import Status, outcome_of
from tableronde.table import Table


class Change(NamedTuple):
    """The changes of a decision. Either all of it is written and then shown, or nothing has happened."""

    saved: Saved
    events: tuple[Event, ...] = ()  # to be played now
    cut: int | None = None  # events from here on are taken back
    proposals: Proposals | None = None  # None: unchanged
    agreed: Proposal | None = None  # the proposal to which everybody has agreed now


@dataclass(frozen=True)
class Snapshot:
    """A table at one moment, with everything that decisions depend on."""

    id: str
    saved: Saved
    table: Table
    proposals: Proposals
    status: Status
    online: frozenset[Seat]  # seats whose players are connected
    levels: Sequence[str]  # of the bots that can be asked to play
    limits: Limits
    now: float  # wall-clock time
    rng: Random  # for tokens and deals
    faulty: bool = False  # whether the game's code has failed, so that nothing can continue for now

    @property
    def box(self) -> Box:
        return self.table.box

    @property
    def outcome(self) -> Outcome | None:
        return outcome_of(self.saved, self.table, self.limits)

    def holder(self, seat: Seat) -> SeatHolder:
        """Return the holder of a seat; raise Refused if there is no such seat."""
        if not 0 <= seat < len(self.saved.seats):
            raise Refused("Cette place n’existe pas à cette table.", "There is no such seat at this table.")
        return self.saved.seats[seat]

    def has_secrets(self) -> bool:
        """Return whether seats hold secrets, so that no seat changes hands without the others' consent."""
        return self.table.game.private and self.table.plies > 0 and self.status == "playing"

    def is_host(self, person: Person) -> bool:
        return self.saved.host == person.guest

    def check_playing(self) -> None:
        """Raise Refused unless the game is in progress."""
        if self.faulty:
            raise Faulty
        if self.status == "waiting":
            raise Refused("La partie n’a pas encore commencé : il manque des joueurs.", "The game has not started: it needs more players.")
        if self.status == "over":
            raise Refused("La partie est terminée.", "The game is over.")

    def is_settled(self) -> bool:
        """Return whether the end is final: somebody resigned, or the secrets have been revealed."""
        return self.saved.note is not None or (self.status == "over" and self.table.game.hides)

    def other_people(self, seats: frozenset[Seat]) -> frozenset[Seat]:
        """Return the seats of all other people, including those that a bot plays for them."""
        return frozenset(holder.seat for holder in self.saved.seats if holder.is_held) - seats

    def everybody_but(self, person: Person) -> frozenset[Party]:
        """Return all other people who hold a seat of this game, or held one."""
        gone = (former for former in self.saved.former if person.guest not in former.guests)
        return frozenset[Party]((*self.other_people(person.seats), *gone))

    def undo_ply(self, seats: Iterable[Seat]) -> int | None:
        """Return the place of the last action of some seats in the record, if there is one."""
        return last_ply_of(self.table, frozenset(seats))

    def undo_kind(self, person: Person) -> Literal["now", "ask"] | None:
        """Return whether a person's last action can be taken back at once ("now"), by consent ("ask"), or not at all."""
        ply = None if self.is_settled() else self.undo_ply(person.seats)
        if ply is None:
            return None
        return "now" if self._is_slip(person, ply) or not self.everybody_but(person) else "ask"

    def _is_slip(self, person: Person, ply: int) -> bool:
        """Return whether nobody has acted or learned anything since. After the end there are reviews and a graph to learn from."""
        latest = ply == self.table.plies - 1 and self.status == "playing"
        return latest and not self.table.game.hides and self._did(person, ply)

    def _did(self, person: Person, ply: int) -> bool:
        """Return whether the person played that action, and not a former holder of the seat."""
        seat = self.table.events[ply].actor
        return not any(each.seat == seat and each.left > ply and person.guest not in each.guests for each in self.saved.former)


def last_ply_of(table: Table, seats: frozenset[Seat]) -> int | None:
    """Return the place of the last action of some seats in the record, if there is one."""
    events = table.events if seats else ()
    return next((i for i in range(len(events) - 1, -1, -1) if events[i].actor in seats), None)


def is_handed_over(before: SeatHolder, after: SeatHolder) -> bool:
    """Return whether a seat has changed hands: it has a new link, or nobody holds it any more."""
    return (before.token, before.is_held) != (after.token, after.is_held)


def former_after_leaving(snapshot: Snapshot, holder: SeatHolder, *, removed: bool) -> tuple[FormerHolder, ...]:
    """Return all former holders of seats in this game, including this one who leaves."""
    former = snapshot.saved.former
    if not snapshot.table.plies or not holder.is_held:
        return former
    return (*former, FormerHolder(holder.seat, holder.name, holder.guests, removed, snapshot.table.plies))
