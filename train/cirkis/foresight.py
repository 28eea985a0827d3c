"""Study: how well the winner can be predicted, and what predictions are worth.

python train/cirkis/foresight.py forecast PLAYERS GAMES CHAMPIONS SEED
python train/cirkis/foresight.py duel PLAYERS GAMES CHAMPIONS PLAYED TIMES SEED      (champions with CHAMPIONS simulations a move)

`forecast` continues games of champions from several positions, eight times each, and prints the surprise (cross-entropy) at the winners
of two kinds of predictors: those that evaluate the position, and those that play it out. `duel`: one player plays its eight most
promising moves out to the end, TIMES times with champions of PLAYED simulations in all seats, and takes the best; the others are champions.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import log
from random import Random
from statistics import mean
from typing import Any

from tableronde.bots import BotMaker
from tableronde.bots.kernel_bot import KernelBot, Level
from tableronde.bots.tree import Tree
from tableronde.game import Action, Event
from tableronde.games.cirkis import BOX, kernel
from tableronde.games.cirkis.bots import judgement, learned
from tableronde.kernels.proof import FromState
from tableronde.play.arena import match, play
from tableronde.table import Table

Shares = list[float]
MOMENTS = 6, 12, 20, 30, 44  # moves before the end
AGAIN = 8  # times that the champions play on from a position
PROMISING = 8
OUTSIDE = 7  # a seat that does not exist: all existing ones are assumed to be champions


def champion(simulations: int) -> BotMaker:
    """Return a bot with the handmade evaluation."""
    level = Level(simulations=simulations, seconds=1e9, patience=4, variety=0.01)
    return partial(KernelBot, from_state=kernel.from_state, level=level)


def forecast(players: int, games: int, simulations: int, seed: int) -> None:
    """Print the mean surprise of every predictor after each tenth game."""
    surprised: dict[int, dict[str, list[float]]] = {moment: defaultdict(list) for moment in MOMENTS}
    for game in range(games):
        table = Table(BOX, players, rng=Random(f"{seed} {game}"))
        _play_on(table, simulations, f"{seed} {game}")
        for moment in MOMENTS:
            if moment < table.plies:
                _ask(table.at(table.plies - moment), simulations, Random(f"{seed} {game} {moment}"), surprised[moment])
        if game % 10 == 9:
            for moment, names in surprised.items():
                means = ", ".join(f"{name} {mean(values):.2f}" for name, values in names.items() if values)
                print(f"{game + 1} games, {moment} moves before the end: {means}", flush=True)


def _play_on(table: Table, simulations: int, seed: str) -> Shares:
    """Let champions play to the end; return each seat's share of the win."""
    make, seats = champion(simulations), range(table.game.seats)
    outcome = play(table, [make(BOX, table.game, seat, Random(f"{seed} {seat}")) for seat in seats], Random(seed))
    return [float(seat in outcome.winners) / len(outcome.winners) for seat in seats]


def _ask(table: Table, simulations: int, rng: Random, surprised: dict[str, list[float]]) -> None:
    """Ask every predictor who will win from here."""
    state, options, seats = table.state, table.game.options, range(table.game.seats)
    ends = [_play_on(table.at(table.plies), simulations, f"{rng.random()}") for _ in range(AGAIN)]
    truth = [mean(end[seat] for end in ends) for seat in seats]
    # the entropy of few samples is biased towards certainty by about half an outcome (Miller and Madow)
    surprised["they themselves"].append(_surprise(truth, truth) + (sum(share > 0 for share in truth) - 1) / (2 * AGAIN))
    for name, from_state in (("learned", judgement.from_state), ("by hand", kernel.from_state)):
        position = from_state(state, options)
        surprised[name].append(_surprise(truth, [position.share(seat) for seat in seats]))
    guessing = partial(_guessed_end, state, options, rng)
    surprised["guesses"].append(_surprise(truth, _often(24, guessing)))
    for few, times in ((20, 12), (100, 12), (500, 8)):
        surprised[f"champions {few}"].append(_surprise(truth, _often(times, partial(champions_end, state, options, None, few, rng))))


def _surprise(truth: Shares, said: Shares) -> float:
    return -sum(share * log(max(guess, 1e-3)) for share, guess in zip(truth, said, strict=True) if share)


def _often(times: int, end: Callable[[], Shares]) -> Shares:
    """Return how often each seat wins, without treating unseen results as impossible."""
    ends = [end() for _ in range(times)]
    return [(sum(shares) + 0.5) / (times + 0.5 * len(shares)) for shares in zip(*ends, strict=True)]


def _guessed_end(state: Any, options: Any, rng: Random) -> Shares:
    """Return the shares when all play at random by the champions' priors."""
    position = judgement.from_state(state, options)
    position.thinker = OUTSIDE
    while not position.over:
        count = position.list_moves()
        position.weigh()
        position.play(rng.choices([position.moves[i] for i in range(count)], [position.weights[i] for i in range(count)])[0])
    return [position.final_share(seat) for seat in range(position.seats)]


def champions_end(state: Any, options: Any, move: int | None, simulations: int, rng: Random) -> Shares:
    """Return the shares after a move (None: from here) if champions play on in all seats."""
    position = kernel.from_state(state, options)
    if move is not None:
        position.play(move)
    while not position.over:
        tree = Tree(position, rng.getrandbits(30))
        tree.patience = 4
        tree.think(simulations, 1e9)
        position.play(tree.best())
    return [position.final_share(seat) for seat in range(position.seats)]


class PlayoutBot(KernelBot):
    """Plays its promising moves out to the end."""

    def __init__(self, *args: Any, played: int, times: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.played, self.times = played, times

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        if len(legal) < 2:
            return legal[0] if legal else None
        tree = self._thought(view, heard)
        moves = sorted(tree.moves(), key=tree.tries, reverse=True)[:PROMISING]
        worth = {move: sum(self._end(view, move) for _ in range(self.times)) for move in moves}
        return tree.kernel.action(max(moves, key=lambda move: (worth[move], tree.tries(move))))

    def _end(self, view: Any, move: int) -> float:
        return champions_end(view, self.game.options, move, self.played, self.rng)[self.seat]


def duel(players: int, games: int, simulations: int, played: int, times: int, seed: int) -> None:
    """Play, and print the share of wins with its interval."""
    from_state: FromState = judgement.from_state
    level = learned(simulations=max(2, 85 * simulations // 100), seconds=1e9, variety=0.0)
    prophet = partial(PlayoutBot, from_state=from_state, level=level, played=played, times=times)
    bots: dict[str, BotMaker] = {"prophet": prophet, "champion": champion(simulations)}
    tally = match(replace(BOX, bots=bots), ["prophet", *["champion"] * (players - 1)], games, seed=seed)
    low, high = tally.interval(0)
    print(f"{tally.games} games: {tally.share(0):.1%} ({low:.1%} – {high:.1%})")


if __name__ == "__main__":
    what, *numbers = sys.argv[1:]
    if what == "forecast":
        forecast(*map(int, numbers))
    else:
        duel(*map(int, numbers))
