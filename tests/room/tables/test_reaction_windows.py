"""Reaction windows: moments in which anybody may jump in, and which the room closes for seats that stay silent."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from support.games.cirkle_duo import start
from support.rooms import Line, Message, Person, Server, bot, serving
from support.sessions import change_seat, take_back
from tableronde.game import Seat
from tableronde.games.cirkle_duo import scene as pictures
from tableronde.room.base.encoding import encode
from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.refusals import Refused
from tableronde.room.live.race import describe_race
from tableronde.room.live.socket import SocketConnection, connect_socket
from tableronde.room.live.table_description import Feed
from tableronde.room.room import Room
from tableronde.room.saved.saved import record_header
from tableronde.room.saved.settings import Clock, Order, SeatOrder
from tableronde.room.tables.load_session import load_session
from tableronde.room.tables.reaction_windows import EXPLAINED, FIRST
from tableronde.room.tables.table_session import TableSession
from tableronde.room.web.pages import page_data
from tableronde.room.workers.bot_driver import BotDriver
from tableronde.room.workers.hints import give_hint
from tableronde.shelf import Shelf

GAME = "tableronde.games.cirkle_duo"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("room") / "data", "--workers", "1", "--game", GAME) as running:
        yield running


@pytest.fixture
def long_film(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no window open by itself during a test."""
    monkeypatch.setattr(pictures, "SHOWN", 60.0)


def _seats(*others: Message) -> list[Message]:
    return [{"kind": "me", "name": "Ana"}, *(others or [{"kind": "here", "name": f"P{i}"} for i in (1, 2, 3)])]


def _after_an_error(line: Line, message: Message) -> Message:
    """Let everybody lift hats until somebody errs; return the message that says so."""
    while message["facts"]["phase"] != "slap":
        [player] = message["turn"]["to_act"]
        message = line.act(_legal(line, player)[0], player)
    return message


def _legal(line: Line, seat: int) -> list[str]:
    legal: list[str] = line.asked("look", "legal", seat=seat).get(str(seat), [])
    return legal


def _opened(line: Line) -> Message:
    return line.until(lambda m: "legal" in m and "opens" not in m["clock"])


def test_those_who_stay_silent_decline(ana: Person) -> None:
    """After an error all others are asked; at the end of the countdown the room declines for them."""
    table = ana.open("cirkle-duo", *_seats(), variant="bridge", window=2)
    with ana.at(table["id"], feed="facts", seat=0) as line:
        _after_an_error(line, line.hear())
        message = _opened(line)
        asked, turn = message["turn"]["to_act"], message["facts"]["turn"]
        assert len(asked) == 3
        assert message["clock"]["first"]
        assert 0 < message["clock"]["window"] <= 2000 * FIRST
        declined = line.act("decline", asked[0])
        assert declined["clock"]["window"] <= message["clock"]["window"]  # one answer does not prolong the window
        closed = line.until(lambda m: m.get("facts", {}).get("phase") == "lift")
        assert closed["facts"]["turn"] == turn + 1
        assert "clock" not in closed


def test_several_seats_of_one_device_race_with_the_same_short_choice(ana: Person, luc: Person) -> None:
    here = [{"kind": "here", "name": name} for name in ("Bo", "Chi")]
    table = ana.open("cirkle-duo", *_seats(*here, {"kind": "open"}), variant="bridge")
    with luc.at(table["id"]) as far, ana.at(table["id"], feed="facts", seat=0) as line, ana.at(table["id"]) as screen:
        far.say("sit", seat=3, name="Luc")
        message = line.until(lambda m: m.get("table", {}).get("status") == "playing")
        while message["facts"]["phase"] != "slap":
            [player] = message["turn"]["to_act"]
            seat = far if player == 3 else line
            seat.say("act", action=f"lift {next(i for i in range(16) if i not in message['facts']['waiting'])}", seat=player, ref=1)
            message = line.until("heard")
        asked = message["turn"]["to_act"]
        shown = screen.until(lambda m: "race" in m.get("choices", {}) and "opens" not in m["clock"])
        assert shown["scene"]["seat"] is None  # all look at the table together
        assert shown["choices"]["offers"] == []
        assert shown["choices"]["race"] == {
            "seats": [seat for seat in asked if seat != 3],
            "jump": {"action": "slap", "label": "Slap!"},
            "pass": {"action": "decline", "label": "Let it pass"},
        }
        for heard in far.heard:
            assert "race" not in heard
        mine = shown["choices"]["race"]["seats"][-1]
        taken = screen.act("slap", mine)
        assert taken["scene"]["seat"] == mine
        assert "race" not in taken["choices"]


