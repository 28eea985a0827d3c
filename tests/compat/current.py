"""What the tree of today offers, as lines of text, one item a line: `test_compat.py` compares them with the saved lists.

Most of it is found through the front door: the command `tableronde`, a real room, the engine as a process, imports that
the documents show. The few places inside the package that may move are imported here, at the top, and nowhere else in
this folder. When one of them moves, this is the only file here to change.
"""

import argparse
import ast
import dataclasses
import importlib
import importlib.util
import inspect
import json
import os
import pkgutil
import re
import runpy
import sqlite3
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, TypeVar
from unittest.mock import patch

import msgspec

import tableronde
from support.rooms import serving as serving  # a real room in a process of its own; Person and Line are its guests
from tableronde import bots
from tableronde.cli import main
from tableronde.learn.lessons import lessons
from tableronde.room.base.limits import Limits  # may move: the limits and their defaults
from tableronde.room.saved.settings import Order  # may move: what POST /tables reads
from tableronde.room.web.routes import _routes  # may move: the room's addresses as starlette's routes
from tableronde.scene import ROLES
from tableronde.shelf import Shelf
from tableronde.table import Table
from tableronde.theme import PATTERNS, THEMES

SOURCE = Path(tableronde.__file__).parent
GAMES = ("cirkis", "cirkle-duo", "four-circles", "kaplan", "karta-doppio")  # those of f8d6ab2
REPEATED = 12  # plies of the seeded games whose facts and actions are listed


def resolve(module: str, name: str = "") -> Any:
    """A module, or what lies in it under a name with dots; a name may be a module again. LookupError if there is none."""
    try:
        found: Any = importlib.import_module(module)
    except ImportError as error:
        raise LookupError(f"{module} cannot be imported: {error}") from None
    for part in filter(None, name.split(".")):
        place = found
        try:
            found = getattr(place, part)
        except AttributeError:
            try:
                found = importlib.import_module(f"{getattr(place, '__name__', module)}.{part}")
            except ImportError:
                raise LookupError(f"{module} has no {name}") from None
    return found


def runs_as_module(module: str) -> bool:
    """Whether `python -m module` finds something to run, without running it."""
    for name in (f"{module}.__main__", module):
        with suppress(ImportError):
            if spec := importlib.util.find_spec(name):
                return name.endswith("__main__") or spec.submodule_search_locations is None
    return False


# Names and how they are called


def public_names(name: str) -> Iterator[str]:
    """The names a module offers: those of `__all__`; else what is defined in it, and what a package takes from its own folder."""
    module = importlib.import_module(name)
    if hasattr(module, "__all__"):
        yield from module.__all__
        return
    package = hasattr(module, "__path__")
    for key, value in vars(module).items():
        if key.startswith("_") or isinstance(value, ModuleType | TypeVar) or key in {"annotations", "log"}:
            continue
        home = getattr(value, "__module__", None)
        if home == name or (package and str(home).startswith(f"{name}.")) or key in _assigned(module):
            yield key


def _assigned(module: ModuleType) -> set[str]:
    """The names that a module gives values to at its top."""
    path = Path(str(module.__file__))
    if path.suffix != ".py":
        path = path.with_name(path.name.split(".")[0] + ".py")
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def calls(module: str, name: str) -> Iterator[str]:
    """How something public is called: a line for a function; for a class one for itself and one for each public member."""
    thing = resolve(module, name)
    if not inspect.isclass(thing):
        yield f"{module}:{name}{signature(thing) if callable(thing) else ''}"
        return
    plain = issubclass(thing, BaseException)
    yield f"{module}:{name}{'' if plain else signature(thing)}"
    for key in sorted(_members(thing)):
        member = inspect.getattr_static(thing, key, None)
        member = member.__func__ if isinstance(member, staticmethod | classmethod) else member
        routine = inspect.isroutine(member) and not inspect.isdatadescriptor(member)
        yield f"{module}:{name}.{key}{signature(member) if routine else ''}"


def _members(kind: type) -> set[str]:
    """The public attributes, methods and fields of a class that are ours, its bases' too."""
    own: set[str] = set()
    for base in kind.__mro__:
        if base.__module__.startswith("tableronde"):
            own |= {*vars(base), *inspect.get_annotations(base)}
    return {key for key in own if not key.startswith("_")}


