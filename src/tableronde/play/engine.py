"""The engine protocol: one JSON request a line, one JSON answer a line, for bots, tests and front ends in any language.

The process holds one table. Every line, valid or not, gets exactly one answer line, and never ends the process.
"""

import json
from collections.abc import Callable, Mapping
from math import isfinite
from random import Random
from typing import BinaryIO, Final

from tableronde import __version__, bots
from tableronde.box import Box
from tableronde.game import CHANCE, Illegal, Json, Seat, read_actor
from tableronde.play.outcomes import sentence
from tableronde.plugins.loader import describe_error
from tableronde.record import Record
from tableronde.shelf import Shelf
from tableronde.table import Table
from tableronde.text import LANGUAGES, Language

PROTOCOL: Final = 1
LONGEST: Final = 4_000_000  # bytes in a line
Answer = dict[str, Json]
Request = Mapping[str, Json]


class Engine:
    """The table of one client, and the operations on it.

    Games come from the shelf only: no request, and no record in one, can make the engine run a file.
    """

    def __init__(self, shelf: Shelf | None = None) -> None:
        self.shelf = Shelf.installed() if shelf is None else shelf
        self._table: Table | None = None
        self._is_strict = False  # whether unknown keys are refused
        self._ops: Mapping[str, Callable[[Request], Answer]] = {
            "hello": self._hello,
            "new": self._new,
            "legal": self._legal,
            "play": self._play,
            "facts": self._facts,
            "view": self._view,
            "heard": self._heard,
            "undo": self._undo,
            "record": self._record,
            "load": self._load,
            "games": self._games,
            "why": self._why,
            "best": self._best,
        }

    def answer(self, line: bytes) -> bytes:
        """Return the answer line to a request line."""
        try:
            request = _parse(line)
        except ValueError as error:
            return _written({"id": None, "ok": False, "error": str(error)})
        known = request.get("id")
        try:
            return _written({"id": known, "ok": True, **self._operate(request)})
        except Illegal as illegal:
            refusal = illegal.refusal
            return _written({"id": known, "ok": False, "error": refusal.text[_language(request)], "rule": refusal.clause or None})
        except (ValueError, LookupError) as error:
            return _written({"id": known, "ok": False, "error": _sentence(error)})
        except RecursionError:
            return _written({"id": None, "ok": False, "error": "the request is nested too deeply"})
        except Exception as error:  # an error in our code or a game's must not cost the client its table
            return _written({"id": known, "ok": False, "error": f"internal error in the engine: {describe_error(error)}"})

    def _operate(self, request: Request) -> Answer:
        op = request.get("op")
        if not isinstance(op, str) or op not in self._ops:
            raise ValueError(f"op must be one of {', '.join(self._ops)}, not {_shown(op)}")
        warnings = _unknown_keys(op, request)
        if warnings and self._is_strict:
            raise ValueError(warnings[0])
        return self._ops[op](request) | ({"warnings": warnings} if warnings else {})

    @property
    def table(self) -> Table:
        if self._table is None:
            raise ValueError("there is no table yet; begin with op new or load")
        return self._table

    def _hello(self, request: Request) -> Answer:
        strict = request.get("strict", False)
        if type(strict) is not bool:
            raise ValueError(f"strict must be true or false, not {_shown(strict)}")
        self._is_strict = strict
        return {"protocol": PROTOCOL, "version": __version__, "ops": list(self._ops), "strict": strict}

    def _new(self, request: Request) -> Answer:
        box = self._box(_take(request, "game"))
        setup, seed = request.get("setup"), _seed(request)
        if setup is not None and seed is not None:
            raise ValueError("give a setup or a seed, not both")
        if setup is not None and not isinstance(setup, dict):
            raise ValueError(f"setup must be an object, not {_shown(setup)}")
        self._table = Table(box, _players(box, request), _options(box, request), setup, Random(seed))
        return {"setup": self._table.setup, **self._facts(request)}

    def _box(self, slug: Json) -> Box:
        if not isinstance(slug, str) or slug not in self.shelf:
            raise ValueError(f"game must be one of {self.shelf}, not {_shown(slug)}")
        return self.shelf.box(slug)

    def _legal(self, request: Request) -> Answer:
        return {"legal": {str(actor): list(actions) for actor, actions in self.table.legal().items()}}

    def _play(self, request: Request) -> Answer:
        self.table.play(read_actor(_take(request, "actor")), _action(request))
        return self._facts(request)

    def _facts(self, request: Request) -> Answer:
        to_act: Json = [str(actor) for actor in self.table.to_act()]
        return {"facts": self.table.facts(), "to_act": to_act, "outcome": self._outcome(_language(request))}

    def _outcome(self, language: Language) -> Json:
        outcome = self.table.outcome
        if outcome is None:
            return None
        text = sentence(outcome.winners, self.table.names, self.table.reason(outcome))
        return {**outcome.json(), "text": text[language]}

    def _view(self, request: Request) -> Answer:
        view = self.table.facts(_take(request, "seat"))
        return {"view": view, "facts": view}  # the facts as that seat knows them, also under the key of all other answers

    def _heard(self, request: Request) -> Answer:
        since = request.get("since", 0)
        if type(since) is not int or since < 0:
            raise ValueError(f"since must be a number of events, not {_shown(since)}")
        heard: Json = [[str(event.actor), event.action] for event in self.table.heard(self._seat(request), since)]
        return {"heard": heard}

    def _seat(self, request: Request) -> Seat | None:
        """Return the seat of a request, or None for a spectator."""
        seat, seats = _take(request, "seat"), self.table.game.seats
        if seat is None or (type(seat) is int and 0 <= seat < seats):
            return seat
        raise ValueError(f"there is no seat {_shown(seat)} at a table of {seats}")

    def _undo(self, request: Request) -> Answer:
        self.table.undo()
        return self._facts(request)

    def _record(self, request: Request) -> Answer:
        return {"record": self.table.record().json()}

    def _load(self, request: Request) -> Answer:
        record = Record.read(_take(request, "record"))
        self._table = Table.replay(self.shelf.box(record.game), record)
        return {"setup": self._table.setup, **self._facts(request)}

    def _games(self, request: Request) -> Answer:
        return {"games": [box.description() for box in self.shelf.boxes()]}

    def _why(self, request: Request) -> Answer:
        refusal = self.table.why_not(read_actor(_take(request, "actor")), _action(request))
        if refusal is None:
            return {"rule": None, "text": {"fr": "Cette action est permise.", "en": "This action is legal."}[_language(request)]}
        return {"rule": refusal.clause or None, "text": refusal.text[_language(request)]}

    def _best(self, request: Request) -> Answer:
        table, seat = self.table, self._waiting_seat(request)
        makers = bots.levels(table.box)
        level = request.get("level", "search")
        if not isinstance(level, str) or level not in makers:
            raise ValueError(f"level must be one of {', '.join(makers)}, not {_shown(level)}")
        bot = makers[level](table.box, table.game, seat, Random(_seed(request)))
        bot.seconds = _seconds(request)
        action = bot.choose(table.view(seat), table.heard(seat), table.legal()[seat])
        return {"actor": str(seat), "action": action, "value": bot.value}

    def _waiting_seat(self, request: Request) -> Seat:
        """Return the seat that a request names, if it may act, or the first one to act."""
        if "seat" in request:
            seat = self._seat(request)
            if seat is None or seat not in self.table.legal():
                raise ValueError(f"seat {_shown(seat)} has nothing to choose now")
            return seat
        seats = [actor for actor in self.table.to_act() if actor != CHANCE]
        if not seats:
            raise ValueError("no seat is to act now")
        return seats[0]


