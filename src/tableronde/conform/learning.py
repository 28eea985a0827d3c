"""Promises about what teaches a game: its figures can be shown, and its pages show figures that are there."""

from collections.abc import Iterator

from tableronde import figures, rulebook
from tableronde.box import Box
from tableronde.conform.report import Finding
from tableronde.figures import BrokenFigure
from tableronde.text import LANGUAGES


def figures_can_be_shown(box: Box) -> Iterator[Finding]:
    """Every figure comes about by legal actions, and shows what it says; what is meant to be refused is."""
    for name, value in figures.tables(box).items():
        try:
            figure = figures.read(name, value)
            figure.scene(box)
        except BrokenFigure as broken:
            yield Finding(f"{broken.place}: {name}", broken.sentence)
            continue
        strange = [clause for clause in figure.clauses if clause not in clauses(box)]
        yield from (Finding(f"{figure.place}: {name} shows a clause that no rules page states", clause) for clause in strange)


def pages_show_figures(box: Box) -> Iterator[Finding]:
    """A rules page shows figures that are there, and both pages the same ones."""
    known, shown = set(figures.tables(box)), {language: rulebook.cited(box.rulebook(language)) for language in LANGUAGES}
    for language, names in shown.items():
        yield from (Finding(f"rules.{language}.md shows a figure that is not there", name) for name in names if name not in known)
    alone = set(shown["fr"]) ^ set(shown["en"])
    yield from (Finding("a figure stands in the rules of one language only", name) for name in sorted(alone & known))


def clauses(box: Box) -> frozenset[str]:
    """All clauses that the rules pages state."""
    return frozenset().union(*(rulebook.clauses(box.rulebook(language)) for language in LANGUAGES))
