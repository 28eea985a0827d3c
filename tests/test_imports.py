"""Imports go one way, games are named in one place, and the core needs only the standard library."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.helpers import SHELF

SOURCE = Path(__file__).parent.parent / "src" / "tableronde"
MODULES = sorted(SOURCE.rglob("*.py"))

# Each part and the parts it may import; modules not listed belong to the core.
ALLOWED = {
    "core": {"core"},
    "render": {"core", "render"},
    "bots": {"core", "bots"},
    "games": {"core", "bots", "games"},
    "use": {"core", "render", "bots", "games", "use"},
}
USE = {"play", "learn", "conformance", "testing", "starters", "dev", "printing", "research", "room", "cli", "__main__"}
MOVED = {"arena", "conform"}  # one-line modules that keep documented imports working
LAZY = {("table", "render")}  # a table shows itself in notebooks


# The folders of the room, from the lowest up: each may import those before it, also for types. Modules not listed are below all.
FLOORS = ("tables", "workers", "room", "live", "exercises", "cluster", "web", "__main__")


def part(module: str) -> str:
    """Return the part of the package a module belongs to."""
    first = module.split(".")[0]
    return first if first in ("render", "bots", "games") else "use" if first in USE | MOVED else "core"


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" if node.module == "tableronde" else node.module for alias in node.names)


def own_imports(path: Path) -> Iterator[str]:
    """Yield the modules of this package that a module imports, except for types and for a table's display in notebooks."""
    text = path.read_text(encoding="utf-8")
    typing_only = set(re.findall(r"^if TYPE_CHECKING:\n((?:    .*\n)+)", text, re.MULTILINE))
    lazy = {name for block in typing_only for name in re.findall(r"from tableronde\.([\w.]+)", block)}
    for name in imported(path):
        if name.startswith("tableronde.") and name.removeprefix("tableronde.") not in lazy:
            yield name.removeprefix("tableronde.")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for name in own_imports(path):
        if (module, part(name)) not in LAZY and module != "__init__":
            assert part(name) in ALLOWED[part(module)], f"{module} imports {name}"


@pytest.mark.parametrize(
    "path", [path for path in MODULES if part(".".join(path.relative_to(SOURCE).parts)) in ("core", "render", "bots", "games")]
)
def test_core_bots_and_games_need_no_other_package(path: Path) -> None:
    if path.name.startswith("build_"):
        return  # makes shipped data; never imported
    for name in imported(path):
        assert name.split(".")[0] in {"tableronde", *sys.stdlib_module_names}, name


def test_no_game_imports_another() -> None:
    for path in (SOURCE / "games").rglob("*/*.py"):
        own = path.relative_to(SOURCE / "games").parts[0]
        for name in own_imports(path):
            if name.startswith("games."):
                assert name.split(".")[1] == own, f"{path} imports {name}"


def test_games_are_named_in_one_place() -> None:
    names = [name for slug in SHELF for name in {slug, slug.replace("-", "_")}]
    files = [
        path
        for path in SOURCE.rglob("*")
        if path.suffix in (".py", ".js", ".css", ".html") and "games" not in path.relative_to(SOURCE).parts
    ]
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not [name for name in names if re.search(rf"\b{name}\b", text)], path


def floor(name: str) -> int:
    """Return the level of a module in the room."""
    first = name.split(".")[0]
    return FLOORS.index(first) if first in FLOORS else -1


@pytest.mark.parametrize("path", sorted((SOURCE / "room").rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE / "room")))
def test_the_room_has_walls(path: Path) -> None:
    """No module imports those above it: a table publishes, and others listen."""
    module = ".".join(path.relative_to(SOURCE / "room").with_suffix("").parts)
    for name in imported(path):
        if name.startswith("tableronde.room."):
            other = name.removeprefix("tableronde.room.")
            assert floor(other) <= floor(module), f"{module} knows {other}"


def test_no_two_modules_of_the_room_import_each_other() -> None:
    """Not even for their types."""
    paths = {".".join(path.relative_to(SOURCE.parent).with_suffix("").parts): path for path in (SOURCE / "room").rglob("*.py")}
    knows = {name: set(imported(path)) & set(paths) for name, path in paths.items()}
    assert [(name, other) for name, others in knows.items() for other in others if name in knows[other]] == []
