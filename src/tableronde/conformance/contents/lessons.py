"""Checks of figures and lessons: figures can be shown, pages show figures that exist, lessons can be completed."""

from collections.abc import Iterator

from tableronde.box import Box
from tableronde.conformance.contents.texts import unnamed
from tableronde.conformance.report import Finding
from tableronde.learn import figures, rulebook
from tableronde.learn.figures import BrokenFigure
from tableronde.learn.lessons import Step, lessons
from tableronde.text import LANGUAGES, Text


def figures_can_be_shown(box: Box) -> Iterator[Finding]:
    """Every figure is reached by legal actions and shows what it says; an action it marks as refused is refused."""
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
    """The rules pages show figures that exist, the same ones in both languages."""
    if not _has_folder(box):
        return
    known, shown = set(figures.tables(box)), {language: rulebook.cited(box.rulebook(language)) for language in LANGUAGES}
    for language, names in shown.items():
        yield from (Finding(f"rules.{language}.md shows a figure that does not exist", name) for name in names if name not in known)
    alone = set(shown["fr"]) ^ set(shown["en"])
    yield from (Finding("a figure is in the rules page of one language only", name) for name in sorted(alone & known))


def lessons_can_be_completed(box: Box) -> Iterator[Finding]:
    """Every step can be done: good actions are legal and complete it, wrong ones are legal and do not; replies are legal."""
    try:
        steps = [step for lesson in lessons(box) for step in lesson.steps] if _has_folder(box) else []
    except BrokenFigure as broken:
        yield Finding(f"{broken.place}: {broken.name}", broken.sentence)
        return
    for step in steps:
        try:
            yield from (Finding(f"lessons.toml: {step.name}", sentence) for sentence in _problems(box, step))
        except BrokenFigure as broken:
            yield Finding(f"{broken.place}: {broken.name}", broken.sentence)


def _problems(box: Box, step: Step) -> Iterator[str]:
    """Yield the problems of a step."""
    step.figure.scene(box)
    yield from (f"it shows a clause that no rules page states: {clause}" for clause in step.clauses if clause not in clauses(box))
    yield from (
        f"it names a seat that does not exist: {text.en!r}" for text in (step.text, step.hint) if text and _names_nobody(step, text)
    )
    if not step.asks:
        return
    if step.seat not in step.table.legal():
        yield f"the learner should act, but sits on seat {step.seat}, which cannot"
        return
    if step.some_good() is None:
        yield f"no legal action reaches the goal {dict(step.goal)}"
    for action in step.good:
        verdict = step.judge(action)
        if verdict.kind != "done":
            yield f"{action!r} is listed as good, but it is {verdict.kind}: {verdict.text.en}"
        elif verdict.after is not None:
            step.answered(verdict.after)
    for wrong in step.wrong:
        for action in wrong.actions:
            verdict = step.judge(action)
            if verdict.kind != "wrong":
                yield f"{action!r} is listed as wrong, but it is {verdict.kind}: {verdict.text.en}"


def _names_nobody(step: Step, text: Text) -> bool:
    return any(True for _ in unnamed("", text.named(step.table.names)))


def where_shown(box: Box) -> dict[str, list[str]]:
    """Map each clause of the rules pages to the figures and lessons that show it; broken ones are left out."""
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
        return  # another property reports it


def _in_order(clause: str) -> tuple[str, int, str]:
    letters = clause.rstrip("abcdefghijklmnopqrstuvwxyz").rstrip("0123456789")
    digits = clause[len(letters) :].rstrip("abcdefghijklmnopqrstuvwxyz")
    return letters, int(digits), clause


def _stated(box: Box) -> frozenset[str]:
    return frozenset().union(*(rulebook.stated(box.rulebook(language)) for language in LANGUAGES))


def _has_folder(box: Box) -> bool:
    """Return whether the box has a folder for texts; if not, another property reports it."""
    try:
        box.text(figures.FILE)
    except LookupError:
        return False
    return True


def clauses(box: Box) -> frozenset[str]:
    """Collect all clauses that the rules pages state."""
    return frozenset().union(*(rulebook.clauses(box.rulebook(language)) for language in LANGUAGES))
