"""Sitting down, standing up, and who may send whom away."""

from dataclasses import replace
from typing import Final

import msgspec

from tableronde.game import Json
from tableronde.room.guests import nickname
from tableronde.room.refusals import Refused
from tableronde.room.table.chairs import Chair
from tableronde.room.table.consent import put
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Ask, Former, Party, Person
from tableronde.room.table.settings import default_level
from tableronde.room.table.talk import announce
from tableronde.text import NOTHING, Text, same

MOST_DEVICES: Final = 40  # that may hold one seat
MOST_FORMER: Final = 40  # who came and went in one game, before a seat needs an invitation


async def sit(gathering: Gathering, person: Person, seat: int, name: str) -> None:
    """Take an open chair, or one's own back from the bot that kept it warm; a seat with secrets in a running game only by consent."""
    async with gathering.lock:
        chair = _copy(gathering.chair(seat))
        _must_be_free(gathering, person, chair)
        if _is_strange(gathering, person, chair) and (others := _others(gathering, person)):
            _ask_for_seat(gathering, person, chair, nickname(name), others)
        else:
            await _take(gathering, person.guest, chair, nickname(name))


async def welcome(gathering: Gathering, ask: Ask) -> None:
    """Everybody has agreed that a newcomer takes a seat over: if it is still free they sit down, and all are told."""
    async with gathering.lock:
        chair = _copy(gathering.chair(ask.by))
        if ask.newcomer is None or chair.kind == "person" or chair.held:
            raise Refused("Cette place est prise.", "That seat is taken.")
        guest, name = ask.newcomer
        await _take(gathering, guest, chair, name)


async def stand(gathering: Gathering, person: Person, seat: int) -> None:
    """Leave a chair for good; it is open again."""
    async with gathering.lock:
        chair = _copy(gathering.chair(seat))
        if seat not in person.seats:
            raise Refused("Cette place n’est pas la vôtre.", "That seat is not yours.")
        former = _gone(gathering, chair, removed=False)
        chair.leave()
        await _seat(gathering, chair, former=former)


async def lend(gathering: Gathering, person: Person, seat: int, level: str) -> None:
    """Let a bot play a seat: whoever holds it may, and the host."""
    async with gathering.lock:
        chair = _copy(gathering.chair(seat))
        if seat not in person.seats:
            _must_be_let(gathering, person, chair)
        if level and level not in gathering.levels:
            raise Refused(f"Il n’y a pas de robot « {level[:40]} ».", f"There is no bot “{level[:40]}”.")
        chair.lend(level or default_level(gathering.box))
        await _seat(gathering, chair)


async def start(gathering: Gathering, person: Person) -> None:
    """Begin now: bots take the chairs still open."""
    async with gathering.lock:
        _must_be_host(gathering, person)
        if gathering.status != "waiting":
            raise Refused("La partie a déjà commencé.", "The game has already begun.")
        chairs = [_copy(chair) for chair in gathering.chairs if chair.kind == "open"]
        for chair in chairs:
            chair.lend(default_level(gathering.box))
        await _seat(gathering, *chairs)


async def remove(gathering: Gathering, person: Person, seat: int) -> None:
    """The host takes a chair away from somebody, who cannot sit down here again; in a running game with secrets a bot keeps it."""
    async with gathering.lock:
        _must_be_host(gathering, person)
        chair = _copy(gathering.chair(seat))
        if seat in person.seats:
            raise Refused("Pour quitter votre place, passez par le menu de la table.", "To leave your seat, use the menu of the table.")
        former, removed = _gone(gathering, chair, removed=True), gathering.removed | chair.holders
        chair.leave()
        if _has_secrets(gathering):
            chair.lend(default_level(gathering.box))
        await _seat(gathering, chair, former=former, removed=removed)


async def rename(gathering: Gathering, person: Person, name: str) -> None:
    """A guest is called something else, in every chair held alone."""
    async with gathering.lock:
        person.name = nickname(name)
        chairs = [_copy(chair) for chair in gathering.chairs if chair.seat in person.seats and chair.kind == "person"]
        for chair in chairs[:1]:  # further seats on the same device have names of their own
            chair.name = person.name
            await _seat(gathering, chair)


