"""Four Circles as players meet it: the picture, what can be pressed, the words, the rules pages, the conformance kit."""

import re
from typing import Any

import pytest

from support.games.four_circles import DIAGRAMS, placed, setup, start
from support.helpers import played
from tableronde import conformance
from tableronde.games.four_circles import BOX
from tableronde.games.four_circles.rules.board import TILES, cell
from tableronde.games.four_circles.texts import column, row, square
from tableronde.options import options_of
from tableronde.scene import Shape
from tableronde.table import Table
from tableronde.text import LANGUAGES
from tableronde.theme import DARK, LIGHT, SAFE, contrast, dressed
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


def test_nobody_is_told_to_lay_a_tile_who_aims_at_where_to_place_a_pawn() -> None:
    table = Table(BOX, 2)
    assert len(table.scene(0, ("2,1",)).captions) == len(table.scene(0).captions) == 1
    assert len(start("E6").scene(0, ("6,0",)).captions) == 1 + len(start("E6").scene(0).captions)


def test_what_cannot_be_pressed_says_why() -> None:
    table = start("E6")
    theirs = next(pawn.cell for pawn in table.state.pawns if pawn.seat == 1)
    assert table.why_not_press(0, [f"{theirs[0]},{theirs[1]}"]).text.en == "That pawn is not yours."
    pinned = next(word for word in ("3,1", "3,3") if cell(word) in table.state.tiles and cell(word) not in table.state.on())
    assert table.why_not_press(0, [pinned]).clause == "R12"
    assert table.why_not_press(0, ["6,0", "6,0"]).clause == "R13"
    assert table.why_not_press(0, ["6,0", "5,2", "3,1"]).clause == "R7"
    assert table.why_not_press(0, ["3,0", "9,9"]).clause == "R8"
    assert table.why_not_press(1, ["3,0"]).text.en == "It is not your turn. Waiting for White."


def test_the_same_pawn_and_tile_keep_their_ids() -> None:
    table = start("E6")
    before = shapes(table)
    after = shapes(played(table, ["6,0>5,2|3,2>5,2"]))
    moved = {id for id in before if id in after and before[id].at != after[id].at}
    assert {id.split("-")[0] for id in moved} == {"pawn", "tile", "shade", "side", "grain", "vein", "gleam"}
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


def test_the_pawns_of_both_hands_are_aligned_and_equally_large() -> None:
    hands = next(area for area in Table(BOX, 2).scene(0).areas if area.id == "hands")
    stones = {shape.id: shape for shape in hands.shapes if shape.id.startswith("pawn-") and " " not in shape.id}
    white, red = ([stones[f"pawn-{seat}-{j}"] for j in range(6)] for seat in (0, 1))
    assert [shape.at[0] for shape in white] == [shape.at[0] for shape in red]
    assert len({below.at[1] - above.at[1] for above, below in zip(white, red, strict=True)}) == 1
    assert len({shape.path for shape in stones.values()}) == 1


def test_playable_chosen_and_winning_have_looks_of_their_own() -> None:
    """On the dark wood in every theme, so that no sign is told by its colour alone."""
    for theme in (LIGHT, DARK, SAFE):
        worn = dressed(theme, BOX.looks)
        looks = [worn.look(f"board-tile {word}") for word in ("press", "picked", "win", "last")]
        assert len({look.stroke for look in looks[:3]}) == 3
        assert len({look.width for look in looks}) == 4
        assert all(contrast(look.stroke or "", look.fill or "") >= 3 for look in looks)


def test_a_second_occurrence_is_announced() -> None:
    table = played(placed(), "2,0>3,0 2,3>3,3 3,0>2,0 3,3>2,3")
    assert any("third time" in caption.en for caption in table.scene(0).captions)


def test_a_place_has_a_letter_and_a_number() -> None:
    assert [square(place) for place in ((0, 0), (4, 3), (-5, -5), (-6, -6), (20, 20))] == ["F6", "J9", "A1", "Z26", "Z26"]


def test_no_two_places_of_a_picture_share_a_name() -> None:
    """The longest possible board, with a place to lay a tile at either end."""
    for left in range(-60, 60):
        assert len({column(x) for x in range(left, left + TILES + 2)}) == TILES + 2
        assert len({row(y) for y in range(left, left + TILES + 2)}) == TILES + 2


def test_the_edge_of_the_board_shows_the_names_also_where_it_has_crept() -> None:
    table = played(start("E10b"), "19,0>-1,0|0,0>-1,0")
    pictured = shapes(table)
    assert [pictured[f"x {x}"].label.en for x in (-2, -1, 0, 18, 19)] == ["D", "E", "F", "X", "Y"]
    assert pictured["y 0"].label.fr == "6"
    [text] = table.tale()
    assert text.named(table.names).en == "White moves the tile Y6 to E6, then steps from F6 to E6."


def test_pieces_and_places_say_where_they_are() -> None:
    pictured = shapes(start("E6"), "6,0")
    assert pictured["bare 5,2"].title.fr == "Emplacement K8"
    assert pictured["pawn-0-0"].title.en == "White pawn, plain face, on G6"
    assert shapes(Table(BOX, 2))["pawn-0-0"].title.en == "White pawn, plain face", "in the hand it stands nowhere"
    assert [BOX.label(word, ()).fr for word in ("2,1", "pass")] == ["H7", "Passer"]


