"""PettingZoo: any game as an AEC environment, and as a parallel one.

In the AEC form one seat acts at a time; if several may (a race, sealed choices), they are asked one after the other in random order.
In the parallel form all act at once; one additional number means to wait. Only there can seats act out of turn.
Importing this module enters the games on the shelf into PettingZoo's registries.
"""

from collections.abc import Mapping
from typing import Any

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv, register
from pettingzoo.utils import wrappers

from tableronde.box import Box
from tableronde.game import Action, Seat
from tableronde.play.arena import LONGEST
from tableronde.research.base_env import MODES, BaseEnv, Bytes, Observation, check_mode
from tableronde.research.lookup import listed_games

Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


def env(game: str | Box, players: int | None = None, **more: Any) -> AECEnv:
    """Create an AEC environment: `env("some-game", players=4, one_option=True)`. An illegal number ends the game, and its player loses.

    Besides the game's options there are `render_mode`, `max_cycles` (actions of each seat after which a game is cut short) and
    `lenient` (an illegal number is replaced by a random legal one).
    """
    raw = raw_env(game, players, **more)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)))


def raw_env(
    game: str | Box,
    players: int | None = None,
    render_mode: str | None = None,
    max_cycles: int = LONGEST,
    lenient: bool = False,
    **options: Any,
) -> "TableEnv":
    """Create an AEC environment without wrappers: an illegal number is a ValueError."""
    return TableEnv(BaseEnv(game, players, options), render_mode, max_cycles, lenient)


def parallel_env(
    game: str | Box,
    players: int | None = None,
    render_mode: str | None = None,
    max_cycles: int = LONGEST,
    lenient: bool = False,
    **options: Any,
) -> "ParallelTableEnv":
    """Create a parallel environment, with one additional action: to wait."""
    return ParallelTableEnv(BaseEnv(game, players, options), render_mode, max_cycles, lenient)


def metadata(base: BaseEnv) -> dict[str, Any]:
    """Return an environment's metadata; its version combines the editions of the rules and of the spaces."""
    return {"name": f"{base.box.slug}_v{base.rules.edition}.{base.spaces.edition}", "render_modes": MODES, "render_fps": 1}


def agent_of(seat: Seat) -> str:
    """Return the agent name of a seat."""
    return f"seat_{seat}"


def render(base: BaseEnv, mode: str | None) -> str | Bytes | None:
    """Render the public view of the table: as text, printed text, or pixels."""
    return base.render(mode)


def chosen_of(choices: Mapping[int, Action], number: Any, base: BaseEnv, lenient: bool) -> Action | None:
    """Return the action of a number; if it is not legal, None, or a random legal one if `lenient`."""
    if number is not None and int(number) in choices:
        return choices[int(number)]
    return base.rng.choice(list(choices.values())) if lenient else None


def _register_games() -> None:
    """Enter the games on the shelf into PettingZoo's registries: `pettingzoo.make("aec", "tableronde/some-game-v1")`."""
    for listed in listed_games():
        named = {"game": listed.slug}
        register("aec", listed.id, entry_point=f"{__name__}:env", kwargs=named)
        register("parallel", listed.id, entry_point=f"{__name__}:parallel_env", kwargs=named)


