"""Decodes the messages of clients, into structs with the same fields as the classes in `messages`."""

import types
from collections.abc import Sequence
from dataclasses import MISSING, asdict, fields
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from tableronde.room.live.messages import MESSAGES, Bounds, Message, NoMessage


def _add_bounds(hint: Any) -> Any:
    """Translate a type to msgspec's constraints."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        [bounds] = hint.__metadata__
        assert isinstance(bounds, Bounds)
        given: dict[str, Any] = {name: value for name, value in asdict(bounds).items() if value is not None}
        return Annotated[_add_bounds(arguments[0]), msgspec.Meta(**given)]
    if origin in (Union, types.UnionType):
        return reduce(or_, map(_add_bounds, arguments))
    if origin is Sequence:
        return list[_add_bounds(arguments[0])]  # type: ignore[misc]
    return hint


def _define_struct(message: type[Message]) -> type[msgspec.Struct]:
    """Define a struct with the fields of a message and its `do`."""
    hints = get_type_hints(message, include_extras=True)
    known: list[Any] = []
    for each in fields(message):
        default = () if each.default is MISSING else (_make_default(each.default),)
        known.append((each.name, _add_bounds(hints[each.name]), *default))
    return msgspec.defstruct(message.__name__, known, tag_field="do", tag=message.do, namespace={"do": message.do})


def _make_default(value: Any) -> Any:
    return msgspec.field(default_factory=list) if value == () else value


_DECODER: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(reduce(or_, map(_define_struct, MESSAGES)))


def decode(text: str | bytes) -> Message:
    """Decode a client's message; raise NoMessage if it is not one."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise NoMessage(str(error)) from None
    except RecursionError:
        raise NoMessage("it is nested too deeply") from None
