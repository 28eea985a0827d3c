"""A learner in numpy, on a batch: an actor-critic with one hidden layer, trained by self-play.

python docs/examples/learner.py GAME [--seconds S] [--games N] [--against LEVEL] [--tests N] [--in FILE] [--out FILE]

From time to time it plays against one of our levels, both seats in turn, and prints the share it wins. For two players only.
What it has learned is saved with `--out`, and improved with `--in`. Then it sits down in a room:

NETWORK=mine.npz tableronde serve --bot mine=docs/examples/learner.py:Trained
"""

import argparse
import os
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tableronde import arena, bots
from tableronde.bots import Bot
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat
from tableronde.research.batch import Batch, Moment
from tableronde.shelf import find
from tableronde.spaces import spaces_of
from tableronde.table import Table

Floats = Any  # an array of 32-bit floats
HIDDEN = 128
STEPS = 32  # steps of every game between two updates
RATE = 1e-3  # a rate four times as high learns faster at first, but collapses later
CURIOSITY = 0.01  # weight of the entropy bonus
NEVER = np.float32(-1e9)


class Network:
    """The value of a position for the seat to act (from -1 to 1), and the logits of its numbers."""

    def __init__(self, size: int, actions: int, seed: int, rate: float = RATE) -> None:
        self.rate = rate
        rng = np.random.default_rng(seed)
        self.weights: dict[str, Floats] = {
            "hidden": (rng.standard_normal((size + 1, HIDDEN)) / np.sqrt(size)).astype(np.float32),
            "policy": np.zeros((HIDDEN, actions), np.float32),
            "value": np.zeros((HIDDEN, 1), np.float32),
        }
        self._mean = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._spread = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._lessons = 0

    def hidden(self, seen: Floats) -> Floats:
        return np.maximum(seen @ self.weights["hidden"], 0)

    def value(self, hidden: Floats) -> Floats:
        return np.tanh(hidden @ self.weights["value"])[:, 0]

    def policy(self, hidden: Floats, mask: NDArray[np.bool_]) -> Floats:
        """Return the probability of every number."""
        appeal = np.where(mask, hidden @ self.weights["policy"], NEVER)
        appeal = np.exp(appeal - appeal.max(axis=1, keepdims=True))
        return appeal / appeal.sum(axis=1, keepdims=True)

    def learn(self, seen: Floats, mask: NDArray[np.bool_], chosen: NDArray[np.int64], result: Floats) -> None:
        """Make choices that went better than expected more likely, and raise the value of their positions."""
        hidden, count = self.hidden(seen), len(chosen)
        chances, worth = self.policy(hidden, mask), self.value(hidden)
        better = result - worth
        surprise = -np.log(np.maximum(chances, 1e-9))
        spread = (chances * surprise).sum(axis=1, keepdims=True)
        up = -chances * better[:, None]
        up[np.arange(count), chosen] += better
        up += CURIOSITY * chances * (surprise - spread)
        right = (better * (1 - worth**2))[:, None]
        back = (up @ self.weights["policy"].T + right @ self.weights["value"].T) * (hidden > 0)
        self._climb({"hidden": seen.T @ back / count, "policy": hidden.T @ up / count, "value": hidden.T @ right / count})

    def save(self, file: str) -> None:
        """Save the weights, as numpy does (`.npz`)."""
        np.savez_compressed(file, **self.weights)

    def load(self, file: str) -> None:
        """Load weights; ValueError if they are of another game or with other options."""
        with np.load(file) as saved:
            for name, weights in self.weights.items():
                if saved[name].shape != weights.shape:
                    raise ValueError(f"{file} was learned in another game, or with other options: {name} has another shape")
            self.weights = {name: saved[name] for name in self.weights}

    def _climb(self, slopes: dict[str, Floats]) -> None:
        """Update the weights by Adam."""
        self._lessons += 1
        for name, slope in slopes.items():
            self._mean[name] += np.float32(0.1) * (slope - self._mean[name])
            self._spread[name] += np.float32(0.01) * (slope**2 - self._spread[name])
            mean, spread = self._mean[name] / (1 - 0.9**self._lessons), self._spread[name] / (1 - 0.99**self._lessons)
            self.weights[name] += (self.rate * mean / (np.sqrt(spread) + 1e-8)).astype(np.float32)


def floats(observation: NDArray[np.uint8]) -> Floats:
    """Convert bytes to the network's input, with higher resolution for small numbers, and a 1 appended."""
    seen = np.ones((len(observation), observation.shape[1] + 1), np.float32)
    seen[:, :-1] = np.minimum(observation, 8) / np.float32(4)
    return seen


