"""A table played by numbers: what PettingZoo's and Gymnasium's environments have in common."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box as Range
from gymnasium.spaces import Dict
from numpy.typing import NDArray

from tableronde.arena import LONGEST, roll
from tableronde.box import Box
from tableronde.game import CHANCE, Action, Json, Seat
from tableronde.outcomes import returns
from tableronde.paint import png, text
from tableronde.shelf import find
from tableronde.spaces import TOP, spaces_of
from tableronde.table import Table
from tableronde.theme import THEMES

Bytes = NDArray[np.uint8]
Mask = NDArray[np.int8]
Observation = dict[str, Any]  # "observation": Bytes, "action_mask": Mask
WIDE, HIGH = 100, 40  # characters of a picture
PIXELS = 240, 240


class Seated:
    """One game after another at the same table: the same players, the same options."""

    def __init__(self, game: str | Box, players: int | None, options: Json) -> None:
        """A game on the shelf, or a module, file or folder with one; the fewest players, if it is not said how many."""
        self.box = game if isinstance(game, Box) else find(game)
        self.players = players or min(self.box.game_type.players)
        self.options = options
        self.rules = self.box.game(self.players, options)
        self.spaces = spaces_of(self.box, self.rules)
        self.rng = Random()
        self.table = Table(self.box, self.players, options, rng=Random(0))

    def begin(self, seed: int | None) -> None:
        """A fresh game; the same seed gives the same luck."""
        self.rng = Random(seed) if seed is not None else self.rng
        self.table = Table(self.box, self.players, self.options, rng=self.rng)
        self.roll()

    def play(self, seat: Seat, action: Action) -> None:
        """An action happens, and whatever chance does then."""
        self.table.play(seat, action)
        self.roll()

    def roll(self) -> None:
        """Let chance act as long as the table waits for it."""
        while CHANCE in self.table.to_act():
            self.table.play(*roll(self.table, self.rng))

    @property
    def over(self) -> bool:
        return not self.table.legal()

    @property
    def too_long(self) -> bool:
        """Whether the game is given up as endless."""
        return self.table.plies >= LONGEST

    def asked(self) -> Seat:
        """The seat that acts next: where several may, one by lot, as nobody can say who is quickest."""
        waited = [actor for actor in self.table.to_act() if actor != CHANCE]
        return waited[0] if len(waited) == 1 else self.rng.choice(waited)

    def numbered(self, seat: Seat) -> dict[int, Action]:
        """What a seat may do now, by number."""
        return self.spaces.numbered(self.table.view(seat), seat, self.table.legal().get(seat, ()))

    def bytes(self, seat: Seat) -> Bytes:
        """What a seat sees."""
        return np.frombuffer(self.spaces.observe(self.table.view(seat), seat), np.uint8)

    def mask(self, numbers: Sequence[int], extra: int = 0) -> Mask:
        """These numbers as ones among zeros."""
        mask = np.zeros(self.spaces.actions + extra, np.int8)
        mask[list(numbers)] = 1
        return mask

    def returns(self) -> list[float]:
        """What each seat gets."""
        return returns(self.table.outcome, self.players)

    @cached_property
    def looks(self) -> Range:
        """The space of what is seen."""
        return Range(0, TOP, (self.spaces.size,), np.uint8)

    def space(self, extra: int = 0) -> Dict:
        """The space of observations with their mask."""
        return Dict({"observation": self.looks, "action_mask": Range(0, 1, (self.spaces.actions + extra,), np.int8)})

    def pixels(self) -> Bytes:
        """The board as everybody sees it, as rows of red, green and blue."""
        rows = png.draw(self.table.draw().areas[0], self.box.looks, size=PIXELS).rows
        return np.array([np.stack([np.frombuffer(channel, np.uint8) for channel in row], axis=-1) for row in rows])

    def picture(self, seat: Seat | None = None) -> str:
        """The table as a seat sees it, in plain characters."""
        scene = self.table.draw(seat).named(self.table.names)
        return text.paint(scene, self.box.looks, THEMES["dark"], "en", WIDE, HIGH, False)
