"""Everything the room sends has its declared type: keys, optional keys, and values."""

import asyncio
import json
import types
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NotRequired, Union, cast, get_args, get_origin, get_type_hints, is_typeddict

import pytest
from starlette.websockets import WebSocket

from support.helpers import SHELF
from support.rooms import Message
from tableronde.box import Box
from tableronde.game import CHANCE
from tableronde.room.base.answers import (
    CourseAnswer,
    ExerciseAnswer,
    HintsAnswer,
    PuzzlesAnswer,
    ReplayAnswer,
    ReviewPageAnswer,
    TodayAnswer,
)
from tableronde.room.base.encoding import encode
from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.replies import Reply
from tableronde.room.exercises.lessons import Lessons, without_records
from tableronde.room.exercises.puzzles import Puzzles, without_positions
from tableronde.room.live.message_decoder import decode
from tableronde.room.live.socket import SocketConnection, _receive, connect_socket
from tableronde.room.room import Room
from tableronde.room.saved.settings import Clock, Order, SeatOrder
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.updates import Evaluated
from tableronde.room.web.pages import page_data
from tableronde.shelf import Shelf
from tableronde.text import Language

PLIES = 8
# In some games only, or only with bots, other people, nodes or faults.
RARE = {
    "ask",
    "back",
    "chapter",
    "earlier",
    "fault",
    "hint",
    "jots",
    "line",
    "move",
    "next",
    "preview",
    "ref",
    "scores",
    "second",
    "unsure",
}


def misfit(value: Any, hint: Any, place: str = "") -> str:
    """Return where and why a value does not fit a type; "" if it does."""
    return next(_misfits(value, hint, place), "")


def _misfits(value: Any, hint: Any, place: str) -> Iterator[str]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Annotated, NotRequired):
        yield from _misfits(value, arguments[0], place)
    elif is_typeddict(hint):
        yield from _wrong_keys(value, hint, place)
    elif origin in (Union, types.UnionType):
        if all(misfit(value, each) for each in arguments):
            yield f"{place}: {value!r} is none of {arguments}"
    elif origin is Literal:
        if value not in arguments:
            yield f"{place}: {value!r} is none of {arguments}"
    elif origin in (list, Sequence):
        if not isinstance(value, list):
            yield f"{place}: {value!r} is no list"
        else:
            yield from (wrong for i, each in enumerate(value) for wrong in _misfits(each, arguments[0], f"{place}[{i}]"))
    elif origin is tuple:
        yield from (wrong for each, kind in zip(value, arguments, strict=True) for wrong in _misfits(each, kind, place))
    elif origin is dict:
        yield from (wrong for key, each in value.items() for wrong in _misfits(each, arguments[1], f"{place}.{key}"))
    elif hint is not Any:
        kinds = {float: (int, float), type(None): (type(None),)}.get(hint, (hint,))
        if not isinstance(value, kinds) or (isinstance(value, bool) and hint is not bool):
            yield f"{place}: {value!r} is no {hint}"


def _wrong_keys(value: Any, hint: Any, place: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place}: {value!r} has no keys"
        return
    hints = get_type_hints(hint, include_extras=True)
    missing, strange = hint.__required_keys__ - set(value), set(value) - set(hints)
    if missing or strange:
        yield f"{place}: {sorted(missing)} are missing, {sorted(strange)} are not declared"
    yield from (wrong for key in set(value) & set(hints) for wrong in _misfits(value[key], hints[key], f"{place}.{key}"))


def test_a_misfit_is_found() -> None:
    assert not misfit({"pong": True, "chat": {"seat": None, "who": "", "name": "", "text": "", "at": 1.5}}, Reply)
    assert misfit({"pong": 1}, Reply)
    assert misfit({"sing": True}, Reply)
    assert misfit({"chat": {"seat": None, "who": "", "name": "", "text": ""}}, Reply)
    assert misfit({"scores": [1, "2"]}, Reply)
    assert misfit({"turn": {"to_act": ["luck"], "yours": False, "ply": 0, "text": ""}}, Reply)


class Talk:
    """Some clients at a table, and what all of them were sent."""

    def __init__(self, room: Room, table: TableSession) -> None:
        self.room, self.table, self.seen = room, table, set[str]()
        self.clients = [self._come("guest", "scene"), self._come("guest", "facts"), self._come("stranger", "scene")]

    def _come(self, guest: str, feed: Literal["scene", "facts"]) -> SocketConnection:
        client = connect_socket(cast(WebSocket, None), self.table, guest, "en", feed, Limits(), Metrics())
        self.table.audience.add(client)
        client.open(0)
        return client

    async def say(self, who: int, do: str, **more: Any) -> None:
        """Send a client's message, and compare everything sent with its type."""
        await _receive(self.clients[who], self.room, json.dumps({"do": do, **more}))
        self.compare()

    def compare(self) -> None:
        """Compare what was sent with its type."""
        for client in self.clients:
            for packet in client.outbox.waiting:
                message: Message = json.loads(packet.text)
                assert not misfit(message, Reply), misfit(message, Reply)
                self.seen |= set(message)
            client.outbox.waiting.clear()


