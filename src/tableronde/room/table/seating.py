"""Sitting down, standing up, and who may send whom away."""

from dataclasses import replace
from typing import Final

from tableronde.room.guests import nickname
from tableronde.room.refusals import Refused
from tableronde.room.table.chairs import Chair
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Person
from tableronde.room.table.settings import default_level

MOST_DEVICES: Final = 40  # that may hold one seat


async def sit(gathering: Gathering, person: Person, seat: int, name: str) -> None:
    """Take an open chair, or one's own back from the bot that kept it warm."""
    async with gathering.lock:
        chair = _copy(gathering.chair(seat))
        if person.guest in gathering.removed:
            raise Refused("L'hôte vous a retiré de cette table.", "The host has removed you from this table.")
        lent = chair.kind == "bot" and not chair.holders and _is_host(gathering, person)
        if chair.kind != "open" and seat not in person.seats and not lent:
            raise Refused("Cette place est prise.", "That seat is taken.")
        chair.take(person.guest, nickname(name))
        await _seat(gathering, chair)


async def stand(gathering: Gathering, person: Person, seat: int) -> None:
    """Leave a chair for good; it is open again."""
    async with gathering.lock:
        chair = _copy(gathering.chair(seat))
        if seat not in person.seats:
            raise Refused("Cette place n'est pas la vôtre.", "That seat is not yours.")
        chair.leave()
        await _seat(gathering, chair)


async def lend(gathering: Gathering, person: Person, seat: int, level: str) -> None:
    """Let a bot play a seat: whoever holds it may, and the host."""
    async with gathering.lock:
        chair = _copy(gathering.chair(seat))
        if seat not in person.seats and not _is_host(gathering, person):
            raise Refused("Seuls l'hôte et le joueur peuvent confier cette place.", "Only the host and the player can hand this seat over.")
        if level and level not in gathering.levels:
            raise Refused(f"Il n'y a pas de bot « {level[:40]} ».", f"There is no bot “{level[:40]}”.")
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
    """The host takes a chair away from somebody, who cannot sit down here again."""
    async with gathering.lock:
        _must_be_host(gathering, person)
        chair = _copy(gathering.chair(seat))
        if seat in person.seats:
            raise Refused("Levez-vous plutôt de votre propre place.", "Stand up from your own seat instead.")
        removed = gathering.removed | chair.holders
        chair.leave()
        await gathering.keep(removed=sorted(removed))
        gathering.removed = removed
        await _seat(gathering, chair)


async def rename(gathering: Gathering, person: Person, name: str) -> None:
    """A guest is called something else, in every chair held alone."""
    async with gathering.lock:
        person.name = nickname(name)
        chairs = [_copy(chair) for chair in gathering.chairs if chair.seat in person.seats and chair.kind == "person"]
        for chair in chairs[:1]:  # further seats on the same device have names of their own
            chair.name = person.name
            await _seat(gathering, chair)


async def hold(gathering: Gathering, guest: str, token: str) -> bool:
    """Whoever comes with a chair's token holds it from now on, on this device too."""
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
        chairs = [_copy(chair) for chair in gathering.chairs if guest in chair.holders]
        for chair in chairs:
            chair.holders.discard(guest)
            if not chair.holders and chair.kind == "person" and gathering.status != "over":
                chair.leave()
        if chairs:
            await _seat(gathering, *chairs)


def _copy(chair: Chair) -> Chair:
    return replace(chair, holders=set(chair.holders))


async def _seat(gathering: Gathering, *chairs: Chair) -> None:
    """Write chairs, then put them in place and show everybody. The lock is held by the caller."""
    holders = {guest for chair in chairs for guest in chair.holders}
    away = gathering.away - holders  # whoever sits down again wants to see the table again
    known = {} if away == gathering.away else {"away": sorted(away)}
    await gathering.keep(holders=holders, **known, **{f"seat_{chair.seat}": chair.json() for chair in chairs})
    for chair in chairs:
        gathering.chairs[chair.seat] = chair
    gathering.away = away
    gathering.changed()


def _is_host(gathering: Gathering, person: Person) -> bool:
    return gathering.host == person.guest


def _must_be_host(gathering: Gathering, person: Person) -> None:
    if not _is_host(gathering, person):
        raise Refused("Seul l'hôte de la table peut le faire.", "Only the host of the table can do that.")