async def hold(gathering: Gathering, guest: str, token: str) -> bool:
    """Whoever comes with a chair's token holds it from now on, on this device too; if it is open, they are invited to it."""
    async with gathering.lock:
        chair = next((_copy(chair) for chair in gathering.chairs if chair.token == token), None)
        if chair is None or (len(chair.holders) >= MOST_DEVICES and guest not in chair.holders):
            return False
        chair.holders.add(guest)
        await _seat(gathering, chair)
        return True


async def leave_for_good(gathering: Gathering, guest: str) -> None:
    """A guest leaves every chair, which is open again if nobody else holds it and the game goes on, and forgets the table."""
    async with gathering.lock:
        away = gathering.away | {guest}
        await gathering.keep(away=sorted(away))
        gathering.away = away
        chairs, former = [_copy(chair) for chair in gathering.chairs if guest in chair.holders], gathering.former
        for chair in chairs:
            if chair.holders == {guest} and chair.kind == "person" and gathering.status != "over":
                former = [*former, *_gone(gathering, chair, removed=False)[len(gathering.former) :]]
                chair.leave()
            chair.holders.discard(guest)
        if chairs:
            await _seat(gathering, *chairs, former=former)


def _copy(chair: Chair) -> Chair:
    return replace(chair, holders=set(chair.holders))


def _has_secrets(gathering: Gathering) -> bool:
    """Whether seats know things that others must not see: then none changes hands without the others."""
    return gathering.table.game.private and gathering.table.plies > 0 and gathering.status == "playing"


def _must_be_free(gathering: Gathering, person: Person, chair: Chair) -> None:
    """Refused unless somebody may sit down there, or ask to."""
    if not (person.watches or gathering.settings.programs):
        raise Refused("À cette table, on joue sans programmes.", "No programs play at this table.")
    if person.guest in gathering.removed:
        raise Refused("L’hôte vous a retiré de cette table.", "The host has removed you from this table.")
    if chair.seat in person.seats:
        return
    unheld = chair.kind == "bot" and not chair.holders and (_is_host(gathering, person) or _own(gathering, person.guest, chair))
    if chair.kind != "open" and not unheld:
        raise Refused("Cette place est prise.", "That seat is taken.")
    if chair.kind == "open" and _is_wary(gathering) and not _is_welcome(gathering, person, chair):
        raise Refused("À cette table, il faut une invitation de l’hôte.", "At this table a seat needs an invitation from the host.")


def _is_wary(gathering: Gathering) -> bool:
    """Whether an open seat is not for just anybody: somebody was sent away, or too many have come and gone."""
    return bool(gathering.removed) or len(gathering.former) >= MOST_FORMER


def _is_welcome(gathering: Gathering, person: Person, chair: Chair) -> bool:
    return person.invited(chair.seat) or _is_host(gathering, person) or bool(_own(gathering, person.guest, chair))


def _is_strange(gathering: Gathering, person: Person, chair: Chair) -> bool:
    """Whether somebody would learn secrets of a running game that were never theirs."""
    return _has_secrets(gathering) and chair.seat not in person.seats and not _own(gathering, person.guest, chair)


def _own(gathering: Gathering, guest: str, chair: Chair) -> list[Former]:
    """When a guest held that very chair before."""
    return [former for former in gathering.former if former.seat == chair.seat and guest in former.guests]


def _others(gathering: Gathering, person: Person) -> frozenset[Party]:
    """Who has to agree to a newcomer: everybody who plays, and whoever was made to leave."""
    everybody = gathering.everybody_but(person)
    return frozenset(party for party in everybody if not isinstance(party, Former) or party.removed)


def _ask_for_seat(gathering: Gathering, person: Person, chair: Chair, name: str, others: frozenset[Party]) -> None:
    text = Text(
        "{1} voudrait reprendre la place de {0}, et verra ce que cette place sait. D’accord ?",
        "{1} would like to take over the seat of {0}, and will see what that seat knows. All right?",
    ).named([gathering.table.names[chair.seat], same(name or "…")])
    put(gathering, "sit", chair.seat, text, gathering.table.plies, others).newcomer = (person.guest, name)


