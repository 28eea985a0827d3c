"""The pytest plugin: each promise of a game is a test, and a broken one is shown with its fix and a small game."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.helpers import OUTSIDE

FLAWED = """
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from tableronde.box import Box
from tableronde.text import Text
spec = spec_from_file_location("plain_pebbles", {pebbles!r})
plain = module_from_spec(spec)
import sys; sys.modules["plain_pebbles"] = plain
spec.loader.exec_module(plain)

class Flawed(plain.Pebbles):
    slug = "flawed"
    def facts(self, view):
        return {{**super().facts(view), **({{"scores": [1]}} if view.pebbles <= 6 else {{}})}}

BOX = Box(rules=Flawed, title=Text("Galets", "Pebbles"), draw=plain.draw, tell=plain.tell, label=plain.label, reasons=plain.REASONS)
"""
PEBBLES = Path(__file__).parents[2] / "docs" / "examples" / "pebbles.py"


def run_pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder with the plugin, installed or not, and no other."""
    command = [sys.executable, "-m", "pytest", "-p", "tableronde.testing.plugin", "-p", "no:cacheprovider", *arguments]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return what pytest prints on a game whose facts are wrong once there are few pebbles."""
    folder = tmp_path_factory.mktemp("flawed")
    (folder / "flawed.py").write_text(FLAWED.format(pebbles=str(PEBBLES)), encoding="utf-8")
    done = run_pytest(folder, "--tableronde", "flawed.py", "--tableronde-games", "1", "-k", "2 and (facts or refusals) or pages")
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_each_check_is_a_test_and_can_be_selected(told: str) -> None:
    assert "FAILED flawed::2 players::facts_are_json" in told, told
    assert re.search(r"1 failed, \d+ passed, \d+ deselected", told)


def test_a_fault_is_shown_with_its_promise_and_its_fix(told: str) -> None:
    assert "the scores in the facts must be a list with a number for each seat: [1]" in told
    assert "promise: Every viewer's facts are JSON" in told
    assert "fix: Return one number for each seat, or no `scores`." in told


def test_the_smallest_game_that_shows_it_is_code_to_paste(told: str) -> None:
    sizes = re.findall(r"smallest game that shows it \((\d+) of (\d+) events\)", told)
    games = [(int(pebbles), re.findall(r"take (\d)", call)) for call, pebbles in re.findall(r"(position\(BOX.*'pebbles': (\d+).*)", told)]
    assert sizes
    for (small, whole), (setup, actions) in zip(sizes, games, strict=True):  # a game may show the fault in two ways
        assert int(small) == len(actions) <= int(whole)
        left = setup - sum(map(int, actions))
        assert left <= 6, "the last action makes it fail"
        assert left + int(actions[-1]) > 6, "and without it there is no fault"


def test_a_game_without_fault_passes_beside_the_tests_of_its_author(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text("def test_own():\n    assert True\n", encoding="utf-8")
    done = run_pytest(tmp_path, f"--tableronde={OUTSIDE / 'ford'}", "--tableronde-games", "1", "-rp")
    assert done.returncode == 0, done.stdout
    assert "PASSED test_own.py::test_own" in done.stdout
    assert re.search(r"^PASSED ford::lessons_can_be_completed", done.stdout, re.MULTILINE)
    assert re.search(r"^PASSED ford::2 players::refusals_are_clear", done.stdout, re.MULTILINE)
    assert re.search(r"^PASSED ford::2 players, long::games_are_the_same_elsewhere", done.stdout, re.MULTILINE)


def test_a_game_that_cannot_be_loaded_is_a_usage_error_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "torn.py").write_text("x = 1\ny = \n", encoding="utf-8")
    done = run_pytest(tmp_path, "--tableronde", "torn.py")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert re.search(r"--tableronde torn.py: .*torn.py:2: SyntaxError", done.stderr)
