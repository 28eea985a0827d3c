"""Variety in openings: masters choose among moves of nearly equal value, in the opening only."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from support.duels import wander
from tableronde.bots.kernel_bot import KernelBot
from tableronde.game import Action
from tableronde.shelf import find
from tableronde.table import Table

OPENING = 8  # plies


def chosen(table: Table, seed: str, **changes: Any) -> Action:
    """Return the choice of the master with some settings changed, asked as in a room: a new bot, with as many events as it needs."""
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
    """Return the opening of a game between two masters."""
    table = Table(find(slug), 2, rng=Random(deal))
    for ply in range(OPENING):
        [seat] = table.to_act()
        table.play(seat, chosen(table, f"{seed} {ply}", simulations=simulations))
    return tuple(action for _, action in table.events)


@pytest.mark.parametrize(("slug", "simulations"), [("four-circles", 2000), ("cirkis", 1000)])
def test_more_than_half_of_the_games_begin_differently(slug: str, simulations: int) -> None:
    """Although the same seat always begins."""
    assert len({beginning(slug, 1, seed, simulations) for seed in range(50)}) > 25


def test_games_with_dealt_hands_differ_without_variety() -> None:
    assert len({beginning("karta-doppio", seed, seed, 30) for seed in range(20)}) == 20


def test_equivalent_moves_are_chosen_equally_whatever_their_visits() -> None:
    """The five fans of CirKis are equivalent; after a long search a tree has visited only one of them."""
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


def test_no_more_is_given_away_than_the_variety() -> None:
    """Without variety, the best move is played in the opening, too."""
    table = Table(find("four-circles"), 2, rng=Random(1))
    assert len({chosen(table, f"{seed}", simulations=500, variety=1.0) for seed in range(20)}) > 4
    assert {chosen(table, f"{seed}", simulations=500, variety=0.001) for seed in range(20)} <= {"2,1", "2,2"}
