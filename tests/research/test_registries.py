"""The names under which other libraries know our games: `gymnasium.make`, `pettingzoo.make`, `pyspiel.load_game`."""

from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import TimeLimit
from pettingzoo.test import state_test

from support.helpers import OUTSIDE, SHELF
from support.toys import POST
from tableronde.research import gymnasium as ours
from tableronde.research import openspiel
from tableronde.research import pettingzoo as multi
from tableronde.research.batch import Batch

MISTIGRI = str(OUTSIDE / "mistigri")


@pytest.mark.parametrize("slug", SHELF)
def test_gymnasium_makes_every_game_of_the_shelf(slug: str) -> None:
    env = gymnasium.make(f"tableronde/{slug}-v1", levels="random", disable_env_checker=True)
    seen, info = env.reset(seed=1)
    assert env.spec is not None
    assert env.spec.id == f"tableronde/{slug}-v1"
    assert (info["action_mask"] == seen["action_mask"]).all()
    assert (env.get_wrapper_attr("action_masks")() == seen["action_mask"].astype(bool)).all()
    assert env.get_wrapper_attr("action_masks")().dtype == np.bool_


def test_wrappers_that_are_asked_for_are_there() -> None:
    env = gymnasium.make("tableronde/four-circles-v1", max_episode_steps=2, max_plies=100)
    assert isinstance(env, TimeLimit)
    env.reset(seed=1)
    cut = False
    for _ in range(2):
        *_, cut, _ = env.step(int(np.flatnonzero(env.get_wrapper_attr("action_masks")())[0]))
    assert cut


@pytest.mark.parametrize("game", ["karta-doppio", str(OUTSIDE / "ford")])
def test_an_environment_knows_how_it_was_made(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Then Gymnasium's checker makes it again for each way to render."""
    env = ours.env(game, "random", seat=1)
    check_env(env)
    assert capsys.readouterr().out
    assert env.spec is not None
    again = env.spec.make(render_mode="ansi").unwrapped
    assert isinstance(again, ours.SeatEnv)
    assert (again.wanted, again.render_mode) == (1, "ansi")


def test_a_list_of_levels_says_how_many_play() -> None:
    assert ours.env(MISTIGRI, ["random", "greedy", "random"]).base_env.players == 4
    with pytest.raises(ValueError, match="each of the 2 other seats, not 3"):
        ours.env(MISTIGRI, ["random", "greedy", "random"], players=3)


@pytest.mark.parametrize("slug", SHELF)
def test_pettingzoo_makes_every_game_of_the_shelf(slug: str) -> None:
    env: Any = pettingzoo.make("aec", f"tableronde/{slug}-v1")
    env.reset(seed=1)
    seen, *_, info = env.last()
    assert (info["action_mask"] == seen["action_mask"]).all()
    together: Any = pettingzoo.make("parallel", f"tableronde/{slug}-v1")
    looks, infos = together.reset(seed=1)
    assert all((infos[agent]["action_mask"] == looks[agent]["action_mask"]).all() for agent in together.agents)


def test_the_state_is_what_all_seats_know_together() -> None:
    state_test(multi.env("kaplan", 3), multi.parallel_env("kaplan", 3))
    env: Any = multi.env(MISTIGRI, 3)
    env.reset(seed=1)
    known = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert (env.state() == np.concatenate(known)).all()


@pytest.mark.parametrize("slug", SHELF)
def test_openspiel_loads_every_game_of_the_shelf(slug: str) -> None:
    assert pyspiel.load_game(f"tableronde_{slug.replace('-', '_')}").get_type().long_name


@pytest.mark.parametrize("make", [multi.env, multi.parallel_env, ours.env])
def test_a_way_to_render_that_is_not_there_is_refused(make: Any) -> None:
    with pytest.raises(ValueError, match="render_mode is ansi, human, rgb_array or None, not 'foo'"):
        make("four-circles", render_mode="foo")


def test_a_variant_is_taken_by_name() -> None:
    """As in the room and the terminal; options beside it count more."""
    double: dict[str, Any] = {"match": "double"}
    assert ours.env("karta-doppio", variant="double").base_env.rules.options == ours.env("karta-doppio", **double).base_env.rules.options
    assert multi.env("karta-doppio", variant="double", deck="full").unwrapped.base_env.rules.options.deck == "full"
    assert Batch("karta-doppio", 1, variant="double").rules.options.match == "double"
    assert str(openspiel.load("karta-doppio", variant="double")) == str(openspiel.load("karta-doppio", **double))
    with pytest.raises(LookupError, match="has no variant 'leap'"):
        Batch("karta-doppio", 1, variant="leap")
    assert ours.env(POST).spec is None, "a box cannot be written down"
