"""Kernels are equal to the rules, compiled or not: both are played side by side, and lines of play are counted."""

import importlib
import importlib.util
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from support.compiled import SOURCE, plain, source
from support.games.four_circles import start
from support.helpers import vectors
from tableronde.box import Box
from tableronde.cli import bench
from tableronde.game import Json
from tableronde.games.four_circles.rules.board import cell
from tableronde.kernel import Kernel, Luck, perft, wander
from tableronde.kernels.proof import Differs, from_state, listed, prove, side_by_side, tables, winners
from tableronde.shelf import Shelf, find
from tableronde.table import Table


def kernel_name(box: Box) -> str:
    return f"{box.package}.kernel"


BOXES = [box for box in Shelf.installed().boxes() if importlib.util.find_spec(kernel_name(box))]
BATCHES = [f"{box.package}.batch" for box in BOXES]
COMPILED = [
    "tableronde.kernel",
    "tableronde.bots.tree",
    *map(kernel_name, BOXES),
    "tableronde.kernels.byte_rows",
    "tableronde.research.kernel_batch",
    *BATCHES,
]


def cases() -> Iterator[Any]:
    """Yield every kernel with every number of seats and every combination of options."""
    for box in BOXES:
        yield from (pytest.param(box, seats, options) for seats, options in tables(box))


@pytest.mark.parametrize(("box", "seats", "options"), list(cases()))
def test_kernel_and_rules_side_by_side(box: Box, seats: int, options: Json) -> None:
    for seed in range(2):
        assert side_by_side(box, from_state(box), seats, options, seed)


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.slug)
def test_recorded_games_end_alike(box: Box) -> None:
    """The games of the vectors, which reach rare positions that random play does not."""
    module = importlib.import_module(kernel_name(box))
    for vector in vectors(box.slug):
        table = Table(box, vector["players"], vector["options"], vector["setup"])
        kernel = module.from_state(table.state, table.game.options)
        for _, action in (step["play"] for step in vector["steps"] if "play" in step):
            assert listed(kernel) == list(table.legal()[kernel.mover])
            kernel.play(kernel.move(action))
            table.play(table.to_act()[0], action)
        assert listed(kernel) == list(table.legal().get(kernel.mover, ()))
        assert kernel.winners == winners(table.outcome)


# A kernel of another author: plain Python that inherits from a compiled class

CASCADE = find(str(SOURCE.parent / "docs" / "examples" / "cascade"))


def test_an_outside_kernel_is_proved_like_ours() -> None:
    assert {options["line"] for _, options in tables(CASCADE)} == {3, 4, 5}
    assert prove(CASCADE) > 50


def test_compiled_code_plays_an_outside_kernel() -> None:
    table = Table(CASCADE, 2, rng=Random(1))
    kernel = from_state(CASCADE)(table.state, table.game.options)
    assert perft(kernel, 3, []) == 7**3
    kernel.restore()
    assert 7 <= wander(kernel, Luck(1), 1000) <= 42
    assert kernel.over
    assert bench.measure(CASCADE, 0.01, 2).plies > 0
    assert not bench.measure(CASCADE, 0.01, 2).compiled


def test_the_levels_of_an_outside_game_search_its_kernel() -> None:
    """Three stones in a row with both ends open: no answer helps."""
    table = Table(CASCADE, 2, setup={"first": 0})
    for action in ("drop 3", "drop 3", "drop 4", "drop 4", "drop 5"):
        table.play(table.to_act()[0], action)
    table.play(1, "drop 5")
    master = CASCADE.bots["master"](CASCADE, table.game, 0, Random(1))
    assert master.choose(table.view(0), table.heard(0), table.legal()[0]) in ("drop 2", "drop 6")
    assert master.value == 1.0


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ({"mover": 1}, "the mover"),
        ({"line": 2}, "the legal actions"),
        ({"heights": [6] + [0] * 6}, "the legal actions"),
    ],
)
def test_a_kernel_that_differs_from_the_rules_is_reported(fault: dict[str, Any], told: str) -> None:
    def faulty(state: Any, options: Any) -> Kernel:
        kernel = from_state(CASCADE)(state, options)
        for name, value in fault.items():
            setattr(kernel, name, copy(value))
        return kernel

    with pytest.raises(Differs, match=told):
        side_by_side(CASCADE, faulty, 2, {}, seed=1)


def test_a_game_without_a_kernel_is_named() -> None:
    pebbles = find(str(SOURCE.parent / "docs" / "examples" / "pebbles.py"))
    for box in (pebbles, find("kaplan")):
        with pytest.raises(LookupError, match=f"{box.slug} has no kernel"):
            from_state(box)


