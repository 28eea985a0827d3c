"""The page on the Python API names every public name of the modules it lists, and no other."""

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "python-api.md").read_text(encoding="utf-8")
SAVED = ROOT / "tests" / "compat" / "documented.txt"
MOVED = {"tableronde.arena", "tableronde.conform", "tableronde.nets", "tableronde.learn.puzzles"}  # named at the top of the page
PACKAGES = {"tableronde", "tableronde.bots", "tableronde.conformance"}  # what is public is in `__all__`
COMPILED = {"tableronde.bots.tree", "tableronde.kernel"}  # where attributes are members only as compiled code
SECTIONS = dict(re.findall(r"^## `([\w.]+)`\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
CLASSES = [
    (module, title, text)
    for module, section in SECTIONS.items()
    for title, text in re.findall(r"^### `(\w+)`\n(.*?)(?=^### |\Z)", section, re.DOTALL | re.MULTILINE)
]


def named(text: str) -> set[str]:
    """The names in code of a text: `name`, `name(parameters)` and the first of `name.attribute`."""
    return {match[1] for span in re.findall(r"`([^`]+)`", text) if (match := re.match(r"(\w+)(?:$|\(|\.)", span))}


def public(module: ModuleType) -> Iterator[str]:
    """The names a module defines."""
    if module.__name__ in PACKAGES or hasattr(module, "__all__"):
        yield from module.__all__
        return
    for name, value in vars(module).items():
        home = getattr(value, "__module__", None)
        if not name.startswith("_") and (inspect.isclass(value) or inspect.isroutine(value)) and home == module.__name__:
            yield name


def members(kind: Any) -> Iterator[str]:
    """The public methods, properties and fields of a class."""
    yield from (name for name in vars(kind) if not name.startswith("_"))
    yield from (name for name in getattr(kind, "__annotations__", {}) if not name.startswith("_"))


def test_every_module_that_documents_ever_showed_has_a_section() -> None:
    shown = {line.split()[0] for line in SAVED.read_text(encoding="utf-8").splitlines() if not line.startswith("python")}
    shown = {name for name in shown if not re.match(r"tableronde\.(room|games)\b", name)} - {"tableronde.research"}
    assert {name for name in MOVED if f"`{name}`" not in PAGE} == set()
    assert shown - MOVED - set(SECTIONS) == set()


@pytest.mark.parametrize("name", SECTIONS)
def test_every_public_name_of_a_module_is_named(name: str) -> None:
    assert set(public(import_module(name))) - named(SECTIONS[name]) == set()


@pytest.mark.parametrize("name", SECTIONS)
def test_the_first_column_names_nothing_that_is_not_there(name: str) -> None:
    module, classes = import_module(name), {title for where, title, _ in CLASSES if where == name}
    table = SECTIONS[name].partition("\n### ")[0]
    table += "".join(text for text in SECTIONS[name].split("\n### ")[1:] if text.startswith("`") and "| name |" in text)
    rows = [
        line.split(" | ")[0]
        for block in re.findall(r"\| name \| meaning \|\n(.*?)(?:\n\n|\Z)", table, re.DOTALL)
        for line in block.splitlines()
    ]
    assert [each for each in named(" ".join(rows)) | classes if not hasattr(module, each)] == []


@pytest.mark.parametrize(("module", "name", "text"), CLASSES, ids=[f"{module}.{name}" for module, name, _ in CLASSES])
def test_every_member_of_a_class_with_a_section_is_named_and_no_other(module: str, name: str, text: str) -> None:
    kind = getattr(import_module(module), name)
    there = set(members(kind))
    if name != "Tree":  # compiled, and most of its attributes are the tree itself
        assert there - named(text) == set()
    source = (ROOT / "src" / f"{module.replace('.', '/')}.py") if module in COMPILED else None
    there |= set(re.findall(r"self\.([a-z]\w*)", source.read_text(encoding="utf-8"))) if source else set()
    first = [line.split(" | ")[0] for line in text.partition("| name |")[0].splitlines() if line.startswith("| `")]
    assert [each for each in named(" ".join(first)) if each not in there] == []
