"""Bots against bots: games, tallies, and how sure one can be of them."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from tableronde import bots
from tableronde.bots import Bot, BotMaker
from tableronde.box import Box
from tableronde.game import CHANCE, Event, Json, Outcome
from tableronde.table import Table

LONGEST = 100_000  # events after which a game is given up as endless


@dataclass
class Tally:
    """What came of a number of games between some bots, whoever sat where."""

    names: tuple[str, ...]
    games: int = 0
    shares: list[float] = field(default_factory=list)  # of the wins, by bot; a shared win counts in parts
    by_seat: list[float] = field(default_factory=list)  # of the wins, by seat
    reasons: Counter[str] = field(default_factory=Counter)
    plies: int = 0

    def share(self, bot: int) -> float:
        """The part of the games a bot has won."""
        return self.shares[bot] / self.games if self.games else 0.0

    def interval(self, bot: int) -> tuple[float, float]:
        """Where the true share lies with a confidence of 95 % (Wilson)."""
        return wilson(self.shares[bot], self.games)


def wilson(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of confidence for a share of wins."""
    if not games:
        return 0.0, 1.0
    share, scale = won / games, 1 + z * z / games
    middle = (share + z * z / (2 * games)) / scale
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / scale
    return max(0.0, middle - reach), min(1.0, middle + reach)


def play(table: Table, players: Sequence[Bot], rng: Random) -> Outcome:
    """Play a table to its end. Those nobody waits for are asked first; then, in random order, those to act."""
    while table.legal() and table.plies < LONGEST:
        step(table, players, rng)
    outcome = table.outcome
    if outcome is None:
        raise ValueError(f"{table.game.slug} did not end within {LONGEST} events")
    return outcome


def step(table: Table, players: Sequence[Bot], rng: Random) -> None:
    """Let one event happen."""
    table.play(*_next_event(table, players, rng))


def match(
    box: Box,
    names: Sequence[str],
    games: int,
    *,
    options: Json = None,
    seed: int = 0,
    seconds: float | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Games between bots named by level, one a seat; they move one seat on after each game."""
    makers = bots.levels(box)
    unknown = [name for name in names if name not in makers]
    if unknown:
        raise LookupError(f"{box.slug} has no bot {unknown[0]!r}; it has {', '.join(makers)}")
    seats = len(names)
    tally = Tally(tuple(names), shares=[0.0] * seats, by_seat=[0.0] * seats)
    for i in range(games):
        _count(tally, *_game(box, [makers[name] for name in names], i, options, seed, seconds))
        progress(i + 1)
    return tally


def _game(
    box: Box, makers: Sequence[BotMaker], i: int, options: Json, seed: int, seconds: float | None
) -> tuple[Table, Outcome, list[int]]:
    """Game i: seat s is bot (s + i) of the list, on a deal that every rotation of the seats gets in turn."""
    seats = len(makers)
    order = [(seat + i) % seats for seat in range(seats)]
    table = Table(box, seats, options, rng=Random(f"{seed} deal {i // seats}"))
    players = [makers[bot](box, table.game, seat, Random(f"{seed} {i} {seat}")) for seat, bot in enumerate(order)]
    for player in players:
        player.seconds = player.seconds if seconds is None else seconds
    return table, play(table, players, Random(f"{seed} luck {i}")), order


def _count(tally: Tally, table: Table, outcome: Outcome, order: Sequence[int]) -> None:
    tally.games += 1
    tally.plies += table.plies
    tally.reasons[outcome.reason] += 1
    for seat in outcome.winners:
        tally.shares[order[seat]] += 1 / len(outcome.winners)
        tally.by_seat[seat] += 1 / len(outcome.winners)


def _next_event(table: Table, players: Sequence[Bot], rng: Random) -> Event:
    legal, waited = table.legal(), list(table.to_act())
    volunteers = [actor for actor in legal if actor not in waited]
    rng.shuffle(volunteers)
    rng.shuffle(waited)
    for actor in (*volunteers, *waited):
        if actor == CHANCE:
            return roll(table, rng)
        action = players[actor].choose(table.view(actor), table.heard(actor), legal[actor])
        if action is not None:
            return Event(actor, action)
    raise ValueError(f"nobody acts, though the table waits for {waited}")


def roll(table: Table, rng: Random) -> Event:
    """What chance does next, by its weights."""
    weights = table.game.weights(table.state)
    return Event(CHANCE, rng.choices(list(weights), list(weights.values()))[0])
