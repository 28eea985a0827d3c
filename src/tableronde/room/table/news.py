"""What a gathering tells those who listen to it, and who they are.

A gathering publishes; viewers and the driver listen. So the table knows no socket, no message and no bot.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from tableronde.game import Action, Event, Seat
from tableronde.review import Worths
from tableronde.room.limits import Bucket, Limits
from tableronde.table import Table
from tableronde.text import Language, Text

What = Literal["undo", "rematch", "sit"]
Shares = tuple[float, ...]  # of the win, one a seat


class Line(msgspec.Struct, frozen=True):
    """A line of chat."""

    seat: Seat | None
    who: str  # the speaker, in a form that tells nobody's cookie
    name: str
    fr: str
    en: str
    at: float
    ply: int | None = None  # of what the room itself says: after how many events


class Former(msgspec.Struct, frozen=True):
    """Somebody who held a seat while the game was going on, and left it or was removed from it."""

    seat: Seat
    name: str
    guests: frozenset[str]
    removed: bool = False
    left: int = 0  # after how many events


Party = Seat | Former  # who is asked: whoever holds a seat now, or somebody who held one


@dataclass
class Ask:
    """A question to everybody else at the table."""

    id: int
    what: What
    by: Seat
    text: Text
    ply: int  # where an undo leads back to
    asked: frozenset[Party]
    agreed: set[Party] = field(default_factory=set)
    newcomer: "tuple[str, str] | None" = None  # the guest who would like to sit down, and the name given

    def waits_for(self, person: "Person") -> set[Party]:
        """What somebody is still asked as."""
        return {party for party in self.asked - self.agreed if _is(person, party)}

    def json(self, person: "Person") -> dict[str, Any]:
        """The question as somebody is shown it."""
        seats = sorted({party.seat if isinstance(party, Former) else party for party in self.asked - self.agreed})
        text = self.text[person.language]
        return {"id": self.id, "what": self.what, "by": self.by, "asked": seats, "yours": bool(self.waits_for(person)), "text": text}


class Cause(NamedTuple):
    """Who made something happen, and what they call it: they are told that it has."""

    who: object
    ref: Any


class Changed(NamedTuple):
    """Events have happened since a ply, or have been taken back to it; None: only who sits where has changed."""

    since: int | None = None
    cause: Cause | None = None


class Presence(NamedTuple):
    """Somebody came or went."""


class Asked(NamedTuple):
    """A question was put to the table."""

    ask: Ask


class Settled(NamedTuple):
    """A question was answered by all, or is no longer open."""

    ask: Ask
    yes: bool


class Said(NamedTuple):
    """Somebody said something."""

    line: Line


class Jotted(NamedTuple):
    """Somebody wrote with a pencil."""


class Judged(NamedTuple):
    """Who is likely to win, in the eyes of a strong bot, after so many events; only for those who may know."""

    ply: int
    shares: Shares


class Next(NamedTuple):
    """The group goes on at another table."""

    id: str


News = Changed | Presence | Asked | Settled | Said | Jotted | Judged | Next


class Advice(NamedTuple):
    """What a strong bot would do, its share of the win after it, and after the best of all other actions; None: it cannot say."""

    action: Action
    share: float | None = None
    other: float | None = None


class Coaching(NamedTuple):
    """What the coach says to a seat: what it may do now, and why the bot before it acted so."""

    now: Text
    why: Text


class Listener(Protocol):
    """Whoever wants to know what happens at a table."""

    def hear(self, news: News) -> None:
        """Something has happened. Called under the table's lock: nothing may be awaited."""


class Person(Listener, Protocol):
    """Somebody who looks at a table, and acts there for the seats held."""

    guest: str
    name: str
    language: Language
    limits: Limits
    place: str  # where they come from
    seat: Seat | None  # whose eyes they look through
    jot_bucket: Bucket

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats they may act for."""

    def invited(self, seat: Seat) -> bool:
        """Whether they know the link to a chair, or have followed it."""

    @property
    def watches(self) -> bool:
        """Whether they see pictures, so that things must not happen too fast."""

    @property
    def wonders(self) -> bool:
        """Whether they want to know who is likely to win, and may: never who plays."""

    def close(self, code: int = 1001) -> None:
        """Send them away."""


def _is(person: Person, party: Party) -> bool:
    return person.guest in party.guests if isinstance(party, Former) else party in person.seats


class Hand(Listener, Protocol):
    """What moves a table when no person does."""

    def busy(self) -> bool:
        """Whether something is going on."""

    def stop(self) -> None:
        """Move nothing any more."""

    async def advise(self, seat: Seat, share: str) -> Advice | None:
        """What a strong bot would do in that seat, thought of for somebody."""

    async def appraise(self, then: Table, event: Event, share: str) -> Worths:
        """What a strong bot thinks of the actions that somebody had, one of which is the event; thought of for somebody else."""
