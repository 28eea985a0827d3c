"""Workers on other machines: tasks travel as data, any service answers, and without one the node uses its own workers."""

import asyncio
import signal
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from support.helpers import SHELF
from support.nodes import run
from tableronde import options
from tableronde.bots.simple import settled
from tableronde.game import CHANCE
from tableronde.room.bus.here import Exchange, HereBus
from tableronde.room.bus.nats import NatsBus
from tableronde.room.bus.nats_server import Server
from tableronde.room.workers import worker
from tableronde.room.workers.pool import WorkerPool
from tableronde.room.workers.remote_pool import SUBJECT, RemotePool, WorkerService
from tableronde.room.workers.wire_format import NotTransferable, from_plain, read_result, read_task, to_plain, write_result, write_task
from tableronde.room.workers.worker import EvaluateMoves, EvaluatePosition, ForeseeGame, WinShares, WorkerResult, WorkerTask
from tableronde.shelf import Shelf, find
from tableronde.table import Table

PLACES = Shelf.installed()


def _moment(game: str, plies: int, seed: int = 1) -> Table:
    rng = Random(seed)
    table = Table(find(game), max(min(find(game).game_type.players), 2), rng=rng)
    while table.plies < plies and table.legal():
        [actor, *_] = table.to_act()
        table.play(actor, rng.choice(settled(table.legal()[actor])))
    while CHANCE in table.legal():
        table.play(CHANCE, rng.choice(table.legal()[CHANCE]))
    return table


def _question(game: str, plies: int = 6, level: str = "random") -> WorkerTask:
    table = _moment(game, plies)
    seat = next(actor for actor in table.to_act() if actor != CHANCE)
    assert isinstance(seat, int)
    chosen: Any = options.write(table.game.options)
    known = tuple(table.heard(seat))
    return WorkerTask(
        PLACES.place(game), table.game.seats, chosen, seat, level, table.view(seat), known, tuple(table.legal()[seat]), 0.05, "mind", "luck"
    )


@pytest.mark.parametrize("game", SHELF)
def test_views_of_all_games_travel_and_are_the_same_there(game: str) -> None:
    for plies in (0, 3, 9, 20):
        table = _moment(game, plies)
        for seat in (*range(table.game.seats), None):
            view = table.view(seat)
            tree = msgspec.msgpack.decode(msgspec.msgpack.encode(to_plain(view)))
            again = from_plain(tree, "tableronde")
            assert again == view
            assert type(again) is type(view)
            assert table.game.facts(again) == table.game.facts(view)


@pytest.mark.parametrize("game", SHELF)
def test_a_question_is_the_same_on_another_machine_and_so_is_what_a_bot_thinks(game: str) -> None:
    question = _question(game)
    edition = find(game).game_type.edition
    asked, share = read_task(write_task(question, game, edition, "somebody"), PLACES)
    assert (asked, share) == (question, "somebody")
    assert isinstance(asked, WorkerTask)
    assert worker.choose_action(asked).action == worker.choose_action(question).action
    for kind in (EvaluateMoves, ForeseeGame, EvaluatePosition):
        assert read_task(write_task(kind(question), game, edition, ""), PLACES)[0] == kind(question)
    with pytest.raises(NotTransferable, match="edition"):
        read_task(write_task(question, game, edition + 1, ""), PLACES)
    with pytest.raises(LookupError):
        read_task(write_task(question, "/etc/passwd", edition, ""), PLACES)


def test_answers_travel_and_are_answers_to_that_question_only() -> None:
    question = _question(SHELF[0])
    for asked, answer in (
        (question, WorkerResult("x", 0.5, 3)),
        (EvaluateMoves(question), {"x": 0.5, "": 0.25}),
        (ForeseeGame(question), list(question.heard)),
        (EvaluatePosition(question), WinShares((0.25, 0.75))),
    ):
        data = write_result(answer)
        assert read_result(data, asked) == answer
        kinds = (question, EvaluateMoves(question), ForeseeGame(question), EvaluatePosition(question))
        assert [read_result(data, other) for other in kinds if type(other) is not type(asked)] == [None] * 3
    assert read_result(write_result(None), question) is None
    for junk in (b"\xff junk", b"", b"\x91" * 100_000):
        assert read_result(junk, question) is None


def test_an_answer_whose_numbers_mean_nothing_is_none() -> None:
    """A worker that is broken, or malicious, holds up no table: the node then uses its own."""
    question = _question(SHELF[0])
    answers: list[tuple[Any, Any]] = [
        *((question, WorkerResult("x", pause)) for pause in (nan, inf, -1.0, 1e9)),
        *((EvaluateMoves(question), {"x": worth}) for worth in (nan, inf)),
        *((EvaluatePosition(question), WinShares(shares)) for shares in ((nan, 1.0), (0.5,), (0.25, 0.25, 0.5))),
    ]
    for asked, answer in answers:
        assert read_result(write_result(answer), asked) is None


