"""A question as it travels to another machine: data, and nothing that could be run.

A view is made of the game's own frozen classes. What travels is the name of such a class and its fields; it is put together again
only of classes that the game, once loaded there by the machine itself, has already: no class is looked for, no constructor
called. A game whose views are made of anything else is thought about at home.
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
from tableronde.room.minds.mind import Answer, Asked, Doubt, Foresight, Outlook, Question, Thought, Wonder
from tableronde.shelf import Shelf

DEEPEST: Final = 100  # levels of one thing within another
SLOWEST: Final = 60.0  # seconds that a bot may want to seem to think
PLAIN: Final = (bool, int, float, str, bytes, type(None))
GROUPS: Final[dict[str, type]] = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
Tree = Any  # plain values, and lists that begin with what they are


class Unfit(ValueError):
    """Something that does not travel."""


Kind = Literal["think", "weigh", "foresee", "wonder"]


class Parcel(Struct, array_like=True):
    """A question."""

    kind: Kind
    game: str  # its slug: every machine finds it on its own shelf
    edition: int
    share: str  # out of which it is thought
    players: int
    options: Any
    seat: int
    level: str
    view: Tree
    heard: list[Event]
    legal: list[str]
    seconds: float
    mind: str
    luck: str


class Reply(Struct, array_like=True):
    """An answer: one of these, or none where the bots failed."""

    thought: tuple[Action | None, float, int | None] | None = None
    worths: list[tuple[Action, float]] | None = None
    ahead: list[Event] | None = None
    shares: list[float] | None = None


_KINDS: Final[dict[type, Kind]] = {Question: "think", Doubt: "weigh", Foresight: "foresee", Wonder: "wonder"}
_PARCEL: Final = msgspec.msgpack.Decoder(Parcel)
_REPLY: Final = msgspec.msgpack.Decoder(Reply)


def wrap(asked: Asked, slug: str, edition: int, share: str) -> bytes:
    """A question, as it travels; Unfit if it cannot."""
    question = asked if isinstance(asked, Question) else asked.question
    return msgspec.msgpack.encode(
        Parcel(
            _KINDS[type(asked)],
            slug,
            edition,
            share,
            question.players,
            question.options,
            question.seat,
            question.level,
            plain(question.view),
            list(question.heard),
            list(question.legal),
            question.seconds,
            question.mind,
            question.luck,
        )
    )


def unwrap(data: bytes, shelf: Shelf) -> tuple[Asked, str]:
    """The question that has come, and whose share it is; Unfit or LookupError if it is none for this machine."""
    try:
        parcel = _PARCEL.decode(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Unfit(str(error)) from None
    box = shelf.box(parcel.game)
    if box.game_type.edition != parcel.edition:
        raise Unfit(f"another edition of {parcel.game}")
    view = _viewed(parcel.view, _root(box.game_type.__module__))
    question = Question(
        shelf.place(parcel.game),
        parcel.players,
        parcel.options,
        parcel.seat,
        parcel.level,
        view,
        tuple(parcel.heard),
        tuple(parcel.legal),
        parcel.seconds,
        parcel.mind,
        parcel.luck,
    )
    asked: dict[str, Asked] = {"think": question, "weigh": Doubt(question), "foresee": Foresight(question), "wonder": Wonder(question)}
    return asked[parcel.kind], parcel.share


def _viewed(tree: Tree, root: str) -> Any:
    try:
        return whole(tree, root)
    except (ValueError, TypeError, RecursionError) as error:
        raise Unfit(str(error)) from None


def wrap_answer(answer: Answer | None) -> bytes:
    """An answer, as it travels."""
    match answer:
        case Thought(action, pause, hears, False):
            reply = Reply(thought=(action, pause, hears))
        case Outlook(shares):
            reply = Reply(shares=list(shares))
        case dict():
            reply = Reply(worths=list(answer.items()))
        case list():
            reply = Reply(ahead=answer)
        case _:
            reply = Reply()
    return msgspec.msgpack.encode(reply)


def unwrap_answer(data: bytes, asked: Asked) -> Answer | None:
    """The answer that has come, if it is one to this question, with numbers that mean something."""
    try:
        reply = _REPLY.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None
    match asked:
        case Question() if reply.thought is not None and 0 <= reply.thought[1] <= SLOWEST:
            return Thought(*reply.thought)
        case Doubt() if reply.worths is not None and all(isfinite(worth) for _, worth in reply.worths):
            return dict(reply.worths)
        case Foresight() if reply.ahead is not None:
            return reply.ahead
        case Wonder(question) if reply.shares is not None and len(reply.shares) in (0, question.players):
            return Outlook(tuple(reply.shares)) if all(map(isfinite, reply.shares)) else None
    return None


def plain(value: Any, depth: int = 0) -> Tree:
    """A value as plain data; Unfit if it is made of anything but numbers, texts, groups and frozen classes without code of their own."""
    if depth > DEEPEST:
        raise Unfit("too deep")
    match value:
        case Enum():
            return ["enum", _name(type(value)), value.name]
        case bool() | float() | str() | bytes() | None:
            return value
        case int():
            return value if abs(value) < 2**63 else ["int", str(value)]
        case Mapping() if type(value) is dict:
            return ["dict", *([plain(key, depth + 1), plain(each, depth + 1)] for key, each in value.items())]
    kind: type = type(value)
    if kind is GROUPS.get(kind.__name__):
        return [kind.__name__, *(plain(each, depth + 1) for each in value)]
    return ["of", _name(kind), *(plain(getattr(value, name), depth + 1) for name in _fields(kind))]


def whole(tree: Tree, root: str) -> Any:
    """What was plain data, put together again of this package's own classes or those of the game, whose modules begin with `root`."""
    if isinstance(tree, PLAIN):
        return tree
    match tree:
        case ["int", str(digits)] if len(digits) < 400:
            return int(digits)
        case ["dict", *pairs]:
            return {whole(key, root): whole(each, root) for key, each in pairs}
        case ["enum", str(name), str(member)]:
            return _enum(name, root)[member]
        case ["of", str(name), *values]:
            return _made(_class(name, root), [whole(each, root) for each in values])
        case [str(kind), *each] if kind in GROUPS:
            return GROUPS[kind](whole(one, root) for one in each)
    raise Unfit("this is no part of a view")


