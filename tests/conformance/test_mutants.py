"""The conformance kit under mutation: what it must see, what must not alarm it, and the honest list of what it cannot see."""

from pathlib import Path

import pytest

import mutants
import planted
from mutants import Mutant

CAUGHT = [*mutants.CAUGHT, *planted.CAUGHT]
NOT_SEEN = [*mutants.NOT_SEEN, *planted.NOT_SEEN]


@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.name)
def test_a_planted_fault_is_caught(mutant: Mutant, tmp_path: Path) -> None:
    faults = mutant.check(tmp_path, lambda report: mutant.told(report.faults)).faults
    assert mutant.told(faults), [str(fault) for fault in faults]


@pytest.mark.parametrize("mutant", planted.ADVISED, ids=lambda mutant: mutant.name)
def test_what_works_all_the_same_is_advice_and_no_fault(mutant: Mutant, tmp_path: Path) -> None:
    report = mutant.check(tmp_path)
    assert mutant.told(report.advice), [str(advice) for advice in report.advice]
    assert [str(fault) for fault in report.faults] == []


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
    seen = [*CAUGHT, *planted.ADVISED]
    assert len(seen) >= 115
    assert {mutant.name.split(":")[0] for mutant in seen} == {"ford", "mistigri", "cirkle-duo"}
