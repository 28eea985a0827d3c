"""The look back at a game."""

from random import Random

from games.four_circles import start
from helpers import played
from tableronde.bots import Bot, GreedyBot, RandomBot
from tableronde.review import review
from tableronde.table import Table


def greedy(table: Table) -> Bot:
    return GreedyBot(table.box, table.game, 0, Random(1))


def test_the_missed_win_comes_first() -> None:
    table = played(start("E8a"), ["3,2>4,1", "4,0>3,0"])
    slips = review(table, 0, greedy)
    assert (slips[0].ply, slips[0].better, slips[0].best) == (0, "3,2>3,0", 1.0)
    assert slips[0].lost > 0.2


def test_a_choice_that_was_best_is_no_slip() -> None:
    assert review(played(start("E8a"), ["3,2>3,0"]), 0, greedy) == []


def test_there_are_at_most_three_and_the_costliest_is_first() -> None:
    table, rng = Table(start("E3").box, 2, {"max_plies": 60}), Random(5)
    while table.legal():
        [(actor, actions)] = table.legal().items()
        table.play(actor, rng.choice(actions))
    slips = review(table, 0, greedy)
    assert len(slips) == 3
    assert [slip.lost for slip in slips] == sorted((slip.lost for slip in slips), reverse=True)
    assert all(table.events[slip.ply].action == slip.played for slip in slips)


def test_an_adviser_without_an_opinion_finds_nothing() -> None:
    table = played(start("E8a"), ["3,2>3,0"])
    assert review(table, 0, lambda table: RandomBot(table.box, table.game, 0, Random(1))) == []
