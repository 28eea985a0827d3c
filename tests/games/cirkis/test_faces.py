"""CirKis as players meet it: the picture, what can be pressed, the words, the rules pages, the conformance kit."""

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from support.games.cirkis import LOGS, actions, example, start
from support.helpers import played
from tableronde import conformance
from tableronde.game import Seat
from tableronde.games.cirkis import BOX
from tableronde.games.cirkis.scene.looks import SEATS
from tableronde.render.svg import paint
from tableronde.scene import Scene, Shape
from tableronde.table import Table
from tableronde.text import LANGUAGES, Language
from tableronde.theme import THEMES


def shapes(table: Table, *picked: str) -> dict[str, Shape]:
    [seat] = table.to_act() or (None,)
    assert seat != "chance"
    return {shape.id: shape for shape in table.scene(seat, picked).shapes()}


def said(table: Table, *picked: str, eyes: Seat | None = None) -> str:
    """The captions for the player to move, or for somebody else."""
    [seat] = table.to_act() or (None,)
    assert seat != "chance"
    return " ".join(caption.en for caption in table.scene(seat if eyes is None else eyes, picked).named(table.names).captions)


# --- the picture ---

MOMENTS: dict[str, Any] = {
    "opening": lambda: start(),
    "following": lambda: played(start(3), "wedge@5 ace@30,45,54"),
    "free turn": lambda: example("E5"),
    "two gains": lambda: example("E4", 3),
    "passing": lambda: example("E7a", 3),
    "lapsing": lambda: example("E8a"),
    "centre circle": lambda: example("E11c", centre_circle=True),
    "next round": lambda: example("E9a", long_match=True),
    "forty": lambda: example("E9b"),
    "last piece": lambda: example("E10a"),
    "four players": lambda: played(start(4), "fan@0,1 arrow@2 arrow@3 arrow@4"),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_can_be_painted_in_every_theme(moment: str, theme: str) -> None:
    table = MOMENTS[moment]()
    scene: Scene = table.scene()
    ids = [shape.id for shape in scene.shapes()]
    assert len(set(ids)) == len(ids)
    for language in LANGUAGES:
        assert ElementTree.fromstring(paint(scene.named(table.names), BOX.looks, THEMES[theme], language)).tag.endswith("svg")


def test_all_spaces_are_drawn_and_said() -> None:
    pictured = shapes(played(start(), "wedge@5"))
    assert pictured["space 5"].title.en == "Centre circle, at half past 2, {0}"
    assert pictured["space 90"].title.fr == "Étoile de 2\u00a0h, à 8\u00a0h, libre"
    assert pictured["space 155"].title.en == "Sliver space at 2 o’clock, ring 1, free"
    assert len([id for id in pictured if id.startswith("space ")]) == 165


def test_the_picture_is_not_upside_down() -> None:
    """In the dossier y points up, in the picture down."""
    board = shapes(start())
    assert board["engraving outer-star-1"].at[1] < 0 < board["engraving outer-star-5"].at[1]


def test_circles_and_stars_are_told_apart_without_colour() -> None:
    pictured = shapes(start())
    assert "C" in pictured["engraving inner-circle-1"].path
    assert "C" not in pictured["engraving outer-star-1"].path
    assert len([id for id in pictured if id.startswith("came ")]) == 17


@pytest.mark.parametrize("theme", ["light", "dark", "print", "safe"])
def test_seats_differ_in_pattern_and_colour(theme: str) -> None:
    looks = [THEMES[theme].over(BOX.looks).look(style) for style in SEATS]
    assert len({look.pattern for look in looks}) == 4
    assert "plain" not in {look.pattern for look in looks}
    assert theme == "print" or len({look.fill for look in looks}) == 4


def test_r5_the_leader_and_the_spaces_touching_it_stand_out() -> None:
    pictured = shapes(played(start(), "wedge@5"))
    lit = {int(id.split()[1]) for id, shape in pictured.items() if id.startswith("space ") and "lit" in shape.style}
    assert lit == {0, 4, 6, 14, 15, 16, 24, 25, 30}
    assert pictured["leader"].path == pictured["space 5"].path
    assert {"reach", "beacons"} <= set(pictured)


def test_r4_r10_before_the_first_piece_and_in_a_free_turn() -> None:
    opening = {id for id, shape in shapes(start()).items() if "lit" in shape.style}
    assert opening == {f"space {i}" for i in range(15)}
    free = example("E5")
    owner = free.facts()["owner"]
    lit = {int(id.split()[1]) for id, shape in shapes(free).items() if id.startswith("space ") and "lit" in shape.style}
    assert 13 in lit
    assert 1 not in lit
    assert all(owner[space] is None for space in lit)


def test_r19_nothing_is_lit_when_the_game_is_over() -> None:
    pictured = shapes(example("E9a"))
    assert "leader" not in pictured
    assert "reach" not in pictured
    assert "won 0" in pictured
    assert "won 1" not in pictured


def test_a_piece_keeps_its_name_from_the_hand_to_the_board() -> None:
    table = start()
    before = {shape.id for shape in table.scene().areas[1].shapes}
    assert {"0 hook 1", "0 hook 2", "0 hook 3"} <= before
    played(table, "hook@0,5")
    assert "0 hook 3" in {shape.id for shape in table.scene().areas[0].shapes}
    assert "0 hook 3" not in {shape.id for shape in table.scene().areas[1].shapes}
    assert {"0 hook 1", "0 hook 2"} <= {shape.id for shape in table.scene().areas[1].shapes}


def test_the_pieces_left_are_shown_by_shape() -> None:
    pictured = shapes(example("E10a"))
    assert all(pictured[f"left 0 {shape}"].label.en == "×0" for shape in ("sliver", "arrow", "wedge", "slice", "ace"))
    left = example("E10a").facts()["pieces_left"][1]
    assert all(pictured[f"left 1 {shape}"].label.en == f"×{count}" for shape, count in left.items())


def test_segments_held_are_shown_per_figure() -> None:
    pictured = shapes(played(start(), "fan@0,1 fan@2,3"))
    assert pictured["medal centre-star"].label.en == "="
    assert pictured["tally centre-star"].title.en == "Centre star: you 2, {1} 2; 1 free (10 for the most spaces, 5 for the last one)"
    assert ["seat0" in pictured[f"bead {i}"].style for i in range(5)] == [True, True, False, False, False]
    assert "medal inner-circle-1" not in pictured
    done = shapes(example("E3c"))
    assert done["medal centre-star"].label.en == "10"
    assert done["medal centre-star"].title.en == "Centre star: {0} 3, you 2; full, {0} holds the most"
    shared = shapes(example("E3a", 3))["medal centre-star"]
    assert shared.label.en == "="
    assert shared.title.fr == "Étoile centrale : {0} 2, {1} 2, vous 1 ; figure pleine, personne ne domine"


def test_figures_spaces_and_pieces_say_you_to_their_player() -> None:
    owner, other, spectator = (
        {shape.id: shape.title for shape in example("E3c").scene(eyes).shapes() if shape.title} for eyes in (0, 1, None)
    )
    assert owner["medal centre-star"].en == "Centre star: you 3, {1} 2; full, you hold the most"
    assert owner["medal centre-star"].fr == "Étoile centrale : vous 3, {1} 2 ; figure pleine, vous dominez"
    assert spectator["medal centre-star"].en == "Centre star: {0} 3, {1} 2; full, {0} holds the most"
    mine = [id for id, title in owner.items() if title.en.startswith("Your ")]
    assert mine
    assert all(other[id].en.startswith("{0}’s ") and spectator[id] == other[id] for id in mine)
    held = [id for id, title in owner.items() if title.fr.endswith(", vous")]
    assert len(held) >= 3
    assert all(other[id].fr.endswith(", {0}") for id in held)


def test_gains_and_the_reason_of_a_free_turn_are_shown() -> None:
    pictured = shapes(example("E4", 3))
    assert (pictured["gain 0"].label.en, pictured["gain 2"].label.en) == ("+10", "+15")
    assert "gain 1" not in pictured
    free = example("E5")
    assert shapes(free)["free 1"].label.en == "plays again: the piece is surrounded"
    assert "You play again: the piece is surrounded." in said(free)
    assert "Red plays again: the piece is surrounded." in said(free, eyes=0)
    assert "+10 for Purple (outer circle at 8 o’clock). +5 for you (outer circle at 8 o’clock)." in said(free)


def test_the_track_counts_in_fives() -> None:
    pictured = shapes(example("E5"))
    assert ["seat0" in pictured[f"track 0 {i}"].style for i in range(8)] == [True, True] + [False] * 6
    assert ["seat1" in pictured[f"track 1 {i}"].style for i in range(8)] == [True] + [False] * 7


# --- what can be pressed ---


def test_a_shape_is_pressed_and_then_where_it_goes() -> None:
    table = start()
    assert table.game.touch("ace@4,13,14") == ["ace", "4,13,14"]
    assert table.game.touch("pass") == ["pass"]
    offered = {shape.word for shape in table.scene(0).areas[1].shapes if "press" in shape.style.split()}
    assert offered == {"arrow", "wedge", "slice", "fan", "hook", "flag", "ace"}
    assert not any("press" in shape.style.split() for shape in table.scene(1).shapes())


def test_what_cannot_be_pressed_says_why() -> None:
    table = start()
    assert table.why_not_press(1, ["hook"]).clause == ""
    assert table.why_not_press(0, ["big-slice"]).clause == "R4"
    assert table.why_not_press(0, ["hook", "sliver"]).clause == "R4"  # another piece is asked about while one is held
    assert table.why_not_press(0, ["1:hook"]).text.en == f"Those pieces are {table.names[1].en}’s."
    assert table.why_not_press(0, ["7"]).text.en == "First choose one of your pieces."
    played(table, "wedge@5")
    assert table.why_not_press(1, ["hook", "5"]).text.en == "That space is already covered."
    assert {table.why_not_press(1, ["hook", str(space)]).clause for space in range(60, 75)} <= {"R3", "R5"}


def test_a_picked_piece_shows_its_placements() -> None:
    table = played(start(), "wedge@5")
    pictured = shapes(table, "ace")
    places = {shape.word for shape in pictured.values() if shape.id.startswith("place ")}
    assert {f"ace@{place}" for place in places} == {action for action in actions(table) if action.startswith("ace@")}
    assert pictured["place 30,45,54"].title.en == (
        "Your ace: dart at 3 o’clock, ring 2; kite at half past 2, ring 1; kite at half past 3, ring 1"
    )
    assert "picked" in pictured["1 ace 2"].style


def test_a_chosen_placement_is_shown_with_what_it_would_bring() -> None:
    table = played(start(), LOGS["E3c"].rpartition(" ")[0])
    pictured = shapes(table, "arrow", "4")
    assert "aimed" in pictured["aimed 4"].style
    assert "This move: +10 for Purple (centre star). +5 for you (centre star)." in said(table, "arrow", "4")
    assert "You play again: the centre star is full." in said(table, "arrow", "4")


def test_a_choice_that_ends_the_game_is_announced() -> None:
    table = played(start(), LOGS["E9a"].rpartition(" ")[0])
    assert "This move ends" not in said(table)
    last = LOGS["E9a"].rpartition(" ")[2].split("@")
    assert "This move ends the game. A player has reached 40 points: you win with 40 points." in said(table, *last)
    long = played(start(long_match=True), LOGS["E9a"].rpartition(" ")[0])
    assert "This move ends the round. A player has reached 40 points: you win with 40 points." in said(long, *last)


def test_q17_a_choice_that_brings_a_hundred_points_is_announced() -> None:
    *first, last = LOGS["E9a"].split()
    table = played(start(long_match=True), [*(4 * LOGS["E9a"].split(" ")), *first])
    over = "This move ends the game. A player has reached 100 points in all: you win with"
    assert f"{over} 130 points." in said(table, *last.split("@"))
    table = played(start(long_match=True, hundred_at_once=True), 4 * LOGS["E9a"].split(" "))
    while over not in said(table, *first[0].split("@")):
        played(table, [first.pop(0)])
    played(table, [first[0]])
    assert table.outcome is not None
    assert table.outcome.reason == "hundred"


def test_winners_who_share_are_told_so_in_the_second_person() -> None:
    table = example("E7c")
    assert said(table) == "Nobody can lay another piece: Purple and Red share the win with 0 points."
    assert said(table, eyes=1) == "Nobody can lay another piece: you share the win with Purple, with 0 points."
    assert said(example("E7b"), eyes=1) == "Nobody can lay another piece: you win with 0 points."


# --- the words ---


@pytest.mark.parametrize(
    ("table", "action", "fr", "en"),
    [
        (
            start(),
            "hook@0,5",
            "Violet pose un crochet dans l’étoile centrale et le cercle central.",
            "Purple lays a hook in the centre star and the centre circle.",
        ),
        (
            played(start(), LOGS["E3c"].rpartition(" ")[0]),
            "arrow@4",
            "Rouge pose une flèche dans l’étoile centrale. +10 pour Violet (étoile centrale). +5 pour Rouge (étoile centrale). "
            "Rouge rejoue : l’étoile centrale est pleine.",
            "Red lays an arrow in the centre star. +10 for Purple (centre star). +5 for Red (centre star). "
            "Red plays again: the centre star is full.",
        ),
        (
            example("E7a", 3),
            "pass",
            "Rouge ne peut rien poser contre le Leader et passe.",
            "Red passes: no piece fits beside the leader.",
        ),
        (
            example("E8a"),
            "pass",
            "Violet devrait rejouer, mais ne peut rien poser et passe.",
            "Purple has a free turn but has to pass: no piece fits.",
        ),
        (
            played(example("E8a"), "pass"),
            "fan@15,30",
            "Rouge pose un éventail à 2\u00a0h\u00a030. +10 pour Rouge (dernière pièce). "
            "Un joueur a atteint 40 points : Rouge gagne avec 45 points.",
            "Red lays a fan at half past 2. +10 for Red (last piece). A player has reached 40 points: Red wins with 45 points.",
        ),
        (
            played(start(), LOGS["E7c"].rpartition(" ")[0]),
            "pass",
            "Rouge ne peut rien poser contre le Leader et passe. "
            "Plus personne ne peut poser de pièce : Violet et Rouge sont ex æquo avec 0 point.",
            "Red passes: no piece fits beside the leader. Nobody can lay another piece: Purple and Red share the win with 0 points.",
        ),
    ],
)
def test_events_are_told(table: Table, action: str, fr: str, en: str) -> None:
    played(table, [action])
    [told] = table.tale(None, table.plies - 1)
    table.undo()
    assert (told.named(table.names).fr, told.named(table.names).en) == (fr, en)


def test_r22_the_end_of_a_round_is_told_with_its_points() -> None:
    table = example("E9a", long_match=True)
    [told] = table.tale(None, table.plies - 1)
    assert "End of round 1. A player has reached 40 points: {0} wins with 40 points." in told.en
    assert "+10 for {0}" in told.en
    assert "End of round 1." in said(table)
    assert "Round 2: Purple 0, you 0." in said(table)


def test_captions_say_what_is_asked() -> None:
    assert said(start()) == "You open: lay a piece in the centre star or the circle around it."
    assert said(start(), eyes=1) == "Purple opens, in the centre star or the circle around it."
    assert said(played(start(), "wedge@5")) == "Your turn: lay a piece that touches the leader, the outlined piece."
    assert said(played(start(), "wedge@5"), eyes=0) == "Red’s turn: the piece must touch the leader."
    assert "You have to pass: none of your pieces fits beside the leader." in said(example("E7a", 3))
    assert "Red has to pass: no piece fits beside the leader." in said(example("E7a", 3), eyes=0)
    over = "A player has reached 40 points: Red wins with 40 points."
    assert said(example("E9b")) == f"{over} +10 for Purple (outer circle at 1 o’clock). +5 for Red (outer circle at 1 o’clock)."


def test_buttons_have_a_label() -> None:
    assert BOX.label("pass", ()).fr == "Passer"
    assert BOX.label("ace", ()).fr == "As"
    assert BOX.label("4,13,14", ("ace",)).en == "4,13,14"


def test_house_rules_name_the_variants() -> None:
    both = BOX.house_rules(BOX.game(2, {"centre_circle": True, "long_match": True}).options)
    assert "15" in both.fr
    assert "100" in both.en
    assert both.fr.endswith(BOX.house_rules(BOX.game(2).options).fr)


def test_every_table_says_where_it_departs_from_the_booklet() -> None:
    assert BOX.house_rules(BOX.game(2).options).en == (
        "This table departs from the booklet: the first player is chosen at random (Q6); all points of a piece count, even beyond 40 (Q14)."
    )


def test_house_rules_name_the_readings_that_were_chosen() -> None:
    chosen = {"begins": "1", "plain_slivers": True, "centre_circle": True, "centre_both": True, "long_match": True, "hundred_at_once": True}
    assert BOX.house_rules(BOX.game(2, chosen).options).en == (
        "Red begins. The centre circle pays 15 points, and 5 more to a player who holds the most spaces and completes it. "
        "You play several rounds, up to 100 points. The game stops as soon as a total reaches 100 points. "
        "Only the first sliver can earn a free turn. "
        "This table departs from the booklet: all points of a piece count, even beyond 40 (Q14)."
    )
    without_object = BOX.game(2, {"centre_both": True, "hundred_at_once": True}).options
    assert BOX.house_rules(without_object) == BOX.house_rules(BOX.game(2).options)


def test_six_hints() -> None:
    assert len(BOX.tips) == 6
    assert all(tip.fr and tip.en for tip in BOX.tips)


def test_every_way_to_end_has_a_sentence() -> None:
    assert set(BOX.reasons) == {"forty", "last-piece", "blocked", "hundred"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_clause_and_ruling(language: Language) -> None:
    page = BOX.rulebook(language)
    assert [int(n) for n in re.findall(r"^- \*\*R(\d+)\*\*", page, re.MULTILINE)] == list(range(1, 23))
    assert sorted(int(n) for n in re.findall(r"^- \*Q(\d+)\*", page, re.MULTILINE)) == list(range(1, 20))
    assert {int(n) for marks in re.findall(r"\*\((Q[^)]*)\)\*", page) for n in re.findall(r"\d+", marks)} == set(range(1, 20)) - {18}


# --- the conformance kit ---


@pytest.mark.parametrize("variant", BOX.variants, ids=lambda variant: str(variant.name))
def test_conformance(variant: Any) -> None:
    report = conformance.check(BOX, variants=[variant], games=1, moments=3)
    assert [str(fault) for fault in (*report.faults, *report.advice)] == []
    assert report.games == 3


def test_a_seed_gives_the_same_deal() -> None:
    assert Table(BOX, 4, rng=Random(5)).setup == Table(BOX, 4, rng=Random(5)).setup
