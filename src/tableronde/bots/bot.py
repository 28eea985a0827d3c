"""The protocol of a bot."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat


class Bot(ABC):
    """A player in one seat of one table. It gets its view, what it heard and its legal actions, never the state.

    A bot may keep between two calls only what it could compute again: a room may replace it with a new instance at any time.
    """

    pause: float = 0.0  # seconds a person would take before this choice, in games of speed
    hears: int | None = None  # how many of the latest events it needs; None: all. A room passes no more
    value: float | None = None  # its estimate after its last choice: its share of the win, from 0 to 1
    fault: str = ""  # why its last choice was made at random instead of by its program; empty if it was not

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, seconds: float = 1.0) -> None:
        """Create a bot for that seat, which may think for about this many seconds a choice."""
        self.box, self.game, self.seat, self.rng, self.seconds = box, game, seat, rng, seconds

    @abstractmethod
    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        """Choose a legal action (an open one with its own word filled in), or None to pass when the game does not wait for it."""

    def weigh(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """Estimate its share of the win after each of these actions, from 0 to 1. Empty if it has no opinion."""
        return {}

    def outlook(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Sequence[float]:
        """Estimate each seat's share of the win; together they are 1. Empty if it has no opinion.

        By default its own share is the value of its best action, and the other seats divide the rest in proportion to the game's judge.
        """
        worths = self.weigh(view, heard, legal)
        return divided(self.seat, max(worths.values()), self.box.judge(self.game, view)) if worths else ()


def divided(seat: Seat, own: float, guess: Sequence[float]) -> list[float]:
    """Return every seat's share when one is known: the others divide the rest as in the guess, or equally if it gives them nothing."""
    known = min(1.0, max(0.0, own))
    others = [0.0 if other == seat else max(0.0, share) for other, share in enumerate(guess)]
    if not sum(others):
        others = [float(other != seat) for other in range(len(guess))]
    return [known if other == seat else (1 - known) * share / sum(others) for other, share in enumerate(others)]


BotMaker = Callable[[Box, AnyGame, Seat, Random], Bot]
