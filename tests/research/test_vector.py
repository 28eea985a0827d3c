"""Gymnasium's vector form: each game, followed move by move at a table, gives the same masks, observations and rewards."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from support.helpers import OUTSIDE
from tableronde.kernel import Luck
from tableronde.play.outcomes import returns
from tableronde.research import gymnasium as ours
from tableronde.research.batch import Batch, NotLegal, _seeds
from tableronde.research.vector import SeatVectorEnv, vector_env
from tableronde.shelf import find
from tableronde.table import Table

BOX = find("karta-doppio")


class Followed:
    """The tables of all games of an environment; they play what its batch is told to play."""

    def __init__(self, env: SeatVectorEnv, seed: int) -> None:
        self.env, self.luck = env, [Luck(each) for each in _seeds(seed, env.num_envs)[0]]
        self.tables = [self.deal(i) for i in range(env.num_envs)]
        self.results: list[tuple[int, list[float]]] = []
        step = env.batch.step

        def follow(numbers: Any, where: Any = None) -> Any:
            for i, number in enumerate(np.asarray(numbers).tolist()):
                if where is None or where[i]:
                    self.play(i, number)
            return step(numbers, where)

        env.batch.step = follow  # type: ignore[assignment, method-assign]

    def deal(self, i: int) -> Table:
        spaces, drawn = self.env.batch.spaces, list[int]()
        while ways := spaces.draws(drawn):
            drawn.append(self.luck[i].below(ways))
        rules = self.env.batch.rules
        return Table(BOX, rules.seats, {}, spaces.dealt(drawn))

    def play(self, i: int, number: int) -> None:
        table = self.tables[i]
        [seat] = table.legal()
        assert isinstance(seat, int)
        table.play(seat, self.env.batch.spaces.action(table.view(seat), seat, number))
        if not table.legal():
            self.results.append((i, returns(table.outcome, table.game.seats)))
            self.tables[i] = self.deal(i)

    def compare(self, i: int, seen: dict[str, Any]) -> None:
        table, seat, spaces = self.tables[i], int(self.env.seats[i]), self.env.batch.spaces
        assert set(table.legal()) == {seat}
        view = table.view(seat)
        assert seen["observation"][i].tobytes() == spaces.observe(view, seat)
        assert set(np.flatnonzero(seen["action_mask"][i])) == set(spaces.numbered(view, seat, table.legal()[seat]))


def last_legal(_: Any, masks: Any) -> Any:
    """A policy: the highest number."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize("opponent", [None, last_legal])
def test_every_game_is_what_the_rules_say(opponent: Any) -> None:
    batch = Batch(BOX, 5, seed=3)
    env = SeatVectorEnv(lambda seed: batch, opponent, None)
    followed = Followed(env, 3)
    seen, info = env.reset(seed=3)
    ended = 0
    for _ in range(24):
        seats, before = env.seats.copy(), len(followed.results)
        for i in range(5):
            followed.compare(i, seen)
        seen, rewards, done, cut, info = env.step(last_legal(None, info["action_mask"]))
        results = dict(reversed(followed.results[before:]))  # of each game, the first that ended
        assert set(np.flatnonzero(done)) == set(results)
        assert rewards.tolist() == [results[i][seats[i]] if i in results else 0.0 for i in range(5)]
        assert not cut.any()
        ended += int(done.sum())
    assert ended


@pytest.mark.parametrize("game", ["four-circles", "kaplan", str(OUTSIDE / "mistigri")])
def test_the_same_seed_gives_the_same_games(game: str) -> None:
    """With and without a kernel, and with more than two players."""

    def play() -> list[Any]:
        env = vector_env(game, 4, players=3 if "mistigri" in game else 2)
        _, info = env.reset(seed=7)
        told: list[Any] = [info["seat"].tolist()]
        for _ in range(10):
            seen, rewards, *_, info = env.step(last_legal(None, info["action_mask"]))
            told += [seen["observation"].tobytes(), rewards.tolist(), info["seat"].tolist()]
            assert env.observation_space.contains(seen)
            assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
        env.close()
        return told

    assert play() == play()


def test_gymnasium_makes_it_and_its_wrappers_take_it() -> None:
    assert ours  # importing it registers the games
    env = RecordEpisodeStatistics(gymnasium.make_vec("tableronde/cirkis-v1", num_envs=8, seat=0, processes=2))
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    _, info = env.reset(seed=1)
    returned = np.zeros(8)
    while not returned.all():
        _, _, done, _, info = env.step(last_legal(None, info["action_mask"]))
        assert (info["seat"] == 0).all()
        returned[done] = 1
        if done.any():
            assert set(info["episode"]["r"][done]) <= {-1.0, 0.0, 1.0}
    env.close()


def test_a_number_that_is_not_legal_plays_nothing() -> None:
    env = vector_env("four-circles", 3, seat=0)
    seen, _ = env.reset(seed=1)
    with pytest.raises(NotLegal, match="1028 is not legal in game 1"):
        env.step([0, 1028, 0])
    assert (env.action_masks() == seen["action_mask"]).all()
