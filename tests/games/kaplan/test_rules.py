"""Le Cadran de Kaplan, clause by clause, with the worked examples of its dossier: the dial, the dice, the bets, the resolution."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from support.games.kaplan import example, log, moves, play_on, seated
from support.helpers import check_vector, vectors
from tableronde.game import CHANCE
from tableronde.games.kaplan import BOX
from tableronde.games.kaplan.rules.dice import ROLLS, uses
from tableronde.table import Table


@pytest.mark.parametrize("vector", vectors("kaplan"), ids=lambda v: f"{v['players']}-{v['setup']['word']}-{'-'.join(v['options'])}")
def test_vectors(vector: Any) -> None:
    check_vector(BOX, vector)


def test_e1_r1_the_word_runs_clockwise_and_wraps() -> None:
    table = seated()
    assert [table.state.secret.letter(place) for place in range(1, 13)] == list("CHE------PER")
    assert len(table.legal()[CHANCE]) == 364
    assert {seat: list(table.legal()[seat]) for seat in range(3)} == {0: ["kaplan *"], 1: ["kaplan *"], 2: ["kaplan *"]}


def test_r2_six_kinds_of_clue() -> None:
    kinds = {table_clue.kind for table_clue in seated().state.secret.clues}
    assert kinds == {"initial", "length", "gender", "analogy", "synonym", "expression"}


def test_r3_a_place_runs_through_four_states() -> None:
    table = log(seated(2, no_dice=True), "0 bet 5 1; 0 bet 1 1; 0 end; 1 bet 5 2; 1 bet 1 2; 1 end; 0 bet 5 3; 0 bet 2 4; 0 end")
    faces = [_face(table, 5)]
    log(table, "1 bet 5 4; 1 bet 3 1; 1 end; 0 bet 5 5; 0 clue s1; 0 bet 3 2; 0 end")
    faces.append(_face(table, 5))
    log(table, "1 flip 5")
    assert [*faces, _face(table, 5)] == ["eye", "open", "letter"]
    assert _face(seated(), 5) == "K"


def _face(table: Table, place: int) -> str:
    face = table.facts()["crown"][place - 1]["face"]
    assert isinstance(face, str)
    return face


def test_r4_nine_tokens_each() -> None:
    table = seated(3)
    assert table.facts()["hands"] == [9, 9, 9]
    assert table.facts(0)["hand"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_r5_returned_tokens_wait_in_full_view() -> None:
    table = example("E3")
    assert table.facts()["waiting"] == [[3, 4], [7], []]
    assert "bet 2 7" not in moves(table, 1)


def test_e7_r6_refill_is_part_of_the_bet_that_needs_it() -> None:
    table = example("E7", 7)
    assert table.facts()["hands"] == [0, 0]
    assert len(table.facts()["waiting"][0]) == 15
    assert {int(action.split()[2]) for action in moves(table, 0) if action.startswith("bet")} == {1, 2, 3, 4, 5, 6, 8, 9}
    table.play(0, "bet 7 9")
    assert table.facts()["hands"] == [14, 0]
    assert table.facts()["waiting"][0] == [7, 9]


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        ("3 7 10", ["use 10 10", "use 3 3", "use 3 7 10", "use 4 10", "use 7 7"]),
        ("6 6 12", ["use 12 12", "use 6 6", "use 6 6 12"]),
        ("1 1 1", ["use 1 1 1", "use 1 2"]),
        ("11 12 12", ["use 1 12", "use 11 12 12"]),
        ("5 5 8", ["use 3 5", "use 5 5 8", "use 8 10"]),
    ],
)
def test_e2_r7_uses_of_the_dice(roll: str, expected: list[str]) -> None:
    table = log(seated(), f"c roll {roll}")
    assert moves(table, 0) == expected


def test_r7_true_weights_of_the_dice() -> None:
    table = seated()
    weights = table.game.weights(table.state)
    assert sum(weights.values()) == 12**3
    assert (weights["roll 1 2 3"], weights["roll 4 4 9"], weights["roll 7 7 7"]) == (6, 3, 1)
    assert list(ROLLS) == sorted(weights)


def test_q4_no_place_above_twelve_or_at_zero() -> None:
    for dice in product(range(1, 13), repeat=3):
        assert all(1 <= place <= 12 for use in uses(dice) for place in use)
    assert uses((12, 12, 12)) == {(12, 12, 12)}


def test_r8_the_choice_is_made_once_and_public() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 4 10")
    assert table.facts()["left"] == [4, 10]
    assert not any(action.startswith("use") for action in moves(table, 0))


def test_r9_one_bet_for_each_place_of_the_use() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 3 7 10")
    assert {action.split()[1] for action in moves(table, 0)} == {"3", "7", "10"}
    assert {action.split()[1] for action in moves(log(table, "0 bet 7 1"), 0)} == {"3", "10"}


def test_e3_r10_r12_k_side_with_a_tie() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 10 10; 0 bet 10 4; 0 bet 10 3")
    assert table.facts()["crown"][9]["tokens"] == [{"seat": 0, "value": None}, {"seat": 0, "value": 3}]
    assert table.facts()["hands"] == [7, 9, 9]
    assert table.facts()["turn"] == 1
    log(table, "c roll 2 10 11; 1 use 2 10 11; 1 bet 10 7")
    facts = table.facts()
    assert facts["last"] == {"place": 10, "face": "K", "totals": [[0, 7], [1, 7]], "winners": [0, 1], "clue": None}
    assert [table.facts(seat)["letters"] for seat in range(3)] == [{"10": "P"}, {"10": "P"}, {}]
    assert not {"end", "bet 10 5", "bet 2 7"} & set(moves(table, 1))
    assert "end" in moves(log(table, "1 bet 2 9"), 1)


def test_e3_sample_of_facts() -> None:
    facts = example("E3").facts()
    place = facts["crown"][9]
    assert place == {"place": 10, "metals": ["gold"], "face": "eye", "tokens": [], "letter": None, "seen_by": [0, 1]}
    rest = {key: value for key, value in facts.items() if key not in ("crown", "clues_seen_by", "last")}
    assert rest == {
        "over": False, "winners": [], "to_act": ["1"], "phase": "bet", "turn": 1, "dice": [2, 10, 11], "left": [2, 11], "used": [10],
        "face_up": 0, "shield": ["c1", "c2", "g1", "g2", "s1", "s2"], "reserve": [], "hands": [7, 8, 9], "waiting": [[3, 4], [7], []],
        "announced": [], "alliances": [], "offer": None, "word": None, "start": None,
    }  # fmt: skip


def test_e4_r10_r13_three_dice_on_one_place() -> None:
    table = example("E4", 1)
    log(table, "c roll 5 5 5; 1 use 5 5 5; 1 bet 5 9; 1 bet 5 3; 1 bet 5 4")
    assert moves(table, 1) == ["clue c1", "clue c2", "clue s1", "clue s2"]
    assert table.facts()["used"] == [5, 5, 5]
    assert table.facts(1)["letters"] == {"5": "-"}
    facts = log(table, "1 clue s1").facts()
    assert (facts["shield"], facts["reserve"]) == (["c1", "c2", "g1", "g2", "s2"], ["s1"])
    assert (facts["waiting"][1], facts["hands"][1], facts["turn"]) == ([3, 4, 9], 6, 2)


def test_e5_r11_r14_flip_and_dead_places() -> None:
    table = log(example("E4"), "c roll 5 8 12; 2 use 5 8 12; 2 flip 5; 2 bet 12 1")
    assert table.facts()["used"] == [5, 12]
    facts = log(table, "2 end; c roll 5 5 7").facts()
    assert (facts["crown"][4]["letter"], facts["face_up"], facts["hands"][2]) == ("-", 1, 8)
    assert moves(table, 0) == ["use 7 10"]


def test_r11_a_player_who_can_play_nothing_passes() -> None:
    table = seated(2)
    letter = replace(table.state.crown[0], face="letter")
    dead = replace(table.state, crown=(letter,) * 3 + table.state.crown[3:], dice=(1, 1, 2), phase="use")
    assert table.game.legal(dead)[0] == ["kaplan *", "pass"]
    after = table.game.apply(dead, 0, "pass")
    assert (after.turn, after.phase, after.dice) == (1, "roll", ())


def test_q8_every_silent_game_ends_by_the_eighth_letter() -> None:
    for seats in range(2, 9):
        table, rng = seated(seats, no_dice=seats % 2 == 0), Random(seats)
        while table.legal():
            play_on(table, rng)
        assert table.outcome is not None
        assert (table.outcome.reason, table.facts()["face_up"], table.outcome.winners) == ("letters", 8, tuple(range(seats)))


def test_e8_r11_last_token_first_and_the_duty_of_two() -> None:
    table = example("E8", 3)
    assert {action.split()[2] for action in moves(table, 0)} == {"9"}
    log(table, "0 bet 10 9")
    assert (table.facts()["hands"][0], table.facts()["waiting"][0]) == (0, [1])
    assert {action.split()[2] for action in moves(table, 0)} == {"1"}
    assert log(table, "0 bet 11 1").facts()["turn"] == 1


def test_e8_q33_the_first_bet_must_not_bar_the_second() -> None:
    table = example("E8", 5)
    assert sorted({int(action.split()[1]) for action in moves(table, 0)}) == [1, 2, 4, 5, 7, 8, 9, 10, 11, 12]
    log(table, "0 bet 7 5")
    assert (table.facts()["hands"][0], table.facts()["waiting"][0]) == (0, [5, 6])
    assert {action.split()[2] for action in moves(table, 0)} == {"5", "6"}
    assert log(table, "0 bet 3 5").facts(0)["hand"] == [6]


def test_e8_variant_tokens_won_back_may_be_bet_or_kept_waiting() -> None:
    table = log(example("E8", 3), "0 bet 10 9; 0 bet 2 1")
    assert (table.facts()["hands"][0], table.facts()["waiting"][0]) == (0, [1, 2])
    assert "end" in moves(table, 0)
    assert any(action.startswith("bet") for action in moves(table, 0))
    facts = log(table, "0 end; 1 bet 5 7").facts()
    assert (facts["hands"][0], facts["waiting"][0]) == (0, [1, 2, 4])


def test_r15_the_turn_passes_by_itself_after_the_last_bet() -> None:
    table = log(seated(), "c roll 1 2 3; 0 use 1 2 3; 0 bet 1 1")
    assert "end" not in moves(table, 0)
    assert "end" in moves(log(table, "0 bet 2 2"), 0)
    assert log(table, "0 bet 3 3").facts()["turn"] == 1


def test_r16_the_highest_total_wins() -> None:
    table = log(seated(3, no_dice=True), "0 bet 1 5; 0 bet 2 1; 0 end; 1 bet 1 3; 1 bet 2 2; 1 end; 2 bet 1 1")
    assert table.facts()["last"]["winners"] == [0]
    assert table.facts()["last"]["totals"] == [[0, 5], [1, 3], [2, 1]]


def test_r18_a_blank_is_told_to_the_winner_only() -> None:
    table = example("E4")
    assert table.facts()["crown"][4]["letter"] is None
    assert table.facts(0)["letters"] == {}
    assert table.facts(1)["letters"] == {"5": "-"}


def test_e6_r19_r23_winner_out_of_turn_and_tied_clue() -> None:
    table = log(example("E6", 1), "0 bet 1 9; 0 bet 2 8; 0 end; 1 bet 1 3")
    assert table.facts()["crown"][0]["seen_by"] == [0, 1, 2]
    assert table.to_act() == (0,)
    assert moves(table, 0) == ["clue c1", "clue c2", "clue g1", "clue g2"]
    assert moves(table, 1) == []
    log(table, "0 clue g1; 1 bet 2 8")
    assert moves(table, 1) == ["clue c1", "clue c2"]
    log(table, "1 clue c1")
    assert table.facts()["clues_seen_by"]["c1"] == [0, 1]
    assert {action.split()[1] for action in moves(table, 1) if action != "end"} == {str(place) for place in range(3, 13)}
    assert "flip 1" in moves(log(table, "1 bet 3 4"), 2)


def test_e7_r21_a_missing_metal_forfeits_the_win() -> None:
    table = example("E7", 3)
    assert table.facts()["last"]["clue"] == "none"
    assert [_face(table, place) for place in (2, 3, 4)] == ["open"] * 3
    assert table.facts()["turn"] == 1


def test_e7_r22_an_empty_shield_gives_from_the_reserve() -> None:
    table = example("E7")
    assert table.facts()["shield"] == []
    assert moves(table, 1) == ["clue s1", "clue s2"]
    table.play(1, "clue s2")
    assert table.facts()["reserve"] == ["c1", "c2", "g1", "g2", "s1", "s2"]
