"""Learned evaluations against hand-written ones: random positions, and games from there."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from support.helpers import played
from tableronde.bots import Bot
from tableronde.bots.kernel_bot import KernelBot, Level
from tableronde.box import Box
from tableronde.game import Seat
from tableronde.kernels.proof import FromState
from tableronde.table import Table

GAMES = 16


def wander(table: Table, rng: Random, plies: int) -> Table:
    """Play at random for that many plies, or to the end."""
    while table.plies < plies and not table.outcome:
        [actions] = table.legal().values()
        played(table, [rng.choice(actions)])
    return table


def won(box: Box, learned: FromState, told: FromState, simulations: int, start: Callable[[int], Table]) -> float:
    """Return the share that the learned evaluation wins of games from seeded positions, in either seat; a draw is half a game."""
    made = [partial(KernelBot, from_state=each, level=Level(simulations=simulations, seconds=1e9)) for each in (learned, told)]
    points = 0.0
    for game in range(GAMES):
        table, seat = start(game // 2), game % 2
        points += _finish(table, [made[i ^ seat](box, table.game, i, Random(game)) for i in range(2)], seat)
    return points


def played_on(table: Table, mind: FromState, level: Level, seat: Seat, games: int) -> float:
    """Return how many games from a position a seat wins when the same bot plays both sides."""
    points = 0.0
    for game in range(games):
        bots = [KernelBot(table.box, table.game, i, Random(f"{game} {i}"), from_state=mind, level=level) for i in range(2)]
        points += _finish(table.at(table.plies), bots, seat)
    return points


def _finish(table: Table, bots: Sequence[Bot], seat: Seat) -> float:
    """Play a game to its end, and return what a seat won."""
    while not table.outcome:
        [actor] = table.to_act()
        action = bots[int(actor)].choose(table.view(int(actor)), table.events, table.legal()[actor])
        assert action is not None
        table.play(actor, action)
    return (seat in table.outcome.winners) / len(table.outcome.winners)
