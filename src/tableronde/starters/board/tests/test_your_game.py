"""Tests clause by clause. The checks of the conformance kit run beside them: see `addopts` in pyproject.toml."""

from tableronde.testing import figure, position

from your_game import BOX

FIRST = {"first": 0}


def test_r1_players_begin_on_opposite_sides_and_take_turns() -> None:
    here = position(BOX, setup=FIRST)
    assert here.facts()["places"] == ["c1", "c5"]
    here.check("c4 a1", "R1", actor=1)
    here.play("c2 a1").check("c4 a5")


def test_r2_a_step_goes_to_a_free_floe_beside() -> None:
    here = position(BOX, "c2 c4", setup=FIRST)
    here.check("c3 a1", "R2")  # two floes away
    here.check("c4 a1", "R2")  # it has sunk
    here.check("b4 a1")


def test_r3_a_free_floe_sinks() -> None:
    here = position(BOX, setup=FIRST)
    here.check("c2 c5", "R3")  # the opponent stands there
    here.check("c2 c2", "R3")
    here.check("c2 c1")  # the floe just left


def test_r4_a_player_who_cannot_step_has_lost() -> None:
    here = position(BOX, "c1 b3", "c3 c4", "b2 a3", "b4 d4", "c3 a4", options={"size": 4}, setup=FIRST)
    assert here.outcome is not None
    assert here.outcome.winners == (0,)


def test_the_figure_shows_what_its_caption_says() -> None:
    steps = {action.split()[0] for action in figure(BOX, "narrow").legal()}
    assert len(steps) == 1
