"""The rules of Cascade."""

from dataclasses import dataclass
from random import Random

from tableronde.game import Action, Actor, AnyGame, Game, Json, Legal, Outcome, Seat, Setup
from tableronde.options import option
from tableronde.text import Text

WIDTH, HEIGHT, LINE = 7, 6, 4
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class Options:
    """The options of the game."""

    line: int = option(LINE, Text("Combien de pierres font une ligne.", "How many stones make a line."), low=3, high=5)


@dataclass(frozen=True)
class State:
    """The columns from left to right, each from the bottom up, as the owners of the stones; the last stone; the seat to move."""

    columns: tuple[tuple[Seat, ...], ...] = ((),) * WIDTH
    last: int | None = None  # the column of the last stone
    mover: Seat = 0


class Cascade(Game[Options, State, State]):
    """The rules of Cascade, for two players."""

    slug, edition, players, options_type = "cascade", 1, range(2, 3), Options

    def deal(self, rng: Random) -> Setup:
        return {"first": rng.randrange(2)}

    def start(self, setup: Setup) -> State:
        if set(setup) != {"first"} or type(setup["first"]) is not int or setup["first"] not in (0, 1):
            raise ValueError("a set-up must be {first: 0 or 1}")
        return State(mover=setup["first"])

    def legal(self, state: State) -> Legal:
        free = [f"drop {x + 1}" for x, column in enumerate(state.columns) if len(column) < HEIGHT]
        return {} if self.outcome(state) else {state.mover: free}

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        x = int(action.split()[1]) - 1
        columns = tuple((*column, state.mover) if i == x else column for i, column in enumerate(state.columns))
        return State(columns, x, 1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        if state.last is not None and longest(state.columns, state.last) >= self.options.line:
            return Outcome((1 - state.mover,), "line")
        full = all(len(column) == HEIGHT for column in state.columns)
        return Outcome((0, 1), "full") if full else None

    def view(self, state: State, seat: Seat | None) -> State:
        return state

    def facts(self, view: State) -> dict[str, Json]:
        return {"columns": [list(column) for column in view.columns], "to_act": [] if self.outcome(view) else [str(view.mover)]}


def longest(columns: tuple[tuple[Seat, ...], ...], x: int) -> int:
    """Return the length of the longest line through the top stone of a column."""
    y = len(columns[x]) - 1
    return max(1 + _run(columns, x, y, dx, dy) + _run(columns, x, y, -dx, -dy) for dx, dy in WAYS)


def _run(columns: tuple[tuple[Seat, ...], ...], x: int, y: int, dx: int, dy: int) -> int:
    """Count the stones of the same seat that follow one in a direction."""
    steps, seat = 0, columns[x][y]
    while 0 <= (x := x + dx) < WIDTH and 0 <= (y := y + dy) < len(columns[x]) and columns[x][y] == seat:
        steps += 1
    return steps


def judge(game: AnyGame, view: State) -> list[float]:
    """Estimate the shares from stones in the middle, which are part of more lines."""
    weights = [8.0, 8.0]
    for x, column in enumerate(view.columns):
        for seat in column:
            weights[seat] += 3 - abs(x - WIDTH // 2)
    return [weight / sum(weights) for weight in weights]
