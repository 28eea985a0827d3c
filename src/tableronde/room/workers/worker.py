"""A worker process: reads one task at a time from its standard input, thinks, and answers.

It is sent the view of a seat, never a state: it cannot use what it does not get. A task is made of the game's own classes, so the place
of the game precedes it: the task itself is decoded once the game is loaded.
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
from tableronde.bots.program import ProgramFault
from tableronde.box import Box
from tableronde.game import Action, Event, Json, Seat
from tableronde.play.review import MoveValues, advisers, foresee, opinion, outlook
from tableronde.plugins.loader import describe_error
from tableronde.shelf import load

_SIZE: Final = struct.Struct("!I")


@dataclass(frozen=True, slots=True)
class WorkerTask:
    """Asks what a bot would do in a seat."""

    game: str  # from where any process can load the box
    players: int
    options: Json
    seat: Seat
    level: str
    view: Any
    heard: tuple[Event, ...]
    legal: tuple[Action, ...]
    seconds: float
    bot_seed: str  # a seed that is constant for one seat of one table
    move_seed: str  # a seed of this position
    edition: int = 0  # of the rules; 0: the latest


@dataclass(frozen=True, slots=True)
class EvaluateMoves:
    """Asks for the best adviser's value of each action in the task."""

    task: WorkerTask


@dataclass(frozen=True, slots=True)
class ForeseeGame:
    """Asks how the best bot would continue, in every seat, after the one action in the task."""

    task: WorkerTask


@dataclass(frozen=True, slots=True)
class EvaluatePosition:
    """Asks for each seat's win probability, with the task's seat to act; a low-priority request."""

    task: WorkerTask


class WorkerResult(NamedTuple):
    """The bot's answer, and how long it would like to appear to think."""

    action: Action | None
    pause: float
    memory: int | None = None  # how many of the latest events it wants to hear next time; None: all
    failed: bool = False  # whether the bot's program or its worker failed


class WinShares(NamedTuple):
    """Each seat's share of the win; empty if no adviser has an opinion."""

    shares: tuple[float, ...]


class WorkerFailure(NamedTuple):
    """A fault in the game or its bot, in one line and as a traceback."""

    text: str
    trace: list[str]


Request = WorkerTask | EvaluateMoves | ForeseeGame | EvaluatePosition
Answer = WorkerResult | dict[Action, float] | list[Event] | WinShares


def pack(value: Any) -> bytes:
    """Encode a message for a pipe."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return _SIZE.pack(len(body)) + body


def pack_setup() -> bytes:
    """Encode the first message to a worker: this process's module path, and the bots added to those of the games."""
    return pack((list(sys.path), dict(bots.guests)))


def pack_task(request: Request) -> bytes:
    """Encode a task: the place of its game, and the part that can be decoded only when the game is loaded."""
    game = request.game if isinstance(request, WorkerTask) else request.task.game
    return pack((game, pickle.dumps(request, pickle.HIGHEST_PROTOCOL)))


def unpack_task(body: bytes) -> Request:
    """Load the game of a task and decode the task."""
    game, packed = pickle.loads(body)
    _load_box(game)
    request: Request = pickle.loads(packed)
    return request


def change_seconds(request: Request, seconds: float) -> Request:
    """Return the request with another thinking time."""
    task = request if isinstance(request, WorkerTask) else request.task
    changed = replace(task, seconds=seconds)
    return changed if isinstance(request, WorkerTask) else type(request)(changed)


def read_size(head: bytes) -> int:
    """Return the length of the message that begins with `head`."""
    return int(_SIZE.unpack(head)[0])


def answer_request(request: Request) -> Answer:
    """Answer a request by the bot or the advisers."""
    match request:
        case EvaluateMoves(question):
            return dict(evaluate_moves(question))
        case ForeseeGame(question):
            return foresee_game(question)
        case EvaluatePosition(question):
            return evaluate_position(question)
        case _:
            return choose_action(request)


def choose_action(task: WorkerTask) -> WorkerResult:
    """Return what the bot would do."""
    bot = _make_bot(task, task.level)
    action = bot.choose(task.view, task.heard, task.legal)
    if fault := getattr(bot, "fault", ""):
        raise ProgramFault(fault)
    return WorkerResult(action, float(getattr(bot, "pause", 0.0)), bot.hears)


def evaluate_moves(task: WorkerTask) -> MoveValues:
    """Return the opinion of the game's advisers."""
    return opinion(_make_advisers(task), task.view, task.heard, task.legal)


def evaluate_position(task: WorkerTask) -> WinShares:
    """Return each seat's expected share, as the game's advisers think."""
    return WinShares(tuple(outlook(_make_advisers(task), task.view, task.heard, task.legal)))


def _make_advisers(task: WorkerTask) -> Iterator[Bot]:
    return (_make_bot(task, name) for name in advisers(_box_of(task)))


def foresee_game(task: WorkerTask) -> list[Event]:
    """Return how the game's strongest bot would continue in every seat."""
    box, [action] = _box_of(task), task.legal
    best, _ = advisers(box)
    game = box.game(task.players, task.options)
    make_bot = partial(_make_bot_in_seat, task, best)
    return foresee(make_bot, game, task.view, task.heard, Event(task.seat, action))


def _make_bot_in_seat(task: WorkerTask, level: str, seat: Seat) -> Bot:
    """Make a bot as in the task, but in another seat."""
    return _make_bot(replace(task, seat=seat), level)


def _make_bot(task: WorkerTask, level: str) -> Bot:
    box = _box_of(task)
    game = box.game(task.players, task.options)
    bot = bots.offered(box)[level](box, game, task.seat, Random(task.bot_seed))
    bot.rng, bot.seconds = Random(task.move_seed), min(bot.seconds, task.seconds)
    return bot


def _box_of(task: WorkerTask) -> Box:
    """Return the box of a task's game, with the rules of its edition."""
    box = _load_box(task.game)
    return box.of_edition(task.edition) if task.edition else box


@cache
def _load_box(name: str) -> Box:
    return load(name)


def set_up(source: BinaryIO) -> None:
    """Read the first message, after which modules and bots are found as in the room."""
    path, guests = pickle.loads(source.read(read_size(source.read(_SIZE.size))))
    sys.path[:] = path
    bots.guests.update(guests)


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answer tasks until the room closes the pipe."""
    while len(head := source.read(_SIZE.size)) == _SIZE.size:
        body = source.read(read_size(head))
        try:
            result: Answer | WorkerFailure = answer_request(unpack_task(body))
        except Exception as error:  # a fault in a game or its bot must not end the worker
            result = WorkerFailure(describe_error(error), traceback.format_exc().splitlines())
        target.write(pack(result))
        target.flush()


def main() -> None:
    """Run the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the room ends it by closing the pipe
    with contextlib.suppress(OSError):
        os.nice(max(0, 5 - os.nice(0)))  # people come before bots
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of bots must not mix with the answers
    set_up(sys.stdin.buffer)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    from tableronde.room.workers import worker

    worker.main()  # run the imported module, because tasks refer to its classes, not to those of `__main__`
