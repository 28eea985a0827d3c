"""The protocol of a bot."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat


class Bot(ABC):
    """A player in one seat of one table. It gets its view, what it heard and its legal actions, never the state.

    A bot keeps nothing between two calls that it could not work out again: a room may put a fresh one in its chair.
    """

    pause: float = 0.0  # seconds a person would take before this choice, where speed matters
    hears: int | None = None  # how many of the latest events it wants to be told of; None: all. A room tells it no more
    value: float | None = None  # what it thought of its last choice: its share of the win, from 0 to 1

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, seconds: float = 1.0) -> None:
        """A bot for that seat, which may think for about so many seconds."""
        self.box, self.game, self.seat, self.rng, self.seconds = box, game, seat, rng, seconds

    @abstractmethod
    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        """One of its legal actions (with its own word in an open one); None to stay silent if nobody waits for it."""

    def weigh(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """What it thinks of these actions: its share of the win after each, from 0 to 1. Nothing, if it has no opinion."""
        return {}

    def outlook(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Sequence[float]:
        """What everybody may expect: each seat's share of the win, together 1. Nothing, if it has no opinion.

        Unless a bot knows better, its own is what its best action is worth; the others share the rest as the game's judge would have it.
        """
        worths = self.weigh(view, heard, legal)
        return divided(self.seat, max(worths.values()), self.box.judge(self.game, view)) if worths else ()


def divided(seat: Seat, own: float, guess: Sequence[float]) -> list[float]:
    """Everybody's share where one seat's is known: the others share the rest as in a guess, or alike where it gives them nothing."""
    known = min(1.0, max(0.0, own))
    others = [0.0 if other == seat else max(0.0, share) for other, share in enumerate(guess)]
    if not sum(others):
        others = [float(other != seat) for other in range(len(guess))]
    return [known if other == seat else (1 - known) * share / sum(others) for other, share in enumerate(others)]


BotMaker = Callable[[Box, AnyGame, Seat, Random], Bot]
