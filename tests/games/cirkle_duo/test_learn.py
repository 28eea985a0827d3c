"""The figures and lessons of cirKle × DUO: captions and lesson texts match the rules."""

from typing import Any

import pytest

from tableronde.games.cirkle_duo import BOX
from tableronde.games.cirkle_duo.rules.pieces import hat_word
from tableronde.learn.coach import may_do
from tableronde.learn.figures import figures
from tableronde.learn.lessons import Step, lessons
from tableronde.text import LANGUAGES

FIGURES = figures(BOX)
STEPS = {step.name: step for lesson in lessons(BOX) for step in lesson.steps}
ASKING = {name: step for name, step in STEPS.items() if step.asks}


def facts(name: str) -> dict[str, Any]:
    return dict(FIGURES[name].table(BOX).facts())


# The examples of the two sheets: the figure, the peg that appears, the outcome, and all hands afterwards.
SHEETS = {
    "colour": ("BX", "win", [9, 0]),
    "shape": ("BX", "win", [9, 5]),
    "miss": ("GS", "miss", [9, 5]),
    "exact": ("BX", "exact", [25, 0]),
    "target": ("PT", "win", [20, 0]),
    "black": ("YX", "win", [13, 0]),
    "forbidden": ("BC", "forbidden", [9, 5]),
    "strict": ("BC", "forbidden", [0, 5]),
    "others": ("BC", "win", [9, 7]),
    "unseen": ("BC", "win", [16, 5]),
    "dice-win": ("BC", "win", [9, 0]),
    "dice-empty": (None, "empty", [9, 0]),
    "dice-miss": ("GS", "miss", [9, 0]),
    "crossover-shape": ("YC", "win", [9, 0, 0, 0]),
    "crossover-colour": ("GT", "win", [9, 0, 0, 0]),
    "crossover-miss": ("BX", "miss", [0, 0, 0, 0]),
    "crossover-exact": ("GC", "exact", [14, 0, 0, 0]),
    "blocked": ("YS", "forbidden", [0, 9, 3, 9]),
    "mistake": ("BS", "miss", [9, 25, 7, 0]),
    "take-won": ("BT", "win", [9, 28, 7, 0]),
    "take-lost": ("PS", "miss", [9, 0, 7, 0]),
}
ENDS = {
    "end": ("all_cards", [93, 135], [1]),
    "families": ("all_cards", [186, 135], [0]),
    "teams": ("all_cards", [186, 135, 186, 135], [0, 2]),
    "dice-end": ("all_pegs", [57, 39], [0]),
    "four-yellow": ("family", [41, 25], [0]),
    "series": ("family", [24, 0], [0]),
    "guard": ("max_turns", [9, 5], [0]),
}


@pytest.mark.parametrize("name", SHEETS)
def test_the_examples_of_the_sheets_come_about(name: str) -> None:
    peg, result, scores = SHEETS[name]
    told = facts(name)
    assert (told["revealed"]["peg"], told["revealed"]["result"], told["scores"]) == (peg, result, scores)


@pytest.mark.parametrize("name", ENDS)
def test_the_examples_of_an_end_come_about(name: str) -> None:
    told = facts(name)
    assert (told["reason"], told["scores"], told["winners"]) == ENDS[name]


def test_seven_pegs_beat_nine() -> None:
    assert [len(pegs) for pegs in facts("dice-end")["pegs"]] == [7, 9]


def test_a_resting_hat_and_the_one_just_lifted_are_refused() -> None:
    refusals = {name: FIGURES[name].refusal(BOX) for name in ("resting", "taken")}
    assert {name: refusal and refusal.clause for name, refusal in refusals.items()} == {"resting": "R19", "taken": "R21"}


@pytest.mark.parametrize("name", ASKING)
def test_what_to_remember_is_not_in_the_air(name: str) -> None:
    """A hat to be remembered has fallen again: another one is in the air."""
    step = ASKING[name]
    lift = step.table.facts(0)["revealed"]
    assert lift is None or f"lift {lift['place']}" not in step.good


@pytest.mark.parametrize("name", ASKING)
def test_whatever_wins_is_as_good_as_what_was_remembered(name: str) -> None:
    """A lesson that asks for a gain accepts every gain, lucky ones too, and nothing else."""
    step = ASKING[name]
    if not {"idle", "phase"} & set(step.goal):
        return
    for action in step.table.legal()[0]:
        verdict = step.judge(action)
        assert verdict.after is not None
        lift = verdict.after.facts(0)["revealed"]
        assert (verdict.kind == "done") == bool(lift["won"]), action


def texts(step: Step) -> list[Any]:
    return [step.text, step.hint, step.done, *(wrong.text for wrong in step.wrong)]


@pytest.mark.parametrize("name", STEPS)
def test_a_marked_hat_is_named_as_it_is_numbered(name: str) -> None:
    step = STEPS[name]
    said = {language: " ".join(text[language] for text in texts(step) if text) for language in LANGUAGES}
    for mark in step.figure.mark:
        assert f"chapeau {mark}" in said["fr"]
        assert f"hat {mark}" in said["en"].lower()
        assert not step.asks or [hat_word(int(action.removeprefix("lift "))) for action in step.good] == [mark]


def test_lessons_go_from_the_first_hat_to_a_family() -> None:
    assert [lesson.id for lesson in lessons(BOX)] == ["lift", "remember", "exact", "forbidden", "dice", "resting", "slap", "families"]


def test_the_coach_says_what_fits_and_whether_it_was_seen_but_never_where() -> None:
    known, unknown = may_do(STEPS["remember, step 2"].table, 0).en, may_do(STEPS["remember, step 4"].table, 0).en
    assert known == "Look for a peg that fits: any purple. You have seen one before: under which hat?"
    assert unknown.endswith("You have not seen one yet: try a hat that nobody has lifted.")
    assert not {each for each in known + unknown if each.isdigit()}
    assert may_do(STEPS["dice, step 2"].table, 0).en.startswith("Lift a peg that one of the dice asks for. You have seen one")


def test_the_coach_advises_to_slap_only_who_has_seen_a_peg_that_fits_and_is_awake() -> None:
    assert may_do(STEPS["slap, step 3"].table, 0).en.startswith("You have seen a peg that fits: slap if you know where it is.")
    assert may_do(STEPS["slap, step 5"].table, 0).en.startswith("You have seen no peg that fits: better let it pass.")
