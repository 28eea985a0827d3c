"""Karta Doppio as players meet it: the picture, what can be pressed, the words, the rules pages, the bots, the conformance kit."""

import re
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from support.games.karta_doppio import GAMES, after, dealt, example
from support.helpers import played, vectors
from tableronde import conformance
from tableronde.bots import GreedyBot
from tableronde.bots.kernel_bot import KernelBot
from tableronde.game import Seat
from tableronde.games.karta_doppio import BOX
from tableronde.games.karta_doppio.bots.judge import judge
from tableronde.games.karta_doppio.scene import rotate
from tableronde.games.karta_doppio.scene.pieces import SIDE
from tableronde.options import Variant
from tableronde.render.svg import paint
from tableronde.scene import Shape
from tableronde.table import Table
from tableronde.text import LANGUAGES, NOTHING
from tableronde.theme import THEMES

CORNERS = Variant("corners", NOTHING, {"corner_contact": True})


def shapes(table: Table, *picked: str) -> dict[str, Shape]:
    [seat] = table.to_act() or (None,)
    assert seat != "chance"
    return {shape.id: shape for shape in table.scene(seat, picked).shapes()}


def words(table: Table, *picked: str) -> set[str]:
    return {shape.word for shape in shapes(table, *picked).values() if shape.word}


def captions(table: Table, *picked: str) -> list[str]:
    [seat] = table.to_act() or (None,)
    assert seat != "chance"
    return seen_by(table, seat, *picked)


def seen_by(table: Table, seat: Seat | None, *picked: str) -> list[str]:
    return [caption.named(table.names).en for caption in table.scene(seat, picked).captions]


# --- what can be pressed ---


def test_an_action_is_a_card_a_pose_and_a_place() -> None:
    assert dealt().game.touch("7r1@3,-2") == ["7", "r1", "3,-2"]
    assert dealt().game.touch("12b0@-3,11") == ["12", "b0", "-3,11"]


def test_every_word_has_its_shape_on_the_way_to_an_action() -> None:
    table = example("E5", "A")
    tree = table.touch(0)
    assert set(tree) == {"2", "3", "6", "7"} <= words(table)
    poses = {f"{face}{turn}" for face in "br" for turn in range(4)}
    assert poses <= words(table, "6")
    places = tree["6"]
    assert not isinstance(places, str)
    assert set(places["r0"]) <= words(table, "6", "r0")
    assert not words(table, "6", "r0", "5,2") & set(places["r0"])


def test_a_card_is_turned_in_the_hand() -> None:
    table = example("E5", "A")
    turned = [rotate(table.state, ("6",), 0), rotate(table.state, ("6", "r0"), 1), rotate(table.state, ("6", "r3"), 1)]
    assert turned == [("6", "r0"), ("6", "r1"), ("6", "b0")]
    assert rotate(table.state, ("6", "r0"), -1) == ("6", "b3")


def test_what_cannot_be_pressed_says_why() -> None:
    table = example("E5", "A")
    theirs = next(card for card in table.state.hand("blue"))
    assert table.why_not_press(0, [str(theirs)]).clause == "R1"
    assert table.why_not_press(0, ["6", "r0", "50,50"]).clause == "R8"
    assert table.why_not_press(1, ["6"]).clause == ""


def test_the_tree_stays_small_where_thousands_of_placings_are_legal() -> None:
    table = widest()
    [(seat, actions)] = table.legal().items()
    assert len(actions) > 3500
    assert isinstance(seat, int)
    tree = table.touch(seat)
    assert len(tree) <= 8
    assert all(not isinstance(poses, str) and len(poses) == 8 for poses in tree.values())


def widest() -> Table:
    """The position of the recorded games with 16 cards in which the most placings are legal."""
    _, number, step = max(
        (sum(step["actors"].values()), number, i)
        for number, vector in enumerate(vectors("karta-doppio"))
        if vector["options"].get("deck") != "full"
        for i, step in enumerate(vector["steps"])
    )
    vector = vectors("karta-doppio")[number]
    return played(Table(BOX, 2, vector["options"], vector["setup"]), [done["play"][1] for done in vector["steps"][:step]])


# --- the picture ---


