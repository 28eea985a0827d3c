"""Matches between bots: games, tallies and confidence intervals."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import combinations, repeat
from math import sqrt
from multiprocessing import get_all_start_methods, get_context
from random import Random
from typing import Any, NamedTuple

from tableronde import bots
from tableronde.bots import Bot
from tableronde.bots.improvised_words import improvised
from tableronde.bots.program import PREFIX, ProgramBot, describe_program
from tableronde.box import Box
from tableronde.game import CHANCE, Event, Json, Outcome, Seat
from tableronde.plugins import loader
from tableronde.record import Record
from tableronde.scene import Scene
from tableronde.table import Table

LONGEST = 100_000  # events after which a game counts as endless
SOME_WAY = 26  # events of a sample position: enough for pieces on the board; half of a short game
SEED = 7
Progress = Callable[[int], None]


def silence(done: int) -> None:
    """Ignore progress."""


@dataclass
class Tally:
    """The results of a number of games between some bots, over all seats."""

    names: tuple[str, ...]
    games: int = 0
    shares: list[float] = field(default_factory=list)  # of the wins, by bot; a shared win is divided
    by_seat: list[float] = field(default_factory=list)  # of the wins, by seat
    first: float = 0.0  # of the wins, of the seat that acted first: in some games that is dealt
    reasons: Counter[str] = field(default_factory=Counter)
    plies: int = 0
    places: list[tuple[int, ...]] = field(default_factory=list)  # of each game, by bot: 1 for winners, 2 for the others
    faults: list[Counter[str]] = field(default_factory=list)  # the turns a bot forfeited, by bot and reason

    def share(self, bot: int) -> float:
        """Return the part of the games a bot has won."""
        return self.shares[bot] / self.games if self.games else 0.0

    def json(self) -> dict[str, Json]:
        """Return the tally as JSON."""
        shares: list[Json] = [self._bot_json(i, name) for i, name in enumerate(self.names)]
        by_seat = [won / max(1, self.games) for won in self.by_seat]
        first = {"share": self.first / max(1, self.games), "interval": list(wilson(self.first, self.games))}
        head: dict[str, Json] = {"games": self.games, "plies": self.plies, "bots": shares}
        return {**head, "by_seat": by_seat, "first": first, "reasons": dict(self.reasons)}

    def _bot_json(self, bot: int, name: str) -> Json:
        forfeits: dict[str, Json] = dict(self.faults[bot]) if self.faults else {}
        return {"bot": name, "share": self.share(bot), "interval": list(self.interval(bot)), "forfeits": forfeits}

    def interval(self, bot: int) -> tuple[float, float]:
        """Return the 95 % confidence interval of a bot's share (Wilson)."""
        return wilson(self.shares[bot], self.games)


