"""`tableronde new`: each starting game is sound at once, bad names are refused, and nothing is overwritten."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tableronde.cli import main
from tableronde.learn.puzzle_maker import drafts, proved
from tableronde.shelf import Shelf
from tableronde.starters.new_game import KINDS, check_name, contents

NAME = "night-market"


@pytest.fixture(scope="module", params=KINDS)
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new project of each kind."""
    folder = tmp_path_factory.mktemp("new") / NAME
    assert main(["new", NAME, str(folder), "--kind", request.param]) == 0
    return folder


def run(project: Path, *command: str) -> str:
    """Run a module of Python in a project and return what it prints; it must succeed."""
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run([sys.executable, "-m", *command], cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_passes_the_check_and_shows_every_clause(project: Path) -> None:
    told = run(project, "tableronde", "check", ".", "--games", "1")
    assert re.search(r"night-market: [1-3] games, .*: no fault", told)
    assert "clauses not shown by any figure or lesson: none" in told
    assert "advice" not in told


def test_its_own_tests_pass_with_every_promise_beside_them(project: Path) -> None:
    told = run(project, "pytest", "-p", "tableronde.testing.plugin", "-p", "no:cacheprovider", "--tableronde-games=1", "-rp")
    assert "PASSED tests/test_night_market.py::test_r1_" in told
    assert "PASSED night-market::lessons_can_be_completed" in told
    assert "PASSED night-market::3 players::secrets_are_kept" in told or "PASSED night-market::2 players::secrets_are_kept" in told


def test_there_is_a_test_for_each_clause(project: Path) -> None:
    tests = (project / "tests" / "test_night_market.py").read_text(encoding="utf-8")
    page = (project / "night_market" / "rules.en.md").read_text(encoding="utf-8")
    clauses = set(re.findall(r"\*\*(R\d)\*\*", page))
    assert clauses
    assert {f"R{number}" for line in re.findall(r"def (test_r\w+)", tests) for number in re.findall(r"(?<=r)\d", line)} == clauses
    assert clauses <= set(re.findall(r"R\d", (project / "night_market" / "rules.py").read_text(encoding="utf-8")))


def test_it_is_clean_and_strictly_typed(project: Path) -> None:
    run(project, "ruff", "check", "--no-cache", ".")
    run(project, "ruff", "format", "--no-cache", "--check", ".")
    assert "Success" in run(project, "mypy", "--cache-dir", os.devnull)


def test_its_name_is_everywhere(project: Path) -> None:
    files = [path for path in project.rglob("*") if path.is_file() and path.suffix in (".py", ".md", ".toml", ".yml", "")]
    shown = [path for path in files if not re.search(r"cache|CACHEDIR", str(path.relative_to(project)))]
    texts = {path: path.read_text(encoding="utf-8") for path in shown}
    assert not [path for path, text in texts.items() if re.search(r"your.?game|votre jeu|\bYEAR\b", text, re.IGNORECASE)]
    assert "class NightMarket(" in texts[project / "night_market" / "rules.py"]
    assert texts[project / "night_market" / "rules.en.md"].startswith("# Night market\n")


def test_the_board_has_puzzles(tmp_path: Path) -> None:
    main(["new", NAME, str(tmp_path / NAME)])
    box = Shelf({}).find(str(tmp_path / NAME))
    assert any(proved(box, draft) for game in range(4) for draft in drafts(box, 0, game))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Night", "small letters"),
        ("night market", "small letters"),
        ("-x", "small letters"),
        ("a--b", "small letters"),
        ("9lives", "begins with a letter"),
        ("été", "small letters"),
        ("../up", "small letters"),
        ("x" * 41, "at most 40"),
        ("random", "a word or a module of Python"),
        ("class", "a word or a module of Python"),
        ("tests", "a folder or package"),
        ("tableronde", "a folder or package"),
        ("four-circles", "there is a game 'four-circles' already"),
    ],
)
def test_a_bad_name_is_refused_in_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        check_name(name, frozenset(Shelf.installed()))


def test_a_bad_name_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Night", str(tmp_path / "here")]) == 2
    assert "small letters" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    for place in (tmp_path, tmp_path / "notes.txt"):
        assert main(["new", NAME, str(place)]) == 2
        assert "nothing was written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    (tmp_path / "empty").mkdir()
    assert main(["new", NAME, str(tmp_path / "empty")]) == 0


def test_a_failure_on_the_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("shutil.move", fail)
    assert main(["new", NAME, str(tmp_path / NAME)]) == 2
    assert list(tmp_path.iterdir()) == []


def test_the_three_have_different_mechanics() -> None:
    rules = {kind: contents(NAME, kind)["night_market/rules.py"] for kind in KINDS}
    assert "def imagine(" in rules["cards"]
    assert "def hear(" in rules["cards"]
    assert "CHANCE: [" in rules["dice"]
    assert "option(" in rules["board"]
