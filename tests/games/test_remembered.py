"""Games remember what they have drawn. It must be what they would draw if they remembered nothing."""

import sys
from random import Random

import pytest

from support.helpers import SHELF
from tableronde.game import CHANCE, is_open
from tableronde.play import arena
from tableronde.scene import Scene
from tableronde.shelf import find
from tableronde.table import Table

PLIES = 14


@pytest.mark.parametrize("slug", SHELF)
def test_a_picture_does_not_depend_on_what_was_drawn_before(slug: str) -> None:
    tables = [moment for seed in range(2) for moment in _moments(slug, seed)]
    forwards = [_pictures(table) for table in tables]
    assert _forget(slug)
    backwards = [_pictures(table) for table in reversed(tables)]
    assert forwards == backwards[::-1]


def _moments(slug: str, seed: int) -> list[Table]:
    """A table after each of some events."""
    rng, moments = Random(f"{slug} {seed}"), list[Table]()
    table = Table(find(slug), max(find(slug).game_type.players[:3]), rng=rng)
    while table.legal() and table.plies < PLIES:
        if CHANCE in table.legal():
            table.play(*arena.roll(table, rng))
        else:
            seat = table.to_act()[0]
            table.play(seat, rng.choice([action for action in table.legal()[seat] if not is_open(action)]))
        moments.append(table.at(table.plies))
    return moments


def _pictures(table: Table) -> list[Scene]:
    """The scenes for a spectator and for every seat."""
    return [table.scene(seat) for seat in (None, *range(table.game.seats))]


def _forget(slug: str) -> int:
    """Clear a game's drawing caches and return how many entries they had."""
    home = find(slug).game_type.__module__.rpartition(".")[0]
    drawing = [module for name, module in sys.modules.items() if name.startswith(home) or name == "tableronde.scene"]
    remembering = [value for module in drawing for value in vars(module).values() if hasattr(value, "cache_clear")]
    kept = sum(int(function.cache_info().currsize) for function in remembering)
    for function in remembering:
        function.cache_clear()
    return kept
