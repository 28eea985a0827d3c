"""Everything the documents at f8d6ab2 show to authors, clients, programs and operators is still there.

Each list beside this file holds one item a line. What it names must stay; what is new is welcome. A line that is missing fails by
its name. In what the room sends, a key that no visit to f8d6ab2 brought must be added to `added.txt` by hand: so nothing
is renamed by adding it under another name.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from compat import current, visit

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MOST = 60  # lines told of one list
VISITS = 3  # what is dealt may hide a key once


def saved(name: str) -> list[str]:
    """A list as it was saved."""
    return [line for line in (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def must_hold(name: str, found: Iterable[str]) -> None:
    """Fail with the lines of a list that are not found."""
    there = set(found)
    none_of([line for line in saved(name) if line not in there], f"gone since f8d6ab2 (tests/compat/{name}.txt)")


def none_of(faults: list[str], what: str) -> None:
    """Fail with all of them, if there are any."""
    if faults:
        pytest.fail("\n  ".join([f"{len(faults)} {what}:", *faults[:MOST]]), pytrace=False)


# Imports


@pytest.mark.parametrize("line", saved("documented"))
def test_what_the_documents_import_can_be_imported(line: str) -> None:
    if line.startswith("python -m "):
        assert current.runs_as_module(line.removeprefix("python -m "))
    else:
        current.resolve(*line.split())


def test_every_public_name_of_the_modules_the_documents_show_can_be_imported() -> None:
    gone = []
    for line in saved("public"):
        try:
            current.resolve(*line.split())
        except LookupError as error:
            gone.append(f"{line}: {error}")
    none_of(gone, "gone since f8d6ab2 (tests/compat/public.txt)")


# How things are called


class Parameter(NamedTuple):
    """A parameter: how it may be given, and its default as text (None: it must be given)."""

    kind: str  # "place", "name", "*", "**"
    default: str | None


def parameters(signature: str) -> dict[str, Parameter]:
    """The parameters of a signature as text, in order."""
    arguments = ast.parse(f"def f{signature}: pass").body[0].args  # type: ignore[attr-defined]
    placed = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(placed) - len(arguments.defaults)) + [ast.unparse(each) for each in arguments.defaults]
    found = {each.arg: Parameter("place", default) for each, default in zip(placed, defaults, strict=True)}
    if arguments.vararg:
        found[arguments.vararg.arg] = Parameter("*", "")
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found[each.arg] = Parameter("name", None if default is None else ast.unparse(default))
    if arguments.kwarg:
        found[arguments.kwarg.arg] = Parameter("**", "")
    return found


def broken(then: str, now: str) -> Iterator[str]:
    """Say what breaks calls that were written for one signature when they meet another."""
    before, after = parameters(then), parameters(now)
    for name, parameter in before.items():
        if name not in after:
            yield f"its parameter {name} is gone"
        elif parameter.kind == "place" and after[name].kind != "place":
            yield f"its parameter {name} cannot be given by its place"
        elif parameter.default is not None and after[name].default != parameter.default:
            yield f"its parameter {name} was {parameter.default} when left out, now {after[name].default or 'it must be given'}"
    for name, parameter in after.items():
        if name not in before and parameter.default is None:
            yield f"its new parameter {name} must be given"
    places = [[name for name, parameter in each.items() if parameter.kind == "place"] for each in (before, after)]
    if places[1][: len(places[0])] != places[0]:
        yield f"the order of its parameters was {', '.join(places[0])}"


def split(line: str) -> tuple[str, str]:
    """What a line is about, and its signature."""
    name, bracket, rest = line.partition("(")
    return name, bracket + rest


def test_everything_is_called_as_it_was() -> None:
    then = dict(map(split, saved("signatures")))
    roots = sorted({(name.split(":")[0], name.split(":")[1].split(".")[0]) for name in then})
    now = dict(split(line) for pair in roots for line in current.calls(*pair))
    faults = [f"{name} is gone" for name in then if name not in now]
    for name, signature in then.items():
        if signature and now.get(name):  # compiled code may not tell
            faults += [f"{name}: {fault}" for fault in broken(signature, now[name])]
    none_of(faults, "not as at f8d6ab2 (tests/compat/signatures.txt)")


@pytest.mark.parametrize(
    ("then", "now", "fault"),
    [
        ("(self, a)", "(self, b)", "its parameter a is gone"),
        ("(self, a)", "(self, *, a)", "its parameter a cannot be given by its place"),
        ("(a, b=1)", "(a, b=2)", "its parameter b was 1 when left out, now 2"),
        ("(a, b=1)", "(a, b)", "its parameter b was 1 when left out, now it must be given"),
        ("(a)", "(a, b)", "its new parameter b must be given"),
        ("(a, b)", "(b, a)", "the order of its parameters was a, b"),
    ],
)
def test_a_broken_call_is_noticed(then: str, now: str, fault: str) -> None:
    assert fault in broken(then, now)


def test_a_parameter_more_breaks_no_call() -> None:
    assert not list(broken("(self, a, b=1, **rest)", "(self, a, b=1, c=None, *, d=2, **rest)"))


# Lists that are read from the tree, the engine and the command line


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("commands", current.commands),
        ("limits", current.limits),
        ("routes", current.routes),
        ("verbs", current.verbs),
        ("order", current.order),
        ("engine", current.operations),
        ("games", current.games),
        ("words", current.spelled),
        ("environment", current.environment),
        ("columns", current.columns),
        ("record", current.record),
        ("pictures", current.pictures),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_list_holds(name: str, found: Callable[[], Iterator[str]]) -> None:
    must_hold(name, found())


def test_no_message_of_a_client_needs_more_than_before() -> None:
    then, known = set(saved("verbs")), {line.split()[0] for line in saved("verbs")}
    more = [line for line in current.verbs() if line.endswith(" required") and line.split()[0] in known and line not in then]
    none_of(more, "needed that clients of f8d6ab2 do not send")


def test_programs_that_the_documents_tell_people_to_run_are_there() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

    def there(line: str) -> bool:
        *_, last = line.split()
        if line.startswith("make "):
            return last in targets
        return (ROOT / (f"{last.replace('.', '/')}.py" if line.startswith("python -m ") else last)).is_file()

    none_of([line for line in saved("programs") if not there(line)], "gone since f8d6ab2 (tests/compat/programs.txt)")


# A visit to a real room


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """All keys that came back, and behind "store" what was kept; again, if something was missing."""
    found: set[str] = set()
    for _ in range(VISITS):
        data = tmp_path_factory.mktemp("room") / "data"
        with current.serving(data, *visit.QUICK, told=False) as server:
            found |= visit.visit(server.base).found
        found |= {f"store {line}" for line in visit.in_store(data)}
        if found.issuperset(saved("room")) and found.issuperset(f"store {line}" for line in saved("documents")):
            break
    return found


def test_everything_the_room_said_it_says_still(visited: set[str]) -> None:
    must_hold("room", visited)


def test_what_is_new_in_what_the_room_says_is_listed(visited: set[str]) -> None:
    known = {*saved("room"), *saved("room-sometimes")}
    ends = {end(line) for line in (*known, *saved("added"))}
    whole = tuple(line.removesuffix(".*") for line in saved("added") if line.endswith(".*"))  # whatever is in it
    new = sorted(line for line in visited - known if not line.startswith("store ") and end(line) not in ends)
    new = [line for line in new if not any(f"{key}." in f"{line}." for key in whole)]
    none_of(new, "new in what the room says (if that is meant, add to tests/compat/added.txt)")


def end(line: str) -> str:
    """The key and what it lies in: what comes in one game may come in another."""
    *before, key = re.sub("|".join((*current.GAMES, "company")), "*", line).split()
    return " ".join([*before, *key.split(".")[-2:]])


def test_the_store_names_its_documents_and_their_keys_as_before(visited: set[str]) -> None:
    must_hold("documents", {line.removeprefix("store ") for line in visited})


def test_every_metric_is_told_or_at_least_made_by_the_code(visited: set[str]) -> None:
    """Those of a room alone by the room itself; those of many nodes are looked for in the code, where they are pieces of a name."""
    told = {line.removeprefix("metric ") for line in visited if line.startswith("metric ")}
    made = current.strings()
    short = [(line, line.removeprefix("tableronde_").removesuffix("_total")) for line in saved("metrics")]
    none_of([line for line, name in short if line not in told and name not in made], "gone since f8d6ab2 (tests/compat/metrics.txt)")
    alone = {line.removeprefix("metric ") for line in saved("room") if line.startswith("metric ")}
    none_of(sorted(alone - told), "no longer told by a room alone")