class TableEnv(AECEnv):
    """A table whose seats act one after the other."""

    def __init__(self, base: BaseEnv, render_mode: str | None, max_cycles: int, lenient: bool) -> None:
        super().__init__()
        self.metadata = {**metadata(base), "is_parallelizable": False}
        self.base_env, self.render_mode, self.max_cycles, self.lenient = base, check_mode(render_mode), max_cycles, lenient
        self.possible_agents = [agent_of(seat) for seat in range(base.players)]
        self.observation_spaces = {agent: base.space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(base.spaces.actions) for agent in self.possible_agents}
        self.state_space = base.state_space

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.base_env.begin(seed)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        numbers = list(self._choices) if agent == self.agent_selection and not self.terminations.get(agent, True) else []
        return {"observation": self.base_env.bytes(seat), "action_mask": self.base_env.mask(numbers)}

    def state(self) -> Bytes:
        """Return the observations of all seats, one after the other: for critics that know more than their players."""
        return self.base_env.state()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = chosen_of(self._choices, action, self.base_env, self.lenient)
        if chosen is None:
            raise ValueError(f"{action} is not legal for {agent} now: choose a number that its mask allows")
        self._cumulative_rewards[agent] = 0.0
        self.cycles += 1
        self.base_env.play(self.possible_agents.index(agent), chosen)
        self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self.base_env.render(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _ask(self) -> None:
        """Determine the next agent and its actions, or that the game is over."""
        over, given_up = self.base_env.over, self.base_env.too_long or self.cycles >= self.max_cycles * self.base_env.players
        self._choices: dict[int, Action] = {}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.rewards = dict(zip(self.possible_agents, self.base_env.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, given_up and not over)
        if over or given_up:
            self.agent_selection = self.agents[0]
            return
        seat = self.base_env.asked()
        self.agent_selection, self._choices = agent_of(seat), self.base_env.numbered(seat)
        self.infos[self.agent_selection] = {"action_mask": self.base_env.mask(list(self._choices))}


class ParallelTableEnv(ParallelEnv):
    """A table whose seats all act at once."""

    def __init__(self, base: BaseEnv, render_mode: str | None, max_cycles: int, lenient: bool) -> None:
        self.metadata = metadata(base)
        self.base_env, self.render_mode, self.max_cycles, self.lenient = base, check_mode(render_mode), max_cycles, lenient
        self.wait = base.spaces.actions  # the last number
        self.possible_agents = [agent_of(seat) for seat in range(base.players)]
        self.observation_spaces = {agent: base.space(extra=1) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.wait + 1) for agent in self.possible_agents}
        self.state_space = base.state_space

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Observation], dict[str, Any]]:
        self.base_env.begin(seed)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        return self._look(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play the choices of all agents in random order; one that is no longer legal when its turn comes is dropped.

        A number that was never legal ends the game, and its agent loses.
        """
        chosen = {agent: chosen_of(self._choices[agent], number, self.base_env, self.lenient) for agent, number in actions.items()}
        wrong = [agent for agent, action in chosen.items() if action is None]
        self.cycles += 1
        if not wrong:
            self._play({agent: action for agent, action in chosen.items() if action})
        over, given_up = bool(wrong) or self.base_env.over, self.base_env.too_long or self.cycles >= self.max_cycles
        rewards = (
            {agent: -float(agent in wrong) for agent in self.agents}
            if wrong
            else dict(zip(self.agents, self.base_env.returns(), strict=True))
        )
        seen, infos, agents = self._look(), self._infos(), self.agents
        self.agents = [] if over or given_up else agents
        if self.render_mode == "human":
            self.render()
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, given_up and not over), infos

    def render(self) -> Any:
        return self.base_env.render(self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _play(self, chosen: dict[str, Action]) -> None:
        order = self.base_env.rng.sample(sorted(chosen), len(chosen))
        for agent in order:
            seat = self.possible_agents.index(agent)
            if self.base_env.table.why_not(seat, chosen[agent]) is None:
                self.base_env.play(seat, chosen[agent])

    def _look(self) -> dict[str, Observation]:
        self._choices = {agent: self._may(seat) for seat, agent in enumerate(self.possible_agents)}
        self._masks = {agent: self.base_env.mask(list(choices), extra=1) for agent, choices in self._choices.items()}
        return {
            agent: {"observation": self.base_env.bytes(seat), "action_mask": self._masks[agent]}
            for seat, agent in enumerate(self.possible_agents)
        }

    def state(self) -> Bytes:
        """Return the observations of all seats, one after the other: for critics that know more than their players."""
        return self.base_env.state()

    def _may(self, seat: Seat) -> dict[int, Action]:
        """Return a seat's legal actions by number, and waiting unless the table waits for the seat."""
        waits = {} if seat in self.base_env.table.to_act() else {self.wait: ""}
        return self.base_env.numbered(seat) | waits

    def _infos(self) -> dict[str, Any]:
        return {agent: {"action_mask": self._masks[agent].copy()} for agent in self.agents}


_register_games()
