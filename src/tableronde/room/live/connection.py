"""A connection: one client at a table. It receives the table's updates and sends on what its client may know."""

import time
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tableronde.game import Json, Seat
from tableronde.room.base.faults import Faulty, game_code
from tableronde.room.base.limits import Bucket, Limits
from tableronde.room.base.replies import ChatReply, Reply
from tableronde.room.live.table_description import Feed
from tableronde.room.live.table_view import TableView
from tableronde.room.people.nicknames import choose_nickname
from tableronde.room.saved.saved import ChatLine
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.updates import (
    ChatAdded,
    Evaluated,
    NotesChanged,
    PresenceChanged,
    ProposalMade,
    ProposalSettled,
    RematchOpened,
    TableChanged,
    Update,
)
from tableronde.text import Language, Text

MOST_MUTED: Final = 100


class Outgoing(Protocol):
    """The sink of a connection's messages. It encodes them and remembers the latest in its encoded form."""

    code: int  # the close code
    count: int  # messages sent so far
    latest: Any

    def send(self, reply: Reply) -> None:
        """Encode and send a message."""

    def put(self, packet: Any) -> None:
        """Send a message that another connection has encoded."""

    def close(self) -> None:
        """Discard what waits and close the connection."""


@dataclass(eq=False)
class Connection:
    """A person or a program at a table."""

    outbox: Outgoing
    session: TableSession
    guest: str
    language: Language
    feed: Feed
    limits: Limits
    token: str = ""  # of a seat, given by a program
    reach: str | None = ""  # how others reach the room: an address, "" for the one the client used, None if they cannot
    seat: Seat | None = None  # the seat whose view is shown
    follows: bool = True  # whether the room chooses that seat
    name: str = ""
    place: str = ""  # the address it comes from, as limits count it
    muted: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        now, jots = time.monotonic(), self.limits.jots_per_minute
        self.bucket = Bucket.full(self.limits.messages_per_second, self.limits.message_burst, now)
        self.note_bucket = Bucket.full(jots / 60, max(1, jots / 3), now)
        self.view = TableView(self)
        self._refresh_seats()

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats that this client may act for; none for a program where programs may not play."""
        if self._seating != self.session.audience.seatings:
            self._refresh_seats()
        return self._seats

    def _refresh_seats(self) -> None:
        """Update which seats are the client's own, and whether it is a pure spectator without an invitation."""
        session = self.session
        holders = session.saved.seats if self.watches or session.saved.settings.programs else ()
        self._seats = frozenset(holder.seat for holder in holders if holder.kind != "open" and holder.knows(self.guest, self.token))
        self._outside = self.guest not in session.audience.insiders and self.token not in session.audience.insiders
        self._seating = session.audience.seatings
        if self.seat not in self._seats:
            self.seat = None
            self.view.forget_picked()

    def is_invited(self, seat: Seat) -> bool:
        """Return whether the client knows the link of a seat, or has followed it."""
        return self.session.saved.seats[seat].knows(self.guest, self.token)

    @property
    def watches(self) -> bool:
        """Whether it shows pictures, to people who watch events happen."""
        return self.feed == "scene"

    @property
    def wants_evaluation(self) -> bool:
        """Whether the client wants win probabilities and may have them: nobody may who holds, held or is invited to a seat."""
        return self in self.session.audience.curious and not self._is_player()

    def _is_player(self) -> bool:
        """Return whether the client is connected with any seat of this game, in any view or tab."""
        session = self.session
        return any(self.is_invited(holder.seat) for holder in session.saved.seats) or any(
            self.guest in one.guests for one in session.saved.former
        )

    # Updates

    def open(self, since: int) -> None:
        """Send everything at the beginning: the table, the events from `since` on, the picture and the chat."""
        if self.seat not in self.seats:
            self.seat = None
        try:
            with game_code(self.session.box):
                self.view.open(since)
        except Faulty:
            self.view.show_fault()
        for line in self.session.saved.chat.lines:
            self.show_chat(line)
        for ask in self.session.proposals.open:
            self.on_update(ProposalMade(ask))
        if self.session.saved.next:
            self.on_update(RematchOpened(self.session.saved.next))

    def on_update(self, update: Update) -> None:
        """Send on an update. A spectator that holds the same as another one is sent the very same packet."""
        if self._seating != self.session.audience.seatings:
            self._refresh_seats()
        if not self._outside or self.view.shown_notes or not isinstance(update, (TableChanged, PresenceChanged)):
            return self._pass_on(update)
        view, shared = self.view, self.session.audience.shared
        same = shared.get(view.held) or shared.get(like := self._make_share_key())
        if same is not None:
            packet, held = same
            view.share(held)
            return self.outbox.put(packet)
        before, sent = view.held, self.outbox.count
        self._pass_on(update)
        if self.outbox.count == sent + 1:
            self.session.audience.share_update((before, like), (self.outbox.latest, view.held))
        return None

    def _make_share_key(self) -> Hashable:
        """Return a key of everything that determines what a spectator is sent: how it watches and what it holds."""
        held = self.view.held
        return self.language, self.feed, self.reach, held.status, id(held.picture), held.ply, *held.styles, *(held.scores or ())

    def _pass_on(self, update: Update) -> None:
        """Send on an update; if the game's code fails on it, show the fault."""
        try:
            with game_code(self.session.box):
                self._send_update(update)
        except Faulty:
            self.view.show_fault(self._find_ref(update))

    def _find_ref(self, update: Update) -> Json:
        """Return the client's own reference of an update that it caused."""
        return update.cause.ref if isinstance(update, TableChanged) and update.cause is not None and update.cause.who is self else None

    def _send_update(self, update: Update) -> None:
        match update:
            case TableChanged() if self.session.faulty:
                self.view.show_fault(self._find_ref(update))
            case TableChanged(since):
                self.view.show(since, self._find_ref(update))
            case PresenceChanged():
                self.view.show_table()
            case ProposalMade(ask):
                self.send({"ask": ask.json(self)})
            case ProposalSettled(ask, yes):
                self.send({"ask": {"id": ask.id, "what": ask.what, "by": ask.by, "closed": True, "yes": yes}})
            case ChatAdded(line):
                self.show_chat(line)
            case NotesChanged():
                self.view.show_notes()
            case Evaluated():
                self.view.show_evaluation()
            case RematchOpened(id):
                self.send({"next": {"url": f"/t/{id}"}})

    def show_chat(self, line: ChatLine) -> None:
        """Send a line of chat, unless its author is muted."""
        if line.who not in self.muted:
            text = line.fr if self.language == "fr" else line.en
            chat: ChatReply = {"seat": line.seat, "who": line.who, "name": line.name, "text": text, "at": line.at}
            if line.ply is not None:
                chat["ply"] = line.ply
            self.send({"chat": chat})

    # Requests of the client

    def view_as(self, seat: Seat | None, *, follows: bool) -> None:
        """Set the seat whose view is shown, and whether the room goes on choosing it."""
        self.seat, self.follows = seat, follows

    def rename(self, name: str) -> None:
        """Change the name of the person; raise Refused if it cannot be seen."""
        self.name = choose_nickname(name)

    def mute(self, who: str, yes: bool) -> None:
        """Hide what somebody says, or show it again."""
        if yes and len(self.muted) < MOST_MUTED:
            self.muted.add(who)
        if not yes:
            self.muted.discard(who)

    def want_evaluation(self, yes: bool) -> None:
        """Start or stop sending win probabilities."""
        self.session.audience.set_curious(self, yes)
        self.view.show_evaluation()
        self.session.notice()

    # Sending

    def send(self, reply: Reply) -> None:
        """Send a message."""
        self.outbox.send(reply)

    def send_error(self, text: Text, ref: str | int | None = None, unsure: bool = False) -> None:
        """Send a refusal; `unsure`: what was asked may have been done."""
        reply: Reply = {"error": text[self.language]}
        if ref is not None:
            reply["ref"] = ref
        if unsure:
            reply["unsure"] = True
        self.send(reply)

    def close(self, code: int = 1001) -> None:
        """Discard what waits and close the connection with that code."""
        self.session.audience.set_curious(self, False)
        self.outbox.code = code
        self.outbox.close()
