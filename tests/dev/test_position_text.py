"""A position as a figure or as a test to paste: both lead back to the position."""

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.helpers import OUTSIDE, SHELF
from tableronde.box import Box
from tableronde.dev.position_text import as_figure, as_test
from tableronde.learn.figures import read
from tableronde.play.arena import stroll
from tableronde.shelf import Shelf
from tableronde.table import Table

GAMES = (*SHELF, *(str(OUTSIDE / name) for name in ("ford", "mistigri")))


def strolled(box: Box, plies: int) -> Table:
    """Return a table of a random game, with the most players."""
    rng = Random(4)
    table = Table(box, max(box.game_type.players), rng=rng)
    while table.legal() and table.plies < plies:
        assert stroll(table, rng)
    return table


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).name)
def test_a_figure_leads_to_the_position(game: str) -> None:
    box = Shelf.installed().find(game)
    table = strolled(box, 6)
    [(name, value)] = tomllib.loads(as_figure(table, 0)).items()
    figure = read(name, value)
    assert figure.seat == 0
    again = figure.table(box)
    assert again.events[: table.plies] == table.events
    assert again.at(table.plies).state == table.state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).name)
@pytest.mark.parametrize("plies", [0, 5, 400])
def test_a_test_passes_as_it_is(game: str, plies: int) -> None:
    box = Shelf.installed().find(game)
    names: dict[str, Any] = {"BOX": box}
    exec("from tableronde.testing import position\n" + as_test(strolled(box, plies), None), names)
    names["test_r_name_the_clause"]()


def test_options_that_are_not_their_defaults_are_named() -> None:
    box = Shelf.installed().find(str(OUTSIDE / "ford"))
    assert "options = { rows = 2 }" in as_figure(Table(box, 2, {"rows": 2}, {"first": 1}), None)
    assert "options={'rows': 2}" in as_test(Table(box, 2, {"rows": 2}, {"first": 1}), None)
    assert "options" not in as_figure(Table(box, 2, {}, {"first": 1}), None)
