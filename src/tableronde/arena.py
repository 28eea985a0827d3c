"""Bots against bots: games, tallies, and how sure one can be of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations, repeat
from math import sqrt
from multiprocessing import get_all_start_methods, get_context
from random import Random
from typing import Any, NamedTuple

from tableronde import bots, outside
from tableronde.bots import Bot
from tableronde.bots.words import improvised
from tableronde.box import Box
from tableronde.game import CHANCE, Event, Json, Outcome, Seat
from tableronde.record import Record
from tableronde.scene import Scene
from tableronde.table import Table

LONGEST = 100_000  # events after which a game is given up as endless
SOME_WAY = 26  # events: enough to have something on the board; of a short game half of it, so that things are large and the end is far
SEED = 7
Progress = Callable[[int], None]


def silence(done: int) -> None:
    """Progress that nobody watches."""


@dataclass
class Tally:
    """What came of a number of games between some bots, whoever sat where."""

    names: tuple[str, ...]
    games: int = 0
    shares: list[float] = field(default_factory=list)  # of the wins, by bot; a shared win counts in parts
    by_seat: list[float] = field(default_factory=list)  # of the wins, by seat
    first: float = 0.0  # of the wins, whoever acted first: in some games that is dealt
    reasons: Counter[str] = field(default_factory=Counter)
    plies: int = 0
    places: list[tuple[int, ...]] = field(default_factory=list)  # of each game, by bot: 1 for who won, 2 for who did not

    def share(self, bot: int) -> float:
        """The part of the games a bot has won."""
        return self.shares[bot] / self.games if self.games else 0.0

    def json(self) -> dict[str, Json]:
        """The tally as JSON."""
        shares = [{"bot": name, "share": self.share(i), "interval": list(self.interval(i))} for i, name in enumerate(self.names)]
        by_seat = [won / max(1, self.games) for won in self.by_seat]
        first = {"share": self.first / max(1, self.games), "interval": list(wilson(self.first, self.games))}
        head: dict[str, Json] = {"games": self.games, "plies": self.plies, "bots": shares}
        return {**head, "by_seat": by_seat, "first": first, "reasons": dict(self.reasons)}

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


@dataclass(frozen=True)
class Pairing:
    """Who plays whom: bots named by level, one a seat, with what they all have in common."""

    box: Box
    names: tuple[str, ...]
    options: Json = None
    seed: int = 0
    seconds: float | None = None  # thinking time, if not the bots' own
    recorded: bool = False  # whether the games are told as records


def match(
    box: Box,
    names: Sequence[str],
    games: int,
    *,
    options: Json = None,
    seed: int = 0,
    seconds: float | None = None,
    processes: int = 1,
    progress: Progress = silence,
    keep: Callable[[Record], None] | None = None,
) -> Tally:
    """Games between some bots, who move one seat on after each. However many processes play them, they are the same games.

    `keep` is given the record of each, with the bots in its notes.
    """
    pairing = Pairing(box, tuple(names), options, seed, seconds, keep is not None)
    _check(pairing)
    tally = Tally(pairing.names, shares=[0.0] * len(names), by_seat=[0.0] * len(names))
    for done, result in enumerate(_results(pairing, games, processes), 1):
        _count(tally, result)
        if keep and result.record:
            keep(result.record)
        progress(done)
    return tally


def round_robin(box: Box, names: Sequence[str], seats: int, games: int, *, progress: Progress = silence, **rest: Any) -> list[Tally]:
    """A match between every choice of so many of the bots; the rest is as for a match."""
    if len(names) < seats:
        raise ValueError(f"{seats} seats need at least {seats} bots, not {len(names)}: name one more than once if it is to sit there twice")
    tallies: list[Tally] = []
    for chosen in combinations(names, seats):
        before = games * len(tallies)
        tallies.append(match(box, chosen, games, progress=lambda done, before=before: progress(before + done), **rest))  # type: ignore[misc]
    return tallies


def ratings(tallies: Iterable[Tally]) -> dict[str, tuple[float, float]]:
    """An OpenSkill rating of each bot, with its uncertainty, from the games in these tallies one after the other."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    players = {name: model.rating() for tally in tallies for name in tally.names}
    for tally in tallies:
        for places in tally.places:
            rated = model.rate([[players[name]] for name in tally.names], ranks=list(places))
            players.update({name: team[0] for name, team in zip(tally.names, rated, strict=True)})
    return {name: (player.mu, player.sigma) for name, player in players.items()}


