"""A worker process: a bot's head. It reads one question at a time from its standard input, thinks, and answers.

It is sent the view of a seat, never a state: what it does not get it cannot use.
"""

import contextlib
import os
import pickle
import signal
import struct
import sys
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, BinaryIO, Final, NamedTuple

from tableronde import bots
from tableronde.box import Box
from tableronde.game import Action, Event, Json, Seat
from tableronde.games import find

_SIZE: Final = struct.Struct("!I")


@dataclass(frozen=True, slots=True)
class Question:
    """What would that bot do in this seat?"""

    game: str  # the name under which the box is found
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


class Thought(NamedTuple):
    """The bot's answer, and how long it would like to seem to think."""

    action: Action | None
    pause: float


def pack(value: Any) -> bytes:
    """A value on its way through a pipe."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return _SIZE.pack(len(body)) + body


def size(head: bytes) -> int:
    """How long the message is that begins so."""
    return int(_SIZE.unpack(head)[0])


def think(question: Question) -> Thought:
    """Ask the bot."""
    box = _box(question.game)
    game = box.game(question.players, question.options)
    bot = bots.levels(box)[question.level](box, game, question.seat, Random(question.mind))
    bot.rng, bot.seconds = Random(question.luck), min(bot.seconds, question.seconds)
    action = bot.choose(question.view, question.heard, question.legal)
    return Thought(action, float(getattr(bot, "pause", 0.0)))


@cache
def _box(name: str) -> Box:
    return find(name)


def work(source: BinaryIO, target: BinaryIO) -> None:
    """Answer until the room hangs up."""
    while len(head := source.read(_SIZE.size)) == _SIZE.size:
        question = pickle.loads(source.read(size(head)))
        try:
            answer: Thought | str = think(question)
        except Exception as error:  # a fault in a bot must not end the worker
            answer = f"{type(error).__name__}: {error}"
        target.write(pack(answer))
        target.flush()


def main() -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the room says when it is over, by closing the pipe
    with contextlib.suppress(OSError):
        os.nice(max(0, 5 - os.nice(0)))  # people come before bots
    work(sys.stdin.buffer, sys.stdout.buffer)
