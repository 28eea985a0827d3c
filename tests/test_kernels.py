"""Kernels never differ from the rules, compiled or not: both are played side by side, and lines of play are counted."""

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tableronde.box import Box
from tableronde.game import Json
from tableronde.games import shelf
from tableronde.table import Table

SOURCE = Path(__file__).parent.parent / "src"


def kernel_name(box: Box) -> str:
    return f"{box.package}.kernel"


BOXES = [box for box in shelf() if importlib.util.find_spec(kernel_name(box))]
COMPILED = ["tableronde.kernel", "tableronde.bots.tree", *map(kernel_name, BOXES)]


@contextmanager
def plain(name: str) -> Iterator[ModuleType]:
    """A kernel's module run as plain Python, with plain modules under it, whether or not it is compiled as well."""
    names = ["tableronde.kernel", name]
    before = {each: sys.modules.get(each) for each in names}
    try:
        for each in names:
            path = SOURCE.joinpath(*each.split(".")).with_suffix(".py")
            spec = importlib.util.spec_from_file_location(each, path)
            assert spec
            assert spec.loader
            sys.modules[each] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(sys.modules[each])
        yield sys.modules[name]
    finally:
        for each, module in before.items():
            sys.modules.pop(each)
            if module:
                sys.modules[each] = module


def cases() -> Iterator[Any]:
    for box in BOXES:
        for variant in box.variants:
            for seats in box.game_type.players:
                yield pytest.param(box, seats, dict(variant.options), id=f"{box.slug} {variant.name} {seats}")


def check_side_by_side(module: Any, box: Box, seats: int, options: Json, seed: int, most: int = 10_000) -> int:
    """Play a random game with the rules and the kernel; how many plies it took."""
    rng = Random(seed)
    table = Table(box, seats, options, rng=rng)
    game, state, plies = table.game, table.state, 0
    kernel = module.from_state(state, game.options)
    while plies < most:
        legal = game.legal(state)
        moves = kernel.list_moves()
        listed = [kernel.moves[i] for i in range(moves)]
        assert sorted(map(kernel.action, listed)) == list(legal.get(kernel.mover, ()))
        if not legal:
            break
        action = rng.choice(legal[kernel.mover])
        assert kernel.move(action) in listed
        assert kernel.action(kernel.move(action)) == action
        kernel.play(kernel.move(action))
        state = game.apply(state, next(iter(legal)), action)
        plies += 1
        if rng.random() < 0.05:
            kernel.save()
        elif rng.random() < 0.05:
            kernel = module.from_state(state, game.options)
        elif rng.random() < 0.2 and not kernel.over:
            check_going_back(kernel, rng)
    outcome = game.outcome(state)
    assert kernel.over == (outcome is not None)
    assert kernel.winners == (sum(1 << seat for seat in outcome.winners) if outcome else 0)
    return plies


def check_going_back(kernel: Any, rng: Random) -> None:
    """Play on a little and go back: nothing is left of it."""
    kernel.save()
    before = [kernel.moves[i] for i in range(kernel.list_moves())]
    shares = [kernel.share(seat) for seat in range(kernel.seats)]
    for _ in range(rng.randrange(30)):
        count = kernel.list_moves()
        if count == 0:
            break
        kernel.play(kernel.moves[rng.randrange(count)])
    kernel.restore()
    assert sorted(before) == sorted(kernel.moves[i] for i in range(kernel.list_moves()))
    assert shares == [kernel.share(seat) for seat in range(kernel.seats)]


@pytest.mark.parametrize(("box", "seats", "options"), cases())
def test_kernel_and_rules_side_by_side(box: Box, seats: int, options: Json) -> None:
    module = importlib.import_module(kernel_name(box))
    for seed in range(3):
        assert check_side_by_side(module, box, seats, options, seed)