def _check(pairing: Pairing) -> None:
    """Refuse what cannot be played before any process is started."""
    box = pairing.box
    for name in pairing.names:
        bots.find(box, name)
    box.game(len(pairing.names), pairing.options)


def _results(pairing: Pairing, games: int, processes: int) -> Iterator["Result"]:
    if processes == 1:
        yield from (_game(pairing, i) for i in range(games))
        return
    context = get_context("fork" if "fork" in get_all_start_methods() else None)
    with ProcessPoolExecutor(processes, context, outside.load_all, (outside.loaded(),)) as pool:  # the game comes before the question
        yield from pool.map(_game, repeat(pairing), range(games))


class Result(NamedTuple):
    """What came of one game: which bot sat in each seat, and how it ended."""

    order: list[int]
    outcome: Outcome
    plies: int
    starter: Seat  # who acted first
    record: Record | None = None


def _game(pairing: Pairing, i: int) -> Result:
    """Game i: seat s is bot (s + i) of the list, on a deal that every rotation of the seats gets in turn."""
    box, seats, seed = pairing.box, len(pairing.names), pairing.seed
    order = [(seat + i) % seats for seat in range(seats)]
    table = Table(box, seats, pairing.options, rng=Random(f"{seed} deal {i // seats}"))
    makers = [bots.find(box, pairing.names[bot]) for bot in order]
    players = [maker(box, table.game, seat, Random(f"{seed} {i} {seat}")) for seat, maker in enumerate(makers)]
    for player in players:
        player.seconds = player.seconds if pairing.seconds is None else pairing.seconds
    outcome = play(table, players, Random(f"{seed} luck {i}"))
    record = _signed(table.record(), [pairing.names[bot] for bot in order]) if pairing.recorded else None
    return Result(order, outcome, table.plies, next((actor for actor, _ in table.events if actor != CHANCE), 0), record)


def _signed(record: Record, names: list[str]) -> Record:
    """A record that says which bot sat in each seat: a level by its name, one's own by its class."""
    return replace(record, notes={**record.notes, "bots": [name.rpartition(":")[2] for name in names]})


def _count(tally: Tally, result: Result) -> None:
    winners = {result.order[seat] for seat in result.outcome.winners}
    tally.games += 1
    tally.plies += result.plies
    tally.reasons[result.outcome.reason] += 1
    tally.places.append(tuple(1 if bot in winners else 2 for bot in range(len(tally.names))))
    for seat in result.outcome.winners:
        tally.shares[result.order[seat]] += 1 / len(winners)
        tally.by_seat[seat] += 1 / len(winners)
        tally.first += (seat == result.starter) / len(winners)


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
    if action := improvised(table, waited[0], rng):
        return Event(waited[0], action)
    raise ValueError(f"no bot finds a word that {table.game.slug} takes, though the table waits for {', '.join(map(str, waited))}")


def roll(table: Table, rng: Random) -> Event:
    """What chance does next, by its weights."""
    weights = table.game.weights(table.state)
    return Event(CHANCE, rng.choices(list(weights), list(weights.values()))[0])


def stroll(table: Table, rng: Random) -> bool:
    """Any action of anybody the table waits for: to see what a game looks like. False if it takes no word of ours."""
    actor = rng.choice(table.to_act())
    if actor == CHANCE:
        table.play(*roll(table, rng))
        return True
    action = improvised(table, actor, rng)
    if action is not None:
        table.play(actor, action)
    return action is not None


def glimpse(box: Box) -> Scene:
    """What an onlooker sees some way into a game that is played at random, always the same one: a picture for its box."""
    table, rng = Table(box, min(box.game_type.players), rng=Random(SEED)), Random(SEED)
    while table.plies < 2 * SOME_WAY and table.legal() and stroll(table, rng):
        pass
    shown = table.at(min(SOME_WAY, table.plies // 2))
    return shown.scene().named(table.names)
