"""Matches of several games, and rounds: what is said in between."""

import random

import pytest

from tableronde.shelf import find
from tableronde.table import Table


def _played(game: str, options: dict[str, object]) -> list[tuple[int, str]]:
    """A whole match by chance: after which events something was said about a chapter, and what."""
    table, rng, told = Table(find(game), 2, options, rng=random.Random(5)), random.Random(5), []
    while table.legal():
        [(actor, actions)] = table.legal().items()
        table.play(actor, rng.choice(actions))
        ended = table.chapter()
        if ended is not None:
            told.append((table.plies, ended.en))
    return told


def test_a_double_match_pauses_once() -> None:
    [(ply, text)] = _played("karta-doppio", {"match": "double"})
    assert ply == 16
    assert "after the first game" in text
    assert "{" not in text  # names are in


@pytest.mark.parametrize("game", ["karta-doppio", "cirkis", "four-circles"])
def test_a_single_game_has_no_chapters(game: str) -> None:
    assert _played(game, {}) == []


def test_a_long_match_pauses_after_each_round_but_the_last() -> None:
    told = _played("cirkis", {"long_match": True})
    assert told
    assert [text.startswith(f"End of round {i}.") for i, (_, text) in enumerate(told, 1)] == [True] * len(told)
