"""The page on what the master of CirKis has learned: positions come from its games, and both choices are played on."""

import pytest

from support.duels import played_on
from tableronde.bots.kernel_bot import Level
from tableronde.bots.tree import Tree
from tableronde.game import Action
from tableronde.games.cirkis import BOX, kernel
from tableronde.games.cirkis.bots import judgement
from tableronde.games.cirkis.rules import PASS
from tableronde.games.cirkis.rules.board import board
from tableronde.games.cirkis.rules.pieces import standard
from tableronde.learn.figures import figures
from tableronde.table import Table

PURPLE, RED = 0, 1
GAMES = 10
LEVEL = Level(simulations=2000, seconds=1e9, patience=4)


def position(name: str) -> Table:
    return figures(BOX)[name].table(BOX)


def slivers(table: Table) -> list[Action]:
    """The placements of a sliver that earn the next player a free turn."""
    [actions] = table.legal().values()
    return [action for action in actions if action.startswith("sliver@")] if table.facts()["sliver_bonus"] else []


def fills(action: Action, figure: str) -> int:
    """The number of spaces of a figure that a piece covers."""
    [spaces] = [place.spaces for place in standard().placements if place.action == action]
    return len({*spaces} & {*next(each.spaces for each in board().figures if each.name == figure)})


@pytest.mark.parametrize(
    ("seat", "master", "champion"),
    [(PURPLE, "door-shut", "door-open"), (RED, "slice-small", "slice-big"), (RED, "awkward-fan", "awkward-wedge")],
)
def test_played_on_the_masters_choice_wins_more(seat: int, master: str, champion: str) -> None:
    new, old = (played_on(position(name), judgement.from_state, LEVEL, seat, GAMES) for name in (master, champion))
    assert new > old + GAMES / 4


def test_the_door_to_the_slivers() -> None:
    assert slivers(position("door-open")) == ["sliver@157", "sliver@158"]
    assert slivers(position("door-shut")) == []
    assert list(position("door-sliver").to_act()) == [RED]
    assert position("door-sliver").state.now.free == ("first-sliver",)


def test_the_other_has_to_open_it() -> None:
    before, after = position("forced"), position("forced-two")
    assert (before.facts()["scores"], after.facts()["scores"]) == ([20, 10], [25, 20])
    answers = [after.at(after.plies) for _ in after.legal()[RED]]
    for table, action in zip(answers, after.legal()[RED], strict=True):
        table.play(RED, action)
    assert len(answers) == 2
    assert all(slivers(table) for table in answers)
    tree = Tree(kernel.from_state(after.state, after.game.options), 7)  # the kernel without learned weights gives the same proofs
    tree.think(50_000, 1e9)
    assert tree.proof[0] == 1 << PURPLE
    assert list(position("forced-sliver").to_act()) == [PURPLE]


def test_a_big_slice_ends_a_circle() -> None:
    big, small, paid = (figures(BOX)[name].actions[-1] for name in ("slice-big", "slice-small", "slice-paid"))
    assert [fills(action, "outer-circle-3") for action in (big, small, paid)] == [3, 2, 3]
    assert position("slice-small").facts()["figures"] == {}
    done = position("slice-paid").facts()
    assert done["figures"]["outer-circle-3"] == {"owner": RED, "finisher": RED}
    assert done["owner"][77] == done["owner"][148] == RED


def test_the_awkward_pieces_first() -> None:
    shapes = [place.action.partition("@")[0] for place in standard().placements]
    assert [shapes.count(name) for name in ("wedge", "hook", "fan")] == [90, 110, 40]
    fan = figures(BOX)["awkward-fan"].actions[-1]
    assert not any(fills(fan, figure.name) for figure in board().figures), "it helps nobody"
    stuck = position("awkward-left")
    left = stuck.facts()["pieces_left"][PURPLE]
    assert (left["fan"], sum(left.values())) == (3, 5)
    assert list(stuck.legal()[PURPLE]) == [PASS]


@pytest.mark.parametrize(
    ("before", "after"), [("door", "door-shut"), ("forced", "forced-sliver"), ("slice", "slice-paid"), ("awkward", "awkward-fan")]
)
def test_the_positions_are_of_one_game(before: str, after: str) -> None:
    one, other = figures(BOX)[before].actions, figures(BOX)[after].actions
    assert other[: len(one)] == one
