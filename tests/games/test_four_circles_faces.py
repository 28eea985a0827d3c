"""Four Circles as players meet it: the picture, what can be pressed, the words, the rules pages, the conformance kit."""

import re
from typing import Any

import pytest

from games.four_circles import DIAGRAMS, placed, setup, start
from helpers import played
from tableronde import conform
from tableronde.games.four_circles import BOX
from tableronde.games.four_circles.rules import cell
from tableronde.scene import Shape
from tableronde.table import Table
from tableronde.text import LANGUAGES
from tableronde.touch import leaves


def shapes(table: Table, *picked: str) -> dict[str, Shape]:
    [seat] = table.to_act() or (None,)
    assert seat != "chance"
    return {shape.id: shape for shape in table.scene(seat, picked).shapes()}


def test_a_pawn_is_pressed_and_then_where_it_goes() -> None:
    table = start("E6")
    pawn, tile = table.touch(0)["5,0"], table.touch(0)["6,0"]
    assert leaves(pawn) == ["5,0>6,0"]
    assert not isinstance(tile, str)
    assert leaves(tile["5,2"]) == ["6,0>5,2|3,0>5,2", "6,0>5,2|3,2>5,2", "6,0>5,2|4,1>5,2"]


def test_previews_show_the_face_after_the_move() -> None:
    """Q: a jump turns the pawn over, a step does not."""
    pictured = shapes(placed(), "2,2")
    assert "ghost 3,3 rim" in pictured
    assert "ghost 3,2 rim" in pictured
    jumping = shapes(placed(), "1,0")
    assert "ghost 3,2 ring" in jumping


def test_a_lifted_tile_shows_where_it_can_be_entered() -> None:
    table = start("E6")
    pictured = shapes(table, "6,0")
    assert {shape.word for shape in pictured.values() if shape.id.startswith("bare ")} == set(table.touch(0)["6,0"])
    laid = shapes(table, "6,0", "5,2")
    assert {shape.word for shape in laid.values() if "press" in shape.style.split()} == {"3,0", "3,2", "4,1"}
    assert [shape.at for shape in laid.values() if "picked" in shape.style] == [(50.0, 20.0)]


def test_what_cannot_be_pressed_says_why() -> None:
    table = start("E6")
    theirs = next(pawn.cell for pawn in table.state.pawns if pawn.seat == 1)
    assert table.why_not_press(0, [f"{theirs[0]},{theirs[1]}"]).text.en == "That pawn is not yours."
    pinned = next(word for word in ("3,1", "3,3") if cell(word) in table.state.tiles and cell(word) not in table.state.on())
    assert table.why_not_press(0, [pinned]).clause == "R12"
    assert table.why_not_press(0, ["6,0", "6,0"]).clause == "R13"
    assert table.why_not_press(0, ["6,0", "5,2", "3,1"]).clause == "R7"
    assert table.why_not_press(0, ["3,0", "9,9"]).clause == "R8"
    assert table.why_not_press(1, ["3,0"]).text.en == "It is not your turn; the table waits for White."


def test_the_same_pawn_and_tile_keep_their_ids() -> None:
    table = start("E6")
    before = shapes(table)
    after = shapes(played(table, ["6,0>5,2|3,2>5,2"]))
    moved = {id for id in before if id in after and before[id].at != after[id].at}
    assert {id.split("-")[0] for id in moved} == {"pawn", "tile", "shade", "side", "inlay", "grain", "gleam"}
    assert sorted(id for id in moved if id[:4] in ("pawn", "tile") and " " not in id) == ["pawn-0-3", "tile-19"]


def test_a_threat_is_marked_also_where_there_is_no_tile_yet() -> None:
    table = Table(BOX, 2, {"first": 0}, setup(DIAGRAMS["E8c"]))
    assert "danger 5,0" in shapes(table)
    assert any("threatens" in caption.en for caption in table.scene(0).captions)
    assert not any("threatens" in caption.en for caption in placed().scene(0).captions)


def test_the_winning_line_is_drawn_and_said() -> None:
    table = played(start("E8a"), ["3,2>3,0"])
    assert len([id for id in shapes(table) if id.startswith("win ")]) == 3
    assert table.scene().captions[0].named(table.names).fr == "Blanc gagne : quatre cercles alignés."


def test_a_second_occurrence_is_announced() -> None:
    table = played(placed(), "2,0>3,0 2,3>3,3 3,0>2,0 3,3>2,3")
    assert any("third time" in caption.en for caption in table.scene(0).captions)


@pytest.mark.parametrize(
    ("table", "action", "fr", "en"),
    [
        (Table(BOX, 2), "2,1", "Blanc pose un pion en 2,1.", "White puts a pawn on 2,1."),
        (placed(), "2,0>3,0", "Blanc avance de 2,0 à 3,0.", "White steps from 2,0 to 3,0."),
        (placed(), "1,0>3,2", "Blanc saute de 1,0 à 3,2 et montre un cercle.", "White jumps from 1,0 to 3,2 and shows a circle."),
        (
            start("E6"),
            "6,0>5,1|5,0>5,1",
            "Blanc déplace la case 6,0 en 5,1, puis avance de 5,0 à 5,1.",
            "White moves the tile 6,0 to 5,1, then steps from 5,0 to 5,1.",
        ),
        (start("E9a"), "pass", "Blanc ne peut rien jouer et passe.", "White cannot move and passes."),
    ],
)
def test_the_log_is_in_words(table: Table, action: str, fr: str, en: str) -> None:
    [text] = played(table, [action]).tale(since=table.plies - 1)
    assert (text.named(table.names).fr, text.named(table.names).en) == (fr, en)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_clause(language: Any) -> None:
    clauses = re.findall(r"\*\*(R\d+)\*\*", BOX.rulebook(language))
    assert clauses == [f"R{i}" for i in range(1, 21)]
    rulings = set(re.findall(r"Q\d+", BOX.rulebook(language)))
    assert rulings >= {f"Q{i}" for i in range(1, 20)}


def test_the_game_keeps_every_promise() -> None:
    report = conform.check(BOX, games=2)
    assert report.moments > 20
    assert not report.faults
