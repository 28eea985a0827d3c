"""The conformance kit under mutation: what it must see, what must not alarm it, and the honest list of what it cannot see."""

from pathlib import Path

import pytest

import mutants
import planted
from mutants import Mutant

CAUGHT = [*mutants.CAUGHT, *planted.CAUGHT, *planted.ADVISED]
NOT_SEEN = [*mutants.NOT_SEEN, *planted.NOT_SEEN]


@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.name)
def test_a_planted_fault_is_caught(mutant: Mutant, tmp_path: Path) -> None:
    report = mutant.check(tmp_path)
    found = report.advice if mutant in planted.ADVISED else report.faults
    assert mutant.by in {fault.name for fault in found}
    assert any(mutant.says in fault.message for fault in found if fault.name == mutant.by)


@pytest.mark.parametrize("mutant", planted.ADVISED, ids=lambda mutant: mutant.name)
def test_what_works_all_the_same_is_no_fault(mutant: Mutant, tmp_path: Path) -> None:
    assert [str(fault) for fault in mutant.check(tmp_path).faults] == []


@pytest.mark.parametrize("mutant", mutants.CONTROLS, ids=lambda mutant: mutant.name)
def test_a_harmless_change_raises_no_alarm(mutant: Mutant, tmp_path: Path) -> None:
    report = mutant.check(tmp_path)
    assert [str(fault) for fault in (*report.faults, *report.advice)] == []


@pytest.mark.parametrize("mutant", NOT_SEEN, ids=lambda mutant: mutant.name)
def test_what_the_kit_knowingly_does_not_see(mutant: Mutant, tmp_path: Path) -> None:
    """If one of these fails, the kit has learned something: move the mutant to those that are caught."""
    assert mutant.says, "say why it cannot be seen"
    assert [str(fault) for fault in mutant.check(tmp_path).faults] == []


def test_there_are_enough() -> None:
    assert len(CAUGHT) >= 115
    assert {name.split(":")[0] for name in (mutant.name for mutant in CAUGHT)} == {"ford", "mistigri", "cirkle-duo"}
