"""OpenSpiel: any game as a Python game of OpenSpiel, with explicit chance, and adapters for bots in both directions.

The deal is a sequence of chance nodes, and so are dice. If several seats race, chance decides which is quickest; sealed choices
are made one after the other, and none is seen before all are made. Seats that may act out of turn can do so only when asked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import py_object, pythonapi
from dataclasses import dataclass, replace
from hashlib import sha256
from math import prod
from random import Random
from typing import Any, Final
from zlib import crc32

import numpy as np
import pyspiel

from tableronde import bots
from tableronde.bots import Bot
from tableronde.box import Box
from tableronde.game import CHANCE, Action, Actor, AnyGame, Event, Game, Json, Seat, Setup
from tableronde.options import options_of, write
from tableronde.play.arena import LONGEST
from tableronde.play.outcomes import returns
from tableronde.record import compact
from tableronde.research.lookup import find_box, listed_games, read_options
from tableronde.spaces import Spaces, spaces_of

RECALLED: Final = 32  # events in an information state's tensor: each is its actor and three bytes of a hash
NAME: Final = "tableronde_"
_registered: Final[set[str]] = set()


def load(game: str | Box, players: int | None = None, setups: Sequence[Setup] = (), **options: Any) -> pyspiel.Game:
    """Load a game for OpenSpiel: `load("some-game", players=3, one_option=True)`. With `setups`, one of these is dealt at random."""
    box = find_box(game)
    options = read_options(box, options)
    seats = players or min(box.game_type.players)
    box.game(seats, options)
    name = _name(box, setups)
    if name not in _registered:
        _register(box, name, setups)
    return pyspiel.load_game(name, {"players": seats, "options": _written(options)})


def _register(box: Box, name: str, setups: Sequence[Setup]) -> None:
    """Register a game with OpenSpiel for good. The factory is never freed: OpenSpiel would free it after Python has ended, and crash."""
    kind = _kind(box, name)

    def make(params: Mapping[str, Any] | None = None) -> TableGame:
        return TableGame(box, kind, params or {}, setups)

    pythonapi.Py_IncRef(py_object(make))
    pyspiel.register_game(kind, make)
    _registered.add(name)


def _name(box: Box, setups: Sequence[Setup]) -> str:
    plain = NAME + box.slug.replace("-", "_")
    return f"{plain}_{sha256(compact([dict(setup) for setup in setups]).encode()).hexdigest()[:8]}" if setups else plain


def _kind(box: Box, name: str) -> pyspiel.GameType:
    """Return the OpenSpiel type of a game, which is needed before its options are known."""
    hides = box.game_type.imagine is not Game.imagine
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name,
        long_name=box.title.en,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(box.game_type.players),
        min_num_players=min(box.game_type.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(box.game_type.players), "options": ""},
    )


def _written(options: Mapping[str, Json]) -> str:
    """Write options as text without the characters that OpenSpiel's names reserve: `a:1;b:x+y`."""
    return ";".join(f"{name}:{'+'.join(value) if isinstance(value, list | tuple) else value}" for name, value in sorted(options.items()))


def _read(box: Box, text: str) -> dict[str, Json]:
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    pairs = (part.partition(":") for part in text.split(";") if part)
    return {name: known[name].parse(value.replace("+", ",")) for name, _, value in pairs}


class TableGame(pyspiel.Game):
    """A game with seats and options fixed."""

    def __init__(self, box: Box, kind: pyspiel.GameType, params: Mapping[str, Any], setups: Sequence[Setup]) -> None:
        self.box, self.setups = box, setups
        self.rules: AnyGame = box.game(params.get("players", min(box.game_type.players)), _read(box, params.get("options", "")))
        self.spaces: Spaces[Any] = spaces_of(box, self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spaces.actions,
            max_chance_outcomes=max(self.spaces.chances, len(setups), self.rules.seats),
            num_players=self.rules.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> "TableState":
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self, bool(iig_obs_type and iig_obs_type.perfect_recall))

    def state_of(self, view: Any, heard: Sequence[Event], rng: Random) -> "TableState":
        """Return a state consistent with a seat's view, for OpenSpiel's bots at our tables."""
        state = self.new_initial_state()
        state.at = entered(self.rules, SpielState((), self.rules.imagine(view, rng), tuple((_format_event(event),) for event in heard)))
        return state

    def draws(self, drawn: Sequence[int]) -> int:
        """Return the number of ways the deal may continue."""
        if self.setups:
            return 0 if drawn else len(self.setups)
        return self.spaces.draws(drawn)

    def dealt(self, drawn: Sequence[int]) -> Setup:
        return self.setups[drawn[0]] if self.setups else self.spaces.dealt(drawn)


