"""A table played by numbers: the common base of the PettingZoo and Gymnasium environments."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box as Range
from gymnasium.spaces import Dict
from numpy.typing import NDArray

from tableronde.box import Box
from tableronde.game import CHANCE, Action, Json, Seat
from tableronde.play.arena import LONGEST, roll
from tableronde.play.outcomes import returns
from tableronde.render import png, terminal_text
from tableronde.research.lookup import find_box, read_options
from tableronde.spaces import TOP, Spaces, spaces_of
from tableronde.table import Table
from tableronde.theme import THEMES

Bytes = NDArray[np.uint8]
Mask = NDArray[np.int8]
Observation = dict[str, Any]  # "observation": Bytes, "action_mask": Mask
MODES = ["ansi", "human", "rgb_array"]  # in which a table is rendered
WIDE, HIGH = 100, 40  # characters of a picture
PIXELS = 240, 240


def check_mode(mode: str | None) -> str | None:
    """Return a mode of rendering; ValueError if there is none of that name."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode is {', '.join(MODES)} or None, not {mode!r}")
    return mode


def observation_space(spaces: Spaces[Any], extra: int = 0) -> Dict:
    """Return the space of observations with their mask, which has some extra numbers."""
    seen = Range(0, TOP, (spaces.size,), np.uint8)
    return Dict({"observation": seen, "action_mask": Range(0, 1, (spaces.actions + extra,), np.int8)})


class BaseEnv:
    """One game after another with the same number of players and the same options."""

    def __init__(self, game: str | Box, players: int | None, options: Json) -> None:
        """Set up a game from the shelf, or from a module, file or folder; by default for the fewest players."""
        self.box = find_box(game)
        self.players = players or min(self.box.game_type.players)
        self.options = read_options(self.box, options)
        self.rules = self.box.game(self.players, self.options)
        self.spaces = spaces_of(self.box, self.rules)
        self.rng = Random()
        self.table = Table(self.box, self.players, self.options, rng=Random(0))

    def begin(self, seed: int | None) -> None:
        """Start a new game; the same seed gives the same deal and chance events."""
        self.rng = Random(seed) if seed is not None else self.rng
        self.table = Table(self.box, self.players, self.options, rng=self.rng)
        self.roll()

    def play(self, seat: Seat, action: Action) -> None:
        """Play an action and the actions of chance that follow."""
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
        """Return whether the game is cut short as endless."""
        return self.table.plies >= LONGEST

    def asked(self) -> Seat:
        """Return the seat that acts next: if several may, one chosen at random, as none is known to be quickest."""
        waited = [actor for actor in self.table.to_act() if actor != CHANCE]
        return waited[0] if len(waited) == 1 else self.rng.choice(waited)

    def numbered(self, seat: Seat) -> dict[int, Action]:
        """Return the legal actions of a seat, by number."""
        return self.spaces.numbered(self.table.view(seat), seat, self.table.legal().get(seat, ()))

    def bytes(self, seat: Seat) -> Bytes:
        """Return the observation of a seat."""
        return np.frombuffer(self.spaces.observe(self.table.view(seat), seat), np.uint8)

    def state(self) -> Bytes:
        """Return what all seats know together: their observations, one after the other."""
        return np.concatenate([self.bytes(seat) for seat in range(self.players)])

    def mask(self, numbers: Sequence[int], extra: int = 0) -> Mask:
        """Return a mask with ones at these numbers."""
        mask = np.zeros(self.spaces.actions + extra, np.int8)
        mask[list(numbers)] = 1
        return mask

    def returns(self) -> list[float]:
        """Return the returns of all seats."""
        return returns(self.table.outcome, self.players)

    @cached_property
    def state_space(self) -> Range:
        """Return the space of `state`."""
        return Range(0, TOP, (self.spaces.size * self.players,), np.uint8)

    def space(self, extra: int = 0) -> Dict:
        """Return the space of observations with their mask."""
        return observation_space(self.spaces, extra)

    def pixels(self) -> Bytes:
        """Return the public board as rows of red, green and blue."""
        rows = png.draw(self.table.draw().areas[0], self.box.looks, size=PIXELS).rows
        return np.array([np.stack([np.frombuffer(channel, np.uint8) for channel in row], axis=-1) for row in rows])

    def render(self, mode: str | None) -> str | Bytes | None:
        """Render the public view of the table: as text, printed text, or pixels."""
        match mode:
            case "human":
                print(self.picture())
            case "ansi":
                return self.picture()
            case "rgb_array":
                return self.pixels()
        return None

    def picture(self, seat: Seat | None = None) -> str:
        """Return the table as a seat sees it, in plain characters."""
        scene = self.table.draw(seat).named(self.table.names)
        return terminal_text.paint(scene, self.box.looks, THEMES["dark"], "en", WIDE, HIGH, False)