def drawn(chances: Floats, rng: np.random.Generator) -> Floats:
    """Draw a number for each game by the probabilities."""
    sums = chances.cumsum(axis=1)
    return np.minimum((sums < rng.random((len(chances), 1), np.float32) * sums[:, -1:]).sum(axis=1), chances.shape[1] - 1)


class Learner:
    """Plays a batch against itself and learns from the results."""

    def __init__(self, game: str | Box, games: int, seed: int = 1, rate: float = RATE, **options: Any) -> None:
        self.batch = Batch(game, games, 2, seed, **options)
        self.network = Network(self.batch.spaces.size, self.batch.spaces.actions, seed, rate)
        self.rng = np.random.default_rng(seed)
        self.now = self.batch.reset()

    def lesson(self) -> None:
        """Play some steps of every game and learn from them: each choice gets its game's result, or the current estimate of it."""
        past: list[tuple[Floats, NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64], Moment]] = []
        for _ in range(STEPS):
            seen, mask, seat = floats(self.now.observation), self.now.mask.copy(), self.now.seat.copy()
            chosen = drawn(self.network.policy(self.network.hidden(seen), mask), self.rng)
            self.now = self.batch.step(chosen).copied()
            past.append((seen, mask, chosen, seat, self.now))
        worth = self.network.value(self.network.hidden(floats(self.now.observation)))
        first = np.where(self.now.seat == 0, worth, -worth)  # the expected result, for seat 0
        for seen, mask, chosen, seat, after in reversed(past):
            first = np.where(after.done, after.reward[:, 0], first).astype(np.float32)
            self.network.learn(seen, mask, chosen, np.where(seat == 0, first, -first))


class LearnedBot(Bot):
    """A bot that plays the network's most probable action."""

    hears = 0

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, network: Network) -> None:
        super().__init__(box, game, seat, rng)
        self.spaces, self.network = spaces_of(box, game), network

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action:
        numbered = self.spaces.numbered(view, self.seat, legal)
        mask = np.zeros((1, self.spaces.actions), np.bool_)
        mask[0, list(numbered)] = True
        seen = floats(np.frombuffer(self.spaces.observe(view, self.seat), np.uint8)[None])
        return numbered[int(self.network.policy(self.network.hidden(seen), mask).argmax())]


class Trained(LearnedBot):
    """The same with the weights in the file that the variable NETWORK names; `network.npz` if it is not set."""

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random) -> None:
        spaces = spaces_of(box, game)
        network = Network(spaces.size, spaces.actions, seed=1)
        network.load(os.environ.get("NETWORK", "network.npz"))
        super().__init__(box, game, seat, rng, network)


def share(network: Network, box: Box, level: str, games: int) -> float:
    """Return the share of the wins against a level, both seats in turn."""
    won = 0.0
    for i in range(games):
        table = Table(box, 2, rng=Random(i))
        ours = LearnedBot(box, table.game, i % 2, Random(i), network)
        theirs = bots.find(box, level)(box, table.game, 1 - i % 2, Random(f"{level} {i}"))
        outcome = arena.play(table, [ours, theirs] if i % 2 == 0 else [theirs, ours], Random(i))
        won += (i % 2 in outcome.winners) / len(outcome.winners) if outcome else 0.0
    return won / games


def share_by_lot(network: Network, game: str | Box, games: int, steps: int = 75) -> float:
    """Return the share of the wins against random players, in a batch, both seats in turn; the learner draws by its probabilities."""
    batch, ours, rng = Batch(game, games, 2, seed=9), np.arange(games) % 2, np.random.default_rng(1)
    now, won, ended = batch.reset(), 0.0, 0
    for _ in range(steps):
        chosen = drawn(network.policy(network.hidden(floats(now.observation)), now.mask), rng)
        now = batch.step(np.where(now.seat == ours, chosen, now.drawn))
        won, ended = won + float(now.reward[np.arange(games), ours].sum()), ended + int(now.done.sum())
    return (won / ended + 1) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=240, help="CPU time for learning")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--against", default="child")
    parser.add_argument("--tests", type=int, default=40)
    parser.add_argument("--in", dest="start", metavar="FILE", help="go on from these weights")
    parser.add_argument("--out", metavar="FILE", help="save the weights here in the end")
    arguments = parser.parse_args()
    box, learner, spent, marks = find(arguments.game), Learner(arguments.game, arguments.games), 0.0, 0
    if arguments.start:
        learner.network.load(arguments.start)
    while spent < arguments.seconds:
        start = process_time()
        learner.lesson()
        spent += process_time() - start
        if spent >= marks * arguments.seconds / 8:
            marks += 1
            won = share(learner.network, box, arguments.against, arguments.tests)
            print(f"{spent:4.0f} s: {100 * won:.0f} % against {arguments.against}", flush=True)
    if arguments.out:
        learner.network.save(arguments.out)


if __name__ == "__main__":
    main()
