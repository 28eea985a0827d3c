"""The result in words."""

from types import SimpleNamespace
from typing import Any

import pytest

from tableronde.game import Outcome
from tableronde.games.kaplan import BOX
from tableronde.room.tables.result_texts import describe_personal_result, describe_result
from tableronde.text import Text, same

NAMES = [same(name) for name in ("Ana", "Bo", "Cy")]


def _over(winners: tuple[int, ...], scores: tuple[float, ...]) -> Any:
    """Return a finished game of Kaplan's Dial as far as its result goes."""
    saved = SimpleNamespace(note=None, seats=NAMES)
    table, limits = SimpleNamespace(names=NAMES), SimpleNamespace(events_per_table=9)
    return SimpleNamespace(outcome=Outcome(winners, "announced", scores), saved=saved, table=table, box=BOX, limits=limits)


@pytest.mark.parametrize(
    ("winners", "scores", "text"),
    [
        ((0, 2), (0.0, -44.0, 0.0), "Nobody found the word: all but one player or alliance had announced."),
        ((0,), (0.0, -44.0, -44.0), "Ana wins: all but one player or alliance had announced."),
        ((0, 2), (36.0, 0.0, 36.0), "Ana and Cy win: all but one player or alliance had announced."),
    ],
)
def test_a_crowd_of_winners_at_zero_is_nobody(winners: tuple[int, ...], scores: tuple[float, ...], text: str) -> None:
    assert describe_result(_over(winners, scores)).en == text


def test_nobody_is_congratulated_on_points_that_others_lost() -> None:
    assert describe_personal_result(_over((0, 2), (0.0, -44.0, 0.0)), frozenset({0})) == Text("", "")
    assert describe_personal_result(_over((0,), (0.0, -44.0, -44.0)), frozenset({0})).en == "You win!"
