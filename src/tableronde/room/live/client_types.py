"""TypeScript types of all messages, for the client. `python -m tableronde.room.live.client_types` writes them."""

import types
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from tableronde.room.base import answers, replies
from tableronde.room.live.messages import MESSAGES, Message

PLACE: Final = Path(__file__).parents[2] / "client" / "messages.d.ts"
HEAD: Final = "// Messages between the room and the browser. Written by `python -m tableronde.room.live.client_types`; do not edit.\n"
SIMPLE: Final = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def client_types() -> str:
    """Return the whole file."""
    blocks = [_write_interface(each) for module in (replies, answers) for each in typed_dicts(module)]
    sent = " | ".join(f"{message.__name__}Message" for message in MESSAGES)
    return "\n".join([HEAD, *blocks, *map(_write_message, MESSAGES), f"export type ClientMessage = {sent};\n"])


def typed_dicts(module: ModuleType) -> Iterator[Any]:
    """Return the TypedDicts that a module defines, in its order."""
    return (each for each in vars(module).values() if is_typeddict(each) and each.__module__ == module.__name__)


def _write_interface(reply: Any) -> str:
    hints = get_type_hints(reply, include_extras=True)
    lines = [f"  {key}{'' if key in reply.__required_keys__ else '?'}: {_write_type(hint)};" for key, hint in hints.items()]
    return _declare(reply.__doc__, reply.__name__, lines)


def _write_message(message: type[Message]) -> str:
    hints = get_type_hints(message, include_extras=True)
    given = [f"  {each.name}{'' if each.default is MISSING else '?'}: {_write_type(hints[each.name])};" for each in fields(message)]
    return _declare(message.__doc__, f"{message.__name__}Message", [f'  do: "{message.do}";', *given])


def _declare(doc: str | None, name: str, lines: list[str]) -> str:
    assert doc is not None
    return "\n".join([f"/** {doc.partition(chr(10))[0]} */", f"export interface {name} {{", *lines, "}\n"])


def _write_type(hint: Any) -> str:
    """Translate a type to TypeScript."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Annotated, NotRequired):
        return _write_type(arguments[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_write_type(each) for each in arguments))
    if origin in (list, Sequence):
        return f"({each})[]" if " | " in (each := _write_type(arguments[0])) else f"{each}[]"
    if origin is tuple:
        return f"[{', '.join(map(_write_type, arguments))}]"
    if origin is dict:
        return f"Record<string, {_write_type(arguments[1])}>"
    return hint.__name__ if is_typeddict(hint) else SIMPLE[hint]


def main() -> None:
    """Write the file."""
    PLACE.write_text(client_types(), encoding="utf-8")


if __name__ == "__main__":
    main()
