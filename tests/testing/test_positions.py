"""The helper for clauses: what is legal in a position, and which clause refuses what is not."""

import pytest

from support.helpers import OUTSIDE
from tableronde.box import Box
from tableronde.learn.figures import BrokenFigure
from tableronde.shelf import Shelf
from tableronde.testing import figure, position

SHELF = Shelf({})
FIRST = {"first": 0}


@pytest.fixture(scope="module")
def ford() -> Box:
    return SHELF.find(str(OUTSIDE / "ford"))


@pytest.fixture(scope="module")
def mistigri() -> Box:
    return SHELF.find(str(OUTSIDE / "mistigri"))


def test_it_says_what_is_legal_and_which_clause_refuses(ford: Box) -> None:
    here = position(ford, "e1 e2", "e9 e8", setup=FIRST)
    assert here.is_legal("e2 e3")
    assert not here.is_legal("e2 e4")
    assert here.clause("e2 e4") == "R3"
    assert here.clause("a5 a4", actor=1) == "R2"
    assert "e2 e3" in here.legal()
    here.check("e2 e3")
    here.check("e2 e4", "R3")


def test_what_is_wrong_is_said_in_a_sentence(ford: Box) -> None:
    here = position(ford, setup=FIRST)
    with pytest.raises(AssertionError, match="'e1 e2' is legal here, and R3 should refuse it"):
        here.check("e1 e2", "R3")
    with pytest.raises(AssertionError, match=r"'e1 e3' is refused: .* legal are 0: "):
        here.check("e1 e3")
    with pytest.raises(AssertionError, match="'e1 e3' is refused by R3, not by R4"):
        here.check("e1 e3", "R4")
    with pytest.raises(AssertionError, match="'e1 e2' is legal here; legal are"):
        here.clause("e1 e2")


def test_play_returns_the_next_position_and_leaves_the_first(ford: Box) -> None:
    here = position(ford, "e1 e2", setup=FIRST)
    later = here.play("e9 e8", "e2 e3")
    assert here.facts()["to_act"] == ["1"]
    assert "e3" in later.facts()["stones"][0]
    assert later.outcome is None
    with pytest.raises(BrokenFigure, match="'e3 e9' is not legal"):
        later.play("e8 e7", "e3 e9")


def test_a_figure_of_the_rules_page_is_a_position(ford: Box) -> None:
    figure(ford, "blocked").check("e5 e6", "R5")
    with pytest.raises(LookupError, match="ford has no figure 'moat'; it has banks, ahead, taken, blocked"):
        figure(ford, "moat")


def test_where_several_may_act_the_action_or_its_actor_says_who(mistigri: Box) -> None:
    here = position(mistigri, seed=3)
    card = here.legal(actor=0)[0]
    assert here.is_legal(card), "only one seat can do that"
    assert here.clause(card, actor=1) == "M1"
    with pytest.raises(ValueError, match=r"several seats are to act \(0, 1, 2\): name one"):
        here.clause("give nothing")


def test_options_and_players_are_those_of_a_table(ford: Box, mistigri: Box) -> None:
    assert len(position(ford, options={"rows": 2}, setup=FIRST).facts()["stones"][0]) > 5
    assert position(mistigri, players=4).table.game.seats == 4
