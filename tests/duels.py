"""What was learned against what people told the bots: positions reached at random, and games from there."""

from collections.abc import Callable
from functools import partial
from random import Random

from helpers import played
from tableronde.bots.kernel_bot import KernelBot, Level
from tableronde.box import Box
from tableronde.kernels import FromState
from tableronde.table import Table

GAMES = 16


def wander(table: Table, rng: Random, plies: int) -> Table:
    """Play at random for so many plies, or to the end."""
    while table.plies < plies and not table.outcome:
        [actions] = table.legal().values()
        played(table, [rng.choice(actions)])
    return table


def won(box: Box, learned: FromState, told: FromState, simulations: int, start: Callable[[int], Table]) -> float:
    """Of so many games, from positions by their seed and in either seat, those that what was learned wins; a draw is half a game."""
    made = [partial(KernelBot, from_state=each, level=Level(simulations=simulations, seconds=1e9)) for each in (learned, told)]
    points = 0.0
    for game in range(GAMES):
        table, seat = start(game // 2), game % 2
        bots = [made[i ^ seat](box, table.game, i, Random(game)) for i in range(2)]
        while not table.outcome:
            [actor] = table.to_act()
            action = bots[int(actor)].choose(table.view(int(actor)), table.events, table.legal()[actor])
            assert action is not None
            table.play(actor, action)
        points += (seat in table.outcome.winners) / len(table.outcome.winners)
    return points