@pytest.mark.parametrize("theme", list(THEMES))
def test_every_stage_is_painted_in_every_theme(theme: str) -> None:
    stages: list[tuple[Table, tuple[str, ...]]] = [
        (dealt(), ()),
        (dealt(), ("10",)),
        (dealt(), ("10", "r0")),
        (example("E5", "A"), ("6", "r0", "5,2")),
        (example("E15"), ("6", "b2")),
        (example("E10"), ()),
        (example("E12 first", "E12", match="double"), ()),
    ]
    for table, picked in stages:
        [seat] = table.to_act() or (None,)
        scene = table.scene(seat if isinstance(seat, int) else None, picked).named(table.names)
        ids = [shape.id for shape in scene.shapes()]
        assert len(ids) == len(set(ids))
        for language in LANGUAGES:
            svg = paint(scene, BOX.looks, THEMES[theme], language)
            assert ElementTree.fromstring(svg).tag.endswith("svg")
            assert "{0}" not in svg


def test_r23_a_seat_wears_the_colour_it_plays() -> None:
    assert dealt().styles() == ["red", "blue"]
    assert example("E12 first", "E12", match="double").styles() == ["blue", "red"]


def test_each_shown_point_is_drawn_once_in_its_shape() -> None:
    """R12: a covered point is not drawn; red points are discs, blue ones diamonds."""
    table = example("E15")
    board = table.scene(1).areas[0].shapes
    drawn = {shape.at: shape for shape in board if " point " in shape.id}
    shown = {(x, y): colour for x, y, colour, _ in table.facts()["squares"] if colour}
    assert {((x + 0.5) * 10, -(y + 0.5) * 10): colour for (x, y), colour in shown.items()} == {
        at: shape.style for at, shape in drawn.items()
    }
    assert {"C" in shape.path for shape in drawn.values() if shape.style == "red"} == {True}
    assert {"C" in shape.path for shape in drawn.values() if shape.style == "blue"} == {False}


def test_locked_squares_are_sealed_and_have_two_leaves() -> None:
    table = example("E5", "A")
    pictured = shapes(table)
    locked = [(x, y) for x, y, _, layers in table.facts()["squares"] if layers == 2]
    assert {id for id in pictured if id.startswith("seal ")} == {f"seal {x},{y}" for x, y in locked}
    assert pictured["seal 3,2"].title.en == "Square P15: blue point, locked"
    leaves = [shape.path.count("M") for id, shape in pictured.items() if id.startswith("card") and id.endswith(" leaves")]
    assert leaves == [6] * 16


def test_a_locked_empty_square_says_so() -> None:
    table = after("11r3@0,0 8b0@2,1 2r0@1,2 5r1@3,0 15r2@5,-1", "E7")
    assert shapes(table)["seal 5,0"].title.fr == "Carré R13 : vide, verrouillé"


def test_lines_are_drawn_and_those_just_broken_dashed() -> None:
    table = example("E5", "A")
    pictured = shapes(table)
    assert pictured["line red h 4,2"].title.en == "Red line, across, 4 points"
    table.undo()
    eight = shapes(table)
    assert eight["line red h 0,2"].title.fr == "Ligne rouge, horizontale, 8 points, compte pour 2"
    assert eight["line red h 0,2 value"].label.fr == "×2"
    four = after("11r3@0,0 8b0@2,1 2r0@1,2 5r1@3,0", "E7")
    [line] = [list(line) for line in four.facts()["lines"]]
    breaking = next(action for action in four.legal()[0] if not played_lines(four, action))
    gone = shapes(played(four, [breaking]))[f"broken line red {line[1]} {line[2]},{line[3]}"]
    assert "broken" in gone.style
    assert gone.title.en.endswith("(broken)")


def played_lines(table: Table, action: str) -> list[Any]:
    return list(table.game.facts(table.game.apply(table.state, 0, action))["lines"])


def test_a_card_keeps_its_id_from_hand_to_table() -> None:
    before, laid = shapes(dealt()), shapes(after("10r0@0,0"))
    assert {"card 10", "card 10 leaves", "card 10 point 0", "card 10 point 1", "card 10 point 2"} <= set(before) & set(laid)
    assert before["card 10"].at != laid["card 10"].at
    assert "gap 10" in laid


def test_turning_over_and_round_shows_in_the_picker() -> None:
    pictured = shapes(dealt(), "10")
    assert [pictured[f"pose r{turn}"].turn for turn in range(4)] == [0.0, -90.0, -180.0, -270.0]
    colours = [[pictured[f"pose {face}0 point {k}"].style for k in range(3)] for face in "rb"]
    assert sorted(colours[0]) == ["blue", "red", "red"]
    assert [{"red": "blue", "blue": "red"}[colour] for colour in colours[0]] == colours[1]
    assert "picked" in shapes(dealt(), "10", "b3")["pose b3"].style


