"""Thinking on other machines: questions travel as data, anybody who is there answers, and where nobody is the node thinks itself."""

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

from helpers import SHELF
from room.cluster.nodes import run
from tableronde import options
from tableronde.bots.simple import settled
from tableronde.game import CHANCE
from tableronde.room.bus.here import Exchange, HereBus
from tableronde.room.bus.nats import NatsBus
from tableronde.room.bus.server import Server
from tableronde.room.minds import mind
from tableronde.room.minds.crew import Crew
from tableronde.room.minds.far import MINDS, FarCrew, Minds
from tableronde.room.minds.mind import Doubt, Foresight, Outlook, Question, Thought, Wonder
from tableronde.room.minds.parcel import Unfit, plain, unwrap, unwrap_answer, whole, wrap, wrap_answer
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


def _question(game: str, plies: int = 6, level: str = "random") -> Question:
    table = _moment(game, plies)
    seat = next(actor for actor in table.to_act() if actor != CHANCE)
    assert isinstance(seat, int)
    chosen: Any = options.write(table.game.options)
    known = tuple(table.heard(seat))
    return Question(
        PLACES.place(game), table.game.seats, chosen, seat, level, table.view(seat), known, tuple(table.legal()[seat]), 0.05, "mind", "luck"
    )


@pytest.mark.parametrize("game", SHELF)
def test_views_of_all_games_travel_and_are_the_same_there(game: str) -> None:
    for plies in (0, 3, 9, 20):
        table = _moment(game, plies)
        for seat in (*range(table.game.seats), None):
            view = table.view(seat)
            tree = msgspec.msgpack.decode(msgspec.msgpack.encode(plain(view)))
            again = whole(tree, "tableronde")
            assert again == view
            assert type(again) is type(view)
            assert table.game.facts(again) == table.game.facts(view)


@pytest.mark.parametrize("game", SHELF)
def test_a_question_is_the_same_on_another_machine_and_so_is_what_a_bot_thinks(game: str) -> None:
    question = _question(game)
    edition = find(game).game_type.edition
    asked, share = unwrap(wrap(question, game, edition, "somebody"), PLACES)
    assert (asked, share) == (question, "somebody")
    assert isinstance(asked, Question)
    assert mind.think(asked).action == mind.think(question).action
    for kind in (Doubt, Foresight, Wonder):
        assert unwrap(wrap(kind(question), game, edition, ""), PLACES)[0] == kind(question)
    with pytest.raises(Unfit, match="edition"):
        unwrap(wrap(question, game, edition + 1, ""), PLACES)
    with pytest.raises(LookupError):
        unwrap(wrap(question, "/etc/passwd", edition, ""), PLACES)


def test_answers_travel_and_are_answers_to_that_question_only() -> None:
    question = _question(SHELF[0])
    for asked, answer in (
        (question, Thought("x", 0.5, 3)),
        (Doubt(question), {"x": 0.5, "": 0.25}),
        (Foresight(question), list(question.heard)),
        (Wonder(question), Outlook((0.25, 0.75))),
    ):
        data = wrap_answer(answer)
        assert unwrap_answer(data, asked) == answer
        kinds = (question, Doubt(question), Foresight(question), Wonder(question))
        assert [unwrap_answer(data, other) for other in kinds if type(other) is not type(asked)] == [None] * 3
    assert unwrap_answer(wrap_answer(None), question) is None
    for junk in (b"\xff junk", b"", b"\x91" * 100_000):
        assert unwrap_answer(junk, question) is None


def test_an_answer_whose_numbers_mean_nothing_is_none() -> None:
    """A mind that is broken, or pretends to be one, holds up no table: then the node thinks itself."""
    question = _question(SHELF[0])
    answers: list[tuple[Any, Any]] = [
        *((question, Thought("x", pause)) for pause in (nan, inf, -1.0, 1e9)),
        *((Doubt(question), {"x": worth}) for worth in (nan, inf)),
        *((Wonder(question), Outlook(shares)) for shares in ((nan, 1.0), (0.5,), (0.25, 0.25, 0.5))),
    ]
    for asked, answer in answers:
        assert unwrap_answer(wrap_answer(answer), asked) is None