@pytest.mark.parametrize(
    "action", ["9,9", "2,-1", "x", "pass", "", "2,0>9,9", "2,0>2,1", "2,0>4,1", "0,0>0,2", "9,9>0,0", "4,0>2,0|2,0>2,0"]
)
def test_no_refusal_speaks_the_language_of_machines(action: str) -> None:
    for table in (Table(BOX, 2), placed(), start("E6"), start("E9a")):
        for actor in (0, 1, "chance"):
            refusal = table.why_not(actor, action)
            if refusal:
                assert not re.search(r"\d,-?\d|\d>|\(\d\)|\|", refusal.text.fr + refusal.text.en)
                assert "'" not in refusal.text.fr


def test_who_may_swap_has_a_button_for_it_and_is_told_so() -> None:
    table = played(Table(BOX, 2, {"swap": True}), "2,1")
    assert table.touch(1)["swap"] == "swap"
    assert "press" not in shapes(table)["pawn-0-0"].style.split()
    assert BOX.label("swap", ()).fr.startswith("Échanger")
    assert "swap sides" in table.scene(1).captions[0].en
    assert BOX.coach is not None
    assert "swap" in str(BOX.coach(table.view(1), 1))
    assert "choose to swap" in table.why_not_press(1, ["2,1"]).text.en


def test_a_pawn_taken_over_is_replaced_by_one_of_the_others() -> None:
    """The white pawn goes back to its hand, a red one comes from the other."""
    table = played(Table(BOX, 2, {"swap": True}), "2,1 swap")
    areas = {area.id: {shape.id for shape in area.shapes} for area in table.scene(0).areas}
    assert "pawn-1-0" in areas["board"]
    assert "pawn-0-0" in areas["hands"]
    assert "pawn-1-0" not in areas["hands"]
    assert "swap" not in table.scene(0).captions[0].en


def test_the_house_rules_name_the_swap_only_where_it_was_chosen() -> None:
    told = [BOX.house_rules(Table(BOX, 2, {"swap": swap}).game.options) for swap in (False, True)]
    assert ["L’échange est permis" in text.fr for text in told] == [False, True]
    assert told[1].en.startswith(told[0].en)


def test_who_begins_is_chosen_by_name() -> None:
    first = next(option for option in options_of(BOX.game_type.options_type) if option.name == "first")
    assert first.json()["names"] == {"0": {"fr": "Blanc", "en": "White"}, "1": {"fr": "Rouge", "en": "Red"}}
    assert first.kind == "int"


@pytest.mark.parametrize(
    ("table", "action", "fr", "en"),
    [
        (Table(BOX, 2), "2,1", "Blanc pose un pion en H7.", "White puts a pawn on H7."),
        (placed(), "2,0>3,0", "Blanc avance de H6 à I6.", "White steps from H6 to I6."),
        (placed(), "1,0>3,2", "Blanc saute de G6 à I8 et montre un cercle.", "White jumps from G6 to I8 and shows a circle."),
        (
            start("E6"),
            "6,0>5,1|5,0>5,1",
            "Blanc déplace la case L6 en K7, puis avance de K6 à K7.",
            "White moves the tile L6 to K7, then steps from K6 to K7.",
        ),
        (
            played(Table(BOX, 2, {"swap": True}), "2,1"),
            "swap",
            "Rouge échange les rôles : le pion en H7 devient le sien, et Blanc continue.",
            "Red swaps sides and takes the pawn on H7; White continues.",
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
    assert clauses == [f"R{i}" for i in range(1, 22)]
    rulings = set(re.findall(r"Q\d+", BOX.rulebook(language)))
    assert rulings >= {f"Q{i}" for i in range(1, 22)}


def test_the_game_keeps_every_promise() -> None:
    report = conformance.check(BOX, games=2)
    assert report.moments > 20
    assert not report.faults


def test_captions_speak_to_the_player_who_reads_them() -> None:
    """Other viewers read a name instead of “you”."""
    table = Table(BOX, 2, {"swap": True})

    def said(seat: int | None) -> str:
        return " ".join(caption.named(table.names).en for caption in table.scene(seat).captions)

    assert said(0) == "Your turn: place a pawn (6 left)."
    assert said(1) == said(None) == "White’s turn: a pawn to place (6 left)."
    table.play(0, "2,1")
    assert said(1) == "Your turn: place a pawn, or swap sides."
    assert said(0) == "Red’s turn: a pawn to place, or a swap of sides."


def test_house_rules_are_marked_wherever_they_are_offered() -> None:
    known = {option.name: option.text for option in options_of(BOX.game_type.options_type)}
    assert all(known[name].fr.startswith("Règle maison") for name in ("max_plies", "swap"))
    [short] = [variant for variant in BOX.variants if variant.options]
    assert "(house rule)" in short.title.en
    assert all("(house rule)" in BOX.reasons[name].en for name in ("repetition", "max_plies"))
    assert BOX.house_rules(BOX.game(2).options).fr.startswith("Règles maison")
