"""Win probabilities: shown to spectators, a round behind; never to players, and not while something is hidden."""

import asyncio
import time
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from room.test_reference import NAMED
from room.workers.test_reviews import ROW, finished
from support.helpers import OUTSIDE
from support.rooms import HERE, ME, OPEN, PATIENCE, Line, Message, Person, bot, serving, token_of
from support.sessions import change_seat, take_back
from tableronde.bots.simple import settled
from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.live.socket import connect_socket
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.tables.decisions.change import last_ply_of
from tableronde.room.tables.decisions.joining import stand
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.updates import TableChanged
from tableronde.room.workers import evaluation_graph, live_evaluation, pool
from tableronde.room.workers.evaluation_graph import EvaluationGraph, choose_plies, find_swings
from tableronde.room.workers.fair_queue import MIN_SECONDS, FairQueue
from tableronde.room.workers.live_evaluation import Evaluation, LiveEvaluation, find_public_ply
from tableronde.room.workers.pool import Worker, WorkerPool
from tableronde.room.workers.worker import EvaluatePosition, Request, WinShares, WorkerResult, WorkerTask, evaluate_position
from tableronde.shelf import Shelf, find, load
from tableronde.table import Table

PERSON = SeatOrder("me", "P")
BOT = SeatOrder("bot", level="random")
TOLD = '"outlook"'


def _wondering(lines: ExitStack, person: Person, table: Message, **query: Any) -> Line:
    """Open a socket that asks for win probabilities."""
    line = lines.enter_context(person.at(table["id"], **query))
    line.say("outlook")
    line.asked("ping", "pong")
    return line


def _quiet(line: Line) -> bool:
    """Return whether a socket has never received win probabilities up to now."""
    line.asked("ping", "pong")
    return not any(TOLD in text for text in line.heard)


def test_who_looks_on_is_told_and_who_plays_is_not(ana: Person, luc: Person, server: Any) -> None:
    """Over real sockets: no player gets them, in any tab, feed or device; a spectator does, a round behind."""
    table = ana.open("four-circles", ME, OPEN)
    luc.web.get(table["url"], headers={"Accept": "text/html"})  # a cookie: all tabs of a device are one guest
    with ExitStack() as lines, Person(server.base) as eve, Person(server.base) as zoe, Person(server.base) as phone:
        own = lines.enter_context(ana.at(table["id"]))
        other = lines.enter_context(luc.at(table["id"]))
        other.say("sit", seat=1, name="Luc")
        other.until(lambda message: message.get("turn", {}).get("to_act") == [0])
        players = [
            *(_wondering(lines, person, table, **query) for person in (ana, luc) for query in ({}, {"seat": "none"}, {"feed": "facts"})),
            _wondering(lines, phone, table, feed="facts", token=token_of(table["seats"][0])),
        ]
        spectator = _wondering(lines, eve, table)
        assert _quiet(spectator), "nobody has acted: all that could be said is about choices still to be made"
        for ply, action in enumerate(ROW[:4]):
            (own, other)[ply % 2].act(action, ply % 2)
        told = spectator.until(lambda message: message.get("outlook", {}).get("ply") == 2)["outlook"]
        assert sum(told["shares"]) == pytest.approx(1, abs=0.001)
        assert len(told["shares"]) == 2
        assert {*told} <= NAMED
        assert all(_quiet(line) for line in (own, other, *players))
        witness = _wondering(lines, zoe, table)
        spectator.say("outlook", yes=False)
        spectator.asked("ping", "pong")
        seen = len(spectator.heard)
        for ply in (4, 5):
            (own, other)[ply % 2].act(ROW[ply], ply % 2)
        witness.until(lambda message: message.get("outlook", {}).get("ply") == 4)  # all who want to know have been told by then
        spectator.asked("ping", "pong")
        assert not any(TOLD in text for text in spectator.heard[seen:]), "who does not want to know is not told"
        own.say("resign", seat=0)
        for line in (own, other, *players):
            line.until("outcome")
            assert _quiet(line)


