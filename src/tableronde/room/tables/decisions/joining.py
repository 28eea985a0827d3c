"""Joining and leaving a table, and removing people from it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tableronde.bots import default_level
from tableronde.game import Seat
from tableronde.room.base.faults import game_code
from tableronde.room.base.refusals import Refused
from tableronde.room.people.nicknames import choose_nickname, tell_apart
from tableronde.room.saved.saved import FormerHolder, Header, Saved, record_header
from tableronde.room.saved.seat_holders import SeatHolder, display_names
from tableronde.room.tables.decisions.change import Change, Snapshot, former_after_leaving
from tableronde.room.tables.decisions.chat import announce
from tableronde.room.tables.decisions.person import Person
from tableronde.room.tables.decisions.proposal import Party, Proposal
from tableronde.table import Table
from tableronde.text import NOTHING, Text, same

MOST_DEVICES: Final = 40  # that may hold one seat, or are remembered as invited to it
MOST_FORMER: Final = 40  # people who left one game, before open seats need an invitation


class InvalidLink(Refused):
    """Raised for a link to a seat that is no longer valid, or to a seat that too many devices hold."""


def sit(table: Snapshot, person: Person, seat: Seat, name: str) -> Change:
    """Take an open seat, or one's own back from a substitute bot; a seat with secrets in a running game only by consent."""
    holder = table.holder(seat)
    _check_free(table, person, holder)
    others = _list_people_to_ask(table, person) if _would_learn_secrets(table, person, holder) else frozenset[Party]()
    name = tell_apart(choose_nickname(name), _list_names(table, person, seat))
    if others:
        return _ask_for_seat(table, person, holder, name, others)
    return _take(table, person.guest, holder, name)


def welcome(table: Snapshot, proposal: Proposal) -> Change:
    """Seat a newcomer after everybody has agreed, if the seat is still free."""
    holder = table.holder(proposal.by)
    if proposal.newcomer is None or holder.kind == "person" or holder.is_held:
        raise Refused("Cette place est prise.", "That seat is taken.")
    guest, name = proposal.newcomer
    return _take(table, guest, holder, name)


def stand(table: Snapshot, person: Person, seat: Seat) -> Change:
    """Leave a seat for good; it is open again."""
    holder = table.holder(seat)
    if seat not in person.seats:
        raise Refused("Cette place n’est pas la vôtre.", "That seat is not yours.")
    former = former_after_leaving(table, holder, removed=False)
    return _change_seats(table, [holder.left(table.rng)], replace(table.saved, former=former))


def lend(table: Snapshot, person: Person, seat: Seat, level: str) -> Change:
    """Let a bot play a seat, as its player or as the host."""
    holder = table.holder(seat)
    if seat not in person.seats:
        _check_may_lend(table, person, holder)
    if level and level not in table.levels:
        raise Refused(f"Il n’y a pas de robot « {level[:40]} ».", f"There is no bot “{level[:40]}”.")
    return _change_seats(table, [holder.lent_to(level or default_level(table.box), table.rng)])


def start(table: Snapshot, person: Person) -> Change:
    """Begin now: bots take the open seats."""
    _check_host(table, person)
    if table.status != "waiting":
        raise Refused("La partie a déjà commencé.", "The game has already begun.")
    level = default_level(table.box)
    return _change_seats(table, [holder.lent_to(level, table.rng) for holder in table.saved.seats if holder.kind == "open"])


def remove(table: Snapshot, person: Person, seat: Seat) -> Change:
    """Remove a player, as the host; they cannot sit down here again. In a running game with secrets a bot takes the seat."""
    _check_host(table, person)
    holder = table.holder(seat)
    if seat in person.seats:
        raise Refused("Pour quitter votre place, passez par le menu de la table.", "To leave your seat, use the table menu.")
    former, removed = former_after_leaving(table, holder, removed=True), table.saved.removed | holder.guests
    empty = holder.left(table.rng)
    if table.has_secrets():
        empty = empty.lent_to(default_level(table.box), table.rng)
    return _change_seats(table, [empty], replace(table.saved, former=former, removed=removed))