PERFT = {"E3": (66, 5_439, 397_079), "E5": (37, 2_137, 129_198), "E6": (115, 11_443, 1_072_943), "E9a": (1, 4, 6)}  # from the dossier


@pytest.mark.parametrize("example", PERFT)
def test_perft_of_four_circles(example: str) -> None:
    table = start(example, max_plies=0)
    kernel = importlib.import_module(f"{table.box.package}.kernel").from_state(table.state, table.game.options)
    assert tuple(perft(kernel, depth, []) for depth in (1, 2, 3)) == PERFT[example]


@pytest.mark.parametrize("module", ["kernel", "bots.judgement", "batch"])
@pytest.mark.parametrize("first", [0, 1])
def test_a_swap_of_four_circles(module: str, first: int) -> None:
    """Random play seldom swaps: here it always does, and the rest of the game is as in the rules."""
    rng, table = Random(first), Table(find("four-circles"), 2, {"swap": True, "first": first, "max_plies": 40})
    make = importlib.import_module(f"{table.box.package}.{module}").from_state
    kernel = make(table.state, table.game.options)
    while legal := table.legal():
        assert listed(kernel) == list(legal[kernel.mover])
        assert kernel.share(0) == make(table.state, table.game.options).share(0)
        action = "swap" if "swap" in legal[kernel.mover] else rng.choice(legal[kernel.mover])
        assert kernel.action(kernel.move(action)) == action
        if action == "swap":
            kernel.save()
        table.play(kernel.mover, action)
        kernel.play(kernel.move(action))
    assert ([action for _, action in table.events].index("swap"), kernel.winners) == (1, winners(table.outcome))
    kernel.restore()
    assert (kernel.mover, "swap" in listed(kernel)) == (1 - first, True)


def test_a_board_of_four_circles_can_move_any_distance() -> None:
    """Tiles are moved to the right whenever possible; the kernel's plane is only 32 cells wide."""
    table = start("E4", max_plies=0)
    game, state, rng = table.game, table.state, Random(3)
    kernel = importlib.import_module(f"{table.box.package}.kernel").from_state(state, game.options)
    for _ in range(600):
        actions = list(game.legal(state)[state.mover])
        assert listed(kernel) == actions
        rng.shuffle(actions)
        actions.sort(key=_carried, reverse=rng.random() < 0.9)
        state, action = next((after, action) for action in actions if not (after := game.apply(state, state.mover, action)).reason)
        kernel.play(kernel.move(action))
    assert min(x for x, _ in state.tiles) > 40


def _carried(action: str) -> int:
    """Return how far to the right a tile, or else a pawn, is moved."""
    source, target = (cell(text) for text in action.split("|")[0].split(">"))
    return target[0] - source[0]


def log_of_play(modules: list[ModuleType], box: Box, seed: int, plies: int) -> list[Any]:
    """Return all that a kernel says in a random game, and what a search with it finds."""
    base, tree_module, module = modules
    table = Table(box, max(box.game_type.players), rng=Random(seed))
    kernel, luck = module.from_state(table.state, table.game.options), base.Luck(seed)
    log: list[Any] = []
    for _ in range(plies):
        count = kernel.list_moves()
        if count == 0:
            break
        kernel.weigh()
        log.append([(kernel.moves[i], kernel.weights[i]) for i in range(count)])
        move = kernel.moves[luck.below(count)]
        tree = tree_module.Tree(kernel, seed)
        tree.rollout, tree.widest = 2, 50
        tree.think(10, 1e9)
        log.append([(each, tree.value(each), tree.tries(each)) for each in sorted(tree.moves())])
        kernel.play(move)
        log.append([kernel.share(seat) for seat in range(kernel.seats)])
    return [*log, kernel.over, kernel.winners]


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.slug)
def test_compiled_and_plain_kernels_say_the_same(box: Box) -> None:
    names = ["tableronde.kernel", "tableronde.bots.tree", kernel_name(box)]
    compiled = log_of_play([importlib.import_module(name) for name in names], box, 5, 60)
    with plain(*names) as modules:
        assert log_of_play(modules, box, 5, 60) == compiled


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_code_is_fresh(name: str) -> None:
    """A compiled module hides its source: if the source is newer, all tests here run old code."""
    found = Path(importlib.import_module(name).__file__ or "")
    if found.suffix != ".py":
        assert found.stat().st_mtime >= source(name).stat().st_mtime, f"{found.name} is older than {source(name)}: compile again"


def test_luck_is_even() -> None:
    luck = Luck(7)
    rolls = [luck.below(6) for _ in range(6000)]
    assert set(rolls) == set(range(6))
    assert all(800 < rolls.count(face) < 1200 for face in range(6))
    assert 0.0 <= min(luck.part() for _ in range(1000)) < 0.01
