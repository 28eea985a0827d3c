"""The page on configuration names every option of the room, limit, environment variable and extra, and no other."""

import ast
import re
import tomllib
from pathlib import Path

from compat import current
from tableronde.room.__main__ import make_parser
from tableronde.room.base.limits import Limits

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "configuration.md").read_text(encoding="utf-8")
OTHERS = {"PGPASSWORD"}  # PostgreSQL's own client reads it


def section(title: str) -> str:
    """The text below a heading."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def cells(title: str) -> list[list[str]]:
    """The rows of the tables of a section that begin with code."""
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in re.findall(r"^\| `.*$", section(title), re.MULTILINE)]


def test_every_option_of_the_room_has_a_row_and_no_other() -> None:
    actions = {action.option_strings[-1]: action for action in make_parser()._actions if action.dest != "help"}
    rows = {match[1]: row for row in cells("Options of the room") if (match := re.match(r"`(--[\w-]+)", row[0]))}
    assert set(rows) == set(actions)
    for name, action in actions.items():
        assert (" " in rows[name][0]) == (action.nargs != 0), f"{name} takes a value or not"
        if isinstance(action.default, int) and not isinstance(action.default, bool):
            assert rows[name][1] == str(action.default), name
        assert ("repeated" in rows[name][2]) == isinstance(action, type(actions["--game"])), name


def test_every_limit_has_one_row_with_its_default_and_no_other() -> None:
    rows = [(row[0].strip("`"), row[1]) for row in cells("Limits")]
    assert sorted(rows) == sorted((name, str(getattr(Limits(), name))) for name in Limits.list_names())


def variables() -> set[str]:
    """Names of environment variables in the package, the build and the notebooks: where code reads one, and by our prefix."""
    found = set(current.environment())
    for path in [*(ROOT / "src").rglob("*.py"), ROOT / "setup.py"]:
        text = path.read_text(encoding="utf-8")
        if "environ" in text:
            words = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
            found |= {word for word in words if re.fullmatch(r"(TABLERONDE|LC|XDG)_[A-Z_]+|LANG|NO_COLOR", word)}
    return found


def test_every_environment_variable_has_a_row_and_no_other() -> None:
    named = {name for row in cells("Environment variables") for name in re.findall(r"`([A-Z_]+)`", row[0])}
    assert named == variables() | OTHERS


def test_every_extra_has_a_row_and_no_other() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {name for row in cells("Extras") for name in re.findall(r"\[(\w+)\]", row[0])}
    assert named == set(project["optional-dependencies"])
