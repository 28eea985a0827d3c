"""Gymnasium: one seat of a table, the others taken by bots."""

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
from gymnasium.spaces import Discrete

from tableronde import bots
from tableronde.bots import Bot
from tableronde.box import Box
from tableronde.game import Action
from tableronde.research.pettingzoo import MODES, render
from tableronde.research.seated import Observation, Seated


def env(
    game: str | Box,
    levels: str | Sequence[str] = "random",
    players: int | None = None,
    seat: int | None = None,
    seconds: float | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> "SeatEnv":
    """A seat against bots of these levels, one for all or one each: `env("some-game", "greedy")`.

    Which seat is drawn by lot for each game, unless it is said.
    """
    seated = Seated(game, players, options)
    names = [levels] * (seated.players - 1) if isinstance(levels, str) else list(levels)
    if len(names) != seated.players - 1:
        raise ValueError(f"there are {seated.players - 1} other seats, not {len(names)}")
    return SeatEnv(seated, [bots.find(seated.box, name) for name in names], seat, seconds, render_mode)


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a table. A number that is not legal loses the game; `info["illegal"]` says so."""

    def __init__(
        self, seated: Seated, makers: Sequence[bots.BotMaker], seat: int | None, seconds: float | None, render_mode: str | None
    ) -> None:
        self.metadata = {"render_modes": MODES, "render_fps": 1}
        self.seated, self.makers, self.wanted, self.seconds, self.render_mode = seated, makers, seat, seconds, render_mode
        self.observation_space = seated.space()
        self.action_space = Discrete(seated.spaces.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """A fresh game, up to the first time this seat is asked. One that is over before is dealt again."""
        super().reset(seed=seed)
        self._begin(int(self.np_random.integers(2**32)))
        while self.seated.over:
            self._begin(int(self.np_random.integers(2**32)))
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if int(action) not in self._choices:
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self.seated.play(self.seat, self._choices[int(action)])
        self._others_play()
        over = self.seated.over
        return self._seen(), self.seated.returns()[self.seat], over, self.seated.too_long and not over, self._info()

    def render(self) -> Any:
        return render(self.seated, self.render_mode)

    def _begin(self, seed: int) -> None:
        self.seated.begin(seed)
        luck = self.seated.rng
        self.seat = luck.randrange(self.seated.players) if self.wanted is None else self.wanted
        others = [seat for seat in range(self.seated.players) if seat != self.seat]
        table = self.seated.table
        self.bots: dict[int, Bot] = {
            other: maker(table.box, table.game, other, Random(luck.random())) for other, maker in zip(others, self.makers, strict=True)
        }
        for bot in self.bots.values():
            bot.seconds = bot.seconds if self.seconds is None else self.seconds
        self._others_play()

    def _others_play(self) -> None:
        """Let the bots act until this seat is asked, or the game is over. Those nobody waits for are asked first, as at any table."""
        self._choices: dict[int, Action] = {}
        while not self.seated.over and not self.seated.too_long:
            if self._spoke_up():
                continue
            asked = self.seated.asked()
            if asked == self.seat:
                self._choices = self.seated.numbered(self.seat)
                return
            self.seated.play(asked, self._choice(asked) or self.seated.table.legal()[asked][0])

    def _spoke_up(self) -> bool:
        """Whether one of the bots nobody waits for has acted."""
        waited = self.seated.table.to_act()
        for other in self.seated.rng.sample(sorted(self.bots), len(self.bots)):
            if other in self.seated.table.legal() and other not in waited and (action := self._choice(other)) is not None:
                self.seated.play(other, action)
                return True
        return False

    def _choice(self, seat: int) -> Action | None:
        table = self.seated.table
        return self.bots[seat].choose(table.view(seat), table.heard(seat), table.legal()[seat])

    def _seen(self) -> Observation:
        return {"observation": self.seated.bytes(self.seat), "action_mask": self.seated.mask(list(self._choices))}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "plies": self.seated.table.plies}
