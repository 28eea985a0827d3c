"""The coach at a table: what somebody may do now, and why the bot before them did what it did."""

import asyncio
from typing import Any

from tableronde.game import CHANCE, Seat
from tableronde.learn.coach import may_do, why
from tableronde.room.faults import game_code
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Coaching, Hand, Person
from tableronde.text import NOTHING, Text


async def coach(gathering: Gathering, driver: Hand, person: Person, seat: Seat) -> dict[str, Any]:
    """What is said to a seat at this moment; why others acted only where hints are allowed."""
    key = (gathering.table.plies, seat)
    if key not in gathering.coached:
        gathering.must_be_playing()
        gathering.must_not_be_early(seat)
        said = await _said(gathering, driver, seat, person.place or person.guest)
        if key[0] != gathering.table.plies:
            return {"ply": gathering.table.plies, "now": "", "why": ""}
        gathering.coached[key] = said
    ply, language, said = key[0], person.language, gathering.coached[key]
    return {"ply": ply, "now": said.now[language], "why": said.why[language]}


async def _said(gathering: Gathering, driver: Hand, seat: Seat, share: str) -> Coaching:
    table = gathering.table.at(gathering.table.plies)
    reason = await _why(gathering, driver, seat, share) if gathering.settings.friendly else NOTHING
    with game_code(gathering.box):
        return Coaching(await asyncio.to_thread(may_do, table, seat), reason)


async def _why(gathering: Gathering, driver: Hand, seat: Seat, share: str) -> Text:
    """Why the last one acted so, if that was a bot."""
    table = gathering.table
    ply = next((i for i in range(table.plies - 1, -1, -1) if table.events[i].actor != CHANCE), None)
    if ply is None:
        return NOTHING
    event, then = table.events[ply], table.at(ply)
    if event.actor == seat or event.actor == CHANCE or gathering.chairs[event.actor].kind != "bot":
        return NOTHING
    with game_code(gathering.box):
        worths = {} if table.game.hides else await driver.appraise(then, event, share)
        return await asyncio.to_thread(why, then, event, seat, worths)
