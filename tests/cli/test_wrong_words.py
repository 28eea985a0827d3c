"""Wrong arguments on the command line: values, files and folders of every wrong kind get a sentence, never a traceback."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from support.helpers import played
from tableronde.cli import COMMANDS, main
from tableronde.shelf import find
from tableronde.table import Table

NUMBERS = ("", "x", "-1", "99.5.1", "1e400", "nan", "-inf", "9" * 40, "½", "0x10", "１２")
WORDS = ("", "nothing", "no-such-thing", "../..", "a.b.c", ":", "json:dumps", "\x00", "é", "*", "x" * 5000, "--", "-")


@pytest.fixture
def things(tmp_path: Path) -> dict[str, str]:
    """Make files and folders, none of which is valid."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "junk.bin").write_bytes(bytes(range(256)))
    (tmp_path / "empty").write_text("")
    (tmp_path / "list.json").write_text("[1, 2]")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "no_box.py").write_text("x = 1\n")
    (tmp_path / "fails.py").write_text("1 / 0\n")
    (tmp_path / "odd.py").write_text("BOX = 3\n")
    (tmp_path / "leaves.py").write_text("raise SystemExit\n")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    record = played(Table(find("four-circles"), 2), "2,1 3,3").record()
    (tmp_path / "game.json").write_text(record.text())
    (tmp_path / "other.json").write_text(record.text().replace("four-circles", "no_box.py"))
    (tmp_path / "illegal.json").write_text(record.text().replace("3,3", "9,9"))
    return {path.name: str(path) for path in tmp_path.iterdir()}


def status(*arguments: str) -> Any:
    """Run the command and return its exit status; exceptions other than argparse's fail the test."""
    try:
        return main(list(arguments))
    except SystemExit as left:
        return left.code


WHAT_PLAY_TAKES = ["--players", "--people", "--seconds", "--option max_plies=", "--option", "--variant", "--bot", "--lang", "--seed"]
WHAT_AN_ARENA_TAKES = ["--players", "--games", "--processes", "--seconds", "--seed", "--option"]


def is_sentence(shown: str) -> bool:
    """Return whether the output is one sentence, perhaps after argparse's usage."""
    *_, last = shown.strip().splitlines()
    return "Traceback" not in shown and last.startswith("tableronde")


@pytest.fixture(autouse=True)
def nobody_at_the_keyboard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def read(prompt: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


GAMES = (
    "play",
    "check",
    "games",
    "arena",
    "bench kernel",
    "engine --game",
    "games --game",
    "play --game",
    "serve --port 0 --no-browser --game",
)


@pytest.mark.parametrize("command", GAMES)
def test_not_a_game(command: str, things: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for name in (*WORDS, *things.values()):
        if (command, name) in (("play", ""), ("games", "--")):
            continue  # an empty value is not an error here
        rest = ["greedy", "random"] if command == "arena" else []
        assert status(*command.split(), name, *rest) == 2, (command, name[:50])
        assert is_sentence(capsys.readouterr().err), (command, name[:50])


@pytest.mark.parametrize("command", ["replay", "review", "play --resume"])
def test_not_a_record(command: str, things: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for name in (*WORDS, *(path for name, path in things.items() if name != "game.json")):
        assert status(*command.split(), name) == 2, (command, name[:50])
        assert is_sentence(capsys.readouterr().err), (command, name[:50])


@pytest.mark.parametrize(
    ("command", "option"),
    [
        *product(["play four-circles"], WHAT_PLAY_TAKES),
        *product(["check four-circles"], ["--players", "--games", "--seed", "--option", "--variant"]),
        *product(["arena four-circles random random --games 1"], WHAT_AN_ARENA_TAKES),
        *product(["bench kernel four-circles"], ["--players", "--seconds", "--seed"]),
        *product(["serve --no-browser --game nothing"], ["--port", "--workers", "--keep", "--limit", "--host", "--data"]),
    ],
)
def test_not_a_number(command: str, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    for number in NUMBERS:
        words = option.split()
        given = [*words[:-1], words[-1] + number] if option.endswith("=") else [*words, number]
        if (option, number) not in (("--variant", ""), ("--option max_plies=", "9" * 40)):  # no variant, and no limit of moves
            assert status(*command.split(), *given) == 2, (command, given)
            assert is_sentence(capsys.readouterr().err), (command, given)


@pytest.mark.parametrize("option", ["--at", "--svg", "--lang", "--theme"])
def test_replay_with_wrong_options(option: str, things: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for value in (
        (*NUMBERS, things["folder"], "/nowhere/at/all.svg") if option != "--svg" else (things["folder"], "/nowhere/at/all.svg", "\x00", "")
    ):
        code = status("replay", things["game.json"], option, value)
        shown = capsys.readouterr()
        assert code in (0, 2)
        assert code == 0 or is_sentence(shown.err)


@pytest.mark.parametrize("option", ["--seat", "--seconds", "--bot"])
def test_review_with_wrong_options(option: str, things: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for value in NUMBERS[option == "--bot" :]:  # an empty name stands for the game's default
        assert status("review", things["game.json"], "--bot", "random", option, value) == 2, value
        assert is_sentence(capsys.readouterr().err), value


@pytest.mark.parametrize("data", ["junk.bin", "link", "folder"])
def test_a_room_without_a_data_folder(data: str, things: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    if data == "folder":
        (Path(things["folder"]) / "room.sqlite").write_bytes(b"this is no database" * 100)
    assert status("serve", "--no-browser", "--port", "0", "--data", things[data]) == 3
    assert is_sentence(capsys.readouterr().err)


@pytest.mark.parametrize(
    "words", [(), ("fly",), ("--fly",), ("four-circles",), ("four-circles", "fly"), ("bench",), ("bench", "x"), ("",), ("\x00", "x")]
)
def test_not_a_command(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert status(*words) == 2
    assert is_sentence(capsys.readouterr().err)


def test_every_command_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        assert status(command, "--help") == 0
        assert f"tableronde {command}" in capsys.readouterr().out
