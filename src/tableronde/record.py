"""Records: everything that determines a game, as one JSON text. There is no seed or clock in it: the same record is the same game."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tableronde.game import Event, Json, Outcome, read_actor

FORMAT: Final = "tableronde-record-1"
OUTCOME: Final = "outcome"  # the note that names the result of a finished game
_KEYS: Final = {"format", "game", "edition", "players", "options", "setup", "events", "notes", "digest"}


class BrokenRecord(ValueError):
    """Raised when a record cannot be used; the message says what is wrong with it."""


def compact(value: Json) -> str:
    """Write JSON in canonical form: keys sorted, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True)
class Record:
    """A game in progress or finished: game, edition, seats, options, set-up, events."""

    game: str
    edition: int
    players: int
    options: Mapping[str, Json]
    setup: Mapping[str, Json]
    events: tuple[Event, ...] = ()
    notes: Mapping[str, Json] = field(default_factory=dict)  # for people; the rules do not read them

    def json(self) -> dict[str, Json]:
        """Return the record as a JSON object, with its digest."""
        body = self._body()
        return {**body, "digest": _digest(body)}

    def text(self) -> str:
        """Return the record as text, one event a line, so that people can read it and tools can compare it."""
        whole = self.json()
        events = ",\n  ".join(json.dumps(event) for event in whole.pop("events"))
        head = ",\n ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in whole.items())
        lines = f"[\n  {events}\n ]" if events else "[]"
        return f'{{{head},\n "events": {lines}}}\n'

    def with_outcome(self, outcome: Outcome | None) -> "Record":
        """Return the record with the result of its game among the notes; without one while it goes on."""
        notes = {name: note for name, note in self.notes.items() if name != OUTCOME}
        return replace(self, notes=notes if outcome is None else {**notes, OUTCOME: outcome.json()})

    @property
    def digest(self) -> str:
        """Return the hash that identifies the record."""
        return _digest(self._body())

    def _body(self) -> dict[str, Json]:
        return {
            "format": FORMAT,
            "game": self.game,
            "edition": self.edition,
            "players": self.players,
            "options": dict(self.options),
            "setup": dict(self.setup),
            "notes": dict(self.notes),
            "events": [[str(event.actor), event.action] for event in self.events],
        }

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Parse a record; BrokenRecord says what is wrong and where."""
        try:
            value = json.loads(text, parse_constant=_no_constant)
        except RecursionError:
            raise BrokenRecord("the record is nested too deeply") from None
        except json.JSONDecodeError as error:
            raise BrokenRecord(_json_trouble(text, error)) from None
        except ValueError as error:
            raise BrokenRecord(f"the record is not JSON: {error}") from None
        return cls.read(value)

    @classmethod
    def read(cls, value: Json) -> "Record":
        """Read a record from a JSON object; BrokenRecord says what is wrong."""
        if not isinstance(value, Mapping):
            raise BrokenRecord("a record must be a JSON object")
        if value.get("format") != FORMAT:
            raise BrokenRecord(f"this is not a Table Ronde record: its format is {value.get('format')!r}, not {FORMAT!r}")
        unknown = sorted(set(value) - _KEYS, key=str)
        if unknown:
            raise BrokenRecord(f"a record has no key {unknown[0]!r}")
        record = cls(
            game=_take(value, "game", str),
            edition=_take(value, "edition", int),
            players=_take(value, "players", int),
            options=_take(value, "options", dict),
            setup=_take(value, "setup", dict),
            events=tuple(_event(i, item) for i, item in enumerate(_take(value, "events", list))),
            notes=_take(value, "notes", dict) if "notes" in value else {},
        )
        if "digest" in value and value["digest"] != record.digest:
            raise BrokenRecord("the record's digest does not match its contents: the record was changed or damaged")
        return record


def _digest(body: Json) -> str:
    return hashlib.sha256(compact(body).encode("ascii")).hexdigest()


def _take(value: Mapping[str, Json], key: str, kind: type) -> Any:
    if key not in value:
        raise BrokenRecord(f"the record has no {key!r}")
    if type(value[key]) is not kind:
        raise BrokenRecord(f"the record's {key!r} must be {_KIND_NAMES[kind]}, not {value[key]!r}")
    return value[key]


_KIND_NAMES: Final = {str: "text", int: "a whole number", dict: "an object", list: "a list"}


def _event(i: int, item: Json) -> Event:
    if not isinstance(item, list) or len(item) != 2 or not isinstance(item[1], str):
        raise BrokenRecord(f"event {i + 1} must be [actor, action], not {item!r}")
    try:
        return Event(read_actor(item[0]), item[1])
    except ValueError as error:
        raise BrokenRecord(f"event {i + 1}: {error}") from None


def _json_trouble(text: str, error: json.JSONDecodeError) -> str:
    where = f"line {error.lineno}, column {error.colno}"
    if error.pos >= len(text.rstrip()):
        return f"the record ends at {where}: the rest is missing"
    return f"the record is not JSON at {where}: {error.msg}"


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not a JSON value")
