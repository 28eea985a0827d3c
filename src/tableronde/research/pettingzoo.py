"""PettingZoo: any game as an AEC environment, and as a parallel one.

In the AEC form the one seat asked acts; where several may (a race, sealed choices) they are asked one after the other, by lot. In the
parallel form all act at once: there is one number more, to wait, for those who are not asked; who may speak out of turn can do so there.
"""

from collections.abc import Mapping
from typing import Any

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from tableronde.arena import LONGEST
from tableronde.box import Box
from tableronde.game import Action, Seat
from tableronde.research.seated import Bytes, Observation, Seated

MODES = ["ansi", "human", "rgb_array"]

Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


def env(game: str | Box, players: int | None = None, **more: Any) -> AECEnv:
    """An AEC environment: `env("some-game", players=4, one_option=True)`. A number that is not legal ends the game, and its player loses.

    Besides the game's options there are `render_mode`, `max_cycles` (a game is cut short after so many actions of each seat) and `lenient`
    (a number that is not legal stands for one drawn by lot).
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
    """The same without wrappers: a number that is not legal is a ValueError."""
    return TableEnv(Seated(game, players, options), render_mode, max_cycles, lenient)


def parallel_env(
    game: str | Box,
    players: int | None = None,
    render_mode: str | None = None,
    max_cycles: int = LONGEST,
    lenient: bool = False,
    **options: Any,
) -> "ParallelTableEnv":
    """A parallel environment, with one action more: to wait."""
    return ParallelTableEnv(Seated(game, players, options), render_mode, max_cycles, lenient)


def metadata(seated: Seated) -> dict[str, Any]:
    """What an environment says of itself: its version is that of the rules and of the numbers."""
    return {"name": f"{seated.box.slug}_v{seated.rules.edition}.{seated.spaces.edition}", "render_modes": MODES, "render_fps": 1}


def agent_of(seat: Seat) -> str:
    """What a seat is called here."""
    return f"seat_{seat}"


def render(seated: Seated, mode: str | None) -> str | Bytes | None:
    """The table as everybody sees it: text, printed text, or pixels."""
    match mode:
        case "human":
            print(seated.picture())
        case "ansi":
            return seated.picture()
        case "rgb_array":
            return seated.pixels()
    return None


def chosen_of(choices: Mapping[int, Action], number: Any, seated: Seated, lenient: bool) -> Action | None:
    """The action of a number; None, or any other if that will do, where the number is not legal."""
    if number is not None and int(number) in choices:
        return choices[int(number)]
    return seated.rng.choice(list(choices.values())) if lenient else None


class TableEnv(AECEnv):
    """A table whose seats act one after the other."""

    def __init__(self, seated: Seated, render_mode: str | None, max_cycles: int, lenient: bool) -> None:
        super().__init__()
        self.metadata = {
            "name": f"{seated.box.slug}_v{seated.rules.edition}",
            "render_modes": MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.seated, self.render_mode, self.max_cycles, self.lenient = seated, render_mode, max_cycles, lenient
        self.possible_agents = [agent_of(seat) for seat in range(seated.players)]
        self.observation_spaces = {agent: seated.space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(seated.spaces.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.seated.begin(seed)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        numbers = list(self._choices) if agent == self.agent_selection and not self.terminations.get(agent, True) else []
        return {"observation": self.seated.bytes(seat), "action_mask": self.seated.mask(numbers)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = chosen_of(self._choices, action, self.seated, self.lenient)
        if chosen is None:
            raise ValueError(f"{action} is not legal for {agent} now: its mask says what is")
        self._cumulative_rewards[agent] = 0.0
        self.cycles += 1
        self.seated.play(self.possible_agents.index(agent), chosen)
        self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return render(self.seated, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def _ask(self) -> None:
        """Find out who acts next, and with what; or that the game is over."""
        over, given_up = self.seated.over, self.seated.too_long or self.cycles >= self.max_cycles * self.seated.players
        self._choices: dict[int, Action] = {}
        self.rewards = dict(zip(self.possible_agents, self.seated.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, given_up and not over)
        if over or given_up:
            self.agent_selection = self.agents[0]
            return
        seat = self.seated.asked()
        self.agent_selection, self._choices = agent_of(seat), self.seated.numbered(seat)


class ParallelTableEnv(ParallelEnv):
    """A table whose seats all act at once."""

    def __init__(self, seated: Seated, render_mode: str | None, max_cycles: int, lenient: bool) -> None:
        self.metadata = metadata(seated)
        self.seated, self.render_mode, self.max_cycles, self.lenient = seated, render_mode, max_cycles, lenient
        self.wait = seated.spaces.actions  # the last number
        self.possible_agents = [agent_of(seat) for seat in range(seated.players)]
        self.observation_spaces = {agent: seated.space(extra=1) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.wait + 1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Observation], dict[str, Any]]:
        self.seated.begin(seed)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        return self._look(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Everybody's choice, in an order drawn by lot; one that is no longer legal when its turn comes is dropped.

        A number that was not legal ends the game, and whoever gave it loses.
        """
        chosen = {agent: chosen_of(self._choices[agent], number, self.seated, self.lenient) for agent, number in actions.items()}
        wrong = [agent for agent, action in chosen.items() if action is None]
        self.cycles += 1
        if not wrong:
            self._play({agent: action for agent, action in chosen.items() if action})
        over, given_up = bool(wrong) or self.seated.over, self.seated.too_long or self.cycles >= self.max_cycles
        rewards = (
            {agent: -float(agent in wrong) for agent in self.agents}
            if wrong
            else dict(zip(self.agents, self.seated.returns(), strict=True))
        )
        seen, infos, agents = self._look(), self._infos(), self.agents
        self.agents = [] if over or given_up else agents
        if self.render_mode == "human":
            self.render()
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, given_up and not over), infos

    def render(self) -> Any:
        return render(self.seated, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def _play(self, chosen: dict[str, Action]) -> None:
        order = self.seated.rng.sample(sorted(chosen), len(chosen))
        for agent in order:
            seat = self.possible_agents.index(agent)
            if self.seated.table.why_not(seat, chosen[agent]) is None:
                self.seated.play(seat, chosen[agent])

    def _look(self) -> dict[str, Observation]:
        self._choices = {agent: self._may(seat) for seat, agent in enumerate(self.possible_agents)}
        return {
            agent: {"observation": self.seated.bytes(seat), "action_mask": self.seated.mask(list(self._choices[agent]), extra=1)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _may(self, seat: Seat) -> dict[int, Action]:
        """What a seat may do now; to wait, unless the table waits for it."""
        waits = {} if seat in self.seated.table.to_act() else {self.wait: ""}
        return self.seated.numbered(seat) | waits

    def _infos(self) -> dict[str, Any]:
        return {agent: {} for agent in self.agents}