def test_a_spectator_who_sits_down_is_told_no_more(ana: Person, luc: Person, server: Any) -> None:
    """Nor does somebody who has left a seat of this game."""
    table = ana.open("four-circles", ME, HERE)
    with ExitStack() as lines, Person(server.base) as zoe, ana.at(table["id"]) as own, luc.at(table["id"]) as other:
        other.say("outlook")
        for ply, action in enumerate(ROW[:2]):
            own.act(action, ply % 2)
        other.until("outlook")
        own.say("stand", seat=1)
        own.until("table")
        other.say("sit", seat=1, name="Luc")
        other.until(lambda message: 1 in [seat["seat"] for seat in message.get("table", {}).get("seats", []) if seat["yours"]])
        seen = len(other.heard)
        witness = _wondering(lines, zoe, table)
        own.act(ROW[2], 0)
        other.act(ROW[3], 1)
        other.say("stand", seat=1)
        other.say("outlook")
        witness.until(lambda message: message.get("outlook", {}).get("ply") == 2)  # all who may know have been told by then
        other.asked("ping", "pong")
        assert not any(TOLD in text for text in other.heard[seen:])


def test_where_something_is_hidden_nobody_is_told_before_the_end(ana: Person, luc: Person) -> None:
    table = ana.open("kaplan", bot("random"), bot("random"), pace="brisk")  # time enough between two moves for an evaluation
    with luc.at(table["id"]) as line:
        line.say("outlook")
        line.until(lambda message: message.get("turn", {}).get("ply", 0) >= 5)
        assert _quiet(line)


# In one process, without thinking time


class Wish:
    """A spectator without a network who wants win probabilities."""

    def __init__(self, table: TableSession, guest: str = "stranger") -> None:
        self.viewer = connect_socket(cast(WebSocket, None), table, guest, "en", "facts", Limits(), Metrics())
        table.audience.viewers.add(self.viewer)
        self.viewer.want_evaluation(True)

    def told(self) -> list[str]:
        return [packet.text for packet in self.viewer.outbox.waiting if TOLD in packet.text]


def _fast(monkeypatch: pytest.MonkeyPatch) -> list[WorkerTask]:
    """Replace evaluations by a constant; return the tasks that would have been sent."""
    asked: list[WorkerTask] = []

    async def outlook(self: WorkerPool, question: WorkerTask, share: str = "") -> tuple[float, ...]:
        asked.append(question)
        return (0.75, 0.25)

    monkeypatch.setattr(WorkerPool, "evaluate_position", outlook)
    return asked


async def _settle(table: TableSession) -> None:
    """Wait until the live evaluation has nothing more to say: an update starts its task at once, and each task starts the next."""
    evaluation = cast(Any, table.driver).live_evaluation
    async with asyncio.timeout(PATIENCE):
        while evaluation.task is not None:
            await asyncio.wait({evaluation.task})
            await asyncio.sleep(0)  # its callback runs now


def test_each_moment_is_judged_once_however_many_look_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _fast(monkeypatch)

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[PERSON, SeatOrder("here", "Q")]), "guest")
        crowd = [Wish(table) for _ in range(20)]
        for ply, action in enumerate(ROW[:4]):
            await table.act(ply % 2, action)
            await _settle(table)
        assert [len(question.heard) for question in asked] == [0, 1, 2], "each time the moment before the last move of both"
        assert {tuple(one.told()) for one in crowd} == {tuple(crowd[0].told())}
        assert len(crowd[0].told()) == 3
        late = Wish(table)
        assert late.told() == crowd[0].told()[-1:], "who comes later is told at once"
        await take_back(table, 1)
        assert table.advice.evaluation is None, "what was taken back is not spoken of"
        await room.close()

    asyncio.run(live())


