"""Sitting down, standing up, and who may send whom away."""

from dataclasses import replace
from typing import Final

from tableronde.room.guests import nickname
from tableronde.room.live.viewer import Viewer
from tableronde.room.refusals import Refused
from tableronde.room.table.chairs import Chair
from tableronde.room.table.gathering import RoomTable
from tableronde.room.table.settings import default_level

MOST_DEVICES: Final = 40  # that may hold one seat


async def sit(table: RoomTable, viewer: Viewer, seat: int, name: str) -> None:
    """Take an open chair, or one's own back from the bot that kept it warm."""
    async with table.lock:
        chair = _copy(table.chair(seat))
        if viewer.guest in table.removed:
            raise Refused("L'hôte vous a retiré de cette table.", "The host has removed you from this table.")
        if chair.kind != "open" and seat not in viewer.seats and not (chair.kind == "bot" and not chair.holders and _is_host(viewer)):
            raise Refused("Cette place est prise.", "That seat is taken.")
        chair.take(viewer.guest, nickname(name))
        await _seat(table, chair)


async def stand(table: RoomTable, viewer: Viewer, seat: int) -> None:
    """Leave a chair for good; it is open again."""
    async with table.lock:
        chair = _copy(table.chair(seat))
        if seat not in viewer.seats:
            raise Refused("Cette place n'est pas la vôtre.", "That seat is not yours.")
        chair.leave()
        await _seat(table, chair)


async def lend(table: RoomTable, viewer: Viewer, seat: int, level: str) -> None:
    """Let a bot play a seat: whoever holds it may, and the host."""
    async with table.lock:
        chair = _copy(table.chair(seat))
        if seat not in viewer.seats and not _is_host(viewer):
            raise Refused("Seuls l'hôte et le joueur peuvent confier cette place.", "Only the host and the player can hand this seat over.")
        if level and level not in table.levels:
            raise Refused(f"Il n'y a pas de bot « {level[:40]} ».", f"There is no bot “{level[:40]}”.")
        chair.lend(level or default_level(table.box))
        await _seat(table, chair)


async def start(table: RoomTable, viewer: Viewer) -> None:
    """Begin now: bots take the chairs still open."""
    async with table.lock:
        _must_be_host(viewer)
        if table.status != "waiting":
            raise Refused("La partie a déjà commencé.", "The game has already begun.")
        chairs = [_copy(chair) for chair in table.chairs if chair.kind == "open"]
        for chair in chairs:
            chair.lend(default_level(table.box))
        await _seat(table, *chairs)


async def remove(table: RoomTable, viewer: Viewer, seat: int) -> None:
    """The host takes a chair away from somebody, who cannot sit down here again."""
    async with table.lock:
        _must_be_host(viewer)
        chair = _copy(table.chair(seat))
        if seat in viewer.seats:
            raise Refused("Levez-vous plutôt de votre propre place.", "Stand up from your own seat instead.")
        removed = table.removed | chair.holders
        chair.leave()
        await table.keep(removed=sorted(removed))
        table.removed = removed
        await _seat(table, chair)


async def rename(table: RoomTable, viewer: Viewer, name: str) -> None:
    """A guest is called something else, in every chair held alone."""
    async with table.lock:
        viewer.name = nickname(name)
        chairs = [_copy(chair) for chair in table.chairs if chair.seat in viewer.seats and chair.kind == "person"]
        for chair in chairs[:1]:  # further seats on the same device have names of their own
            chair.name = viewer.name
            await _seat(table, chair)


async def hold(table: RoomTable, guest: str, token: str) -> bool:
    """Whoever comes with a chair's token holds it from now on, on this device too."""
    async with table.lock:
        chair = next((_copy(chair) for chair in table.chairs if chair.token == token), None)
        if chair is None or (len(chair.holders) >= MOST_DEVICES and guest not in chair.holders):
            return False
        chair.holders.add(guest)
        await _seat(table, chair)
        return True


def _copy(chair: Chair) -> Chair:
    return replace(chair, holders=set(chair.holders))


async def _seat(table: RoomTable, *chairs: Chair) -> None:
    """Write chairs, then put them in place and show everybody. The lock is held by the caller."""
    holders = {guest for chair in chairs for guest in chair.holders}
    await table.keep(holders=holders, **{f"seat_{chair.seat}": chair.json() for chair in chairs})
    for chair in chairs:
        table.chairs[chair.seat] = chair
    table.changed()


def _is_host(viewer: Viewer) -> bool:
    return viewer.table.host == viewer.guest


def _must_be_host(viewer: Viewer) -> None:
    if not _is_host(viewer):
        raise Refused("Seul l'hôte de la table peut le faire.", "Only the host of the table can do that.")
