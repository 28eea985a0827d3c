"""What was learned against what people told the bots: positions reached at random, and games from there."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from helpers import played
from tableronde.bots import Bot
from tableronde.bots.kernel_bot import KernelBot, Level
from tableronde.box import Box
from tableronde.game import Seat
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
        points += _finish(table, [made[i ^ seat](box, table.game, i, Random(game)) for i in range(2)], seat)
    return points


def played_on(table: Table, mind: FromState, level: Level, seat: Seat, games: int) -> float:
    """Of so many games from a position, those that a seat wins when the same mind plays both sides."""
    points = 0.0
    for game in range(games):
        bots = [KernelBot(table.box, table.game, i, Random(f"{game} {i}"), from_state=mind, level=level) for i in range(2)]
        points += _finish(table.at(table.plies), bots, seat)
    return points


def _finish(table: Table, bots: Sequence[Bot], seat: Seat) -> float:
    """Play a game to its end, and say what a seat won."""
    while not table.outcome:
        [actor] = table.to_act()
        action = bots[int(actor)].choose(table.view(int(actor)), table.events, table.legal()[actor])
        assert action is not None
        table.play(actor, action)
    return (seat in table.outcome.winners) / len(table.outcome.winners)
