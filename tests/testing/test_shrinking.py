"""Counterexamples become as small as they can be, with and without Hypothesis."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tableronde.box import Box
from tableronde.conformance.report import Fault, Finding
from tableronde.conformance.sampling import Sample
from tableronde.plugins import loader
from tableronde.record import Record
from tableronde.table import Table
from tableronde.testing import single_checks
from tableronde.testing.shrinking import as_code, shrink
from tableronde.testing.strategies import find_game

PEBBLES = Path(__file__).parents[2] / "docs" / "examples" / "pebbles.py"
BOX: Box = loader.load(PEBBLES).BOX
CAUSE = Finding("somebody took two, and later three")


def two_before_three(sample: Sample) -> Iterator[Finding]:
    """Find a game in which a two was taken and a three later on."""
    taken = [event.action for event in sample.table.events]
    if "take 2" in taken and "take 3" in taken[taken.index("take 2") :]:
        yield CAUSE


def ends_badly(sample: Sample) -> Iterator[Finding]:
    """Fail with an exception of the game's code."""
    if sample.table.plies > 2:
        raise ZeroDivisionError("division by zero")
    yield from ()


def long_game() -> Record:
    """Return a game with everything that is looked for, and much besides."""
    table = Table(BOX, 2, setup={"pebbles": 20}, rng=Random(1))
    for action in ("take 1", "take 3", "take 1", "take 2", "take 1", "take 1", "take 3", "take 1"):
        table.play(table.to_act()[0], action)
    return table.record()


def test_everything_that_is_not_needed_is_left_out() -> None:
    small = shrink(BOX, Fault("two_before_three", CAUSE, long_game()), two_before_three)
    assert small is not None
    assert [event.action for event in small.events] == ["take 2", "take 3"]


def test_a_fault_that_is_not_found_again_is_not_made_smaller() -> None:
    assert shrink(BOX, Fault("two_before_three", Finding("something else"), long_game()), two_before_three) is None
    assert shrink(BOX, Fault("two_before_three", CAUSE, None), two_before_three) is None


def test_hypothesis_finds_a_small_game_from_nothing() -> None:
    found = find_game(BOX, 2, {}, lambda table: table.plies >= 2 and table.events[-1].action == "take 3")
    assert found is not None
    assert [event.action for event in found.events] == ["take 1", "take 3"]
    assert find_game(BOX, 2, {}, lambda table: table.plies > 100) is None


def test_the_smaller_of_both_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(single_checks.BY_NAME, "two_before_three", two_before_three)
    small = single_checks.smallest_game(BOX, Fault("two_before_three", CAUSE, long_game()))
    assert small is not None
    assert len(small.events) == 2


def test_an_exception_is_followed_by_its_place() -> None:
    cause = Finding(f"ZeroDivisionError in ends_badly ({Path(__file__).relative_to(Path.cwd())}:{ends_badly.__code__.co_firstlineno + 3})")
    small = shrink(BOX, Fault("ends_badly", cause, long_game()), ends_badly)
    assert small is not None
    assert len(small.events) == 3


def test_a_record_becomes_code() -> None:
    record = Table(BOX, 2, {"most": 4}, {"pebbles": 12}).record()
    assert as_code(record) == "position(BOX, players=2, options={'most': 4}, setup={'pebbles': 12})"
