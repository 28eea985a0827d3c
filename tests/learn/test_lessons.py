"""Lessons: actions are judged by the rules, in the terminal as in the room; the kit finds lessons that cannot be completed."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from play.test_terminal import Typist
from support.toys import POST
from tableronde import conformance
from tableronde.box import LESSONS, Box
from tableronde.cli import main
from tableronde.conformance.contents.lessons import where_shown
from tableronde.learn.figures import BrokenFigure
from tableronde.learn.lessons import NOT_THAT, BrokenLesson, Lesson, Step, lessons, reached
from tableronde.play.terminal.lessons import teach
from tableronde.play.terminal.screen import Leave, Screen
from tableronde.shelf import Shelf, find

FORD = find(str(Path(__file__).parents[1] / "outside" / "ford"))
HEAD = '[[lesson]]\nid = "one"\ntitle = { fr = "Une", en = "One" }\n[[lesson.step]]\ntext = { fr = "Allez.", en = "Go." }\n'
HERE = "position = { setup = { first = 0 } }\n"


def told(text: str, box: Box = FORD) -> Box:
    """Return the same game with other lessons."""

    class Told(Box):
        def text(self, name: str) -> str:
            return text if name == LESSONS else super().text(name)

    return Told(**{name: getattr(box, name) for name in box.__dataclass_fields__})


def step(text: str, box: Box = FORD) -> Step:
    [lesson] = lessons(told(HEAD + text, box))
    return lesson.steps[-1]


@pytest.mark.parametrize("box", [*Shelf.installed().boxes(), FORD], ids=lambda box: box.slug)
def test_every_lesson_of_every_game_can_be_completed(box: Box) -> None:
    for lesson in lessons(box):
        for each in lesson.steps:
            if each.asks:
                action = each.some_good()
                assert action is not None
                assert each.judge(action).kind == "done", each.name


def test_an_action_is_done_wrong_or_refused() -> None:
    here = step(HERE + 'good = ["e1 e2"]\nwrong = [{ actions = ["a1 a2"], text = { fr = "Non, {1}.", en = "Not so, {1}." } }]')
    assert here.judge("e1 e2").kind == "done"
    assert here.judge("a1 a2").kind == "wrong"
    assert here.judge("a1 a2").text.en == "Not so, Reed."
    assert here.judge("b1 b2").text == NOT_THAT
    refused = here.judge("e1 e3")
    assert (refused.kind, refused.clause, refused.after) == ("refused", "R3", None)
    assert here.table.plies == 0


def test_a_goal_may_be_reached_by_any_action() -> None:
    here = step(HERE + 'goal = { "stones.0.0" = "a2" }')
    assert here.judge("a1 a2").kind == "done"
    assert here.judge("b1 b2").kind == "wrong"
    assert here.some_good() == "a1 a2"


def test_goals_look_at_facts_by_their_paths() -> None:
    table = step(HERE + 'good = ["e1 e2"]').table
    assert reached({"stones.1.8": "i5"}, table, 0)
    assert reached({"stones": {"1": {"8": "i5"}}, "to_act": ["0"]}, table, 0)
    assert reached({"over": False, "won": False}, table, 0)
    assert not reached({"over": True}, table, 0)
    assert not reached({"stones.9": "a1"}, table, 0)
    assert not reached({"over": 0}, table, 0)


def test_a_step_goes_on_where_the_one_before_ended() -> None:
    [cross, _] = lessons(FORD)
    assert [str(event.action) for event in cross.steps[2].table.events] == ["e1 e2", "e9 e8"]


def test_what_others_do_in_reply_is_shown_step_by_step() -> None:
    [cross, _] = lessons(FORD)
    verdict = cross.steps[1].judge("e1 e2")
    assert verdict.after
    assert [table.plies for table in cross.steps[1].answered(verdict.after)] == [2]


def test_an_open_action_is_good_however_it_is_written() -> None:
    here = step('position = { eyes = 0 }\ngood = ["name ROSE"]', POST)
    assert here.judge("name rose").kind == "done"
    assert here.judge("name lily").kind == "wrong"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the first step must have a figure or a position"),
        ('figure = "nowhere"', "there is no figure 'nowhere'"),
        ('figure = "banks"\n' + HERE, "not both"),
        (HERE + 'goods = ["e1 e2"]', "there is no key 'goods'"),
        (HERE + 'good = "e1 e2"', "must be a list of texts"),
        (HERE + 'goal = "won"', "must be a table of facts"),
        (HERE + 'hint = { fr = "Oui" }', "hint must be in both languages"),
        (HERE + 'done = { fr = "Oui", en = "" }', "done must be in both languages"),
        (HERE + 'wrong = [{ actions = ["a1 a2"] }]', "wrong must be in both languages"),
        (HERE + 'reply = ["e9 e8"]', "cannot have a reply"),
        ("position = { colour = 1 }", "a figure has no key 'colour'"),
        (HERE + 'goal = { won = true }\n[[lesson.step]]\ntext = { fr = "a", en = "b" }', "may end in several ways"),
    ],
)
def test_a_lesson_that_cannot_be_read_says_why_and_the_kit_says_it_too(text: str, sentence: str) -> None:
    with pytest.raises(BrokenFigure) as raised:
        lessons(told(HEAD + text))
    assert sentence in str(raised.value)
    assert str(raised.value).startswith("lessons.toml: one, step ")
    assert sentence in _fault(HEAD + text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HERE + 'good = ["e1 e3"]', "'e1 e3' is listed as good, but it is refused: A stone goes one hexagon ahead"),
        (HERE + 'good = ["e1 e2"]\ngoal = { won = true }', "'e1 e2' is listed as good, but it is wrong"),
        (HERE + "goal = { won = true }", "no legal action reaches the goal {'won': True}"),
        (
            HERE + 'good = ["e1 e2"]\nwrong = [{ actions = ["e1 e2"], text = { fr = "a", en = "b" } }]',
            "'e1 e2' is listed as wrong, but it is done",
        ),
        (HERE + 'good = ["e1 e2"]\nwrong = [{ actions = ["e1 e9"], text = { fr = "a", en = "b" } }]', "listed as wrong, but it is refused"),
        (HERE + 'good = ["e1 e2"]\nreply = ["e9 e7"]', "'e9 e7' is not legal"),
        ('position = { setup = { first = 1 } }\ngood = ["e1 e2"]', "the learner should act, but sits on seat 0, which cannot"),
        (HERE + 'clauses = ["R77"]', "no rules page states: R77"),
        ("position = { setup = { first = 0 }, mark = ['z9'] }", "there is nothing called 'z9' to mark"),
        (HERE + 'hint = { fr = "{7}", en = "{7}" }\ngood = ["e1 e2"]', "it names a seat that does not exist"),
    ],
)
def test_the_kit_finds_lessons_that_nobody_can_complete(text: str, sentence: str) -> None:
    assert sentence in _fault(HEAD + text)


def _fault(text: str) -> str:
    [fault] = [fault for fault in conformance.check(told(text), games=0).faults if fault.name == "lessons_can_be_completed"]
    return fault.message


def test_two_lessons_have_two_ids() -> None:
    with pytest.raises(BrokenLesson, match="two lessons have this id"):
        lessons(told(2 * (HEAD + HERE)))


def test_the_kit_tells_which_clauses_nothing_shows(capsys: pytest.CaptureFixture[str]) -> None:
    shown = where_shown(FORD)
    assert list(shown) == ["R1", "R2", "R3", "R4", "R5", "R6", "R7"]
    assert shown["R5"] == ["figure blocked", "lesson take"]
    assert where_shown(told(HEAD + HERE))["R7"] == []
    assert main(["check", str(Path(__file__).parents[1] / "outside" / "ford"), "--games", "1"]) == 0
    assert "clauses not shown by any figure or lesson: none" in capsys.readouterr().out


def learn(*lines: str, name: str = "", language: Any = "en", columns: int = 79) -> tuple[Typist, bool]:
    """Run lessons until the typist has no more lines; return whether they were completed."""
    typist, done = Typist(*lines), False
    with suppress(EOFError, Leave):
        teach(FORD, Screen(typist.read, typist.shown.append, language, coloured=False, columns=columns, lines=24), name)
        done = True
    return typist, done


def test_all_lessons_in_the_terminal() -> None:
    typist, done = learn("", "e1 e2", "", "e2 e3", "", "a4 a5", "", "", "e4 d4", "")
    assert done
    assert "✓ There. Now Reed advances." in typist.text
    assert "· Reed goes from e9 to e8." in typist.text
    assert "tableronde play ford --bot easy" in typist.text


def test_wrong_and_illegal_actions_in_the_terminal() -> None:
    typist, done = learn("", "a1 a2", "e1 e3", "hint", "hint", "5", "1", "quit", language="fr")
    assert not done
    assert "✗ C’est permis, mais prenez d’abord la pierre du milieu." in typist.text
    assert "[R3]" in typist.text
    assert "Touchez la pierre entourée" in typist.text
    assert "Écrivez : e1 e2" in typist.text
    assert "✓ Voilà. Roseau avance à son tour." in typist.text
    assert "Entouré : e1, pierre de Saule." in typist.text


def test_lessons_are_chosen_by_name_or_number() -> None:
    for name in ("take", "2"):
        typist, done = learn("", "e4 d4", "", name=name)
        assert done
        assert "── 2/2 Taking (1/2)" in typist.text
    with pytest.raises(LookupError, match="there is cross, take"):
        learn(name="fly")


def test_a_step_fits_a_window_of_80_by_24() -> None:
    typist, _ = learn("")
    prompts = [i for i, shown in enumerate(typist.shown) if shown in ("Press Enter to continue. ", "> ")]
    start = 0
    for prompt in prompts:
        screenful = "\n".join(typist.shown[start : prompt + 1]).split("\n")
        assert len(screenful) <= 24
        assert max(map(len, screenful)) <= 79
        start = prompt + 1


def test_learn_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "four-circles", "nothing-like-it"]) == 2
    assert capsys.readouterr().err


def test_a_lesson_is_frozen_data() -> None:
    [cross, _] = lessons(FORD)
    assert isinstance(cross, Lesson)
    assert replace(cross, id="other") != cross