@dataclass(frozen=True)
class SpielState:
    """The position of a game. It is immutable, so that copies of a state share it."""

    drawn: tuple[int, ...] = ()
    state: Any = None  # None until everything is dealt
    past: tuple[tuple[str, ...], ...] = ()  # the events heard, by each seat, or once if all hear alike
    waited: tuple[Seat, ...] = ()  # the seats among which chance chooses the quickest
    asked: Actor | None = None
    plies: int = 0

    def __deepcopy__(self, memo: Any) -> "SpielState":
        return self


Moment = SpielState  # its documented name


def entered(rules: AnyGame, position: SpielState) -> SpielState:
    """Return the position with the seat to be asked, or with the seats among which chance decides."""
    waited = rules.to_act(position.state)
    if len(waited) < 2 or CHANCE in waited or rules.sealed(position.state):
        return replace(position, waited=(), asked=CHANCE if CHANCE in waited else waited[0] if waited else None)
    return replace(position, waited=tuple(seat for seat in waited if seat != CHANCE), asked=None)


def _format_event(event: Event) -> str:
    return f"{event.actor}: {event.action}"


class TableState(pyspiel.State):
    """A state for OpenSpiel; everything it knows is in one `SpielState`."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.at = SpielState()
        if not game.draws(()):
            self._deal()

    @property
    def game(self) -> TableGame:
        return self.get_game()  # type: ignore[no-any-return]

    @property
    def rules(self) -> AnyGame:
        return self.game.rules

    # Called by OpenSpiel

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.at.asked if isinstance(self.at.asked, int) else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        at = self.at
        return at.state is not None and ((at.asked is None and not at.waited) or at.plies >= LONGEST)

    def returns(self) -> list[float]:
        return returns(None if self.at.state is None else self.rules.outcome(self.at.state), self.rules.seats)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.numbered(player)) if player == self.at.asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a draw, a race or dice: their numbers and probabilities."""
        if self.at.state is None or self.at.waited:
            ways = self.game.draws(self.at.drawn) if self.at.state is None else len(self.at.waited)
            return [(way, 1 / ways) for way in range(ways)]
        weights = list(self.rules.weights(self.at.state).values())
        return [(way, weight / sum(weights)) for way, weight in enumerate(weights)]

    def _apply_action(self, number: int) -> None:
        at = self.at
        if at.state is None:
            self.at = replace(at, drawn=(*at.drawn, number))
            if not self.game.draws(self.at.drawn):
                self._deal()
        elif at.waited:
            self.at = replace(at, asked=at.waited[number], waited=())
        else:
            self._play(Event(at.asked, self._action(number)))  # type: ignore[arg-type]

    def _action_to_string(self, player: int, number: int) -> str:
        if player >= 0:
            return self.game.spaces.action(self.rules.view(self.at.state, player), player, number)
        if self.at.state is None:
            return f"draw {number}"
        return f"seat {self.at.waited[number]} is quickest" if self.at.waited else self._action(number)

    def __str__(self) -> str:
        return "dealing" if self.at.state is None else compact(self.rules.facts(self.rules.view(self.at.state, None)))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableState":
        """Return another state consistent with what this player knows."""
        rng = Random(sampler())
        other = self.game.new_initial_state()
        imagined = self.rules.imagine(self.rules.view(self.at.state, player), rng)
        other.at = replace(self.at, state=imagined, past=tuple((text,) for text in self.heard(player)))
        return other

    # Called by our adapters

    def numbered(self, seat: Seat) -> dict[int, Action]:
        """Return the legal actions of a seat, by number."""
        return self.game.spaces.numbered(self.rules.view(self.at.state, seat), seat, self.rules.legal(self.at.state).get(seat, ()))

    def heard(self, seat: Seat) -> list[str]:
        """Return all events a seat has heard, as text."""
        return [told[seat if len(told) > 1 else 0] for told in self.at.past]

    def _action(self, number: int) -> Action:
        if self.at.asked == CHANCE:
            return list(self.rules.weights(self.at.state))[number]
        assert isinstance(self.at.asked, int)
        return self.game.spaces.action(self.rules.view(self.at.state, self.at.asked), self.at.asked, number)

    def _deal(self) -> None:
        self.at = entered(self.rules, replace(self.at, state=self.rules.start(self.game.dealt(self.at.drawn))))

    def _play(self, event: Event) -> None:
        at, rules = self.at, self.rules
        listeners = range(1 if rules.hears_alike else rules.seats)
        told = tuple(_format_event(Event(event.actor, rules.hear(at.state, *event, seat))) for seat in listeners)
        self.at = entered(rules, replace(at, state=rules.apply(at.state, *event), past=(*at.past, told), plies=at.plies + 1))


