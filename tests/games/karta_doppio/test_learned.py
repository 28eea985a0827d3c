"""The page on what the master of Karta Doppio has learned: positions come from its games, and claims hold."""

import pytest

from support.duels import played_on
from tableronde.bots.kernel_bot import Level
from tableronde.bots.tree import Tree
from tableronde.games.karta_doppio import BOX
from tableronde.games.karta_doppio.bots import judgement
from tableronde.learn.figures import figures
from tableronde.table import Table

RED, BLUE = 0, 1
GAMES = 12
LEVEL = Level(simulations=60, seconds=1e9, patience=1, widest=60, variety=0.003)
Q14 = (4, 1)


def position(name: str) -> Table:
    return figures(BOX)[name].table(BOX)


def shown(table: Table) -> dict[tuple[int, int], tuple[str | None, int]]:
    """The point and the number of leaves of each square."""
    return {(x, y): (colour, layers) for x, y, colour, layers in table.facts()["squares"]}


def proved(table: Table) -> int:
    """The winners as bits if search has proved the result, else 0."""
    tree = Tree(judgement.from_state(table.state, table.game.options), 7)
    tree.patience, tree.widest, tree.thorough = LEVEL.patience, LEVEL.widest, True
    tree.think(8_000, 1e9)
    return tree.proof[0]


@pytest.mark.parametrize(("seat", "master", "champion"), [(BLUE, "leaves-locked", "leaves-open"), (RED, "wait-three", "wait-line")])
def test_played_on_the_masters_choice_wins_more(seat: int, master: str, champion: str) -> None:
    new, old = (played_on(position(name), judgement.from_state, LEVEL, seat, GAMES) for name in (master, champion))
    assert new > old + GAMES / 4


def test_under_two_leaves() -> None:
    before, beside, taken, locked = (shown(position(name)) for name in ("leaves", "leaves-open", "leaves-taken", "leaves-locked"))
    assert {layers for colour, layers in before.values() if colour == "red"} == {2}
    assert [each for each in beside.items() if each not in before.items() and each[1][0]] == [
        ((3, 0), ("red", 1)),
        ((3, 1), ("blue", 1)),
        ((4, 1), ("blue", 1)),
    ]
    assert [cell for cell, (colour, _) in taken.items() if colour == "red" and beside.get(cell, ("", 0))[0] == "blue"] == [(3, 2), (4, 1)]
    assert [cell for cell, square in locked.items() if square == ("blue", 2) and before.get(cell) != square] == [(2, 3), (3, 3)]
    assert locked[1, 3] == (None, 2), "above red's three in column N"
    assert [before[1, y] for y in range(3)] == [("red", 2)] * 3


def test_a_line_that_can_be_broken_is_not_a_line() -> None:
    assert [position(name).facts()["tokens"] for name in ("wait", "wait-line", "wait-broken", "wait-three")] == [
        [0, 0],
        [1, 0],
        [0, 0],
        [0, 0],
    ]
    before, line, three = (shown(position(name)) for name in ("wait", "wait-line", "wait-three"))
    assert any(line[x, -2] == ("red", 1) for x in range(-3, 2))
    assert [cell for cell, square in three.items() if square == ("red", 2) and before.get(cell) != square] == [(-4, -1), (-4, 0), (-4, 1)]


def test_close_the_gap_in_time() -> None:
    table = position("gap")
    after = {action: table.at(table.plies) for action in table.legal()[BLUE]}
    for action, each in after.items():
        each.play(BLUE, action)
    winners = {action: proved(each) for action, each in after.items()}
    won, lost = ([action for action in after if winners[action] == 1 << seat] for seat in (BLUE, RED))
    assert (len(won), len(lost), len(after)) == (6, 978, 984)
    assert figures(BOX)["gap-closed"].actions[-1] in won
    assert figures(BOX)["gap-own"].actions[-1] in lost
    assert all(shown(after[action]).get(Q14, ("", 0))[1] for action in won)
    double = position("gap-lost").facts()
    assert double["last"]["delta"] == [2, 0]
    assert shown(position("gap-lost"))[Q14][0] == "red"


@pytest.mark.parametrize(("before", "after"), [("leaves", "leaves-taken"), ("wait", "wait-three"), ("gap", "gap-lost")])
def test_the_positions_are_of_one_game(before: str, after: str) -> None:
    one, other = figures(BOX)[before].actions, figures(BOX)[after].actions
    assert other[: len(one)] == one
