"""The coach at a table: what a player may do now, and why the bot before them acted as it did."""

import asyncio

from tableronde.game import CHANCE, Seat
from tableronde.learn.coach import may_do, why
from tableronde.room.base.faults import game_code
from tableronde.room.base.replies import CoachReply
from tableronde.room.tables.decisions.person import Person
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.updates import CoachAdvice, Driver
from tableronde.text import NOTHING, Text


async def coach(session: TableSession, driver: Driver, person: Person, seat: Seat) -> CoachReply:
    """Return the coach's message for a seat; the reasons of others only if hints are allowed."""
    key = (session.table.plies, seat)
    if key not in session.advice.coaching:
        session.snapshot().check_playing()
        session.check_not_early(seat)
        advice = await _make_advice(session, driver, seat, person.place or person.guest)
        if key[0] != session.table.plies:
            return {"ply": session.table.plies, "now": "", "why": ""}
        session.advice.keep_coaching(key, advice)
    ply, language, advice = key[0], person.language, session.advice.coaching[key]
    return {"ply": ply, "now": advice.now[language], "why": advice.why[language]}


async def _make_advice(session: TableSession, driver: Driver, seat: Seat, share: str) -> CoachAdvice:
    table = session.table.at(session.table.plies)
    reason = await _explain_last_action(session, driver, seat, share) if session.saved.settings.friendly else NOTHING
    with game_code(session.box):
        return CoachAdvice(await asyncio.to_thread(may_do, table, seat), reason)


async def _explain_last_action(session: TableSession, driver: Driver, seat: Seat, share: str) -> Text:
    """Explain the last action, if it was a bot's."""
    table = session.table
    ply = next((i for i in range(table.plies - 1, -1, -1) if table.events[i].actor != CHANCE), None)
    if ply is None:
        return NOTHING
    event, then = table.events[ply], table.at(ply)
    if event.actor == seat or event.actor == CHANCE or session.saved.seats[event.actor].kind != "bot":
        return NOTHING
    with game_code(session.box):
        values = {} if table.game.hides else await driver.evaluate_actions(then, event, share)
        return await asyncio.to_thread(why, then, event, seat, values)
