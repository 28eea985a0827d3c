"""Sentences and returns of outcomes, also if no seat wins and with a single player."""

import pytest

from tableronde.game import Outcome
from tableronde.play.outcomes import returns, sentence
from tableronde.text import same

NAMES = (same("Ada"), same("Bo"), same("Cy"))
BECAUSE = same("because")


@pytest.mark.parametrize(
    ("winners", "gained"),
    [((0,), [1, -0.5, -0.5]), ((0, 2), [0.25, -0.5, 0.25]), ((0, 1, 2), [0, 0, 0]), ((), [0, 0, 0])],
)
def test_returns_add_up_to_zero(winners: tuple[int, ...], gained: list[float]) -> None:
    assert returns(Outcome(winners, "over"), 3) == gained
    assert sum(gained) == 0


def test_a_single_player_wins_or_loses() -> None:
    assert [returns(outcome, 1) for outcome in (None, Outcome((0,), "won"), Outcome((), "lost"))] == [[0], [1], [-1]]


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ((), "Nobody wins: because."),
        ((1,), "Bo wins: because."),
        ((0, 2), "Ada and Cy win: because."),
        ((0, 1, 2), "A draw: because."),
    ],
)
def test_the_winners_are_named_in_a_sentence(winners: tuple[int, ...], said: str) -> None:
    assert sentence(winners, NAMES, BECAUSE).en == said


def test_a_single_winner_is_not_a_draw() -> None:
    assert sentence((0,), NAMES[:1], BECAUSE).en == "Ada wins: because."