def rename(table: Snapshot, person: Person, name: str) -> Change:
    """Rename a guest; further seats on the same device have names of their own."""
    mine = [holder for holder in table.saved.seats if holder.seat in person.seats and holder.kind == "person"]
    name = choose_nickname(name)
    if not mine:
        return Change(table.saved)
    return _change_seats(table, [replace(mine[0], name=tell_apart(name, _list_names(table, person, mine[0].seat)))])


def find_linked(table: Snapshot, guest: str, token: str) -> SeatHolder:
    """Return the seat a link leads to; raise InvalidLink if it leads to none, or if too many devices hold the seat.

    An open seat's link never wears out: however many have followed it, one more may.
    """
    holder = next((holder for holder in table.saved.seats if holder.token == token), None)
    full = holder is not None and holder.is_held and len(holder.guests) >= MOST_DEVICES and guest not in holder.guests
    if holder is None or full:
        raise InvalidLink("Ce lien n’est plus valable : demandez-en un autre.", "This link is no longer valid: ask for a new one.")
    return holder


def enter_by_link(table: Snapshot, guest: str, token: str) -> Change:
    """Let a guest with a seat's token hold it on this device too; if the seat is open, they are invited to it."""
    holder = find_linked(table, guest, token)
    if guest in holder.guests and guest not in table.saved.away:
        return Change(table.saved)
    if len(holder.guests) >= MOST_DEVICES and guest not in holder.guests:  # an open seat's; the one dropped may follow the link again
        holder = holder.without(table.rng.choice(sorted(holder.guests)))
    return _change_seats(table, [holder.joined_by(guest)])


def leave_for_good(table: Snapshot, guest: str) -> Change:
    """Remove a guest from every seat, and the table from their list. A seat is open again if nobody else holds it and the game is not
    over."""
    saved = replace(table.saved, away=table.saved.away | {guest})
    left = []
    for holder in table.saved.seats:
        if guest in holder.guests:
            if holder.guests == {guest} and holder.kind == "person" and table.status != "over":
                known = len(table.saved.former)
                saved = replace(saved, former=saved.former + former_after_leaving(table, holder, removed=False)[known:])
                holder = holder.left(table.rng)
            left.append(holder.without(guest))
    return _change_seats(table, left, saved) if left else Change(saved)


def _list_names(table: Snapshot, person: Person, seat: Seat) -> list[str]:
    """Return the names of the other people at a table; those on the same device tell themselves apart."""
    return [holder.name for holder in table.saved.seats if holder.seat not in (*person.seats, seat) and holder.kind == "person"]


def _check_free(table: Snapshot, person: Person, holder: SeatHolder) -> None:
    """Raise Refused unless somebody may sit down there, or ask to."""
    if not (person.watches or table.saved.settings.programs):
        raise Refused("À cette table, on joue sans programmes.", "Programs cannot play at this table.")
    if person.guest in table.saved.removed:
        raise Refused("L’hôte vous a retiré de cette table.", "The host has removed you from this table.")
    if holder.seat in person.seats:
        return
    own = bool(_list_earlier_stays(table, person.guest, holder))
    unheld = holder.kind == "bot" and not holder.guests and (table.is_host(person) or own)
    if holder.kind != "open" and not unheld:
        raise Refused("Cette place est prise.", "That seat is taken.")
    is_welcome = person.is_invited(holder.seat) or table.is_host(person) or own
    if holder.kind == "open" and _needs_invitation(table.saved) and not is_welcome:
        raise Refused(
            "Pour s’asseoir à cette table, il faut une invitation de l’hôte.", "To sit at this table, you need an invitation from the host."
        )


def _needs_invitation(saved: Saved) -> bool:
    """Return whether open seats need an invitation: somebody was removed, or too many have come and gone."""
    return bool(saved.removed) or len(saved.former) >= MOST_FORMER


def _would_learn_secrets(table: Snapshot, person: Person, holder: SeatHolder) -> bool:
    """Return whether somebody would learn secrets of a running game that were never theirs."""
    return table.has_secrets() and holder.seat not in person.seats and not _list_earlier_stays(table, person.guest, holder)


def _list_earlier_stays(table: Snapshot, guest: str, holder: SeatHolder) -> list[FormerHolder]:
    """Return the earlier stays of a guest in that very seat."""
    return [former for former in table.saved.former if former.seat == holder.seat and guest in former.guests]


