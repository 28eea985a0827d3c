"""The command line, as a user types it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.helpers import SHELF, played, typed
from tableronde.cli import main
from tableronde.cli.arguments import language
from tableronde.shelf import find
from tableronde.table import Table

PEBBLES = str(Path(__file__).parents[2] / "docs" / "examples" / "pebbles.py")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(played(Table(find("four-circles"), 2), "2,1 3,3").record().text())
    return path


def test_games_lists_the_shelf(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    assert all(slug in shown for slug in SHELF)
    assert "option max_plies (int): House rule: a draw after this many moves" in shown
    assert "option first (0 for White, 1 for Red): Who begins?" in shown
    assert "bots: random, greedy, search" in shown


def test_play_saves_and_resumes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    typed(monkeypatch, "2,1")
    assert main(["play", "four-circles", "--bot", "random", "--lang", "fr", "--option", "max_plies=50"]) == 0
    kept = tmp_path / "tableronde" / "four-circles.json"
    assert f"tableronde play four-circles --resume {kept}" in capsys.readouterr().out
    assert json.loads(kept.read_text())["options"]["max_plies"] == 50
    typed(monkeypatch, "undo", "quit")
    assert main(["play", "--resume", str(kept), "--bot", "random", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "or after 50 moves" in shown
    assert "Your turn: place a pawn (6 left)." in shown


def test_play_asks_which_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "0", "x", "1", "quit")
    assert main(["play", "--lang", "fr"]) == 0
    assert "1  Quatre Cercles" in capsys.readouterr().out


def test_a_game_of_your_own_can_be_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "quit")
    assert main(["play", PEBBLES, "--lang", "en"]) == 0
    assert "Pebbles left" in capsys.readouterr().out


def test_replay_prints_the_log_and_writes_the_picture(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--lang", "en", "--svg", str(tmp_path / "x.svg")]) == 0
    assert "2  Red puts a pawn on I9." in capsys.readouterr().out
    assert (tmp_path / "x.svg").read_text().startswith("<svg")
    assert main(["replay", str(record), "--at", "1", "--lang", "fr"]) == 0
    assert "Rouge pose" not in capsys.readouterr().out


def test_check_passes_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", PEBBLES, "--games", "1"]) == 0
    assert "no fault" in capsys.readouterr().out
    planted = Path(PEBBLES).read_text().replace("for n in range(1, most + 1)", "for n in range(most, 0, -1)")
    broken = tmp_path / "broken_pebbles.py"
    broken.write_text(planted)
    assert main(["check", str(broken), "--games", "1", "--records", str(tmp_path / "shown")]) == 1
    shown = capsys.readouterr().out
    assert "actions_are_canonical (" in shown
    assert "times): actions are not sorted, or one is listed twice: those of 0 [pebbles, 2 players," in shown
    assert shown.endswith("closely: 2 faults\n")
    found = sorted((tmp_path / "shown").iterdir())
    assert [path.name for path in found] == ["1-actions_are_canonical.json", "2-touch_tree_is_legal_actions.json"]
    assert main(["replay", str(found[0]), "--game", PEBBLES]) == 0
    assert main(["check", str(broken), "--games", "1", "--first"]) == 1
    assert capsys.readouterr().out.endswith("closely: 1 fault\n")


def test_arena_reports_shares_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "four-circles", "greedy", "random", "--games", "4", "--option", "max_plies=60"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("4 games")
    assert "of the wins  (95 %:" in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "four-circles", "--players", "3"], "for 2 players, not 3"),
        (["play", "four-circles", "--option", "speed=1"], "no option 'speed'"),
        (["play", "four-circles", "--option", "max_plies=x"], "option max_plies must be"),
        (["play", "four-circles", "--variant", "wild"], "no variant 'wild'"),
        (["play", "four-circles", "--bot", "genius"], "no bot 'genius'"),
        (["play", "four-circles", "--seat", "3"], "there is no seat 3 at this table: its seats are 1 to 2"),
        (["play", "--resume", "/nowhere/x.json"], "/nowhere/x.json: No such file"),
        (["replay", __file__], "the record is not JSON"),
        (["arena", "four-circles", "greedy"], "for 2 players, not 1"),
        (["check", "json"], "has no BOX"),
        (["four-circles", "press"], "has these commands: none"),
    ],
)
def test_mistakes_get_a_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "expected"),
    [({"LANG": "fr_FR.UTF-8"}, "fr"), ({"LANG": "de_DE"}, "en"), ({}, "en"), ({"LC_ALL": "en_US", "LANG": "fr_FR"}, "en")],
)
def test_the_language_is_that_of_the_locale(environment: dict[str, str], expected: Any) -> None:
    assert language(environment) == expected


def test_it_starts_as_a_program() -> None:
    run = subprocess.run([sys.executable, "-m", "tableronde", "--version"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("tableronde ")


def test_arena_round_robin_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "arena",
        "four-circles",
        "greedy",
        "random",
        "random",
        "--players",
        "2",
        "--games",
        "2",
        "--option",
        "max_plies=40",
        "--json",
    ]
    assert main(arguments) == 0
    result = json.loads(capsys.readouterr().out)
    assert len(result["matches"]) == 3
    assert result["matches"][0]["games"] == 2
    assert set(result["ratings"]) == {"greedy", "random"}


def test_review_lists_the_mistakes(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), "--bot", "greedy", "--lang", "en"]) == 0
    assert "No serious mistakes" in capsys.readouterr().out


def test_a_saved_game_is_not_overwritten_but_by_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "tableronde"
    arguments = ["play", "four-circles", "--bot", "random", "--lang", "en", "--no-colour", "--seed", "1"]
    for action in ("0,0", "1,1"):
        typed(monkeypatch, action)
        assert main(arguments) == 0
    first = (folder / "four-circles.json").read_text()
    assert json.loads(first)["events"][0] == ["0", "0,0"]
    typed(monkeypatch, "3,3")
    assert main([*arguments, "--resume", str(folder / "four-circles-2.json")]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["four-circles-2.json", "four-circles.json"]
    second = json.loads((folder / "four-circles-2.json").read_text())["events"]
    assert second[0] == ["0", "1,1"]
    assert len(second) == 4
    assert (folder / "four-circles.json").read_text() == first


def test_a_person_takes_any_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The booklet of Karta Doppio lets the youngest choose a colour; at seat 2 it is Blue, and the bot begins."""

    def leave(*_: object) -> str:
        raise EOFError

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("builtins.input", leave)
    assert main(["play", "karta-doppio", "--seat", "2", "--bot", "random", "--seed", "1"]) == 0
    [saved] = tmp_path.rglob("*.json")
    assert [actor for actor, _ in json.loads(saved.read_text(encoding="utf-8"))["events"]] == ["0"]