async def _take(gathering: Gathering, guest: str, chair: Chair, name: str) -> None:
    """Somebody sits down. Who is new in a running game finds no pencil marks of others, and everybody is told."""
    before, own = gathering.table.names[chair.seat], _own(gathering, guest, chair)
    lent = chair.kind == "bot" and bool(chair.holders)
    new = gathering.table.plies > 0 and gathering.status == "playing" and not (lent or own)
    former = [each for each in gathering.former if each not in own]
    chair.take(guest, name)
    await _seat(gathering, chair, former=former, fresh=new)
    if new:
        await announce(gathering, _told(gathering, chair, before))


def _told(gathering: Gathering, chair: Chair, before: Text) -> Text:
    name = gathering.table.names[chair.seat]
    seen = Text(" et voit désormais ce que cette place sait", " and sees from now on what that seat knows")
    secrets = seen if _has_secrets(gathering) else NOTHING
    return Text(
        "{1} prend en cours de partie la place de {0}{2}.",
        "{1} takes over the seat of {0} in the middle of the game{2}.",
    ).named([before, name, secrets])


def _gone(gathering: Gathering, chair: Chair, removed: bool) -> list[Former]:
    """Who has ever held a seat of this game, once this chair is left."""
    if not gathering.table.plies or not chair.held:
        return gathering.former
    return [*gathering.former, Former(chair.seat, chair.name, frozenset(chair.holders), removed, gathering.table.plies)]


async def _seat(
    gathering: Gathering, *chairs: Chair, former: list[Former] | None = None, removed: set[str] | None = None, fresh: bool = False
) -> None:
    """Write chairs, and who has left, then put all in place and show everybody. The lock is held by the caller."""
    docs: dict[str, Json] = {f"seat_{chair.seat}": chair.json() for chair in chairs}
    if former is not None and former != gathering.former:
        docs["former"] = [msgspec.to_builtins(each) for each in former]
    if removed is not None:
        docs["removed"] = sorted(removed)
    if fresh:
        docs |= {f"jots_{chair.seat}": {} for chair in chairs}
    dealt = gathering.dealt_anew(chairs)
    if dealt is not None:
        docs["table"] = gathering.head(dealt)
    holders = {guest for chair in chairs for guest in chair.holders}
    away = gathering.away - holders  # whoever sits down again wants to see the table again
    if away != gathering.away:
        docs["away"] = sorted(away)
    await gathering.keep(holders=holders, **docs)
    gathering.away = away
    gathering.table = dealt or gathering.table
    gathering.former = gathering.former if former is None else former
    gathering.removed = gathering.removed if removed is None else removed
    handed = any(_hands(chair) != _hands(gathering.chairs[chair.seat]) for chair in chairs)
    for chair in chairs:
        gathering.chairs[chair.seat] = chair
        if fresh:
            gathering.jots.pop(chair.seat, None)
    if handed:
        gathering.close_asks()
    gathering.changed()


def _hands(chair: Chair) -> tuple[str, bool]:
    """In whose hands a chair is: with every change its link is another one, or nobody is left who holds it."""
    return chair.token, chair.held


def _must_be_let(gathering: Gathering, person: Person, chair: Chair) -> None:
    """Refused unless somebody may have a bot play another's seat: the host may, while nobody is there for it."""
    if not _is_host(gathering, person):
        raise Refused("Seuls l’hôte et le joueur peuvent confier cette place.", "Only the host and the player can hand this seat over.")
    if chair.kind == "person" and chair.seat in gathering.online:
        raise Refused("Cette personne est là : elle joue elle-même.", "That person is here, and plays for themselves.")


def _is_host(gathering: Gathering, person: Person) -> bool:
    return gathering.host == person.guest


def _must_be_host(gathering: Gathering, person: Person) -> None:
    if not _is_host(gathering, person):
        raise Refused("Seul l’hôte de la table peut le faire.", "Only the host of the table can do that.")
