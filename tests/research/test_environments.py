"""PettingZoo's and Gymnasium's own test suites, on all games: a part of what bench/peers.py runs in full."""

import warnings
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils import parallel_to_aec

from support.helpers import OUTSIDE, SHELF
from support.toys import POST
from tableronde.game import Outcome
from tableronde.play.outcomes import returns
from tableronde.research import gymnasium, pettingzoo
from tableronde.research.base_env import BaseEnv

FORD, MISTIGRI = str(OUTSIDE / "ford"), str(OUTSIDE / "mistigri")
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("four-circles", 2, {}),
    ("cirkis", 3, {"centre_circle": True}),
    ("karta-doppio", 2, {"match": "double"}),
    ("cirkle-duo", 4, {"mode": "bridge"}),
    ("cirkle-duo", 3, {"mode": "dice"}),
    ("kaplan", 2, {}),
    ("kaplan", 6, {"no_dice": True, "language": "en"}),
    (FORD, 2, {}),
    (MISTIGRI, 3, {}),
]
each_table = pytest.mark.parametrize(("game", "players", "options"), TABLES, ids=lambda part: str(part).rpartition("/")[2])


def test_all_games_are_here() -> None:
    assert {game for game, _, _ in TABLES} >= set(SHELF)


@pytest.fixture(autouse=True)
def _peers_warnings() -> Iterator[None]:
    """PettingZoo supports a mask beside the observation, but warns about it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        yield


@each_table
def test_pettingzoo_api(game: str, players: int, options: dict[str, Any]) -> None:
    api_test(pettingzoo.env(game, players, **options), num_cycles=60)


@each_table
def test_pettingzoo_seeds(game: str, players: int, options: dict[str, Any]) -> None:
    seed_test(partial(pettingzoo.env, game, players, **options), num_cycles=15)


@each_table
def test_pettingzoo_parallel(game: str, players: int, options: dict[str, Any]) -> None:
    parallel_api_test(pettingzoo.parallel_env(game, players, **options), num_cycles=40)
    parallel_seed_test(partial(pettingzoo.parallel_env, game, players, **options), num_cycles=10)


@pytest.mark.parametrize(("game", "players", "options"), [TABLES[0], TABLES[4], TABLES[8]])
def test_pettingzoo_pictures(game: str, players: int, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(pettingzoo.env, game, players, **options))
    assert capsys.readouterr().out


@pytest.mark.parametrize(("game", "players", "options"), [table for table in TABLES if table[0] != "kaplan"])
def test_pettingzoo_games_cut_short(game: str, players: int, options: dict[str, Any]) -> None:
    """Except Kaplan: nearly every number is a word, so that random players announce at once and their games end."""
    parallel = partial(pettingzoo.parallel_env, game, players, lenient=True, **options)
    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles=max_cycles))))


@each_table
def test_gymnasium_api(game: str, players: int, options: dict[str, Any]) -> None:
    check_env(gymnasium.env(game, "random", players, **options), skip_render_check=True)


def test_an_aec_game_ends_with_all_returns() -> None:
    env = pettingzoo.env("four-circles", max_plies=30)
    env.reset(seed=1)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else int(np.flatnonzero(seen["action_mask"])[0]))
    assert sum(total.values()) == 0
    assert not env.agents


def test_a_number_that_is_not_legal_loses() -> None:
    env = pettingzoo.env("four-circles")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(1028)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1
    raw = pettingzoo.raw_env("four-circles")
    raw.reset()
    with pytest.raises(ValueError, match="not legal for seat_0"):
        raw.step(1028)
    lenient = pettingzoo.raw_env("four-circles", lenient=True)
    lenient.reset()
    lenient.step(1028)
    assert lenient.base_env.table.plies == 1


def test_sealed_choices_are_made_at_once() -> None:
    """All seats of an outside game give a card away in the same step."""
    env = pettingzoo.parallel_env(MISTIGRI, 3)
    seen, _ = env.reset(seed=2)
    assert all(not seen[agent]["action_mask"][env.wait] for agent in env.agents)
    before = env.base_env.table.plies
    env.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents})
    assert env.base_env.table.plies >= before + 3


def test_seats_can_act_out_of_turn_in_the_parallel_form() -> None:
    env = pettingzoo.parallel_env("kaplan", 3, no_dice=True)
    seen, _ = env.reset(seed=2)
    asked = env.base_env.asked()
    other = (asked + 1) % 3
    agent = f"seat_{other}"
    assert seen[agent]["action_mask"][env.wait]
    words = np.flatnonzero(seen[agent]["action_mask"])
    actions = dict.fromkeys(env.agents, env.wait) | {agent: int(words[0])}
    actions[f"seat_{asked}"] = int(np.flatnonzero(seen[f"seat_{asked}"]["action_mask"])[0])
    env.step(actions)
    assert any(actor == other and action.startswith("kaplan ") for actor, action in env.base_env.table.events)


def test_a_seat_against_a_bot_learns_who_won() -> None:
    env = gymnasium.env("four-circles", "random", seat=1)
    seen, info = env.reset(seed=3)
    assert (info["seat"], info["plies"]) == (1, 1)
    assert (info["action_mask"] == seen["action_mask"]).all()
    over = False
    while not over:
        seen, reward, over, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    assert env.base_env.table.outcome is not None
    assert reward == env.base_env.returns()[1]
    env.reset(seed=3)
    _, *ending, info = env.step(1028)
    assert ending == [-1.0, True, False]
    assert (info["seat"], info["plies"], info["illegal"]) == (1, 1, True)
    with pytest.raises(ValueError, match="1 other seats, not 2"):
        gymnasium.env("four-circles", ["random", "random"], players=2)


def test_the_returns_of_all_seats_add_up_to_zero() -> None:
    assert returns(Outcome((1,), "x"), 3) == [-0.5, 1.0, -0.5]
    assert returns(Outcome((0, 1), "x"), 2) == [0.0, 0.0]
    assert returns(None, 4) == [0.0] * 4


def test_a_seat_sees_only_its_own_view() -> None:
    seated = BaseEnv(POST, 2, {})
    assert seated.bytes(0).dtype == np.uint8
