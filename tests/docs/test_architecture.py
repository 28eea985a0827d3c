"""The architecture page is up to date: its lists match the source tree, and every file it names exists."""

import ast
import re
from pathlib import Path

import pytest

from test_imports import FLOORS

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "tableronde"
PAGE = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
ONE_LINE = {"arena", "conform", "nets"}


def section(title: str) -> str:
    """Return the text of a section of the page."""
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def rows(text: str, column: int) -> list[str]:
    """Return the code in one column of the tables in a text."""
    cells = [line.split("|")[column + 1] for line in text.splitlines() if line.startswith("| ") and not line.startswith("|--")]
    return [name.rstrip("/") for cell in cells for name in re.findall(r"`([\w./]+)`", cell)]


def folders(path: Path) -> set[str]:
    return {each.name for each in path.iterdir() if each.is_dir() and each.name != "__pycache__"}


def test_every_folder_of_the_package_is_listed_and_no_other() -> None:
    _, table = section("The parts").split("| folder | subject |")
    assert set(rows(table, 0)) == folders(SOURCE)


def test_every_module_of_the_root_is_listed_and_no_other() -> None:
    [line] = [text for text in PAGE.split("\n\n") if text.startswith("At the root: ")]
    line = re.split(r"\.\s", line)[0]
    modules = {path.stem for path in SOURCE.glob("*.py")} - {"__init__", "__main__"} - ONE_LINE
    assert set(re.findall(r"`(\w+)`", line)) == modules
    for name in ONE_LINE:
        body = ast.parse((SOURCE / f"{name}.py").read_text(encoding="utf-8")).body
        assert len(body) == 2, f"{name} is a docstring and one import"


def test_every_folder_of_the_room_stands_on_its_floor() -> None:
    listed = dict(zip(rows(section("The room"), 1), floors(section("The room")), strict=True))
    assert set(listed) == folders(SOURCE / "room") | {"room.py"}
    for name, floor in listed.items():
        stem = name.removesuffix(".py")
        assert floor == ("ground" if stem not in FLOORS else str(FLOORS.index(stem) + 1)), name


def floors(text: str) -> list[str]:
    """Return the first column of the room's table."""
    return [line.split("|")[1].strip() for line in text.splitlines() if re.match(r"\| (ground|\d)", line)]


def test_every_folder_of_the_client_is_listed_and_no_other() -> None:
    [text] = [text for text in PAGE.split("\n\n") if text.startswith("The client has the folders")]
    assert set(re.findall(r"`(\w+)`", re.split(r"\.\s", text)[0])) == folders(SOURCE / "client")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w/]+\.(?:py|js|ts))`", PAGE.replace(".d.ts", ".d_ts")))))
def test_files_named_are_there(name: str) -> None:
    assert (SOURCE / name).is_file() or (ROOT / name).is_file() or (SOURCE / "room" / name).is_file()


def test_threads_named_are_there() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "room").rglob("*.py"))
    for name in rows(section("Threads and processes"), 0):
        assert f'"{name}"' in sources, name


def test_lines_are_short() -> None:
    assert [line for line in PAGE.splitlines() if len(line) > 100 and not line.startswith("|")] == []
