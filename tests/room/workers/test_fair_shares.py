"""Fair shares: one guest's requests do not cost the others, tables without viewers pause, and nothing grows without bound."""

import asyncio
import json
import math
import socket
import sqlite3
import time
from functools import partial
from pathlib import Path

import httpx
import pytest

from support.rooms import HERE, ME, Message, Person, bot, serving
from tableronde.game import CHANCE
from tableronde.room.base.limits import Limits
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, Pace, SeatOrder
from tableronde.room.tables.audience import Audience
from tableronde.room.tables.table_session import LATEST, TableSession
from tableronde.room.tables.updates import PresenceChanged
from tableronde.room.workers.bot_driver import BotDriver
from tableronde.room.workers.fair_queue import MIN_SECONDS, FairQueue
from tableronde.room.workers.pacing import PAUSE_GRID, compute_film_left, compute_pause
from tableronde.room.workers.pool import WorkerPool
from tableronde.room.workers.worker import WorkerResult, WorkerTask
from tableronde.scene import Area, Frame, Scene

BOT = SeatOrder("bot", level="random")


def test_a_long_queue_of_one_guest_keeps_nobody_else_waiting() -> None:
    """After sixty tasks of one address, a task of somebody else is next, not the sixty-first."""

    async def live() -> list[str]:
        turns, served = FairQueue(["worker", "other"]), list[str]()

        async def ask(share: str) -> None:
            worker = await turns.take(share)
            await asyncio.sleep(0)
            served.append(share)
            turns.give_back(share, worker)

        crowd = [asyncio.create_task(ask("greedy")) for _ in range(60)]
        await asyncio.sleep(0)
        honest = asyncio.create_task(ask("honest"))
        await asyncio.gather(honest, *crowd)
        return served

    served = asyncio.run(live())
    assert served.index("honest") <= 2
    assert len(served) == 61


def test_nobody_holds_all_workers() -> None:
    async def live() -> None:
        turns = FairQueue(["one", "two", "three"])
        held = [await turns.take("greedy"), await turns.take("greedy")]
        third = asyncio.create_task(turns.take("greedy"))
        await asyncio.sleep(0)
        assert not third.done()
        assert await turns.take("honest") not in held
        third.cancel()
        await asyncio.gather(third, return_exceptions=True)
        assert not turns.waiting

    asyncio.run(live())


def test_thinking_shortens_before_queues_grow() -> None:
    async def live() -> None:
        turns = FairQueue(["worker"])
        assert turns.limit_seconds(3.0) == 3.0
        await turns.take("a")
        tasks = [asyncio.create_task(turns.take("a")) for _ in range(9)]
        await asyncio.sleep(0)
        assert turns.limit_seconds(3.0) == pytest.approx(0.3)
        assert turns.limit_seconds(0.01) == 0.01
        assert turns.limit_seconds(0.2) == MIN_SECONDS
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(live())


