"""Tests clause by clause. The checks of the conformance kit run beside them: see `addopts` in pyproject.toml."""

from tableronde.testing import figure, position

from your_game import BOX

FIRST = {"first": 0}


def test_r1_the_die_is_rolled_for_the_player_whose_turn_it_is() -> None:
    here = position(BOX, "chance: roll 4", setup=FIRST)
    assert here.facts()["die"] == 4
    here.check("move a", "R1", actor=1)


def test_r2_one_snail_moves_as_many_fields() -> None:
    here = position(BOX, "chance: roll 4", "move b", setup=FIRST)
    assert here.facts()["snails"][0] == [0, 4]


def test_r3_snails_of_others_in_the_same_column_go_back() -> None:
    here = figure(BOX, "hit")
    assert here.facts()["snails"] == [[2, 0], [5, 0]]
    assert here.play("move a").facts()["snails"] == [[5, 0], [0, 0]]


def test_r4_a_six_plays_again() -> None:
    here = position(BOX, "chance: roll 6", "move a", "chance: roll 1", setup=FIRST)
    here.check("move a", actor=0)


def test_r5_the_first_player_with_both_snails_at_home_wins() -> None:
    sixes = ["chance: roll 6", "move a", "chance: roll 6", "move a", "chance: roll 6"]
    here = position(BOX, *sixes, setup=FIRST)
    here.check("move a", "R5")
    won = here.play("move b", "chance: roll 6", "move b").outcome
    assert won is not None
    assert won.winners == (0,)
