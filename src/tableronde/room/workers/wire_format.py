"""The wire format of tasks for other machines: data, and nothing that could be executed.

A view is made of the game's own frozen classes. A message contains the name of such a class and its fields; the view is rebuilt only from
classes of the game that the receiver itself has loaded already: no class is imported, no constructor called. A game whose views are made
of anything else is handled by local workers.
"""

import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from tableronde.game import Action, Event
from tableronde.room.workers.worker import (
    Answer,
    EvaluateMoves,
    EvaluatePosition,
    ForeseeGame,
    Request,
    WinShares,
    WorkerResult,
    WorkerTask,
)
from tableronde.shelf import Shelf

MAX_DEPTH: Final = 100  # levels of nesting
MAX_PAUSE: Final = 60.0  # seconds that a bot may pretend to think
PLAIN_TYPES: Final = (bool, int, float, str, bytes, type(None))
GROUP_TYPES: Final[dict[str, type]] = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
Tree = Any  # plain values, and lists that begin with their type


class NotTransferable(ValueError):
    """Raised for a value that cannot be sent to another machine."""


Kind = Literal["think", "weigh", "foresee", "wonder"]


class TaskMessage(Struct, array_like=True):
    """A task."""

    kind: Kind
    game: str  # its slug: every machine finds it on its own shelf
    edition: int
    share: str  # charged with the thinking time
    players: int
    options: Any
    seat: int
    level: str
    view: Tree
    heard: list[Event]
    legal: list[str]
    seconds: float
    bot_seed: str
    move_seed: str


class ResultMessage(Struct, array_like=True):
    """An answer: one of these, or none if the bots failed."""

    result: tuple[Action | None, float, int | None] | None = None
    values: list[tuple[Action, float]] | None = None
    events: list[Event] | None = None
    shares: list[float] | None = None


_KINDS: Final[dict[type, Kind]] = {WorkerTask: "think", EvaluateMoves: "weigh", ForeseeGame: "foresee", EvaluatePosition: "wonder"}
_TASK_DECODER: Final = msgspec.msgpack.Decoder(TaskMessage)
_RESULT_DECODER: Final = msgspec.msgpack.Decoder(ResultMessage)


def write_task(request: Request, slug: str, edition: int, share: str) -> bytes:
    """Encode a task; raise NotTransferable if that is impossible."""
    task = request if isinstance(request, WorkerTask) else request.task
    return msgspec.msgpack.encode(
        TaskMessage(
            kind=_KINDS[type(request)],
            game=slug,
            edition=edition,
            share=share,
            players=task.players,
            options=task.options,
            seat=task.seat,
            level=task.level,
            view=to_plain(task.view),
            heard=list(task.heard),
            legal=list(task.legal),
            seconds=task.seconds,
            bot_seed=task.bot_seed,
            move_seed=task.move_seed,
        )
    )


