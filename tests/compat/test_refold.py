"""`tableronde store refold`: no change of the rules alters a stored game, and one that does is noticed.

`records` holds games of all five games from every release, one a line: the record that the release wrote, what was legal before each
event (a digest), and the public facts at the end. A new release adds its own with `python -m compat.write_records`.
"""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from support.helpers import OUTSIDE, SHELF, VECTORS, played
from tableronde.cli import main
from tableronde.shelf import find
from tableronde.table import Table

HERE = Path(__file__).parent
RELEASES = sorted((HERE / "records").glob("*.jsonl"))
STORE = HERE / "f8d6ab2" / "store"


def refold(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    """Run the command; its exit status, and what it says, line by line."""
    status = main(["store", *words])
    return status, capsys.readouterr().out.splitlines()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The store that the room of f8d6ab2 wrote."""
    shutil.copy(STORE / "key", tmp_path / "key")
    db = sqlite3.connect(tmp_path / "room.sqlite")
    db.executescript((STORE / "room.sql").read_text(encoding="utf-8"))
    db.close()
    return tmp_path


def a_record(**changes: Any) -> dict[str, Any]:
    """A short game, with something changed in its record."""
    record = played(Table(find("four-circles"), 2, {}, {}), "4,1 1,2 2,1").record().json()
    del record["digest"]
    return {**record, **changes}


# No stored game is altered


@pytest.mark.parametrize("slug", SHELF)
def test_the_vectors_are_the_same(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    games = len((VECTORS / f"{slug}.jsonl").read_text(encoding="ascii").splitlines())
    assert refold(capsys, "refold", str(VECTORS / f"{slug}.jsonl")) == (
        0,
        [f"{slug}: {games} the same", f"{games} games played again: all the same"],
    )


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
def test_the_games_of_every_release_are_the_same(release: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = refold(capsys, "refold", str(release))
    assert status == 0, "\n".join(lines)
    assert [line.split(":")[0] for line in lines[:-1]] == sorted(SHELF), "each release has games of all five"


def test_a_store_of_f8d6ab2_is_the_same_and_so_is_its_export(old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = refold(capsys, "--data", str(old), "refold")
    assert (status, lines[-1]) == (0, "9 games played again: all the same")
    assert main(["store", "--data", str(old), "export", str(tmp_path / "all")]) == 0
    capsys.readouterr()
    assert refold(capsys, "refold", str(tmp_path / "all")) == (0, lines)


# What is not the same is noticed


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"events": [["0", "4,1"], ["1", "4,1"]]}, "differs at event 2: 1: 4,1 is not legal: "),
        ({"edition": 2}, "cannot be read: the record was made with edition 2 of four-circles; these rules are edition 1"),
        ({"game": "nine-circles"}, "cannot be read: that game is not on the shelf"),
        ({"setup": {"x": 1}}, "cannot be read: the record's game cannot be set up: "),
        ({"players": "two"}, "cannot be read: the record's 'players' must be a whole number"),
    ],
)
def test_what_is_not_the_same_is_told(changes: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(f"{json.dumps(a_record())}\n{json.dumps(a_record(**changes))}\n", encoding="utf-8")
    status, lines = refold(capsys, "refold", str(file))
    assert status == 1
    assert any(line.startswith(f"  records.jsonl, line 2: {said}") for line in lines), lines
    assert lines[-1] == "2 games played again: not all the same"
    assert any(line.startswith("four-circles: 1 the same") for line in lines)


@pytest.mark.parametrize(
    ("step", "change", "said"),
    [
        (1, {"legal": "0" * 16}, "differs at event 2: the legal actions differ"),
        (0, {"full": {"over": True}}, "differs at event 1: the fact 'over' differs"),
        (-1, {"full": {"luck": 7}}, "differs at its end: the fact 'luck' differs"),
    ],
)
def test_steps_tell_more(step: int, change: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = json.loads(next(line for line in RELEASES[0].read_text(encoding="utf-8").splitlines() if '"four-circles"' in line))
    game["steps"][step] |= change
    (tmp_path / "one.json").write_text(json.dumps(game), encoding="utf-8")
    assert refold(capsys, "refold", str(tmp_path / "one.json"))[1][1] == f"  one.json, line 1: {said}"


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("over", {"winners": [0], "at": 1}, "differs at its end: the winners were seat 0, now nobody"),
        ("turn", {"to_act": [1], "ply": 5, "at": 1}, "differs at its end: the table waited for seat 1, now for seat 0"),
    ],
)
def test_a_table_whose_end_or_turn_is_another_differs(
    field: str, value: dict[str, Any], said: str, old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = json.loads((STORE / "expected.json").read_text(encoding="utf-8"))
    table = next(each for each in expected if each["status"] == "playing" and each["game"] == "four-circles")
    db = sqlite3.connect(old / "room.sqlite")
    value = {**value, "ply": table["plies"]} if field == "turn" else value
    [turn] = db.execute("SELECT value FROM docs WHERE id = ? AND name = 'turn'", (table["id"],)).fetchone()
    if field == "turn" and json.loads(turn)["to_act"] == value["to_act"]:
        value["to_act"], said = [0], "differs at its end: the table waited for seat 0, now for seat 1"
    db.execute("INSERT OR REPLACE INTO docs VALUES (?, ?, ?)", (table["id"], field, json.dumps(value)))
    db.commit()
    db.close()
    status, lines = refold(capsys, "--data", str(old), "refold")
    assert status == 1
    assert f"  {table['id']}: {said}" in lines


def test_a_damaged_or_unfinished_export_is_told(old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["store", "--data", str(old), "export", str(tmp_path / "all")]) == 0
    whole = (tmp_path / "all").read_text(encoding="utf-8").splitlines()
    (tmp_path / "part").write_text("\n".join([*whole[:2], whole[2][:-9]]), encoding="utf-8")
    capsys.readouterr()
    status, lines = refold(capsys, "refold", str(tmp_path / "part"))
    assert status == 1
    assert "  part, line 3: cannot be read: this is not a record" in lines
    assert "  part: cannot be read: it should hold 9 tables and an end line" in lines


def test_a_rule_that_changes_without_an_edition_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The Ford's second edition, were it still called the first."""
    box = find(str(OUTSIDE / "editions" / "ford"))
    table = Table(box, 2, {}, {"first": 0})
    played(table, ("e1 e2", "e9 e8", "e2 e3", "e8 e7", "e3 e4", "e7 e6", "e4 e5", "e6 e5"))
    record = {**table.record().json(), "edition": 1}
    del record["digest"]
    (tmp_path / "ford.jsonl").write_text(json.dumps(record), encoding="utf-8")
    status, lines = refold(capsys, "refold", "--game", str(OUTSIDE / "editions" / "ford"), str(tmp_path / "ford.jsonl"))
    assert status == 1
    assert lines[1].startswith("  ford.jsonl, line 1: differs at event 8: 1: e6 e5 is not legal: ")
