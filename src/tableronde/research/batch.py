"""Batches: thousands of games at once, numpy arrays in and out.

`Batch("some-game", 4096, seed=1)` plays on the game's compiled kernel if its folder has one for batches, else by the rules. Numbers,
masks and rows of bytes are those of the game's spaces.
"""

from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from tableronde.box import Box
from tableronde.research.batch_players import players_of
from tableronde.research.batch_step import BatchStep, Games, NotLegal
from tableronde.research.batch_workers import Shape, SharedGames
from tableronde.research.kernel_batch import WAITS
from tableronde.research.lookup import find_box, read_options
from tableronde.spaces import Spaces, spaces_of

__all__ = ["Batch", "BatchStep", "Moment", "NotLegal"]

Moment = BatchStep  # its documented name
SEED_BITS = 47  # bits of a seed that a game's generator uses


class Batch:
    """Many games side by side, each with its own random generator: the same seed gives the same games on any number of processes."""

    def __init__(
        self,
        game: str | Box,
        games: int,
        players: int | None = None,
        seed: int | None = None,
        processes: int = 1,
        **options: Any,
    ) -> None:
        """Set up a game from the shelf, or from a module, file or folder; by default for the fewest players."""
        box = find_box(game)
        options = read_options(box, options)
        self.games, self.players = games, players or min(box.game_type.players)
        self.rules = box.game(self.players, options)
        self.spaces: Spaces[Any] = spaces_of(box, self.rules)
        deal_seeds, play_seeds = _seeds(seed, games)
        if processes == 1:
            self._played: Games = players_of(box, self.players, options, deal_seeds, play_seeds)
        elif isinstance(game, str):
            shape = Shape(games, self.players, self.spaces.actions, self.spaces.size)
            self._played = SharedGames(game, options, shape, deal_seeds, play_seeds, processes)
        else:
            raise ValueError("with several processes, pass the game's name or path instead of its box")

    def reset(self) -> BatchStep:
        """Start new games everywhere; the random generators continue."""
        return self._played.begin()

    def step(self, actions: ArrayLike, where: ArrayLike | None = None) -> BatchStep:
        """Play one action, by its number, in each game. A finished game is dealt again at once.

        With `where`, an array of truth values, the other games stay as they are. Raise NotLegal, and play nothing, if an
        action is not legal.
        """
        numbers = np.ascontiguousarray(actions, np.int64)
        if numbers.shape != (self.games,):
            raise ValueError(f"step needs a number for each of {self.games} games, not an array of shape {numbers.shape}")
        return self._played.step(numbers if where is None else np.where(np.asarray(where, np.bool_), numbers, int(WAITS)))

    def close(self) -> None:
        """End the processes, if there are any."""
        self._played.close()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        self.close()


def _seeds(seed: int | None, games: int) -> list[list[int]]:
    """Return a seed for the deals and one for random legal numbers, for each game."""
    seeds = np.random.SeedSequence(seed).generate_state(2 * games, np.uint64) >> np.uint64(64 - SEED_BITS)
    return [seeds[:games].tolist(), seeds[games:].tolist()]
