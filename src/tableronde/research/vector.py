"""Many games side by side in Gymnasium's vector form: the agent plays one seat of each, a policy plays the others.

The games are those of a `Batch`: on compiled kernels where a game has them. A finished game is dealt again in the same step.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from tableronde.box import Box
from tableronde.game import Seat
from tableronde.research.base_env import observation_space
from tableronde.research.batch import Batch
from tableronde.research.batch_step import BatchStep, Numbers

Policy = Callable[[NDArray[np.uint8], NDArray[np.bool_]], ArrayLike]  # a number for each row of observations and masks
Observations = dict[str, NDArray[Any]]


def vector_env(
    game: str | Box,
    num_envs: int = 1,
    opponent: Policy | None = None,
    players: int | None = None,
    seat: Seat | None = None,
    processes: int = 1,
    **options: Any,
) -> "SeatVectorEnv":
    """Create games side by side: `vector_env("some-game", 256, policy)`. Opponents choose at random unless a policy is given.

    The seat is chosen at random for each game unless it is given. Options are those of the game.
    """
    return SeatVectorEnv(lambda seed: Batch(game, num_envs, players, seed, processes, **options), opponent, seat)


class SeatVectorEnv(VectorEnv[Observations, Numbers, Any]):
    """One seat of each game. A number that is not legal raises NotLegal, and nothing is played: use the masks."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, make_batch: Callable[[int | None], Batch], opponent: Policy | None, seat: Seat | None) -> None:
        self._make_batch, self._opponent, self._wanted = make_batch, opponent, seat
        self.batch = make_batch(None)
        self.num_envs, self.players, self.render_mode = self.batch.games, self.batch.players, None
        self.single_observation_space = observation_space(self.batch.spaces)
        self.single_action_space = Discrete(self.batch.spaces.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.seats = np.zeros(self.num_envs, np.int64)  # of the agent, by game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, dict[str, Any]]:
        """Start new games everywhere; the same seed gives the same games and seats."""
        super().reset(seed=seed)
        if seed is not None:
            self.batch.close()
            self.batch = self._make_batch(seed)
        self._now = self.batch.reset()
        self._take_seats(np.ones(self.num_envs, np.bool_))
        self._others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        return self._observations(), self._infos()

    def step(self, actions: ArrayLike) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play a number in each game, then let the others play until the agent is asked again in all of them.

        The reward is that of the agent's seat in the game that ended; the observation is then of the next game.
        """
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._play(np.asarray(actions, np.int64), rewards, ended)
        self._others_play(rewards, ended)
        return self._observations(), rewards, ended, np.zeros(self.num_envs, np.bool_), self._infos()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which numbers are legal in each game."""
        return self._now.mask.copy()

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes of the batch, if there are any."""
        self.batch.close()

    def _others_play(self, rewards: NDArray[np.float64], ended: NDArray[np.bool_]) -> None:
        while (asked := self._now.seat != self.seats).any():
            self._play(self._choose(self._now), rewards, ended, asked)

    def _choose(self, now: BatchStep) -> Numbers:
        """Return numbers of the opponents; those of the games in which the agent is asked do not matter."""
        return now.drawn if self._opponent is None else np.asarray(self._opponent(now.observation, now.mask), np.int64)

    def _play(
        self, numbers: Numbers, rewards: NDArray[np.float64], ended: NDArray[np.bool_], where: NDArray[np.bool_] | None = None
    ) -> None:
        """Play numbers; note the agent's reward in the games that end, and take a seat in those that begin."""
        self._now = self.batch.step(numbers, where)
        done = self._now.done
        first = done & ~ended  # a game that ends before the agent is asked in it does not count
        rewards[first] = self._now.reward[first, self.seats[first]]
        ended |= done
        self._take_seats(done)

    def _take_seats(self, games: NDArray[np.bool_]) -> None:
        if self._wanted is not None:
            self.seats[games] = self._wanted
        elif games.any():
            self.seats[games] = self.np_random.integers(self.players, size=int(games.sum()))

    def _observations(self) -> Observations:
        return {"observation": self._now.observation.copy(), "action_mask": self._now.mask.astype(np.int8)}

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.seats.copy(), "action_mask": self._now.mask.astype(np.int8)}
