"""Typed options: a frozen dataclass for each game, each field with a sentence that explains it.

The annotation says what is allowed: `bool`, `int` (with `low` and `high`), `Literal["a", "b"]` (one of these words),
`tuple[Literal["a", "b"], ...]` (several different words), and any of these `| None`. The default None leaves the choice
to the game: None is never given as a value, the option is left out. A dataclass with such options may define a method
`implied(self)` that returns the values played for options left out.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from weakref import WeakKeyDictionary

from tableronde.game import Json
from tableronde.text import Text, join, same

T = TypeVar("T")


class Unfit(ValueError):
    """Raised when options do not fit together, or not the number of players, with a sentence for the person choosing them."""

    def __init__(self, fr: str, en: str) -> None:
        super().__init__(en)
        self.text = Text(fr, en)


def option(
    default: Any,
    text: Text,
    *,
    low: int | None = None,
    high: int | None = None,
    names: Mapping[str, Text] | None = None,
    late: bool = False,
    before: Any = None,
    booklet: Any = ...,
) -> Any:
    """Declare a field of an options dataclass: its default, the sentence that explains it, and names for its words or numbers.

    A `late` option, added after games had been recorded, is written only if it differs from its default: old records keep their bytes.

    An option whose default was changed says what it was `before`. New tables use the default. A record, figure or puzzle that does not
    name the option was made under the old default and keeps it. `late` and `before` exclude each other: a late option is left out of
    records, so a new default would change what they mean.

    `booklet` is the value in the booklet, if it gives one, or a list if it offers several: a table with another value says so.
    """
    if late and before is not None:
        raise TypeError("a late option is left out of records, so its default cannot change: give the new option another name")
    known = () if booklet is ... else tuple(booklet) if isinstance(booklet, list) else (booklet,)
    metadata = {"text": text, "low": low, "high": high, "names": names or {}, "late": late, "before": before, "booklet": known}
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Option:
    """An option as forms, command lines and documents need it."""

    name: str
    kind: Literal["bool", "int", "word", "words"]
    default: Any
    text: Text
    words: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    names: Mapping[str, Text] = dataclasses.field(default_factory=dict)  # names of its words or numbers
    late: bool = False  # whether it is written only if it differs from its default
    before: Any = None  # what a record that does not name it means; None: the default
    booklet: tuple[Any, ...] = ()  # what the booklet plays; empty if it leaves that open

    def json(self) -> dict[str, Json]:
        """Return the option as a client's form needs it."""
        names = {word: self.names.get(word, same(word)) for word in self.words or self.names}
        return {
            "name": self.name,
            "kind": self.kind,
            "default": self.default,
            "words": list(self.words),
            "names": {word: {"fr": name.fr, "en": name.en} for word, name in names.items()},
            "low": self.low,
            "high": self.high,
            "text": {"fr": self.text.fr, "en": self.text.en},
        }

    def describe(self, value: Any) -> Text:
        """Describe a value of this option."""
        if self.kind == "bool":
            answer = Text("oui", "yes") if value else Text("non", "no")
        else:
            words = value if isinstance(value, tuple) else (value,)
            answer = join((self.names.get(str(word), same(str(word))) for word in words), same(", "))
        head = Text(*(part.rstrip(" .:?") for part in (self.text.fr, self.text.en)))
        return head if value is True else head + Text(" : ", ": ") + answer

    def read(self, value: Json) -> Any:
        """Read a JSON value as this option's value; ValueError with a sentence if it is not one."""
        problem = self._problem(value)
        if problem:
            raise ValueError(f"option {self.name} {problem}, not {value!r}")
        return tuple(value) if self.kind == "words" else value

    def parse(self, text: str) -> Any:
        """Parse a value typed on a command line or in a form."""
        match self.kind:
            case "bool":
                return self.read({"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(text.lower(), text))
            case "int":
                return self.read(int(text) if text.isascii() and text.removeprefix("-").isdecimal() else text)
            case "word":
                return self.read(text)
            case "words":
                return self.read([word for word in text.split(",") if word])

    def _problem(self, value: Json) -> str:
        match self.kind:
            case "bool":
                return "" if type(value) is bool else "must be true or false"
            case "int":
                return "" if self._fits(value) else f"must be a whole number{self._range()}"
            case "word":
                return "" if isinstance(value, str) and value in self.words else f"must be one of {', '.join(self.words)}"
            case "words":
                return "" if self._all_words(value) else f"must be a list of different words among {', '.join(self.words)}"

    def _fits(self, value: Json) -> bool:
        if type(value) is not int:
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def _range(self) -> str:
        if self.low is not None and self.high is not None:
            return f" from {self.low} to {self.high}"
        return f" of at least {self.low}" if self.low is not None else f" of at most {self.high}" if self.high is not None else ""

    def _all_words(self, value: Json) -> bool:
        if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
            return False
        return len(set(value)) == len(value) and set(value) <= set(self.words)


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of a game's options, for people who do not want to choose each one."""

    name: str
    title: Text
    options: Mapping[str, Json]  # an instance of the game's options is taken as well: what differs from its defaults

    def __post_init__(self) -> None:
        if dataclasses.is_dataclass(self.options):
            chosen: Any = self.options
            changed = [field for field in dataclasses.fields(chosen) if not _is_default(chosen, field)]
            object.__setattr__(self, "options", {field.name: getattr(chosen, field.name) for field in changed})
        if not isinstance(self.options, Mapping):
            raise TypeError(f"the options of the variant {self.name} must be a mapping or the game's options, not {self.options!r}")


_KNOWN: Final["WeakKeyDictionary[type, tuple[Option, ...]]"] = WeakKeyDictionary()  # types are slow to read, and a room asks often


def options_of(options_type: type) -> tuple[Option, ...]:
    """Return the options of a game, in the order of its dataclass."""
    if options_type not in _KNOWN:
        hints = get_type_hints(options_type)
        _KNOWN[options_type] = tuple(_option(field, hints[field.name]) for field in dataclasses.fields(options_type))
    return _KNOWN[options_type]


def read(options_type: type[T], values: Json) -> T:
    """Read options from a JSON object; ValueError with a sentence that says what is wrong."""
    if not isinstance(values, Mapping):
        raise ValueError(f"options must be an object of names and values, not {values!r}")
    known = {option.name: option for option in options_of(options_type)}
    for name in values:
        if name not in known:
            raise ValueError(f"there is no option {name!r}; there is {', '.join(known) or 'none'}")
    return options_type(**{name: known[name].read(value) for name, value in values.items()})


def as_recorded(options_type: type, values: Mapping[str, Json]) -> dict[str, Json]:
    """Return the options of a record or data file; those it does not name have the defaults they had before a change."""
    changed = {option.name: option.before for option in options_of(options_type) if option.before is not None}
    return {**changed, **values}


def write(options: Any) -> dict[str, Json]:
    """Return options as a JSON object that `read` accepts."""
    known = [field for field in dataclasses.fields(options) if not (field.metadata.get("late") and _is_default(options, field))]
    pairs = ((field.name, getattr(options, field.name)) for field in known)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in pairs if value is not None}


def _is_default(options: Any, field: "dataclasses.Field[Any]") -> bool:
    return bool(getattr(options, field.name) == field.default)


def implied(options: Any) -> dict[str, Json] | None:
    """Return the values played for options left out; a missing one has no meaning with the other choices.

    None if the game does not say.
    """
    if not hasattr(options, "implied"):
        return None
    known, open_ones = options.implied(), [option.name for option in options_of(type(options)) if option.default is None]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in known.items() if name in open_ones}


