"""The bots of CirKis: they play by the rules, see what is obvious, and beat a player who looks one action ahead."""

from random import Random

import pytest

from games.cirkis import LOGS, actions, example, start
from helpers import played
from tableronde import arena
from tableronde.bots import levels
from tableronde.games.cirkis import BOX
from tableronde.games.cirkis.bots import Lookahead, expected, judge
from tableronde.games.cirkis.rules import scoring
from tableronde.table import Table


def choice(table: Table, level: str, seed: int = 0, seconds: float = 0.1) -> str | None:
    [seat] = table.to_act()
    assert seat != "chance"
    bot = levels(BOX)[level](BOX, table.game, seat, Random(seed))
    bot.seconds = seconds
    return bot.choose(table.view(seat), table.heard(seat), table.legal()[seat])


def test_judging_adds_up_and_likes_points() -> None:
    table = example("E5")
    shares = judge(table.game, table.state)
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > shares[1]


def test_a_lead_in_an_open_figure_is_worth_something() -> None:
    led = played(start(), "fan@0,1").state
    assert expected(led.now, led.totals, scoring(led.options))[0] > 0
    level = played(start(), "fan@0,1 fan@2,3").state
    assert expected(level.now, level.totals, scoring(level.options)) == [0, 0]


@pytest.mark.parametrize("level", BOX.bots)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_level_chooses_legal_actions(level: str, seats: int) -> None:
    table, rng = start(seats, long_match=seats == 3, centre_circle=seats == 4), Random(seats)
    for _ in range(6):
        chosen = choice(table, level, seconds=0.02)
        assert chosen in actions(table)
        played(table, [chosen])
        if table.legal():
            played(table, [rng.choice(actions(table))])


@pytest.mark.parametrize("level", BOX.bots)
def test_a_forced_pass_is_passed(level: str) -> None:
    assert choice(example("E7a", 3), level) == "pass"


@pytest.mark.parametrize("level", ["steady", "sharp"])
def test_a_win_at_hand_is_taken(level: str) -> None:
    table = played(start(), LOGS["E9a"].rpartition(" ")[0])
    played(table, [choice(table, level) or ""])
    assert table.facts()["winners"] == [0]


def test_e10c_the_only_action_needs_no_thought() -> None:
    assert choice(example("E10c"), "sharp") == "fan@93,111"


def test_looking_deeper_never_loses_a_placement() -> None:
    state = example("E4", 3).state
    for depth in (1, 2):
        ranked = Lookahead(state, 0).ranked(Random(1), depth)
        assert sorted(state.pieces.placements[i].action for _, i in ranked) == actions(example("E4", 3))
        assert [worth for worth, _ in ranked] == sorted((worth for worth, _ in ranked), reverse=True)


def test_the_search_agrees_with_plain_minimax() -> None:
    """Cutting off what cannot matter changes nothing: the best worth is that of a search without shortcuts."""
    table = played(start(), LOGS["E8a"].split()[:26])
    state, seat = table.state, table.state.now.mover
    assert Lookahead(state, seat).ranked(Random(0), 3)[0][0] == pytest.approx(_minimax(table, seat, 3))


def _minimax(table: Table, seat: int, depth: int) -> float:
    """The worth of the position to a seat, by playing every action out on the table itself."""
    if depth == 0 or table.outcome is not None:
        return Lookahead(table.state, seat).worth(table.state.now)
    mover, values = table.state.now.mover, []
    for action in actions(table):
        table.play(mover, action)
        values.append(_minimax(table, seat, depth if action == "pass" else depth - 1))
        table.undo()
    return max(values) if mover == seat else min(values)


def test_the_same_seed_gives_the_same_choice() -> None:
    table = played(start(), LOGS["E9a"].split()[:4])
    for level in ("gentle", "steady"):
        assert choice(table, level, 7) == choice(table, level, 7)


def test_even_without_time_there_is_a_choice() -> None:
    table = played(start(), LOGS["E9a"].split()[:5])
    assert choice(table, "sharp", seconds=0.0) in actions(table)


def test_steady_is_clearly_above_one_step_greedy() -> None:
    """A few games only: over 200 of them its share is 0.99."""
    tally = arena.match(BOX, ["steady", "greedy"], 20, seed=11)
    assert tally.share(0) >= 0.75