def signature(thing: Any) -> str:
    """The parameters of something without their types; empty where nobody can tell (compiled code may not)."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    parameters = [each.replace(annotation=each.empty, default=_default(each.default)) for each in found.parameters.values()]
    return str(found.replace(parameters=parameters, return_annotation=found.empty))


class _Hidden:
    def __repr__(self) -> str:
        return "..."


def _default(value: Any) -> Any:
    """A default as it can be compared: a plain value, or three dots."""
    if value is inspect.Parameter.empty or isinstance(value, str | int | float | bool | None):
        return value
    return value if isinstance(value, tuple) and all(isinstance(each, str | int | float) for each in value) else _Hidden()


# The command line


class _Parsed(BaseException):
    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser


def _parser(run: Callable[[], object]) -> argparse.ArgumentParser | None:
    """The parser that a command reads its arguments with; None if it reads none."""

    def stop(self: argparse.ArgumentParser, *given: Any, **more: Any) -> Any:
        raise _Parsed(self)

    before, argparse.ArgumentParser.parse_known_args = argparse.ArgumentParser.parse_known_args, stop  # type: ignore[method-assign]
    try:
        run()
    except _Parsed as parsed:
        return parsed.parser
    finally:
        argparse.ArgumentParser.parse_known_args = before  # type: ignore[method-assign]
    return None


def commands() -> Iterator[str]:
    """Every command, subcommand, option and argument, with defaults and choices; games' own commands too."""
    with patch.dict(os.environ):
        for name in [name for name in os.environ if name.startswith(("TABLERONDE_", "LC_"))]:
            del os.environ[name]
        os.environ["LANG"] = "en_GB.UTF-8"  # some defaults are what the environment says
        yield from sorted(set(_commands()))


def _commands() -> Iterator[str]:
    top = _parser(lambda: main(["--help"]))
    assert top is not None
    yield from (line for line in _options("tableronde", top, deep=False))
    for command in _subcommands(top):
        yield f"tableronde {command}"
        if parser := _parser(lambda command=command: main([command])):  # type: ignore[misc]
            yield from _options(f"tableronde {command}", parser)
    for slug in GAMES:
        for command in Shelf.installed().find(slug).commands:
            yield f"tableronde {slug} {command}"
            if parser := _parser(lambda slug=slug, command=command: main([slug, command])):  # type: ignore[misc]
                yield from _options(f"tableronde {slug} {command}", parser)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in ("tableronde", "tableronde.room"):
            parser = _parser(lambda module=module: _run(module))  # type: ignore[misc]
            assert parser is not None
            yield from _options(f"python -m {module}", parser, deep=False)


def _run(module: str) -> None:
    before, sys.argv = sys.argv, [module, "--help"]
    try:
        package = importlib.util.find_spec(module)
        assert package is not None
        file = Path(package.origin or "").with_name("__main__.py") if package.submodule_search_locations else package.origin
        runpy.run_path(str(file), run_name="__main__")  # pytest loads the package's modules in a way that run_module does not know
    finally:
        sys.argv = before


def _subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return {name: sub for action in parser._actions if isinstance(action.choices, dict) for name, sub in action.choices.items()}


def _options(words: str, parser: argparse.ArgumentParser, deep: bool = True) -> Iterator[str]:
    places = [action for action in parser._actions if not action.option_strings]
    for action in parser._actions:
        if isinstance(action.choices, dict):
            continue
        names = action.option_strings or [f"<{places.index(action) + 1}>"]
        for name in names:
            yield f"{words} {name}"
            yield f"{words} {name} takes {'nothing' if action.nargs == 0 else action.nargs or 'a value'}"
            if isinstance(action.default, str | int | float) and action.default != argparse.SUPPRESS and "/" not in str(action.default):
                yield f"{words} {name} default {action.default!r}"
            yield from (f"{words} {name} choice {choice}" for choice in action.choices or () if not isinstance(action.choices, range))
    if deep:
        for name, sub in _subcommands(parser).items():
            yield f"{words} {name}"
            yield from _options(f"{words} {name}", sub)


def limits() -> Iterator[str]:
    """The limits that `--limit` sets, with their defaults."""
    yield from (f"{name} {getattr(Limits(), name)}" for name in Limits.list_names())


# The room from outside


def routes() -> Iterator[str]:
    """Every address with its methods; what its parts are called within does not matter."""
    for route in _routes():
        path = re.sub(r"\{\w+(:\w+)?\}", "{}", route.path)
        methods = getattr(route, "methods", None)
        yield from (f"{method} {path}" for method in methods or ["SOCKET" if "live" in path else "FILES"])


def verbs() -> Iterator[str]:
    """Every message a client may send, with its fields: wherever the structs lie, they are tagged by `do`."""
    load_everything("tableronde.room")
    for struct in _structs(msgspec.Struct):
        if struct.__struct_config__.tag_field == "do":
            tag = struct.__struct_config__.tag
            yield f"{tag}"
            for field in msgspec.structs.fields(struct):
                yield f"{tag} {field.name} {'required' if field.required else json.dumps(_given(field))}"


