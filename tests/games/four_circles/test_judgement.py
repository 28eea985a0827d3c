"""The learned evaluation of Four Circles: symmetric, and better than the hand-written rules."""

import json
import zlib
from dataclasses import replace
from math import exp
from pathlib import Path
from random import Random

import pytest

from support.duels import wander, won
from support.games.four_circles import start
from tableronde.bots.kernel_bot import KernelBot
from tableronde.bots.weights import unpacked
from tableronde.games.four_circles import BOX, kernel
from tableronde.games.four_circles.bots import judgement
from tableronde.games.four_circles.bots.judgement import JUDGEMENT, NUMBERS, PRIOR, PRIORS, SCALE
from tableronde.games.four_circles.rules import PASS, State
from tableronde.games.four_circles.rules.board import LINES, Cell, Pawn, beyond, cell
from tableronde.play.review import advisers
from tableronde.table import Table


def wandered(seed: int, plies: int) -> Table:
    """A position reached at random."""
    return wander(Table(BOX, 2, {}), Random(seed), plies)


def turned(state: State) -> State:
    """The same position after a quarter turn, colours exchanged."""

    def at(cell: Cell) -> Cell:
        return -cell[1], cell[0]

    pawns = tuple(Pawn(at(pawn.cell), 1 - pawn.seat, pawn.circle) for pawn in state.pawns)
    return replace(state, tiles=type(state.tiles)(map(at, state.tiles)), pawns=pawns, mover=1 - state.mover, past=())


def share(state: State, seat: int) -> float:
    return judgement.from_state(state, Table(BOX, 2, {}).game.options).share(seat)


@pytest.mark.parametrize(("seed", "plies"), [(1, 5), (2, 12), (3, 20), (4, 33), (5, 60)])
def test_it_does_not_matter_from_where_one_looks(seed: int, plies: int) -> None:
    state = wandered(seed, plies).state
    assert share(state, 0) == pytest.approx(share(turned(state), 1), abs=0.02)
    assert share(state, 0) + share(state, 1) == pytest.approx(1)


@pytest.mark.parametrize(("path", "numbers"), [(JUDGEMENT, NUMBERS), (PRIOR, PRIORS)], ids=["judgement", "prior"])
def test_the_file_says_how_it_was_made(path: Path, numbers: int) -> None:
    about = json.loads(path.read_bytes().split(b"\n", 1)[0])
    assert about["numbers"] == numbers
    assert {"made", "command", "plies", "seconds"} <= about.keys()
    assert JUDGEMENT.stat().st_size + PRIOR.stat().st_size < 2_000_000


def weighed(state: State) -> dict[str, float]:
    """The weight of each action as a share of the sum."""
    kernel = judgement.from_state(state, Table(BOX, 2, {}).game.options)
    count = kernel.list_moves()
    kernel.weigh()
    total = sum(kernel.weights[i] for i in range(count))
    return {kernel.action(kernel.moves[i]): kernel.weights[i] / total for i in range(count)}


class Promises:
    """A plain second implementation of the weights of moves, to compare with the kernel."""

    def __init__(self, state: State) -> None:
        self.state, self.numbers = state, unpacked(PRIOR.read_bytes(), PRIORS)
        self.things = dict.fromkeys(state.tiles, 1)
        for pawn in state.pawns:
            self.things[pawn.cell] = 2 + 2 * (pawn.seat != state.mover) + pawn.circle

    def of(self, action: str) -> int:
        """The sum of the numbers of an action."""
        if action == PASS:
            return 0
        first, _, last = action.rpartition("|")
        if ">" not in action:
            return self._through(cell(action), 0, {})
        source, target = map(cell, last.split(">"))
        tile = cell(first.split(">")[0]) if first else None
        was = self.things[source] & 1
        now = was ^ (max(abs(source[0] - target[0]), abs(source[1] - target[1])) == 2)
        total = self._through(source, 3 + was, {}) + int(self.numbers[12 * 6**6 + 4 * was + 2 * now + (tile is not None)])
        if tile is None:
            return total + self._through(target, 1 + now, {source: 1})
        return total + self._through(tile, 5, {}) + self._through(target, 1 + now, {source: 1, tile: 0})

    def _through(self, here: Cell, kind: int, changed: dict[Cell, int]) -> int:
        things, total = {**self.things, **changed}, 0
        for line in LINES:
            code = 0
            for far in (-3, -2, -1, 1, 2, 3):
                code = 6 * code + things.get(beyond(here, line, far), 0)
            total += int(self.numbers[(2 * kind + (0 not in line)) * 6**6 + code])
        return total


@pytest.mark.parametrize(("seed", "plies"), [(1, 5), (2, 12), (3, 20), (4, 33), (5, 60)])
def test_moves_are_weighed_by_the_lines_through_their_cells(seed: int, plies: int) -> None:
    state = wandered(seed, plies).state
    promises = {action: exp(SCALE * Promises(state).of(action)) for action in weighed(state)}
    assert weighed(state) == pytest.approx({action: promise / sum(promises.values()) for action, promise in promises.items()})


@pytest.mark.parametrize(("seed", "plies"), [(1, 5), (3, 20), (5, 60)])
def test_moves_look_as_good_after_a_turn_of_the_board(seed: int, plies: int) -> None:
    state = wandered(seed, plies).state
    assert sorted(weighed(state).values()) == pytest.approx(sorted(weighed(turned(state)).values()))


def test_without_numbers_moves_are_weighed_by_the_rule_of_thumb() -> None:
    state, options = wandered(4, 33).state, Table(BOX, 2, {}).game.options
    none = unpacked(b"\n" + zlib.compress(b""), 0)
    before = judgement.LearnedKernel(options.max_plies, False, none, none)
    before.set_up(state)
    told = kernel.from_state(state, options)
    for each in (before, told):
        each.list_moves()
        each.weigh()
    assert [before.weights[i] for i in range(before.count)] == [told.weights[i] for i in range(told.count)]
    assert len({before.weights[i] for i in range(before.count)}) > 1


def test_a_line_completed_looks_best() -> None:
    state = start("E8a").state
    actions = weighed(state)
    wins = {action for action in actions if BOX.game(2, {}).apply(state, state.mover, action).reason == "line"}
    assert wins
    assert max(actions, key=actions.__getitem__) in wins


def test_reviews_hints_and_graphs_ask_what_was_learned() -> None:
    table = Table(BOX, 2)
    adviser = BOX.bots[advisers(BOX)[0]](BOX, table.game, 0, Random(1))
    assert isinstance(adviser, KernelBot)
    assert adviser.from_state is judgement.from_state


def test_what_was_learned_beats_what_was_told() -> None:
    assert won(BOX, judgement.from_state, kernel.from_state, 600, lambda seed: wandered(seed, 2)) > 10
