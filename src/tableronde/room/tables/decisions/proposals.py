"""Decisions that need the consent of others: taking back an action they have seen, a rematch, a seat with secrets."""

from tableronde.game import Seat
from tableronde.room.base.refusals import Refused
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.tables.decisions.change import Change, Snapshot
from tableronde.room.tables.decisions.chat import announce
from tableronde.room.tables.decisions.joining import welcome
from tableronde.room.tables.decisions.person import Person
from tableronde.room.tables.decisions.playing import end_decided
from tableronde.room.tables.decisions.proposal import Proposal
from tableronde.text import Text


def undo(table: Snapshot, person: Person) -> Change:
    """Take one's last action back: at once if nobody else has acted or learned anything since, else by consent."""
    ply = _find_ply_to_undo(table, person)
    if table.undo_kind(person) == "now":
        return _take_back(table, ply, tell=bool(table.other_people(person.seats)))
    seat = table.table.events[ply].actor
    assert isinstance(seat, int)
    name = table.table.names[seat]
    text = Text(f"{name.fr} voudrait reprendre son coup. D’accord ?", f"{name.en} would like to take a move back. Do you agree?")
    return Change(table.saved, proposals=table.proposals.with_proposal("undo", seat, text, ply, table.everybody_but(person)))


def rematch(table: Snapshot, person: Person) -> Change:
    """Propose a rematch, or agree to it; `agreed` is set if nobody is left to ask."""
    if table.status != "over":
        raise Refused("La partie n’est pas terminée.", "The game is not over.")
    if not person.seats:
        raise Refused("Seuls les joueurs peuvent demander une revanche.", "Only players can ask for a rematch.")
    standing = table.proposals.of_kind("rematch")
    if standing is not None:
        return _add_agreement(table, person, standing)
    seat = min(person.seats)
    name = table.table.names[seat]
    text = Text(f"{name.fr} propose une revanche. D’accord ?", f"{name.en} offers a rematch. Do you agree?")
    proposals = table.proposals.with_proposal("rematch", seat, text, table.table.plies, table.other_people(person.seats))
    proposal = proposals.open[-1]
    return Change(table.saved, proposals=proposals) if proposal.asked else Change(table.saved, agreed=proposal)


def stop(table: Snapshot, person: Person) -> Change:
    """Stop a game whose result nothing can change any more: at once if nobody else is to be asked, else by consent."""
    if not person.seats:
        raise Refused("Seuls les joueurs peuvent arrêter la partie.", "Only players can stop the game.")
    seat, others = min(person.seats), table.other_people(person.seats)
    ended = end_decided(table, seat)
    if not others:
        return ended
    name = table.table.names[seat]
    text = Text(
        f"{name.fr} propose d’arrêter : plus rien ne peut changer le résultat. D’accord ?",
        f"{name.en} suggests stopping: nothing can change the result anymore. Do you agree?",
    )
    return Change(table.saved, proposals=table.proposals.with_proposal("stop", seat, text, table.table.plies, others))


def answer(table: Snapshot, person: Person, id: int, yes: bool) -> Change:
    """Answer a proposal; once everybody has agreed, it is carried out."""
    proposal = table.proposals.find(id)
    if proposal is None or not proposal.waits_for(person):
        raise Refused("Cette question ne se pose plus.", "That question is no longer open.")
    return _add_agreement(table, person, proposal) if yes else Change(table.saved, proposals=table.proposals.without(proposal))


def turn_seats(holders: tuple[SeatHolder, ...]) -> tuple[SeatHolder, ...]:
    """Return the seat holders of a rematch: everybody moves up one seat, so that somebody else begins."""
    moved = holders[-1:] + holders[:-1]
    return tuple(SeatHolder(seat, old.kind, old.name, old.level, guests=old.guests) for seat, old in enumerate(moved))


def _find_ply_to_undo(table: Snapshot, person: Person) -> int:
    """Return the place of a person's last action; raise Refused if it cannot be taken back."""
    if table.saved.note is not None:
        raise Refused("La partie est terminée.", "The game is over.")
    if table.is_settled():
        raise Refused(
            "La partie est terminée et ses secrets sont dévoilés : on ne peut plus reprendre de coup.",
            "The game is over and its secrets are revealed: moves can no longer be taken back.",
        )
    ply = table.undo_ply(person.seats)
    if ply is None:
        raise Refused("Vous n’avez encore rien joué.", "You have not made a move yet.")
    return ply


def _add_agreement(table: Snapshot, person: Person, proposal: Proposal) -> Change:
    """Agree to a proposal; the last agreement carries it out."""
    proposals = table.proposals.with_agreement(proposal, person)
    if proposals.find(proposal.id) is not None:
        return Change(table.saved, proposals=proposals)
    return _carry_out(table, proposal)._replace(proposals=proposals, agreed=proposal)


def _carry_out(table: Snapshot, proposal: Proposal) -> Change:
    match proposal.what:
        case "undo":
            return _take_back(table, proposal.ply, tell=True)
        case "sit":
            return welcome(table, proposal)
        case "stop":
            return end_decided(table, proposal.by)
        case "rematch":
            return Change(table.saved)  # the room opens the next table


def _take_back(table: Snapshot, ply: int, *, tell: bool) -> Change:
    """Take an action back and announce it, unless there is nobody else who has seen it."""
    seat: Seat | str = table.table.events[ply].actor
    if not isinstance(seat, int) or not tell:
        return Change(table.saved, cut=ply)
    name = table.table.names[seat]
    told = announce(table, Text(f"{name.fr} reprend son coup.", f"{name.en} takes a move back."), ply)
    return told._replace(cut=ply)
