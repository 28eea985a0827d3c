"""Promises about what teaches a game: figures can be shown, pages show figures that are there, lessons can be completed."""

from collections.abc import Iterator

from tableronde import rulebook
from tableronde.box import Box
from tableronde.conform.report import Finding
from tableronde.conform.words import unnamed
from tableronde.learn import figures
from tableronde.learn.figures import BrokenFigure
from tableronde.learn.lessons import Step, lessons
from tableronde.text import LANGUAGES, Text


def figures_can_be_shown(box: Box) -> Iterator[Finding]:
    """Every figure comes about by legal actions, and shows what it says; what is meant to be refused is."""
    for name, value in figures.tables(box).items() if _has_folder(box) else ():
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
    if not _has_folder(box):
        return
    known, shown = set(figures.tables(box)), {language: rulebook.cited(box.rulebook(language)) for language in LANGUAGES}
    for language, names in shown.items():
        yield from (Finding(f"rules.{language}.md shows a figure that is not there", name) for name in names if name not in known)
    alone = set(shown["fr"]) ^ set(shown["en"])
    yield from (Finding("a figure stands in the rules of one language only", name) for name in sorted(alone & known))


def lessons_can_be_completed(box: Box) -> Iterator[Finding]:
    """Every step can be done: what is called good is legal and does it, what is called wrong is legal and does not; replies are legal."""
    try:
        steps = [step for lesson in lessons(box) for step in lesson.steps] if _has_folder(box) else []
    except BrokenFigure as broken:
        yield Finding(f"{broken.place}: {broken.name}", broken.sentence)
        return
    for step in steps:
        try:
            yield from (Finding(f"lessons.toml: {step.name}", sentence) for sentence in _troubles(box, step))
        except BrokenFigure as broken:
            yield Finding(f"{broken.place}: {broken.name}", broken.sentence)


def _troubles(box: Box, step: Step) -> Iterator[str]:
    """What is wrong with a step."""
    step.figure.scene(box)
    yield from (f"it shows a clause that no rules page states: {clause}" for clause in step.clauses if clause not in clauses(box))
    yield from (f"it names a seat that is not there: {text.en!r}" for text in (step.text, step.hint) if text and _names_nobody(step, text))
    if not step.asks:
        return
    if step.seat not in step.table.legal():
        yield f"there is something to do, but seat {step.seat}, where the learner sits, cannot act"
        return
    if step.some_good() is None:
        yield f"no legal action reaches the goal {dict(step.goal)}"
    for action in step.good:
        verdict = step.judge(action)
        if verdict.kind != "done":
            yield f"{action!r} is called good, but it is {verdict.kind}: {verdict.text.en}"
        elif verdict.after is not None:
            step.answered(verdict.after)
    for wrong in step.wrong:
        for action in wrong.actions:
            verdict = step.judge(action)
            if verdict.kind != "wrong":
                yield f"{action!r} is called wrong, but it is {verdict.kind}: {verdict.text.en}"


def _names_nobody(step: Step, text: Text) -> bool:
    return any(True for _ in unnamed("", text.named(step.table.names)))


def where_shown(box: Box) -> dict[str, list[str]]:
    """Each clause that a rules page states, and which figures and lessons show it; broken ones show nothing."""
    if not _has_folder(box):
        return {}
    shown: dict[str, list[str]] = {clause: [] for clause in sorted(_stated(box), key=_in_order)}
    for place, found in _places(box):
        for clause in found:
            if clause in shown and place not in shown[clause]:
                shown[clause].append(place)
    return shown


def _places(box: Box) -> Iterator[tuple[str, tuple[str, ...]]]:
    try:
        yield from ((f"figure {name}", figure.clauses) for name, figure in figures.figures(box).items())
        yield from ((f"lesson {lesson.id}", (*step.clauses, *step.figure.clauses)) for lesson in lessons(box) for step in lesson.steps)
    except Exception:
        return  # which another property tells


def _in_order(clause: str) -> tuple[str, int, str]:
    letters = clause.rstrip("abcdefghijklmnopqrstuvwxyz").rstrip("0123456789")
    digits = clause[len(letters) :].rstrip("abcdefghijklmnopqrstuvwxyz")
    return letters, int(digits), clause


def _stated(box: Box) -> frozenset[str]:
    return frozenset().union(*(rulebook.stated(box.rulebook(language)) for language in LANGUAGES))


def _has_folder(box: Box) -> bool:
    """Whether there is a place for texts at all; where there is none, another property says so."""
    try:
        box.text(figures.FILE)
    except LookupError:
        return False
    return True


def clauses(box: Box) -> frozenset[str]:
    """All clauses that the rules pages state."""
    return frozenset().union(*(rulebook.clauses(box.rulebook(language)) for language in LANGUAGES))
