"""What an outcome comes to, also where nobody wins and where somebody plays alone."""

import pytest

from tableronde.game import Outcome
from tableronde.outcomes import returns, sentence
from tableronde.text import same

NAMES = (same("Ada"), same("Bo"), same("Cy"))
BECAUSE = same("because")


@pytest.mark.parametrize(
    ("winners", "gained"),
    [((0,), [1, -0.5, -0.5]), ((0, 2), [0.25, -0.5, 0.25]), ((0, 1, 2), [0, 0, 0]), ((), [0, 0, 0])],
)
def test_what_each_gets_is_nothing_together(winners: tuple[int, ...], gained: list[float]) -> None:
    assert returns(Outcome(winners, "over"), 3) == gained
    assert sum(gained) == 0


def test_who_plays_alone_wins_or_loses() -> None:
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
def test_who_has_won_is_said_in_a_sentence(winners: tuple[int, ...], said: str) -> None:
    assert sentence(winners, NAMES, BECAUSE).en == said


def test_who_plays_alone_and_wins_has_not_drawn() -> None:
    assert sentence((0,), NAMES[:1], BECAUSE).en == "Ada wins: because."