def test_the_ghost_shows_what_it_makes_and_breaks() -> None:
    table = example("E5", "A")
    table.undo()
    assert table.state.mover == 1
    pictured = shapes(table, "8", "b2", "3,2")
    assert pictured["ghost"].at == (40.0, -35.0)
    assert pictured["card 8"].at == (40.0, -35.0)
    assert "line red h 4,2" in pictured
    assert "Laid here: Player 1 loses 1 token." in captions(table, "8", "b2", "3,2")
    assert "Laid here: no token won or lost." in captions(dealt(), "10", "r0", "0,0")


def test_places_say_what_they_change() -> None:
    table = example("E5", "A")
    table.undo()
    pictured = shapes(table, "8", "b2")
    place = pictured["place 3,2"]
    gains = [shape for id, shape in pictured.items() if id.startswith("gain ")]
    assert {gain.label.en for gain in gains} == {"+1"}
    assert place.title.named(table.names).en == "at P15: Player 1 loses 1 token"
    assert place.at == (40.0, -35.0)


def test_written_gains_leave_the_points_between_them_to_be_seen() -> None:
    table = example("E5", "A")
    table.undo()
    gains = [shape for id, shape in shapes(table, "8", "b2").items() if id.startswith("gain ")]
    assert len(gains) > 1
    for one, other in combinations(gains, 2):
        assert max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])) > SIDE


def test_the_board_follows_the_table() -> None:
    wide = example("E14").scene(1).areas[0].box
    assert wide == (-30.0, -90.0, 140.0, 120.0)
    assert dealt().scene(0).areas[0].box[2:] == (90.0, 90.0)
    assert example("E5", "A").scene(0, ("6", "r0", "5,2")).areas[0].box == example("E5", "A").scene(0).areas[0].box


def test_tokens_won_and_lost_are_marked() -> None:
    table = example("E5", "A")
    pictured = shapes(table)
    assert pictured["token 0 0"].title.en == "Token"
    assert pictured["token 0 1"].title.en == "Token lost"
    assert pictured["change 0"].label.en == "−1"
    table.undo()
    assert shapes(table)["token 0 1"].title.fr == "Jeton gagné"


def test_both_hands_lie_open_and_only_ones_own_can_be_pressed() -> None:
    table = dealt()
    for viewer in (0, 1, None):
        areas = {area.id: area for area in table.scene(viewer).areas}
        held = {shape.id for shape in areas["hand-1"].shapes}
        assert {f"card {card}" for card in (0, 1, 8, 9, 12, 13, 14, 15)} <= held
        assert not any("press" in shape.style.split() for shape in areas["hand-1"].shapes)
    assert not any("press" in shape.style.split() for shape in table.scene(1).shapes())


def test_the_finished_first_game_stays_in_sight() -> None:
    table = example("E12 first", "E12", match="double")
    area = table.scene(1).areas[-1]
    assert area.id == "first-game"
    assert any(shape.id.startswith("first line ") for shape in area.shapes)
    assert table.scene(1).areas[1].title.en == "{0}’s hand (blue)"
    assert [area.id for area in played(table, "13r3@0,0").scene(0).areas] == ["board", "hand-0", "hand-1"]


# --- the words ---


def test_captions_say_how_things_stand() -> None:
    assert captions(dealt()) == ["Your turn (red): lay a card."]
    assert seen_by(dealt(), 1) == ["Player 1’s turn (red)."]
    assert "Choose the face of the card and how to turn it." in captions(dealt(), "10")
    assert "Choose where to lay the card." in captions(dealt(), "10", "r0")
    assert "Second card: take no red point, and do not cover the whole first card." in captions(after("10r0@0,0"))
    assert "Last card: it must overlap another one if it can." in captions(example("E15"))
    assert "With the card just laid, you lose 1 token." in captions(example("E5", "A"))


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (played(example("E15"), "6b2@2,2"), "Player 2 wins, 3 to 2: more tokens."),
        (example("E10"), "Player 1 wins, 2 to 2: tokens are level, but more points are visible."),
        (example("E11"), "A draw, 1 – 1: tokens and visible points are level."),
    ],
)
def test_captions_say_how_it_ended(table: Table, sentence: str) -> None:
    assert captions(table)[0] == sentence


def test_captions_announce_the_second_game() -> None:
    table = example("E12 first", "E12", match="double")
    assert captions(table)[0] == "Your turn (red): lay a card."
    assert seen_by(table, 0)[0] == seen_by(table, None)[0] == "Player 2’s turn (red)."
    assert captions(table)[-1] == "Second game: hands and colours are exchanged. First game 3 – 1, total 3 – 1."


