"""Sheets for players: a screen to hide behind, with a summary of the rules, and the notebook."""

from collections.abc import Iterator, Sequence
from typing import Final

from tableronde.games.kaplan.paper.board import FAMILIES
from tableronde.games.kaplan.paper.strings import NOTEBOOK, PANELS, PARTS_OF_SPEECH, SCREEN_NOTE
from tableronde.games.kaplan.rules.dial import KINDS, PLACES
from tableronde.games.kaplan.scene.marks import family
from tableronde.games.kaplan.texts import kind_name
from tableronde.games.kaplan.words.dictionary import Language
from tableronde.kit import Component
from tableronde.scene import Point, Shape, polyline, rectangle, words
from tableronde.text import Text

PAGE: Final = (186.0, 118.0)  # of a screen, and of a page of the notebook
PANEL: Final = PAGE[0] / 3
LETTERS: Final = 3.3  # the height of small letters
BOX: Final = 14.0  # the side of the box for a letter of the word


def screens(language: Language) -> Iterator[Component]:
    """A screen for each family of tokens; folded at its sides, it stands up."""
    half = PAGE[1] / 2
    folds = "".join(polyline([(x, -half), (x, half)]) for x in (-PANEL / 2, PANEL / 2))
    for seat in range(FAMILIES):
        front = (Shape("sign", family(seat, 8.0), f"seat{seat} sign", (0.0, -half + 16.0)), *_panels(language))
        yield Component(Text("Paravent", "Screen"), rectangle(*PAGE), 1, front, folds=folds, note=SCREEN_NOTE)


def _panels(language: Language) -> Iterator[Shape]:
    for i, (title, lines) in enumerate(PANELS):
        more = PARTS_OF_SPEECH[language] if i == 0 else ()
        yield from _listed(f"panel {i}", title, (*lines, *more), ((i - 1.5) * PANEL + 3.0, -PAGE[1] / 2 + (34.0 if i == 1 else 9.0)))


def _listed(id: str, title: Text, lines: Sequence[Text], at: Point) -> Iterator[Shape]:
    """A title and lines below it."""
    yield Shape(id, style="content title bold start", at=at, label=title, size=4.4)
    for i, line in enumerate(lines):
        yield Shape(f"{id} {i}", style="content title start", at=(at[0], at[1] + 7.5 + 6.2 * i), label=line, size=LETTERS)


def notebook(language: Language) -> Component:
    """A page for one player and one game: twelve letters, six clues, the word."""
    left, top = -PAGE[0] / 2 + 6.0, -PAGE[1] / 2 + 8.0
    shapes = [Shape("title", style="content title bold start", at=(left, top), label=NOTEBOOK[0], size=5.0)]
    for place in PLACES:
        x = left + (place - 0.5) * (PAGE[0] - 12.0) / 12
        shapes += [words(str(place), (x, top + 9.0), 4.0, "content", f"place {place}")]
        shapes += [Shape(f"letter {place}", rectangle(BOX - 1.0, BOX), "blank pane", (x, top + 19.0))]
    for i, kind in enumerate(KINDS):
        y = top + 36.0 + 11.0 * i
        shapes += [Shape(kind, style="content title start", at=(left, y), label=kind_name(kind, language), size=4.2)]
        shapes += [Shape(f"{kind} line", polyline([(left + 46.0, y + 2.0), (left + 110.0, y + 2.0)]), "blank pane")]
    for i, text in enumerate(NOTEBOOK[1:]):
        y = top + 36.0 + 22.0 * i
        shapes += [Shape(f"end {i}", style="content title start", at=(left + 116.0, y), label=text, size=4.2)]
        shapes += [Shape(f"end {i} line", polyline([(left + 116.0, y + 11.0), (left + 174.0, y + 11.0)]), "blank pane")]
    return Component(Text("Carnet", "Notebook"), rectangle(*PAGE), front=tuple(shapes))
