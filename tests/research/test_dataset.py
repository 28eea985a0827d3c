"""Text for language models, records of self-play, and datasets made from them."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from support.helpers import OUTSIDE, SHELF
from support.rooms import OPEN, Person, bot, serving
from tableronde import __version__
from tableronde.bots.simple import settled
from tableronde.cli import main
from tableronde.play import arena
from tableronde.record import Record
from tableronde.research.dataset import rows
from tableronde.research.text import LISTED, TextBot, prompt, understood
from tableronde.shelf import Shelf, find
from tableronde.spaces import spaces_of
from tableronde.table import Table

ROOT = Path(__file__).parents[2]
PAGE = "".join((ROOT / "docs" / "guides" / f"{name}.md").read_text(encoding="utf-8") for name in ("research", "datasets"))


# Text


def test_the_page_shows_a_prompt_as_it_is() -> None:
    table = Table(find("cirkle-duo"), 2, {}, Table(find("cirkle-duo"), 2, rng=Random(4)).setup)
    [seat] = table.to_act()
    assert isinstance(seat, int)
    table.play(seat, "lift 5")
    [seat] = table.to_act()
    assert isinstance(seat, int)
    shown = prompt(table.box, table.game, table.view(seat), seat, table.heard(seat), table.legal()[seat])
    assert (ROOT / "docs" / "examples" / "prompt.txt").read_text(encoding="utf-8") == f"{shown}\n"
    [beginning] = re.findall(r"```text\n(.*?)\n```", PAGE, re.DOTALL)
    assert shown.startswith(beginning)


@pytest.mark.parametrize("game", [*SHELF, str(OUTSIDE / "ford"), str(OUTSIDE / "mistigri")])
def test_a_player_that_reads_and_writes_can_play_every_game(game: str) -> None:
    """A model that answers with an action of the prompt inside a sentence."""

    class Model(TextBot):
        rules = False

        def ask(self, prompt: str) -> str:
            assert len(prompt) < 9000
            offer = prompt.split("You may", 1)[1].split(": ", 1)[1].splitlines()[0].split("  ")
            closed = [action for action in offer if not action.endswith("*")]
            return f"I think that is best:\n\n`{self.rng.choice(closed)}`." if closed else "kaplan MAISON"

    table = Table(find(game), min(find(game).game_type.players), rng=Random(1))
    players = [Model(table.box, table.game, seat, Random(seat)) for seat in range(table.game.seats)]
    for _ in range(30):
        if table.legal():
            arena.step(table, players, Random(table.plies))
    assert table.plies > 5 or table.outcome


def test_answers_are_read_leniently_but_not_guessed() -> None:
    legal = ["0,0", "10,0", "10,0>11,0", "name *"]
    assert understood("10,0", legal) == "10,0"
    assert understood("My move: 10,0>11,0!", legal) == "10,0>11,0"
    assert understood("  `0,0`  ", legal) == "0,0"
    assert understood("name ANA", legal) == "name ANA"
    with pytest.raises(LookupError, match="there is no legal action in 'pass'"):
        understood("pass", legal)
    with pytest.raises(LookupError):
        understood("110,0", legal)


ANSWERS = {
    'Not lift 12. Final answer: {"move": "lift 3"}': "lift 3",
    '{"action": "lift 12"} is tempting, but:\n{"action": "lift 3"}\nlift 12': "lift 3",
    '```json\n{"action": "lift 3", "why": {"action": "lift 12"}}\n```': "lift 3",
    "{{ so } it is { lift 12?\nFinal answer: **lift 3**": "lift 3",
    '{"why": "a name", "action": "name ANA"}': "name ANA",
    "lift 12 or lift 3": None,
    "I take lift 3 now": None,
    "lift 3\n\nlift 12 would lose.": None,
    '{"action": "lift 4"}\nlift 3': None,
    '{"thought": "lift 3"}': None,
    '{"action": ["lift 3"]}': None,
    "": None,
    "{" * 5000: None,
}


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer[:30])
def test_the_last_object_or_the_last_line_counts_and_nothing_else(answer: str) -> None:
    legal = ["lift 12", "lift 3", "name *"]
    if (action := ANSWERS[answer]) is not None:
        assert understood(answer, legal) == action
        return
    with pytest.raises(LookupError, match="there is no legal action in"):
        understood(answer, legal)


@pytest.mark.parametrize("game", [*SHELF, str(OUTSIDE / "ford"), str(OUTSIDE / "mistigri")])
def test_the_rules_page_is_in_the_prompt_without_figures_and_links(game: str) -> None:
    box = find(game)
    table = Table(box, min(box.game_type.players), rng=Random(1))
    shown = prompt(box, table.game, table.view(0), 0, [], table.legal().get(0, ()), rules=True)
    assert "\nThe rules:\n" in shown
    assert "R1" in shown or "M1" in shown
    assert not re.search(r"\((?:figure|option):", shown)
    bare = prompt(box, table.game, table.view(0), 0, [], table.legal().get(0, ()))
    assert len(bare) < len(shown) < len(bare) + len(box.rulebook("en")) + 50


def test_a_refused_answer_comes_back_with_its_clause() -> None:
    asked = []

    class Stubborn(TextBot):
        def ask(self, prompt: str) -> str:
            asked.append(prompt)
            return '{"action": "9,9"}'

    table = Table(find("four-circles"), 2)
    Stubborn(table.box, table.game, 0, Random(1)).choose(table.view(0), [], table.legal()[0])
    refusal = table.why_not(0, "9,9")
    assert refusal is not None
    assert asked[1] == f"{asked[0]}\n('9,9': {refusal.text.en} [{refusal.clause}])"


def test_a_model_that_never_answers_is_not_waited_for() -> None:
    asked = []

    class Mute(TextBot):
        def ask(self, prompt: str) -> str:
            asked.append(prompt)
            return "…"

    table = Table(find("four-circles"), 2)
    assert Mute(table.box, table.game, 0, Random(1)).choose(table.view(0), [], table.legal()[0]) in table.legal()[0]
    assert len(asked) == 3
    assert "there is no legal action in" in asked[1]


def test_of_many_actions_some_are_listed() -> None:
    table = Table(find("karta-doppio"), 2, rng=Random(1))
    legal = table.legal()[0]
    assert len(legal) > LISTED
    shown = prompt(table.box, table.game, table.view(0), 0, [], legal)
    assert f"every 2th of {len(legal)}" in shown or re.search(r"every \d+th of", shown)


# Records and datasets


def test_self_play_is_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    assert (
        main(
            [
                "arena",
                "four-circles",
                "random",
                "greedy",
                "--games",
                "3",
                "--option",
                "max_plies=30",
                "--records",
                str(file),
                "--processes",
                "2",
            ]
        )
        == 0
    )
    records = [Record.parse(line) for line in file.read_text().splitlines()]
    assert [record.notes["bots"] for record in records] == [["random", "greedy"], ["greedy", "random"], ["random", "greedy"]]
    assert all(Table.replay(find("four-circles"), record).outcome for record in records)


def test_a_dataset_holds_every_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, target = tmp_path / "games.jsonl", tmp_path / "data.parquet"
    lines = []
    for slug in SHELF:
        box = find(slug)
        table = Table(box, min(box.game_type.players), rng=Random(2))
        rng = Random(2)
        while table.legal() and table.plies < 20:
            [actor, *_] = table.to_act()
            table.play(*(arena.roll(table, rng) if actor == "chance" else (actor, rng.choice(settled(table.legal()[actor])))))
        lines.append(json.dumps(table.record().json()))
    games.write_text("\n".join(lines))
    assert main(["research", "dataset", str(games), "--out", str(target)]) == 0
    data = pq.read_table(target).to_pylist()
    assert capsys.readouterr().out == f"{target}: {len(data)} choices\n"
    assert {row["game"] for row in data} == set(SHELF)
    for row in data:
        assert row["number"] in row["legal"]
    assert pq.read_schema(target).metadata[b"format"] == b"tableronde-dataset-1"


def test_values_are_the_results() -> None:
    table = Table(find("four-circles"), 2, {"max_plies": 2})
    table.play(0, "0,0")
    table.play(1, "1,0")
    told = list(rows(table.record(), Shelf.installed()))
    assert [(row["seat"], row["number"], row["value"]) for row in told] == [(0, 0, 0.0), (1, 1, 0.0)]
    assert told[1]["legal"] == list(range(1, 20))
    unfinished = Table(find("four-circles"), 2)
    unfinished.play(0, "0,0")
    assert next(rows(unfinished.record(), Shelf.installed()))["value"] is None


def test_an_open_word_may_have_no_number() -> None:
    table = Table(find("kaplan"), 2, {"no_dice": True}, rng=Random(1))
    [seat] = table.to_act()
    table.play(seat, "kaplan XYZZY")
    [row] = rows(table.record(), Shelf.installed())
    assert row["number"] is None
    assert row["action"] == "kaplan XYZZY"


def test_records_of_outside_games_become_data_too(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    ford = str(OUTSIDE / "ford")
    assert main(["arena", ford, "random", "greedy", "--games", "2", "--records", str(games)]) == 0
    assert main(["research", "dataset", str(games), "--out", str(tmp_path / "x.parquet"), "--game", ford]) == 0
    assert pq.read_table(tmp_path / "x.parquet").num_rows > 10


def test_the_reader_on_the_page_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", "four-circles", "random", "random", "--games", "2", "--option", "max_plies=30", "--records", "games.jsonl"]) == 0
    assert main(["research", "dataset", "games.jsonl"]) == 0
    [reader] = [block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "read_table" in block]
    assert len([line for line in reader.splitlines() if line.strip()]) <= 10
    names: dict[str, Any] = {}
    exec(reader, names)
    spaces = spaces_of(find("four-circles"), find("four-circles").game(2))
    assert names["seen"].shape == (len(names["moves"]), spaces.size)
    assert names["seen"].dtype == np.uint8
    assert set(np.unique(names["values"])) <= {-1.0, 0.0, 1.0}


# Games of a room


def test_a_rooms_games_are_given_only_where_players_agreed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, file = tmp_path / "data", tmp_path / "games.jsonl"
    with serving(data) as server, Person(server.base) as ana:
        two = (bot("random"), bot("random"))
        agreed = ana.open("four-circles", *two, options={"max_plies": 4}, pace="now", research=True)
        silent = ana.open("four-circles", *two, options={"max_plies": 4}, pace="now")
        waiting = ana.open("four-circles", OPEN, OPEN, research=True)
        for table in (agreed, silent):
            with ana.at(table["id"], feed="facts") as line:
                line.until(lambda message: (message.get("table") or {}).get("status") == "over")
        with ana.at(waiting["id"]) as line:
            assert "used for research" in line.until("table")["table"]["house"]
        with ana.at(silent["id"]) as line:
            assert "research" not in line.until("table")["table"]["house"]
        events = ana.web.get(f"{agreed['url']}/record.json").json()["events"]
    assert main(["store", "--data", str(data), "records", str(file)]) == 0
    [record] = [Record.parse(text) for text in file.read_text().splitlines()]
    assert record.json()["events"] == events
    assert len(events) == 4
    assert agreed["id"] not in file.read_text()
    with closing(sqlite3.connect(data / "room.sqlite")) as db, db:
        db.execute("UPDATE docs SET value = '{' WHERE id = ? AND name = 'over'", (silent["id"],))
        db.execute("DELETE FROM docs WHERE id = ? AND name = 'table'", (waiting["id"],))
    assert main(["store", "--data", str(data), "records", str(file)]) == 0  # damaged tables do not prevent the export of others
    assert len(file.read_text().splitlines()) == 1


# The page


def test_the_pages_code_runs(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    blocks = [block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "read_table" not in block]
    assert len(blocks) == 6
    for block in blocks:
        exec(block, {})


def test_the_citation_file_leaves_the_version_to_the_package() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert "\nversion:" not in text
    assert __version__ not in text
    assert "cff-version: 1.2.0" in text
