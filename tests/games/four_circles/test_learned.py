"""The page on what the master of Four Circles has learned: positions come from its games, and proofs hold."""

import pytest

from tableronde.bots.tree import Tree
from tableronde.games.four_circles import BOX, kernel
from tableronde.games.four_circles.rules import line_cells, threats
from tableronde.games.four_circles.texts import square
from tableronde.learn.figures import figures
from tableronde.table import Table

WHITE, RED = 0, 1


def position(name: str) -> Table:
    return figures(BOX)[name].table(BOX)


def proved(table: Table, simulations: int) -> int:
    """The winners as bits if search has proved the result, else 0. The kernel without learned weights gives the same proofs."""
    tree = Tree(kernel.from_state(table.state, table.game.options), 7, 2_000_000)
    tree.patience = 4
    tree.think(simulations, 1e9)
    return tree.proof[0]


def in_danger(table: Table, seat: int) -> list[str]:
    return sorted(map(square, threats(table.state, seat)))


def test_the_line_beyond_the_edge() -> None:
    assert square(max(position("edge-first").state.tiles, key=lambda tile: -tile[1])) == "H5"
    assert in_danger(position("edge-open"), WHITE) == ["F5", "J5"]
    assert proved(position("edge-open"), 5_000) == 1 << WHITE
    won = position("edge-won")
    assert won.outcome
    assert won.outcome.winners == (WHITE,)
    assert {y for _, y in line_cells(won.state, WHITE)} == {-1}


def test_the_gap_is_left_outside() -> None:
    outside, inside = position("gap-outside"), position("gap-inside")
    assert in_danger(outside, RED) == ["H5"]
    assert (2, -1) not in outside.state.tiles
    assert proved(outside, 600_000) == 1 << RED
    assert inside.state.on()[1, 0].seat == WHITE
    assert len(line_cells(position("gap-won").state, RED)) == 4


def test_the_guard_stays_at_its_post() -> None:
    assert position("guard").state.on()[1, 0].seat == RED
    assert proved(position("guard-left"), 600_000) == 1 << WHITE
    assert in_danger(position("guard-lost"), WHITE) == ["G6", "H9"]
    assert position("guard-kept").state.on()[1, 0].seat == RED


@pytest.mark.parametrize(("before", "after"), [("edge", "edge-won"), ("gap", "gap-won"), ("guard", "guard-kept")])
def test_the_positions_are_of_one_game(before: str, after: str) -> None:
    one, other = figures(BOX)[before].actions, figures(BOX)[after].actions
    assert other[: len(one)] == one
