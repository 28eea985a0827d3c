"""Four Circles as it was learned: the same for every way to look at a board, and better than what people told the bots."""

import json
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from helpers import played
from tableronde.bots.kernel_bot import KernelBot, Level
from tableronde.games.four_circles import BOX, judgement, kernel
from tableronde.games.four_circles.judgement import DATA, NUMBERS
from tableronde.games.four_circles.rules import Cell, Pawn, State
from tableronde.review import advisers
from tableronde.table import Table


def wandered(seed: int, plies: int) -> Table:
    """A position reached at random."""
    table, rng = Table(BOX, 2, {}), Random(seed)
    while table.plies < plies and not table.outcome:
        [actions] = table.legal().values()
        played(table, [rng.choice(actions)])
    return table


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


def test_the_file_says_how_it_was_made() -> None:
    about = json.loads(DATA.read_bytes().split(b"\n", 1)[0])
    assert about["numbers"] == NUMBERS
    assert {"made", "command", "plies", "seconds"} <= about.keys()
    assert DATA.stat().st_size < 2_000_000


def test_reviews_hints_and_curves_ask_what_was_learned() -> None:
    table = Table(BOX, 2)
    adviser = BOX.bots[advisers(BOX)[0]](BOX, table.game, 0, Random(1))
    assert isinstance(adviser, KernelBot)
    assert adviser.from_state is judgement.from_state


def test_what_was_learned_beats_what_was_told() -> None:
    made = [partial(KernelBot, from_state=each.from_state, level=Level(simulations=600, seconds=1e9)) for each in (judgement, kernel)]
    won = 0.0
    for game in range(16):
        table, seat = wandered(game // 2, 2), game % 2
        bots = [made[i ^ seat](BOX, table.game, i, Random(game)) for i in range(2)]
        while not table.outcome:
            [actor] = table.to_act()
            action = bots[int(actor)].choose(table.view(int(actor)), table.events, table.legal()[actor])
            assert action is not None
            table.play(actor, action)
        won += (seat in table.outcome.winners) / len(table.outcome.winners)
    assert won > 10