@pytest.mark.parametrize("view", [["int", "x"], ["dict", 1], ["dict", [["list"], 1]], ["set", ["list"]], ["list"] * 3 + [{}]], ids=str)
def test_a_question_that_makes_no_sense_is_answered_at_once_by_nobody(view: Any) -> None:
    async def work() -> None:
        question = _question(SHELF[0])
        parcel = msgspec.msgpack.decode(wrap(question, SHELF[0], find(SHELF[0]).game_type.edition, ""))
        parcel[8] = view
        minds = Minds(HereBus(Exchange()), Fast(1), PLACES)
        for data in (msgspec.msgpack.encode(parcel), b"\x91" * 100_000, b"junk"):
            assert await minds.answer(data) is None
        assert minds.busy == 0

    run(work)


class Loud(NamedTuple):
    """A class that is none of the game's."""

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
    ["of", "tableronde.room.minds.crew:Worker", None, False],
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
    with pytest.raises((Unfit, KeyError)):
        whole(tree, "tableronde")


def test_what_is_not_plain_stays_at_home() -> None:
    for thing in (Careful.__new__(Careful), object(), Random(1), lambda: 1, bytearray(b"x"), type("Sub", (dict,), {})()):
        with pytest.raises(Unfit):
            plain(thing)
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(Unfit):
        plain(endless)
    assert whole(plain((1, {2: frozenset({3})}, 2**100, None, b"x", 1.5, Colour.RED)), __name__.partition(".")[0]) == (
        1,
        {2: frozenset({3})},
        2**100,
        None,
        b"x",
        1.5,
        Colour.RED,
    )


class Fast(Crew):
    """A crew that knows the answer."""

    async def _ask(self, asked: Any, question: Question, share: str) -> Any:
        return Thought(question.legal[0], 0.0, None)


def test_whoever_is_there_answers_and_who_has_too_much_to_do_lets_others() -> None:
    async def work() -> None:
        exchange = Exchange()
        question = _question(SHELF[0])
        names = {slug: PLACES.place(slug) for slug in SHELF}
        near = FarCrew(HereBus(exchange), {slug: find(slug) for slug in SHELF}, names, 1)
        minds = Minds(HereBus(exchange), Fast(1), PLACES)
        await minds.open()
        assert (await near.think(question)).action == question.legal[0]
        assert near.gauges()["minds_answered"] == minds.answered == 1
        minds.busy = 1000
        assert (await near.think(question)).action in question.legal  # its own worker
        assert (near.asked_far, near.answered_far) == (2, 1)
        await near.close()

    run(work)


def test_what_has_time_takes_no_place_of_what_has_none() -> None:
    """A mind that has a question for each of its workers takes no more of those who look on, but still those of bots."""

    async def work() -> None:
        question, edition = _question(SHELF[0]), find(SHELF[0]).game_type.edition
        minds = Minds(HereBus(Exchange()), Fast(2), PLACES)
        patient, hasty = (wrap(asked, SHELF[0], edition, "") for asked in (Wonder(question), question))
        assert await minds.answer(patient) is not None
        minds.busy = 2
        assert await minds.answer(patient) is None
        assert await minds.answer(hasty) is not None
        assert minds.busy == 2

    run(work)


def test_a_process_that_thinks_and_what_happens_when_it_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableronde.room.minds.far.GRACE", 60.0)  # on a busy machine it may begin late

    async def work() -> None:
        bus = NatsBus(server.url)
        await bus.open(lambda: None)
        names = {slug: PLACES.place(slug) for slug in SHELF}
        near = FarCrew(bus, {slug: find(slug) for slug in SHELF}, names, 1)
        while not bus.is_up:
            await asyncio.sleep(0.01)
        for _ in range(3):
            assert (await near.think(_question(SHELF[1]))).action is not None
        assert near.gauges()["minds_answered"] == 3
        assert not near.all[0].runs  # nothing was thought here
        process.kill()
        process.wait()
        assert (await near.think(_question(SHELF[1]))).action is not None
        assert near.gauges()["minds_answered"] == 3
        assert near.all[0].runs
        await near.close()
        await bus.close()

    server = Server(tmp_path / "nats.log")
    server.start()
    command = [sys.executable, "-m", "tableronde", "minds", "--bus", server.url, "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        with process.stdout:
            assert process.stdout.readline() == "Table Ronde: 1 minds\n"
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
    assert MINDS.startswith("tableronde.")