def order() -> Iterator[str]:
    """What POST /tables understands."""
    schema = msgspec.json.schema(Order)
    yield from _schema_keys(schema, schema.get("$defs", {}), "")


def _schema_keys(schema: Any, parts: dict[str, Any], way: str) -> Iterator[str]:
    if "$ref" in schema:
        schema = parts[schema["$ref"].rpartition("/")[2]]
    for key, inner in schema.get("properties", {}).items():
        yield f"{way}{key}"
        yield from _schema_keys(inner, parts, f"{way}{key}.")
    for inner in schema.get("anyOf", ()):
        yield from _schema_keys(inner, parts, way)
    if isinstance(schema.get("items"), dict):
        yield from _schema_keys(schema["items"], parts, f"{way.removesuffix('.')}[].")
    yield from (f"{way.removesuffix('.')} = {value}" for value in schema.get("enum", ()) if value is not None)


def _given(field: Any) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def _structs(kind: type[Any]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        if each.__module__.startswith("tableronde"):
            yield each
        yield from _structs(each)


def load_everything(package: str) -> None:
    """Import all modules of a package but those that run something."""
    root = importlib.import_module(package)
    for module in pkgutil.walk_packages(root.__path__, f"{package}."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):  # what needs packages that are not installed
                importlib.import_module(module.name)


@cache
def strings() -> frozenset[str]:
    """All texts in the code of the package, pieces of formatted ones too."""
    return frozenset(node.value for node in _nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str))


@cache
def _nodes() -> tuple[ast.AST, ...]:
    """Everything in the package's Python files that has to do with words."""
    kept = (ast.Constant, ast.AnnAssign, ast.keyword)
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py")))
    return tuple(node for tree in trees for node in ast.walk(tree) if isinstance(node, kept))