def test_a_bot_is_told_no_more_of_the_past_than_it_wants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a task does not grow with the game: after its first answer the room knows how much the bot needs."""
    asked: list[WorkerTask] = []

    async def think(self: WorkerPool, question: WorkerTask, share: str = "") -> WorkerResult:
        asked.append(question)
        self._memories[question.game, question.level] = 2
        return WorkerResult(question.legal[0], 0.0, 2)

    monkeypatch.setattr(WorkerPool, "choose_action", think)
    monkeypatch.setattr("tableronde.room.workers.pacing.PAUSE_GRID", 0.001)

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[BOT, BOT]), "guest")
        while table.status == "playing" and table.table.plies < 10:
            await asyncio.sleep(0.01)
        await room.close()

    asyncio.run(live())
    assert max(len(question.heard) for question in asked) == 2


def test_a_table_nobody_looks_at_stands_still_until_somebody_does(tmp_path: Path) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", Limits(lonely_seconds=0), workers=1)
        table = await room.open(Order("cirkle-duo", seats=[BOT, BOT], options={"max_turns": 2**40, "max_idle": 2**40}), "guest")
        driver = table.driver
        assert isinstance(driver, BotDriver)
        async with asyncio.timeout(20):
            while not driver.is_paused or driver.tasks:
                await asyncio.sleep(0.01)
        still = table.table.plies
        assert not driver.is_busy()  # so that it can go to sleep
        assert not driver.thinking  # nothing is under way, or will be, that could move a seat
        assert not driver.timers.is_set
        table.limits = Limits(lonely_seconds=60)
        table.notice()
        async with asyncio.timeout(20):
            while table.table.plies == still:
                await asyncio.sleep(0.01)
        await room.close()

    asyncio.run(live())


def test_no_game_is_longer_than_the_room_allows_whatever_its_options_say(tmp_path: Path) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", Limits(events_per_table=12), workers=1)
        here = SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        while table.status == "playing":
            seat = table.table.to_act()[0]
            assert seat != CHANCE
            await table.act(seat, table.table.legal()[seat][0])
        assert table.table.plies == 12
        assert table.outcome is not None
        assert (table.outcome.winners, table.outcome.reason) == ((), "longest")
        room.tables.clear()
        again = await room.find(table.id)
        assert again.status == "over"
        await room.close()

    asyncio.run(live())


def test_the_players_are_told_why_a_game_ends_so(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--limit", "events_per_table=2") as server, Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE)
        with ana.at(table["id"], feed="facts") as line:
            line.hear()
            line.act("0,0", 0)
            ended = line.act("1,0", 1)
        assert ended["outcome"]["text"] == "Nobody wins: games in this room end after 2 moves."


def _long(table: TableSession, plies: int) -> None:
    """Play many events, without updates."""
    while table.table.plies < plies:
        seat = table.table.to_act()[0]
        assert seat != CHANCE
        table.table.play(seat, table.table.legal()[seat][0])


def test_late_comers_are_told_the_latest_and_the_rest_on_demand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("live.table_view", "web.pages.page_data"):
        monkeypatch.setattr(f"tableronde.room.{module}.LATEST", 4)
    assert LATEST >= 100

    async def live() -> None:
        from room.live.test_crowd import _spectator
        from tableronde.room.web.pages import page_data

        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        _long(table, 10)
        table.refresh()
        viewer, spout = _spectator(table, "stranger", "en")
        opening = json.loads(spout.packets[0].data)
        assert opening["earlier"] == 6
        assert [line["ply"] for line in opening["told"]] == [7, 8, 9, 10]
        viewer.view.show_past(6)
        past = json.loads(spout.packets[-1].data)["past"]
        assert (past["first"], [line["ply"] for line in past["told"]]) == (2, [3, 4, 5, 6])
        whole = table.position.log_lines(None, 0, "en")
        assert past["told"] + opening["told"] == whole[2:]
        page = page_data.table(table, None, "en")
        assert (page["earlier"], len(page["told"]), len(page["heard"])) == (6, 4, 4)
        assert page_data.table(table, 1, "en")["told"] == whole[1:5]
        await room.close()

    asyncio.run(live())


def test_chat_on_the_disk_is_cut_as_in_memory(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--limit", "chat_lines=3", "--limit", "chat_per_minute=600") as server, Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE, chat="free")
        with ana.at(table["id"]) as line:
            for i in range(8):
                line.asked("chat", "chat", text=f"line {i}")
    with sqlite3.connect(data / "room.sqlite") as db:
        (kept,) = db.execute("SELECT count(*) FROM docs WHERE name GLOB 'chat *'").fetchone()
    db.close()
    assert kept == 3
    with serving(data, "--limit", "chat_lines=3") as server, Person(server.base) as ana, ana.at(table["id"]) as line:
        assert [line.until("chat")["chat"]["text"] for _ in range(3)] == ["line 5", "line 6", "line 7"]
        line.asked("ping", "pong")
        assert sum('"chat":{' in text for text in line.heard) == 3


def _answers(text: str, message: Message) -> bool:
    return "error" in message or message.get("chat", {}).get("text") == text


def test_a_new_socket_is_no_new_allowance_to_chat(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--limit", "chat_per_minute=6") as server, Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE, chat="free")
        said = 0
        for i in range(8):
            with Person(server.base) as stranger, stranger.at(table["id"]) as line:
                line.say("chat", text=f"hello {i}")
                said += "chat" in line.until(partial(_answers, f"hello {i}"))
        assert 2 <= said <= 4


def test_a_stale_answer_of_a_bot_is_not_played(tmp_path: Path) -> None:
    """It was chosen at one ply and arrives at another: legal or not, it does not happen."""

    async def live() -> None:
        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        await table.act(0, "0,0")
        await table.act(1, "1,0")
        await table.act(0, "2,2", ply=0)
        assert table.table.plies == 2
        await table.act(0, "2,2", ply=2)
        assert table.table.plies == 3
        await room.close()

    asyncio.run(live())


def test_bots_answer_on_a_grid_of_time(tmp_path: Path) -> None:
    """However long the thinking took within one step of the grid, the answer comes at the same moment."""

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[SeatOrder("here", "P"), BOT]), "guest")
        driver = table.driver
        assert isinstance(driver, BotDriver)
        for taken in (0.001, 0.012, 0.0215, 0.09):
            assert taken + compute_pause(table, WorkerResult("x", 0.0), taken) == pytest.approx(PAUSE_GRID)
        assert 0.13 + compute_pause(table, WorkerResult("x", 0.0), 0.13) == pytest.approx(2 * PAUSE_GRID)
        driver.on_update(PresenceChanged())
        await room.close()

    asyncio.run(live())


@pytest.mark.parametrize(("pace", "part"), [("calm", 1.0), ("brisk", 0.5), ("now", 0.0)])
def test_bots_wait_for_films_by_the_pace_of_the_table(pace: Pace, part: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Except for what is shown only briefly, or to one player alone."""
    area = Area("board", (0, 0, 9, 9), ())
    rolls, fades = Scene((area,), film=(Frame(0.0, (area,)), Frame(100.0))), Scene((area,), film=(Frame(0.0), Frame(100.0, (area,))))
    turned = Scene((area,), film=(Frame(0.0, (area,)), Frame(50.0, (area,)), Frame(100.0)))

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[SeatOrder("here", "P"), BOT], pace=pace), "guest")
        driver = table.driver
        assert isinstance(driver, BotDriver)
        assert compute_film_left(table) == 0.0  # nobody watches
        monkeypatch.setattr(Audience, "sees_pictures", lambda audience: True)
        table.audience.online, table.since = frozenset({0}), math.inf  # no film continues while we look
        for public, own, waited in ((rolls, rolls, part), (fades, fades, 1.0), (rolls, turned, 1.0)):
            table.position._sketches.update({(None, ()): public, (0, ()): own})
            assert compute_film_left(table) == 100 * waited
        await room.close()

    asyncio.run(live())


