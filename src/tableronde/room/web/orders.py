"""Orders for new tables, decoded from JSON."""

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from tableronde.room.saved.settings import Bounds, Clock, Order, SeatOrder


def read_order(body: bytes | str) -> Order:
    """Decode an order; raise ValueError with a sentence if the JSON is not one."""
    try:
        decoded = _DECODER.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from None
    except RecursionError:
        raise ValueError("the order is nested too deeply") from None
    order: Order = _to_dataclass(Order, decoded)
    return order


def _define_struct(kind: type[Any], nested: dict[type[Any], type[Any]]) -> type[Any]:
    """Define a msgspec type with the fields and bounds of a dataclass; nested dataclasses are replaced by theirs."""
    hints = get_type_hints(kind, include_extras=True)
    fields = []
    for name, field in kind.__dataclass_fields__.items():
        default = msgspec.field(default_factory=field.default_factory) if callable(field.default_factory) else field.default
        declared = (name, _add_bounds(hints[name], nested))
        fields.append(declared if default is _MISSING else (*declared, default))
    return msgspec.defstruct(kind.__name__, fields, frozen=True)


def _add_bounds(hint: Any, nested: dict[type[Any], type[Any]]) -> Any:
    """Translate a type's bounds to msgspec."""
    if get_origin(hint) is Annotated:
        base, bounds = get_args(hint)
        limits = {name: value for name, value in zip(Bounds._fields, bounds, strict=True) if value is not None}
        return Annotated[_add_bounds(base, nested), Meta(**limits)]
    if hint in nested:
        return nested[hint]
    if get_origin(hint) is list:
        return list[_add_bounds(get_args(hint)[0], nested)]  # type: ignore[misc]
    if type(None) in get_args(hint) and get_args(hint)[0] in nested:
        return nested[get_args(hint)[0]] | None
    return hint


def _to_dataclass(kind: type[Any], decoded: Any) -> Any:
    """Convert a decoded value to its dataclass."""
    values = {name: getattr(decoded, name) for name in kind.__dataclass_fields__}
    if values.get("clock") is not None:
        values["clock"] = _to_dataclass(Clock, values["clock"])
    if "seats" in values:
        values["seats"] = [_to_dataclass(SeatOrder, seat) for seat in values["seats"]]
    return kind(**values)


_MISSING = Order.__dataclass_fields__["game"].default
_NESTED: dict[type[Any], type[Any]] = {kind: _define_struct(kind, {}) for kind in (Clock, SeatOrder)}
_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(_define_struct(Order, _NESTED))
