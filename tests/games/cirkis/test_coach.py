"""The coach of CirKis says which figures can be completed now and what they pay, and says nothing false."""

from random import Random

import pytest

from tableronde.game import Action, Seat
from tableronde.games.cirkis import BOX
from tableronde.games.cirkis.naming import the_figure
from tableronde.games.cirkis.rules import PASS, State, scoring
from tableronde.learn.coach import may_do
from tableronde.table import Table


def completed(table: Table, seat: Seat, action: Action) -> set[str]:
    """The figures that an action completes."""
    before, after = table.state.now.figures, table.game.apply(table.state, seat, action).now.figures
    return {filled.figure for filled in after[len(before) :]}


def mover(table: Table) -> Seat:
    return int(table.state.now.mover)


def names(state: State, figures: set[str]) -> list[str]:
    return [the_figure(figure).en for figure in scoring(state.options) if figure.name in figures]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_what_can_be_completed_is_named_and_nothing_else(players: int, seed: int) -> None:
    rng = Random(seed)
    table, told = Table(BOX, players, rng=rng), 0
    while not table.outcome:
        seat = mover(table)
        legal = table.legal()[seat]
        figures = set[str]().union(*(completed(table, seat, action) for action in legal if action != PASS))
        said = may_do(table, seat).en
        assert ("You can complete" in said) == bool(figures)
        if figures:
            told += 1
            assert any(name in said for name in names(table.state, figures))
            assert all(name not in said for name in names(table.state, {f.name for f in scoring(table.state.options)} - figures))
        table.play(seat, rng.choice(legal))
    assert told > 2


def test_the_points_are_those_that_will_be_paid() -> None:
    rng = Random(5)
    seen = 0
    for _ in range(6):
        table = Table(BOX, 2, rng=rng)
        while not table.outcome:
            seat = mover(table)
            ways = [action for action in table.legal()[seat] if action != PASS and len(completed(table, seat, action)) == 1]
            if len({frozenset(completed(table, seat, action)) for action in ways}) == 1:
                gains = table.game.apply(table.state, seat, ways[0]).now.gains
                for gain in (gain for gain in gains if gain.why != "last-piece"):
                    who = "you" if gain.seat == seat else table.names[gain.seat].en
                    assert f"{gain.points} points for {who}" in may_do(table, seat).en
                    seen += 1
            table.play(seat, rng.choice(table.legal()[seat]))
    assert seen > 5
