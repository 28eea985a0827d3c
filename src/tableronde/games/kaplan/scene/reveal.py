"""The end: the word with its accents and its saying, the six clues that led there, and the announced words.

The word is turned letter by letter; after the last one there is a little firework.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from tableronde.games.kaplan.rules.dial import CARDS, KINDS, metal
from tableronde.games.kaplan.rules.judging import LIGATURES
from tableronde.games.kaplan.rules.state import Clue, Secret
from tableronde.games.kaplan.rules.view import SeenAnnouncement, View
from tableronde.games.kaplan.scene.marks import READABLE, around, family
from tableronde.games.kaplan.scene.panels import PLAIN, SMALL, WIDTH, written
from tableronde.games.kaplan.scene.pawns import draw_pawns, pawns_text
from tableronde.games.kaplan.texts import VERDICTS, card_name, clue_text, name_of, player, points, saying_text
from tableronde.games.kaplan.words.dictionary import Language
from tableronde.games.kaplan.words.lexicon import by_text
from tableronde.scene import Area, Point, Shape, rectangle, star
from tableronde.text import NOTHING, Text, same

MIDDLE: Final[Point] = (WIDTH / 2, 36.0)  # of the word
SPARKS: Final = 28
SAYING_WIDTH: Final = 22  # letters on a line of the saying in the middle of the dial
METALS: Final = ("gold", "silver", "copper")
LINE: Final = 38  # letters on a line of the saying under the word
SAID_AT: Final = 136.0  # the first of the announced words
SAID_STEP: Final = 42.0
CLUE_STEP: Final = 37.0
PAWNS_AT: Final = 6 * CLUE_STEP + 16


def reveal(view: View) -> tuple[Area, Area]:
    """The whole area: the word, the announced words with verdicts and points, the clues, and the pawns that drew the word."""
    assert view.secret is not None
    announced = [shape for i, made in enumerate(view.announced) for shape in _announced(view, i, made)]
    return _word_area(view, [*_shining(view), *announced]), _clues_area([*_rows(view, len(KINDS)), *_pawns(view.secret, view.language)])


def unveiling(view: View, turned: int) -> tuple[Area, Area]:
    """A picture on the way to the end: that number of letters face up, the others face down. The sparks wait behind them."""
    assert view.secret is not None
    return _word_area(view, [*_sparks(0.0), *_word(view.secret.word, turned)]), _clues_area(())


def firework(view: View, clues: int) -> tuple[Area, Area]:
    """The film after the word has been turned: its accents, its saying, and one clue after the other."""
    return _word_area(view, _shining(view)), _clues_area(_rows(view, clues))


def _word_area(view: View, shapes: Iterable[Shape]) -> Area:
    height = SAID_AT - 18 + SAID_STEP * len(view.announced)
    return Area("reveal", (0, 0, WIDTH, height), tuple(shapes), Text("Le mot de Kaplan", "Kaplan’s word"), role="choices")


def _clues_area(shapes: Iterable[Shape]) -> Area:
    return Area("told", (0, 0, WIDTH, PAWNS_AT + 18), tuple(shapes), Text("Ses indices", "Its clues"), role="notes")


def _shining(view: View) -> Iterator[Shape]:
    assert view.secret is not None
    yield from _sparks(1.0)
    yield from _word(accented(view.secret.word, view.language), len(view.secret.word))
    yield from _saying(view.secret.word, view.language)


def _rows(view: View, clues: int) -> Iterator[Shape]:
    for i, kind in enumerate(KINDS[:clues]):
        card, clue = next((card, clue) for card, clue in zip(CARDS, view.clues, strict=True) if clue and clue.kind == kind)
        yield from _clue(i, card, clue)


def accented(word: str, language: Language = "fr") -> str:
    """A word in capitals, letter for letter, with its accents if the lexicon knows it."""
    entry = by_text(language).get(word)
    return entry.word.translate(LIGATURES).upper() if entry else word


def _sparks(spread: float) -> Iterator[Shape]:
    """Sparks: at first all behind the middle of the word, then in two arcs above and below it."""
    for i in range(SPARKS):
        side, across = (-1 if i % 2 else 1), (i // 2) / (SPARKS // 2 - 1) * 2 - 1
        at = (MIDDLE[0] + spread * 165 * across, MIDDLE[1] + spread * side * (32 - 8 * across * across))
        yield _spark(f"spark {i}", i, at, 2.5 + 1.2 * (i // 2 % 3))


def _spark(id: str, i: int, at: Point, size: float) -> Shape:
    """A little star of one of the three metals."""
    return Shape(id, star(5, size, size / 2.4), METALS[i % 3], at, 25.0 * i)


def burst(spread: float) -> Iterator[Shape]:
    """Sparks on the dial, from its centre to the edge of its core."""
    for i in range(SPARKS):
        yield _spark(f"dial spark {i}", i, around(12 * i / SPARKS, spread * (222 - 14 * (i % 2))), 9.0 + 4 * (i % 3))


def plaque(view: View) -> Iterator[Shape]:
    """The core of the dial at the end: the word and its saying."""
    assert view.secret is not None
    entry = by_text(view.language).get(view.secret.word)
    name = entry.word if entry else view.secret.word
    yield written("plaque word", same(name), (0, -82), 62, "on-dial title bold")
    said = saying_text(entry) if entry else NOTHING
    for i, (fr, en) in enumerate(zip_longest(wrap(said.fr, SAYING_WIDTH), wrap(said.en, SAYING_WIDTH), fillvalue="")):
        yield written(f"plaque saying {i}", Text(fr, en), (0, -10.0 + 48 * i), READABLE, "on-dial title")


def _word(word: str, turned: int) -> Iterator[Shape]:
    left = MIDDLE[0] - 14 * (len(word) - 1)
    for i, letter in enumerate(word):
        at, path = (left + 28.0 * i, MIDDLE[1]), rectangle(26, 38, 4)
        if i < turned:
            yield Shape(f"reveal {i}", path, "paper title bold", at, label=same(letter), size=22, title=same(letter))
        else:
            yield Shape(f"reveal {i}", path, "card-back", at, title=Text("lettre face cachée", "letter face down"))


def _saying(word: str, language: Language) -> Iterator[Shape]:
    """The expression in full, if the lexicon contains the word."""
    if entry := by_text(language).get(word):
        text = saying_text(entry)
        title = Text("L’expression : ", "The saying: ") + text
        for i, (fr, en) in enumerate(zip_longest(wrap(text.fr, LINE), wrap(text.en, LINE), fillvalue="")):
            spoken = title if i == 0 else NOTHING
            yield Shape(f"saying {i}", style="brass title bold", at=(MIDDLE[0], 86.0 + 20 * i), label=Text(fr, en), size=16, title=spoken)


def _clue(i: int, card: str, clue: Clue) -> Iterator[Shape]:
    """A clue by its metal, with its kind: the three of form, then the three of meaning."""
    y, text = 16 + CLUE_STEP * i, clue_text(clue)
    title = name_of(clue) + Text(" : ", ": ") + text + same(", ") + card_name(card)
    yield Shape(f"told chip {clue.kind}", rectangle(10, 30, 3), metal(card), (14, y), title=title)
    yield written(f"told kind {clue.kind}", name_of(clue), (28, y - 9), SMALL, "faint start")
    yield written(f"told {clue.kind}", text, (28, y + 9), PLAIN, "ink start title bold")


def _pawns(secret: Secret, language: Language) -> Iterator[Shape]:
    yield written("pawns", pawns_text(secret, language), (84, PAWNS_AT), SMALL, "faint start")
    yield from draw_pawns(secret, language, (24, PAWNS_AT))


def _announced(view: View, i: int, made: SeenAnnouncement) -> Iterator[Shape]:
    y = SAID_AT + SAID_STEP * i
    yield Shape(f"said {i}", family(made.seat, 11), f"seat{made.seat}", (16, y))
    yield written(f"said name {i}", player(made.seat), (36, y - 9), 13, "faint start title")
    yield written(f"said word {i}", same(made.word or ""), (36, y + 10), 18, "ink start title bold")
    yield written(f"said verdict {i}", VERDICTS[made.verdict or "wrong"], (336, y - 9), SMALL, "faint end")
    yield written(f"said points {i}", points(view.scores[made.seat]), (336, y + 11), 20, "ink end title bold")
