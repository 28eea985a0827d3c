"""Tests clause by clause. The checks of the conformance kit run beside them: see `addopts` in pyproject.toml."""

from random import Random

from tableronde.testing import position

from your_game import BOX

SETUP = {"hands": [[2, 6, 9, 14, 18], [1, 5, 11, 13, 20], [3, 7, 10, 15, 17]]}


def test_r1_only_a_card_of_the_hand_is_laid() -> None:
    here = position(BOX, setup=SETUP)
    here.check("lay 09", actor=0)
    here.check("lay 11", "R1", actor=0)


def test_r2_everybody_lays_one_card_that_others_do_not_see() -> None:
    here = position(BOX, "1: lay 11", setup=SETUP)
    here.check("lay 13", "R2", actor=1)
    assert here.facts(1)["own"] == 11
    assert "11" not in str(here.facts(0))
    assert here.table.heard(0)[-1].action == "lay ?"


def test_r3_r4_the_second_highest_card_scores_the_number_of_the_round() -> None:
    here = position(BOX, "1: lay 11", "2: lay 03", "0: lay 14", setup=SETUP)
    assert here.facts()["scores"] == [0, 1, 0]
    later = here.play("0: lay 09", "1: lay 05", "2: lay 15")
    assert later.facts()["scores"] == [2, 1, 0]


def test_r5_after_five_rounds_most_points_win() -> None:
    rounds = [("18", "20", "17"), ("14", "13", "15"), ("09", "11", "10"), ("06", "05", "07"), ("02", "01", "03")]
    actions = [f"{seat}: lay {card}" for cards in rounds for seat, card in enumerate(cards)]
    outcome = position(BOX, *actions, setup=SETUP).outcome
    assert outcome is not None
    assert outcome.scores == (12, 0, 3)
    assert outcome.winners == (0,)


def test_imagine_agrees_with_everything_a_seat_has_seen() -> None:
    here = position(BOX, "1: lay 11", "2: lay 03", "0: lay 14", "2: lay 15", setup=SETUP).table
    for seed in range(20):
        world = here.game.imagine(here.view(0), Random(seed))
        assert here.game.view(world, 0) == here.view(0)
