"""Checks of refusals: illegal actions are refused with a sentence and a clause that players can read."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from tableronde.box import Box
from tableronde.conformance.contents.texts import is_complete, unnamed
from tableronde.conformance.report import Finding
from tableronde.conformance.sampling import Sample
from tableronde.game import CHANCE, Action, Actor, Illegal, Refusal, is_open
from tableronde.learn import rulebook
from tableronde.text import LANGUAGES, Language

Clauses = Mapping[Language, Collection[str]]  # the clauses of each rules page


def refusals_are_clear(sample: Sample) -> Iterator[Finding]:
    """An illegal action is refused in both languages, cites a clause of the rules page, and changes nothing."""
    everybody: list[Actor] = [*range(sample.game.seats + 1), CHANCE]
    known = _known(sample.table.box)
    for actor in dict.fromkeys([*sample.some(everybody, 2), *sample.seats_to_press[:1]]):
        for action in sample.plausible(actor):
            yield from _refused(sample, known, actor, action)


def presses_are_explained(sample: Sample) -> Iterator[Finding]:
    """Pressing something that is not on offer is refused in both languages and cites a clause of the rules page."""
    known = _known(sample.table.box)
    for seat in sample.some(range(sample.game.seats), 2):
        for words in sample.presses(seat):
            yield from _unclear(known, sample.table.why_not_press(seat, words), f"pressing {' '.join(words)!r:.60} by {seat}")


def _refused(sample: Sample, known: Clauses, actor: Actor, action: Action) -> Iterator[Finding]:
    table = sample.table
    before, events = table.state, list(table.events)
    try:
        table.play(actor, action)
    except Illegal as illegal:
        yield from _unclear(known, illegal.refusal, f"{action!r:.60} by {actor!r}")
    else:
        table.undo()
        if not any(is_open(legal) and action.startswith(legal[:-1]) for legal in table.legal().get(actor, ())):
            yield Finding("an illegal action was played", f"{action!r:.60} by {actor!r}")
    if table.state is not before or table.events != events:
        yield Finding("a refusal changed the table", f"{action!r:.60}")


def _unclear(known: Clauses, refusal: Refusal, what: str) -> Iterator[Finding]:
    if not is_complete(refusal.text):
        yield Finding("an action is refused without a message", what)
    yield from unnamed("a refusal", refusal.text)
    for language, clauses in known.items() if refusal.clause else ():
        if clauses and refusal.clause not in clauses:
            yield Finding(f"a refusal cites {refusal.clause}, which is not in rules.{language}.md", what)


_clauses = lru_cache(maxsize=8)(rulebook.clauses)


def _known(box: Box) -> Clauses:
    """Return the clauses of the rules page in each language."""
    return {language: _clauses(_page(box, language)) for language in LANGUAGES}


def _page(box: Box, language: Language) -> str:
    try:
        return box.rulebook(language)
    except LookupError:
        return ""  # another property reports it
