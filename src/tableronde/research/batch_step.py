"""A moment: where all games of a batch stand, as numpy arrays."""

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Form = tuple[tuple[int, ...], Any]  # shape and kind of an array


class Moment(NamedTuple):
    """Where all games stand. The arrays hold until the next step: copy what you keep."""

    observation: NDArray[np.uint8]  # games × bytes, as the seat to act sees it
    mask: NDArray[np.bool_]  # games × numbers: what it may choose
    seat: Numbers  # who is to act
    reward: NDArray[np.float64]  # games × seats, by the last step: 1 for who won alone, less for who shared, together nothing
    done: NDArray[np.bool_]  # whether the last step ended a game; a fresh one stands there already
    drawn: Numbers  # a legal number for each game, by lot

    @classmethod
    def blank(cls, games: int, seats: int, actions: int, size: int) -> "Moment":
        """Arrays of the right form, nothing in them."""
        arrays: list[NDArray[Any]] = [np.zeros(shape, kind) for shape, kind in forms(games, seats, actions, size)]
        return cls(*arrays)

    def copied(self) -> "Moment":
        """The same, to keep."""
        return Moment(*(array.copy() for array in arrays_of(self)))


def arrays_of(moment: Moment) -> tuple[NDArray[Any], ...]:
    """The arrays of a moment, of whatever kind."""
    return moment


def forms(games: int, seats: int, actions: int, size: int) -> list[Form]:
    """What the arrays of a moment look like."""
    return [
        ((games, size), np.uint8),
        ((games, actions), np.bool_),
        ((games,), np.int64),
        ((games, seats), np.float64),
        ((games,), np.bool_),
        ((games,), np.int64),
    ]


class Games(Protocol):
    """Games side by side, whoever plays them."""

    def begin(self) -> Moment:
        """Fresh games everywhere."""

    def step(self, numbers: Numbers) -> Moment:
        """A number in each game; NotLegal, and nothing was played, if one of them is not legal."""

    def close(self) -> None:
        """Let go of what is held outside this process."""


class NotLegal(ValueError):
    """A number that is not legal in a game."""

    def __init__(self, game: int, number: int) -> None:
        super().__init__(game, number)
        self.game, self.number = game, number

    def __str__(self) -> str:
        return f"{self.number} is not legal in game {self.game} now: its mask says what is"
