"""The state of all games of a batch, as numpy arrays."""

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Form = tuple[tuple[int, ...], Any]  # shape and dtype of an array


class BatchStep(NamedTuple):
    """The state of all games after a step. The arrays are overwritten by the next step: copy what you keep."""

    observation: NDArray[np.uint8]  # games × bytes, for the seat to act
    mask: NDArray[np.bool_]  # games × numbers: the legal ones
    seat: Numbers  # the seat to act
    reward: NDArray[np.float64]  # games × seats, of the last step: 1 for a sole winner, less for shared wins; they add up to 0
    done: NDArray[np.bool_]  # whether the last step ended a game; a new one has then begun
    drawn: Numbers  # a legal number for each game, chosen at random

    @classmethod
    def blank(cls, games: int, seats: int, actions: int, size: int) -> "BatchStep":
        """Create arrays of the right form, filled with zeros."""
        arrays: list[NDArray[Any]] = [np.zeros(shape, kind) for shape, kind in forms(games, seats, actions, size)]
        return cls(*arrays)

    def copied(self) -> "BatchStep":
        """Return a copy to keep."""
        return BatchStep(*(array.copy() for array in arrays_of(self)))


def arrays_of(moment: BatchStep) -> tuple[NDArray[Any], ...]:
    """Return all arrays of a step."""
    return moment


def forms(games: int, seats: int, actions: int, size: int) -> list[Form]:
    """Return the shapes and dtypes of the arrays of a step."""
    return [
        ((games, size), np.uint8),
        ((games, actions), np.bool_),
        ((games,), np.int64),
        ((games, seats), np.float64),
        ((games,), np.bool_),
        ((games,), np.int64),
    ]


class Games(Protocol):
    """Games side by side, played in this process or in others."""

    def begin(self) -> BatchStep:
        """Start new games everywhere."""

    def step(self, numbers: Numbers) -> BatchStep:
        """Play a number in each game, or WAITS; NotLegal, with nothing played, if one of them is not legal."""

    def close(self) -> None:
        """Release what is held outside this process."""


class NotLegal(ValueError):
    """Raised when a number is not legal in a game."""

    def __init__(self, game: int, number: int) -> None:
        super().__init__(game, number)
        self.game, self.number = game, number

    def __str__(self) -> str:
        return f"{self.number} is not legal in game {self.game} now: choose a number that its mask allows"