def test_what_was_shown_for_a_moment_is_not_told_afterwards(ana: Person) -> None:
    """A peg under a lifted hat is in the facts while the film runs, and no longer."""
    table = ana.open("cirkle-duo", ME, HERE)
    with ana.at(table["id"], feed="facts", seat=0) as line:
        now = line.hear()
        while True:
            [seat, *_] = now["turn"]["to_act"]
            line.say("look", seat=seat)
            now = line.act(line.until("legal")["legal"][str(seat)][0], seat)
            if now["facts"].get("revealed"):
                break
        end = time.monotonic() + 60
        while (page := ana.web.get(f"{table['url']}.json").json())["facts"]["revealed"] is not None:
            assert time.monotonic() < end
            time.sleep(0.3)
        assert page["turn"]["ply"] == now["turn"]["ply"]
        with Person(ana.base) as stranger, stranger.at(table["id"], feed="facts") as other:
            assert other.hear()["facts"]["revealed"] is None


def test_numbers_are_not_for_everybody(tmp_path: Path) -> None:
    """They are available at the room's own address only with the token, on a port of their own only from this machine; and cached."""
    with serving(tmp_path / "data", told=False) as server, Person(server.base) as ana:
        for words in ("", "Bearer", "Bearer x"):
            assert ana.web.get("/metrics", headers={"Authorization": words}).status_code == 404
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ("--limit", "metrics_seconds=3600", "--metrics-token", "t", "--metrics-port", str(port))
    with serving(tmp_path / "data", *options, told=False) as server, Person(server.base) as ana:
        token = {"Authorization": "Bearer t"}
        assert ana.web.get("/metrics", headers={"Authorization": "Bearer x"}).status_code == 404
        first = ana.web.get("/metrics", headers=token).text
        assert "tableronde_viewers 0" in first
        ana.open("four-circles", ME, bot("random"))
        assert ana.web.get("/metrics", headers=token).text == first
        assert httpx.get(f"http://127.0.0.1:{port}/").text == first


def test_a_table_may_exclude_programs(ana: Person) -> None:
    table = ana.open("cirkle-duo", ME, HERE, programs=False)
    with ana.at(table["id"], feed="facts") as line:
        opening = line.hear()
        assert (opening["table"]["programs"], opening["legal"]) == (False, {})
        assert line.asked("look", "error", seat=0) == "That seat is not yours."
        assert line.asked("sit", "error", seat=0) == "Programs cannot play at this table."
    with ana.at(table["id"]) as line:
        assert line.hear()["table"]["seats"][0]["yours"]