def _made(kind: type, values: list[Any]) -> Any:
    """An object of a class, from its fields alone."""
    names = _fields(kind)
    if len(names) != len(values):
        raise Unfit(f"{kind.__name__} has other fields here")
    if issubclass(kind, tuple):
        return tuple.__new__(kind, values)
    made = object.__new__(kind)
    for name, value in zip(names, values, strict=True):
        object.__setattr__(made, name, value)
    return made


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The fields of a frozen class that is nothing but its fields; Unfit if it is more."""
    if issubclass(kind, tuple) and hasattr(kind, "_fields") and kind.__bases__ == (tuple,):
        return tuple(kind._fields)
    frozen = is_dataclass(kind) and kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    if not frozen or hasattr(kind, "__post_init__"):
        raise Unfit(f"a {kind.__name__} does not travel")
    return tuple(field.name for field in fields(kind))


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _class(name: str, root: str) -> type:
    """A class of the game, or of this package, that is loaded here already."""
    module, _, path = name.partition(":")
    found: Any = sys.modules.get(module) if _root(module) in ("tableronde", root) else None
    for part in path.split("."):
        found = vars(found).get(part) if found is not None and hasattr(found, "__dict__") else None
    if not isinstance(found, type) or _name(found) != name:
        raise Unfit(f"there is no {name} here")
    return found


def _enum(name: str, root: str) -> Mapping[str, Enum]:
    kind = _class(name, root)
    if not issubclass(kind, Enum):
        raise Unfit(f"{name} is no enumeration")
    return kind.__members__


def _root(module: str) -> str:
    return module.partition(".")[0]
