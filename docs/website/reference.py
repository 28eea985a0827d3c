"""The page on the Python API as data: its modules, the public names it lists, and the examples of each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from website.sources import ROOT, Described, describe, describe_module

PAGE: Final = ROOT / "docs" / "reference" / "python-api.md"
EXAMPLES: Final = ROOT / "docs" / "reference" / "examples"
NAME: Final = re.compile(r"`(\w+)(?:`|\(|\.)")


@dataclass(frozen=True)
class Entry:
    """A public name as its page shows it."""

    described: Described
    meaning: str  # what the table says
    meanings: dict[str, str]  # and of its members

    @property
    def name(self) -> str:
        return self.described.name


@dataclass(frozen=True)
class Section:
    """A module, the text the page begins with, its names in their order, and its examples."""

    module: str
    intro: str
    entries: tuple[Entry, ...]
    unknown: tuple[str, ...]  # names that the sources do not have
    examples: tuple[str, ...]

    def examples_of(self, name: str) -> list[str]:
        """Return the examples that use a name."""
        return [each for each in self.examples if re.search(rf"(?<![\w.'\"]){name}\b|\.{name}\b", each)]


def page_text() -> str:
    return PAGE.read_text(encoding="utf-8")


@cache
def sections() -> tuple[Section, ...]:
    """Return all modules of the page."""
    found = re.findall(r"^## `([\w.]+)`\n(.*?)(?=^## |\Z)", page_text(), re.DOTALL | re.MULTILINE)
    return tuple(_section(module, text) for module, text in found)


def _section(module: str, text: str) -> Section:
    top, classes = _split(text)
    meanings = dict(_rows(top)) | dict.fromkeys(classes, "")
    for name in NAME.findall(_prose(top)):
        meanings.setdefault(name, "")
    described = {name: describe(module, name) for name in meanings}
    listed = {name for name, _ in _rows(top)} | set(classes)
    entries = [Entry(each, meanings[name], dict(_rows(classes.get(name, "")))) for name, each in described.items() if each]
    unknown = tuple(name for name in listed if not described[name])
    return Section(module, describe_module(module), tuple(entries), unknown, examples_of(module))


def _split(text: str) -> tuple[str, dict[str, str]]:
    """Split a section into its own text and that of its classes; a table of names below a class belongs to the module."""
    top, *parts = re.split(r"^### ", text, flags=re.MULTILINE)
    classes: dict[str, str] = {}
    for part in parts:
        title, _, rest = part.partition("\n")
        own, sign, names = rest.partition("| name | meaning |")
        classes[title.strip("`")] = own
        top += sign + names
    return top, classes


def _rows(text: str) -> Iterator[tuple[str, str]]:
    """Yield each name in the first column of a table with its meaning."""
    for line in text.splitlines():
        if line.startswith("| `"):
            names, meaning = line.strip("| ").split(" | ", 1)
            yield from ((name, meaning) for name in NAME.findall(names))


def _prose(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("|"))


def examples_path(module: str) -> Path:
    """Return the file of a module's examples."""
    return EXAMPLES / f"{module.removeprefix('tableronde.')}.md"


def examples_of(module: str) -> tuple[str, ...]:
    """Return the examples of a module: the blocks of Python in its file."""
    path = examples_path(module)
    return tuple(re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)) if path.exists() else ()
