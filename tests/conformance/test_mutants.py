"""The conformance kit on planted faults: those it must find, changes it must accept, and a list of faults it cannot find."""

from pathlib import Path

import pytest

import support.mutants as mutants
import support.planted as planted
from support.mutants import Mutant

CAUGHT = [*mutants.CAUGHT, *planted.CAUGHT]
NOT_SEEN = [*mutants.NOT_SEEN, *planted.NOT_SEEN]


@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.name)
def test_a_planted_fault_is_caught(mutant: Mutant, tmp_path: Path) -> None:
    faults = mutant.check(tmp_path, lambda report: mutant.told(report.faults)).faults
    assert mutant.told(faults), [str(fault) for fault in faults]


@pytest.mark.parametrize("mutant", planted.ADVISED, ids=lambda mutant: mutant.name)
def test_what_still_works_is_advice_and_not_a_fault(mutant: Mutant, tmp_path: Path) -> None:
    report = mutant.check(tmp_path)
    assert mutant.told(report.advice), [str(advice) for advice in report.advice]
    assert [str(fault) for fault in report.faults] == []


@pytest.mark.parametrize("mutant", mutants.CONTROLS, ids=lambda mutant: mutant.name)
def test_a_harmless_change_raises_no_alarm(mutant: Mutant, tmp_path: Path) -> None:
    report = mutant.check(tmp_path)
    assert [str(fault) for fault in (*report.faults, *report.advice)] == []


@pytest.mark.parametrize("mutant", NOT_SEEN, ids=lambda mutant: mutant.name)
def test_faults_that_the_kit_is_known_to_miss(mutant: Mutant, tmp_path: Path) -> None:
    """If one of these fails, the kit now finds the fault: move the mutant to those that are caught."""
    assert mutant.says, "say why it cannot be seen"
    assert [str(fault) for fault in mutant.check(tmp_path).faults] == []


def test_there_are_enough() -> None:
    seen = [*CAUGHT, *planted.ADVISED]
    assert len(seen) >= 115
    assert {mutant.name.split(":")[0] for mutant in seen} == {"ford", "mistigri", "cirkle-duo"}