async def _play(talk: Talk, rng: Random) -> None:
    table = talk.table
    while table.table.plies < PLIES and table.status == "playing":
        legal = table.table.legal()
        seat = rng.choice([actor for actor in legal if actor != CHANCE])
        action, ply = rng.choice(legal[seat]).replace("*", "word"), table.table.plies
        words = list(table.table.game.touch(rng.choice(legal[seat])))
        for client in (0, 1, 2):
            await talk.say(client, "look", seat=None if client == 2 else seat)
        await talk.say(0, "pick", picked=words[:1])
        await talk.say(0, "pick", picked=words, preview=True)
        await talk.say(0, "press", word=words[0], hold=True)
        await talk.say(0, "press", word="?", picked=words[:1])
        await talk.say(0, "rotate", picked=words[:1])
        await talk.say(0, "act", action="nonsense", seat=seat, ref="r")
        for sure in (False, True):
            await talk.say(0, "act", action=action, seat=seat, ref=1, sure=sure, ply=ply)


@pytest.mark.parametrize("game", SHELF)
def test_every_message_of_a_table_is_of_its_type(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableSession, "_compute_lead_in", lambda table: 0.0)

    async def live() -> set[str]:
        room = Room.at(tmp_path / "data", workers=1)
        seats = [SeatOrder("me", "Ana"), *[SeatOrder("here", "P")] * (min(room.boxes[game].game_type.players) - 1)]
        order = Order(game, seats=seats, chat="free", clock=Clock(seconds=86_400), friendly=False, window=60)
        table = await room.open(order, "guest")
        talk = Talk(room, table)
        await _play(talk, Random(game))
        early = table.status == "over"
        for client in (0, 1, 2):
            await talk.say(client, "earlier", before=4)
            await talk.say(client, "recall", ply=2)
            await talk.say(client, "chat", text="Hello")
            await talk.say(client, "press", word="?")
        await talk.say(0, "ping")
        await talk.say(0, "coach", seat=0)
        await talk.say(0, "undo")
        await talk.say(2, "sit", seat=0)
        await talk.say(2, "outlook")
        evaluation = Evaluated(table.table.plies, tuple(1 / len(seats) for _ in seats))
        table.advice.evaluate(evaluation)
        table.publish(evaluation)
        await talk.say(0, "resign", seat=0)
        await talk.say(0, "rematch")
        for ply in (None, 3):
            replayed = json.loads(encode(page_data.replay(table, ply, "fr")))
            assert not misfit(replayed, ReplayAnswer), misfit(replayed, ReplayAnswer)
        page = json.loads(encode(page_data.review(table, 0, [True] * len(seats), "fr")))
        assert not misfit(page, ReviewPageAnswer), misfit(page, ReviewPageAnswer)
        await room.close()
        return talk.seen | ({"coach", "outlook"} if early else set())

    assert set(get_type_hints(Reply)) - asyncio.run(live()) <= RARE


@pytest.mark.parametrize("game", SHELF)
def test_every_answer_of_a_lesson_and_a_puzzle_is_of_its_type(game: str) -> None:
    boxes = {box.slug: box for box in Shelf.installed().boxes()}
    box, lessons, puzzles = boxes[game], Lessons(boxes), Puzzles(boxes)
    seen = set[str]()

    def compare(value: Any, hint: Any) -> Any:
        plain = json.loads(encode(value))
        assert not misfit(plain, hint), misfit(plain, hint)
        seen.update(plain)
        return value

    async def ask() -> None:
        course = compare(await lessons.course(box), CourseAnswer)
        compare(without_records(course), CourseAnswer)
        for i, step in enumerate(course["lessons"][0]["steps"]):
            place: tuple[Box, str, int, Language] = (box, course["lessons"][0]["id"], i, "en")
            compare(await lessons.begin(*place), ExerciseAnswer)
            said: list[Message] = [{"do": "press", "word": "?"}, {"do": "pick", "picked": step["words"], "preview": True}]
            if step["asks"]:
                said += [{"do": "act", "action": action} for action in [*step["good"][:1], "nonsense"]]
            for each in said:
                compare(await lessons.answer(*place, decode(json.dumps(each))), ExerciseAnswer)
        everything = compare(await puzzles.all_of(box, date(2026, 1, 1)), dict[str, Any])
        compare(without_positions(everything), PuzzlesAnswer)
        puzzle = everything["puzzles"][0]
        for what in ("", "again", "solution"):
            compare(await puzzles.ask(box, puzzle["id"], [], "fr", what), ExerciseAnswer)
        compare(await puzzles.ask(box, puzzle["id"], [], "fr", "hints"), HintsAnswer)
        solved = decode(json.dumps({"do": "act", "action": puzzle["answers"][0]}))
        compare(await puzzles.answer(box, puzzle["id"], [], "fr", solved), ExerciseAnswer)
        compare(puzzles.today(date(2026, 1, 1)), TodayAnswer)

    asyncio.run(ask())
    assert seen >= {"verdict", "told", "scene", "choices", "refused"}
