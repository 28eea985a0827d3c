"""Nothing grows beyond what a newcomer can take in: classes, functions, folders; and a module's name says one thing."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "tableronde"
MODULES = sorted(SOURCE.rglob("*.py"))
MAX_CLASS_LINES = 300
MAX_METHODS = 30
MAX_FUNCTION_LINES = 60
MAX_ENTRIES = 18

# One algorithm each on flat arrays of numbers; mypyc calls a method of the same class at once, and others through a table.
ALGORITHMS = {
    "bots/tree.py:Tree",
    "games/cirkis/bots/judgement.py:LearnedKernel",
    "games/cirkis/kernel.py:CirkisKernel",
    "games/four_circles/kernel.py:FourCirclesKernel",
    "games/karta_doppio/kernel.py:KartaKernel",
}
MANY = 30  # in folders that are a list: a file for each command, page or style
LISTS = {"cli", "client/css", "client/pages", "room/web/pages"}
FULL = {  # the folder authors import from, and folders in which most names are given: of the parts of a game, of a page's files
    ".": 40,
    "client": 22,
    **{f"games/{path.name}": 24 for path in (SOURCE / "games").iterdir() if path.is_dir()},
}
# What a folder does to the thing of that name: its command, its check, its tables in PostgreSQL, its exercise.
ABOUT = ("cli", "conformance", "games", "starters", "room/store/postgres", "room/exercises", "play/terminal")
SEVERAL = {"__init__", "__main__", "command"}  # one for each part that has one
DOCUMENTED = {"arena", "text"}  # tableronde.arena is a line that leads to play; text and research.text are imported by strangers


def parsed() -> Iterator[tuple[str, ast.Module]]:
    for path in MODULES:
        yield str(path.relative_to(SOURCE)), ast.parse(path.read_text(encoding="utf-8"))


def is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def test_classes_are_short_but_for_single_algorithms() -> None:
    long = set()
    for module, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                lines, methods = int(node.end_lineno or 0) - node.lineno + 1, sum(map(is_function, node.body))
                if lines > MAX_CLASS_LINES or methods > MAX_METHODS:
                    long.add(f"{module}:{node.name}")
    assert long == ALGORITHMS


def test_functions_are_short() -> None:
    for module, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert int(node.end_lineno or 0) - node.lineno < MAX_FUNCTION_LINES, f"{module}:{node.name}"


FOLDERS = sorted(str(path.relative_to(SOURCE)) for path in (SOURCE, *SOURCE.rglob("*")) if path.is_dir() and path.name != "__pycache__")


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_holds_about_a_dozen_entries(folder: str) -> None:
    entries = {path.name for path in (SOURCE / folder).iterdir() if path.suffix not in (".so", ".pyc") and path.name != "__pycache__"}
    assert len(entries) <= FULL.get(folder, MANY if folder in LISTS else MAX_ENTRIES), sorted(entries)


def test_no_two_modules_have_the_same_name() -> None:
    places = defaultdict(list)
    for path in MODULES:
        place = path.relative_to(SOURCE).parent.as_posix()
        if path.stem not in SEVERAL | DOCUMENTED and not any(place == folder or place.startswith(f"{folder}/") for folder in ABOUT):
            places[path.stem].append(place)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