def read_task(data: bytes, shelf: Shelf) -> tuple[Request, str]:
    """Decode a task and its share; raise NotTransferable or LookupError if it does not fit this machine."""
    try:
        message = _TASK_DECODER.decode(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotTransferable(str(error)) from None
    latest = shelf.box(message.game)
    try:
        box = latest.of_edition(message.edition)
    except LookupError:
        raise NotTransferable(f"the edition of {message.game} differs") from None
    view = _read_view(message.view, _get_package(box.game_type.__module__))
    task = WorkerTask(
        game=shelf.place(message.game),
        players=message.players,
        options=message.options,
        seat=message.seat,
        level=message.level,
        view=view,
        heard=tuple(message.heard),
        legal=tuple(message.legal),
        seconds=message.seconds,
        bot_seed=message.bot_seed,
        move_seed=message.move_seed,
        edition=0 if box is latest else message.edition,
    )
    requests: dict[str, Request] = {
        "think": task,
        "weigh": EvaluateMoves(task),
        "foresee": ForeseeGame(task),
        "wonder": EvaluatePosition(task),
    }
    return requests[message.kind], message.share


def _read_view(tree: Tree, root: str) -> Any:
    try:
        return from_plain(tree, root)
    except (ValueError, TypeError, RecursionError) as error:
        raise NotTransferable(str(error)) from None


def write_result(result: Answer | None) -> bytes:
    """Encode an answer."""
    match result:
        case WorkerResult(action, pause, hears, False):
            message = ResultMessage(result=(action, pause, hears))
        case WinShares(shares):
            message = ResultMessage(shares=list(shares))
        case dict():
            message = ResultMessage(values=list(result.items()))
        case list():
            message = ResultMessage(events=result)
        case _:
            message = ResultMessage()
    return msgspec.msgpack.encode(message)


def read_result(data: bytes, request: Request) -> Answer | None:
    """Decode an answer; return None if it does not fit the request or contains invalid numbers."""
    try:
        message = _RESULT_DECODER.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None
    match request:
        case WorkerTask() if message.result is not None and 0 <= message.result[1] <= MAX_PAUSE:
            return WorkerResult(*message.result)
        case EvaluateMoves() if message.values is not None and all(isfinite(worth) for _, worth in message.values):
            return dict(message.values)
        case ForeseeGame() if message.events is not None:
            return message.events
        case EvaluatePosition(question) if message.shares is not None and len(message.shares) in (0, question.players):
            return WinShares(tuple(message.shares)) if all(map(isfinite, message.shares)) else None
    return None


def to_plain(value: Any, depth: int = 0) -> Tree:
    """Convert a value to plain data.

    Raise NotTransferable if it is made of anything but numbers, texts, groups and frozen classes without code of their own.
    """
    if depth > MAX_DEPTH:
        raise NotTransferable("the value is nested too deeply")
    match value:
        case Enum():
            return ["enum", _name_class(type(value)), value.name]
        case bool() | float() | str() | bytes() | None:
            return value
        case int():
            return value if abs(value) < 2**63 else ["int", str(value)]
        case Mapping() if type(value) is dict:
            return ["dict", *([to_plain(key, depth + 1), to_plain(each, depth + 1)] for key, each in value.items())]
    kind: type = type(value)
    if kind is GROUP_TYPES.get(kind.__name__):
        return [kind.__name__, *(to_plain(each, depth + 1) for each in value)]
    return ["of", _name_class(kind), *(to_plain(getattr(value, name), depth + 1) for name in _list_fields(kind))]


def from_plain(tree: Tree, root: str) -> Any:
    """Rebuild a value from plain data, with loaded classes of this package or of the game, whose modules begin with `root`."""
    if isinstance(tree, PLAIN_TYPES):
        return tree
    match tree:
        case ["int", str(digits)] if len(digits) < 400:
            return int(digits)
        case ["dict", *pairs]:
            return {from_plain(key, root): from_plain(each, root) for key, each in pairs}
        case ["enum", str(name), str(member)]:
            return _find_enum_members(name, root)[member]
        case ["of", str(name), *values]:
            return _build(_find_class(name, root), [from_plain(each, root) for each in values])
        case [str(kind), *each] if kind in GROUP_TYPES:
            return GROUP_TYPES[kind](from_plain(one, root) for one in each)
    raise NotTransferable("this is not part of a view")


def _build(kind: type, values: list[Any]) -> Any:
    """Return an object of a class, from its fields alone."""
    names = _list_fields(kind)
    if len(names) != len(values):
        raise NotTransferable(f"{kind.__name__} has other fields here")
    if issubclass(kind, tuple):
        return tuple.__new__(kind, values)
    built = object.__new__(kind)
    for name, value in zip(names, values, strict=True):
        object.__setattr__(built, name, value)
    return built


@cache
def _list_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a frozen class that is nothing but its fields; raise NotTransferable if it is more."""
    if issubclass(kind, tuple) and hasattr(kind, "_fields") and kind.__bases__ == (tuple,):
        return tuple(kind._fields)
    frozen = is_dataclass(kind) and kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    if not frozen or hasattr(kind, "__post_init__"):
        raise NotTransferable(f"a {kind.__name__} cannot be sent to another machine")
    return tuple(field.name for field in fields(kind))


def _name_class(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _find_class(name: str, root: str) -> type:
    """Return a class of the game, or of this package, that is already loaded."""
    module, _, path = name.partition(":")
    found: Any = sys.modules.get(module) if _get_package(module) in ("tableronde", root) else None
    for part in path.split("."):
        found = vars(found).get(part) if found is not None and hasattr(found, "__dict__") else None
    if not isinstance(found, type) or _name_class(found) != name:
        raise NotTransferable(f"{name} is not loaded here")
    return found


def _find_enum_members(name: str, root: str) -> Mapping[str, Enum]:
    kind = _find_class(name, root)
    if not issubclass(kind, Enum):
        raise NotTransferable(f"{name} is not an enumeration")
    return kind.__members__


def _get_package(module: str) -> str:
    return module.partition(".")[0]
