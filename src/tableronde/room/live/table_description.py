"""The table's data as one client may know it: its seats, its set-up and its result."""

from typing import Final, Literal, Protocol

from tableronde.game import Seat
from tableronde.learn.rulings import describe_departures
from tableronde.room.base.replies import ClockSettingReply, OutcomeReply, Reply, SeatReply, TableReply
from tableronde.room.saved.seat_holders import public_id
from tableronde.room.saved.settings import Settings, describe_settings
from tableronde.room.tables.decisions.phrases import PHRASES
from tableronde.room.tables.result_texts import describe_personal_result, describe_result
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.updates import Viewer
from tableronde.text import Text, join

Feed = Literal["scene", "facts"]
YOU: Final = Text("Vous", "You")


class Client(Viewer, Protocol):
    """The client to which a table is described."""

    session: TableSession
    feed: Feed
    reach: str | None  # how others reach the room
    follows: bool  # whether the room chooses the seat whose view is shown

    def view_as(self, seat: Seat | None, *, follows: bool) -> None:
        """Set the seat whose view is shown, and whether the room goes on choosing it."""

    def send(self, reply: Reply) -> None:
        """Send a message."""


def describe_table(client: Client) -> TableReply:
    """Describe the seats of a table and how it was set up."""
    session, settings, game, box = client.session, client.session.saved.settings, client.session.table.game, client.session.box
    language, mine = client.language, client.seats
    departs = describe_departures(box, game.options)
    return {
        "id": session.id,
        "game": game.slug,
        "title": box.title[language],
        "players": game.seats,
        "options": session.options,
        "private": game.private,
        "status": session.status,
        "seats": [_describe_seat(client, seat, mine) for seat in range(game.seats)],
        "host": session.saved.host == client.guest,
        "chat": settings.chat,
        "phrases": [phrase[language] for phrase in PHRASES],
        "levels": session.levels,
        "suggested": session.suggested,
        "clock": _describe_clock(settings),
        "friendly": settings.friendly,
        "programs": settings.programs,
        "research": settings.research,
        "house": join([text for text in (departs, describe_settings(settings)) if text.en])[language],
        "departs": "" if any(event.actor in mine for event in session.table.events) else departs[language],
        "rules": f"/rules/{game.slug}" if box.has_rulebook else None,
        "watchers": session.audience.watchers,
        "reach": client.reach,
        "goal": box.goal[language],
        "previews": True,
    }


def _describe_clock(settings: Settings) -> ClockSettingReply | None:
    clock = settings.clock
    return None if clock is None else {"kind": clock.kind, "seconds": clock.seconds, "zero": clock.zero}


def _describe_seat(client: Client, seat: Seat, mine: frozenset[Seat]) -> SeatReply:
    session, holder, name = client.session, client.session.saved.seats[seat], _name_seat(client, seat, mine)
    value: SeatReply = {
        "seat": seat,
        "kind": holder.kind,
        "name": name[client.language],
        "level": holder.level if holder.kind == "bot" else "",
        "online": seat in session.audience.online,
        "yours": seat in mine or client.is_invited(seat),
        "style": session.position.styles[seat],
        "who": [public_id(session.id, guest) for guest in sorted(holder.guests)],
    }
    if name is YOU:
        value["told"] = session.table.names[seat][client.language]  # log and captions call everybody by a name
    if value["yours"] or (holder.kind == "open" and session.saved.host == client.guest):
        value["link"] = f"/t/{session.id}/seat/{holder.token}"
    return value


def _name_seat(client: Client, seat: Seat, mine: frozenset[Seat]) -> Text:
    """Return the name of a seat's player; a player without a name is "You" to themselves."""
    holder = client.session.saved.seats[seat]
    nameless = holder.kind == "person" and not holder.name and mine == {seat}
    return YOU if nameless else client.session.table.names[seat]


def describe_outcome(client: Client) -> OutcomeReply:
    """Describe the result, with a personal text for people who played."""
    session, outcome = client.session, client.session.outcome
    assert outcome is not None
    value: OutcomeReply = {
        "winners": outcome.winners,
        "scores": outcome.scores,
        "reason": outcome.reason,
        "text": describe_result(session)[client.language],
    }
    if client.watches:
        people = frozenset(seat for seat in client.seats if session.saved.seats[seat].kind == "person")
        value["personal"] = describe_personal_result(session, people)[client.language]
    return value
