"""A game whose result nothing can change any more: the room offers to stop, and plays turns in which nothing can be won."""

import asyncio
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tableronde.game import Seat
from tableronde.games.cirkle_duo.rules import winnable
from tableronde.games.cirkle_duo.rules.pieces import EMPTY
from tableronde.room import room as room_module
from tableronde.room.base.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.saved.saved import STOPPED, Note
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.tables import table_session
from tableronde.room.tables.decisions import proposals
from tableronde.room.tables.result_texts import describe_result
from tableronde.room.tables.table_session import TableSession
from tableronde.room.workers import bot_driver

SEED = 1  # of a game in which nothing can be won for a turn after its result is decided
GUEST: Any = SimpleNamespace(guest="guest", seats=frozenset({0, 1}), language="en")


def _lift(session: TableSession, seat: Seat) -> str:
    """Return a lift that wins the most for the first seat, and nothing for the other."""
    view = session.table.view()
    asked = winnable(view.layers, view.seen, view.seen.dice)
    wins = [place for place, peg in enumerate(session.table.state.pegs) if peg != EMPTY and peg in asked]
    others = [place for place in range(16) if place not in wins]
    return f"lift {wins[0] if seat == 0 and wins else others[0]}"


async def _decided(room: Room) -> TableSession:
    """Play until the first seat cannot be overtaken."""
    here = SeatOrder("here", "P")
    session = await room.open(Order("cirkle-duo", seats=[here, here], options={"mode": "dice"}), "guest")
    while session.position.decided is None:
        if session.running:
            [seat] = session.running
            await session.act(seat, _lift(session, seat))
        else:
            await asyncio.sleep(0.001)  # the first roll is under way
    return session


def test_players_may_stop_a_decided_game(tmp_path: Path) -> None:
    async def play() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        here = SeatOrder("here", "P")
        fresh = await room.open(Order("cirkle-duo", seats=[here, here], options={"mode": "dice"}), "guest")
        with pytest.raises(Refused, match="can still change"):
            await fresh.decide(proposals.stop, GUEST)
        session = await _decided(room)
        assert session.position.turn(frozenset(), "en")["decided"] == "Nothing can change the result anymore."
        scores = tuple(map(float, session.table.facts()["scores"]))
        await session.decide(proposals.stop, GUEST)
        assert session.status == "over"
        assert session.outcome is not None
        assert (session.outcome.winners, session.outcome.reason, session.outcome.scores) == ((0,), STOPPED, scores)
        assert describe_result(session).en.endswith("nothing could change the result anymore.")
        await room.close()

    asyncio.run(play())


def test_the_room_plays_turns_that_decide_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_driver, "FUTILE_SECONDS", 0.0)
    monkeypatch.setattr(room_module, "SystemRandom", lambda: Random(SEED))
    monkeypatch.setattr(table_session, "LUCK", Random(SEED))

    async def play() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        session = await _decided(room)
        played = 0
        while session.status == "playing" and not played:
            ply = session.table.plies
            if session.position.futile:
                while session.table.plies == ply:
                    await asyncio.sleep(0.001)  # the room plays; nobody else does
                played += 1
            else:
                [seat] = session.running
                await session.act(seat, _lift(session, 1))  # win nothing, so that the game goes on
        assert played
        await room.close()

    asyncio.run(play())


def test_a_note_of_a_resignation_is_stored_as_ever() -> None:
    assert Note(1, (0,)).json() == {"seat": 1, "winners": [0]}
    assert Note(1, (0,), STOPPED, (9.0, 3.0)).json() == {"seat": 1, "winners": [0], "reason": "stopped", "scores": [9.0, 3.0]}