def test_nobody_is_asked_where_nobody_looks_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor for players who ask for it."""
    asked = _fast(monkeypatch)

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[PERSON, SeatOrder("here", "Q")]), "guest")
        player = Wish(table, "guest")
        for ply, action in enumerate(ROW):
            await table.act(ply % 2, action)
            await _settle(table)
        assert not asked
        assert not player.told()
        await room.close()

    asyncio.run(live())


@pytest.mark.parametrize("place", ["cirkle-duo", "kaplan", str(OUTSIDE / "mistigri")])
def test_a_game_with_secrets_is_not_judged_while_it_goes_on(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _fast(monkeypatch)

    async def live() -> None:
        shelf = Shelf.installed(*([place] if place.startswith("/") else []))
        room = Room.at(tmp_path / "data", workers=1, shelf=shelf)
        table = await room.open(Order(Path(place).name, seats=[SeatOrder("here", "P")] * 3), "guest")
        spectator = Wish(table)
        for _ in range(4):
            async with asyncio.timeout(PATIENCE):
                while not table.running:  # chance is to act, or a window is not open yet
                    await asyncio.sleep(0.001)
            seat = next(iter(table.running))
            await table.act(seat, next(action for action in table.table.legal()[seat] if "*" not in action))
            await _settle(table)
        assert table.status == "playing"
        assert table.table.plies
        assert find_public_ply(table) is None
        assert not asked
        assert not spectator.told()
        await room.close()

    asyncio.run(live())


def test_among_bots_the_moment_at_hand_is_spoken_of_and_nothing_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", Limits(lonely_seconds=0), workers=1)
        table = await room.open(Order("four-circles", seats=[BOT, BOT]), "guest")
        table.audience.looked = -1e9
        assert find_public_ply(table) == table.table.plies
        await change_seat(table, 0, guests=frozenset({"somebody"}))  # a bot that substitutes for a person
        assert find_public_ply(table) is (None if not table.table.plies else last_ply_of(table.table, frozenset({0})))
        await change_seat(table, 0, guests=frozenset())
        monkeypatch.setattr(type(table.table.game), "sealed", lambda self, state: True)
        assert find_public_ply(table) is None
        await room.close()

    asyncio.run(live())


def test_who_has_left_may_come_back_and_is_told_nothing_of_the_moment_at_hand(tmp_path: Path) -> None:
    """A player who stands up for a moment is still a player: otherwise another device of theirs would be told what to do."""

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[PERSON, SeatOrder("here", "Q")]), "guest")
        for ply, action in enumerate(ROW):
            await table.act(ply % 2, action)
        before = find_public_ply(table)
        assert before is not None
        assert before < table.table.plies - 1
        no_socket: Any = None
        viewer = connect_socket(no_socket, table, "guest", "en", "scene", Limits(), Metrics())
        for seat in range(2):
            await table.decide(stand, viewer, seat)
            assert find_public_ply(table) == before
        await room.close()

    asyncio.run(live())


def test_who_is_out_of_the_game_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[PERSON, SeatOrder("here", "Q")]), "guest")
        for ply, action in enumerate(ROW):
            await table.act(ply % 2, action)
        assert find_public_ply(table) == 4
        monkeypatch.setattr(live_evaluation, "last_ply_of", lambda table, mine: None if mine == {1} else last_ply_of(table, mine))
        assert find_public_ply(table) is None
        object.__setattr__(table.table, "events", table.table.events * 3)
        table.table._states *= 3
        assert find_public_ply(table) == table.table.plies - 8
        await room.close()

    asyncio.run(live())


# The evaluation graph of a finished game


def drawn(person: Person, table: Message) -> Message:
    """Return the graph, once it is ready; until then it only grows."""
    known, end = 0, time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = person.web.get(f"/review/{table['id']}/chances.json?lang=en")
        data: Message = answer.json()
        assert answer.status_code == (200 if data["status"] == "ready" else 202), data
        assert known <= (known := len(data["shares"]))
        if data["status"] == "ready":
            return data
        time.sleep(0.1)
    raise TimeoutError(table)


def test_the_curve_of_a_finished_game(ana: Person, luc: Person) -> None:
    """It is for everybody, once the game is over; a blunder is a turning point, described in words."""
    table = ana.open("four-circles", ME, HERE)
    assert ana.web.get(f"/review/{table['id']}/chances.json").status_code == 409
    table = finished(ana, "four-circles", ROW)
    data = drawn(luc, table)
    assert [ply for ply, _ in data["shares"]] == list(range(7))
    assert all(sum(shares) == pytest.approx(1, abs=0.001) for _, shares in data["shares"])
    assert [seat["name"] for seat in data["seats"]] == ["Ana", "Bo"]
    assert data["plies"] == 6
    changes = [abs(after[1][0] - before[1][0]) for before, after in zip(data["shares"], data["shares"][1:], strict=False)]
    assert [swing["ply"] for swing in data["swings"]] == sorted(
        sorted((ply for ply, change in enumerate(changes, 1) if change >= evaluation_graph.MIN_CHANGE), key=lambda ply: -changes[ply - 1])[
            : evaluation_graph.MAX_SWINGS
        ]
    )
    assert all(swing["text"].startswith(("Ana puts", "Bo puts")) for swing in data["swings"])
    assert {*data, *data["seats"][0], *(data["swings"] or [{}])[0]} <= NAMED


def test_a_game_that_hid_something_has_its_curve_at_the_end(ana: Person, luc: Person) -> None:
    table = ana.open("kaplan", ME, bot("child"), pace="now", options={"no_dice": True})
    with ana.at(table["id"], feed="facts") as line:
        message = line.until(lambda m: 0 in m.get("turn", {}).get("to_act", []))
        line.act(settled(message["legal"]["0"])[0], 0)
        assert luc.web.get(f"/review/{table['id']}/chances.json").status_code == 409
        line.say("resign", seat=0)
        line.until("outcome")
    data = drawn(luc, table)
    assert len(data["shares"]) >= 2
    assert all(sum(shares) == pytest.approx(1, abs=0.001) for _, shares in data["shares"])


def test_evaluation_graphs_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--workers", "1", "--limit", "curves_per_address=1") as server, Person(server.base) as ana:
        first, second = (finished(ana, "four-circles", ROW[:2]) for _ in range(2))
        drawn(ana, first)
        refused = ana.web.get(f"/review/{second['id']}/chances.json?lang=en")
        assert (refused.status_code, refused.json()["error"]) == (429, "You have reached today’s limit for graphs: come back tomorrow.")
        assert ana.web.get(f"/review/{first['id']}/chances.json").status_code == 200


def test_a_curve_is_rough_at_first_and_of_a_long_game_not_whole() -> None:
    assert choose_plies(0) == [0]
    assert choose_plies(1) == [1, 0]
    assert choose_plies(8)[:3] == [8, 0, 4]
    assert sorted(choose_plies(8)) == list(range(9))
    long = sorted(choose_plies(4000))
    assert (len(long), long[0], long[-1]) == (evaluation_graph.MAX_PLIES, 0, 4000)
    assert max(after - before for before, after in pairwise(long)) <= 21


def test_turning_points_are_the_greatest_changes_in_the_order_of_the_game() -> None:
    points = {0: (0.5, 0.5), 1: (0.8, 0.2), 2: (0.75, 0.25), 3: (0.1, 0.9), 4: (0.3, 0.7), 5: (0.45, 0.55)}
    assert [(ply, seat, round(change, 2)) for ply, seat, change in find_swings(points)] == [(1, 0, 0.3), (3, 0, -0.65), (4, 0, 0.2)]
    three = {0: (0.4, 0.3, 0.3), 1: (0.35, 0.5, 0.15)}
    assert [(ply, seat, round(change, 2)) for ply, seat, change in find_swings(three)] == [(1, 1, 0.2)]
    assert find_swings({0: (0.5, 0.5), 1: (0.55, 0.45)}) == []


def test_where_something_was_hidden_each_is_judged_by_what_they_knew_themselves() -> None:
    """A seat's own estimate when it was to act holds until it is to act again; only the end is known to all."""
    table = Table(find("cirkle-duo"), 3)
    sights = {0: Evaluation(0, 0, (0.6, 0.3, 0.1)), 2: Evaluation(2, 1, (0.0, 0.2, 0.8)), 3: Evaluation(3, None, (0.0, 0.0, 1.0))}
    points = EvaluationGraph(cast(LiveEvaluation, None), table, "", sights).compute_points()
    third = 1 / 3
    assert points[0] == pytest.approx([0.6 / (0.6 + 2 * third), third / (0.6 + 2 * third), third / (0.6 + 2 * third)])
    assert points[2] == pytest.approx([share / (0.6 + 0.2 + third) for share in (0.6, 0.2, third)])
    assert points[3] == (0.0, 0.0, 1.0)


