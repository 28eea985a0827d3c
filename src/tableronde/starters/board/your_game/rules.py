"""The rules: step to a floe beside yours, then sink one. A player who cannot step has lost."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from tableronde.game import Action, Actor, AnyGame, Game, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.options import option

from .texts import NO_STEP, NO_WORDS, NOT_FREE, SINK_TOO, SIZE, WAIT


@dataclass(frozen=True)
class Options:
    """What a table can choose."""

    size: int = option(5, SIZE, low=4, high=6)


@dataclass(frozen=True)
class State:
    """How many floes a side has, where the two players stand, what has sunk, and whose turn it is."""

    size: int
    places: tuple[str, str]
    sunk: tuple[str, ...] = ()
    mover: Seat = 0


class YourGame(Game[Options, State, State]):
    """The rules of one table. `self.options` and `self.seats` are fixed."""

    slug, edition, players, options_type = "your-game", 1, range(2, 3), Options

    def deal(self, rng: Random) -> Setup:
        return {"first": rng.randrange(2)}

    def start(self, setup: Setup) -> State:
        if set(setup) != {"first"} or type(setup["first"]) is not int or setup["first"] not in (0, 1):
            raise ValueError("a set-up must be {first: 0 or 1}")
        size = self.options.size
        middle = (size - 1) // 2 * size
        return State(size, (cells(size)[middle], cells(size)[-1 - middle]), mover=setup["first"])  # R1

    def legal(self, state: State) -> Legal:
        actions = [f"{step} {floe}" for step in self.steps(state) for floe in self.free(state, step)]
        return {state.mover: sorted(actions)} if actions else {}

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        step, floe = action.split()
        first, second = state.places
        places = (step, second) if state.mover == 0 else (first, step)
        return replace(state, places=places, sunk=(*state.sunk, floe), mover=1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        return None if any(self.steps(state)) else Outcome((1 - state.mover,), "stuck")  # R4

    def view(self, state: State, seat: Seat | None) -> State:
        return state  # nothing is hidden

    def facts(self, view: State) -> dict[str, Json]:
        to_act = [str(view.mover)] if any(self.steps(view)) else []
        return {"places": list(view.places), "sunk": list(view.sunk), "to_act": to_act}

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        step, *floes = action.split() or [""]
        if actor != state.mover:
            return Refusal("R1", WAIT)
        if step not in cells(state.size) or len(floes) > 1:
            return Refusal("R1", NO_WORDS)
        if step not in self.steps(state):
            return Refusal("R2", NO_STEP)
        return Refusal("R3", NOT_FREE if floes else SINK_TOO)

    def steps(self, state: State) -> Iterator[str]:
        """Yield the floes that the mover can step to (R2): beside its own, not sunk, with nobody on it."""
        here = state.places[state.mover]
        for cell in cells(state.size):
            across, along = abs(ord(cell[0]) - ord(here[0])), abs(int(cell[1]) - int(here[1]))
            if max(across, along) == 1 and cell not in state.sunk and cell not in state.places:
                yield cell

    def free(self, state: State, step: str) -> Iterator[str]:
        """Yield the floes that can sink after a step (R3): all that are left, with nobody on them."""
        taken = {step, state.places[1 - state.mover], *state.sunk}
        yield from (cell for cell in cells(state.size) if cell not in taken)


def cells(size: int) -> list[str]:
    """Return the names of all floes, column by column: a1, a2, …"""
    return [f"{column}{row}" for column in "abcdef"[:size] for row in range(1, size + 1)]


def judge(game: AnyGame, view: State) -> list[float]:
    """Estimate the shares for bots: a player with more steps is better off."""
    assert isinstance(game, YourGame)
    ways = [1 + len(list(game.steps(replace(view, mover=seat)))) for seat in range(2)]
    return [way / sum(ways) for way in ways]
