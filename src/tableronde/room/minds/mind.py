"""A worker process: a bot's head. It reads one question at a time from its standard input, thinks, and answers.

It is sent the view of a seat, never a state: what it does not get it cannot use. A question is made of the game's own
classes, so the game comes before it: first its place, and once the game is loaded the question itself is read.
"""

import contextlib
import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random
from typing import Any, BinaryIO, Final, NamedTuple

from tableronde import bots
from tableronde.bots import Bot
from tableronde.box import Box
from tableronde.game import Action, Event, Json, Seat
from tableronde.outside import told
from tableronde.review import Worths, advisers, foresee, opinion, outlook
from tableronde.shelf import load

_SIZE: Final = struct.Struct("!I")


@dataclass(frozen=True, slots=True)
class Question:
    """What would that bot do in this seat?"""

    game: str  # the place where the box is found, by any process
    players: int
    options: Json
    seat: Seat
    level: str
    view: Any
    heard: tuple[Event, ...]
    legal: tuple[Action, ...]
    seconds: float
    mind: str  # a seed that stays the same for one seat of one table
    luck: str  # a seed of this moment


@dataclass(frozen=True, slots=True)
class Doubt:
    """What does the game's best adviser think of each action in this question?"""

    question: Question


@dataclass(frozen=True, slots=True)
class Foresight:
    """What would the game's best bot play, in every seat, after the one action in this question?"""

    question: Question


@dataclass(frozen=True, slots=True)
class Wonder:
    """Who is likely to win, now that the seat in this question is to act? Whoever asks that has time."""

    question: Question


class Thought(NamedTuple):
    """The bot's answer, and how long it would like to seem to think."""

    action: Action | None
    pause: float
    hears: int | None = None  # how many of the latest events it wants to be told next time; None: all
    failed: bool = False  # whether nobody thought at all: the bot's program, or its worker, failed


class Outlook(NamedTuple):
    """Each seat's share of the win; nothing if no adviser has an opinion."""

    shares: tuple[float, ...]


class Failure(NamedTuple):
    """There is no answer: a fault in the game or its bot, in one line and as a traceback."""

    text: str
    trace: list[str]


Asked = Question | Doubt | Foresight | Wonder
Answer = Thought | dict[Action, float] | list[Event] | Outlook


def pack(value: Any) -> bytes:
    """A value on its way through a pipe."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return _SIZE.pack(len(body)) + body


def pack_question(asked: Asked) -> bytes:
    """A question on its way to a worker: the place of its game, and what can be read only when that is loaded."""
    game = asked.game if isinstance(asked, Question) else asked.question.game
    return pack((game, pickle.dumps(asked, pickle.HIGHEST_PROTOCOL)))


def unpack_question(body: bytes) -> Asked:
    """The question in a message, its game loaded."""
    game, question = pickle.loads(body)
    _box(game)
    asked: Asked = pickle.loads(question)
    return asked


def hurried(asked: Asked, seconds: float) -> Asked:
    """The same with another time to think."""
    question = asked if isinstance(asked, Question) else asked.question
    fresh = replace(question, seconds=seconds)
    return fresh if isinstance(asked, Question) else type(asked)(fresh)


def size(head: bytes) -> int:
    """How long the message is that begins so."""
    return int(_SIZE.unpack(head)[0])


def answer(asked: Asked) -> Answer:
    """Ask the bot, or the advisers."""
    match asked:
        case Doubt(question):
            return dict(weigh(question))
        case Foresight(question):
            return look_ahead(question)
        case Wonder(question):
            return look_out(question)
        case _:
            return think(asked)


def think(question: Question) -> Thought:
    """What the bot would do."""
    bot = _bot(question, question.level)
    action = bot.choose(question.view, question.heard, question.legal)
    return Thought(action, float(getattr(bot, "pause", 0.0)), bot.hears)


def weigh(question: Question) -> Worths:
    """What the game's advisers think."""
    return opinion(_counsel(question), question.view, question.heard, question.legal)


def look_out(question: Question) -> Outlook:
    """What everybody may expect, as the game's advisers think."""
    return Outlook(tuple(outlook(_counsel(question), question.view, question.heard, question.legal)))


def _counsel(question: Question) -> Iterator[Bot]:
    return (_bot(question, name) for name in advisers(_box(question.game)))


def look_ahead(question: Question) -> list[Event]:
    """What the game's strongest bot would play on, whoever's turn it is."""
    box, [action] = _box(question.game), question.legal
    best, _ = advisers(box)
    game = box.game(question.players, question.options)
    call = partial(_seated, question, best)
    return foresee(call, game, question.view, question.heard, Event(question.seat, action))


def _seated(question: Question, level: str, seat: Seat) -> Bot:
    """A bot as in the question, but in another seat."""
    return _bot(replace(question, seat=seat), level)


def _bot(question: Question, level: str) -> Bot:
    box = _box(question.game)
    game = box.game(question.players, question.options)
    bot = bots.offered(box)[level](box, game, question.seat, Random(question.mind))
    bot.rng, bot.seconds = Random(question.luck), min(bot.seconds, question.seconds)
    return bot


@cache
def _box(name: str) -> Box:
    return load(name)


def work(source: BinaryIO, target: BinaryIO) -> None:
    """Answer until the room hangs up."""
    while len(head := source.read(_SIZE.size)) == _SIZE.size:
        body = source.read(size(head))
        try:
            given: Answer | Failure = answer(unpack_question(body))
        except Exception as error:  # a fault in a game or its bot must not end the worker
            given = Failure(told(error), traceback.format_exc().splitlines())
        target.write(pack(given))
        target.flush()


def main() -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the room says when it is over, by closing the pipe
    with contextlib.suppress(OSError):
        os.nice(max(0, 5 - os.nice(0)))  # people come before bots
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints must not come between the answers
    work(sys.stdin.buffer, answers)