# Low-priority tasks wait


def test_a_flood_of_those_who_have_time_keeps_no_bot_waiting() -> None:
    """They never get the last free worker, and later urgent tasks are served first."""

    async def live() -> None:
        turns = FairQueue(["one", "two"])
        flood = [asyncio.create_task(turns.take(f"spectator {i}", True)) for i in range(60)]
        await asyncio.sleep(0)
        assert sum(task.done() for task in flood) == 1
        first = await asyncio.wait_for(turns.take("bot"), 1)
        second = asyncio.create_task(turns.take("other bot"))
        turns.give_back("spectator 0", flood[0].result(), True)
        assert await asyncio.wait_for(second, 1) != first
        assert sum(task.done() for task in flood) == 1
        assert turns.limit_seconds(3.0) == 3.0, "bots think no less for them"
        assert turns.limit_seconds(3.0, True) == pytest.approx(3.0 / (1 + 59 / 2))
        assert turns.limit_seconds(1.0, True) == MIN_SECONDS
        turns.give_back("bot", first)
        await asyncio.sleep(0)
        assert sum(task.done() for task in flood) == 1, "one worker is left free"
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        assert not turns.low_priority

    asyncio.run(live())


def test_a_single_worker_serves_those_who_have_time_when_nobody_else_wants_it() -> None:
    async def live() -> None:
        turns = FairQueue(["only"])
        worker = await turns.take("bot")
        patient = asyncio.create_task(turns.take("spectator", True))
        hasty = asyncio.create_task(turns.take("bot"))
        await asyncio.sleep(0)
        turns.give_back("bot", worker)
        await asyncio.sleep(0)
        assert (hasty.done(), patient.done()) == (True, False)
        turns.give_back("bot", hasty.result())
        assert await asyncio.wait_for(patient, 1) == "only"

    asyncio.run(live())


