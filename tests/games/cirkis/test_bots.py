"""The bots of CirKis: they play by the rules, see what is obvious, and beat a player who looks one action ahead."""

from random import Random

import pytest

from support.games.cirkis import LOGS, actions, example, start
from support.helpers import played
from tableronde.bots import levels
from tableronde.games.cirkis import BOX
from tableronde.games.cirkis.bots.judge import expected, judge
from tableronde.games.cirkis.rules import scoring
from tableronde.play import arena
from tableronde.table import Table


def choice(table: Table, level: str, seed: int = 0, seconds: float = 60.0) -> str | None:
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


@pytest.mark.parametrize("level", ["expert", "master"])
def test_a_win_at_hand_is_taken(level: str) -> None:
    table = played(start(), LOGS["E9a"].rpartition(" ")[0])
    played(table, [choice(table, level) or ""])
    assert table.facts()["winners"] == [0]


def test_e10c_the_only_action_needs_no_thought() -> None:
    assert choice(example("E10c"), "master") == "fan@93,111"


def test_the_same_seed_gives_the_same_choice() -> None:
    table = played(start(), LOGS["E9a"].split()[:4])
    for level in ("child", "regular"):
        assert choice(table, level, 7) == choice(table, level, 7)


def test_even_without_time_there_is_a_choice() -> None:
    table = played(start(), LOGS["E9a"].split()[:5])
    assert choice(table, "master", seconds=0.0) in actions(table)


def test_a_regular_is_clearly_above_one_step_greedy() -> None:
    """A few games only; docs/benchmarks.md has more."""
    assert arena.match(BOX, ["regular", "greedy"], 20, seed=11).share(0) >= 0.75
