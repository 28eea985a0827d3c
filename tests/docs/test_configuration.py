"""The page on configuration names every option of the room, limit, environment variable and extra, and no other."""

import ast
import os
import re
import tomllib
from pathlib import Path

import pytest

from compat import current
from tableronde import bots
from tableronde.cli.configuration import SECRETS
from tableronde.room.__main__ import make_parser, read_plan
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


def test_the_file_in_the_page_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("TABLERONDE_")]:
        monkeypatch.delenv(name)
    [text] = re.findall(r"```toml\n(.*?)```", section("Where values come from"), re.DOTALL)
    for secret in ("bus-password", "metrics-token"):
        (tmp_path / secret).write_text("s3cret\n")
    agent = tmp_path / "my_agent.py"
    agent.write_text("class Agent:\n    pass\n")
    (tmp_path / "room.toml").write_text(text.replace("/etc/tableronde", str(tmp_path)))
    invited = dict[str, str]()
    monkeypatch.setattr(bots, "invite", invited.__setitem__)
    plan, reading = read_plan(["--config", str(tmp_path / "room.toml")])
    assert (plan.bus_password, plan.metrics_token, plan.limits.tables_per_guest) == ("s3cret", "s3cret", 20)
    assert (plan.proxies, plan.names, plan.bus_seal, invited) == (["10.77.0.0/24"], ["play.example"], "require", {"mine": f"{agent}:Agent"})
    assert len(reading.origins) == len(tomllib.loads(text)) + 2 + 1  # the secrets themselves, and the file


def test_every_secret_has_its_two_variables() -> None:
    text = section("Where values come from")
    for name in SECRETS:
        assert f"`TABLERONDE_{name.upper()}`" in text
        assert f"`TABLERONDE_{name.upper()}_FILE`" in text