def test_bots_too_wait_until_everybody_has_seen_the_peg(ana: Person) -> None:
    """However quick they are: the window opens first."""
    bots = [bot("elephant") for _ in range(3)]
    table = ana.open("cirkle-duo", *_seats(*bots), variant="bridge", options={"slap_needs_card": False}, window=20)
    with ana.at(table["id"], feed="facts", seat=0) as line:
        message = line.hear()
        while message["facts"]["phase"] != "slap":
            if message["legal"]:
                line.say("act", action=message["legal"]["0"][0], seat=0)
            message = line.until("heard")
        assert "opens" in message["clock"]
        opened = line.until("heard")
        assert opened["heard"] == []
        assert "opens" not in opened["clock"]


def test_a_bot_lets_people_look_before_it_lifts_the_next_hat(ana: Person, server: Server) -> None:
    table = ana.open("cirkle-duo", *_seats(bot("elephant")), options={"max_turns": 4})
    with ana.at(table["id"]) as screen, ana.at(table["id"], feed="facts", seat=0) as line:
        screen.hear()
        message = line.hear()
        while "outcome" not in message:
            if message["legal"]:
                line.say("act", action=message["legal"]["0"][0], seat=0)
            message = line.until("heard")
    with sqlite3.connect(server.log.with_suffix("") / "room.sqlite") as store:
        rows = store.execute("SELECT actor, at FROM events WHERE id = ? ORDER BY seq", (table["id"],)).fetchall()
    store.close()
    waits = [now - before for (_, before), (actor, now) in pairwise(rows) if actor == "1"]
    assert waits
    assert min(waits) > pictures.SHOWN - 0.1


# --- without a network, and with as much time as the test likes ---


@asynccontextmanager
async def _erring(data: Path, raced: bool = True, **more: Any) -> AsyncIterator[tuple[Room, TableSession]]:
    """Set up a table at which seat 0 has just erred, and the others may slap; not for the first time."""
    room = Room.at(data, workers=1, shelf=Shelf.installed(GAME))
    order = Order("cirkle-duo", seats=[SeatOrder("here", "P")] * 4, variant="bridge", **more)
    table = await room.open(order, "guest")
    table.table = start(4, "YT", mode="bridge")
    table.refresh()
    table.timing.raced = raced
    await table.act(0, "lift 14")
    assert table.running == {1, 2, 3}
    yield room, table
    await room.close()


def _viewer(session: TableSession, seat: Seat | None, feed: Feed = "scene") -> SocketConnection:
    viewer = connect_socket(cast(WebSocket, None), session, "guest", "en", feed, Limits(), Metrics())
    viewer.view_as(seat, follows=False)
    session.audience.viewers.add(viewer)
    return viewer


def _sent(viewer: SocketConnection) -> Message:
    """Return the last message to a viewer, with everything about the position."""
    viewer.view.show(None)
    message: Message = json.loads(viewer.outbox.waiting[-1].text)
    return message


def test_the_first_window_of_a_table_is_explained_and_leaves_more_time(tmp_path: Path, long_film: None) -> None:
    async def check() -> None:
        async with _erring(tmp_path / "first", raced=False, window=7) as (_, table), _erring(tmp_path / "next", window=7) as (_, other):
            assert table.timing.window is not None
            assert other.timing.window is not None
            assert (table.timing.window.first, other.timing.window.first) == (True, False)
            assert table.timing.window.ends - table.timing.window.opens == pytest.approx(7 * FIRST)
            assert other.timing.window.ends - other.timing.window.opens == pytest.approx(7)
            assert table.timing.window.opens - table.since >= 60 + EXPLAINED > other.timing.window.opens - other.since
            clock = _sent(_viewer(table, 1))["clock"]
            assert clock["first"]
            assert clock["window"] == 7000 * FIRST
            assert "first" not in _sent(_viewer(other, 1))["clock"]

    asyncio.run(check())


@pytest.mark.parametrize("feed", ["scene", "facts"])
def test_nobody_may_answer_before_the_film_has_ended(feed: Feed, tmp_path: Path, long_film: None) -> None:
    """For people and programs alike: until the window opens there is nothing to choose, no clock runs, and no countdown."""

    async def check() -> None:
        async with _erring(tmp_path, window=9, clock=Clock("move", 60)) as (_, table):
            viewer = _viewer(table, 2, feed)
            early = _sent(viewer)
            assert 0 < early["clock"]["opens"] <= 60_000
            assert (early["clock"]["window"], early["clock"]["running"]) == (9000, [])
            assert not early["turn"]["yours"]
            assert early.get("legal", {}) == {}
            assert not early.get("choices", {}).get("offers")
            for too_early in (table.act(2, "slap"), give_hint(table, cast(BotDriver, table.driver), viewer, 2, 1)):
                with pytest.raises(Refused, match="Too early"):
                    await too_early
            assert table.timing.window is not None
            await table.open_window(table.timing.window)
            live = _sent(viewer)
            assert "opens" not in live["clock"]
            assert live["clock"]["running"] == [1, 2, 3]
            assert live["turn"]["yours"]
            await table.act(2, "slap")
            assert table.timing.window is None

    asyncio.run(check())