def departures(options: Any) -> list[tuple[Option, Any]]:
    """Return the options whose values differ from the booklet's."""
    meant = implied(options) or {}
    values = ((option, getattr(options, option.name)) for option in options_of(type(options)) if option.booklet)
    chosen = [(option, meant.get(option.name) if value is None else value) for option, value in values]
    return [(option, value) for option, value in chosen if value is not None and value not in option.booklet]


def _option(field: "dataclasses.Field[Any]", hint: Any) -> Option:
    if get_origin(hint) in (Union, UnionType):
        hint = next(part for part in get_args(hint) if part is not NoneType)
    kind, words = _kind(field.name, hint)
    if "text" not in field.metadata:
        raise TypeError(f"the option {field.name} has no text; write: {field.name} = option(default, Text(…, …))")
    return Option(field.name, kind, field.default, words=words, **field.metadata)


def _kind(name: str, hint: Any) -> tuple[Literal["bool", "int", "word", "words"], tuple[str, ...]]:
    if hint is bool:
        return "bool", ()
    if hint is int:
        return "int", ()
    if get_origin(hint) is Literal:
        return "word", get_args(hint)
    if get_origin(hint) is tuple:
        return "words", get_args(get_args(hint)[0])
    kinds = 'bool, int, Literal["a", "b"], tuple[Literal["a", "b"], ...], or one of these | None'
    raise TypeError(f"the option {name} cannot be a {getattr(hint, '__name__', hint)}; it may be {kinds}")