@pytest.mark.parametrize("view", [["int", "x"], ["dict", 1], ["dict", [["list"], 1]], ["set", ["list"]], ["list"] * 3 + [{}]], ids=str)
def test_a_question_that_makes_no_sense_is_answered_at_once_by_nobody(view: Any) -> None:
    async def work() -> None:
        question = _question(SHELF[0])
        packed = msgspec.msgpack.decode(write_task(question, SHELF[0], find(SHELF[0]).game_type.edition, ""))
        packed[8] = view
        service = WorkerService(HereBus(Exchange()), Fast(1), PLACES)
        for data in (msgspec.msgpack.encode(packed), b"\x91" * 100_000, b"junk"):
            assert await service.answer_message(data) is None
        assert service.running == 0

    run(work)


class Loud(NamedTuple):
    """A class that is not the game's."""

    command: str


@dataclass(frozen=True)
class Careful:
    """A class with code of its own."""

    value: int

    def __post_init__(self) -> None:
        raise AssertionError("this must not be run")


class Colour(Enum):
    RED = 1


HOSTILE: list[Any] = [
    ["of", "os:system", "echo"],
    ["of", "subprocess:Popen", ["list", "sh"]],
    ["of", "builtins:eval", "1"],
    ["of", "tableronde.game:os", 1],
    ["of", "tableronde.game:Event.__init__", 1],
    ["of", "tableronde.room.workers.pool:Worker", None, False],
    ["of", "tableronde.game:Event", "0"],
    ["enum", "tableronde.game:Event", "x"],
    ["of", f"{__name__}:Loud", "x"],
    ["call", "x"],
    {"a": 1},
    [],
    ["int", "9" * 100_000],
]


@pytest.mark.parametrize("tree", HOSTILE, ids=str)
def test_what_travels_can_run_nothing(tree: Any) -> None:
    with pytest.raises((NotTransferable, KeyError)):
        from_plain(tree, "tableronde")


def test_what_is_not_plain_stays_at_home() -> None:
    for thing in (Careful.__new__(Careful), object(), Random(1), lambda: 1, bytearray(b"x"), type("Sub", (dict,), {})()):
        with pytest.raises(NotTransferable):
            to_plain(thing)
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(NotTransferable):
        to_plain(endless)
    assert from_plain(to_plain((1, {2: frozenset({3})}, 2**100, None, b"x", 1.5, Colour.RED)), __name__.partition(".")[0]) == (
        1,
        {2: frozenset({3})},
        2**100,
        None,
        b"x",
        1.5,
        Colour.RED,
    )


class Fast(WorkerPool):
    """A pool with a fixed answer."""

    async def ask(self, request: Any, task: WorkerTask, share: str) -> Any:
        return WorkerResult(task.legal[0], 0.0, None)


def test_whoever_is_there_answers_and_who_has_too_much_to_do_lets_others() -> None:
    async def work() -> None:
        exchange = Exchange()
        question = _question(SHELF[0])
        names = {slug: PLACES.place(slug) for slug in SHELF}
        near = RemotePool(HereBus(exchange), {slug: find(slug) for slug in SHELF}, names, 1)
        service = WorkerService(HereBus(exchange), Fast(1), PLACES)
        await service.open()
        assert (await near.choose_action(question)).action == question.legal[0]
        assert near.gauges()["minds_answered"] == service.answered == 1
        service.running = 1000
        assert (await near.choose_action(question)).action in question.legal  # its own worker
        assert (near.remote_asked, near.remote_answered) == (2, 1)
        await near.close()

    run(work)


def test_what_has_time_takes_no_place_of_what_has_none() -> None:
    """A service with a task for each of its workers accepts no more low-priority tasks, but still those of bots."""

    async def work() -> None:
        question, edition = _question(SHELF[0]), find(SHELF[0]).game_type.edition
        service = WorkerService(HereBus(Exchange()), Fast(2), PLACES)
        patient, hasty = (write_task(asked, SHELF[0], edition, "") for asked in (EvaluatePosition(question), question))
        assert await service.answer_message(patient) is not None
        service.running = 2
        assert await service.answer_message(patient) is None
        assert await service.answer_message(hasty) is not None
        assert service.running == 2

    run(work)


def test_a_process_that_thinks_and_what_happens_when_it_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableronde.room.workers.remote_pool.GRACE", 60.0)  # on a busy machine it may begin late

    async def work() -> None:
        bus = NatsBus(server.url)
        await bus.open(lambda: None)
        names = {slug: PLACES.place(slug) for slug in SHELF}
        near = RemotePool(bus, {slug: find(slug) for slug in SHELF}, names, 1)
        while not bus.is_up:
            await asyncio.sleep(0.01)
        for _ in range(3):
            assert (await near.choose_action(_question(SHELF[1]))).action is not None
        assert near.gauges()["minds_answered"] == 3
        assert not near.workers[0].is_running  # nothing was computed here
        process.kill()
        process.wait()
        assert (await near.choose_action(_question(SHELF[1]))).action is not None
        assert near.gauges()["minds_answered"] == 3
        assert near.workers[0].is_running
        await near.close()
        await bus.close()

    server = Server(tmp_path / "nats.log")
    server.start()
    command = [sys.executable, "-m", "tableronde", "workers", "--bus", server.url, "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        with process.stdout:
            assert process.stdout.readline() == "Table Ronde: 1 workers\n"
        run(work)
    finally:
        process.kill()
        process.wait()
        server.stop()


def test_it_ends_when_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "nats.log")
    server.start()
    command = [sys.executable, "-m", "tableronde", "minds", "--bus", server.url, "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    server.stop()
    assert SUBJECT.startswith("tableronde.")