def test_the_peg_is_shown_for_its_time_and_never_again(tmp_path: Path, long_film: None) -> None:
    async def check() -> None:
        async with _erring(tmp_path) as (_, table):
            early = _sent(_viewer(table, 2))["scene"]
            assert _pegs(early)
            assert [picture["in"] for picture in early["later"]] == pytest.approx([60_000], abs=10_000)
            assert set(_pegs(early)) <= set(early["later"][0]["areas"][0]["gone"])
            assert not early["later"][0]["captions"][0].startswith("P lifts")
            table.since -= 60
            late = _sent(_viewer(table, 2))["scene"]
            assert "later" not in late
            assert not _pegs(late)
            assert late["captions"] == early["later"][0]["captions"]

    asyncio.run(check())


def test_a_replay_shows_each_moment_in_full(tmp_path: Path, long_film: None) -> None:
    async def check() -> None:
        async with _erring(tmp_path) as (_, table):
            for seat in (1, 2, 3):
                table.table.play(seat, "decline")
            table.since -= 60
            studied = page_data.replay(table, 1, "en")["scene"]
            assert _pegs(studied)
            assert "later" not in studied

    asyncio.run(check())


def _pegs(scene: Any) -> list[str]:
    return [shape["id"] for area in scene["areas"] for shape in area["shapes"] if shape["id"].startswith("peg ")]


def test_what_is_taken_back_to_was_watched_long_ago(tmp_path: Path, long_film: None) -> None:
    """After a slap was taken back the window begins again, but no peg is shown a second time."""

    async def check() -> None:
        async with _erring(tmp_path) as (_, table):
            first = table.timing.window
            assert first is not None
            await table.open_window(first)
            await table.act(2, "slap")
            await take_back(table, table.table.plies - 1)
            assert table.timing.window is not None
            assert not table.timing.window.is_open
            assert not _pegs(_sent(_viewer(table, 2))["scene"])
            await table.open_window(first)  # a timer that fires late opens nothing
            assert not table.timing.window.is_open

    asyncio.run(check())


def test_where_only_bots_play_nobody_has_to_look(tmp_path: Path, long_film: None) -> None:
    async def check() -> None:
        async with _erring(tmp_path) as (_, table):
            assert table.is_seen()
            for seat in range(4):
                await change_seat(table, seat, kind="bot")
            assert not table.is_seen()
            _viewer(table, None)
            assert table.is_seen()

    asyncio.run(check())


def _racing(table: TableSession, mine: frozenset[Seat]) -> Sequence[Seat]:
    found = describe_race(table, mine, "en")
    assert found is not None
    return found["seats"]


def test_a_seat_that_a_bot_keeps_warm_runs_no_race(tmp_path: Path) -> None:
    async def check() -> None:
        async with _erring(tmp_path) as (_, table):
            mine = frozenset({1, 2, 3})
            assert _racing(table, mine) == [1, 2, 3]
            await change_seat(table, 3, kind="bot")
            assert _racing(table, mine) == [1, 2]
            assert describe_race(table, frozenset({2, 3}), "en") is None
            assert _racing(table, frozenset({0, 2})) == [2]

    asyncio.run(check())


def test_a_window_begins_anew_at_a_table_that_wakes_up(tmp_path: Path, long_film: None) -> None:
    async def check() -> None:
        async with _erring(tmp_path / "one", window=30) as (room, table):
            kept = await room.store.load(table.id)
            assert kept is not None
            kept.docs["table"]["record"] = record_header(table.table)
            [event] = kept.events
            woken = load_session(
                table.id, kept._replace(events=[event._replace(at=event.at - 50)]), room.boxes, store=room.store, encode=encode
            )
            assert woken.timing.window is not None
            assert not woken.timing.window.is_open
            assert woken.timing.window.ends - woken.timing.window.opens == pytest.approx(30 * FIRST)  # and is explained again
            assert 50 <= woken.age < 60  # the film continues where it was

    asyncio.run(check())


def test_bots_answer_in_windows_by_themselves(ana: Person) -> None:
    table = ana.open("cirkle-duo", *[bot("elephant")] * 4, variant="bridge", options={"max_turns": 3})
    with ana.at(table["id"], feed="facts") as line:
        outcome = line.until("outcome")
        assert outcome["facts"]["over"]