@pytest.mark.parametrize(
    ("table", "fr", "en"),
    [
        (after("10r0@0,0"), "Joueur 1 pose une carte en M13.", "Player 1 lays a card at M13."),
        (after("10b0@0,0"), "Joueur 1 pose une carte retournée en M13.", "Player 1 lays a card turned over at M13."),
        (
            example("E5", "A"),
            "Joueur 2 pose une carte en P15 : Joueur 1 perd 1 jeton.",
            "Player 2 lays a card at P15: Player 1 loses 1 token.",
        ),
        (
            after("11r3@0,0 8b0@2,1 2r0@1,2 5r1@3,0 15r2@5,-1", "E7"),
            "Joueur 1 pose une carte en R12 : Joueur 1 gagne 2 jetons.",
            "Player 1 lays a card at R12: Player 1 wins 2 tokens.",
        ),
        (
            example("E12 first", "E12", match="double"),
            "Joueur 2 pose une carte en J10. Première partie : 3 à 1 ; on échange les mains et les couleurs.",
            "Player 2 lays a card at J10. First game: 3 to 1; hands and colours are exchanged.",
        ),
    ],
)
def test_the_log_is_in_words(table: Table, fr: str, en: str) -> None:
    [text] = table.tale(since=table.plies - 1)
    assert (text.named(table.names).fr, text.named(table.names).en) == (fr, en)


def test_labels() -> None:
    assert BOX.label("7", ()).fr == "Carte, face rouge, à l’endroit : en haut vide rouge, au milieu vide rouge, en bas vide bleu"
    assert BOX.label("r1", ("7",)).en == "red face, a quarter-turn to the left"
    assert BOX.label("3,-2", ("7", "r1")).en == "at P11"


def test_house_rules() -> None:
    game = BOX.game(2, {"deck": "full", "match": "double", "corner_contact": True})
    assert BOX.house_rules(game.options).en == (
        "Two games, with hands and colours exchanged. House rule: thirty cards, fifteen in each hand, instead of the sixteen in the "
        "booklet. Touching at a corner is enough."
    )
    assert BOX.house_rules(BOX.game(2).options) == NOTHING


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_clause(language: Any) -> None:
    clauses = re.findall(r"\*\*(R\d+)\*\*", BOX.rulebook(language))
    assert clauses == [f"R{i}" for i in range(1, 27)]
    assert set(re.findall(r"Q\d+", BOX.rulebook(language))) == {f"Q{i}" for i in range(1, 18)}


# --- bots ---


def test_judging_counts_tokens_before_points() -> None:
    table = played(example("E15"), "6b2@2,2")  # two tokens and twenty points against three and eighteen
    red, blue = judge(table.game, table.state)
    assert red < 0.5 < blue
    assert red + blue == pytest.approx(1)
    ahead, _ = judge(table.game, example("E10").state)
    assert 0.5 < ahead < 0.6


@pytest.mark.parametrize("level", BOX.bots)
def test_bots_choose_legal_placings(level: str) -> None:
    for table in (dealt(), after("10r0@0,0"), example("E5", "A"), example("E14"), example("E12 first", "E12", match="double")):
        [(seat, legal)] = table.legal().items()
        assert isinstance(seat, int)
        bot = BOX.bots[level](BOX, table.game, seat, Random(1))
        bot.seconds = 0.1
        assert bot.choose(table.view(seat), table.heard(seat), legal) in legal


def test_the_master_takes_two_lines_with_its_last_card() -> None:
    table = example("E9")
    bot = BOX.bots["master"](BOX, table.game, 1, Random(1))
    choice = bot.choose(table.view(1), table.heard(1), table.legal()[1])
    assert choice is not None
    assert played(table, [choice]).facts()["winners"] == [1]
    assert bot.value is not None
    assert bot.value > 0.5


def test_the_master_looks_at_the_answer() -> None:
    """Red's last card of E15: the best move at once may be worse after Blue's answer. Without variety, which costs some strength."""
    table = played(dealt("E15"), GAMES["E15"].split()[:-1])
    worst = []
    for maker in (BOX.bots["master"], GreedyBot):
        bot = maker(BOX, table.game, 0, Random(3))
        if isinstance(bot, KernelBot):
            bot.level = replace(bot.level, variety=0.0)
        choice = bot.choose(table.view(0), (), table.legal()[0])
        assert choice is not None
        state = table.game.apply(table.state, 0, choice)
        worst.append(min(judge(table.game, table.game.apply(state, 1, answer))[0] for answer in table.game.legal(state)[1]))
    assert worst[0] >= worst[1]


def test_the_game_keeps_every_promise() -> None:
    report = conformance.check(BOX, variants=[*BOX.variants, CORNERS], games=1)
    assert report.games == 5
    assert report.moments > 2 * report.games
    assert not report.faults
