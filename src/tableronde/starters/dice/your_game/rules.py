"""The rules: roll a die, move one of your two snails, and send home those that are overtaken."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from tableronde.game import CHANCE, Action, Actor, AnyGame, Game, Json, Legal, NoOptions, Outcome, Refusal, Seat, Setup

from .texts import HOME_ALREADY, ROLL_FIRST, WAIT, WHICH

HOME = 12  # the last field
SNAILS = "ab"
AGAIN = 6


@dataclass(frozen=True)
class State:
    """The fields of each seat's snails, whose turn it is, and the die; 0 before it is rolled."""

    snails: tuple[tuple[int, ...], ...]
    mover: Seat
    die: int = 0


class YourGame(Game[NoOptions, State, State]):
    """The rules of one table. `self.seats` is fixed."""

    slug, edition, players = "your-game", 1, range(2, 5)

    def deal(self, rng: Random) -> Setup:
        return {"first": rng.randrange(self.seats)}

    def start(self, setup: Setup) -> State:
        if set(setup) != {"first"} or type(setup["first"]) is not int or setup["first"] not in range(self.seats):
            raise ValueError("a set-up must be {first: a seat}")
        return State(((0, 0),) * self.seats, setup["first"])  # R1

    def legal(self, state: State) -> Legal:
        if self.outcome(state):
            return {}
        if not state.die:
            return {CHANCE: [f"roll {number}" for number in range(1, 7)]}  # R1
        return {state.mover: [f"move {name}" for name, field in zip(SNAILS, state.snails[state.mover], strict=True) if field < HOME]}

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        verb, what = action.split()
        if verb == "roll":
            return replace(state, die=int(what))
        field = min(HOME, state.snails[state.mover][SNAILS.index(what)] + state.die)  # R2, R5
        snails = tuple(self._after(state, seat, what, field) for seat in range(self.seats))
        mover = state.mover if state.die == AGAIN else (state.mover + 1) % self.seats  # R4
        return State(snails, mover)

    def _after(self, state: State, seat: Seat, name: str, field: int) -> tuple[int, ...]:
        """Return a seat's snails after a move to a field: those of others there begin again (R3)."""
        mine = state.snails[seat]
        if seat == state.mover:
            return tuple(field if each == name else old for each, old in zip(SNAILS, mine, strict=True))
        return tuple(0 if old == field < HOME else old for old in mine)

    def outcome(self, state: State) -> Outcome | None:
        for seat, snails in enumerate(state.snails):
            if min(snails) == HOME:
                return Outcome((seat,), "home")  # R5
        return None

    def view(self, state: State, seat: Seat | None) -> State:
        return state  # nothing is hidden

    def facts(self, view: State) -> dict[str, Json]:
        to_act = [] if self.outcome(view) else [str(view.mover) if view.die else CHANCE]
        return {"snails": [list(fields) for fields in view.snails], "die": view.die, "to_act": to_act}

    def touch(self, action: Action) -> Sequence[str]:
        return action.split()[1:] if action.startswith("move ") else (action,)  # the snail itself is pressed

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        if actor != state.mover:
            return Refusal("R1", WAIT)
        if not state.die:
            return Refusal("R1", ROLL_FIRST)
        return Refusal("R5", HOME_ALREADY) if action in ("move a", "move b", "a", "b") else Refusal("R2", WHICH)


def judge(game: AnyGame, view: State) -> list[float]:
    """Estimate the shares for bots: the further the snails, the better."""
    way = [1 + sum(fields) for fields in view.snails]
    return [each / sum(way) for each in way]
