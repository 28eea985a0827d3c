"""What needs consent: taking an action back after others have seen more, and one more game."""

import contextlib

from tableronde.game import Seat
from tableronde.room.refusals import Refused
from tableronde.room.table.chairs import Chair
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Ask, Asked, Party, Person, What
from tableronde.room.table.talk import announce
from tableronde.text import Text


async def undo(gathering: Gathering, person: Person) -> None:
    """Take one's last action back: at once if nobody else has acted or learned anything since, else by consent."""
    async with gathering.lock:
        if gathering.note is not None:
            raise Refused("La partie est terminée.", "The game is over.")
        if gathering.is_settled():
            raise Refused(
                "La partie est terminée et ses secrets sont dévoilés : on ne la reprend plus.",
                "The game is over and its secrets are out: it is not taken up again.",
            )
        ply = gathering.undo_ply(person.seats)
        if ply is None:
            raise Refused("Vous n’avez encore rien joué.", "You have not played anything yet.")
        if gathering.undo_kind(person) == "now":
            await _take_back(gathering, ply, bool(gathering.people_but(person.seats)))
        else:
            seat = gathering.table.events[ply].actor
            assert isinstance(seat, int)
            name = gathering.table.names[seat]
            text = Text(f"{name.fr} voudrait reprendre son coup. D’accord ?", f"{name.en} would like to take a move back. All right?")
            put(gathering, "undo", seat, text, ply, gathering.everybody_but(person))


async def rematch(gathering: Gathering, person: Person) -> bool:
    """Ask for one more game; whether everybody is agreed already."""
    async with gathering.lock:
        if gathering.status != "over":
            raise Refused("La partie n’est pas terminée.", "The game is not over.")
        if not person.seats:
            raise Refused("Seuls les joueurs peuvent demander une revanche.", "Only players can ask for a rematch.")
        others = gathering.people_but(person.seats)
        standing = next((ask for ask in gathering.asks.values() if ask.what == "rematch"), None)
        if standing is not None:
            return _agree(gathering, person, standing)
        if not others:
            return True
        seat = min(person.seats)
        name = gathering.table.names[seat]
        text = Text(f"{name.fr} propose une revanche. D’accord ?", f"{name.en} proposes a rematch. All right?")
        put(gathering, "rematch", seat, text, gathering.table.plies, frozenset[Party](others))
        return False


async def answer(gathering: Gathering, person: Person, id: int, yes: bool) -> Ask | None:
    """An answer to a question; the question, if everybody has now agreed to it."""
    async with gathering.lock:
        ask = gathering.asks.get(id)
        if ask is None or not ask.waits_for(person):
            raise Refused("Cette question ne se pose plus.", "That question is no longer open.")
        if not yes:
            gathering.close_ask(ask, False)
            return None
        if not _agree(gathering, person, ask):
            return None
        if ask.what == "undo":
            await _take_back(gathering, ask.ply, True)
        return ask


async def _take_back(gathering: Gathering, ply: int, others: bool) -> None:
    """Take an action back, and tell the others, if there are any: what they saw is no longer so."""
    seat = gathering.table.events[ply].actor
    await gathering.take_back(ply)
    if isinstance(seat, int) and others:
        name = gathering.table.names[seat]
        with contextlib.suppress(Refused):  # it is taken back, whether that can be written down or not
            await announce(gathering, Text(f"{name.fr} reprend son coup.", f"{name.en} takes a move back."))


def turned(chairs: list[Chair]) -> list[Chair]:
    """The chairs for a rematch: everybody moves up one seat, so that somebody else begins."""
    moved = chairs[-1:] + chairs[:-1]
    return [Chair(seat, old.kind, old.name, old.level, holders=set(old.holders)) for seat, old in enumerate(moved)]


def put(gathering: Gathering, what: What, by: Seat, text: Text, ply: int, asked: frozenset[Party]) -> Ask:
    """Ask everybody else something, one question of a kind at a time."""
    if any(ask.what == what for ask in gathering.asks.values()):
        raise Refused("La question est déjà posée.", "That has been asked already.")
    gathering.asked += 1
    ask = gathering.asks[gathering.asked] = Ask(gathering.asked, what, by, text, ply, asked)
    gathering.tell(Asked(ask))
    return ask


def _agree(gathering: Gathering, person: Person, ask: Ask) -> bool:
    """Note that somebody agrees; whether all do now, and then the question is closed."""
    ask.agreed |= ask.waits_for(person)
    if ask.agreed < ask.asked:
        return False
    gathering.close_ask(ask, True)
    return True
