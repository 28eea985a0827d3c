"""The updates that a table session publishes, and their listeners.

A session publishes; connections and the bot driver listen. So a table knows no socket, no message and no bot.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from tableronde.game import Action, Event, Seat
from tableronde.play.review import MoveValues
from tableronde.room.saved.saved import ChatLine
from tableronde.room.tables.decisions.person import Person
from tableronde.room.tables.decisions.proposal import Proposal, Proposals
from tableronde.table import Table
from tableronde.text import Text

Shares = tuple[float, ...]  # of the win, one for each seat


class Cause(NamedTuple):
    """The connection that caused an update, and the reference under which it is confirmed."""

    who: object
    ref: Any


class TableChanged(NamedTuple):
    """Events were played since a ply, or taken back to it; None: only the seats have changed."""

    since: int | None = None
    cause: Cause | None = None


class PresenceChanged(NamedTuple):
    """Somebody came or left."""


class ProposalMade(NamedTuple):
    """A proposal was made."""

    ask: Proposal


class ProposalSettled(NamedTuple):
    """A proposal was accepted by everybody, or is no longer open."""

    ask: Proposal
    yes: bool


class ChatAdded(NamedTuple):
    """Somebody said something."""

    line: ChatLine


class NotesChanged(NamedTuple):
    """Somebody wrote a pencil note."""


class Evaluated(NamedTuple):
    """Each seat's win probability by a strong bot, after `ply` events; only for viewers who may have it."""

    ply: int
    shares: Shares


class RematchOpened(NamedTuple):
    """The group continues at another table."""

    id: str


Update = TableChanged | PresenceChanged | ProposalMade | ProposalSettled | ChatAdded | NotesChanged | Evaluated | RematchOpened


class Advice(NamedTuple):
    """A strong bot's action, with its share of the win and that of the best other action; None: unknown."""

    action: Action
    share: float | None = None
    other: float | None = None


class CoachAdvice(NamedTuple):
    """The coach's message to a seat: its possible actions now, and the reason of the last bot's action."""

    now: Text
    why: Text


def proposal_updates(before: Proposals, after: Proposals, agreed: Proposal | None) -> Iterator[Update]:
    """Yield what to publish about proposals: those no longer open, with whether everybody agreed, and new ones."""
    for proposal in before.open:
        if after.find(proposal.id) is None:
            yield ProposalSettled(proposal, agreed is not None and agreed.id == proposal.id)
    for proposal in after.open:
        if before.find(proposal.id) is None:
            yield ProposalMade(proposal)


class Listener(Protocol):
    """A receiver of a table's updates."""

    def on_update(self, update: Update) -> None:
        """Handle an update, within one turn of the event loop: nothing may be awaited."""


class Viewer(Person, Listener, Protocol):
    """A person or a program that listens through a connection."""

    def close(self, code: int = 1001) -> None:
        """Disconnect."""


class Driver(Listener, Protocol):
    """Drives a table when no person does."""

    def is_busy(self) -> bool:
        """Return whether something is going on."""

    def stop(self) -> None:
        """Stop driving."""

    async def suggest_action(self, seat: Seat, share: str) -> Advice | None:
        """Return what a strong bot would do in that seat; its thinking is charged to `share`."""

    async def evaluate_actions(self, then: Table, event: Event, share: str) -> MoveValues:
        """Return a strong bot's values of the actions that a seat had when it chose the event."""