def serve(source: BinaryIO, target: BinaryIO, shelf: Shelf | None = None) -> None:
    """Answer requests line by line until the source ends."""
    engine = Engine(shelf)
    while line := source.readline(LONGEST + 1):
        whole = line.endswith(b"\n") or len(line) <= LONGEST
        while not whole and not line.endswith(b"\n"):
            line = source.readline(LONGEST + 1) or b"\n"
        target.write(engine.answer(line) if whole else _written(_TOO_LONG))
        target.flush()


_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "hello": frozenset({"strict"}),
    "new": frozenset({"game", "players", "options", "variant", "setup", "seed"}),
    "play": frozenset({"actor", "action"}),
    "view": frozenset({"seat"}),
    "heard": frozenset({"seat", "since"}),
    "load": frozenset({"record"}),
    "why": frozenset({"actor", "action"}),
    "best": frozenset({"level", "seconds", "seed", "seat"}),
}  # of each operation that has any, beside those of all
_KEYS_OF_ALL: Final = frozenset({"id", "op", "lang"})
_TOO_LONG: Final = {"id": None, "ok": False, "error": f"a line may have at most {LONGEST} bytes"}


def _parse(line: bytes) -> Request:
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_no_constant, parse_float=_finite)
    except UnicodeDecodeError:
        raise ValueError("a request must be UTF-8 text") from None
    except RecursionError:
        raise ValueError("the request is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"a request must be a JSON object on one line: {error}") from None
    if not isinstance(request, dict):
        raise ValueError("a request must be a JSON object")
    return request


def _written(answer: Answer) -> bytes:
    return json.dumps(answer, separators=(",", ":")).encode("ascii") + b"\n"


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not a JSON value")


def _finite(text: str) -> float:
    value = float(text)
    return value if isfinite(value) else _no_constant(text)


def _take(request: Request, key: str) -> Json:
    if key not in request:
        raise ValueError(f"op {request['op']} needs {key!r}")
    return request[key]


def _unknown_keys(op: str, request: Request) -> list[str]:
    known = _KEYS_OF_ALL | _KEYS.get(op, frozenset())
    return [f"op {op} has no key {_shown(key)}" for key in request if key not in known]


def _players(box: Box, request: Request) -> Json:
    """Return the number of players; it may be left out where there is one choice."""
    if "players" not in request and len(box.game_type.players) == 1:
        return box.game_type.players[0]
    return _take(request, "players")


def _options(box: Box, request: Request) -> Json:
    """Return the options of a variant, if one is named, and those given one by one."""
    options, variant = request.get("options"), request.get("variant")
    if variant is None:
        return options
    if not isinstance(variant, str):
        raise ValueError(f"variant must be a name, not {_shown(variant)}")
    if options is not None and not isinstance(options, dict):
        raise ValueError(f"options must be an object with names and values, not {_shown(options)}")
    return {**box.variant_options(variant), **(options or {})}


def _action(request: Request) -> str:
    action = _take(request, "action")
    if not isinstance(action, str):
        raise ValueError(f"action must be text, not {_shown(action)}")
    return action


def _seed(request: Request) -> int | None:
    seed = request.get("seed")
    if seed is not None and type(seed) is not int:
        raise ValueError(f"seed must be a whole number, not {_shown(seed)}")
    return seed


def _seconds(request: Request) -> float:
    seconds = request.get("seconds", 1)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= 3600:
        raise ValueError(f"seconds must be a number from 0 to 3600, not {_shown(seconds)}")
    return float(seconds)


def _language(request: Request) -> Language:
    wanted = request.get("lang")
    return next((language for language in LANGUAGES if language == wanted), "en")


def _shown(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _sentence(error: Exception) -> str:
    return str(error.args[0]) if error.args else type(error).__name__
