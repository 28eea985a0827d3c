"""Gymnasium environments: the agent plays one seat, bots play the others.

Importing this module enters the games on the shelf into Gymnasium's registry: `gymnasium.make("tableronde/some-game-v1")`.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from tableronde import bots
from tableronde.bots import Bot
from tableronde.box import Box
from tableronde.game import Action
from tableronde.research.base_env import MODES, BaseEnv, Mask, Observation, check_mode
from tableronde.research.lookup import Listed, listed_games


def env(
    game: str | Box,
    levels: str | Sequence[str] = "random",
    players: int | None = None,
    seat: int | None = None,
    seconds: float | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> "SeatEnv":
    """Create a seat against bots of these levels, one for all or one for each: `env("some-game", "greedy")`.

    The seat is chosen at random for each game unless it is given. A list of levels says how many players there are.
    """
    if players is None and not isinstance(levels, str):
        players = len(levels) + 1
    base = BaseEnv(game, players, options)
    names = [levels] * (base.players - 1) if isinstance(levels, str) else list(levels)
    if len(names) != base.players - 1:
        raise ValueError(f"name one level, or one for each of the {base.players - 1} other seats, not {len(names)}")
    made = SeatEnv(base, [bots.find(base.box, name) for name in names], seat, seconds, render_mode)
    if isinstance(game, str):
        named = Listed(base.box.slug, base.rules.edition)
        given = {"game": game, "levels": levels, "players": players, "seat": seat, "seconds": seconds, "render_mode": render_mode}
        made.spec = EnvSpec(named.id, f"{__name__}:env", kwargs={**given, **options})
    return made


def _register_games() -> None:
    """Enter the games on the shelf into Gymnasium's registry, also in the form of many games side by side."""
    for listed in listed_games():
        gymnasium.register(
            listed.id,
            f"{__name__}:env",
            vector_entry_point="tableronde.research.vector:vector_env",
            kwargs={"game": listed.slug},
        )


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a table. A number that is not legal loses the game; `info["illegal"]` says so."""

    def __init__(
        self, base: BaseEnv, makers: Sequence[bots.BotMaker], seat: int | None, seconds: float | None, render_mode: str | None
    ) -> None:
        self.metadata = {"render_modes": MODES, "render_fps": 1}
        self.base_env, self.makers, self.wanted, self.seconds, self.render_mode = base, makers, seat, seconds, check_mode(render_mode)
        self.observation_space = base.space()
        self.action_space = Discrete(base.spaces.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start a new game and play until this seat is asked. A game that ends before is dealt again."""
        super().reset(seed=seed)
        self._begin(int(self.np_random.integers(2**32)))
        while self.base_env.over:
            self._begin(int(self.np_random.integers(2**32)))
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if int(action) not in self._choices:
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self.base_env.play(self.seat, self._choices[int(action)])
        self._others_play()
        over = self.base_env.over
        return self._seen(), self.base_env.returns()[self.seat], over, self.base_env.too_long and not over, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which numbers are legal: maskable learners ask for it by this name."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        return self.base_env.render(self.render_mode)

    def _begin(self, seed: int) -> None:
        self.base_env.begin(seed)
        luck = self.base_env.rng
        self.seat = luck.randrange(self.base_env.players) if self.wanted is None else self.wanted
        others = [seat for seat in range(self.base_env.players) if seat != self.seat]
        table = self.base_env.table
        self.bots: dict[int, Bot] = {
            other: maker(table.box, table.game, other, Random(luck.random())) for other, maker in zip(others, self.makers, strict=True)
        }
        for bot in self.bots.values():
            bot.seconds = bot.seconds if self.seconds is None else self.seconds
        self._others_play()

    def _others_play(self) -> None:
        """Let the bots act until this seat is asked or the game is over. As at any table, seats not waited for are asked first."""
        self._choices: dict[int, Action] = {}
        while not self.base_env.over and not self.base_env.too_long:
            if self._spoke_up():
                continue
            asked = self.base_env.asked()
            if asked == self.seat:
                self._choices = self.base_env.numbered(self.seat)
                return
            self.base_env.play(asked, self._choice(asked) or self.base_env.table.legal()[asked][0])

    def _spoke_up(self) -> bool:
        """Let a bot that the game does not wait for act; return whether one did."""
        waited = self.base_env.table.to_act()
        for other in self.base_env.rng.sample(sorted(self.bots), len(self.bots)):
            if other in self.base_env.table.legal() and other not in waited and (action := self._choice(other)) is not None:
                self.base_env.play(other, action)
                return True
        return False

    def _choice(self, seat: int) -> Action | None:
        table = self.base_env.table
        return self.bots[seat].choose(table.view(seat), table.heard(seat), table.legal()[seat])

    def _seen(self) -> Observation:
        return {"observation": self.base_env.bytes(self.seat), "action_mask": self._mask()}

    def _mask(self) -> Mask:
        return self.base_env.mask(list(self._choices))

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "plies": self.base_env.table.plies, "action_mask": self._mask()}


_register_games()
