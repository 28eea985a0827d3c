"""Never the same game twice: masters choose among moves of nearly equal worth, in the opening only."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from duels import wander
from tableronde.bots.kernel_bot import KernelBot
from tableronde.game import Action
from tableronde.shelf import find
from tableronde.table import Table

OPENING = 8  # plies


def chosen(table: Table, seed: str, **changes: Any) -> Action:
    """What the master plays, changed in some ways, asked as a room asks: a fresh bot, and as much of the past as it wants to hear."""
    master = table.box.bots["master"]
    assert isinstance(master, partial)
    [seat] = table.to_act()
    assert isinstance(seat, int)
    level = replace(master.keywords["level"], seconds=1e9, **changes)
    bot = KernelBot(table.box, table.game, seat, Random(seed), from_state=master.keywords["from_state"], level=level)
    assert bot.hears is not None
    action = bot.choose(table.view(seat), table.heard(seat, max(0, table.plies - bot.hears)), table.legal()[seat])
    assert action is not None
    return action


def beginning(slug: str, deal: int, seed: int, simulations: int) -> tuple[Action, ...]:
    """The opening of a game between two masters."""
    table = Table(find(slug), 2, rng=Random(deal))
    for ply in range(OPENING):
        [seat] = table.to_act()
        table.play(seat, chosen(table, f"{seed} {ply}", simulations=simulations))
    return tuple(action for _, action in table.events)


@pytest.mark.parametrize(("slug", "simulations"), [("four-circles", 2000), ("cirkis", 1000)])
def test_more_than_half_of_the_games_begin_differently(slug: str, simulations: int) -> None:
    """Though whoever begins is always the same."""
    assert len({beginning(slug, 1, seed, simulations) for seed in range(50)}) > 25


def test_where_hands_are_dealt_games_differ_without_anything_being_given_away() -> None:
    assert len({beginning("karta-doppio", seed, seed, 30) for seed in range(20)}) == 20


def test_what_is_alike_is_chosen_alike_however_much_of_it_was_looked_at() -> None:
    """The five fans of CirKis are one move, turned about; a tree that has thought for long has looked at one of them alone."""
    table = Table(find("cirkis"), 2, rng=Random(1))
    fans = [chosen(table, f"{seed}", simulations=50_000) for seed in range(12)]
    assert all(fan.startswith("fan@") for fan in fans)
    assert len(set(fans)) > 3


@pytest.mark.parametrize("slug", ["four-circles", "cirkis", "karta-doppio"])
def test_after_the_opening_the_best_move_is_played(slug: str) -> None:
    for seed in range(6):
        table = wander(Table(find(slug), 2, rng=Random(seed)), Random(seed), OPENING)
        plain, varied = (chosen(table, "1", simulations=200, variety=variety) for variety in (0.0, 1.0))
        assert plain == varied


def test_nothing_is_given_away_beyond_the_variety() -> None:
    """Without any to give, the best is played in the opening, too."""
    table = Table(find("four-circles"), 2, rng=Random(1))
    assert len({chosen(table, f"{seed}", simulations=500, variety=1.0) for seed in range(20)}) > 4
    assert {chosen(table, f"{seed}", simulations=500, variety=0.001) for seed in range(20)} <= {"2,1", "2,2"}
