"""Whole games with paired secrets over real sockets: viewers without the secret get the same bytes, hints, reviews and sizes."""

from dataclasses import replace
from pathlib import Path

import pytest

from support import pairs
from tableronde.game import Seat


@pytest.mark.parametrize(("game", "viewer", "review"), [("kaplan", 0, True), ("kaplan", None, False), ("cirkle-duo", 0, False)])
def test_a_secret_changes_nothing_that_another_is_sent(game: str, viewer: Seat | None, review: bool, tmp_path: Path) -> None:
    pair = pairs.make(game, viewer, 16, seed=3)
    one, other = (pairs.seen(pair, which, tmp_path / str(which), hints=1, review=review) for which in (0, 1))
    assert len(one) > 30
    assert one == other


def test_the_comparison_sees_a_leak(tmp_path: Path) -> None:
    """The seat that knows the secret does see the difference: the check can fail."""
    pair = pairs.make("kaplan", None, 30, seed=3)
    told = replace(pair, viewer=pairs.witness(pair))
    one, other = (pairs.seen(told, which, tmp_path / str(which)) for which in (0, 1))
    assert one != other