def spelled() -> set[str]:
    """All words that code of the package could send: texts, declared fields, and names of arguments."""
    fields = {node.target.id for node in _nodes() if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    return {*strings(), *fields, *(node.arg for node in _nodes() if isinstance(node, ast.keyword) and node.arg)}


def environment() -> Iterator[str]:
    """The variables of the environment that package, build and notebooks read."""
    root = SOURCE.parent.parent
    also = [*root.glob("docs/notebooks/*.ipynb"), root / "setup.py"]
    texts = [*strings(), *(path.read_text(encoding="utf-8") for path in also if path.exists())]
    for text in texts:
        yield from re.findall(r"\bTABLERONDE_[A-Z]+\b", text)
    if any("XDG_DATA_HOME" in text for text in texts):
        yield "XDG_DATA_HOME"


# The store


def columns() -> Iterator[str]:
    """The tables of both stores and their columns, as the statements that make them say."""
    for text in strings():
        for made in re.finditer(r"CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)\(", text):
            inside = re.sub(r"\([^()]*\)", "", text[made.end() :]).split(")")[0]
            names = [column.split()[0] for column in inside.split(",") if column.strip()]
            yield from (f"{made[1]} {name}" for name in names if name != "PRIMARY")
        yield from (f"{added[1]} {added[2]}" for added in re.finditer(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", text))


def documents(file: Path) -> Iterator[str]:
    """The names of the documents in a store, without the numbers of seats, with the keys in each."""
    with sqlite3.connect(file) as db:
        for name, value in db.execute("SELECT name, value FROM docs"):
            name = re.sub(r"\d+$", "N", name)
            yield name
            if name != "jots N":
                with suppress(ValueError):
                    yield from (f"{name} {key}" for key in keys(json.loads(value)))
        yield from (f"meta {name}" for (name,) in db.execute("SELECT name FROM meta"))
    db.close()


def record() -> Iterator[str]:
    """The keys of a record."""
    yield from Table(Shelf.installed().find("four-circles"), 2).record().json()


# Keys of JSON


# What lies under these names has keys of its own: a game's facts and options, seats' numbers, theme words, places.
OPEN = {"facts", "view", "setup", "options", "legal", "jots", "implied", "looks", "levels", "variants", "shares", "notes"}
OPEN |= {"style", "html", "goal", "grades", "kinds"}


def keys(value: Any, before: str = "") -> Iterator[str]:
    """Every key of a JSON value, with its way there: `table.seats[].name`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            way = f"{before}.{key}" if before else key
            yield way
            if key not in OPEN or isinstance(inner, list):
                yield from keys(inner, way)
    elif isinstance(value, list):
        for each in value:
            yield from keys(each, f"{before}[]")


# The engine and the games


def engine(requests: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What `tableronde engine` answers."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    run = subprocess.run([sys.executable, "-m", "tableronde", "engine"], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def operations() -> Iterator[str]:
    """The engine's operations and the keys of their answers."""
    new = {"op": "new", "game": "four-circles", "players": 2, "seed": 1}
    first = engine([new, {"op": "legal"}, {"op": "record"}])
    action, kept = first[1]["legal"]["0"][0], first[2]["record"]
    requests: list[dict[str, Any]] = [
        new,
        {"op": "legal"},
        {"op": "play", "actor": "0", "action": action},
        {"op": "facts"},
        {"op": "view", "seat": 1},
        {"op": "undo"},
        {"op": "record"},
        {"op": "load", "record": kept},
        {"op": "games"},
        {"op": "why", "actor": "0", "action": "9,9"},
        {"op": "best", "level": "random", "seconds": 1, "seed": 1},
    ]
    for request, answer in zip(requests, engine(requests), strict=True):
        assert answer["ok"], answer
        yield from (f"{request['op']} {key}" for key in keys(answer))
    refused, unknown, none = engine([new, {"op": "play", "actor": "0", "action": "9,9", "lang": "fr"}, {"op": "nothing"}, {"op": "x"}])[1:]
    yield from (f"refused {key}" for key in keys(refused))
    yield from (f"error {key}" for key in keys(unknown) if key in none)
    yield from (f"op {word}" for word in re.findall(r"\b[a-z]+\b", unknown["error"].split(", not")[0].split("one of")[1]))


def games() -> Iterator[str]:
    """Of each game: options with defaults, variants, levels, facts, reasons, words of actions, lessons, as somebody's records hold them."""
    [answer] = engine([{"op": "games"}])
    for each in answer["games"]:
        slug = each["game"]
        if slug not in GAMES:
            continue
        yield f"{slug} edition {each['edition']}"
        yield from (f"{slug} players {count}" for count in each["players"])
        for option in each["options"]:
            yield f"{slug} option {option['name']} {option['kind']} default {json.dumps(option['default'])}"
            yield from (f"{slug} option {option['name']} word {word}" for word in option.get("words", ()))
        for name, options in each["variants"].items():
            yield f"{slug} variant {name} {json.dumps(options, sort_keys=True)}"
        box = Shelf.installed().find(slug)
        yield from (f"{slug} level {name}" for name in bots.levels(box))
        yield from (f"{slug} suggested {name}" for name in bots.suggested(box))
        yield from (f"{slug} reason {name}" for name in box.reasons)
        yield from (f"{slug} look {name}" for name in box.looks)
        yield from (f"{slug} lesson {lesson.id} {len(lesson.steps)}" for lesson in lessons(box))
        yield from _played(slug)


def _played(slug: str) -> Iterator[str]:
    """Two seeded games: the keys of facts for everybody and for seats, and the first and last legal action at some plies."""
    box = Shelf.installed().find(slug)
    for players in (min(box.game_type.players), max(box.game_type.players)):
        table, rng = Table(box, players, rng=Random(7)), Random(11)
        yield from (f"{slug} setup {key}" for key in table.setup)
        for ply in range(300):
            if table.outcome:
                break
            facts = [table.facts(seat) for seat in (None, 0)]
            yield from (f"{slug} fact {key}" for seen in facts for key in seen)
            actor = table.to_act()[0] if table.to_act() else next(iter(table.legal()))
            legal = table.legal()[actor]
            if ply < REPEATED:
                yield f"{slug} of {players}, ply {ply}: {actor} {legal[0]} … {legal[-1]} ({len(legal)})"
            table.play(actor, rng.choice([action for action in legal if not action.endswith(" *")] or legal))
        yield from (f"{slug} fact {key}" for key in table.facts())


# Pictures


def pictures() -> Iterator[str]:
    """Theme words, patterns, roles, and the fields of everything a picture is made of."""
    yield from (f"word {word}" for theme in THEMES.values() for word in theme.looks)
    yield from (f"theme {name}" for name in THEMES)
    yield from (f"pattern {name}" for name in PATTERNS)
    yield from (f"role {name}" for name in ROLES)
    for module, name in (
        ("scene", "Scene"),
        ("scene", "Area"),
        ("scene", "Shape"),
        ("scene", "Frame"),
        ("theme", "Look"),
        ("text", "Text"),
    ):
        kind = resolve(f"tableronde.{module}", name)
        fields = kind._fields if hasattr(kind, "_fields") else [field.name for field in dataclasses.fields(kind)]
        yield from (f"{name}.{field}" for field in fields)


def metric_names(numbers: str) -> Iterator[str]:
    """The metrics in Prometheus' text."""
    yield from re.findall(r"^# TYPE (\w+)", numbers, re.MULTILINE)