def _list_people_to_ask(table: Snapshot, person: Person) -> frozenset[Party]:
    """Return everybody who must agree to a newcomer: all players, and those who were removed."""
    return frozenset(party for party in table.everybody_but(person) if not isinstance(party, FormerHolder) or party.removed)


def _ask_for_seat(table: Snapshot, person: Person, holder: SeatHolder, name: str, others: frozenset[Party]) -> Change:
    text = Text(
        "{1} voudrait prendre la place de {0} et en verra les secrets. D’accord ?",
        "{1} would like to take over {0}’s seat and will see its secrets. Do you agree?",
    ).named([table.table.names[holder.seat], same(name or "…")])
    newcomer = (person.guest, name)
    proposals = table.proposals.with_proposal("sit", holder.seat, text, table.table.plies, others, newcomer)
    return Change(table.saved, proposals=proposals)


def _take(table: Snapshot, guest: str, holder: SeatHolder, name: str) -> Change:
    """Seat a guest. A newcomer in a running game does not see the pencil notes of others and is announced."""
    own = _list_earlier_stays(table, guest, holder)
    lent = holder.kind == "bot" and bool(holder.guests)
    is_new = table.table.plies > 0 and table.status == "playing" and not (lent or own)
    saved = table.saved
    if own:
        saved = replace(saved, former=tuple(each for each in saved.former if each not in own))
    taken = holder.taken_by(guest, name, table.rng)
    if not is_new:
        return _change_seats(table, [taken], saved)
    if saved.notes[holder.seat]:
        saved = replace(saved, notes=tuple({} if seat == holder.seat else notes for seat, notes in enumerate(saved.notes)))
    change = _change_seats(table, [taken], saved)
    return announce(replace(table, saved=change.saved), _describe_newcomer(table, taken, change.saved))


def _describe_newcomer(table: Snapshot, taken: SeatHolder, saved: Saved) -> Text:
    before, name = table.table.names[taken.seat], display_names(table.box, saved.seats)[taken.seat]
    seen = Text(" et en voit désormais les secrets", " and now sees its secrets")
    secrets = seen if table.has_secrets() else NOTHING
    return Text(
        "{1} prend la place de {0} en cours de partie{2}.",
        "{1} takes over {0}’s seat mid-game{2}.",
    ).named([before, name, secrets])


def _change_seats(table: Snapshot, holders: Iterable[SeatHolder], saved: Saved | None = None) -> Change:
    """Change seat holders.

    If a game that hides something begins with them, the cards are dealt again, because somebody may have looked while seats were open. A
    guest who sits down sees the table in their list again.
    """
    saved = table.saved if saved is None else saved
    placed = {holder.seat: holder for holder in holders}
    seats = tuple(placed.get(holder.seat, holder) for holder in saved.seats)
    away = saved.away.difference(*(holder.guests for holder in placed.values()))
    saved = replace(saved, seats=seats, away=saved.away if away == saved.away else away)
    return Change(replace(saved, header=_deal_again(table, saved)) if _is_beginning(table, saved) else saved)


def _is_beginning(table: Snapshot, saved: Saved) -> bool:
    """Return whether a game that hides something begins with these seats."""
    return table.status == "waiting" and table.table.game.hides and not any(holder.kind == "open" for holder in saved.seats)


def _deal_again(table: Snapshot, saved: Saved) -> Header:
    with game_code(table.box):
        dealt = Table(table.box, len(saved.seats), saved.header.record["options"], rng=table.rng)
    return replace(saved.header, record=record_header(dealt))


def _check_may_lend(table: Snapshot, person: Person, holder: SeatHolder) -> None:
    """Raise Refused unless somebody may have a bot play another's seat: the host may, while its player is not connected."""
    if not table.is_host(person):
        raise Refused(
            "Seuls l’hôte et le joueur peuvent confier cette place à un robot.", "Only the host and the player can hand this seat to a bot."
        )
    if holder.kind == "person" and holder.seat in table.online:
        raise Refused("Cette personne est présente : c’est à elle de jouer.", "That player is here and can move.")


def _check_host(table: Snapshot, person: Person) -> None:
    if not table.is_host(person):
        raise Refused("Seul l’hôte de la table peut le faire.", "Only the host of the table can do that.")