class Observer:
    """Observations or information states of a seat, as numbers and as text."""

    def __init__(self, game: TableGame, recalls: bool) -> None:
        self.game, self.recalls = game, recalls
        parts = {**game.spaces.parts, **({"heard": (RECALLED, 4)} if recalls else {})}
        self.tensor = np.zeros(sum(map(prod, parts.values())), np.float32)
        self.dict = dict(self._named(parts))

    def _named(self, parts: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[str, Any]]:
        start = 0
        for name, shape in parts.items():
            yield name, self.tensor[start : start + prod(shape)].reshape(shape)
            start += prod(shape)

    def set_from(self, state: TableState, player: int) -> None:
        """Fill the tensor with what a seat knows of a state."""
        self.tensor.fill(0)
        if state.at.state is None:
            return
        view = self.game.rules.view(state.at.state, player)
        self.tensor[: self.game.spaces.size] = np.frombuffer(self.game.spaces.observe(view, player), np.uint8)
        if self.recalls:
            for line, text in zip(self.dict["heard"], reversed(state.heard(player)), strict=False):
                line[:] = [*crc32(text.encode()).to_bytes(4, "big")]

    def string_from(self, state: TableState, player: int) -> str:
        """Return what a seat knows of a state as text."""
        if state.at.state is None:
            return f"seat {player}, dealing"
        facts = compact(self.game.rules.facts(self.game.rules.view(state.at.state, player)))
        heard = "; ".join(state.heard(player)) if self.recalls else ""
        return f"seat {player} sees {facts}" + (f" heard {heard}" if self.recalls else "")


class HouseBot(pyspiel.Bot):
    """One of our bots as an OpenSpiel bot."""

    def __init__(self, game: TableGame, seat: Seat, level: str, seed: int = 0) -> None:
        super().__init__()
        self.seat = seat
        self.bot = bots.find(game.box, level)(game.box, game.rules, seat, Random(seed))

    def step(self, state: TableState) -> int:
        view = state.rules.view(state.at.state, self.seat)
        numbered = state.numbered(self.seat)
        heard = [
            Event(CHANCE if actor == CHANCE else int(actor), action)
            for actor, _, action in (text.partition(": ") for text in state.heard(self.seat))
        ]
        chosen = self.bot.choose(view, heard, sorted(numbered.values()))
        return next((number for number, action in numbered.items() if action == chosen), min(numbered))

    def restart(self) -> None:
        """Do nothing: the bot keeps nothing between games."""

    def restart_at(self, state: TableState) -> None:
        """Do nothing: the bot keeps nothing between positions."""


class SpielBot(Bot):
    """An OpenSpiel bot as one of ours; `make` gets the game and the seat."""

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, *, make: Callable[[TableGame, Seat], pyspiel.Bot]) -> None:
        super().__init__(box, game, seat, rng)
        self.spiel = load(box, game.seats, **write(game.options))
        self.bot = make(self.spiel, seat)

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        if len(legal) == 1 and not legal[0].endswith("*"):
            return legal[0]
        state = self.spiel.state_of(view, heard, self.rng)
        if state.at.asked != self.seat:  # a race not decided yet in the imagined state, or the game does not wait for this seat
            state.at = replace(state.at, asked=self.seat, waited=())
        return str(state._action(self.bot.step(state)))


def _register_games() -> None:
    """Register the games on the shelf, so that OpenSpiel loads them by name: `pyspiel.load_game("tableronde_some_game")`."""
    for listed in listed_games():
        load(listed.slug)


_register_games()
