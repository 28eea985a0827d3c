"""Who plays the games of a batch in one process: kernels where the game's folder has one for this (`batch.py`), else the rules."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tableronde.box import Box
from tableronde.research.herd import Herd
from tableronde.research.moment import Games, Moment, NotLegal, Numbers
from tableronde.research.ruled import RuledGames
from tableronde.shelf import find
from tableronde.spaces import Spaces, spaces_of


def players_of(game: str | Box, seats: int, options: dict[str, Any], deals: list[int], lots: list[int]) -> Games:
    """Games side by side, each with a seed for what is dealt and one for what is drawn by lot."""
    box = game if isinstance(game, Box) else find(game)
    rules = box.game(seats, options)
    spaces, module = spaces_of(box, rules), box.part("batch")
    if module is None:
        return RuledGames(rules, spaces, deals, lots)
    start = rules.start(rules.deal(Random(0)))
    kernels = [module.from_state(start, rules.options)]
    for _ in deals[1:]:
        kernels.append(module.from_state(start, rules.options))
        kernels[-1].lean_on(kernels[0])  # at once, so that the next one is made of what this one no longer needs
    return HerdGames(Herd(kernels, deals, lots, spaces.actions, spaces.size), spaces)


class HerdGames:
    """Games on kernels: what the herd has written, seen as arrays where it lies."""

    def __init__(self, herd: Herd, spaces: Spaces[Any]) -> None:
        self.herd, self.spaces = herd, spaces

    def begin(self) -> Moment:
        self.herd.begin()
        return self._seen()

    def step(self, numbers: Numbers) -> Moment:
        wrong = self.herd.step(numbers.data)
        if wrong >= 0:
            raise NotLegal(wrong, int(numbers[wrong]))
        return self._seen()

    def close(self) -> None:
        """Nothing is open."""

    def _seen(self) -> Moment:
        herd, games = self.herd, self.herd.games
        return Moment(
            _words(herd.views.words).view(np.uint8).reshape(games, -1)[:, : self.spaces.size],
            _words(herd.masks.words).view(np.bool_).reshape(games, -1)[:, : self.spaces.actions],
            _words(herd.seat).view(np.int64),
            _array(herd.rewards, np.float64).reshape(games, -1),
            _words(herd.done) > 0,
            _words(herd.drawn).view(np.int64),
        )


def _words(words: Any) -> NDArray[Any]:
    """Machine words as they lie in memory, the lowest byte first; a copy where they are a list."""
    return _array(words, np.uint64).astype("<u8", copy=False)


def _array(numbers: Any, kind: Any) -> NDArray[Any]:
    return np.array(numbers, kind) if isinstance(numbers, list) else np.frombuffer(numbers, kind)
