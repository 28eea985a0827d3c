"""Le Cadran de Kaplan: the rules pages with their figures, and the lessons."""

import re
from typing import Any

import pytest

from support.games.kaplan import example, log, seated
from tableronde.games.kaplan import BOX
from tableronde.games.kaplan.texts import clue_text
from tableronde.learn.coach import may_do
from tableronde.learn.figures import figures
from tableronde.learn.lessons import lessons
from tableronde.learn.rulebook import FIGURE
from tableronde.text import LANGUAGES, Language

RULINGS = [f"Q{i}" for i in range(1, 36)]
LEARN = {"fr": ("## Apprendre", "## Le règlement"), "en": ("## Learn", "## The rules")}


def cited(language: Language) -> list[str]:
    """The figures of a page, in order."""
    return [name for _, name in FIGURE.findall(BOX.rulebook(language))]


def facts(name: str) -> dict[str, Any]:
    """What everybody knows in a figure; nobody is left out once it is over."""
    return figures(BOX)[name].table(BOX).facts()


def shown(name: str) -> set[str]:
    """What stands in a figure."""
    return {shape.label.fr for shape in figures(BOX)[name].scene(BOX).shapes()}


def test_both_pages_show_the_same_figures_and_each_of_them_once() -> None:
    assert cited("fr") == cited("en")
    assert sorted(cited("fr")) == sorted(name for name in figures(BOX) if not name.startswith("learn-"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_part_is_short_and_the_second_explains_every_ruling(language: Language) -> None:
    page = BOX.rulebook(language)
    first, second = (page.index(f"\n{heading}\n") for heading in LEARN[language])
    words = re.findall(r"\w+", FIGURE.sub("", page[first:second]))
    assert 300 <= len(words) <= 520
    explained = re.findall(r"^- \*(Q\d+)\* (.{40,})$", page[second:], re.MULTILINE)
    assert sorted(id for id, _ in explained) == sorted(RULINGS)
    assert not re.search(r"`|\b(no_dice|token_tints|strict_words)\b|\bQ\d+ : ", re.sub(r"\(option:[^)]*\)", "", page))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_begins_the_material_and_the_notebook_are_told(language: Language) -> None:
    page = " ".join(BOX.rulebook(language).split())
    told = {
        "fr": (
            "est tiré au sort",
            "on joue dans le sens des aiguilles d’une montre",
            "72 jetons",
            "un carnet pour chacun",
            "face K visible",
        ),
        "en": ("is chosen at random", "play runs clockwise", "72 tokens", "a notebook for each player", "K side up"),
    }
    assert [words for words in told[language] if words not in page] == []


# The examples of the rulebook


def test_the_word_perche_and_its_six_clues() -> None:
    assert (facts("word")["word"], facts("word")["start"]) == ("PERCHE", 10)
    assert shown("word") >= {"perche", "« tendre la perche »", "P", "6", "féminin singulier", "saut", "poisson", "tendre"}
    figure = figures(BOX)["word"].table(BOX)
    assert {clue_text(clue).fr for clue in figure.state.secret.clues} == {"P", "6", "féminin singulier", "saut", "poisson", "tendre"}


def test_the_draw_of_window_2_in_green_and_the_transparent_hexagon() -> None:
    assert "le tirage : fenêtre 2 en vert ; hexagone transparent" in shown("draw")


def test_the_dice_3_7_and_10() -> None:
    assert [facts(name)["dice"] for name in ("dice", "dice-three", "dice-sum")] == [[3, 7, 10]] * 3
    assert [facts(name)["left"] for name in ("dice-three", "dice-sum")] == [[3, 7, 10], [10, 10]]


def test_three_rows_of_bets_on_place_2_which_the_square_wins() -> None:
    place = {name: facts(name)["crown"][1] for name in ("k-first", "k-second", "k-third", "eye-first", "eye-second", "flip")}
    square, triangle = {"seat": 1, "value": None}, {"seat": 2, "value": 5}
    assert [place[name]["tokens"] for name in place] == [[square], [square, triangle], [], [square], [], []]
    assert [place[name]["face"] for name in place] == ["K", "K", "eye", "eye", "open", "letter"]
    assert [facts(name)["last"]["winners"] for name in ("k-third", "eye-second")] == [[1], [1]]
    assert (facts("eye-second")["last"]["clue"], place["flip"]["letter"]) == ("c2", "H")
    assert shown("clue") >= {"analogie", "saut"}
    assert "H" in shown("letter")


def test_alliances_and_the_end() -> None:
    assert facts("alliances")["phase"] == "ally"
    assert facts("allied")["alliances"] == [[0, 4], [1, 2]]
    assert (facts("eighth")["face_up"], facts("eighth")["over"]) == (8, True)
    assert [facts(name)["scores"] for name in ("scores", "allied-scores")] == [[-24, 0, 18, -12], [6, 0, 0, 48, 6]]


# Lessons


def test_eight_lessons_from_the_dial_to_alliances() -> None:
    taught = lessons(BOX)
    assert [lesson.id for lesson in taught] == ["dial", "bet", "letter", "clue", "flip", "kaplan", "tactics", "allies"]
    for step in (step for lesson in taught for step in lesson.steps if step.asks):
        action = step.some_good()
        assert action is not None, step.name
        assert step.judge(action).kind == "done", step.name


def test_the_hummingbird_is_not_the_dove() -> None:
    step = next(lesson for lesson in lessons(BOX) if lesson.id == "kaplan").steps[-1]
    assert "colibri" in step.judge("kaplan Colibri").text.fr
    assert [step.judge(f"kaplan {word}").kind for word in ("Colombe", "colombes", "COLOMBO")] == ["done", "wrong", "wrong"]


def test_a_token_that_wins_for_certain_and_no_more() -> None:
    step = next(lesson for lesson in lessons(BOX) if lesson.id == "tactics").steps[-1]
    assert step.table.facts(0)["waiting"][1] == [1, 8, 9]  # what the learner sees
    said = {value: step.judge(f"bet 7 {value}").text.en for value in (6, 7, 8, 9)}
    assert len(set(said.values())) == 4
    assert step.judge("bet 7 8").kind == "done"


# The coach


def test_the_coach_says_what_may_be_done_and_what_is_near() -> None:
    table = log(example("E3", 1), "c roll 2 10 11")
    near = "À la place 10, il ne manque qu’un jeton : le plus fort total y gagne une lettre."
    assert may_do(table, 1).fr == f"Choisissez où vos dés vous mènent : vous y ferez deux paris, ou trois. {near}"
    worth = "+24 points si c’est le mot exact, +12 si seul le nombre diffère (singulier ou pluriel), −24 sinon."
    assert may_do(table, 0).fr == f"Si vous croyez tenir le mot, dites « Kaplan » : {worth}"
    assert near in may_do(log(table, "1 use 2 10 11"), 1).fr
    assert may_do(log(table, "1 bet 10 7"), 1).fr == "Un pari encore : deux sont obligatoires."
    assert may_do(log(table, "1 bet 2 9"), 1).fr == "Vous pouvez parier encore une fois, ou finir votre tour."


def test_the_coach_knows_empty_hands_clues_and_alliances() -> None:
    assert "Votre main est vide" in may_do(example("E7", 7), 0).fr
    assert may_do(log(example("E6", 1), "0 bet 1 9; 0 bet 2 8; 0 end; 1 bet 1 3"), 0).en.startswith("Choose a card:")
    table = example("E11", 6)
    assert may_do(table, 4).en.startswith("Offer an alliance")
    assert may_do(log(table, "4 ally 0"), 0).fr.startswith("Joueur 5 partagerait tout avec vous")


def test_the_coach_is_silent_to_who_has_announced_and_waits() -> None:
    table = log(seated(), "c roll 3 7 10; 1 kaplan TORCHE")
    assert BOX.coach is not None
    assert BOX.coach(table.view(1), 1) is None