def wilson(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson confidence interval of a share of wins."""
    if not games:
        return 0.0, 1.0
    share, scale = won / games, 1 + z * z / games
    middle = (share + z * z / (2 * games)) / scale
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / scale
    return max(0.0, middle - reach), min(1.0, middle + reach)


def play(table: Table, players: Sequence[Bot], rng: Random) -> Outcome:
    """Play a table to its end. Seats the game does not wait for are asked first; then, in random order, those to act."""
    while table.legal() and table.plies < LONGEST:
        step(table, players, rng)
    outcome = table.outcome
    if outcome is None:
        raise ValueError(f"{table.game.slug} did not end within {LONGEST} events")
    return outcome


def step(table: Table, players: Sequence[Bot], rng: Random) -> None:
    """Play one event."""
    table.play(*_next_event(table, players, rng))


@dataclass(frozen=True)
class Pairing:
    """The players and settings of a match: a bot for each seat, named by level."""

    box: Box
    names: tuple[str, ...]
    options: Json = None
    seed: int = 0
    seconds: float | None = None  # thinking time, if not the bots' own
    recorded: bool = False  # whether the games are returned as records


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
    """Play games between bots, which move one seat on after each. The games are the same on any number of processes.

    `keep` is called with the record of each, which names the bots in its notes.
    """
    pairing = Pairing(box, tuple(names), options, seed, seconds, keep is not None)
    _check(pairing)
    tally = Tally(pairing.names, shares=[0.0] * len(names), by_seat=[0.0] * len(names), faults=[Counter() for _ in names])
    for done, result in enumerate(_results(pairing, games, processes), 1):
        _count(tally, result)
        if keep and result.record:
            keep(result.record)
        progress(done)
    return tally


def round_robin(box: Box, names: Sequence[str], seats: int, games: int, *, progress: Progress = silence, **rest: Any) -> list[Tally]:
    """Play a match between every combination of `seats` bots; see `match` for the rest."""
    if len(names) < seats:
        raise ValueError(f"{seats} seats need at least {seats} bots, not {len(names)}: name one more than once if it is to sit there twice")
    tallies: list[Tally] = []
    for chosen in combinations(names, seats):
        before = games * len(tallies)
        tallies.append(match(box, chosen, games, progress=lambda done, before=before: progress(before + done), **rest))  # type: ignore[misc]
    return tallies


def rating_model() -> Any:
    """Return the rating model; LookupError with a sentence if OpenSkill is not installed."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise LookupError("ratings need the package openskill: pip install 'tableronde[arena]'") from None
    return PlackettLuce()


def ratings(tallies: Iterable[Tally]) -> dict[str, tuple[float, float]]:
    """Compute an OpenSkill rating of each bot, with its uncertainty, from the games of these tallies in order."""
    model = rating_model()
    players = {name: model.rating() for tally in tallies for name in tally.names}
    for tally in tallies:
        for places in tally.places:
            rated = model.rate([[players[name]] for name in tally.names], ranks=list(places))
            players.update({name: team[0] for name, team in zip(tally.names, rated, strict=True)})
    return {name: (player.mu, player.sigma) for name, player in players.items()}


def _check(pairing: Pairing) -> None:
    """Check that the match can be played before any process is started."""
    box = pairing.box
    for name in pairing.names:
        bots.find(box, name)
    box.game(len(pairing.names), pairing.options)


def _results(pairing: Pairing, games: int, processes: int) -> Iterator["Result"]:
    if processes == 1:
        yield from (_game(pairing, i) for i in range(games))
        return
    context = get_context("fork" if "fork" in get_all_start_methods() else None)
    with ProcessPoolExecutor(processes, context, loader.load_all, (loader.loaded(),)) as pool:  # workers load the game before any task
        yield from pool.map(_game, repeat(pairing), range(games))


class Result(NamedTuple):
    """The result of one game: the bot in each seat, and how it ended."""

    order: list[int]
    outcome: Outcome
    plies: int
    starter: Seat  # the seat that acted first
    record: Record | None = None
    faults: tuple[Counter[str], ...] = ()  # of the bot in each seat


def _game(pairing: Pairing, i: int) -> Result:
    """Play game i: seat s is bot (s + i) of the list, and each rotation of the seats plays the same deal."""
    box, seats, seed = pairing.box, len(pairing.names), pairing.seed
    order = [(seat + i) % seats for seat in range(seats)]
    table = Table(box, seats, pairing.options, rng=Random(f"{seed} deal {i // seats}"))
    makers = [bots.find(box, pairing.names[bot]) for bot in order]
    players = [maker(box, table.game, seat, Random(f"{seed} {i} {seat}")) for seat, maker in enumerate(makers)]
    for player in players:
        player.seconds = player.seconds if pairing.seconds is None else pairing.seconds
    outcome = play(table, players, Random(f"{seed} luck {i}"))
    record = _signed(table.record(), [pairing.names[bot] for bot in order]) if pairing.recorded else None
    starter = next((actor for actor, _ in table.events if actor != CHANCE), 0)
    faults = tuple(player.faults if isinstance(player, ProgramBot) else Counter[str]() for player in players)
    return Result(order, outcome, table.plies, starter, record, faults)


def _signed(record: Record, names: list[str]) -> Record:
    """Return the record with the bot of each seat in its notes: a level by its name, an outside bot by its class or its program."""
    signatures = [describe_program(name) if name.startswith(PREFIX) else name.rpartition(":")[2] for name in names]
    return replace(record, notes={**record.notes, "bots": signatures})


def _count(tally: Tally, result: Result) -> None:
    winners = {result.order[seat] for seat in result.outcome.winners}
    tally.games += 1
    tally.plies += result.plies
    tally.reasons[result.outcome.reason] += 1
    tally.places.append(tuple(1 if bot in winners else 2 for bot in range(len(tally.names))))
    for seat, faults in enumerate(result.faults):
        tally.faults[result.order[seat]].update(faults)
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
    raise ValueError(f"no bot finds a word that {table.game.slug} accepts, and the table waits for {', '.join(map(str, waited))}")


def roll(table: Table, rng: Random) -> Event:
    """Draw the next action of chance, by its weights."""
    weights = table.game.weights(table.state)
    return Event(CHANCE, rng.choices(list(weights), list(weights.values()))[0])


def stroll(table: Table, rng: Random) -> bool:
    """Play a random action of an actor the table waits for; False if the game accepts no random word."""
    actor = rng.choice(table.to_act())
    if actor == CHANCE:
        table.play(*roll(table, rng))
        return True
    action = improvised(table, actor, rng)
    if action is not None:
        table.play(actor, action)
    return action is not None


def glimpse(box: Box) -> Scene:
    """Return what a spectator sees some way into a random game, always the same one: a picture for its box."""
    table, rng = Table(box, min(box.game_type.players), rng=Random(SEED)), Random(SEED)
    while table.plies < 2 * SOME_WAY and table.legal() and stroll(table, rng):
        pass
    shown = table.at(min(SOME_WAY, table.plies // 2))
    return shown.scene().named(table.names)
