"""Le Cadran de Kaplan: one voice in everything that players read, as an editor would have it."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

import pytest

from support.games.kaplan import LOGS, PERCHE, example, log, play_on, seated
from tableronde.games.kaplan import BOX
from tableronde.learn.coach import may_do
from tableronde.learn.lessons import lessons
from tableronde.table import Table
from tableronde.text import LANGUAGES, Language, Text

ATTEMPTS: Final = (
    "roll 1 2 3",
    "use 3 3",
    "bet 5 5",
    "flip 5",
    "end",
    "pass",
    "clue g1",
    "ally 1",
    "ally 0",
    "accept",
    "kaplan",
    "nonsense",
)
UNWANTED: Final = {  # the words of the review, and others like them
    "fr": r"'|\bemplois? |\bdus\b|\bdû\b|case vide|règlement d|\bsiège|\bordinateur|\bbots?\b|une fenêtre s|la fenêtre se",
    "en": r"[«»]| :|\bhe\b|\bhim\b|\bhis\b|himself|\bseats?\b|\bdue\b|\ba 8\b|the player on turn",
}


def on_the_table(table: Table) -> Iterator[Text]:
    """All that is said and refused at one moment, to spectators and to each player."""
    for seat in (None, *range(table.game.seats)):
        scene = table.scene(seat)
        yield from scene.captions
        yield from (text for shape in scene.shapes() for text in (shape.title, shape.label))
        yield from (area.title for area in scene.areas)
    for seat in range(table.game.seats):
        yield may_do(table, seat)
        refusals = [table.why_not(seat, action) for action in ATTEMPTS]
        yield from (refusal.text for refusal in refusals if refusal)


@cache
def said() -> frozenset[Text]:
    """All texts of the box, of the dossier's games, and of another one."""
    return frozenset(_said())


def _said() -> Iterator[Text]:
    yield from (BOX.title, BOX.blurb, BOX.goal, *BOX.tips, *BOX.reasons.values(), *(variant.title for variant in BOX.variants))
    tables = [example(name, lines) for name in LOGS for lines in range(1, 1 + LOGS[name].count("\n") + 1)]
    rng, played = Random(1), Table(BOX, 5, {}, PERCHE)
    while played.outcome is None:
        play_on(played, rng)
    tables += [played.at(ply) for ply in range(1, played.plies, 12)]
    for table in tables:
        yield from on_the_table(table)
        yield from (text for seat in (None, *range(table.game.seats)) for text in table.tale(seat))


def taught() -> Iterator[Text]:
    """All that the lessons say."""
    for lesson in lessons(BOX):
        yield lesson.title
        for step in lesson.steps:
            yield from (text for text in (step.text, step.hint, step.done, *(wrong.text for wrong in step.wrong)) if text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_unwanted_word_is_read_in_lessons_and_rules(language: Language) -> None:
    texts = [text[language] for text in taught()] + BOX.rulebook(language).split("\n")
    assert [text for text in texts if re.search(UNWANTED[language], text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_unwanted_word_is_read_at_the_table(language: Language) -> None:
    texts = {text[language] for text in said()}
    assert len(texts) > 500
    assert sorted(text for text in texts if re.search(UNWANTED[language], text)) == []


def test_numbers_agree() -> None:
    alone = log(seated(2), "c roll 1 2 3")
    assert "Annoncer vaut maintenant 12 points : 1 joueur silencieux × 12 cartes cachées." in [text.fr for text in alone.scene(0).captions]
    assert "Announcing is worth 12 points now: 1 silent player × 12 hidden cards." in [text.en for text in alone.scene(0).captions]
    table = log(example("E4"), "c roll 5 8 12; 2 use 5 8 12; 2 flip 5")
    assert "Cartes retournées : 1 sur 8" in [shape.title.fr for shape in table.scene(0).shapes()]


def test_a_player_is_counted_from_one() -> None:
    refusal = seated(3).why_not(3, "pass")
    assert refusal is not None
    assert refusal.text == Text("Il n’y a pas de joueur 4 à cette table.", "There is no player 4 at this table.")
