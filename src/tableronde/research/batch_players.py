"""The games of a batch in one process, on kernels if the game's folder has one for batches (`batch.py`), else by the rules."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tableronde.box import Box
from tableronde.research.batch_step import BatchStep, Games, NotLegal, Numbers
from tableronde.research.kernel_batch import KernelBatch
from tableronde.research.lookup import find_box
from tableronde.research.rules_batch import RulesBatch
from tableronde.spaces import Spaces, spaces_of


def players_of(game: str | Box, seats: int, options: dict[str, Any], deals: list[int], lots: list[int]) -> Games:
    """Create games side by side, each with a seed for deals and one for random legal numbers."""
    box = find_box(game)
    rules = box.game(seats, options)
    spaces, module = spaces_of(box, rules), box.part("batch")
    if module is None:
        return RulesBatch(rules, spaces, deals, lots)
    start = rules.start(rules.deal(Random(0)))
    kernels = [module.from_state(start, rules.options)]
    for _ in deals[1:]:
        kernels.append(module.from_state(start, rules.options))
        kernels[-1].lean_on(kernels[0])  # at once, so that the next one reuses the memory this one frees
    return KernelGames(KernelBatch(kernels, deals, lots, spaces.actions, spaces.size), spaces)


class KernelGames:
    """Games on kernels: the memory of the kernel batch as numpy arrays, without a copy."""

    def __init__(self, batch: KernelBatch, spaces: Spaces[Any]) -> None:
        self.batch, self.spaces = batch, spaces

    def begin(self) -> BatchStep:
        self.batch.begin()
        return self._seen()

    def step(self, numbers: Numbers) -> BatchStep:
        wrong = self.batch.step(numbers.data)
        if wrong >= 0:
            raise NotLegal(wrong, int(numbers[wrong]))
        return self._seen()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _seen(self) -> BatchStep:
        batch, games = self.batch, self.batch.games
        return BatchStep(
            _words(batch.views.words).view(np.uint8).reshape(games, -1)[:, : self.spaces.size],
            _words(batch.masks.words).view(np.bool_).reshape(games, -1)[:, : self.spaces.actions],
            _words(batch.seat).view(np.int64),
            _array(batch.rewards, np.float64).reshape(games, -1),
            _words(batch.done) > 0,
            _words(batch.drawn).view(np.int64),
        )


def _words(words: Any) -> NDArray[Any]:
    """View machine words as an array, the lowest byte first; a list is copied."""
    return _array(words, np.uint64).astype("<u8", copy=False)


def _array(numbers: Any, kind: Any) -> NDArray[Any]:
    return np.array(numbers, kind) if isinstance(numbers, list) else np.frombuffer(numbers, kind)
