"""Batches: thousands of games at once, numpy arrays in and out.

`Batch("some-game", 4096, seed=1)` plays on the game's compiled kernel where its folder has one for this, else by the rules. Numbers, masks
and rows of bytes are those of the game's spaces.
"""

from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tableronde.box import Box
from tableronde.research.moment import Games, Moment, NotLegal
from tableronde.research.players import players_of
from tableronde.research.workers import Shape, SharedGames
from tableronde.shelf import find
from tableronde.spaces import Spaces, spaces_of

__all__ = ["Batch", "Moment", "NotLegal"]
SEED_BITS = 47  # of which a game's luck makes use


class Batch:
    """Games of one kind side by side, each with luck of its own: the same seed gives the same games, in one process or in several."""

    def __init__(
        self,
        game: str | Box,
        games: int,
        players: int | None = None,
        seed: int | None = None,
        processes: int = 1,
        **options: Any,
    ) -> None:
        """A game on the shelf, or a module, file or folder with one; the fewest players, if it is not said how many."""
        box = game if isinstance(game, Box) else find(game)
        self.games, self.players = games, players or min(box.game_type.players)
        self.rules = box.game(self.players, options)
        self.spaces: Spaces[Any] = spaces_of(box, self.rules)
        deals, lots = _seeds(seed, games)
        if processes == 1:
            self._played: Games = players_of(box, self.players, options, deals, lots)
        elif isinstance(game, str):
            shape = Shape(games, self.players, self.spaces.actions, self.spaces.size)
            self._played = SharedGames(game, options, shape, deals, lots, processes)
        else:
            raise ValueError("several processes need a game's name, or where it lies, not its box")

    def reset(self) -> Moment:
        """Fresh games everywhere; the luck goes on where it is."""
        return self._played.begin()

    def step(self, actions: ArrayLike) -> Moment:
        """Play a number in each game. A game that ends is dealt anew at once. NotLegal, and nothing was played, if one is not legal."""
        numbers = np.ascontiguousarray(actions, np.int64)
        if numbers.shape != (self.games,):
            raise ValueError(f"a number for each of {self.games} games is needed, not {numbers.shape}")
        return self._played.step(numbers)

    def close(self) -> None:
        """End the processes, if there are any."""
        self._played.close()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        self.close()


def _seeds(seed: int | None, games: int) -> list[list[int]]:
    """For each game a seed for what is dealt, and one for what is drawn by lot."""
    seeds = np.random.SeedSequence(seed).generate_state(2 * games, np.uint64) >> np.uint64(64 - SEED_BITS)
    return [seeds[:games].tolist(), seeds[games:].tolist()]
