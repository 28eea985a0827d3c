"""Proposals that need consent: taking back an action that others have seen, a rematch, a seat with secrets.

They are not stored: after a restart of the room they are made again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from tableronde.game import Seat
from tableronde.room.base.refusals import Refused
from tableronde.room.base.replies import AskReply
from tableronde.room.saved.saved import FormerHolder
from tableronde.room.tables.decisions.person import Person
from tableronde.text import Text

ProposalKind = Literal["undo", "rematch", "sit", "stop"]
Party = Seat | FormerHolder  # a seat, or somebody who held one


@dataclass(frozen=True)
class Proposal:
    """A question to everybody else at the table."""

    id: int
    what: ProposalKind
    by: Seat
    text: Text
    ply: int  # where an undo leads back to
    asked: frozenset[Party]
    agreed: frozenset[Party] = frozenset()
    newcomer: tuple[str, str] | None = None  # the guest who would like to sit down, and their name

    def waits_for(self, person: Person) -> frozenset[Party]:
        """Return the parties for which a person is still asked."""
        return frozenset(party for party in self.asked - self.agreed if _is(person, party))

    def json(self, person: Person) -> AskReply:
        """Return the question as a person sees it."""
        seats = sorted({party.seat if isinstance(party, FormerHolder) else party for party in self.asked - self.agreed})
        text = self.text[person.language]
        return {"id": self.id, "what": self.what, "by": self.by, "asked": seats, "yours": bool(self.waits_for(person)), "text": text}


@dataclass(frozen=True)
class Proposals:
    """The open proposals of a table, at most one of each kind."""

    open: tuple[Proposal, ...] = ()
    made: int = 0  # number of proposals so far: the id of the latest

    def find(self, id: int) -> Proposal | None:
        """Return an open proposal by its id."""
        return next((proposal for proposal in self.open if proposal.id == id), None)

    def of_kind(self, what: ProposalKind) -> Proposal | None:
        """Return the open proposal of a kind."""
        return next((proposal for proposal in self.open if proposal.what == what), None)

    def with_proposal(
        self, what: ProposalKind, by: Seat, text: Text, ply: int, asked: Iterable[Party], newcomer: tuple[str, str] | None = None
    ) -> "Proposals":
        """Add a proposal; raise Refused if one of the kind is open."""
        if self.of_kind(what) is not None:
            raise Refused("La question est déjà posée.", "That has been asked already.")
        proposal = Proposal(self.made + 1, what, by, text, ply, frozenset(asked), newcomer=newcomer)
        return Proposals((*self.open, proposal), self.made + 1)

    def with_agreement(self, proposal: Proposal, person: Person) -> "Proposals":
        """Add a person's agreement to a proposal, which is closed once everybody has agreed."""
        agreed = proposal.agreed | proposal.waits_for(person)
        if agreed >= proposal.asked:
            return self.without(proposal)
        changed = replace(proposal, agreed=agreed)
        return replace(self, open=tuple(changed if each.id == proposal.id else each for each in self.open))

    def after_change(self, moved: bool, handed_over: bool) -> "Proposals":
        """Drop obsolete proposals: after an action the undo, after a change of hands all, since other people would be asked."""
        if not self.open:
            return self
        undo = self.of_kind("undo") if moved else None
        return replace(self, open=()) if handed_over else self.without(undo) if undo is not None else self

    def without(self, proposal: Proposal) -> "Proposals":
        """Drop a settled proposal."""
        return replace(self, open=tuple(each for each in self.open if each.id != proposal.id))


def _is(person: Person, party: Party) -> bool:
    return person.guest in party.guests if isinstance(party, FormerHolder) else party in person.seats
