"""Find a game's kernel and prove it: kernel and rules are played side by side and must never differ."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

from tableronde.box import Box
from tableronde.game import AnyGame, Json, Outcome
from tableronde.kernel import Kernel
from tableronde.options import Option, options_of
from tableronde.record import compact
from tableronde.table import Table

FromState = Callable[[Any, Any], Kernel]  # from_state(state, options)
MOST_MOVES = 4096  # in a game without a kernel of its own
MODERATE = 60  # a value for numbers without an upper bound


class Differs(AssertionError):
    """Raised when a kernel differs from the rules."""


def from_state(box: Box) -> FromState:
    """Return `from_state` of the module `kernel` in a game's folder; LookupError if there is none."""
    module = box.part("kernel")
    if module is None:
        raise LookupError(f"{box.slug} has no kernel")
    return module.from_state  # type: ignore[no-any-return]


def kernel_of(box: Box, game: AnyGame, state: Any) -> Kernel:
    """Return a kernel at a position: the game's own, or one that calls the rules. Only for open games without chance."""
    module = box.part("kernel")
    kernel: Kernel = module.from_state(state, game.options) if module else PlainKernel(game, state)
    return kernel


class PlainKernel(Kernel):
    """Any open game without chance as a kernel that calls the rules, which is slow. A move is the index of a legal action."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        super().__init__(game.seats, MOST_MOVES)
        self.game, self.state, self.kept = game, state, state
        self.restore()

    def list_moves(self) -> int:
        self.count = len(self.actions)
        for i in range(self.count):
            self.moves[i] = i
        return self.count

    def play(self, move: int) -> None:
        self._enter(self.game.apply(self.state, self.mover, self.actions[move]))

    def save(self) -> None:
        self.kept = self.state

    def restore(self) -> None:
        self._enter(self.kept)

    def action(self, move: int) -> str:
        return self.actions[move]

    def move(self, action: str) -> int:
        return self.actions.index(action)

    def _enter(self, state: Any) -> None:
        legal, outcome = self.game.legal(state), self.game.outcome(state)
        if not legal.keys() <= {*range(self.seats)} or len(legal) > 1:
            raise ValueError(f"{self.game.slug} has positions in which chance or several players act; write a kernel in its folder")
        self.state, self.over, self.winners = state, outcome is not None, winners(outcome)
        self.mover, self.actions = next(iter(legal.items()), (0, []))  # type: ignore[assignment]


def prove(box: Box, games: int = 2) -> int:
    """Play a kernel and the rules side by side: `games` random games for each number of seats and each combination of options.

    Returns the number of plies; raises Differs with a sentence if they are not the same.
    """
    make = from_state(box)
    return sum(side_by_side(box, make, seats, options, seed) for seats, options in tables(box) for seed in range(games))


def tables(box: Box) -> Iterator[tuple[int, dict[str, Json]]]:
    """Yield every number of seats with every combination of options that the rules accept."""
    options = options_of(box.game_type.options_type)
    for values in product(*map(_settings, options)):
        chosen = {option.name: value for option, value in zip(options, values, strict=True) if value is not None}
        for seats in box.game_type.players:
            if _accepted(box, seats, chosen):
                yield seats, chosen


def _settings(option: Option) -> list[Json]:
    """List values of an option to try: all of them, or for a number its default, its bounds and a moderate one."""
    match option.kind:
        case "bool":
            return [False, True]
        case "word":
            return list(option.words)
        case "words":
            return [[], list(option.words)]
    numbers = (option.low, MODERATE, option.high)
    fitting = [n for n in numbers if n is not None and (option.low or 0) <= n and (option.high is None or n <= option.high)]
    return list(dict.fromkeys([option.default, *fitting]))


def _accepted(box: Box, seats: int, options: Json) -> bool:
    try:
        box.game(seats, options)
    except ValueError:
        return False
    return True


def side_by_side(box: Box, make: FromState, seats: int, options: Json, seed: int, most: int = 600) -> int:
    """Play a random game with the rules and the kernel; return its number of plies."""
    rng = Random(seed)
    table = Table(box, seats, options, rng=rng)
    kernel = make(table.state, table.game.options)
    while (legal := table.legal()) and table.plies < most:
        _compare(table, "the mover", [kernel.mover], list(legal))
        [(actor, actions)] = legal.items()
        _compare(table, "the legal actions", listed(kernel), list(actions))
        action = rng.choice(actions)
        _compare(table, "the action of its move", kernel.action(kernel.move(action)), action)
        kernel.play(kernel.move(action))
        table.play(actor, action)
        if rng.random() < 0.03:
            kernel = make(table.state, table.game.options)
        elif rng.random() < 0.2:
            _go_there_and_back(table, kernel, rng)
    _compare(table, "whether the game is over", kernel.over, not legal)
    _compare(table, "the winners", kernel.winners, winners(table.outcome))
    return table.plies


def listed(kernel: Kernel) -> list[str]:
    """Return a kernel's legal moves as the rules list actions."""
    return sorted(kernel.action(kernel.moves[i]) for i in range(kernel.list_moves()))


def winners(outcome: Outcome | None) -> int:
    """Return an outcome's winners as bits."""
    return sum(1 << seat for seat in outcome.winners) if outcome else 0


def _compare(table: Table, what: str, kernel: Json, rules: Json) -> None:
    if kernel != rules:
        raise Differs(f"{what}: {kernel!r} by the kernel, {rules!r} by the rules, after {compact(table.record().json())}")


def _go_there_and_back(table: Table, kernel: Kernel, rng: Random) -> None:
    """Play on a little and restore: the position must be the same."""
    kernel.save()
    before = _describe(kernel)
    for _ in range(rng.randrange(30)):
        count = kernel.list_moves()
        if count == 0:
            break
        kernel.play(kernel.moves[rng.randrange(count)])
    kernel.restore()
    _compare(table, "a position after save and restore", _describe(kernel), before)


def _describe(kernel: Kernel) -> list[Any]:
    """Return all that a kernel says about a position."""
    shares = [] if kernel.over else [kernel.share(seat) for seat in range(kernel.seats)]
    return [kernel.mover, kernel.over, kernel.winners, listed(kernel), shares]