def test_the_pool_evaluates_positions_with_spare_workers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty evaluations wait; bots are answered all the same, one after the other."""
    held = asyncio.Event()

    async def ask(self: Worker, asked: Request, seconds: float) -> Any:
        if isinstance(asked, EvaluatePosition):
            await held.wait()
            return WinShares((1.0, 0.0))
        return WorkerResult("yes", 0.0)

    monkeypatch.setattr(Worker, "ask", ask)
    monkeypatch.setattr(pool, "MAX_WAITING", 59)

    async def live() -> None:
        pool, question = WorkerPool(2), _question()
        flood = [asyncio.create_task(pool.evaluate_position(question, f"table {i}")) for i in range(60)]
        await asyncio.sleep(0)
        assert pool.is_crowded()
        for _ in range(5):
            assert (await asyncio.wait_for(pool.choose_action(question, "table 0"), 1)).action == "yes"
        assert not any(task.done() for task in flood)
        held.set()
        assert await asyncio.gather(*flood) == [(1.0, 0.0)] * 60
        assert not pool.is_crowded()

    asyncio.run(live())


def _question() -> WorkerTask:
    table = Table(find("four-circles"), 2)
    return WorkerTask("tableronde.games.four_circles", 2, {}, 0, "", table.view(0), (), tuple(table.legal()[0]), 0.1, "mind", "luck")


def test_a_strangers_game_without_a_kernel_is_judged_too() -> None:
    box = load(str(OUTSIDE / "ford"))
    table = Table(box, min(box.game_type.players))
    [seat, *_] = table.to_act()
    assert isinstance(seat, int)
    legal = tuple(table.legal()[seat])
    question = WorkerTask(str(OUTSIDE / "ford"), table.game.seats, {}, seat, "", table.view(seat), (), legal, 0.1, "mind", "luck")
    assert sum(evaluate_position(question).shares) == pytest.approx(1)
    assert evaluate_position(replace(question, legal=("say *",))).shares == (), "nobody has an opinion on a word of one's own"


def test_updates_reach_the_live_evaluation_only_while_the_table_is_awake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _fast(monkeypatch)

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[PERSON, SeatOrder("here", "Q")]), "guest")
        for ply, action in enumerate(ROW[:2]):
            await table.act(ply % 2, action)
        assert table.driver is not None
        table.driver.stop()
        Wish(table)
        table.publish(TableChanged())
        await _settle(table)
        assert not asked
        await room.close()

    asyncio.run(live())
